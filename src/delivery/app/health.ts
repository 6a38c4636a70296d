import * as z from 'zod/mini';
import { SECOND_MS } from '#platform/clock.ts';
import { ENVIRONMENTS, type Environment } from '#platform/env.ts';
import { callKeyGuard } from '#platform/guards/call-guard.ts';
import { ok } from '#platform/http/answer.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { fail } from '#platform/http/errors.ts';
import { describeFault, missingInSchema } from '#platform/http/log.ts';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { defineRoute } from '#platform/http/route.ts';
import { askInGroups, CHECK_SCHEMA, databaseName } from '#platform/storage/athlete-databases.ts';
import { answerWithin } from '#platform/storage/database.ts';
import {
  type KindOfDatabase,
  lackingMigrations,
  SELECT_MIGRATIONS,
  SELECT_MIGRATIONS_AND_RUNS,
} from '#platform/storage/needed-migrations.ts';

/**
 * Time for which an isolate reuses a result. The check needs no key, so it must not let callers overload
 * databases.
 */
const REUSED_MS = 5 * SECOND_MS;
type Checked<Found> = { readonly atMs: number; readonly found: Found };
let lastMissing: Checked<Missing> | null = null;
let lastActive: Checked<readonly string[]> | null = null;

/** Returns the last result if it is recent enough, or checks again. */
async function checkedOr<Found>(
  ctx: RequestContext,
  last: Checked<Found> | null,
  ask: (ctx: RequestContext) => Promise<Found>,
): Promise<Checked<Found>> {
  const isYoung = last !== null && ctx.nowMs - last.atMs < REUSED_MS && ctx.nowMs >= last.atMs;
  return isYoung ? last : { atMs: ctx.nowMs, found: await ask(ctx) };
}

/** A store that takes longer to answer counts as unavailable. */
const ANSWER_WITHIN_MS = 2 * SECOND_MS;

/** Names of stores and guards that do not answer, lack migrations, are full, or were restored. */
interface Missing {
  /** Without these, no request works, or those of both environments fail. */
  readonly forAll: readonly string[];
  /** Databases without which some athletes of one environment are not served, or that take no new rows. */
  readonly forSome: readonly string[];
}

async function checkDependencies(ctx: RequestContext): Promise<Missing> {
  lastMissing = await checkedOr(ctx, lastMissing, askAll);
  return lastMissing.found;
}

/** Returns the names of active alerts. `checkDependencies` reports an unavailable registry. */
async function checkAlerts(ctx: RequestContext): Promise<readonly string[]> {
  const { activeAlerts } = await import('#partner/alerting/alerts.ts');
  lastActive = await checkedOr(ctx, lastActive, (asking) => activeAlerts(asking).catch(() => []));
  return lastActive.found;
}

/** Represents all guards. No key has this name. */
const HEALTH_GUARD = { name: 'health', region: 'weur' } as const;

interface Dependency {
  readonly name: string;
  readonly ask: () => Promise<unknown>;
}

/** Maximum shards per check. Those whose last known answer is oldest come first. */
const ASKED_SHARDS = 50;

async function askAll(ctx: RequestContext): Promise<Missing> {
  const { env } = ctx;
  let known: Known = new Map();
  const stores = await ask(ctx, [
    { name: 'the key projection', ask: () => env.apiKeys.get('health') },
    { name: 'a key guard', ask: async () => callKeyGuard(env, HEALTH_GUARD, (guard) => guard.ping()) },
    {
      name: 'the registry',
      ask: async () => requireMigrations('registry', await migrationsOf(env.registry, SELECT_MIGRATIONS)),
    },
    {
      name: 'the registry',
      ask: async () => {
        known = await readKnown(env.registry);
      },
    },
  ]);
  const shards = shardsOf(ctx, known);
  const missing = await ask(ctx, shards);
  const full = shards.filter(({ isFull }) => isFull).map(({ name }) => `${name} (full)`);
  const isRegistryRestored = shards.some((shard) => shard.runsLost > RUNS_MEANWHILE);
  const shared = new Set([...stores, ...(isRegistryRestored ? ['the registry (restored)'] : [])]);
  const isInBoth = ENVIRONMENTS.every((environment) =>
    missing.some((name) => name.startsWith(shardsName(environment))),
  );
  return isInBoth
    ? { forAll: [...shared, ...missing], forSome: full }
    : { forAll: [...shared], forSome: [...missing, ...full] };
}

function shardsName(environment: Environment): string {
  return `the ${environment} shard`;
}

/** Runs that the registry may have counted after it was asked. */
const RUNS_MEANWHILE = 1;

/** Asks dependencies, and returns the names of those that do not answer, or lack migrations. */
async function ask(ctx: RequestContext, dependencies: readonly Dependency[]): Promise<readonly string[]> {
  const outcomes = await askInGroups(dependencies, async (dependency) => {
    try {
      await answerWithin(ANSWER_WITHIN_MS, dependency.ask);
      return null;
    } catch (fault) {
      ctx.log.fault = describeFault(fault);
      if (fault instanceof Unfit) return `${dependency.name} (${fault.message})`;
      return missingInSchema(fault) === null ? dependency.name : `${dependency.name} (not migrated)`;
    }
  });
  return outcomes.filter((name) => name !== null);
}

/** Reports a database that answers but cannot do its work. */
class Unfit extends Error {
  override readonly name = 'Unfit';
}

interface MigrationRow {
  readonly name: string;
  readonly runs?: number;
}

async function migrationsOf(database: D1Database, select: string): Promise<readonly MigrationRow[]> {
  return (await database.prepare(select).run<MigrationRow>()).results;
}

