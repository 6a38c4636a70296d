import { newPartner } from '../support/connect-over-http.ts';
import type { Send } from './writer.ts';

const ANSWER_WITHIN_MS = 30_000;

let addresses = 0;

/** Returns an address that no request had before: limits and the shield against guessing count by address. */
export function newAddress(): string {
  addresses += 1;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

/** Returns what sends requests to an installation. Each comes from an address of its own. */
export function senderTo(baseUrl: string): Send {
  return async ({ method, path, key, body, idempotencyKey }) => {
    try {
      const response = await fetch(baseUrl + path, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          'cf-connecting-ip': newAddress(),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        },
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, json: text === '' ? null : JSON.parse(text) };
    } catch (cause) {
      if (cause instanceof DOMException && cause.name === 'TimeoutError')
        throw new Error(`${method} ${path} hangs`);
      return null;
    }
  };
}

/** Makes a partner and returns the secret of its sandbox key. The first of its regions is its home. */
export async function newPartnerKey(
  send: Send,
  operatorToken: string,
  name: string,
  regions: readonly string[] = ['weur'],
): Promise<string> {
  const operate = async (path: string, body: unknown) => {
    const reply = await send({ method: 'POST', path, key: operatorToken, body });
    if (reply?.status !== 201) throw new Error(`no partner could be made: ${JSON.stringify(reply)}`);
    return reply.json;
  };
  return (await newPartner(operate, { name, regions })).key;
}
