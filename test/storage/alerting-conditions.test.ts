import { env } from 'cloudflare:workers';
import { getTableName, gt, type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { describe } from 'vitest';
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
  selectFloodedHourSince,
  selectLateDispatchers,
  takeNotices,
  writeChecks,
} from '#partner/alerting/repository.ts';
import { DAY_MS, HOUR_MS } from '#platform/clock.ts';
import { CHECK_SCHEMA, WAKE_DISPATCHERS } from '#platform/storage/athlete-databases.ts';
import {
  alerts,
  answerCounts,
  emailCounts,
  jobStates,
  shards,
  sizeSamples,
} from '#platform/storage/registry-schema.ts';
import { rowsOf, type Statement, statementAt, statementsIn } from './situations.ts';
import { NOW, partner, webhook } from './stored-rows.ts';

/** The conditions of statements about alerting: what it measures, and whom it notifies. */

const registry = drizzle(env.REGISTRY);
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
const HEALTH = { asOf: 1, since: 1, statusCode: 500, waiting: 1, refusedTypes: [], nextAttemptAt: null };
const FAILING = { c000: { ...HEALTH, state: 'stopped' }, c001: { ...HEALTH, state: 'healthy' } };

/** A notice that was taken to be sent. */
const TAKEN: AlertRow = {
  ...{ name: 'jobs', environment: 'live', checkedAt: 1, isActive: true, beganAt: 1, findings: [] },
  ...{ notice: 'begun', noticedAt: 1, emailOwed: true, postOwed: true, takenUntil: NOW },
};

describe('alerting: sizes, jobs and counts', () => {
  /** The second is of an earlier day, ten minutes or hour. */
  const FROM = [{}, { day: 4, slot: 4, hour: 4 }];

  const { firstOnly, firstOf, touches } = statementsIn(registry, [partner()]);
  firstOf(
    'sampleSizes stores the size of a shard that was measured',
    (changes) => [sample(), shard(changes)],
    [{}, { sizeBytes: null, measuredAt: null }],
    () => [
      sampleSizes(registry, 6, NOW, 1),
      registry.select().from(sizeSamples).where(sql`day = 6 AND database <> 'registry'`),
    ],
  );
  firstOf('selectFirstSamples, by which a database is expected to be full', sample, FROM, () =>
    selectFirstSamples(registry, 5),
  );
  firstOf(
    'selectCheckedSchemas',
    (changes) => [shard(), job(changes)],
    [{}, { job: 'other' }, { database: 'test.c001' }],
    () => selectCheckedSchemas(registry),
  );
  firstOf('selectDone', job, [{}, { lastDoneAt: null }], () => selectDone(registry));
  firstOnly('selectLateDispatchers, whose webhooks wait', () => selectLateDispatchers(registry), job, {
    late: { job: WAKE_DISPATCHERS, counts: { late: 1 } },
    'none late': { job: WAKE_DISPATCHERS, counts: { late: 0 } },
    'late in another job': { counts: { late: 1 } },
  });
  firstOf('selectEmailCountsSince', emails, FROM, () =>
    registry.select().from(selectEmailCountsSince(registry, 5).as('email')).where(gt(sql`sent`, 0)),
  );
  firstOf(
    'selectFloodedHourSince',
    (changes) => emails({ wasFlooded: true, ...changes }),
    [...FROM, { wasFlooded: false }],
    () => selectFloodedHourSince(registry, 5),
  );
  firstOf('selectAnswersSince', answers, FROM, () => selectAnswersSince(registry, 4));
  firstOf('selectAnsweredIn, by which errors raise an alert', answers, FROM, () =>
    registry
      .select()
      .from(selectAnsweredIn(registry, [4]).as('since'))
      .where(gt(sql`faults`, 0)),
  );
  touches(
    'selectFailingWebhooks that are degraded',
    webhook({ health: { c000: { ...HEALTH, state: 'degraded' } } }),
    () => selectFailingWebhooks(registry),
  );
  firstOnly(
    'selectFailingWebhooks',
    () => selectFailingWebhooks(registry),
    (changes) => [partner({ id: 'prt_b', status: 'suspended' }), webhook(changes)],
    {
      'of which one store stopped': { health: FAILING },
      'that are healthy': { health: { c000: { ...HEALTH, state: 'healthy' } } },
      'that are disabled': { health: FAILING, status: 'disabled' },
      'of a suspended partner': { health: FAILING, partnerId: 'prt_b' },
    },
  );
  const OLD = { slot: 1, hour: 1, day: 1 };
  const LATE = { slot: NOW, hour: NOW, day: Math.ceil(NOW / DAY_MS) - 15 };
  for (const [at, make] of [answers, emails, sample].entries()) {
    firstOf(`deleteOldCounts: ${getTableName(make()[0])}`, make, [OLD, LATE], () =>
      statementAt(deleteOldCounts(registry, NOW), at),
    );
  }
});

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

  const { firstOnly, firstOf } = statementsIn(registry);
  firstOnly('a notice is repeated after a day', checked(['late'], sql`notice = 'continues'`), alert, {
    'a day after the last': LONG_AGO,
    'an hour after the last': {},
    'of a condition that only begins': { ...CALM, ...LONG_AGO },
  });
  firstOf(
    'a notice is due when a condition begins, not while it lasts',
    alert,
    [CALM, {}],
    checked(['late'], sql`noticed_at = ${NOW} AND email_owed AND post_owed`),
  );
  firstOf(
    'nobody is sent a notice of the sandbox',
    (changes) => alert({ environment: 'test', ...changes }),
    [CALM, {}],
    checked(['late'], sql`NOT email_owed AND NOT post_owed AND noticed_at = ${NOW}`, 'test'),
  );
  firstOf(
    'a notice is due when a condition ends',
    alert,
    [{}, { ...CALM, ...LONG_AGO }],
    checked([], sql`notice = 'ended' AND noticed_at = ${NOW}`),
  );
  firstOf(
    'nothing is sent daily of a condition that is not active',
    alert,
    [{ ...CALM, ...LONG_AGO }, {}],
    checked([], sql`noticed_at <> ${NOW}`),
  );
  for (const [channel, owed] of Object.entries({ email: OWED, post: { postOwed: true } })) {
    firstOf(`takeNotices for ${channel}`, alert, [owed, {}, { ...owed, takenUntil: NOW + 1 }], () =>
      takeNotices(registry, NOW),
    );
  }
  const recordedWhere = (where: SQL) => () =>
    [
      recordNotice(registry, TAKEN, { email: false, post: false }),
      registry.select().from(alerts).where(where),
    ] as const;
  firstOf(
    'recordNotice: a newer notice, and one of another alert or of the sandbox, are still owed',
    (changes) => alert({ ...OWED, noticedAt: 1, ...changes }),
    [{}, { noticedAt: NOW - HOUR_MS }, { name: 'sizes' }, { environment: 'test' }],
    recordedWhere(sql`NOT email_owed`),
  );
  firstOf(
    'recordNotice releases',
    (changes) => alert({ takenUntil: NOW, ...changes }),
    [{}, { name: 'sizes' }],
    recordedWhere(sql`taken_until = 0`),
  );
});
