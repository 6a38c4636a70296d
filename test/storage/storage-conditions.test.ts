import { env } from 'cloudflare:workers';
import { type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#platform/clock.ts';
import { parseEnv } from '#platform/env.ts';
import {
  claimedRow,
  deleteExpired,
  freeReserved,
  insertClaim,
  selectFirstAnswer,
} from '#platform/http/shared-repository.ts';
import { learnedStates, partnerShards } from '#platform/storage/athlete-schema.ts';
import { auditRow, insertAuditWhere } from '#platform/storage/audit.ts';
import { ends } from '#platform/storage/common-schema.ts';
import { newMeter } from '#platform/storage/database.ts';
import { positionBefore } from '#platform/storage/event-id.ts';
import { events, subscribers } from '#platform/storage/events-schema.ts';
import { newAthleteId } from '#platform/storage/ids.ts';
import { reconcileKey } from '#platform/storage/key-projection.ts';
import {
  selectLiveAthlete,
  selectLiveAthleteOfAnyPartner,
  selectLiveAthletes,
} from '#platform/storage/live-athlete.ts';
import {
  partnerExists,
  readPartnerKeys,
  selectHomeRegions,
  selectPartner,
} from '#platform/storage/partner.ts';
import { measureLeftShards, noteLate, selectPartnerShards } from '#platform/storage/partner-shards.ts';
import { deleteOldEvents, deleteSomeEvents } from '#platform/storage/record-events.ts';
import {
  answerCounts,
  apiKeys,
  partners,
  shards,
  usage,
  usageFlushes,
  type WebhookRow,
} from '#platform/storage/registry-schema.ts';
import { writeSizes } from '#platform/storage/shard-states.ts';
import { isNewerThan, isOlderThan, STEP_ROWS, selectEngineVersions } from '#platform/storage/statements.ts';
import {
  endSubscribers,
  endSubscribersOf,
  isSubscriber,
  selectWebhooksOf,
  writeSubscriber,
} from '#platform/storage/subscribers.ts';
import { addUsage, type UsageFlush, writeAnswers } from '#platform/storage/usage.ts';
import { insertMany, updateMany } from '#platform/storage/write-many.ts';
import { TEST_HOME } from '../support/shards.ts';
import { rowsOf, statementAt, statementsIn } from './situations.ts';
import {
  ATHLETE,
  athlete,
  CLAIM,
  end,
  event,
  kept,
  key,
  LIVE,
  learned,
  NOW,
  OTHER_ATHLETE,
  OTHER_PARTNER,
  otherAthlete,
  otherPartner,
  partner,
  subscriber,
  TERMINATED,
  WEBHOOK,
  webhook,
} from './stored-rows.ts';

/**
 * The conditions of statements about what many capabilities share: idempotency keys, the ends of keys, sizes, subscribers and events.
 */

const home = drizzle(TEST_HOME);
const registry = drizzle(env.REGISTRY);
const shard = rowsOf(shards, { environment: 'test', shard: 'c000', sizeBytes: 1, measuredAt: 1 });
const answers = rowsOf(answerCounts, { slot: 5, environment: 'live', answers: 1, faults: 1, times: {} });
const METER = newMeter();
const END = { id: 'key_a', kind: 'key', partnerId: 'prt_a', endedAt: NOW, isCopied: true } as const;
const ATHLETE_ID = newAthleteId('test', 'c000', NOW);

describe('the row that holds an idempotency key', () => {
  const OF_OTHERS = [OTHER_PARTNER, LIVE, { keyHash: 'b' }];

  const { firstOf, onlyIf } = statementsIn(registry);
  firstOf(
    'freeReserved',
    kept,
    [{}, ...OF_OTHERS, { requestHash: 'b' }, { resourceId: 'b' }, { answer: '{}' }],
    () => freeReserved(registry, CLAIM, 'reserved'),
  );
  firstOf('selectFirstAnswer', kept, [{}, ...OF_OTHERS], () => selectFirstAnswer(registry, CLAIM));
  onlyIf('insertClaim', kept({ keyHash: 'b' }), (condition) =>
    insertClaim(registry, claimedRow(CLAIM, 'reserved'), condition),
  );
  firstOf('deleteExpired', kept, [{}, ...OF_OTHERS, { expiresAt: NOW + 1 }], () =>
    deleteExpired(registry, CLAIM),
  );
});

describe('storage: what many statements share', () => {
  const OWN_ONLY = [{}, OTHER_PARTNER];
  const alone = statementsIn(registry);
  const OWN = { partnerId: 'prt_a', environment: 'test', webhookId: 'whk_a' } as const;
  const OF_WEBHOOK = [...OWN_ONLY, LIVE, { webhookId: 'whk_b' }];
  const HOOK: WebhookRow = {
    ...{ ...WEBHOOK, version: 2, events: [], health: {}, testedAt: [] },
    ...{ description: null, disabledReason: null, previousSecret: null, previousSecretUntil: null },
    ...{ begunAt: null, resumeAt: null },
  };
  const sent = rowsOf(usageFlushes, { guard: 'guard', flush: 'earlier', at: 1 });
  const flush: UsageFlush = {
    id: 'flush',
    owner: { partnerId: 'prt_a', environment: 'test' },
    sizes: [],
    counts: [{ hourMs: 1, operationId: 'getAthlete', statusClass: '2xx', requests: 1 }],
    answers: [{ slotMs: 1, environment: 'live', answers: 1, faults: 0, times: { 'read 50': 1 } }],
  };
  const added = (what: typeof usage | typeof answerCounts) => async () => {
    await registry.delete(what);
    await addUsage(registry, 'guard', flush, NOW);
    return registry.select().from(what);
  };
  const KEY_END = { partnerId: 'prt_a', status: 'revoked', revokedAt: 1 };
  const reconciledKey = (revokedAtMs: number | null) => async () => {
    const end = await reconcileKey(parseEnv(env), METER, 'key_a', revokedAtMs);
    return end === null ? [] : [end];
  };
  const { firstOf, touches, onlyIf } = statementsIn(registry, [partner(), otherPartner]);
  alone.firstOf('selectPartner', partner, [{}, { id: 'prt_b' }], () => selectPartner(registry, 'prt_a'));
  alone.firstOf('selectHomeRegions', partner, [{}, { id: 'prt_b' }], () =>
    selectHomeRegions(registry, ['prt_a']),
  );
  alone.firstOf('partnerExists', partner, [{}, { id: 'prt_b' }], () =>
    registry.select().from(partners).where(partnerExists('prt_a')),
  );
  firstOf(
    'readPartnerKeys',
    key,
    [...OWN_ONLY, { status: 'revoked' }],
    () => async () => (await readPartnerKeys(parseEnv(env), METER, 'prt_a'))?.keys ?? [],
  );
  firstOf('reconcileKey of a key', key, [{}, { id: 'key_b' }], () => reconciledKey(null));
  firstOf('reconcileKey reports a revocation once', key, [{}, KEY_END, { id: 'key_b' }], () => async () => {
    await registry.delete(events);
    await reconciledKey(NOW)();
    return registry.select().from(events);
  });
  touches(
    'reconcileKey reads the key and its own partner',
    [
      partner({ ...TERMINATED, terminatedAt: 5 }),
      key({ id: 'key_0', hash: 'b' }),
      key({ ...OTHER_PARTNER, expiresAt: 7 }),
    ],
    () => async () => {
      const read = await reconciledKey(null)();
      return read.filter(({ end }) => end.expiresAtMs === 7 && end.partnerTerminatedAtMs === null);
    },
  );
  touches(
    'reconcileKey reports no revocation but this one',
    [key(), key({ id: 'key_b', hash: 'b' })],
    () => async () => {
      await registry.delete(events);
      await reconciledKey(NOW)();
      const reported = await registry.select().from(events);
      return reported.length === 1 ? reported : [];
    },
  );
  firstOf('reconcileKey revokes', key, [{}, { id: 'key_b' }, KEY_END], () => async () => {
    await reconciledKey(NOW)();
    return registry.select().from(apiKeys).where(sql`revoked_at = ${NOW}`);
  });
  const COLUMNS = [ends.endedAt, ends.id] as const;
  const LAST = { atMs: 5, id: 'b' };
  const endsWhere = (condition: SQL | undefined) => registry.select().from(ends).where(condition);
  firstOf(
    'isOlderThan the last of the page before',
    end,
    [
      { endedAt: 5, id: 'a' },
      { endedAt: 5, id: 'b' },
      { endedAt: 6, id: 'a' },
    ],
    () => endsWhere(isOlderThan(COLUMNS, LAST)),
  );
  firstOf(
    'isNewerThan the last of the page before',
    end,
    [
      { endedAt: 5, id: 'c' },
      { endedAt: 5, id: 'b' },
      { endedAt: 4, id: 'c' },
    ],
    () => endsWhere(isNewerThan(COLUMNS, LAST)),
  );
  firstOf('writeSizes of a shard', shard, [{}, { measuredAt: NOW - 1 }, LIVE, { shard: 'c001' }], () =>
    writeSizes(registry, [{ environment: 'test', shard: 'c000', atMs: NOW, sizeBytes: 5 }]),
  );
  firstOf('selectWebhooksOf', webhook, [...OWN_ONLY, LIVE], () =>
    selectWebhooksOf(registry, 'prt_a', 'test'),
  );
  firstOf('writeSubscriber', subscriber, [{}, { version: 2 }, { version: 9 }], () =>
    writeSubscriber(registry, HOOK, 'c000', 'weur'),
  );
  firstOf('endSubscribers', subscriber, OF_WEBHOOK, () => endSubscribers(registry, [OWN]));
  firstOf('endSubscribersOf', subscriber, OWN_ONLY, () => endSubscribersOf(registry, ['prt_a']));
  firstOf('isSubscriber', subscriber, OF_WEBHOOK, () =>
    registry.select().from(subscribers).where(isSubscriber(OWN)),
  );
  for (const [what, table] of Object.entries({ requests: usage, answers: answerCounts })) {
    firstOf(`addUsage counts ${what} once`, sent, [{}, { flush: 'flush' }], () => added(table));
    touches(`addUsage counts ${what} of each guard`, sent({ guard: 'b', flush: 'flush' }), () =>
      added(table),
    );
  }
  firstOf('updateMany', end, [{}, { id: 'key_b' }, { endedAt: 1 }], () =>
    statementAt(
      updateMany(registry, { table: ends, key: ends.id }, [END], {
        condition: sql`${ends.endedAt} = ${NOW}`,
      }),
      0,
    ),
  );

  onlyIf('writeAnswers', answers(), (only) => writeAnswers(registry, flush.answers, only));
  onlyIf('insertAuditWhere', [], (only) =>
    insertAuditWhere(registry, auditRow('partner.create', 'prt_a', {}, NOW), only),
  );
  onlyIf('insertMany', end(), (only) =>
    statementAt(insertMany(registry, ends, [{ ...END, id: 'key_b' }], { condition: only }), 0),
  );
  onlyIf('deleteSomeEvents', event({ athleteId: null }), (only) => deleteSomeEvents(registry, only));

  const LIVE_OWN = [{}, { status: 'erasing' }, { id: OTHER_ATHLETE.id }];
  const left = rowsOf(partnerShards, { partnerId: 'prt_a', shard: 'c000', state: 'left' });
  const measuredShards = (where: SQL) => async () => {
    await measureLeftShards(parseEnv(env), METER, 'prt_a', { environment: 'test', shard: 'c000' });
    return home.select().from(partnerShards).where(where);
  };
  const inHome = statementsIn(home);
  inHome.firstOf('selectLiveAthlete', athlete, [...LIVE_OWN, OTHER_PARTNER], () =>
    selectLiveAthlete(home, 'prt_a', ATHLETE.id),
  );
  inHome.firstOf('selectLiveAthleteOfAnyPartner', athlete, LIVE_OWN, () =>
    selectLiveAthleteOfAnyPartner(home, ATHLETE.id),
  );
  inHome.firstOf('selectLiveAthletes', athlete, [...LIVE_OWN, OTHER_PARTNER], () =>
    selectLiveAthletes(home, 'prt_a', [ATHLETE.id]),
  );
  inHome.firstOf('selectPartnerShards', left, OWN_ONLY, () => selectPartnerShards(home, 'prt_a'));
  inHome.firstOf('noteLate', left, [...OWN_ONLY, { shard: 'c001' }, { state: 'open' }], () =>
    noteLate(home, 'prt_a', 'c000', ''),
  );
  inHome.firstOf(
    'measureLeftShards',
    (changes) => [athlete(changes), left()],
    [{ id: ATHLETE_ID }, { id: ATHLETE_ID, ...OTHER_PARTNER }, { id: ATHLETE_ID, status: 'erasing' }],
    () => measuredShards(sql`state = 'measured' AND first_ulid <> '' AND partner_id = 'prt_a'`),
  );
  inHome.firstOnly(
    'measureLeftShards leaves alone',
    () =>
      measuredShards(
        sql`state <> 'measured' AND shard = 'c001' OR partner_id = 'prt_b' AND state <> 'measured'`,
      ),
    { 'an open shard': [left(), left({ shard: 'c001', state: 'open' })], 'but not this one': left() },
  );
  inHome.firstOnly(
    'measureLeftShards leaves alone the shard',
    () => measuredShards(sql`state <> 'measured' AND partner_id = 'prt_b'`),
    { 'of another partner': [left(), left(OTHER_PARTNER)], 'but not its own': left() },
  );
  inHome.firstOnly(
    'selectEngineVersions finds the next version',
    () => async () => {
      const versions = await selectEngineVersions(home, learnedStates, sql`last_at IS NULL`);
      return versions.filter(({ version }) => version === '2');
    },
    (changes) => [
      ...[athlete(), otherAthlete, learned({ engineVersion: '1' })],
      learned({ athleteId: OTHER_ATHLETE.id, engineVersion: '2', ...changes }),
    ],
    { 'after the first': {}, 'unless the condition leaves it out': { lastAt: 5 } },
  );
  inHome.firstOnly(
    'positionBefore finds the last event',
    () =>
      home
        .select()
        .from(events)
        .where(sql`${events.sequence} = ${positionBefore(NOW)}`),
    {
      'of a day ago': [
        event({ athleteId: null, createdAt: NOW - DAY_MS }),
        event({ athleteId: null, createdAt: NOW }),
      ],
      'but none of now': event({ athleteId: null, createdAt: NOW }),
    },
  );
  inHome.firstOf('deleteOldEvents', event, [{ athleteId: null }, { athleteId: null, createdAt: NOW }], () =>
    deleteOldEvents(home, NOW),
  );

  test('deleteOldEvents removes a thousand at most, which a statement has time for', async () => {
    const numbers = JSON.stringify(Array.from({ length: STEP_ROWS + 1 }, () => 1));
    await home
      .insert(events)
      .select(
        sql`SELECT NULL, 'prt_a', 'test', 'key.created', NULL, '{}', value FROM json_each(${numbers}) WHERE true`,
      );
    expect(await touchedRows()).toBe(STEP_ROWS);
    expect(await touchedRows()).toBe(1);

    async function touchedRows(): Promise<number> {
      const { meta } = await deleteOldEvents(home, NOW);
      return meta.changes;
    }
  });
});
