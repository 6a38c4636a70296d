import { sql } from 'drizzle-orm';
import { HOUR_MS } from '#platform/clock.ts';
import { type RequestContext, registryOf } from '#platform/http/context.ts';
import { sendEmail } from '#platform/http/outgoing.ts';
import { sha256Hex } from '#platform/storage/digest.ts';
import { selectPartner } from '#platform/storage/partner.ts';
import { type AccessRequestRow, OPERATOR } from '#platform/storage/registry-schema.ts';
import { type MintedKey, mintKey, projectLater } from '../keys/mint-key.ts';
import { insertKey, mayTakeKey, reportKey, selectLatestKey } from '../keys/shared-repository.ts';
import { newSecret, SECRET_PATTERN } from '../oauth/sign-in-rules.ts';
import { isUnused, markLinkUsed, selectRequestOfLink } from './access-request-repository.ts';
import { fillNewSandbox } from './create-partner.ts';
import { keyExists } from './repository.ts';

const LINK_LIVES_MS = 72 * HOUR_MS;

/** A new link. Its secret is only in the email, its hash only in the registry. */
interface NewLink {
  readonly secret: string;
  readonly linkHash: string;
  readonly linkExpiresAt: number;
}

/** Draws the secret of a link that works once, within 72 hours. */
export async function newLink(nowMs: number): Promise<NewLink> {
  const secret = newSecret();
  return { secret, linkHash: await sha256Hex(secret), linkExpiresAt: nowMs + LINK_LIVES_MS };
}

/** Emails the link to the person who requested access. */
export function emailLink(
  ctx: RequestContext,
  { contactEmail }: AccessRequestRow,
  { secret }: NewLink,
): void {
  const hours = LINK_LIVES_MS / HOUR_MS;
  sendEmail(ctx, {
    to: contactEmail,
    subject: 'Your access to Musette',
    text: `Your request for access was approved. This link shows your sandbox key. It works once, within ${hours} hours:\n\n${ctx.env.baseUrl}/access/key?link=${secret}\n\nThe key is shown only once, so have your secret store open.\n\nFor everything else, sign in to the console with this address: ${ctx.env.baseUrl}/console\n\nIf you did not request access, ignore this email.\n`,
  });
}

/** State of a link, as its page shows it. */
export type AccessLink =
  | { readonly state: 'ready'; readonly platform: string }
  | { readonly state: 'expired' | 'used' | 'unknown' };

/** Reads the state of a link without using it, because email programs open links automatically. */
export async function openAccessLink(ctx: RequestContext, secret: string): Promise<AccessLink> {
  return stateOf(ctx, await requestOf(ctx, secret));
}

function stateOf({ nowMs }: RequestContext, request: AccessRequestRow | null): AccessLink {
  if (request === null) return { state: 'unknown' };
  if (request.linkUsedAt !== null) return { state: 'used' };
  const isOver = request.linkExpiresAt === null || request.linkExpiresAt <= nowMs;
  return isOver ? { state: 'expired' } : { state: 'ready', platform: request.platform };
}

async function requestOf(ctx: RequestContext, secret: string): Promise<AccessRequestRow | null> {
  if (!SECRET_PATTERN.test(secret)) return null;
  const db = registryOf(ctx);
  const [[request]] = await db.batch([selectRequestOfLink(db, await sha256Hex(secret))]);
  return request ?? null;
}

/**
 * Uses a link: creates the partner's sandbox key and returns it with its secret, which is shown only this
 * once. The sandbox is filled before a partner's first key exists, so if that fails the link can be used
 * again. If the link is used twice at the same time, only one gets a key. A terminated partner gets none.
 */
export async function useAccessLink(ctx: RequestContext, secret: string): Promise<MintedKey | AccessLink> {
  const request = await requestOf(ctx, secret);
  const link = stateOf(ctx, request);
  if (link.state !== 'ready' || !request?.partnerId || !request.linkHash) return link;
  const { partnerId, linkHash } = request;
  const db = registryOf(ctx);
  const [[partner], earlier] = await db.batch([
    selectPartner(db, partnerId),
    selectLatestKey(db, partnerId, 'test'),
  ]);
  if (partner?.status !== 'active') return { state: 'unknown' };
  if (earlier.length === 0) await fillNewSandbox(ctx, partner);
  const minted = await mintKey(
    { partnerId, environment: 'test', name: 'Sandbox', region: partner.homeRegion, createdBy: OPERATOR },
    ctx.nowMs,
  );
  const mayMint = sql`${mayTakeKey(partnerId, 'test', ctx.nowMs)} AND ${isUnused(linkHash)}`;
  const [inserted] = await db.batch([
    insertKey(db, minted.row, mayMint),
    reportKey(ctx, db, minted.row),
    markLinkUsed(db, linkHash, ctx.nowMs, keyExists(minted.row.id)),
  ]);
  if (inserted.meta.changes === 0) {
    const now = await openAccessLink(ctx, secret);
    return now.state === 'ready' ? { state: 'unknown' } : now;
  }
  projectLater(ctx, minted.row);
  return minted;
}
