import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { forgetAdmissions } from '#platform/access/admit.ts';
import { Browser, type PageReply } from '../support/browser.ts';
import { makePageSession } from '../support/builders.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { call, operator, refusal } from '../support/client.ts';
import { withBatches } from '../support/faulty-databases.ts';
import { evictGuard, guardOf, skipWaitForLeases } from '../support/guards.ts';
import { insteadOf } from '../support/shards.ts';
import { later, NOON_MS, stopClock } from '../support/stopped-clock.ts';
import { expectNothing, FRAMED, follow, makeShownAthlete, postToken } from './shown-athlete.ts';

/** What the pages of a key's athletes may take of its budget, and what they cost while something is wrong. */

beforeAll(() => loadTestCatalogue());
beforeEach(() => stopClock());

const BUDGET = 40;
const SMALL = { STANDARD_SANDBOX_PER_MIN: String(BUDGET), PRODUCT_SANDBOX_PER_MIN: '999' };

type Shown = Awaited<ReturnType<typeof makeShownAthlete>>;

const statusesOf = (replies: readonly PageReply[]) => Object.groupBy(replies, ({ status }) => status);

/** Opens pages at the same time. */
const openAtOnce = ({ session }: Pick<Shown, 'session'>, times: number, options = {}) =>
  Promise.all(Array.from({ length: times }, () => postToken(session.token, { bindings: SMALL, ...options })));

/** Opens pages one after another. */
async function openInTurn({ session }: Pick<Shown, 'session'>, times: number) {
  const pages = [];
  for (let time = 0; time < times; time += 1) pages.push(await postToken(session.token, { bindings: SMALL }));
  return pages;
}

/** Lets the tokens expire that were lent while the session was created. */
function leasesEnd(keyId: string): void {
  stopClock(Date.now() + 4000);
  forgetAdmissions({ keyGuards: env.KEY_GUARD }, keyId);
}

async function remainingOf(keyId: string, budget = BUDGET): Promise<number> {
  const answer = await guardOf(keyId).lend(budget, 0);
  if (!('budget' in answer)) throw new Error('the key has ended');
  return answer.remaining;
}

/** Moves views out of the way: a session shows 60 pages a minute. */
async function manySessions(shown: Shown, count: number): Promise<readonly string[]> {
  const made = Array.from({ length: count }, () =>
    makePageSession(shown.key, shown.athleteId, { activity_id: shown.activityId }),
  );
  return (await Promise.all(made)).map(({ token }) => token);
}

