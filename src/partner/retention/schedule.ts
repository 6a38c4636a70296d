import { ENGINE_VERSION } from '@musette/engine/prescribe';
import { refoldOutdated } from '#nutrition/learning/write-history.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/clock.ts';
import { CHECK_SCHEMA, WAKE_DISPATCHERS } from '#platform/storage/athlete-databases.ts';
import { type HomeJobContext, type Job, type JobContext, repeat } from '#platform/storage/job.ts';
import type { AlertName } from '../alerting/conditions.ts';
import { purgeConsole } from '../console/members.ts';
import { announceEngine } from '../events/announce-engine.ts';
import { announceRotations } from '../keys/announce-rotations.ts';
import { confirmConsents, reconcileRevoked } from '../oauth/connections.ts';
import { purgeOAuth, purgeSignInCodes } from '../oauth/purge-oauth.ts';
import { purgePageSessions } from '../page-sessions/sessions.ts';
import { endTokensIn } from '../partners/end-access.ts';
import { beginFanningOutSuspensions } from '../partners/incidents.ts';
import { finishErasures } from '../privacy/erase-athlete.ts';
import { recalculateNext } from '../recalculations/recalculate.ts';
import { RECALCULATE } from '../recalculations/recalculations.ts';
import { beginFanningOut, beginWaking } from '../webhooks/fan-out.ts';
import { beginCountingProducts } from './count-products-seen.ts';
import {
  beginComparingDirectories,
  beginLeavingClosedShards,
  beginMeasuring,
  checkSchema,
} from './maintain-shards.ts';
import {
  purgeDeadKeys,
  purgeIdempotencyKeys,
  purgeOldRowsOfHome,
  purgeOldRowsOfRegistry,
} from './purge-old-rows.ts';
import { beginErasingAthletes, beginFinishingTerminations, beginPurgingPartners } from './purge-partners.ts';
import { beginReapplyingAfterRestore, beginReconcilingRestores } from './restores.ts';

/** The jobs of a cron: those of the registry, and those of each athlete database. */
interface Jobs {
  /** The time between two crons. */
  readonly periodMs: number;
  /** The conditions that the cron checks in addition to its jobs. */
  readonly conditions: readonly AlertName[];
  readonly ofRegistry: readonly Job<JobContext>[];
  readonly ofHomes: readonly Job<HomeJobContext>[];
}

const WAKING = {
  name: WAKE_DISPATCHERS,
  does: 'wakes dispatchers that have fallen behind their store, for example because a wake was lost, and counts events that have waited for 15 minutes (late); ends webhooks that the registry no longer has',
};

/** Urgent jobs: erasures in progress, and restores that must not bring erased athletes back. */
const URGENT: Jobs = {
  periodMs: 10 * MINUTE_MS,
  conditions: ['error_budget', 'mail_flood'],
  ofRegistry: [
    {
      name: 'finish-terminations',
      does: 'notifies keys that an interrupted termination did not reach',
      begin: beginFinishingTerminations,
    },
    {
      name: 'fan-out-suspensions',
      does: 'brings suspensions and resumptions that an interrupted command or a restore left out to every key and database',
      begin: beginFanningOutSuspensions,
    },
    {
      name: 'purge-terminated-partners',
      does: 'removes data of partners terminated 30 days ago from the registry, KV and objects, once every database has erased their athletes',
      begin: beginPurgingPartners,
    },
    {
      name: 'leave-closed-shards',
      does: 'moves partners on from shards that have closed to new athletes',
      begin: ({ env, meter, registry, nowMs }) => beginLeavingClosedShards(env, meter, registry, nowMs),
    },
    {
      name: 'fan-out-webhooks',
      does: 'writes changes of webhooks to stores that were unavailable',
      begin: ({ env, meter, registry, nowMs }) => beginFanningOut(env, meter, registry, nowMs),
    },
    {
      ...WAKING,
      begin: ({ env, registry, nowMs }) => beginWaking(env, registry, registry, nowMs),
    },
    {
      name: RECALCULATE,
      does: 'calculates the activities of recalculations that wait, or whose worker was lost; fails those lost six times at one position',
      begin: repeat(recalculateNext),
    },
  ],
  ofHomes: [
    {
      name: CHECK_SCHEMA,
      does: 'records the migrations of the database; fails while one is missing; opens a new shard; probes a full one',
      runsBehind: true,
      begin: repeat(checkSchema),
    },
    {
      name: 'end-restored',
      does: 'ends what a restore of the database or of the registry has brought back',
      runsBehind: true,
      begin: beginReconcilingRestores,
    },
    {
      name: 'reapply-erasures',
      does: 'erases athletes that a restored database has brought back',
      runsBehind: true,
      begin: beginReapplyingAfterRestore,
    },
    {
      name: 'finish-erasures',
      does: 'removes rows of erased athletes that did not fit in the request',
      begin: repeat(({ env, registry, home }) => finishErasures(env, registry, home.db)),
    },
    {
      name: 'end-tokens-of-partners',
      does: 'ends tokens that an interrupted termination did not end',
      runsBehind: true,
      begin: repeat(({ registry, home, nowMs }) => endTokensIn(registry, home, nowMs)),
    },
    {
      name: 'purge-athletes-of-partners',
      does: 'removes athletes and other rows of partners terminated 30 days ago, including those that a restore has brought back',
      begin: beginErasingAthletes,
    },
    // Comes after the others, so that the events of their first turn are sent after the same run.
    {
      ...WAKING,
      begin: ({ env, registry, home, nowMs }) => beginWaking(env, registry, home.db, nowMs),
    },
    {
      name: 'refold-learned-states',
      does: 'refolds learned states of an older engine from their histories, never those of a newer one',
      begin: repeat(({ home, nowMs }) => refoldOutdated(home, nowMs)),
    },
  ],
};

