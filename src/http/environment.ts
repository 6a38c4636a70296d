import type { HonoRequest } from 'hono';
import { parseAthleteId } from '../storage/ids.ts';
import type { RequestContext } from './context.ts';
import { type Failure, fail } from './errors.ts';

/**
 * A test key on a real athlete, or the reverse, is refused by the identifier alone, before anything is
 * read. Looks at the athlete identifiers in the path, the query and the top level of the body.
 */
export async function environmentMismatch(ctx: RequestContext, req: HonoRequest): Promise<Failure | null> {
  const environment = ctx.principal?.environment;
  const named = [req.param('athlete_id'), req.query('athlete_id'), await athleteIdOfBody(req)];
  const isForeign = named.some((id) => {
    const address = typeof id === 'string' ? parseAthleteId(id) : null;
    return address !== null && address.environment !== environment;
  });
  return isForeign ? fail('environment_mismatch') : null;
}

/** The `athlete_id` at the top level of a JSON body, where there is one. */
export async function athleteIdOfBody(req: HonoRequest): Promise<unknown> {
  if (req.method === 'GET' || req.method === 'HEAD' || req.method === 'DELETE') return null;
  const text = await req.text();
  // Spares a second look at the many bodies that name no athlete.
  if (!text.includes('"athlete_id"')) return null;
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && 'athlete_id' in body ? body.athlete_id : null;
  } catch {
    return null;
  }
}
