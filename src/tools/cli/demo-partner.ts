import { createHash } from 'node:crypto';
import type { Send } from './local-databases.ts';
import { keep, readKept } from './local-state.ts';

const KEPT_AS = 'sandbox-key';
const USABLE = `SELECT 1 FROM api_keys JOIN partners ON partners.id = api_keys.partner_id
  WHERE hash = ? AND api_keys.status <> 'revoked' AND (expires_at IS NULL OR expires_at > ?) AND partners.status = 'active'`;

/** Returns the demo partner's stored sandbox key, or null if there is none or it is no longer valid. */
export async function keptKey(stateDir: string, registry: D1Database, nowMs: number): Promise<string | null> {
  const key = await readKept(stateDir, KEPT_AS);
  if (!key) return null;
  const hash = createHash('sha256').update(key).digest('hex');
  const usable = await registry.prepare(USABLE).bind(hash, nowMs).first();
  if (usable) return key;
  console.log('The stored sandbox key is no longer valid. Creating another partner with its own sandbox.');
  return null;
}

/** Creates the demo partner, whose sandbox has the standard athletes, and stores its sandbox key. */
export async function createDemoPartner(
  stateDir: string,
  send: Send,
  operatorToken: string,
): Promise<string> {
  const response = await send('/operator/v1/partners', {
    method: 'POST',
    headers: { Authorization: `Bearer ${operatorToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      name: 'Demo partner',
      use_case: 'Trying the service on this machine',
      contact_email: 'demo@musette.example',
      default_tier: 'full',
      regions: ['weur', 'enam'],
    }),
  });
  const answer: unknown = await response.json();
  const secret = secretOf(answer);
  if (!secret) throw new Error(`Could not create the demo partner: ${JSON.stringify(answer)}`);
  await keep(stateDir, KEPT_AS, secret);
  return secret;
}

function secretOf(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null || !('sandbox_key' in answer)) return null;
  const { sandbox_key: key } = answer;
  const isKey = typeof key === 'object' && key !== null && 'secret' in key && typeof key.secret === 'string';
  return isKey ? String(key.secret) : null;
}
