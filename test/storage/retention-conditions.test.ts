import { env } from 'cloudflare:workers';
import { gt, type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { describe, expect, test } from 'vitest';
import { ENGINE_VERSION } from '#core/engine/prescribe.ts';
import {
  type AlertRow,
  deleteOldCounts,
  recordNotice,
  sampleSizes,
  selectAnsweredIn,
  selectAnswersSince,
  selectCheckedSchemas,
  selectDone,
  selectEmailCountsSince,
  selectFailingWebhooks,
  selectFirstSamples,
  selectLateDispatchers,
  takeNotices,
  writeChecks,
} from '#partner/alerting/repository.ts';
import {
  countView,
  deleteExpiredSessions,
  deletePageSession,
  endOldestSessions,
  selectLinkedSession,
  selectPageSession,
  selectPageSessions,
} from '#partner/page-sessions/repository.ts';
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
  blankCountedAddresses,
  deleteEndsOf,
  deleteExpiredAnswers,
  deleteOldAccesses,
  deleteOldApplied,
  deleteOldEnds,
  deleteOldErasures,
  deleteOldFlushes,
  deleteOldRecalculations,
  deleteOldRequests,
  deleteOldUsage,
  deleteRowsOfPartner,
  deleteRowsOfPartners,
  deleteShardsOfPartners,
  dropOldInputs,
  RESTORABLE_MS,
  selectDueIn,
  selectPurgedPartners,
  selectSomeKeys,
  selectVersionsWithInputs,
  writeStates,
} from '#partner/retention/repository.ts';
import {
  beginRun,
  confirmAnew,
  endAccessAnew,
  endInRegistry,
  markCopied,
  recordReconciled,
  selectActiveAfter,
  selectAppliedAfter,
  selectConsentsTo,
  selectEnds,
  selectRunsOf,
  selectSuspended,
  selectUncopied,
  suspendAgain,
} from '#partner/retention/restores-repository.ts';
import { DAY_MS, HOUR_MS } from '#platform/clock.ts';
import { parseEnv } from '#platform/env.ts';
import { CHECK_SCHEMA, WAKE_DISPATCHERS } from '#platform/storage/athlete-databases.ts';
import {
  activities,
  appliedErasures,
  athletes,
  learnedStates,
  type PageSessionRow,
  pageSessions,
  partnerShards,
  prescriptions,
  productAccessLog,
  productsSeen,
  sweatTests,
  usedSubscribeLinks,
} from '#platform/storage/athlete-schema.ts';
import { auditRow, insertAuditWhere } from '#platform/storage/audit.ts';
import { ends, idempotencyKeys } from '#platform/storage/common-schema.ts';
import { invitations, members } from '#platform/storage/console-schema.ts';
import { newMeter } from '#platform/storage/database.ts';
import { positionBefore } from '#platform/storage/event-id.ts';
import { events, subscribers, suspensions } from '#platform/storage/events-schema.ts';
import { idsFrom, newAthleteId } from '#platform/storage/ids.ts';
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
  accessRequests,
  alerts,
  answerCounts,
  apiKeys,
  emailCounts,
  jobStates,
  oauthClients,
  partnerEnds,
  partners,
  shards,
  sizeSamples,
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
import {
  type Case,
  type Conditional,
  expectFirstOnly,
  expectOnlyIf,
  type Rows,
  type Statement,
} from './situations.ts';
import {
  ATHLETE,
  athlete,
  client,
  connection,
  consent,
  invitation,
  key,
  LIVE,
  ledger,
  member,
  NOW,
  OTHER_PARTNER,
  partner,
  recalculation,
  TARGET,
  TERMINATED,
  webhook,
} from './stored-rows.ts';

/**
 * The conditions of statements that crons and moves between regions run: each is tried in one situation in which it finds its
 * row, and in others that differ from that one in one thing. A lost condition deletes what must be kept, or repeats an alert.
 */

const registry = drizzle(env.REGISTRY);
const home = drizzle(TEST_HOME);

type Make = (changes?: object) => Rows[number];

/** Returns a maker of rows of a table that differ from a usual one in what is given. */
function rowsOf(table: SQLiteTable, row: Readonly<Record<string, unknown>>): Make {
  return (changes = {}) => [table, { ...row, ...changes }];
}

const suspension = rowsOf(suspensions, { partnerId: 'prt_a', suspendedAt: 1, version: 5 });

/** Returns situations of one row each, with rows that all have. */
function each(make: Make, changes: Readonly<Record<string, object>>, ...beside: Rows): Record<string, Rows> {
  return Object.fromEntries(
    Object.entries(changes).map(([name, change]) => [name, [...beside, make(change)]]),
  );
}

/** Returns one of the statements of a batch. */
function nth<Each>(statements: readonly Each[], at: number): Each {
  const statement = statements.at(at);
  if (!statement) throw new Error(`the batch has no statement ${at}`);
  return statement;
}

const shard = rowsOf(shards, { environment: 'test', shard: 'c000', sizeBytes: 1, measuredAt: 1 });
const job = rowsOf(jobStates, {
  ...{ job: CHECK_SCHEMA, database: 'test.c000', startedAt: 1, finishedAt: 1 },
  ...{ outcome: 'done', counts: {}, lastDoneAt: 1, unfinishedRuns: 0 },
});
const sample = rowsOf(sizeSamples, { day: 5, database: 'test.c000', at: 1, sizeBytes: 1 });
const answers = rowsOf(answerCounts, { slot: 5, environment: 'live', answers: 1, faults: 1, times: {} });
const emails = rowsOf(emailCounts, { hour: 5, sent: 1, refused: 1 });
const alert = rowsOf(alerts, {
  ...{ name: 'jobs', environment: 'live', checkedAt: 1, isActive: true, beganAt: 1, findings: ['late'] },
  notice: 'begun',
  ...{ noticedAt: NOW - HOUR_MS, emailOwed: false, postOwed: false, takenUntil: 0 },
});
const kept = rowsOf(idempotencyKeys, {
  ...{ partnerId: 'prt_a', environment: 'test', keyHash: 'a', requestHash: '', resourceId: '' },
  expiresAt: NOW,
});
const counted = rowsOf(usage, {
  ...{ partnerId: 'prt_a', environment: 'test', hour: NOW, operationId: 'getAthlete', statusClass: '2xx' },
  requests: 1,
});
const end = rowsOf(ends, { id: 'key_a', kind: 'key', partnerId: 'prt_a', endedAt: NOW, isCopied: false });
const OTHER = { id: 'ath_tc0009', externalId: null, revision: 7 };
const learned = rowsOf(learnedStates, {
  ...{ athleteId: ATHLETE.id, revision: 'r', engineVersion: '1', eventsSinceState: 0, updatedAt: 1 },
});
const event = rowsOf(events, {
  ...{ partnerId: 'prt_a', environment: 'test', type: 'activity.created', athleteId: ATHLETE.id },
  ...{ data: { activityId: 'act_a' }, createdAt: 1 },
});
const looked = rowsOf(productAccessLog, {
  ...{ id: 'acc_c', partnerId: 'prt_a', athleteId: ATHLETE.id, query: '', at: 1, resultCount: 0 },
});

