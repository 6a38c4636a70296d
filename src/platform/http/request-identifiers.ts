import { explainForm, type IdPrefix } from '../storage/ids.ts';
import { ERRORS, type ErrorCode } from './error-codes.ts';
import type { Failure } from './errors.ts';

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