function requireMigrations(kind: KindOfDatabase, has: readonly MigrationRow[]): void {
  const lacking = lackingMigrations(
    kind,
    has.map(({ name }) => name),
  );
  if (lacking.length > 0) throw new Unfit(`lacks ${lacking.join(', ')}`);
}

/** The registry's record of an athlete database. */
interface KnownShard {
  /** Time of the last ten-minute job that found it reachable and migrated; null before the first. */
  readonly answeredAt: number | null;
  readonly fullAt: number | null;
  /** Runs of `end-restored`: the database has counted at least those that are counted here, and at most those begun. */
  readonly runsBegun: number | null;
  readonly runsCounted: number | null;
}

/** The same by the databases' names. */
type Known = ReadonlyMap<string, KnownShard>;

const SELECT_KNOWN = `SELECT j.database, j.last_done_at AS answeredAt, s.full_at AS fullAt, s.runs_begun AS runsBegun,
  s.runs_counted AS runsCounted
  FROM job_states AS j LEFT JOIN shards AS s
  ON s.environment = substr(j.database, 1, 4) AND s.shard = substr(j.database, 6) WHERE j.job = ?`;

async function readKnown(registry: D1Database): Promise<Known> {
  const { results } = await registry
    .prepare(SELECT_KNOWN)
    .bind(CHECK_SCHEMA)
    .run<KnownShard & { database: string }>();
  return new Map(results.map((row) => [row.database, row]));
}

interface ShardToAsk extends Dependency {
  readonly isFull: boolean;
  /** Runs that the database has counted but the registry, read afterwards, has not. */
  runsLost: number;
}

/** Returns the shards to check: all if there are few, otherwise those checked longest ago. */
function shardsOf({ env }: RequestContext, known: Known): readonly ShardToAsk[] {
  const shards = ENVIRONMENTS.flatMap((environment) =>
    [...env.athleteDatabases[environment]].map(([shard, database]) => {
      const state = known.get(databaseName({ environment, shard }));
      const toAsk: ShardToAsk & { readonly answeredAtMs: number } = {
        name: `${shardsName(environment)} ${shard}`,
        answeredAtMs: state?.answeredAt ?? 0,
        isFull: state !== undefined && state.fullAt !== null,
        runsLost: 0,
        async ask() {
          const has = await migrationsOf(database, SELECT_MIGRATIONS_AND_RUNS);
          requireMigrations('athletes', has);
          const runs = has[0]?.runs ?? null;
          if (state && runs !== null) {
            toAsk.runsLost = runs - (state.runsBegun ?? runs);
            if (runs < (state.runsCounted ?? 0)) throw new Unfit('restored');
          }
        },
      };
      return toAsk;
    }),
  );
  if (shards.length <= ASKED_SHARDS) return shards;
  return shards.toSorted((one, other) => one.answeredAtMs - other.answeredAtMs).slice(0, ASKED_SHARDS);
}

const tag = 'Service';

const Health = documented(z.object({ status: z.literal('ok') }), { id: 'Health' });

const example = { status: 'ok' } satisfies z.output<typeof Health>;

const Readiness = documented(
  z.object({
    status: z.literal('ok'),
    degraded: described(
      z.array(z.string()),
      'Databases that are full, or whose trouble affects one environment. Empty if there are none.',
    ),
  }),
  { id: 'Readiness' },
);

const readinessExample = { status: 'ok', degraded: [] } satisfies z.output<typeof Readiness>;

export const healthRoutes = [
  defineRoute({
    method: 'GET',
    path: '/health',
    operationId: 'getHealth',
    tag,
    summary: 'Check that the Worker runs',
    description: 'Checks only the Worker itself, not its dependencies.',
    responses: { 200: { description: 'The Worker runs.', schema: Health, example } },
    access: 'public',
    errors: [],
    handler: (_ctx) => ok({ status: 'ok' }),
  }),
  defineRoute({
    method: 'GET',
    path: '/health/ready',
    operationId: 'getReadiness',
    tag,
    summary: 'Check that the Worker is ready',
    description:
      'Checks that the key projection and a guard answer, and that the databases answer and have all migrations. With more than 50 shards, it checks the 50 whose last check is oldest. A 503 names dependencies that did not answer within two seconds and databases that lack a migration, or were restored to an earlier day and not yet reconciled. Trouble with athlete databases of one environment leaves the rest of the service working: it is a 200 that lists them in `degraded`, and so are full databases, which still read and delete. With `?deep`, these are a 503 too, and so is an active operator alert, which it names. Use `?deep` for external monitoring, not to route traffic. `alerting` means that no cron has run for half an hour.',
    responses: { 200: { description: 'The service works.', schema: Readiness, example: readinessExample } },
    access: 'public',
    errors: [],
    query: z.strictObject({
      deep: z.optional(
        described(
          z.enum(['', 'true']),
          'Also reports degraded databases and active alerts as a 503. The value may be omitted.',
        ),
      ),
    }),
    async handler(ctx, { query }) {
      const { forAll, forSome } = await checkDependencies(ctx);
      const isDeep = query.deep !== undefined;
      const alerts = isDeep ? await checkAlerts(ctx) : [];
      const missing = isDeep || forAll.length > 0 ? [...forAll, ...forSome] : [];
      if (missing.length + alerts.length === 0) return ok({ status: 'ok', degraded: [...forSome] });
      const message = [
        ...(missing.length > 0 ? [`No answer from ${missing.join(', ')}.`] : []),
        ...(alerts.length > 0 ? [`Active alerts: ${alerts.join(', ')}.`] : []),
      ].join(' ');
      return fail('temporarily_unavailable', { message });
    },
  }),
];
