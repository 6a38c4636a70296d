import type { webhooks } from './api-types.ts';
import { WebhookVerificationError } from './errors.ts';

/** The type of an event. */
export type EventType = keyof webhooks;

/** The body of a delivery of this type, or of any. */
export type WebhookEvent<Type extends EventType = EventType> =
  webhooks[Type]['post']['requestBody']['content']['application/json'];

/** Options for verification. */
export interface VerifyWebhookOptions {
  /**
   * Maximum seconds between `webhook-timestamp` and now. Defaults to five minutes, as in the specification.
   */
  readonly toleranceSeconds?: number;
  /** The current time. Defaults to the clock. */
  readonly nowMs?: number;
}

const TOLERANCE_SECONDS = 300;

/**
 * Verifies a delivery (Standard Webhooks 1.0.0) and returns its event. `body` must be the bytes or the exact text received,
 * not parsed and serialized again. During a rotation, pass both secrets. A delivery may arrive twice, with the same event `id`.
 * An event with `test` reports nothing: you sent it to test the webhook.
 *
 * ```ts
 * const event = await verifyWebhook(await request.text(), request.headers, process.env.HOOK_SECRET ?? '');
 * if (event.type === 'prescription.stale') console.log(event.data.athlete_id, event.data.reason);
 * ```
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>,
  secrets: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS, nowMs = Date.now() }: VerifyWebhookOptions = {},
): Promise<WebhookEvent> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature').split(' ');
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(nowMs / 1000 - Number(timestamp)) > toleranceSeconds) {
    throw new WebhookVerificationError('webhook-timestamp is too far from now');
  }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = Uint8Array.from([...new TextEncoder().encode(`${id}.${timestamp}.`), ...bytes]);
  for (const secret of typeof secrets === 'string' ? [secrets] : secrets) {
    if (await isSigned(signed, signatures, secret)) return JSON.parse(new TextDecoder().decode(bytes));
  }
  throw new WebhookVerificationError('no signature of the delivery matches');
}

async function isSigned(signed: Uint8Array<ArrayBuffer>, signatures: readonly string[], secret: string) {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''));
  if (bytes === null || bytes.length === 0)
    throw new WebhookVerificationError('the secret is not a webhook secret');
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ]);
  for (const each of signatures) {
    const signature = each.startsWith('v1,') ? fromBase64(each.slice('v1,'.length)) : null;
    // WebCrypto compares in constant time.
    if (signature !== null && (await crypto.subtle.verify('HMAC', key, signature, signed))) return true;
  }
  return false;
}

function headerOf(
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>,
  name: string,
): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value !== 'string') throw new WebhookVerificationError(`${name} is missing`);
  return value;
}

/** Returns decoded bytes, or null if the text is not base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
