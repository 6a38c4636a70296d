import type { RequestContext } from './context.ts';
import { describeFault } from './log.ts';

/** A mail in plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly atMs: number;
}

/** Mails that a local installation would have sent, newest first. Always empty in a deployed service. */
const outbox: Mail[] = [];
const OUTBOX_MAX = 50;

/** Lists the mails that a local installation would have sent, newest first, at most 50. */
export function localOutbox(): readonly Mail[] {
  return outbox;
}

/**
 * Sends a mail after the answer, so that neither the answer nor its time reveals whether one was sent. A mail
 * that cannot be sent is logged without its address; its recipient can request another.
 */
export function sendMail(ctx: RequestContext, content: Omit<Mail, 'atMs'>): void {
  const mail: Mail = { ...content, atMs: ctx.nowMs };
  if (ctx.env.isLocal) {
    outbox.unshift(mail);
    outbox.length = Math.min(outbox.length, OUTBOX_MAX);
    return;
  }
  ctx.waitUntil(send(ctx, mail).catch((fault) => logFault(ctx, fault)));
}

async function send(ctx: RequestContext, { to, subject, text }: Mail): Promise<void> {
  const { mail, mailFrom } = ctx.env;
  if (!mail) throw new Error('no mail binding is configured');
  await mail.send({ from: { email: mailFrom, name: 'Musette' }, to, subject, text });
}

function logFault(ctx: RequestContext, fault: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the platform collects the log from the console
  console.log(
    JSON.stringify({ event: 'mail_failed', request_id: ctx.requestId, fault: describeFault(fault) }),
  );
}
