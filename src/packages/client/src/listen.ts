import { WebhookVerificationError } from './errors.ts';
import type { Musette } from './musette.ts';
import { wait } from './retries.ts';
import { fromBase64 } from './webhooks.ts';

interface Listening {
  readonly types?: string | undefined;
  /** The signing secret, `whsec_…`. Without one, `listen` generates and prints one. */
  readonly secret?: string | undefined;
  readonly signal: AbortSignal;
  readonly print: (line: string) => void;
  /** Time between two looks at the feed. */
  readonly everyMs?: number;
}

const EVERY_MS = 2_000;
const SECRET_BYTES = 24;

/**
 * Sends each event from now on to a server on this machine, signed as a webhook is, with the secret that the server has, or one of its own
 * that it prints first. Needs no public address. An event that the server refuses is printed and not repeated.
 */
export async function listen(
  musette: Musette,
  url: string,
  { types, secret, signal, print, everyMs = EVERY_MS }: Listening,
): Promise<void> {
  const key = secret ? keyOf(secret) : crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  print(
    secret ? 'Signing with MUSETTE_WEBHOOK_SECRET' : `Signing secret for this run: whsec_${toBase64(key)}`,
  );
  const filters = types === undefined ? {} : { types };
  const from = new Date(Date.now()).toISOString();
  let cursor: string | null = null;
  print(`Forwarding events to ${url}`);
  while (!signal.aborted) {
    const feed = musette.events({ ...filters, from, ...(cursor === null ? {} : { cursor }) }, { signal });
    try {
      for await (const event of feed) {
        const body = JSON.stringify(event);
        print(`${event.type} ${event.id} → ${await forward(url, event.id, body, key)}`);
      }
      cursor = feed.cursor;
      await wait(everyMs, signal);
    } catch (err) {
      if (signal.aborted) return;
      throw err;
    }
  }
}

/** Posts a body and returns the status of the response, or that none came. */
async function forward(url: string, id: string, body: string, key: Uint8Array<ArrayBuffer>): Promise<string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signing = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  const signed = Uint8Array.from(new TextEncoder().encode(`${id}.${timestamp}.${body}`));
  const signature = toBase64(new Uint8Array(await crypto.subtle.sign('HMAC', signing, signed)));
  const headers = {
    'Content-Type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
  try {
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual' });
    await response.body?.cancel();
    return String(response.status);
  } catch {
    return 'no response. Is your server running?';
  }
}

/** Returns the bytes of a signing secret. Throws a MusetteError if it is not one. */
function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const key = secret.startsWith('whsec_') ? fromBase64(secret.slice('whsec_'.length)) : null;
  if (key === null || key.length === 0)
    throw new WebhookVerificationError('MUSETTE_WEBHOOK_SECRET is not a webhook secret');
  return key;
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