const ran = rowsOf(activities, {
  ...{ id: 'act_a', athleteId: ATHLETE.id, type: 'run', durationMin: 60, effectiveAt: 1 },
  ...{ createdAt: 1, updatedAt: 1 },
});
const BOTH_ATHLETES = [athlete(), athlete({ ...OTHER, externalId: null })];

const BLANK = sql`'[]'`;

describe('alerting: sizes, jobs and counts', () => {
  const EARLIER = { 'of an earlier one': { day: 4, slot: 4, hour: 4 } };
  test.each<Case>([
    [
      'sampleSizes stores the size of a shard that was measured',
      () => [
        sampleSizes(registry, 6, NOW, 1),
        registry.select().from(sizeSamples).where(sql`day = 6 AND database <> 'registry'`),
      ],
      each(shard, { measured: {}, 'not yet measured': { sizeBytes: null, measuredAt: null } }, sample()),
    ],
    [
      'selectFirstSamples, by which a database is expected to be full',
      () => selectFirstSamples(registry, 5),
      each(sample, { 'of the first day': {}, ...EARLIER }),
    ],
    [
      'selectCheckedSchemas',
      () => selectCheckedSchemas(registry),
      each(
        job,
        {
          checked: {},
          'reached by another job': { job: 'other' },
          'of another shard': { database: 'test.c001' },
        },
        shard(),
      ),
    ],
    ['selectDone', () => selectDone(registry), each(job, { once: {}, never: { lastDoneAt: null } })],
    [
      'selectLateDispatchers, whose webhooks wait',
      () => selectLateDispatchers(registry),
      each(job, {
        late: { job: WAKE_DISPATCHERS, counts: { late: 1 } },
        'none late': { job: WAKE_DISPATCHERS, counts: { late: 0 } },
        'late in another job': { counts: { late: 1 } },
      }),
    ],
    [
      'selectEmailCountsSince',
      () => registry.select().from(selectEmailCountsSince(registry, 5).as('email')).where(gt(sql`sent`, 0)),
      each(emails, { 'of the first hour': {}, ...EARLIER }),
    ],
    [
      'selectAnswersSince',
      () => selectAnswersSince(registry, 4),
      each(answers, { 'of the next ten minutes': {}, ...EARLIER }),
    ],
    [
      'selectFailingWebhooks',
      () => selectFailingWebhooks(registry),
      each(
        webhook,
        {
          'of which one store stopped': { health: FAILING },
          'that are healthy': { health: { c000: { ...HEALTH, state: 'healthy' } } },
          'that are disabled': { health: FAILING, status: 'disabled' },
          'of a suspended partner': { health: FAILING, partnerId: 'prt_b' },
        },
        partner(),
        partner({ id: 'prt_b', status: 'suspended' }),
      ),
    ],
    [
      'selectAnsweredIn, by which errors raise an alert',
      () =>
        registry
          .select()
          .from(selectAnsweredIn(registry, [4]).as('since'))
          .where(gt(sql`faults`, 0)),
      each(answers, { 'of the next ten minutes': {}, ...EARLIER }),
    ],
    ...(['answers', 'emails', 'sizes'] as const).map(
      (name, at): Case => [
        `deleteOldCounts of ${name}`,
        () => nth(deleteOldCounts(registry, NOW), at),
        each(nth([answers, emails, sample], at), {
          'over a month ago': { slot: 1, hour: 1, day: 1 },
          'of the last days': { slot: NOW, hour: NOW, day: Math.ceil(NOW / DAY_MS) - 15 },
        }),
      ],
    ),
  ])('%s', async (...given) => expectFirstOnly(registry, given));
});

const HEALTH = { asOf: 1, since: 1, statusCode: 500, waiting: 1, refusedTypes: [], nextAttemptAt: null };
const FAILING = { c000: { ...HEALTH, state: 'stopped' }, c001: { ...HEALTH, state: 'healthy' } };

/** A notice that was taken to be sent. */
const TAKEN: AlertRow = {
  name: 'jobs',
  environment: 'live',
  checkedAt: 1,
  isActive: true,
  beganAt: 1,
  findings: [],
  notice: 'begun',
  noticedAt: 1,
  emailOwed: true,
  postOwed: true,
  takenUntil: NOW,
};

