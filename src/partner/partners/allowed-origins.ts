import type { Environment } from '#platform/env.ts';
import { type PartnerContext, registryOf } from '#platform/http/context.ts';
import { type Failure, invalid, isFailure, refuseInactive } from '#platform/http/errors.ts';
import { selectPartner } from '#platform/storage/partner.ts';
import { ANY_LOCAL_PORT } from '../page-sessions/origins.ts';
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
  const refusal = refuseOrigins(environment, origins);
  if (isFailure(refusal)) return refusal;
  const registry = registryOf(ctx);
  const [changed, [partner]] = await registry.batch([
    updateOrigins(registry, partnerId, environment, origins),
    selectPartner(registry, partnerId),
  ]);
  return changed.meta.changes === 0 ? refuseInactive(partner?.status) : null;
}

function refuseOrigins(environment: Environment, origins: readonly string[]): Failure | null {
  const problems = origins.flatMap((origin, index) =>
    isOrigin(environment, origin)
      ? []
      : [{ pointer: `/allowed_origins/${index}`, code: 'invalid_format', message: ruleOf(environment) }],
  );
  return problems.length === 0 ? null : invalid(...problems);
}

function ruleOf(environment: Environment): string {
  const local = environment === 'test' ? `, or \`http://localhost\` with a port (\`*\` for any)` : '';
  return `must be an exact https origin such as https://app.platform.example, without path, wildcard or final slash${local}`;
}

/** Returns whether a text is an origin as browsers write it. It goes into a header, so nothing else may pass. */
function isOrigin(environment: Environment, value: string): boolean {
  if (environment === 'test' && value === ANY_LOCAL_PORT) return true;
  if (!/^https?:\/\/[a-z0-9.[\]:-]+$/.test(value) || !URL.canParse(value)) return false;
  const { origin, protocol, hostname } = new URL(value);
  if (origin !== value) return false;
  return protocol === 'https:' || (environment === 'test' && hostname === 'localhost');
}
