import { expect } from 'vitest';
import { Browser, type PageReply } from '../support/browser.ts';
import { makeAthlete, makeCalculatedActivity, makePageSession, succeed } from '../support/builders.ts';
import { makePartner, type TestPartner } from '../support/partners.ts';

/** The pages that a partner shows to its athletes, in a frame and behind a link. */

export const ORIGIN = 'https://app.platform.example';
export const RIDE = { type: 'bike', duration_min: 150, intensity_level: 6, name: 'Morning ride' };
const PROFILE = { body_mass_kg: 70, sex: 'female', birth_year: 1990, fitness_level: 5 };

type Fields = Readonly<Record<string, unknown>>;

/** Makes an athlete with a calculated activity and a session that shows it. */
export async function makeShownAthlete(
  options: {
    readonly profile?: Fields;
    readonly activity?: Fields;
    readonly session?: Fields;
    readonly origins?: readonly string[];
    readonly partner?: TestPartner;
    readonly isLive?: boolean;
  } = {},
) {
  const partner = options.partner ?? (await makePartner());
  const key = options.isLive ? partner.liveKey : partner.testKey;
  await succeed('PATCH', '/v1/partner', { key, body: { allowed_origins: options.origins ?? [ORIGIN] } });
  const { id: athleteId, path } = await makeAthlete(key, { ...PROFILE, ...options.profile });
  const activity = await makeCalculatedActivity(key, athleteId, { ...RIDE, ...options.activity });
  const fields = { activity_id: activity.id, ...options.session };
  const { id, token, url } = await makePageSession(key, athleteId, fields);
  const session: { readonly id: string; readonly token: string; readonly url: string } = { id, token, url };
  return { partner, key, athleteId, path, activityPath: activity.path, activityId: activity.id, session };
}

/** What a browser sends with the form of the element. */
export const FRAMED = {
  origin: ORIGIN,
  'sec-fetch-site': 'cross-site',
  'sec-fetch-dest': 'iframe',
  'sec-fetch-mode': 'navigate',
};

/** Posts a token to a page, as the element does. */
export function postToken(
  token: string,
  {
    page = 'plan',
    fields = [],
    headers = FRAMED,
    bindings = {},
  }: {
    readonly page?: string;
    readonly fields?: readonly (readonly [string, string])[];
    readonly headers?: Readonly<Record<string, string>>;
    readonly bindings?: Partial<Cloudflare.Env>;
  } = {},
): Promise<PageReply> {
  return new Browser(bindings).post(`/a/${page}`, [['token', token], ...fields], headers);
}

/** Holds a refusal to say nothing of the plan. */
export function expectNothing(reply: PageReply, statuses: readonly number[]): void {
  expect(statuses).toContain(reply.status);
  // A form carries its token back, which may look like anything.
  expect(reply.html.replaceAll(/value="pst_[^"]*"/g, '')).not.toMatch(
    /Morning ride|\d+ ?(g|mg|ml|ml\/h)\b|MAX/,
  );
  expect(reply.headers.get('set-cookie')).toBeNull();
  expect(reply.headers.get('cache-control')).toBe('no-store');
}

/** Returns the Content-Security-Policy of a page. */
export const policyOf = ({ headers }: PageReply) => headers.get('content-security-policy') ?? '';

/** Opens a link in a browser and returns it at its page. */
export async function follow(url: string, headers: Readonly<Record<string, string>> = {}) {
  const browser = new Browser();
  const opened = await browser.get(url, headers);
  return { browser, opened };
}