describe('alerting: notices', () => {
  /** Selects the alert after a check, if it meets this condition. */
  const checked =
    (findings: readonly string[], where: SQL, environment: 'test' | 'live' = 'live'): (() => Statement) =>
    () => [
      writeChecks(registry, [{ name: 'jobs', environment, findings }], { email: true, post: true }, NOW),
      registry.select().from(alerts).where(where),
    ];
  const LONG_AGO = { noticedAt: NOW - 2 * DAY_MS };
  const CALM = { isActive: false, beganAt: null, findings: [] };
  const OWED = { emailOwed: true };
  test.each<Case>([
    [
      'a notice is repeated after a day',
      checked(['late'], sql`notice = 'continues'`),
      each(alert, {
        'a day after the last': LONG_AGO,
        'an hour after the last': {},
        'of a condition that only begins': { ...CALM, ...LONG_AGO },
      }),
    ],
    [
      'a notice is due when a condition begins',
      checked(['late'], sql`noticed_at = ${NOW} AND email_owed AND post_owed`),
      each(alert, { 'that was not active': CALM, 'that is active, noticed an hour ago': {} }),
    ],
    [
      'nobody is sent a notice of the sandbox',
      checked(['late'], sql`NOT email_owed AND NOT post_owed AND noticed_at = ${NOW}`, 'test'),
      each(alert, {
        'that begins': { ...CALM, environment: 'test' },
        'noticed an hour ago': { environment: 'test' },
      }),
    ],
    [
      'a notice is due when a condition ends',
      checked([], sql`notice = 'ended' AND noticed_at = ${NOW}`),
      each(alert, { 'that was active': {}, 'that was not active': { ...CALM, ...LONG_AGO } }),
    ],
    [
      'nothing is sent daily of a condition that is not active',
      checked([], sql`noticed_at <> ${NOW}`),
      each(alert, { 'for two days': { ...CALM, ...LONG_AGO }, 'any more': {} }),
    ],
    ...Object.entries({ email: OWED, post: { postOwed: true } }).map(
      ([channel, owed]): Case => [
        `takeNotices for ${channel}`,
        () => takeNotices(registry, NOW),
        each(alert, {
          owed,
          'sent before': {},
          'that another cron is sending': { ...owed, takenUntil: NOW + 1 },
        }),
      ],
    ),
    [
      'recordNotice',
      () => [
        recordNotice(registry, TAKEN, { email: false, post: false }),
        registry.select().from(alerts).where(sql`NOT email_owed`),
      ],
      each(alert, {
        'of this notice': { ...OWED, noticedAt: 1 },
        'of a newer notice, still owed': OWED,
        'of another alert, still owed': { ...OWED, noticedAt: 1, name: 'sizes' },
        'of the sandbox, still owed': { ...OWED, noticedAt: 1, environment: 'test' },
      }),
    ],
    [
      'recordNotice releases',
      () => [
        recordNotice(registry, TAKEN, { email: false, post: false }),
        registry.select().from(alerts).where(sql`taken_until = 0`),
      ],
      each(alert, { 'this alert': { takenUntil: NOW }, 'not another': { takenUntil: NOW, name: 'sizes' } }),
    ],
  ])('%s', async (...given) => expectFirstOnly(registry, given));
});

describe('retention of old rows', () => {
  const request = rowsOf(accessRequests, {
    ...{ id: 'req_a', platform: '', useCase: '', contactEmail: '', createdAt: 1, purgeAfter: 1 },
    addressHash: 'a',
  });
  const flush = rowsOf(usageFlushes, { guard: 'a', flush: 'b', at: 1 });
  test.each<Case>([
    [
      'deleteOldErasures, which a restore would undo',
      () => deleteOldErasures(registry, NOW),
      each(ledger, { 'beyond any restore': { erasedAt: 1 }, 'that a restore can undo': {} }),
    ],
    [
      'deleteOldRequests',
      () => deleteOldRequests(registry, NOW),
      each(request, { expired: {}, pending: { purgeAfter: NOW } }),
    ],
    [
      'blankCountedAddresses, by which requests are limited',
      () => blankCountedAddresses(registry, NOW),
      each(request, {
        'of an hour ago': {},
        'that still count': { createdAt: NOW },
        'blanked before': { addressHash: null },
      }),
    ],
    [
      'deleteOldUsage, which invoices count',
      () => deleteOldUsage(registry, NOW),
      each(counted, { 'of the year before last': { hour: 1 }, 'of this month': {} }),
    ],
    [
      'deleteOldFlushes',
      () => deleteOldFlushes(registry, NOW),
      each(flush, { 'of an old guard': {}, 'that may be repeated': { at: NOW } }),
    ],
    [
      'deleteOldRecalculations',
      () => deleteOldRecalculations(registry, NOW),
      each(recalculation, {
        'that ended': { id: idsFrom('rcl', 1), finishedAt: 1 },
        'that still runs': { id: idsFrom('rcl', 1) },
        'that the partner can read': { id: idsFrom('rcl', NOW), finishedAt: 1 },
      }),
    ],
    [
      'deleteOldEnds',
      () => deleteOldEnds(registry, NOW),
      each(end, { 'beyond any restore': { endedAt: 1 }, 'that a restore can undo': {} }),
    ],
  ])('in the registry: %s', async (...given) => expectFirstOnly(registry, given));

  const prescribed = rowsOf(prescriptions, {
    ...{ activityId: 'act_a', athleteId: ATHLETE.id, fingerprint: '', engineVersion: '0', calculatedAt: 1 },
    ...{ numbers: BLANK, warnings: BLANK, missingFields: BLANK, inputs: sql`x'00'` },
  });
  const INPUTS = { there: { engineVersion: ENGINE_VERSION }, 'dropped before': { inputs: null } };
  test.each<Case>([
    [
      'selectVersionsWithInputs',
      () => selectVersionsWithInputs(home),
      each(prescribed, INPUTS, athlete(), ran()),
    ],
    [
      'dropOldInputs of the running engine, from which explanations are calculated',
      () => dropOldInputs(home, [ENGINE_VERSION], NOW),
      each(
        prescribed,
        { old: INPUTS.there, recent: { ...INPUTS.there, calculatedAt: NOW }, 'of another version': {} },
        athlete(),
        ran(),
      ),
    ],
    [
      'dropOldInputs of an older engine',
      () => dropOldInputs(home, ['0'], NOW),
      each(
        prescribed,
        {
          recent: { calculatedAt: NOW },
          'dropped before': { inputs: null },
          'of another version': INPUTS.there,
        },
        athlete(),
        ran(),
      ),
    ],
    [
      'deleteOldApplied, without which an erasure looks undone',
      () => deleteOldApplied(home, NOW),
      each(rowsOf(appliedErasures, { idHash: 'a', appliedAt: 1 }), {
        'beyond any restore': {},
        'that the ledger has': { appliedAt: NOW - RESTORABLE_MS },
      }),
    ],
    [
      'deleteExpiredAnswers to retries',
      () => deleteExpiredAnswers(home, NOW),
      each(kept, { 'after a day': {}, before: { expiresAt: NOW + 1 } }),
    ],
    [
      'deleteOldAccesses',
      () => deleteOldAccesses(home, NOW),
      {
        'of the second partner': [
          athlete(),
          looked({ id: idsFrom('acc', NOW) }),
          looked({ id: idsFrom('acc', 1), ...OTHER_PARTNER }),
        ],
        'that a platform can be shown': [athlete(), looked({ id: idsFrom('acc', NOW) })],
      },
    ],
  ])('in an athlete database: %s', async (...given) => expectFirstOnly(home, given));
});

