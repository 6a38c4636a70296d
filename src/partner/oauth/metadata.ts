import type { RequestContext } from '#platform/http/context.ts';
import { addressOf, type Resource, SCOPES } from '#platform/http/route.ts';
import { authorizationServer, EMPTY_EXECUTION_CONTEXT, serverEnv } from './authorization-server.ts';

/** Returns the authorization server's metadata (RFC 8414), including the revocation endpoint. */
export async function serverMetadata(ctx: RequestContext): Promise<Record<string, unknown>> {
  const { baseUrl } = ctx.env;
  const request = new Request(new URL('/.well-known/oauth-authorization-server', baseUrl));
  const response = await authorizationServer(baseUrl).fetch(request, serverEnv(ctx), EMPTY_EXECUTION_CONTEXT);
  const metadata: Record<string, unknown> = await response.json();
  const methods = ['client_secret_basic', 'client_secret_post', 'none'];
  return {
    ...metadata,
    revocation_endpoint: `${baseUrl}/oauth/revoke`,
    token_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_methods_supported: methods,
    service_documentation: `${baseUrl}/docs`,
  };
}

/**
 * Returns the metadata of a protected resource (RFC 9728): who grants access to it, and which scopes exist.
 */
export function resourceMetadata(ctx: RequestContext, resource: Resource): Record<string, unknown> {
  const { baseUrl } = ctx.env;
  return {
    resource: addressOf(baseUrl, resource),
    authorization_servers: [baseUrl],
    scopes_supported: SCOPES,
    bearer_methods_supported: ['header'],
    resource_name: 'Musette',
    resource_documentation: `${baseUrl}/docs`,
  };
}
