import { keep, readKept } from './local-state.ts';

const KEPT_AS = 'sandbox-key';

/** Returns the demo partner's sandbox key: the stored one while it works, else the key of a new partner. */
export async function demoKey(baseUrl: string, operatorToken: string): Promise<string> {
  const kept = await readKept(KEPT_AS);
  if (kept && (await stillWorks(baseUrl, kept))) return kept;
  if (kept)
    console.log(
      'The kept sandbox key was deleted or has expired: another partner is made, with a sandbox of its own.',
    );
  console.log('Creating the demo partner …');
  const response = await fetch(`${baseUrl}/operator/v1/partners`, {
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
  if (!secret) throw new Error(`The demo partner could not be created: ${JSON.stringify(answer)}`);
  await keep(KEPT_AS, secret);
  return secret;
}

/** Returns whether the key is still accepted. A limit or a fault does not count as a rejection. */
async function stillWorks(baseUrl: string, key: string): Promise<boolean> {
  const response = await fetch(`${baseUrl}/v1/athletes?limit=1`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  return response.status !== 401;
}

function secretOf(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null || !('sandbox_key' in answer)) return null;
  const { sandbox_key: key } = answer;
  const isKey = typeof key === 'object' && key !== null && 'secret' in key && typeof key.secret === 'string';
  return isKey ? String(key.secret) : null;
}
