import { env } from 'cloudflare:workers';
import { Browser, type PageReply, plainFetch } from './browser.ts';
import { BASE, call } from './client.ts';

let sent = 0;

/** Fields of the form, with an address of its own. */
export function newApplication(): { platform: string; use_case: string; email: string } {
  sent += 1;
  return { platform: `Platform ${sent}`, use_case: 'Tests', email: `access-${sent}@platform.example` };
}

/** Sends the form as a browser does. */
export function askForAccess(
  application: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
  browser = new Browser(),
): Promise<PageReply> {
  return browser.post('/access', Object.entries(application), headers);
}

/** Sends a request for access and returns its identifier. */
export async function newAccessRequest(application = newApplication()): Promise<string> {
  await askForAccess(application);
  const { json } = await call('GET', '/operator/v1/access-requests', { key: env.OPERATOR_TOKEN });
  const found = json.data.find(({ email }: { email: string }) => email === application.email);
  if (found === undefined) throw new Error('the request is not in the list');
  return found.id;
}

/** Returns the path of the newest link that was emailed to an address, as a developer reads it in the local outbox. */
export async function linkFor(email: string): Promise<string | null> {
  const outbox = await (await plainFetch(`${BASE}/dev/outbox`)).text();
  const [, message = ''] = outbox.split(`To ${email},`);
  return /\/access\/key\?link=[\w-]+/.exec(message.split('</article>')[0] ?? '')?.[0] ?? null;
}
