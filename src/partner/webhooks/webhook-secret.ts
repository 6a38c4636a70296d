import { HOUR_MS } from '#platform/clock.ts';
import { toBase64 } from '#platform/storage/base64url.ts';
import { decryptText, encryptText, type TextKey } from '#platform/storage/encrypt-text.ts';
import type { SubscriberRow } from '#platform/storage/events-schema.ts';

/** After a rotation, both secrets sign for this long, so that receivers need not switch at the same moment. */
export const ROTATION_GRACE_MS = 24 * HOUR_MS;

/** Standard Webhooks requires 24 to 64. */
const SECRET_BYTES = 32;

/** The secrets of a webhook, as stored. */
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
