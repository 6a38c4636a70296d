import * as z from 'zod/mini';
import { SECOND_MS } from '#platform/clock.ts';
import { callKeyGuard } from '#platform/guards/call-guard.ts';
import { ok } from '#platform/http/answer.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { fail } from '#platform/http/errors.ts';
import { describeFault, missingInSchema } from '#platform/http/log.ts';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { defineRoute } from '#platform/http/route.ts';
import { askInGroups, CHECK_SCHEMA, databaseName } from '#platform/storage/athlete-databases.ts';
import { answerWithin } from '#platform/storage/deadline.ts';
import {
  type KindOfDatabase,
  lackingMigrations,
  SELECT_MIGRATIONS,
} from '#platform/storage/needed-migrations.ts';

/**
 * Time for which an isolate reuses a result. The check needs no key, so it must not let callers overload
 * databases.
 */
const KEPT_MS = 5 * SECOND_MS;
type Kept = { readonly atMs: number; readonly names: readonly string[] };
let lastMissing: Kept | null = null;
let lastStanding: Kept | null = null;

/** Returns the last result if it is recent enough, or checks again. */
async function keptOr(
  ctx: RequestContext,
  last: Kept | null,
  ask: (ctx: RequestContext) => Promise<readonly string[]>,
): Promise<Kept> {
  const isYoung = last !== null && ctx.nowMs - last.atMs < KEPT_MS && ctx.nowMs >= last.atMs;
  return isYoung ? last : { atMs: ctx.nowMs, names: await ask(ctx) };
}

/** A store that takes longer to answer counts as unavailable. */
const ANSWER_WITHIN_MS = 2 * SECOND_MS;

/** Returns the names of stores and guards that do not answer or lack migrations. */
async function checkDependencies(ctx: RequestContext): Promise<readonly string[]> {
  lastMissing = await keptOr(ctx, lastMissing, askAll);
  return lastMissing.names;
}

/** Returns the names of active alerts. `checkDependencies` reports an unavailable registry. */
async function checkAlerts(ctx: RequestContext): Promise<readonly string[]> {
  const { standingAlerts } = await import('#partner/alerting/standing.ts');
  lastStanding = await keptOr(ctx, lastStanding, (asking) => standingAlerts(asking).catch(() => []));
  return lastStanding.names;
}

/** Represents all guards. No key has this name. */
const HEALTH_GUARD = { name: 'health', region: 'weur' } as const;

interface Dependency {
  readonly name: string;
  readonly ask: () => Promise<unknown>;
}

/** Maximum shards per check. Those whose last known answer is oldest come first. */
const ASKED_SHARDS = 50;

async function askAll(ctx: RequestContext): Promise<readonly string[]> {
  const { env } = ctx;
  let known: KnownAnswers = new Map();
  const stores = await ask(ctx, [
    { name: 'the key projection', ask: () => env.apiKeys.get('health') },
    { name: 'a key guard', ask: async () => callKeyGuard(env, HEALTH_GUARD, (guard) => guard.ping()) },
    { name: 'the registry', ask: askDatabase(env.registry, 'registry') },
    {
      name: 'the registry',
      ask: async () => {
        known = await readKnownAnswers(env.registry);
      },
    },
  ]);
  return [...new Set([...stores, ...(await ask(ctx, shardsOf(ctx, known)))])];
}

/** Checks dependencies and returns the names of those that do not answer or lack migrations. */
async function ask(ctx: RequestContext, dependencies: readonly Dependency[]): Promise<readonly string[]> {
  const outcomes = await askInGroups(dependencies, async (dependency) => {
    try {
      await answerWithin(ANSWER_WITHIN_MS, dependency.ask);
      return null;
    } catch (fault) {
      ctx.log.fault = describeFault(fault);
      if (fault instanceof SchemaBehind) return `${dependency.name} (${fault.message})`;
      return missingInSchema(fault) === null ? dependency.name : `${dependency.name} (not migrated)`;
    }
  });
  return outcomes.filter((name) => name !== null);
}

/** Reports a database that answers but lacks migrations. */
class SchemaBehind extends Error {
  override readonly name = 'SchemaBehind';
}

function askDatabase(database: D1Database, kind: KindOfDatabase): () => Promise<void> {
  return async () => {
    const { results } = await database.prepare(SELECT_MIGRATIONS).run<{ name: string }>();
    const lacking = lackingMigrations(
      kind,
      results.map(({ name }) => name),
    );
    if (lacking.length > 0) throw new SchemaBehind(`lacks ${lacking.join(', ')}`);
  };
}

/** Time of each database's last successful check by the ten-minute job, by database name. */
type KnownAnswers = ReadonlyMap<string, number>;

async function readKnownAnswers(registry: D1Database): Promise<KnownAnswers> {
  const { results } = await registry
    .prepare('SELECT database, last_done_at AS at FROM job_states WHERE job = ?')
    .bind(CHECK_SCHEMA)
    .run<{ database: string; at: number | null }>();
  return new Map(results.map(({ database, at }) => [database, at ?? 0]));
}

/** Returns the shards to check: all if they are few, otherwise those checked longest ago. */
function shardsOf({ env }: RequestContext, known: KnownAnswers): readonly Dependency[] {
  const shards = (['test', 'live'] as const).flatMap((environment) =>
    [...env.athleteDatabases[environment]].map(([shard, database]) => ({
      name: `the ${environment} shard ${shard}`,
      ask: askDatabase(database, 'athletes'),
      knownAtMs: known.get(databaseName({ environment, shard })) ?? 0,
    })),
  );
  if (shards.length <= ASKED_SHARDS) return shards;
  return shards.toSorted((one, other) => one.knownAtMs - other.knownAtMs).slice(0, ASKED_SHARDS);
}

const tag = 'Service';

const Health = documented(z.object({ status: z.literal('ok') }), { id: 'Health' });

const example = { status: 'ok' } satisfies z.output<typeof Health>;

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
      'Checks that the key projection and a guard answer, and that the databases answer and have all migrations. With more than 50 shards, it checks the 50 whose last check is oldest. A 503 names dependencies that did not answer within two seconds and databases that lack a migration. With `?deep`, it also returns 503 while an operator alert is active, and names it. Use `?deep` for external monitoring, not to route traffic. `alerting` means that no cron has run for half an hour.',
    responses: { 200: { description: 'All dependencies answered.', schema: Health, example } },
    access: 'public',
    errors: [],
    query: z.strictObject({
      deep: z.optional(
        described(z.enum(['', 'true']), 'Also reports active alerts. The value may be omitted.'),
      ),
    }),
    async handler(ctx, { query }) {
      const missing = await checkDependencies(ctx);
      const standing = query.deep === undefined ? [] : await checkAlerts(ctx);
      if (missing.length + standing.length === 0) return ok({ status: 'ok' });
      const message = [
        ...(missing.length > 0 ? [`No answer from ${missing.join(', ')}.`] : []),
        ...(standing.length > 0 ? [`Active alerts: ${standing.join(', ')}.`] : []),
      ].join(' ');
      return fail('temporarily_unavailable', { message });
    },
  }),
];