describe('retention of the rows of partners', () => {
  const OF_OTHER = { own: {}, 'of another partner': OTHER_PARTNER };
  const BOTH = [partner(), partner({ id: 'prt_b' })];
  const done = rowsOf(partnerEnds, { partnerId: 'prt_a', part: 'athletes', database: 'test.c000' });
  test.each<Case>([
    [
      'selectDueIn',
      () => selectDueIn(registry, { environment: 'test', shard: 'c000' }, NOW, 9),
      {
        'whose data are here': [partner(TERMINATED), done({ database: 'test.c001' })],
        'whose data were removed': [partner(TERMINATED), done()],
        'who can still come back': [
          partner({ ...TERMINATED, purgeAfter: NOW + 1 }),
          done({ part: 'connections' }),
        ],
      },
    ],
    [
      'selectPurgedPartners',
      () => selectPurgedPartners(registry, NOW),
      each(partner, {
        'whom a restore could bring back': { status: 'purged', purgedAt: NOW },
        'beyond any restore': { status: 'purged', purgedAt: 1 },
      }),
    ],
    ['selectSomeKeys', () => selectSomeKeys(registry, 'prt_a', 9), each(key, OF_OTHER, ...BOTH)],
    ...Object.entries({ answers: kept, clients: client, events: event, usage: counted }).map(
      ([name, make], at): Case => [
        `deleteRowsOfPartner: ${name}`,
        () => nth(deleteRowsOfPartner(registry, 'prt_a'), at),
        each(
          (changes) => make({ ...(name === 'events' ? { athleteId: null } : {}), ...changes }),
          OF_OTHER,
          ...BOTH,
        ),
      ],
    ),
    ...Object.entries({ recalculations: recalculation, webhooks: webhook }).map(
      ([name, make], at): Case => [
        `deleteRowsOfPartner: ${name}`,
        () => nth(deleteRowsOfPartner(registry, 'prt_a'), at + 4),
        each(make, OF_OTHER, ...BOTH),
      ],
    ),
    [
      'deleteRowsOfPartner: suspensions',
      () => nth(deleteRowsOfPartner(registry, 'prt_a'), -1),
      each(suspension, OF_OTHER),
    ],
    ['deleteEndsOf', () => deleteEndsOf(registry, ['prt_a']), each(end, OF_OTHER)],
    [
      'writeStates counts the runs that a job leaves unfinished',
      () => [
        writeStates(registry, [
          { job: 'a', database: 'b', startedAt: 2, finishedAt: 3, outcome: 'more', counts: {} },
        ]),
        registry.select().from(jobStates).where(sql`unfinished_runs = 2 AND last_done_at = 1`),
      ],
      each(job, {
        'after another': { job: 'a', database: 'b', unfinishedRuns: 1 },
        'of another job': { unfinishedRuns: 1 },
      }),
    ],
    [
      'writeStates ends the count with a run that is done',
      () => [
        writeStates(registry, [
          { job: 'a', database: 'b', startedAt: 2, finishedAt: 3, outcome: 'done', counts: {} },
        ]),
        registry.select().from(jobStates).where(sql`unfinished_runs = 0 AND last_done_at = 3`),
      ],
      { 'of the job': [job({ job: 'a', database: 'b', unfinishedRuns: 1 })] },
    ],
    [
      'writeStates does not show a first run that is unfinished as done',
      () => [
        writeStates(registry, [
          { job: 'a', database: 'c', startedAt: 2, finishedAt: 3, outcome: 'failed', counts: {} },
        ]),
        registry.select().from(jobStates).where(sql`job = 'a' AND last_done_at IS NULL`),
      ],
      { 'but as never done': [job()] },
    ],
  ])('in the registry: %s', async (...given) => expectFirstOnly(registry, given));

  test.each<Case>([
    ...Object.entries({
      answers: kept,
      'products seen': rowsOf(productsSeen, { partnerId: 'prt_a', productId: 'prd_a', day: 1 }),
    }).map(
      ([name, make], at): Case => [
        `deleteRowsOfPartners: ${name}`,
        () => nth(deleteRowsOfPartners(home, ['prt_a']), at),
        each(make, OF_OTHER),
      ],
    ),
    [
      'deleteRowsOfPartners: suspensions',
      () => nth(deleteRowsOfPartners(home, ['prt_a']), -1),
      each(suspension, OF_OTHER),
    ],
    [
      'deleteShardsOfPartners',
      () => deleteShardsOfPartners(home, ['prt_a']),
      each(rowsOf(partnerShards, { partnerId: 'prt_a', shard: 'c001' }), OF_OTHER),
    ],
  ])('in an athlete database: %s', async (...given) => expectFirstOnly(home, given));
});