describe('budget: the pages of a key', () => {
  test('take at most half of it, at once or one by one, and leave the rest to the key', async () => {
    for (const isAtOnce of [true, false]) {
      const shown = await makeShownAthlete();
      const { testKeyId } = shown.partner;
      leasesEnd(testKeyId);
      const before = await remainingOf(testKeyId);
      const pages = isAtOnce ? await openAtOnce(shown, 50) : await openInTurn(shown, 50);
      expect(statusesOf(pages)[200]?.length).toBeLessThanOrEqual(BUDGET / 2);
      expect(statusesOf(pages)[200]?.length).toBeGreaterThanOrEqual(BUDGET / 2 - 2);
      for (const page of statusesOf(pages)[429] ?? []) expectNothing(page, [429]);
      expect(await remainingOf(testKeyId)).toBeGreaterThanOrEqual(before - BUDGET / 2);
      const own = await call('GET', '/v1/activity-types', { key: shown.key, bindings: SMALL });
      expect(own.status).toBe(200);
    }
  });

  test('a thousand at once, of living and of ended sessions, leave half of it', async () => {
    const shown = await makeShownAthlete();
    const { testKeyId } = shown.partner;
    const tokens = await manySessions(shown, 18);
    const ended = await makePageSession(shown.key, shown.athleteId, {});
    await call('DELETE', `${shown.path}/sessions/${ended.id}`, { key: shown.key });
    leasesEnd(testKeyId);
    const before = await remainingOf(testKeyId);
    const pages = await Promise.all(
      Array.from({ length: 1000 }, (_, index) =>
        postToken(tokens[index % 40] ?? ended.token, { page: 'feedback', bindings: SMALL }),
      ),
    );
    const statuses = statusesOf(pages);
    expect(Object.keys(statuses).toSorted()).toEqual(['200', '410', '429']);
    expect(statuses[200]?.length).toBeLessThanOrEqual(BUDGET / 2);
    expect(await remainingOf(testKeyId)).toBeGreaterThanOrEqual(before - BUDGET / 2);
  });

  test('keep their share when the guard is replaced', async () => {
    const shown = await makeShownAthlete();
    const { testKeyId } = shown.partner;
    await openAtOnce(shown, 50);
    await evictGuard(testKeyId);
    forgetAdmissions({ keyGuards: env.KEY_GUARD }, testKeyId);
    const again = await openAtOnce(
      { session: { ...shown.session, token: (await manySessions(shown, 1))[0] ?? '' } },
      20,
    );
    expect(statusesOf(again)[200] ?? []).toEqual([]);
  });

  test('a page takes its share again when the minute refills, also after the clock was set back', async () => {
    const shown = await makeShownAthlete();
    await openAtOnce(shown, 50);
    const [next = '', last = ''] = await manySessions(shown, 2);
    stopClock(NOON_MS + 61_000);
    expect((await postToken(next, { bindings: SMALL })).status).toBe(200);
    stopClock(NOON_MS - 3_600_000);
    forgetAdmissions({ keyGuards: env.KEY_GUARD }, shown.partner.testKeyId);
    expect((await postToken(last, { bindings: SMALL })).status).toBe(200);
    expect((await postToken(last, { bindings: SMALL })).status).toBe(200);
  });

  test('a plan of two days costs more units than its first, all or none', async () => {
    const shown = await makeShownAthlete({ activity: { type: 'hike', duration_min: 2880 } });
    const { testKeyId } = shown.partner;
    leasesEnd(testKeyId);
    const before = await remainingOf(testKeyId);
    expect((await postToken(shown.session.token, { bindings: SMALL })).status).toBe(200);
    expect(await remainingOf(testKeyId)).toBe(before - 8);
    expect((await openAtOnce(shown, 3)).map(({ status }) => status).sort()).toEqual([200, 429, 429]);
    // Up to a twentieth is lent ahead.
    expect(await remainingOf(testKeyId)).toBeGreaterThanOrEqual(before - 18);
  });
});

describe('budget: a lowered one', () => {
  test('holds at once for a page session that was created before, and for its key', async () => {
    const shown = await makeShownAthlete();
    const { partner } = shown;
    expect((await postToken(shown.session.token)).status).toBe(200);
    for (const id of [partner.testKeyId, partner.liveKeyId]) await skipWaitForLeases(id);
    const body = { requests_per_min: 10 };
    const lowered = await operator('PATCH', `/operator/v1/partners/${partner.partnerId}`, { body });
    expect(lowered.status).toBe(200);
    leasesEnd(partner.testKeyId);
    const pages = await Promise.all(Array.from({ length: 12 }, () => postToken(shown.session.token)));
    expect(statusesOf(pages)[200]?.length).toBeLessThanOrEqual(5);
  });

  test('of the environment holds for a page session that was created before, and a raised one does not', async () => {
    for (const [before, now] of [
      ['6000', '8'],
      ['8', '6000'],
    ] as const) {
      const { key, athleteId, activityId } = await makeShownAthlete();
      const at = (perMin: string) => ({ bindings: { STANDARD_SANDBOX_PER_MIN: perMin } as object });
      const { token } = await makePageSession(key, athleteId, { activity_id: activityId }, at(before));
      stopClock(Date.now() + 4000);
      const pages = await Promise.all(Array.from({ length: 8 }, () => postToken(token, at(now))));
      expect(statusesOf(pages)[200]?.length).toBeLessThanOrEqual(4);
      expect(statusesOf(pages)[200]?.length).toBeGreaterThan(0);
    }
  });
});