const PURGE_IDEMPOTENCY_KEYS = {
  name: 'purge-idempotency-keys',
  does: 'removes stored responses after 24 hours',
};
const PURGE_OLD_ROWS = {
  name: 'purge-old-rows',
  does: 'removes access log, events, recalculations, ledgers, usage and requests for access past their retention, and inputs of prescriptions that are 90 days old or of another engine',
};

/** Removes expired data hourly, so that no run has to remove a whole day's rows. */
const PURGES: Jobs = {
  periodMs: HOUR_MS,
  conditions: ['shard_full', 'schema_behind', 'job_overdue', 'dispatcher_lag', 'mail_refused'],
  ofRegistry: [
    {
      name: 'purge-dead-keys',
      does: 'removes keys that ended 90 days ago',
      begin: repeat(({ env, registry, nowMs }) => purgeDeadKeys(env, registry, nowMs)),
    },
    {
      ...PURGE_IDEMPOTENCY_KEYS,
      begin: repeat(({ registry, nowMs }) => purgeIdempotencyKeys(registry, nowMs)),
    },
    {
      name: 'purge-sign-in-codes',
      does: 'removes sign-in codes after a day, and counts of wrong ones after 30 days',
      begin: repeat(({ registry, nowMs }) => purgeSignInCodes(registry, nowMs)),
    },
    {
      name: 'purge-console',
      does: 'removes members and invitations 30 days after their end, expired console sessions, and console audit after 400 days',
      begin: repeat(({ registry, nowMs }) => purgeConsole(registry, nowMs)),
    },
    {
      ...PURGE_OLD_ROWS,
      begin: repeat(({ registry, nowMs }) => purgeOldRowsOfRegistry(registry, nowMs)),
    },
    {
      name: 'count-products-seen',
      does: "stores once a day how many distinct products each partner's athletes were shown in 30 days, in both environments",
      begin: beginCountingProducts,
    },
  ],
  ofHomes: [
    {
      ...PURGE_IDEMPOTENCY_KEYS,
      begin: repeat(({ home, nowMs }) => purgeIdempotencyKeys(home.db, nowMs)),
    },
    {
      name: 'purge-oauth',
      does: 'removes expired tokens, grants and sessions',
      begin: repeat(({ home, nowMs }) => purgeOAuth(home.db, nowMs)),
    },
    {
      name: 'purge-page-sessions',
      does: 'removes expired sessions of athletes’ pages',
      begin: repeat(({ home, nowMs }) => purgePageSessions(home.db, nowMs)),
    },
    {
      ...PURGE_OLD_ROWS,
      begin: repeat(({ home, nowMs }) => purgeOldRowsOfHome(home.db, nowMs)),
    },
    {
      name: 'reconcile-consents',
      does: 'removes consents from the registry whose connections have ended, if the request did not reach them',
      begin: repeat(({ home, registry }) => reconcileRevoked(registry, home.db)),
    },
    {
      name: 'confirm-consents',
      does: 'compares each consent with its connection, once, ten minutes after it was written',
      begin: repeat(({ registry, home, nowMs }) => confirmConsents(registry, home, nowMs)),
    },
  ],
};

const NIGHTLY: Jobs = {
  periodMs: DAY_MS,
  conditions: [],
  ofRegistry: [
    {
      name: 'announce-engine',
      does: 'notifies each partner once of a new engine',
      begin: repeat(({ registry, nowMs }) => announceEngine(registry, ENGINE_VERSION, nowMs)),
    },
    {
      name: 'announce-rotations',
      does: 'reminds partners of keys to rotate, 14 days before and on the day',
      begin: repeat(({ registry, nowMs }) => announceRotations(registry, nowMs)),
    },
  ],
  ofHomes: [
    {
      name: 'compare-directories',
      does: 'removes directory entries without an athlete, and adds missing ones',
      begin: beginComparingDirectories,
    },
    {
      name: 'measure-shards',
      does: 'stores the size and athlete count of the shard; closes it at 6 GB',
      begin: beginMeasuring,
    },
  ],
};

/** Jobs by cron expression of wrangler.toml. A test compares the two. */
export const SCHEDULE: Readonly<Record<string, Jobs>> = {
  '*/10 * * * *': URGENT,
  '53 * * * *': PURGES,
  '23 3 * * *': NIGHTLY,
};