describe('what a restore has brought back', () => {
  const HOME = { environment: 'test', shard: 'c000' } as const;
  const ran = rowsOf(shards, { ...HOME, runsBegun: 6, runsCounted: 5 });
  const HERE = {
    'of this database': {},
    'of another shard': { shard: 'c001' },
    'of the other environment': LIVE,
  };
  const BEFORE = { 'of an earlier page': { id: 'key_A', idHash: 'A' } };
  const NEXT = { next: {}, ...BEFORE };
  const applied = rowsOf(appliedErasures, { idHash: 'a', appliedAt: 1 });
  const ended = (id: string, kind: 'key' | 'partner' | 'member' | 'invitation' | 'client' | 'webhook') => [
    { id: `${id}0`, kind, partnerId: 'prt_a', endedAt: 3, isCopied: true },
    { id, kind, partnerId: 'prt_a', endedAt: 7, isCopied: true },
  ];
  const done = rowsOf(partnerEnds, { partnerId: 'prt_a', part: 'connections', database: 'test.c000' });
  const SUSPENDED = [
    { partnerId: 'prt_0', suspendedAt: 3, version: 3 },
    { partnerId: 'prt_a', suspendedAt: 7, version: 5 },
  ];
  const WHOM_TO_SUSPEND = {
    active: { suspensionVersion: 4 },
    another: { id: 'prt_b', suspensionVersion: 4 },
    'resumed later': { suspensionVersion: 5 },
    terminated: { ...TERMINATED, suspensionVersion: 4 },
  };
  test.each<Case>([
    ['selectRunsOf', () => selectRunsOf(registry, HOME), each(ran, HERE)],
    [
      'beginRun, unless the counts show a restore',
      () => beginRun(registry, HOME, 5),
      each(ran, {
        ...HERE,
        'of a database that was restored': { runsCounted: 6 },
        'with a registry that was restored': { runsBegun: 4, runsCounted: 4 },
      }),
    ],
    ['recordReconciled', () => recordReconciled(registry, HOME, 5, NOW), each(ran, HERE)],
    [
      'selectUncopied',
      () => selectUncopied(registry, 9),
      each(end, { 'only in the registry': {}, 'in the first database, too': { isCopied: true } }),
    ],
    ['selectEnds', () => selectEnds(registry, 'key_A', 9), each(end, NEXT)],
    [
      'markCopied',
      () => markCopied(registry, ended('key_a', 'key')),
      each(end, { copied: {}, 'not copied': { id: 'key_b' } }),
    ],
    [
      'selectConsentsTo',
      () => selectConsentsTo(registry, ['con_a']),
      each(consent, { 'this connection': {}, another: { connectionId: 'con_b' } }, partner(), client()),
    ],
    ['confirmAnew', () => confirmAnew(registry, HOME, NOW), each(consent, HERE, partner(), client())],
    ...(
      [
        ['key', key, { status: 'revoked' }, { id: 'key_b' }, sql`revoked_at = 7`, apiKeys],
        ['partner', partner, TERMINATED, { id: 'prt_b' }, sql`terminated_at = 7`, partners],
        [
          'client',
          client,
          { status: 'deleted' },
          { clientId: 'cli_b' },
          sql`status = 'deleted'`,
          oauthClients,
        ],
        ['webhook', webhook, null, { id: 'whk_b' }, sql`1`, null],
        ['member', member, { removedAt: 1 }, { id: 'mbr_b' }, sql`removed_at = 7`, members],
        ['invitation', invitation, { endedAt: 1 }, { id: 'inv_b' }, sql`ended_at = 7`, invitations],
      ] as const
    ).flatMap(([kind, make, before, another, hasEnded, table], at): readonly Case[] => {
      const ids = {
        key: 'key_a',
        partner: 'prt_a',
        client: 'cli_a',
        webhook: 'whk_a',
        member: TARGET.id,
        invitation: 'inv_a',
      };
      const row: Make = (changes = {}) => (make === member ? member(TARGET, changes) : make(changes));
      const beside = kind === 'partner' ? [] : [partner()];
      const end = () => nth(endInRegistry(registry, ended(ids[kind], kind)), at);
      const situations = { revived: {}, another, ...(before ? { 'ended before': before } : {}) };
      const ends: Case = [`endInRegistry, a ${kind}`, end, each(row, situations, ...beside)];
      if (table === null) return [ends];
      const select = () => registry.select().from(table).where(hasEnded);
      const atItsTime: Case = [
        `endInRegistry, a ${kind}, at its own time`,
        () => [end(), select()],
        each(row, { revived: {}, another }, ...beside),
      ];
      return [ends, atItsTime];
    }),
    [
      'endAccessAnew of a terminated partner',
      () => nth(endAccessAnew(registry, 'test.c000'), 0),
      {
        'in the restored database': [partner(TERMINATED), done()],
        'in another one': [partner(TERMINATED), done({ database: 'test.c001' })],
        'but not the removal of athletes': [partner(TERMINATED), done({ part: 'athletes' })],
        'that is active': [partner(), done()],
      },
    ],
    ['suspendAgain', () => suspendAgain(registry, SUSPENDED), each(partner, WHOM_TO_SUSPEND)],
    [
      'suspendAgain, since its own time',
      () => [
        suspendAgain(registry, SUSPENDED),
        registry.select().from(partners).where(sql`status = 'suspended' AND suspended_at = 7`),
      ],
      each(partner, WHOM_TO_SUSPEND),
    ],
    [
      'endAccessAnew fans out suspensions again',
      () => nth(endAccessAnew(registry, 'test.c000'), 2),
      each(partner, { 'of a suspended partner': { status: 'suspended' }, 'of an active one': {} }),
    ],
    [
      'endAccessAnew opens the end of access',
      () => nth(endAccessAnew(registry, 'test.c000'), 1),
      each(partner, { 'of a terminated partner': TERMINATED, 'of an active one': {} }),
    ],
  ])('in the registry: %s', async (...given) => expectFirstOnly(registry, given));

  test.each<Case>([
    [
      'selectActiveAfter',
      () => selectActiveAfter(home, 'con_A', NOW, 9),
      {
        next: connection(),
        'of an earlier page': connection({ id: 'con_A' }),
        revoked: connection({ status: 'revoked' }),
        'made just now': connection({ connectedAt: NOW }),
      },
    ],
    ['selectAppliedAfter', () => selectAppliedAfter(home, 'A', 9), each(applied, NEXT)],
    [
      'selectSuspended',
      () => selectSuspended(home),
      each(suspension, { suspended: {}, resumed: { suspendedAt: null } }),
    ],
  ])('in an athlete database: %s', async (...given) => expectFirstOnly(home, given));
});

