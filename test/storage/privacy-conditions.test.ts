import { env } from 'cloudflare:workers';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { describe, expect, test } from 'vitest';
import { outdateOtherWrites, selectExternalIds, selectHolder } from '#nutrition/athletes/repository.ts';
import { ATHLETE_TABLES, type AthleteTable } from '#partner/privacy/athlete-tables.ts';
import {
  PAGE_ROWS,
  readAccessLog,
  readActivities,
  readActivityIds,
  readConnections,
  readEvents,
  readStoredAnswers,
  readSweatTests,
  readUsedLinks,
} from '#partner/privacy/export-queries.ts';
import {
  blankAthlete,
  blankAthletes,
  countRecords,
  deleteConnections,
  deleteCreationAnswers,
  deleteErased,
  deleteRecords,
  markMissing,
  markReleased,
  recordSearched,
  reportErasures,
  selectConnectionIds,
  selectErasing,
  selectLedger,
  selectLiveIdsAfter,
  selectMissing,
  selectSomeAthletes,
  selectUnapplied,
  selectUnreleased,
} from '#partner/privacy/repository.ts';
import { activities, athletes, usedSubscribeLinks } from '#platform/storage/athlete-schema.ts';
import { idempotencyKeys } from '#platform/storage/common-schema.ts';
import { events } from '#platform/storage/events-schema.ts';
import { TEST_HOME } from '../support/shards.ts';
import { rowsOf, statementsIn } from './situations.ts';
import {
  ACCESS,
  ATHLETE,
  access,
  activity,
  athlete,
  connection,
  erased,
  event,
  kept,
  LEDGER,
  LIVE,
  ledger,
  NOW,
  OTHER_ATHLETE,
  OTHER_PARTNER,
  otherAthlete,
  sweatTest,
} from './stored-rows.ts';

/** The conditions of statements about erasure and export of an athlete. */

const home = drizzle(TEST_HOME);
const registry = drizzle(env.REGISTRY);
const ERASING = { status: 'erasing' };
const RELEASED = { status: 'erasing', partnerId: '' };
const OTHER = { id: OTHER_ATHLETE.id };
const ofOther = { athleteId: OTHER_ATHLETE.id };

describe('athletes and their erasure', () => {
  const answer = (changes: object = {}) =>
    kept({ resourceId: ATHLETE.id, athleteId: ATHLETE.id, answer: '{}', ...changes });

  const { firstOnly, firstOf } = statementsIn(home);
  firstOf('blankAthlete', athlete, [{}, ERASING, OTHER, OTHER_PARTNER], () =>
    blankAthlete(home, 'prt_a', ATHLETE.id),
  );
  firstOf('blankAthletes', athlete, [{}, ERASING, OTHER], () => blankAthletes(home, [ATHLETE.id]));
  firstOnly('deleteCreationAnswers', () => deleteCreationAnswers(home, [ATHLETE.id]), {
    'to the creation': [athlete(), answer()],
    "to an activity's creation": [athlete(), answer({ resourceId: 'act_a' })],
    "to another athlete's": [otherAthlete, answer({ resourceId: OTHER_ATHLETE.id, ...ofOther })],
  });
  firstOf('selectErasing', athlete, [ERASING, {}], () => selectErasing(home, 9));
  firstOf('selectUnreleased', athlete, [ERASING, {}, RELEASED, { ...ERASING, ...OTHER }], () =>
    selectUnreleased(home, [ATHLETE.id]),
  );
  firstOf('markReleased', athlete, [ERASING, {}, { ...ERASING, ...OTHER }], () =>
    markReleased(home, [ATHLETE.id]),
  );
  firstOf(
    'deleteErased',
    athlete,
    [RELEASED, [athlete(RELEASED), activity()], ERASING, { partnerId: '' }, { ...RELEASED, ...OTHER }],
    () => deleteErased(home, [ATHLETE.id]),
  );
  firstOf('selectLiveIdsAfter', athlete, [{}, ERASING, { id: 'ath_l' }], () =>
    selectLiveIdsAfter(home, 'ath_t', 9),
  );
  firstOnly('selectUnapplied', () => selectUnapplied(home, ['a']), {
    'unknown here': [],
    applied: erased({ idHash: 'a' }),
  });
  firstOf('outdateOtherWrites', athlete, [{}, { externalId: 'new' }, ERASING, OTHER], () =>
    outdateOtherWrites(home, ATHLETE.id, 'new'),
  );
  firstOf('selectHolder', athlete, [{}, { externalId: 'b' }, OTHER_PARTNER], () =>
    selectHolder(home, 'prt_a', 'rider'),
  );
  firstOf('selectExternalIds', athlete, [{}, ERASING, OTHER_PARTNER, OTHER], () =>
    selectExternalIds(home, 'prt_a', [ATHLETE.id]),
  );

  const SEARCHED = { searchedTo: '' };
  const inRegistry = statementsIn(registry);
  inRegistry.firstOf('selectLedger', ledger, [{}, { shard: 'c001' }, LIVE, SEARCHED, { idHash: 'b' }], () =>
    selectLedger(registry, LEDGER, { erasedAt: NOW, idHash: 'b' }, 9),
  );
  inRegistry.firstOf('markMissing', ledger, [{}, { searchedTo: 'ath_x' }, { idHash: 'b' }], () =>
    markMissing(registry, ['a']),
  );
  inRegistry.firstOnly('selectMissing', () => selectMissing(registry, LEDGER, 9), ledger, {
    'of this shard': SEARCHED,
    'of another shard': { ...SEARCHED, shard: 'c001' },
    'of the other environment': { ...SEARCHED, ...LIVE },
    'not missing': {},
  });
});

