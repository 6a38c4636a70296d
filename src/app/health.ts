import * as z from 'zod/mini';
import { SECOND_MS } from '../clock.ts';
import { callKeyGuard } from '../guards/call-guard.ts';
import { ok } from '../http/answer.ts';
import type { RequestContext } from '../http/context.ts';
import { fail } from '../http/errors.ts';
import { describeFault, missingInSchema } from '../http/log.ts';
import { documented } from '../http/openapi-metadata.ts';
import { defineRoute } from '../http/route.ts';
import { askInGroups } from '../storage/athlete-databases.ts';
import { answerWithin } from '../storage/deadline.ts';

/**
 * The time for which an isolate reuses one result: the check needs no key, so callers must not be able to overload
 * databases with it.
 */
const KEPT_MS = 5 * SECOND_MS;
let last: { readonly atMs: number; readonly missing: readonly string[] } | null = null;

/** A store that takes longer to answer counts as unavailable. */
const ANSWER_WITHIN_MS = 2 * SECOND_MS;

/** Asks KV, every database and a key guard, and returns the names of those that do not answer, or lack their tables. */
async function checkDependencies(ctx: RequestContext): Promise<readonly string[]> {
  if (last && ctx.nowMs - last.atMs < KEPT_MS && ctx.nowMs >= last.atMs) return last.missing;
  const missing = await askAll(ctx);
  last = { atMs: ctx.nowMs, missing };
  return missing;
}

/** Stands for all guards. No key has this name. */
const HEALTH_GUARD = { name: 'health', region: 'weur' } as const;

interface Dependency {
  readonly name: string;
  readonly ask: () => Promise<unknown>;
}

async function askAll(ctx: RequestContext): Promise<readonly string[]> {
  const outcomes = await askInGroups(dependenciesOf(ctx), async ({ name, ask }) => {
    try {
      await answerWithin(ANSWER_WITHIN_MS, ask);
      return null;
    } catch (fault) {
      ctx.log.fault = describeFault(fault);
      return missingInSchema(fault) === null ? name : `${name} (not migrated)`;
    }
  });
  return outcomes.filter((name) => name !== null);
}

function dependenciesOf({ env }: RequestContext): readonly Dependency[] {
  // A database without its migrations answers, but not about a table.
  const askDatabase = (database: D1Database, table: 'partners' | 'athletes') => () =>
    database.prepare(`SELECT 1 FROM ${table} WHERE id = ''`).run();
  const shards = (['test', 'live'] as const).flatMap((environment) =>
    [...env.athleteDatabases[environment]].map(([shard, database]) => ({
      name: `the ${environment} shard ${shard}`,
      ask: askDatabase(database, 'athletes'),
    })),
  );
  return [
    { name: 'the key projection', ask: () => env.apiKeys.get('health') },
    { name: 'a key guard', ask: async () => callKeyGuard(env, HEALTH_GUARD, (guard) => guard.ping()) },
    { name: 'the registry', ask: askDatabase(env.registry, 'partners') },
    ...shards,
  ];
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
    description: 'Checks nothing but the Worker itself.',
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
    summary: 'Check that the Worker can do its work',
    description:
      'Asks the key projection, a table of each database and a guard. A 503 names those that did not answer within two seconds, and databases that are not migrated.',
    responses: { 200: { description: 'All of them answered.', schema: Health, example } },
    access: 'public',
    errors: [],
    async handler(ctx) {
      const missing = await checkDependencies(ctx);
      if (missing.length === 0) return ok({ status: 'ok' });
      return fail('temporarily_unavailable', { message: `No answer from ${missing.join(', ')}.` });
    },
  }),
];