describe("an athlete's export", () => {
  const OF_OTHER = { own: {}, "another athlete's": { athleteId: OTHER.id } };
  const PAGED = {
    ...OF_OTHER,
    'of an earlier page': { id: 'acc_a', clientId: 'cli_A', expiresAtS: 1, keyHash: 'A' },
  };
  const tested = rowsOf(sweatTests, {
    ...{ id: 'swt_c', athleteId: ATHLETE.id, effectiveAt: 5, type: 'run', durationMin: 60, fluidMl: 0 },
    ...{
      bodyMassBeforeKg: 70,
      bodyMassAfterKg: 69,
      source: 'scale',
      changes: BLANK,
      remarks: BLANK,
      createdAt: 1,
    },
  });
  const used = rowsOf(usedSubscribeLinks, { athleteId: ATHLETE.id, expiresAtS: 5, usedAt: 1 });
  const answer: Make = (changes) => kept({ athleteId: ATHLETE.id, ...changes });
  const log = { id: 'acc_d', partnerId: 'prt_a', athleteId: ATHLETE.id, query: '', at: 1, resultCount: 0 };
  const owner = { athleteId: ATHLETE.id, partnerId: 'prt_a', environment: 'test' } as const;
  test.each<Case>([
    ['readActivityIds', () => () => readActivityIds(home, ATHLETE.id), each(ran, OF_OTHER, ...BOTH_ATHLETES)],
    [
      'readActivities',
      () => () => readActivities(home, ATHLETE.id, ['act_a']),
      each(ran, { ...OF_OTHER, 'of another page': { id: 'act_b' } }, ...BOTH_ATHLETES),
    ],
    [
      'readSweatTests',
      () => async () => (await readSweatTests(home, ATHLETE.id, null)).rows,
      each(tested, OF_OTHER, ...BOTH_ATHLETES),
    ],
    [
      'readAccessLog',
      () => async () => (await readAccessLog(home, ATHLETE.id, log)).rows,
      each(looked, { ...OF_OTHER, 'of an earlier page': { id: 'acc_d' } }, ...BOTH_ATHLETES),
    ],
    [
      'readConnections',
      () => async () => (await readConnections(home, ATHLETE.id, 'cli_A')).rows,
      each((changes) => connection(changes)[1], PAGED, ...BOTH_ATHLETES),
    ],
    [
      'readUsedLinks',
      () => async () => (await readUsedLinks(home, ATHLETE.id, 1)).rows,
      each(used, PAGED, ...BOTH_ATHLETES),
    ],
    [
      'readEvents',
      () => async () => (await readEvents(home, ATHLETE.id, 5)).rows,
      each(
        (changes) => event({ sequence: 6, ...changes }),
        { ...OF_OTHER, 'of an earlier page': { sequence: 5 } },
        ...BOTH_ATHLETES,
      ),
    ],
    [
      'readStoredAnswers',
      () => async () => (await readStoredAnswers(home, owner, 'A')).rows,
      each(
        answer,
        { ...PAGED, 'of another partner': OTHER_PARTNER, 'of the other environment': LIVE },
        ...BOTH_ATHLETES,
      ),
    ],
  ])('%s', async (...given) => expectFirstOnly(home, given));

  test('readStoredAnswers reaches an answer that more answers of another athlete than a page precede', async () => {
    const hashes = JSON.stringify(Array.from({ length: PAGE_ROWS }, (_, at) => `b${at}`));
    const rows = [...BOTH_ATHLETES, answer({ keyHash: 'c' })];
    for (const [table, row] of rows) await home.insert(table).values(row);
    await home
      .insert(idempotencyKeys)
      .select(
        sql`SELECT 'prt_a', 'test', value, '', '', ${OTHER.id}, NULL, 1 FROM json_each(${hashes}) WHERE true`,
      );
    expect((await readStoredAnswers(home, owner, 'a')).rows).toHaveLength(1);
    await home.delete(athletes);
  });
});

