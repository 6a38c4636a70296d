import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { encodeCursor } from '#platform/storage/cursor.ts';
import { newId } from '#platform/storage/ids.ts';
import { hiccupingBindings } from '../support/bindings.ts';
import { loadTestCatalogue, makeProductReader, readAccessLog } from '../support/catalogue.ts';
import { call, refusal } from '../support/client.ts';
import { away, withBatches } from '../support/faulty-databases.ts';
import { inLimiter, limiterOf } from '../support/guards.ts';
import { makePartner } from '../support/partners.ts';
import { beforeBatch, TEST_HOME, TEST_HOME_BINDING } from '../support/shards.ts';
import { stopClock } from '../support/stopped-clock.ts';

const UNKNOWN_ATHLETE = 'ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz';

beforeAll(() => loadTestCatalogue());

/** Bindings in which the athlete is erased between the search and its row in the log. */
const erasedBeforeItsRow = (athleteId: string) =>
  beforeBatch(athleteId, 1, async () => {
    await TEST_HOME.prepare("UPDATE athletes SET status = 'erasing' WHERE id = ?").bind(athleteId).run();
  });

const observing = (observe: (results: readonly D1Result[]) => void): Partial<Cloudflare.Env> => ({
  [TEST_HOME_BINDING]: withBatches(TEST_HOME, async (send) => {
    const results = await send();
    observe(results);
    return results;
  }),
});

describe('the access log', () => {
  test('has a row of the log for every answered product request, and shows each partner only its own', async () => {
    const { partner, athleteId, get, log } = await makeProductReader();
    await get('&q=maurten&limit=3');
    await get('&category=bar&vegan=true');
    const rows = await log(`&athlete_id=${athleteId}`);
    expect(rows).toHaveLength(2);
    expect(rows.find((row: { query: string }) => row.query.includes('maurten'))).toMatchObject({
      partner_id: partner.partnerId,
      athlete_id: athleteId,
      query: '/v1/products?q=maurten&limit=3',
      result_count: 3,
    });
    expect(await readAccessLog((await makePartner()).testKey)).toEqual([]);
    expect(await log(`&athlete_id=${UNKNOWN_ATHLETE}`)).toEqual([]);
  });

  test('pages newest first and filters by UTC day', async () => {
    stopClock();
    const { partner, get, log } = await makeProductReader();
    for (let index = 0; index < 5; index++) await get(`&limit=${index + 1}`);
    const first = await call('GET', '/v1/partner/access-log?limit=3', { key: partner.testKey });
    const second = await call('GET', `/v1/partner/access-log?limit=3&cursor=${first.json.next_cursor}`, {
      key: partner.testKey,
    });
    const ids = [...first.json.data, ...second.json.data].map((row: { id: string }) => row.id);
    expect(ids).toHaveLength(5);
    expect(new Set(ids).size).toBe(5);
    expect(await log('&from=2036-06-15&to=2036-06-15')).toHaveLength(5);
    expect(await log('&to=2036-06-14')).toEqual([]);
    expect(await log('&from=2036-06-16')).toEqual([]);
    const reversed = await call('GET', '/v1/partner/access-log?from=2026-02-01&to=2026-01-01', {
      key: partner.testKey,
    });
    expect(refusal(reversed).pointers).toEqual(['?from']);
  });

  test('a day of the log before 1970 or in the far future is a day like any other', async () => {
    const { get, log } = await makeProductReader();
    await get('');
    expect(await log('&from=0001-01-01&to=9999-12-31')).toHaveLength(1);
    expect(await log('&from=0001-01-01&to=1969-12-31')).toEqual([]);
    expect(await log('&from=9999-12-31')).toEqual([]);
  });

  test('a cursor with time and identifier, as issued before, continues from its position', async () => {
    const { partner, get, log } = await makeProductReader();
    for (let index = 0; index < 3; index++) await get('');
    const path = '/v1/partner/access-log';
    const [newest, ...older] = await log();
    const cursor = await encodeCursor(
      { secret: env.SIGNING_SECRET, partnerId: partner.partnerId, environment: 'test', path, filters: {} },
      [Date.parse(newest.at), newest.id],
    );
    const { json } = await call('GET', `${path}?cursor=${cursor}`, { key: partner.testKey });
    expect(json).toEqual({ data: older, has_more: false, next_cursor: null });
  });

  test('is written before the answer is sent: a failed write is a 503 without data', async () => {
    const { get, log } = await makeProductReader();
    const reply = await get('&q=maurten', { [TEST_HOME_BINDING]: away(TEST_HOME) });
    expect(refusal(reply)).toMatchObject({ status: 503, code: 'temporarily_unavailable' });
    expect(reply.text).not.toContain('Maurten');
    expect(await log()).toEqual([]);
  });

  test('erasure just before the log row: nothing is shown, and no rate limit is left', async () => {
    const { partner, athleteId, get } = await makeProductReader();
    const reply = await get('', erasedBeforeItsRow(athleteId));
    expect(refusal(reply)).toMatchObject({ status: 404, code: 'athlete_not_found' });
    const limiter = limiterOf({ partnerId: partner.partnerId, athleteId });
    expect(await inLimiter(limiter, (_limiter, state) => [...state.storage.kv.list()])).toEqual([]);
  });

  test.each([1, 2, 3, 4, 5, 6])(
    'also if storage call %i fails: not found or "try again", never an internal error',
    async (failingCall) => {
      const { athleteId, get } = await makeProductReader();
      const { bindings } = hiccupingBindings(failingCall, 'before');
      const { status } = await get('', { ...bindings, ...erasedBeforeItsRow(athleteId) });
      expect([404, 503]).toContain(status);
    },
  );

  test('a list of products uses indexes, reads no more rows as the access log grows, and writes two', async () => {
    const { partner, athleteId, get } = await makeProductReader();
    const rows = Array.from({ length: 300 }, (_, index) => [newId('acc', index + 1), index] as const);
    await TEST_HOME.batch(
      rows.map(([id, at]) =>
        TEST_HOME.prepare(
          'INSERT INTO product_access_log (id, partner_id, athlete_id, query, at, result_count) VALUES (?, ?, ?, ?, ?, 1)',
        ).bind(id, partner.partnerId, athleteId, 'q', at),
      ),
    );
    let rowsRead = 0;
    let rowsWritten = 0;
    let batches = 0;
    const counting = observing((results) => {
      batches += 1;
      for (const { meta } of results) {
        rowsRead += meta.rows_read;
        rowsWritten += meta.rows_written;
      }
    });
    // Notes the products as shown to the partner's athletes, so that a later listing that day need not.
    await get('&q=gel');
    await get('&q=gel', counting);
    expect(batches).toBe(1);
    expect(rowsRead).toBeLessThanOrEqual(7);
    expect(rowsWritten).toBe(2);
    const page = await call('GET', `/v1/partner/access-log?limit=5&athlete_id=${athleteId}`, {
      key: partner.testKey,
      bindings: observing((results) => {
        rowsRead = results[0]?.meta.rows_read ?? 0;
      }),
    });
    expect(page.json.data).toHaveLength(5);
    expect(rowsRead).toBeLessThanOrEqual(12);
  });
});
