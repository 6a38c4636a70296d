import type { RequestContext } from '../http/context.ts';
import { describeFault } from '../http/log.ts';

/** A mail with a sign-in code. */
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
 * Mails a sign-in code after the answer, so that neither the answer nor its time reveals whether a mail was
 * sent. A mail that cannot be sent is logged without its address; the athlete asks for another.
 */
export function sendCode(ctx: RequestContext, to: string, code: string, minutes: number): void {
  const mail: Mail = {
    to,
    subject: `${code} is your Musette code`,
    text: `Your code is ${code}. It is valid for ${minutes} minutes, once, in the browser that asked for it.\n\nIf you did not ask for a code, ignore this mail: without the code nobody can sign in. Musette never asks for your code by mail or phone.\n`,
    atMs: ctx.nowMs,
  };
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
