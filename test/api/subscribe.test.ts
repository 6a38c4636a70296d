import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { newAthleteId } from '#platform/storage/ids.ts';
import { makeAthlete, succeed } from '../support/builders.ts';
import { call, type Reply } from '../support/client.ts';
import { makePartner } from '../support/partners.ts';
import { TEST_HOME } from '../support/shards.ts';

async function teaserAthlete(environment: 'test' | 'live' = 'test') {
  const partner = await makePartner({ defaultTier: 'teaser' });
  const key = environment === 'test' ? partner.testKey : partner.liveKey;
  const tierOfTest = environment === 'test' ? { tier: 'teaser' } : {};
  const { id: athleteId, path } = await makeAthlete(key, { body_mass_kg: 70, ...tierOfTest });
  const body = { athlete_id: athleteId, activity: { type: 'run', duration_min: 120 } };
  const { subscribe_url } = await succeed('POST', '/v1/nutrition/calculate', { key, body });
  const link = new URL(subscribe_url);
  const tier = async () => (await call('GET', path, { key })).json.tier;
  return { athleteId, key, link, tier };
}

function submit(link: URL): Promise<Reply> {
  return call('POST', '/subscribe', {
    rawBody: link.searchParams.toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
}

describe('the subscribe page', () => {
  test('shows without acting, and in the sandbox acts when the form is sent', async () => {
    const { link, tier } = await teaserAthlete();
    const shown = await call('GET', link.pathname + link.search);
    expect(shown.status).toBe(200);
    expect(shown.text).toMatch(/<form method="post" action="\/subscribe">/);
    expect(shown.headers.get('Cache-Control')).toBe('no-store');
    expect(shown.headers.get('X-Service-Data-Attribution')).toBe('required');
    await call('HEAD', link.pathname + link.search);
    expect(await tier()).toBe('teaser');
    expect((await submit(link)).status).toBe(200);
    expect(await tier()).toBe('full');
  });

  test('is in the language of the athlete and has no menu for developers', async () => {
    const { link } = await teaserAthlete();
    for (const path of [link.pathname + link.search, '/subscribe']) {
      const shown = await call('GET', path, { headers: { 'accept-language': 'de' } });
      expect(shown.text).toContain('<html lang="de">');
      expect(shown.text).toContain('kein Ersatz für ärztlichen Rat');
      expect(shown.text).not.toMatch(/<nav|href="\/(?:docs|console|access)/);
    }
  });

  test('a link acts once, also when it is sent ten times at once or the tier was set back', async () => {
    const { athleteId, key, link, tier } = await teaserAthlete();
    const replies = await Promise.all(Array.from({ length: 10 }, () => submit(link)));
    expect(replies.filter(({ text }) => text.includes('Done.'))).toHaveLength(1);
    await call('PATCH', `/v1/athletes/${athleteId}`, { key, body: { tier: 'teaser' } });
    const again = await submit(link);
    expect([again.status, await tier()]).toEqual([409, 'teaser']);
    expect((await call('GET', link.pathname + link.search)).text).not.toContain('<form');
  });

  test('a link from before SIGNING_SECRET was rotated acts while the former secret is known', async () => {
    const { link } = await teaserAthlete();
    const rotated = {
      SIGNING_SECRET: 'another signing secret of 32 characters',
      FORMER_SIGNING_SECRET: env.SIGNING_SECRET,
    };
    const path = link.pathname + link.search;
    expect((await call('GET', path, { bindings: rotated })).text).toContain('<form');
    const alone = { SIGNING_SECRET: rotated.SIGNING_SECRET };
    expect((await call('GET', path, { bindings: alone })).text).not.toContain('<form');
  });

  test('a link of another day acts though an earlier one was used', async () => {
    const { athleteId, key, link, tier } = await teaserAthlete();
    await submit(link);
    await call('PATCH', `/v1/athletes/${athleteId}`, { key, body: { tier: 'teaser' } });
    const bindings = { CLOCK_OFFSET_S: String(2 * 86_400) };
    const body = { athlete_id: athleteId, activity: { type: 'run', duration_min: 120 } };
    const { json } = await call('POST', '/v1/nutrition/calculate', { key, body, bindings });
    const later = new URL(json.subscribe_url);
    expect(later.searchParams.get('expires')).not.toBe(link.searchParams.get('expires'));
    expect((await submit(later)).status).toBe(200);
    expect(await tier()).toBe('full');
  });

  test('in production says how to subscribe, and switches nothing', async () => {
    const { link, tier } = await teaserAthlete('live');
    const shown = await call('GET', link.pathname + link.search);
    expect(shown.text).toContain('How to subscribe');
    expect(shown.text).not.toContain('<form');
    expect((await submit(link)).text).toContain('How to subscribe');
    expect(await tier()).toBe('teaser');
  });

  test('refuses links that were changed in any part, cut off or never ours', async () => {
    const { link, tier } = await teaserAthlete();
    const other = newAthleteId('test', 'c000', Date.now());
    const changes: [string, string][] = [
      ['athlete', other],
      ['athlete', ''],
      ['athlete', '"><script>alert(1)</script>'],
      ['expires', String(Number(link.searchParams.get('expires')) + 86_400)],
      ['expires', '1e9'],
      ['signature', 'AAAAAAAAAAAAAAAAAAAAAA'],
      ['signature', ''],
    ];
    for (const [name, value] of changes) {
      const changed = new URL(link);
      changed.searchParams.set(name, value);
      const shown = await call('GET', changed.pathname + changed.search);
      expect([name, value, shown.status]).toEqual([name, value, 400]);
      expect(shown.text).not.toContain('<script');
      expect((await submit(changed)).status).toBe(400);
    }
    expect(await tier()).toBe('teaser');
    expect((await call('POST', '/subscribe', { body: { athlete: 'x' } })).status).toBe(400);
    expect((await call('GET', '/subscribe')).status).toBe(200);
  });

  test('ends with the link', async () => {
    const { link, tier } = await teaserAthlete();
    const nineDays = { CLOCK_OFFSET_S: String(9 * 86_400) };
    expect((await call('GET', link.pathname + link.search, { bindings: nineDays })).status).toBe(410);
    const late = await call('POST', '/subscribe', {
      rawBody: link.searchParams.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      bindings: nineDays,
    });
    expect([late.status, await tier()]).toEqual([410, 'teaser']);
  });

  test('knows no erased athlete', async () => {
    const { athleteId, link } = await teaserAthlete();
    await TEST_HOME.prepare("UPDATE athletes SET status = 'erasing' WHERE id = ?").bind(athleteId).run();
    expect((await call('GET', link.pathname + link.search)).status).toBe(404);
    expect((await submit(link)).status).toBe(404);
  });
});
