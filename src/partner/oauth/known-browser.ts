import { DAY_MS, SECOND_MS, toSeconds } from '#platform/clock.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { equalInConstantTime, sign } from '#platform/storage/digest.ts';

/** Long enough for someone who signs in twice a year, because each sign-in renews it. Engineering choice. */
export const KNOWN_BROWSER_LIVES_MS = 180 * DAY_MS;
/** Addresses that one browser is remembered for: enough for a family's computer. */
const ADDRESSES_MAX = 3;

interface Proof {
  readonly expiresAtS: number;
  readonly tag: string;
}

/**
 * Checks whether this browser has proved the address before, so that other people's code requests cannot lock
 * it out.
 */
export async function isKnownBrowser(
  ctx: RequestContext,
  cookie: string | undefined,
  addressHash: string,
): Promise<boolean> {
  const matches = await Promise.all(liveProofs(ctx, cookie).map((proof) => proves(ctx, proof, addressHash)));
  return matches.includes(true);
}

/**
 * Returns the cookie that remembers a browser for an address it has just proved, and for the latest others.
 * It contains signatures over the keyed hash of each address, but neither addresses nor hashes.
 */
export async function rememberBrowser(
  ctx: RequestContext,
  cookie: string | undefined,
  addressHash: string,
): Promise<string> {
  const others: Proof[] = [];
  for (const proof of liveProofs(ctx, cookie)) {
    if (!(await proves(ctx, proof, addressHash))) others.push(proof);
  }
  const expiresAtS = toSeconds(ctx.nowMs + KNOWN_BROWSER_LIVES_MS);
  const own = { expiresAtS, tag: await tagOf(ctx, addressHash, expiresAtS) };
  return [own, ...others]
    .slice(0, ADDRESSES_MAX)
    .map((proof) => `${proof.expiresAtS}.${proof.tag}`)
    .join('~');
}

function liveProofs(ctx: RequestContext, cookie = ''): readonly Proof[] {
  return cookie
    .split('~', ADDRESSES_MAX)
    .map((entry) => /^(\d{1,12})\.([A-Za-z0-9_-]{22})$/.exec(entry))
    .map((match) => ({ expiresAtS: Number(match?.[1] ?? 0), tag: match?.[2] ?? '' }))
    .filter(({ expiresAtS }) => expiresAtS * SECOND_MS > ctx.nowMs);
}

async function proves(
  ctx: RequestContext,
  { expiresAtS, tag }: Proof,
  addressHash: string,
): Promise<boolean> {
  return equalInConstantTime(tag, await tagOf(ctx, addressHash, expiresAtS));
}

function tagOf(ctx: RequestContext, addressHash: string, expiresAtS: number): Promise<string> {
  return sign(ctx.env.signingSecret, 'known-browser', `${addressHash}\n${expiresAtS}`);
}
