import { HOUR_MS, machineNowMs, SECOND_MS, toSeconds } from '#platform/clock.ts';
import type { Env } from '#platform/env.ts';
import { type Failure, invalid } from '#platform/http/errors.ts';
import { type PostOutcome, postJson } from '#platform/http/outgoing.ts';
import { decryptText, encryptText, type TextKey, toBase64 } from '#platform/storage/cryptography.ts';
import type { EventRow, SubscriberRow } from '#platform/storage/events-schema.ts';
import type { WebhookRow } from '#platform/storage/registry-schema.ts';
import { type Event, eventToWire } from '../events/event-shape.ts';
import type { Attempt } from './delivery-shape.ts';

/** Enough for a receiver that only stores the event and processes it later. */
const ANSWER_WITHIN_MS = 15 * SECOND_MS;

/** The outcome of an address that the rules no longer allow, or of a webhook without a secret. */
const NOT_SENT: PostOutcome = { outcome: 'unreachable', statusCode: null };

type Target = Pick<SubscriberRow, 'webhookId' | 'url' | 'secret' | 'previousSecret' | 'previousSecretUntil'>;

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

async function post(url: string, event: Event, secrets: readonly string[]): Promise<PostOutcome> {
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

type Installation = Pick<Env, 'isLocal' | 'baseUrl'>;

const PORTS = ['', '8443'];
const LOCAL_HOSTS = ['127.0.0.1', 'localhost'];
/**
 * Two labels or more. The last one starts with a letter, so it is not an IP address. IDNs are in ASCII form
 * here.
 */
const PUBLIC_HOST = /^([a-z0-9_]([a-z0-9_-]*[a-z0-9_])?\.)+[a-z]([a-z0-9-]*[a-z0-9])?$/;
/** Names that never exist on the public internet (RFC 6761, 6762, 8375, 9476). */
const PRIVATE_HOST = /(^|\.)(localhost|local|internal|arpa|alt|onion|invalid)$/;

/**
 * Returns why events may not be sent to an address, or null if they may. A name can resolve to any address by
 * the time of an attempt, but the Worker fetches only through the public internet
 * (`global_fetch_strictly_public`), where private addresses are unreachable.
 */
export function addressProblem(env: Installation, address: string): string | null {
  if (/[\s\\\p{Cc}]/u.test(address) || !URL.canParse(address)) return 'must be an absolute address';
  const url = new URL(address);
  if (url.username !== '' || url.password !== '' || /^[^/]*\/\/[^/?#]*@/.test(address)) {
    return 'must not contain user info';
  }
  if (isOwnHost(env, url)) return 'must not be an address of this service';
  if (env.isLocal && url.protocol === 'http:' && LOCAL_HOSTS.includes(url.hostname)) return null;
  if (url.protocol !== 'https:') return 'must be https';
  if (!PORTS.includes(url.port)) return 'must be on port 443 or 8443';
  if (!PUBLIC_HOST.test(url.hostname) || PRIVATE_HOST.test(url.hostname)) {
    return 'must have a public host name, not an address, and no trailing dot';
  }
  return null;
}

/** Rejects an address to which events may not be sent. */
export function refuseAddress(env: Installation, address: string | undefined): Failure | null {
  const message = address === undefined ? null : addressProblem(env, address);
  return message === null ? null : invalid({ pointer: '/url', code: 'address_not_allowed', message });
}

/** A local installation and its receiver share a host, so only the port distinguishes them. */
function isOwnHost({ isLocal, baseUrl }: Installation, url: URL): boolean {
  const own = new URL(baseUrl);
  return isLocal
    ? url.host === own.host
    : url.hostname === own.hostname || url.hostname.endsWith(`.${own.hostname}`);
}

/** After a rotation, both secrets sign for this long, so that receivers need not switch at the same moment. */
export const ROTATION_GRACE_MS = 24 * HOUR_MS;

/** Standard Webhooks requires 24 to 64. */
const SECRET_BYTES = 32;

type Secrets = Pick<SubscriberRow, 'webhookId' | 'secret' | 'previousSecret' | 'previousSecretUntil'>;

interface KeyHolder {
  readonly webhookKey: string;
}

/** Draws a signing secret in the form of Standard Webhooks. */
export function newWebhookSecret(): string {
  return `whsec_${toBase64(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)))}`;
}

/** Encrypts a secret for the row of its webhook. */
export function encryptSecret(env: KeyHolder, webhookId: string, secret: string): Promise<string> {
  return encryptText(keyOf(env, webhookId), secret);
}

/** Returns the secrets that sign now, newest first. Returns none if WEBHOOK_KEY did not encrypt them. */
export async function signingSecrets(
  env: KeyHolder,
  webhook: Secrets,
  nowMs: number,
): Promise<readonly string[]> {
  const encrypted = [webhook.secret];
  if (webhook.previousSecret !== null && isPreviousSecretLive(webhook, nowMs)) {
    encrypted.push(webhook.previousSecret);
  }
  const read = encrypted.map((text) => decryptText(keyOf(env, webhook.webhookId), text).catch(() => null));
  return (await Promise.all(read)).filter((secret) => secret !== null);
}

/** Returns whether the previous secret still signs after a rotation. */
export function isPreviousSecretLive(
  { previousSecretUntil }: Pick<Secrets, 'previousSecretUntil'>,
  nowMs: number,
): boolean {
  return previousSecretUntil !== null && nowMs < previousSecretUntil;
}

function keyOf({ webhookKey }: KeyHolder, webhookId: string): TextKey {
  return { secret: webhookKey, salt: '', purpose: 'webhook-secret', boundTo: webhookId };
}