describe('erasure, table by table', () => {
  const ofEvents: AthleteTable | undefined = ATHLETE_TABLES.find(({ table }) => table === events);
  if (!ofEvents) throw new Error('an erasure reaches the events');

  const { firstOnly, firstOf } = statementsIn(home);
  firstOf('reportErasures', athlete, [{}, ERASING, OTHER], () =>
    reportErasures(home, 'test', [ATHLETE.id], NOW),
  );
  firstOnly('deleteRecords: events', () => deleteRecords(home, ofEvents, [ATHLETE.id]), event, {
    own: {},
    'of another': ofOther,
    'of the erasure itself': { type: 'athlete.erased', data: {} },
  });
  firstOf(
    'deleteConnections',
    (changes) => [athlete(), connection(changes)],
    [{}, { id: 'con_b' }],
    () => deleteConnections(home, ['con_a']),
  );
  firstOnly('selectConnectionIds', () => selectConnectionIds(home, [ATHLETE.id], 9), {
    own: [athlete(), connection()],
    'of another': [otherAthlete, connection(ofOther)],
  });
  firstOf('selectSomeAthletes', athlete, [{}, OTHER_PARTNER, ERASING], () =>
    selectSomeAthletes(home, ['prt_a'], 9),
  );
  firstOnly("deleteErased beside another athlete's activity", () => deleteErased(home, [ATHLETE.id]), {
    there: [athlete(RELEASED), otherAthlete, activity(ofOther)],
    own: [athlete(RELEASED), activity()],
  });
  firstOnly('deleteErased beside the event of the erasure', () => deleteErased(home, [ATHLETE.id]), {
    there: [athlete(RELEASED), event({ type: 'athlete.erased', data: {} })],
    'beside another event': [athlete(RELEASED), event()],
  });

  test('countRecords counts the rows of this athlete only, each table apart', async () => {
    const rows = [athlete(), otherAthlete, activity(ofOther), event(ofOther)];
    for (const [table, row] of rows) await home.insert(table).values(row);
    const [counts, ...others] = await countRecords(home, ATHLETE.id);
    expect(others).toEqual([]);
    expect(counts).toMatchObject({ activities: 0, events: 0 });
    expect(await countRecords(home, OTHER_ATHLETE.id)).toMatchObject([
      { activities: 1, events: 1, feedback: 0 },
    ]);
    for (const table of [events, activities, athletes]) await home.delete(table);
  });

  const inRegistry = statementsIn(registry);
  inRegistry.firstOf('recordSearched', ledger, [{}, { idHash: 'b' }], () =>
    recordSearched(registry, ['a'], 'ath_x'),
  );
});

describe("an athlete's export", () => {
  const OWN_ONLY = [{}, ofOther];
  const used = rowsOf(usedSubscribeLinks, { athleteId: ATHLETE.id, expiresAtS: 5, usedAt: 1 });
  const answer = (changes: object) => kept({ athleteId: ATHLETE.id, ...changes });
  const log = { ...ACCESS, id: 'acc_d' };
  const owner = { athleteId: ATHLETE.id, partnerId: 'prt_a', environment: 'test' } as const;

  const { firstOf } = statementsIn(home, [athlete(), otherAthlete]);
  firstOf('readActivityIds', activity, OWN_ONLY, () => () => readActivityIds(home, ATHLETE.id));
  firstOf(
    'readActivities',
    activity,
    [...OWN_ONLY, { id: 'act_b' }],
    () => () => readActivities(home, ATHLETE.id, ['act_a']),
  );
  firstOf(
    'readSweatTests',
    sweatTest,
    OWN_ONLY,
    () => async () => (await readSweatTests(home, ATHLETE.id, null)).rows,
  );
  // The last situation of each is of an earlier page.
  firstOf(
    'readAccessLog',
    access,
    [...OWN_ONLY, { id: log.id }],
    () => async () => (await readAccessLog(home, ATHLETE.id, log)).rows,
  );
  firstOf(
    'readConnections',
    connection,
    [...OWN_ONLY, { clientId: 'cli_A' }],
    () => async () => (await readConnections(home, ATHLETE.id, 'cli_A')).rows,
  );
  firstOf(
    'readUsedLinks',
    used,
    [...OWN_ONLY, { expiresAtS: 1 }],
    () => async () => (await readUsedLinks(home, ATHLETE.id, 1)).rows,
  );
  firstOf(
    'readEvents',
    event,
    [{ sequence: 6 }, { sequence: 6, ...ofOther }, { sequence: 5 }],
    () => async () => (await readEvents(home, ATHLETE.id, 5)).rows,
  );
  firstOf(
    'readStoredAnswers',
    answer,
    [...OWN_ONLY, OTHER_PARTNER, LIVE, { keyHash: 'A' }],
    () => async () => (await readStoredAnswers(home, owner, 'A')).rows,
  );

  test('readStoredAnswers reaches an answer that more answers of another athlete than a page precede', async () => {
    const hashes = JSON.stringify(Array.from({ length: PAGE_ROWS }, (_, at) => `b${at}`));
    const rows = [athlete(), otherAthlete, answer({ keyHash: 'c' })];
    for (const [table, row] of rows) await home.insert(table).values(row);
    await home
      .insert(idempotencyKeys)
      .select(
        sql`SELECT 'prt_a', 'test', value, '', '', ${OTHER_ATHLETE.id}, NULL, 1 FROM json_each(${hashes}) WHERE true`,
      );
    expect((await readStoredAnswers(home, owner, 'a')).rows).toHaveLength(1);
    await home.delete(athletes);
  });
});
