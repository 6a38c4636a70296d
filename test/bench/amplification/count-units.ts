import type { Reply, SendRequest } from '../../support/connect-over-http.ts';
import type { Case } from './cases.ts';

/** A partner's key that creates others, and the budget of those. */
interface Counted {
  readonly key: string;
  readonly perMin: number;
  /** Sends the requests that create and revoke keys. */
  readonly manage: SendRequest;
}

const KEYS = '/v1/partner/api-keys';

/** Sends a request with a fresh key, whose budget nothing else has used or lent, and returns the units that it took. */
export async function countUnits(
  send: SendRequest,
  request: Case,
  { key, perMin, manage }: Counted,
): Promise<{ readonly units: number; readonly reply: Reply }> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const made = await manage({ method: 'POST', path: KEYS, headers, body: '{"name":"Counted"}' });
  if (made.status !== 201) throw new Error(`no key to count with: ${made.status} ${made.text}`);
  const { id, secret } = JSON.parse(made.text);
  const { method, path, body } = request;
  const own = { ...request.headers, authorization: `Bearer ${secret}` };
  const reply = await send({ method, path, headers: own, body });
  await manage({ method: 'DELETE', path: `${KEYS}/${id}`, headers, body: null });
  const remaining = /"standard";r=(\d+)/.exec(reply.headers.get('ratelimit') ?? '')?.[1];
  return { units: remaining === undefined ? 1 : perMin - Number(remaining), reply };
}
