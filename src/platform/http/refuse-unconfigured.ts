import { machineNowMs } from '../clock.ts';
import { logLine } from '../log-line.ts';
import { newId } from '../storage/ids.ts';
import { errorResponse, fail } from './errors.ts';
import { isProtocolPath, protocolFailure } from './failure-format.ts';
import { addFixedHeaders } from './response-headers.ts';

/**
 * Rejects a request to a Worker with missing bindings, vars or secrets. The 503 lists them. Writes one log line; nothing
 * else of the service can run.
 */
export function refuseUnconfigured(request: Request, lacking: readonly string[]): Response {
  const names = lacking.join(', ');
  const message = `Missing or malformed: ${names}. On your machine, start the Worker with \`npm start\`, or with \`npx wrangler dev\` after removing these from .dev.vars. For a deployment, set secrets with \`npx wrangler secret put\`, all else in wrangler.toml.`;
  const requestId = newId('req', machineNowMs());
  const { origin, pathname } = new URL(request.url);
  const failure = fail('temporarily_unavailable', { message });
  const response = isProtocolPath(pathname)
    ? protocolFailure({ log: { errorCode: null } }, failure)
    : errorResponse(failure, requestId, origin);
  addFixedHeaders(response.headers, requestId);
  logLine('unconfigured', { request_id: requestId, status: 503, lacking });
  return response;
}
