import type { HonoRequest } from 'hono';
import { type Environment, otherEnvironment } from '../env.ts';
import { memberOf } from '../members.ts';
import { explainForm, type IdPrefix, parseAthleteId } from '../storage/ids.ts';
import { selectPartner } from '../storage/partner.ts';
import { shardsIn } from '../storage/placement.ts';
import { type PartnerContext, type RequestContext, registryOf } from './context.ts';
import { ERRORS, type ErrorCode } from './error-codes.ts';
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
  const many = memberOf(parsed.value, 'athlete_ids');
  return [memberOf(parsed.value, 'athlete_id'), ...(Array.isArray(many) ? many : [])];
}

/**
 * Returns a row of the caller's partner in the caller's environment. Fails with `environment_mismatch` if the row is in
 * the other environment, and with `missing` if it does not exist or belongs to another partner.
 */
export function ofOwnEnvironment<Row extends { readonly environment: Environment }>(
  { principal }: PartnerContext,
  row: Row | undefined,
  missing: ErrorCode,
): Row | Failure {
  if (!row) return fail(missing);
  return row.environment === principal.environment ? row : fail('environment_mismatch');
}

/**
 * Returns the context of the partner's other environment, used only to learn whether something exists there, which fails
 * with `environment_mismatch`.
 */
export async function contextOfOtherEnvironment(ctx: PartnerContext): Promise<PartnerContext> {
  const { principal } = ctx;
  const environment = otherEnvironment(principal.environment);
  const registry = registryOf(ctx);
  const [[partner]] = await registry.batch([selectPartner(registry, principal.partnerId)]);
  if (!partner) throw new Error('an admitted caller must have a partner');
  return { ...ctx, principal: { ...principal, environment, shards: shardsIn(partner, environment) } };
}

/** The path parameter of each missing resource and the prefix of its identifiers. */
const NAMED: ReadonlyMap<ErrorCode, readonly [parameter: string, prefix: IdPrefix | 'ath']> = new Map([
  ['athlete_not_found', ['athlete_id', 'ath']],
  ['activity_not_found', ['activity_id', 'act']],
  ['sweat_test_not_found', ['sweat_test_id', 'swt']],
  ['product_not_found', ['product_id', 'prd']],
  ['key_not_found', ['key_id', 'key']],
  ['client_not_found', ['client_id', 'cli']],
  ['connection_not_found', ['connection_id', 'con']],
  ['webhook_not_found', ['webhook_id', 'whk']],
  ['delivery_not_found', ['delivery_id', 'dlv']],
  ['recalculation_not_found', ['recalculation_id', 'rcl']],
  ['session_not_found', ['session_id', 'ses']],
  ['partner_not_found', ['partner_id', 'prt']],
  ['access_request_not_found', ['access_request_id', 'acr']],
]);

/**
 * Adds the expected format of an identifier to the message of a not-found failure, if the identifier is malformed. Status
 * and code are unchanged.
 *
 * @param params the parameters of the request's path
 * @param athleteIds the athletes mentioned anywhere in the request
 */
export function explainIdentifier(
  failure: Failure,
  params: Readonly<Record<string, string>>,
  athleteIds: readonly unknown[],
): Failure {
  const named = NAMED.get(failure.failure);
  if (!named) return failure;
  const [parameter, prefix] = named;
  const sent = prefix === 'ath' ? athleteIds : [params[parameter]];
  const [form] = sent.flatMap((id) => (typeof id === 'string' ? (explainForm(prefix, id) ?? []) : []));
  if (form === undefined) return failure;
  return { ...failure, message: `${failure.message ?? ERRORS[failure.failure].message} ${form}` };
}
