import type { Environment } from '#platform/env.ts';
import { type PartnerContext, registryOf } from '#platform/http/context.ts';
import { type Failure, invalid, isFailure, refuseInactive } from '#platform/http/errors.ts';
import { selectPartner } from '#platform/storage/partner.ts';
import { ANY_LOCAL_PORT, UNSEEN } from '../page-sessions/origins.ts';
import { updateOrigins } from './repository.ts';

/**
 * Sets the origins of the caller's environment, if any are provided. Sessions that exist keep theirs. Null means done.
 */
export async function setAllowedOrigins(
  ctx: PartnerContext,
  origins: readonly string[] | undefined,
): Promise<Failure | null> {
  const { partnerId, environment } = ctx.principal;
  if (origins === undefined) return null;
  const normal = normalOrigins(environment, origins);
  if (isFailure(normal)) return normal;
  const registry = registryOf(ctx);
  const [changed, [partner]] = await registry.batch([
    updateOrigins(registry, partnerId, environment, normal),
    selectPartner(registry, partnerId),
  ]);
  return changed.meta.changes === 0 ? refuseInactive(partner?.status) : null;
}

/** Returns the origins as browsers write them, each once, or the refusal of those that are none. */
function normalOrigins(environment: Environment, origins: readonly string[]): readonly string[] | Failure {
  const problems = [];
  const normal = new Set<string>();
  for (const [index, value] of origins.entries()) {
    const origin = normalOrigin(environment, value);
    if (origin !== null) normal.add(origin);
    else problems.push({ ...ruleOf(environment), pointer: `/allowed_origins/${index}` });
  }
  return problems.length === 0 ? [...normal] : invalid(...problems);
}

function ruleOf(environment: Environment) {
  const local = environment === 'test' ? `, or \`http://localhost\` with a port (\`*\` for any)` : '';
  return {
    code: 'invalid_format',
    message: `must be an https origin such as https://app.platform.example, without path and wildcard${local}`,
  };
}

const DNS_NAME =
  /^(?!.{254})(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const IP_LITERAL = /^(?:\[[\da-f:.]+\]|\d+(?:\.\d+){3})$/;

/**
 * Returns an origin as browsers write it, or null if a text is none that may frame pages. It goes into a header, so nothing
 * else may pass.
 */
function normalOrigin(environment: Environment, value: string): string | null {
  if (environment === 'test' && value === ANY_LOCAL_PORT) return value;
  if (UNSEEN.test(value) || /[*@]/.test(value) || !URL.canParse(value)) return null;
  const { href, origin, protocol, hostname } = new URL(value);
  // No path, query, fragment or user: the parser writes an origin alone with a final slash.
  if (href !== `${origin}/` || /[?#]/.test(value)) return null;
  if (environment === 'test' && hostname === 'localhost' && /^https?:$/.test(protocol)) return origin;
  if (protocol !== 'https:') return null;
  if (IP_LITERAL.test(hostname)) return environment === 'test' ? origin : null;
  return DNS_NAME.test(hostname) ? origin : null;
}