describe('storage: what many statements share', () => {
  const OF_OTHER = { own: {}, 'of another partner': OTHER_PARTNER };
  const TWO_PARTNERS = [partner(), partner({ id: 'prt_b' })];
  const OWN = { partnerId: 'prt_a', environment: 'test', webhookId: 'whk_a' } as const;
  const subscriber = rowsOf(subscribers, {
    ...{
      ...OWN,
      store: 'c000',
      region: 'weur',
      version: 1,
      status: 'active',
      url: '',
      types: [],
      secret: '',
    },
    ...{ activation: 1, startsAfter: 0, acknowledged: 0 },
  });
  const OF_WEBHOOK = {
    ...OF_OTHER,
    'of the other environment': LIVE,
    'of another webhook': { webhookId: 'whk_b' },
  };
  const HOOK: WebhookRow = {
    ...OWN,
    id: OWN.webhookId,
    url: '',
    events: [],
    description: null,
    status: 'active',
    disabledReason: null,
    secret: '',
    previousSecret: null,
    previousSecretUntil: null,
    version: 2,
    fannedOut: 1,
    begunAt: null,
    activation: 1,
    resumeAt: null,
    health: {},
    createdAt: 1,
    testedAt: [],
    createdBy: null,
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
  const SENT = { 'after another flush': {}, 'sent by another guard': { guard: 'b', flush: 'flush' } };
  const REPEATED = { 'sent before': { flush: 'flush' } };
  const KEY_END = { partnerId: 'prt_a', status: 'revoked', revokedAt: 1 };
  const reconciledKey = (revokedAtMs: number | null) => async () => {
    const end = await reconcileKey(parseEnv(env), METER, 'key_a', revokedAtMs);
    return end === null ? [] : [end];
  };
  test.each<Case>([
    [
      'selectPartner',
      () => selectPartner(registry, 'prt_a'),
      each(partner, { this: {}, another: { id: 'prt_b' } }),
    ],
    [
      'selectHomeRegions',
      () => selectHomeRegions(registry, ['prt_a']),
      each(partner, { this: {}, another: { id: 'prt_b' } }),
    ],
    [
      'partnerExists',
      () => registry.select().from(partners).where(partnerExists('prt_a')),
      each(partner, { this: {}, another: { id: 'prt_b' } }),
    ],
    [
      'readPartnerKeys',
      () => async () => (await readPartnerKeys(parseEnv(env), METER, 'prt_a'))?.keys ?? [],
      each(key, { ...OF_OTHER, revoked: { status: 'revoked' } }, ...TWO_PARTNERS),
    ],
    [
      'reconcileKey of a key',
      () => reconciledKey(null),
      each(key, { this: {}, another: { id: 'key_b' } }, ...TWO_PARTNERS),
    ],
    [
      'reconcileKey reports a revocation once',
      () => async () => {
        await registry.delete(events);
        await reconciledKey(NOW)();
        return registry.select().from(events);
      },
      each(
        key,
        { 'of an active key': {}, 'of one that is revoked': KEY_END, 'of another key': { id: 'key_b' } },
        ...TWO_PARTNERS,
      ),
    ],
    [
      'reconcileKey reads the key and its own partner',
      () => async () => {
        const read = await reconciledKey(null)();
        return read.filter(({ end }) => end.expiresAtMs === 7 && end.partnerTerminatedAtMs === null);
      },
      {
        'after those of a terminated one': [
          partner({ ...TERMINATED, terminatedAt: 5 }),
          partner({ id: 'prt_b' }),
          key({ id: 'key_0', hash: 'b' }),
          key({ ...OTHER_PARTNER, expiresAt: 7 }),
        ],
      },
    ],
    [
      'reconcileKey reports no revocation but this one',
      () => async () => {
        await registry.delete(events);
        await reconciledKey(NOW)();
        const reported = await registry.select().from(events);
        return reported.length === 1 ? reported : [];
      },
      { 'with another key': [...TWO_PARTNERS, key(), key({ id: 'key_b', hash: 'b' })] },
    ],
    [
      'reconcileKey revokes',
      () => async () => {
        await reconciledKey(NOW)();
        return registry.select().from(apiKeys).where(sql`revoked_at = ${NOW}`);
      },
      each(
        key,
        { 'this key': {}, 'not another': { id: 'key_b' }, 'not one that is revoked': KEY_END },
        ...TWO_PARTNERS,
      ),
    ],
    [
      'isOlderThan',
      () =>
        registry
          .select()
          .from(ends)
          .where(isOlderThan([ends.endedAt, ends.id], { atMs: 5, id: 'b' })),
      each(end, {
        next: { endedAt: 5, id: 'a' },
        'the last of the page': { endedAt: 5, id: 'b' },
        earlier: { endedAt: 6, id: 'a' },
      }),
    ],
    [
      'isNewerThan',
      () =>
        registry
          .select()
          .from(ends)
          .where(isNewerThan([ends.endedAt, ends.id], { atMs: 5, id: 'b' })),
      each(end, {
        next: { endedAt: 5, id: 'c' },
        'the last of the page': { endedAt: 5, id: 'b' },
        earlier: { endedAt: 4, id: 'c' },
      }),
    ],
    [
      'writeSizes of a shard',
      () => writeSizes(registry, [{ environment: 'test', shard: 'c000', atMs: NOW, sizeBytes: 5 }]),
      each(shard, {
        'measured long ago': {},
        'measured just now': { measuredAt: NOW - 1 },
        'of the other environment': LIVE,
        'of another name': { shard: 'c001' },
      }),
    ],
    [
      'selectWebhooksOf',
      () => selectWebhooksOf(registry, 'prt_a', 'test'),
      each(webhook, { ...OF_OTHER, 'of the other environment': LIVE }, ...TWO_PARTNERS),
    ],
    [
      'writeSubscriber',
      () => writeSubscriber(registry, HOOK, 'c000', 'weur'),
      each(subscriber, {
        'of an earlier version': {},
        'of this version': { version: 2 },
        'that has ended': { version: 9 },
      }),
    ],
    ['endSubscribers', () => endSubscribers(registry, [OWN]), each(subscriber, OF_WEBHOOK)],
    ['endSubscribersOf', () => endSubscribersOf(registry, ['prt_a']), each(subscriber, OF_OTHER)],
    [
      'isSubscriber',
      () => registry.select().from(subscribers).where(isSubscriber(OWN)),
      each(subscriber, OF_WEBHOOK),
    ],
    ...Object.entries(SENT).flatMap(([name, changes]): readonly Case[] => [
      [`addUsage counts requests, ${name}`, () => added(usage), each(sent, { once: changes, ...REPEATED })],
      [
        `addUsage counts answers, ${name}`,
        () => added(answerCounts),
        each(sent, { once: changes, ...REPEATED }),
      ],
    ]),
    [
      'updateMany',
      () =>
        nth(
          updateMany(registry, { table: ends, key: ends.id }, [END], {
            condition: sql`${ends.endedAt} = ${NOW}`,
          }),
          0,
        ),
      each(end, { 'as it was read': {}, another: { id: 'key_b' }, 'changed since': { endedAt: 1 } }),
    ],
  ])('in the registry: %s', async (...given) => expectFirstOnly(registry, given));

  test.each<Conditional>([
    ['writeAnswers', (only) => writeAnswers(registry, flush.answers, only), [answers()]],
    [
      'insertAuditWhere',
      (only) => insertAuditWhere(registry, auditRow('partner.create', 'prt_a', {}, NOW), only),
      [],
    ],
    [
      'insertMany',
      (only) => nth(insertMany(registry, ends, [{ ...END, id: 'key_b' }], { condition: only }), 0),
      [end()],
    ],
    ['deleteSomeEvents', (only) => deleteSomeEvents(registry, only), [event({ athleteId: null })]],
  ])('in the registry: %s holds to its condition', async (...given) => expectOnlyIf(registry, given));

  const LIVE_OWN = { live: {}, 'under erasure': { status: 'erasing' }, another: { id: OTHER.id } };
  const left = rowsOf(partnerShards, { partnerId: 'prt_a', shard: 'c000', state: 'left' });
  const measuredShards = (where: SQL) => async () => {
    await measureLeftShards(parseEnv(env), METER, 'prt_a', { environment: 'test', shard: 'c000' });
    return home.select().from(partnerShards).where(where);
  };
  test.each<Case>([
    [
      'selectLiveAthlete',
      () => selectLiveAthlete(home, 'prt_a', ATHLETE.id),
      each(athlete, { ...LIVE_OWN, 'of another partner': OTHER_PARTNER }),
    ],
    [
      'selectLiveAthleteOfAnyPartner',
      () => selectLiveAthleteOfAnyPartner(home, ATHLETE.id),
      each(athlete, LIVE_OWN),
    ],
    [
      'selectLiveAthletes',
      () => selectLiveAthletes(home, 'prt_a', [ATHLETE.id]),
      each(athlete, { ...LIVE_OWN, 'of another partner': OTHER_PARTNER }),
    ],
    ['selectPartnerShards', () => selectPartnerShards(home, 'prt_a'), each(left, OF_OTHER)],
    [
      'noteLate',
      () => noteLate(home, 'prt_a', 'c000', ''),
      each(left, { ...OF_OTHER, 'in another shard': { shard: 'c001' }, 'in an open one': { state: 'open' } }),
    ],
    [
      'measureLeftShards',
      () => measuredShards(sql`state = 'measured' AND first_ulid <> '' AND partner_id = 'prt_a'`),
      {
        'with its athletes': [athlete({ id: ATHLETE_ID }), left()],
        'without those of another partner': [athlete({ id: ATHLETE_ID, ...OTHER_PARTNER }), left()],
        'without those under erasure': [athlete({ id: ATHLETE_ID, status: 'erasing' }), left()],
      },
    ],
    [
      'measureLeftShards leaves alone',
      () =>
        measuredShards(
          sql`state <> 'measured' AND shard = 'c001' OR partner_id = 'prt_b' AND state <> 'measured'`,
        ),
      { 'an open shard': [left(), left({ shard: 'c001', state: 'open' })], 'but not this one': [left()] },
    ],
    [
      'measureLeftShards leaves alone the shard',
      () => measuredShards(sql`state <> 'measured' AND partner_id = 'prt_b'`),
      { 'of another partner': [left(), left(OTHER_PARTNER)], 'but not its own': [left()] },
    ],
    [
      'selectEngineVersions finds the next version',
      () => async () => {
        const versions = await selectEngineVersions(home, learnedStates, sql`last_at IS NULL`);
        return versions.filter(({ version }) => version === '2');
      },
      {
        'after the first': [
          ...BOTH_ATHLETES,
          learned(),
          learned({ athleteId: OTHER.id, engineVersion: '2' }),
        ],
        'unless the condition leaves it out': [
          ...BOTH_ATHLETES,
          learned(),
          learned({ athleteId: OTHER.id, engineVersion: '2', lastAt: 5 }),
        ],
      },
    ],
    [
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
        'but none of now': [event({ athleteId: null, createdAt: NOW })],
      },
    ],
    [
      'deleteOldEvents',
      () => deleteOldEvents(home, NOW),
      each(event, {
        'of two months ago': { athleteId: null },
        'of today': { athleteId: null, createdAt: NOW },
      }),
    ],
  ])('in an athlete database: %s', async (...given) => expectFirstOnly(home, given));

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

const METER = newMeter();
const END = { id: 'key_a', kind: 'key', partnerId: 'prt_a', endedAt: NOW, isCopied: true } as const;
const ATHLETE_ID = newAthleteId('test', 'c000', NOW);

describe('sessions of athletes’ pages', () => {
  const SESSION = { athleteId: ATHLETE.id, sessionId: 'ses_a', hash: 'h' };
  const session = rowsOf(pageSessions, {
    ...{ id: 'ses_a', athleteId: ATHLETE.id, hash: 'h', keyId: 'key_a', grantText: 'g', pages: ['plan'] },
    ...{ activityId: null, origins: [], returnUrl: null, partnerName: 'A', createdAt: 1, expiresAt: NOW + 1 },
  });
  const LIVE = { live: {}, 'of another athlete': { athleteId: OTHER.id }, expired: { expiresAt: NOW } };
  const NAMED = { ...LIVE, 'another one': { id: 'ses_b' } };
  const row: PageSessionRow = {
    ...{ id: 'ses_z', athleteId: ATHLETE.id, hash: 'h', keyId: 'key_a', grantText: 'g', pages: ['plan'] },
    ...{ activityId: null, origins: [], returnUrl: null, partnerName: 'A', views: 0, viewedSince: 0 },
    ...{ createdAt: NOW, expiresAt: NOW + 1 },
  };
  test.each<Case>([
    [
      'selectPageSessions',
      () => selectPageSessions(home, ATHLETE.id, NOW, { afterId: 'ses_b', limit: 5 }),
      each(session, { ...LIVE, 'of an earlier page': { id: 'ses_b' } }, ...BOTH_ATHLETES),
    ],
    [
      'selectPageSession',
      () => selectPageSession(home, ATHLETE.id, 'ses_a', NOW),
      each(session, NAMED, ...BOTH_ATHLETES),
    ],
    [
      'deletePageSession',
      () => deletePageSession(home, ATHLETE.id, 'ses_a', NOW),
      each(session, NAMED, ...BOTH_ATHLETES),
    ],
    [
      'selectLinkedSession',
      () => selectLinkedSession(home, 'ses_a', 'h'),
      each(
        session,
        { own: {}, 'another one': { id: 'ses_b' }, 'another secret': { hash: 'i' } },
        ...BOTH_ATHLETES,
      ),
    ],
    [
      'countView',
      () => countView(home, SESSION, NOW),
      each(
        session,
        {
          own: {},
          'another one': { id: 'ses_b' },
          'another secret': { hash: 'i' },
          'of another athlete': { athleteId: OTHER.id },
        },
        ...BOTH_ATHLETES,
      ),
    ],
    [
      'deleteExpiredSessions',
      () => deleteExpiredSessions(home, NOW),
      each(session, { expired: { expiresAt: NOW }, live: {} }, ...BOTH_ATHLETES),
    ],
    [
      'endOldestSessions',
      () => endOldestSessions(home, row),
      each(
        session,
        {
          expired: { expiresAt: NOW },
          live: {},
          'of another athlete': { athleteId: OTHER.id, expiresAt: NOW },
        },
        ...BOTH_ATHLETES,
      ),
    ],
  ])('%s', async (...given) => expectFirstOnly(home, given));
});
