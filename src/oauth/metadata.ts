import type { RequestContext } from '../http/context.ts';
import { authorizationServer, EMPTY_EXECUTION_CONTEXT, serverEnv } from './authorization-server.ts';

/**
 * Returns the authorization server's metadata (RFC 8414), with the revocation endpoint and no public clients.
 */
export async function serverMetadata(ctx: RequestContext): Promise<Record<string, unknown>> {
  const { baseUrl } = ctx.env;
  const request = new Request(new URL('/.well-known/oauth-authorization-server', baseUrl));
  const response = await authorizationServer(baseUrl).fetch(request, serverEnv(ctx), EMPTY_EXECUTION_CONTEXT);
  const metadata: Record<string, unknown> = await response.json();
  const methods = ['client_secret_basic', 'client_secret_post'];
  return {
    ...metadata,
    revocation_endpoint: `${baseUrl}/oauth/revoke`,
    token_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_methods_supported: methods,
    service_documentation: `${baseUrl}/docs`,
  };
}
