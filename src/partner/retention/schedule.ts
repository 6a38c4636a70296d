import { ENGINE_VERSION } from '#core/engine/prescribe.ts';
import { CALLS_OF_REFOLDING, refoldOutdated } from '#nutrition/learning/refold-outdated.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/clock.ts';
import { CHECK_SCHEMA, WAKE_DISPATCHERS } from '#platform/storage/athlete-databases.ts';
import { calls } from '#platform/storage/call-budget.ts';
import type { AlertName } from '../alerting/conditions.ts';
import { CALLS_OF_PURGING_CONSOLE, purgeConsole } from '../console/purge-console.ts';
import { announceEngine, CALLS_OF_ANNOUNCING_ENGINE } from '../events/announce-engine.ts';
import { announceRotations, CALLS_OF_ANNOUNCING_ROTATIONS } from '../keys/announce-rotations.ts';
import {
  CALLS_OF_PURGING_OAUTH,
  CALLS_OF_PURGING_SIGN_IN_CODES,
  purgeOAuth,
  purgeSignInCodes,
} from '../oauth/purge-oauth.ts';
import {
  CALLS_OF_CONFIRMING,
  CALLS_OF_SETTLING,
  confirmConsents,
  settleEnded,
} from '../oauth/settle-consents.ts';
import {
  CALLS_OF_ENDING_TOKENS,
  CALLS_OF_FINISHING_TERMINATION,
  endTokensIn,
} from '../partners/end-access.ts';
import { CALLS_OF_FINISHING, finishErasures } from '../privacy/finish-erasures.ts';
import { beginReapplying, CALLS_OF_REAPPLYING } from '../privacy/reapply-erasures.ts';
import { CALLS_OF_RESTARTING, restartRecalculations } from '../recalculations/restart-recalculations.ts';
import { beginSpreading, beginWaking, CALLS_OF_WAKING, callsOfSpreading } from '../webhooks/wake-lagging.ts';
import { CALLS_OF_CHECKING_SCHEMA, checkSchema } from './check-schema.ts';
import { beginComparingDirectories, callsOfComparingDirectories } from './compare-directories.ts';
import { beginCountingProducts, CALLS_OF_COUNTING_PRODUCTS } from './count-products-seen.ts';
import { beginEndingRevived, CALLS_OF_ENDING_REVIVED } from './end-revived.ts';
import { beginFinishingTerminations } from './finish-terminations.ts';
import { type HomePlace, type Job, type Place, repeat } from './job.ts';
import { beginLeavingClosedShards, CALLS_OF_LEAVING } from './leave-closed-shards.ts';
import { beginMeasuring, CALLS_OF_MEASURING } from './measure-shards.ts';
import { beginErasingAthletes, CALLS_OF_ERASING_ATHLETES } from './purge-athletes-of-partners.ts';
import { CALLS_OF_PURGING_KEYS, purgeDeadKeys } from './purge-dead-keys.ts';
import { purgeIdempotencyKeys, purgeOldRowsOfHome, purgeOldRowsOfRegistry } from './purge-old-rows.ts';
import { beginPurgingPartners, CALLS_OF_PURGING_PARTNERS } from './purge-terminated-partners.ts';

/** The jobs of a cron: those of the registry, and those of each athlete database. */
export interface Jobs {
  /** The time between two crons. */
  readonly periodMs: number;
  /** The conditions that the cron checks in addition to its jobs. */
  readonly conditions: readonly AlertName[];
  readonly ofRegistry: readonly Job<Place>[];
  readonly ofHomes: readonly Job<HomePlace>[];
}

/** Comes after its cron's other jobs, so that the events of their first turn are sent after the same run. */
const WAKING = { name: WAKE_DISPATCHERS, stepCalls: () => CALLS_OF_WAKING };

const PURGE_IDEMPOTENCY_KEYS = {
  name: 'purge-idempotency-keys',
  stepCalls: () => calls({ d1Queries: 1, subrequests: 1 }),
};
const PURGE_OLD_ROWS = { name: 'purge-old-rows', stepCalls: () => calls({ d1Queries: 8, subrequests: 2 }) };

