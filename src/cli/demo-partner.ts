import { keep, readKept } from './local-state.ts';

const KEPT_AS = 'sandbox-key';

/** The demo partner's sandbox key: the kept one while it works, or that of a new partner, made as an operator would. */
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
    }),
  });
  const answer: unknown = await response.json();
  const secret = secretOf(answer);
  if (!secret) throw new Error(`The demo partner could not be created: ${JSON.stringify(answer)}`);
  await fillSandbox(baseUrl, secret);
  await keep(KEPT_AS, secret);
  return secret;
}

/** Something realistic to build against from the first minute: the standard athletes, as any partner can have them. */
async function fillSandbox(baseUrl: string, key: string): Promise<void> {
  const headers = { Authorization: `Bearer ${key}` };
  const response = await fetch(`${baseUrl}/v1/sandbox/reset`, { method: 'POST', headers });
  if (!response.ok) throw new Error(`The demo sandbox could not be filled: ${await response.text()}`);
}

/** Only an answer that says "this is no key" is a reason to make another; a limit or a fault is not. */
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
