import type { HonoRequest } from 'hono';
import type { Environment } from '../env.ts';
import { parseAthleteId } from '../storage/ids.ts';
import type { RequestContext } from './context.ts';
import { type Failure, fail, isFailure } from './errors.ts';

/**
 * Lists the athletes in a request: `athlete_id` in the path, the query and the body's top level, and `athlete_ids` in the
 * latter two.
 */
export function namedAthletes(ctx: RequestContext, req: HonoRequest): unknown[] {
  const listed = req.query('athlete_ids')?.split(',') ?? [];
  const named = [req.param('athlete_id'), req.query('athlete_id'), ...listed, ...athletesOfBody(ctx)];
  return named.filter((id) => id !== undefined && id !== null);
}

/**
 * Rejects a test key for a live athlete, or the reverse, based on the identifiers alone, before reading anything.
 */
export function refuseOtherEnvironment(
  environment: Environment,
  athleteIds: readonly unknown[],
): Failure | null {
  const isForeign = athleteIds.some((id) => {
    const address = typeof id === 'string' ? parseAthleteId(id) : null;
    return address !== null && address.environment !== environment;
  });
  return isForeign ? fail('environment_mismatch') : null;
}

function athletesOfBody({ body }: RequestContext): unknown[] {
  const parsed = body.isEmpty ? null : body.parse();
  if (parsed === null || isFailure(parsed)) return [];
  const { value } = parsed;
  if (typeof value !== 'object' || value === null) return [];
  const one = 'athlete_id' in value ? [value.athlete_id] : [];
  const many = 'athlete_ids' in value && Array.isArray(value.athlete_ids) ? value.athlete_ids : [];
  return [...one, ...many];
}