/** Urgent jobs: erasures in progress, and restores that must not bring erased athletes back. */
const URGENT: Jobs = {
  periodMs: 10 * MINUTE_MS,
  conditions: ['error_budget'],
  ofRegistry: [
    {
      name: 'restart-recalculations',
      stepCalls: () => CALLS_OF_RESTARTING,
      begin: repeat(async ({ env, registry, nowMs }) => {
        const { isDone, ...counts } = await restartRecalculations(env, registry, nowMs);
        return { counts, isDone };
      }),
    },
    {
      name: 'finish-terminations',
      stepCalls: () => CALLS_OF_FINISHING_TERMINATION,
      begin: beginFinishingTerminations,
    },
    {
      name: 'purge-terminated-partners',
      stepCalls: () => CALLS_OF_PURGING_PARTNERS,
      begin: beginPurgingPartners,
    },
    {
      name: 'leave-closed-shards',
      stepCalls: () => CALLS_OF_LEAVING,
      begin: ({ env, meter, registry, nowMs }) => beginLeavingClosedShards(env, meter, registry, nowMs),
    },
    {
      name: 'spread-webhooks',
      stepCalls: callsOfSpreading,
      begin: ({ env, meter, registry, nowMs }) => beginSpreading(env, meter, registry, nowMs),
    },
    { ...WAKING, begin: ({ env, registry, nowMs }) => beginWaking(env, registry, registry, nowMs) },
  ],
  ofHomes: [
    { name: CHECK_SCHEMA, stepCalls: () => CALLS_OF_CHECKING_SCHEMA, begin: repeat(checkSchema) },
    { name: 'end-revived', stepCalls: () => CALLS_OF_ENDING_REVIVED, begin: beginEndingRevived },
    {
      name: 'reapply-erasures',
      stepCalls: () => CALLS_OF_REAPPLYING,
      begin: ({ registry, home, nowMs }) => {
        const step = beginReapplying(registry, home, nowMs);
        return async () => {
          const { erasedAgain, isDone } = await step();
          return { counts: { athletes: erasedAgain }, isDone };
        };
      },
    },
    {
      name: 'finish-erasures',
      stepCalls: () => CALLS_OF_FINISHING,
      begin: repeat(async ({ env, registry, home }) => {
        const { rows, athletes, isDone } = await finishErasures(env, registry, home.db);
        return { counts: { rows, athletes }, isDone };
      }),
    },
    {
      name: 'end-tokens-of-partners',
      stepCalls: () => CALLS_OF_ENDING_TOKENS,
      begin: repeat(async ({ registry, home, nowMs }) => {
        const { partners, isDone } = await endTokensIn(registry, home, nowMs);
        return { counts: { partners }, isDone };
      }),
    },
    {
      name: 'purge-athletes-of-partners',
      stepCalls: () => CALLS_OF_ERASING_ATHLETES,
      begin: beginErasingAthletes,
    },
    { ...WAKING, begin: ({ env, registry, home, nowMs }) => beginWaking(env, registry, home.db, nowMs) },
    {
      name: 'refold-learned-states',
      stepCalls: () => CALLS_OF_REFOLDING,
      begin: repeat(async ({ home, nowMs }) => {
        const { athletes, isDone } = await refoldOutdated(home, nowMs);
        return { counts: { athletes }, isDone };
      }),
    },
  ],
};