describe('rate limit: an address', () => {
  test('that keeps opening ended pages is refused before a database is asked, and living ones behind it are not', async () => {
    const shown = await makeShownAthlete();
    const living = await makeShownAthlete();
    expect((await postToken(living.session.token)).status).toBe(200);
    await call('DELETE', `${shown.path}/sessions/${shown.session.id}`, { key: shown.key });
    let reads = 0;
    const counted = insteadOf(shown.athleteId, (database) =>
      withBatches(database, (send) => {
        reads += 1;
        return send();
      }),
    );
    let calls = 0;
    const bindings = {
      ...counted,
      FAILED_AUTHENTICATIONS: { limit: async () => ({ success: ++calls <= 3 }) },
    } as object;
    const headers = { ...FRAMED, 'cf-connecting-ip': '192.0.2.77' };
    const statuses: number[] = [];
    for (let time = 0; time < 10; time += 1) {
      statuses.push((await postToken(shown.session.token, { headers, bindings })).status);
    }
    expect(statuses).toEqual([410, 410, 410, ...Array(7).fill(429)]);
    expect(reads).toBe(3);
    const page = await postToken(living.session.token, { page: 'feedback', headers, bindings });
    expect(page.status).toBe(200);
    const link = await new Browser(bindings).get(shown.session.url, { 'cf-connecting-ip': '192.0.2.77' });
    expect(link.status).toBe(429);
    expect(reads).toBe(4);
  });

  test('views that are spent are refused without asking the database or the guard again', async () => {
    const shown = await makeShownAthlete();
    let reads = 0;
    const bindings = insteadOf(shown.athleteId, (database) =>
      withBatches(database, (send) => {
        reads += 1;
        return send();
      }),
    );
    const open = () => postToken(shown.session.token, { page: 'feedback', bindings });
    for (let view = 0; view < 61; view += 1) await open();
    const before = reads;
    const more = await Promise.all(Array.from({ length: 20 }, () => open()));
    expect(more.map(({ status }) => status)).toEqual(Array(20).fill(429));
    expect(reads).toBe(before);
  });
});

describe('availability: a guard', () => {
  const broken = (message: string) =>
    ({
      KEY_GUARD: new Proxy(env.KEY_GUARD, {
        get(target, name) {
          const member: unknown = Reflect.get(target, name, target);
          if (name !== 'get' || typeof member !== 'function') {
            return typeof member === 'function' ? member.bind(target) : member;
          }
          return (...given: unknown[]) =>
            new Proxy(Reflect.apply(member, target, given), {
              get(stub, method) {
                if (method === message) {
                  return () => Promise.reject(new Error('the guard is unreachable'));
                }
                const found: unknown = Reflect.get(stub, method, stub);
                return typeof found === 'function'
                  ? (...sent: unknown[]) => Reflect.apply(found, stub, sent)
                  : found;
              },
            });
        },
      }),
    }) as object;

  test.each(['status', 'admit'])(
    'that fails when asked for %s shows no page, and takes and logs nothing',
    async (message) => {
      const shown = await makeShownAthlete();
      const { testKeyId } = shown.partner;
      forgetAdmissions({ keyGuards: env.KEY_GUARD }, testKeyId);
      const before = await remainingOf(testKeyId);
      const page = await postToken(shown.session.token, { bindings: broken(message) });
      expectNothing(page, [503]);
      expect(await remainingOf(testKeyId)).toBe(before);
      const log = await call('GET', `/v1/partner/access-log?athlete_id=${shown.athleteId}`, {
        key: shown.key,
      });
      expect(log.json.data).toEqual([]);
    },
  );
});

describe('isolation: a page session', () => {
  test('spends the budget of its own key only, whatever other key the partner or a stranger has', async () => {
    const shown = await makeShownAthlete();
    const stranger = await makeShownAthlete();
    const others = [shown.partner.liveKeyId, stranger.partner.testKeyId];
    const before = await Promise.all(others.map((id) => remainingOf(id)));
    const { browser } = await follow(shown.session.url);
    expect((await browser.get('/a/plan')).status).toBe(200);
    expect(await Promise.all(others.map((id) => remainingOf(id)))).toEqual(before);
    const foreign = await call('DELETE', `${shown.path}/sessions/${shown.session.id}`, { key: stranger.key });
    expect(refusal(foreign).status).toBe(404);
    expect((await new Browser(later(1)).get(shown.session.url)).status).toBe(303);
  });
});
