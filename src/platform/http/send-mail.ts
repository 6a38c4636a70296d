import type { Env } from '../env.ts';
import { openDatabase } from '../storage/database.ts';
import { countMail } from '../storage/mail-counts.ts';
import type { RequestContext } from './context.ts';
import { describeFault } from './log.ts';

/** An email in plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly atMs: number;
}

type Sender = Pick<Env, 'isLocal' | 'mail' | 'mailFrom' | 'registry'>;

/** Emails that a local installation would have sent, newest first. Always empty in a deployed service. */
const outbox: Mail[] = [];
const OUTBOX_MAX = 50;

/** Lists the emails that a local installation would have sent, newest first, at most 50. */
export function localOutbox(): readonly Mail[] {
  return outbox;
}

/**
 * Sends an email after the answer, so that neither the answer nor its time reveals whether one was sent. An email
 * that cannot be sent is logged without its address; its recipient can request another.
 */
export function sendMail(ctx: RequestContext, content: Omit<Mail, 'atMs'>): void {
  const mail: Mail = { ...content, atMs: ctx.nowMs };
  if (ctx.env.isLocal) keepInOutbox(mail);
  else ctx.waitUntil(deliverMail(ctx.env, mail).catch((fault) => logFault(ctx, fault)));
}

/**
 * Sends an email now, and counts in the registry whether the platform took it. Throws if it did not. A local installation
 * keeps it in its outbox instead.
 */
export async function deliverMail(env: Sender, mail: Mail): Promise<void> {
  if (env.isLocal) return keepInOutbox(mail);
  try {
    await send(env, mail);
  } catch (fault) {
    if (!isOfRecipient(fault)) await count(env, mail, 'refused');
    throw fault;
  }
  await count(env, mail, 'sent');
}

function keepInOutbox(mail: Mail): void {
  outbox.unshift(mail);
  outbox.length = Math.min(outbox.length, OUTBOX_MAX);
}

async function send({ mail, mailFrom }: Sender, { to, subject, text }: Mail): Promise<void> {
  if (!mail) throw new Error('no mail binding is configured');
  await mail.send({ from: { email: mailFrom, name: 'Musette' }, to, subject, text });
}

/** The platform's code for a mailbox that takes no more emails from this account: nothing is wrong with the service. */
const SUPPRESSED = 'E_RECIPIENT_SUPPRESSED';

function isOfRecipient(fault: unknown): boolean {
  return fault instanceof Error && Reflect.get(fault, 'code') === SUPPRESSED;
}

/** Counts an email. A registry that does not take the count is reported by what else needs it. */
async function count(env: Sender, { atMs }: Mail, outcome: 'sent' | 'refused'): Promise<void> {
  const registry = openDatabase(env.registry, { d1Batches: 0, d1RowsRead: 0, d1RowsWritten: 0 });
  await registry.batch([countMail(registry, atMs, outcome)]).catch(() => undefined);
}

function logFault(ctx: RequestContext, fault: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the platform collects the log from the console
  console.log(
    JSON.stringify({ event: 'mail_failed', request_id: ctx.requestId, fault: describeFault(fault) }),
  );
}