/** Removes expired data hourly, so that no run has to remove a whole day's rows. */
const PURGES: Jobs = {
  periodMs: HOUR_MS,
  conditions: ['shard_full', 'schema_behind', 'job_overdue', 'dispatcher_lag', 'mail_refused'],
  ofRegistry: [
    {
      name: 'purge-dead-keys',
      stepCalls: () => CALLS_OF_PURGING_KEYS,
      begin: repeat(async ({ env, registry, nowMs }) => {
        const { keys, isDone } = await purgeDeadKeys(env, registry, nowMs);
        return { counts: { keys }, isDone };
      }),
    },
    {
      ...PURGE_IDEMPOTENCY_KEYS,
      begin: repeat(({ registry, nowMs }) => purgeIdempotencyKeys(registry, nowMs)),
    },
    {
      name: 'purge-sign-in-codes',
      stepCalls: () => CALLS_OF_PURGING_SIGN_IN_CODES,
      begin: repeat(async ({ registry, nowMs }) => {
        const { loginCodes, wrongCodes, isDone } = await purgeSignInCodes(registry, nowMs);
        return { counts: { login_codes: loginCodes, wrong_codes: wrongCodes }, isDone };
      }),
    },
    {
      name: 'purge-console',
      stepCalls: () => CALLS_OF_PURGING_CONSOLE,
      begin: repeat(async ({ registry, nowMs }) => {
        const { isDone, ...counts } = await purgeConsole(registry, nowMs);
        return { counts, isDone };
      }),
    },
    { ...PURGE_OLD_ROWS, begin: repeat(({ registry, nowMs }) => purgeOldRowsOfRegistry(registry, nowMs)) },
    {
      name: 'count-products-seen',
      stepCalls: () => CALLS_OF_COUNTING_PRODUCTS,
      begin: beginCountingProducts,
    },
  ],
  ofHomes: [
    { ...PURGE_IDEMPOTENCY_KEYS, begin: repeat(({ home, nowMs }) => purgeIdempotencyKeys(home.db, nowMs)) },
    {
      name: 'purge-oauth',
      stepCalls: () => CALLS_OF_PURGING_OAUTH,
      begin: repeat(async ({ home, nowMs }) => {
        const { records, sessions, isDone } = await purgeOAuth(home.db, nowMs);
        return { counts: { records, sessions }, isDone };
      }),
    },
    { ...PURGE_OLD_ROWS, begin: repeat(({ home, nowMs }) => purgeOldRowsOfHome(home.db, nowMs)) },
    {
      name: 'settle-consents',
      stepCalls: () => CALLS_OF_SETTLING,
      begin: repeat(async ({ home, registry }) => {
        const { settled, isDone } = await settleEnded(registry, home.db);
        return { counts: { connections: settled }, isDone };
      }),
    },
    {
      name: 'confirm-consents',
      stepCalls: () => CALLS_OF_CONFIRMING,
      begin: repeat(async ({ registry, home, nowMs }) => {
        const { isDone, ...counts } = await confirmConsents(registry, home, nowMs);
        return { counts, isDone };
      }),
    },
  ],
};

const NIGHTLY: Jobs = {
  periodMs: DAY_MS,
  conditions: [],
  ofRegistry: [
    {
      name: 'announce-engine',
      stepCalls: () => CALLS_OF_ANNOUNCING_ENGINE,
      begin: repeat(async ({ registry, nowMs }) => ({
        counts: { events: await announceEngine(registry, ENGINE_VERSION, nowMs) },
        isDone: true,
      })),
    },
    {
      name: 'announce-rotations',
      stepCalls: () => CALLS_OF_ANNOUNCING_ROTATIONS,
      begin: repeat(async ({ registry, nowMs }) => ({
        counts: { events: await announceRotations(registry, nowMs) },
        isDone: true,
      })),
    },
  ],
  ofHomes: [
    {
      name: 'compare-directories',
      stepCalls: callsOfComparingDirectories,
      begin: beginComparingDirectories,
    },
    {
      name: 'measure-shards',
      stepCalls: () => CALLS_OF_MEASURING,
      begin: ({ registry, home, nowMs }) => beginMeasuring(registry, home, nowMs),
    },
  ],
};

/** Jobs by cron expression of wrangler.toml. A test compares the two. */
export const SCHEDULE: Readonly<Record<string, Jobs>> = {
  '*/10 * * * *': URGENT,
  '53 * * * *': PURGES,
  '23 3 * * *': NIGHTLY,
};
