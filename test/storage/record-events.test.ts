import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { partnerShards } from '#platform/storage/athlete-schema.ts';
import { newMeter, openDatabase } from '#platform/storage/database.ts';
import { EVENT_PATTERNS, EVENT_TYPES, eventTypesOf } from '#platform/storage/event-types.ts';
import { events } from '#platform/storage/events-schema.ts';
import { recordEach, recordEvents } from '#platform/storage/record-events.ts';
import { sendAll } from '#platform/storage/statements.ts';
import { TEST_HOME } from '../support/shards.ts';

const db = openDatabase(TEST_HOME);

function reporterNamed(partnerId: string) {
  return { principal: { partnerId, environment: 'test' as const }, nowMs: 1_800_000_000_000 };
}

const keyCreated = (keyId: string) => ({ type: 'key.created', data: { keyId } }) as const;

async function recordedFor(partnerId: string) {
  const [rows] = await db.batch([
    db
      .select()
      .from(events)
      .where(sql`partner_id = ${partnerId} AND environment = 'test'`)
      .orderBy(events.sequence),
  ]);
  return rows;
}

const nameShard = (partnerId: string) =>
  db.insert(partnerShards).values({ partnerId, shard: 'c000' }).onConflictDoNothing();

test('an event is recorded with the change that it stands after, and not if nothing changed', async () => {
  const reporter = reporterNamed('prt_change');
  for (let repeat = 0; repeat < 2; repeat++) {
    await db.batch([
      nameShard('prt_change'),
      db.select().from(partnerShards).limit(1),
      recordEvents(db, reporter, [keyCreated('key_1'), keyCreated('key_2')]),
    ]);
  }
  const recorded = await recordedFor('prt_change');
  expect(recorded.map(({ data }) => data.keyId)).toEqual(['key_1', 'key_2']);
  expect(recorded[0]).toMatchObject({ type: 'key.created', athleteId: null, createdAt: reporter.nowMs });
});

test('of many changes only those that took place are recorded', async () => {
  await db.batch([nameShard('prt_taken')]);
  const reported = ['prt_taken', 'prt_missing'].map((partnerId) => ({
    event: keyCreated(partnerId),
    proof: { partner: partnerId },
  }));
  const statements = recordEach(
    db,
    reporterNamed('prt_each'),
    reported,
    (proof) => sql`EXISTS (SELECT 1 FROM partner_shards WHERE partner_id = ${proof('partner')})`,
  );
  await sendAll(db, statements);
  expect((await recordedFor('prt_each')).map(({ data }) => data.keyId)).toEqual(['prt_taken']);
});

test('a pattern stands for its types', () => {
  expect(eventTypesOf('*')).toEqual(EVENT_TYPES);
  expect(eventTypesOf('feedback.*')).toEqual(['feedback.received', 'feedback.deleted']);
  expect(eventTypesOf('key.created')).toEqual(['key.created']);
  for (const unknown of ['', 'key', 'key.', 'ke*', 'key.created.*', '*.*'])
    expect(eventTypesOf(unknown)).toEqual([]);
  for (const pattern of EVENT_PATTERNS) expect(eventTypesOf(pattern).length).toBeGreaterThan(0);
});

test('a batch asks who wants its events if a statement is marked as a recording, whatever its text', async () => {
  let asked = 0;
  const own = openDatabase(TEST_HOME, {
    ...newMeter(),
    onRecorded: () => {
      asked += 1;
    },
  });
  const rowOf = (partnerId: string) => ({
    partnerId,
    environment: 'test' as const,
    type: 'key.created' as const,
    athleteId: null,
    data: { keyId: 'key_1' },
    createdAt: 1_800_000_000_000,
  });
  const before = await own.batch([own.insert(events).values(rowOf('prt_unmarked'))]);
  expect(before).toHaveLength(1);
  expect(asked).toBe(0);
  const both = await own.batch([
    nameShard('prt_marked'),
    recordEvents(own, reporterNamed('prt_marked'), [keyCreated('key_1')]),
    own.select().from(events).limit(1),
  ]);
  // The subscribers of the recording are not among the results of the batch.
  expect(both).toHaveLength(3);
  expect((await recordedFor('prt_marked')).map(({ data }) => data.keyId)).toEqual(['key_1']);
});
