import { machineNowMs, SECOND_MS, toSeconds } from '#platform/clock.ts';
import type { Env } from '#platform/env.ts';
import { type Posted, postJson } from '#platform/http/post-json.ts';
import { toBase64 } from '#platform/storage/base64url.ts';
import type { EventRow, SubscriberRow } from '#platform/storage/events-schema.ts';
import type { WebhookRow } from '#platform/storage/registry-schema.ts';
import { type Event, eventToWire } from '../events/event-shape.ts';
import type { Attempt } from './delivery.ts';
import { addressProblem } from './webhook-address.ts';
import { signingSecrets } from './webhook-secret.ts';

/** Enough for a receiver that only stores the event and processes it later. */
const ANSWER_WITHIN_MS = 15 * SECOND_MS;

/** The outcome of an address that the rules no longer allow, or of a webhook without a secret. */
const NOT_SENT: Posted = { outcome: 'unreachable', statusCode: null };

/** An address with the secrets of its webhook. */
export type Target = Pick<
  SubscriberRow,
  'webhookId' | 'url' | 'secret' | 'previousSecret' | 'previousSecretUntil'
>;

/** Returns the address of a webhook's row. */
export function targetOf({ id: webhookId, ...rest }: WebhookRow): Target {
  return { webhookId, ...rest };
}

/** Sends a stored event to a webhook once, and returns the outcome. */
export function sendEvent(env: Env, target: Target, event: EventRow, nowMs: number): Promise<Attempt> {
  return sendOnce(env, target, eventToWire(event), nowMs);
}

/**
 * Sends an event to a webhook once, signed by Standard Webhooks 1.0.0, and returns the outcome. Does not
 * follow redirects and reads only the response status. Checks the address again, because the rules may have
 * changed.
 */
export async function sendOnce(env: Env, target: Target, event: Event, nowMs: number): Promise<Attempt> {
  const secrets = await signingSecrets(env, target, nowMs);
  const mayBeSent = secrets.length > 0 && addressProblem(env, target.url) === null;
  const startedAt = performance.now();
  const posted = mayBeSent ? await post(target.url, event, secrets) : NOT_SENT;
  return { atMs: nowMs, ...posted, durationMs: Math.round(performance.now() - startedAt) };
}

/** Posts an event and returns how that ended. */
async function post(url: string, event: Event, secrets: readonly string[]): Promise<Posted> {
  const body = JSON.stringify(event);
  const headers = {
    ...(await signedHeaders(event.id, body, secrets)),
    // Lets a receiver set tests aside before it reads the body.
    ...(event.test ? { 'musette-test': 'true' } : {}),
  };
  return postJson(url, body, headers, ANSWER_WITHIN_MS);
}

/** Builds the headers of a signed message, with one signature per secret. */
async function signedHeaders(
  id: string,
  body: string,
  secrets: readonly string[],
): Promise<Record<string, string>> {
  // Receivers compare it with their own clock, so a local installation's offset does not count.
  const timestamp = String(toSeconds(machineNowMs()));
  const content = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const signatures = await Promise.all(secrets.map((secret) => signature(secret, content)));
  return {
    'user-agent': 'Musette-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

async function signature(secret: string, content: BufferSource): Promise<string> {
  const raw = Uint8Array.from(atob(secret.replace(/^whsec_/, '')), (character) => character.charCodeAt(0));
  const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return `v1,${toBase64(new Uint8Array(await crypto.subtle.sign('HMAC', key, content)))}`;
}
