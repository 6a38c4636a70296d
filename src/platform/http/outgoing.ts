import type { Env } from '../env.ts';
import { logLine } from '../log-line.ts';
import { InvocationSpent, openRegistry } from '../storage/database.ts';
import { countEmail } from '../storage/email-counts.ts';
import { verdictOn } from '../storage/platform-errors.ts';
import type { RequestContext } from './context.ts';
import { describeFault } from './log.ts';

/** An email in plain text. */
export interface Email {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly atMs: number;
}

type Sender = Pick<Env, 'isLocal' | 'email' | 'emailFrom' | 'registry'>;

/** Emails that a local installation would have sent, newest first. Always empty in a deployed service. */
const outbox: Email[] = [];
const OUTBOX_MAX = 50;

/** Lists the emails that a local installation would have sent, newest first, at most 50. */
export function localOutbox(): readonly Email[] {
  return outbox;
}

/**
 * Sends an email after the response, so that neither the response nor its timing reveals whether one was sent. A failed
 * email is logged without its address; its recipient can request another.
 */
export function sendEmail(ctx: RequestContext, content: Omit<Email, 'atMs'>): void {
  const email: Email = { ...content, atMs: ctx.nowMs };
  if (ctx.env.isLocal) keepInOutbox(email);
  else ctx.waitUntil(deliverEmail(ctx.env, email).catch((fault) => logFault(ctx, fault)));
}

/**
 * Sends an email now and counts in the registry whether the platform accepted it. Throws if it did not. A local
 * installation keeps the email in its outbox instead.
 */
export async function deliverEmail(env: Sender, email: Email): Promise<void> {
  if (env.isLocal) return keepInOutbox(email);
  try {
    await send(env, email);
  } catch (fault) {
    if (verdictOn(fault) !== 'recipient') await count(env, email, 'refused');
    throw fault;
  }
  await count(env, email, 'sent');
}

function keepInOutbox(email: Email): void {
  outbox.unshift(email);
  outbox.length = Math.min(outbox.length, OUTBOX_MAX);
}

async function send({ email: binding, emailFrom }: Sender, { to, subject, text }: Email): Promise<void> {
  if (!binding) throw new Error('no email binding is configured');
  await binding.send({ from: { email: emailFrom, name: 'Musette' }, to, subject, text });
}

/** Counts an email. If the registry fails to store the count, other requests will report the registry. */
async function count(env: Sender, { atMs }: Email, outcome: 'sent' | 'refused'): Promise<void> {
  const registry = openRegistry(env);
  await registry.batch([countEmail(registry, atMs, outcome)]).catch(() => undefined);
}

function logFault(ctx: RequestContext, fault: unknown): void {
  logLine('mail_failed', { request_id: ctx.requestId, fault: describeFault(fault) });
}

/** The end of a POST. The status of a server that could not be reached is the one Cloudflare answers for it. */
export type PostOutcome =
  | { readonly outcome: 'answered'; readonly statusCode: number }
  | { readonly outcome: 'unreachable'; readonly statusCode: number | null }
  | { readonly outcome: 'too_slow'; readonly statusCode: null };

/** Statuses that Cloudflare answers for a server with no address, no connection or bad TLS. */
const UNREACHABLE: readonly number[] = [521, 522, 523, 524, 525, 526, 530];

/**
 * Posts JSON and returns how it ended. Does not follow redirects or read the response body. Throws InvocationSpent if the
 * platform allows no more calls, which is not the receiver's failure.
 */
export async function postJson(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  withinMs: number,
): Promise<PostOutcome> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), withinMs);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
      body,
      redirect: 'manual',
      signal: abort.signal,
    });
    await response.body?.cancel();
    const { status: statusCode, headers: answered } = response;
    const isOfCloudflare = answered.get('server')?.toLowerCase() === 'cloudflare';
    const isUnreachable = isOfCloudflare && UNREACHABLE.includes(statusCode);
    return { outcome: isUnreachable ? 'unreachable' : 'answered', statusCode };
  } catch (cause) {
    if (verdictOn(cause) === 'spent') throw new InvocationSpent({ cause });
    return { outcome: abort.signal.aborted ? 'too_slow' : 'unreachable', statusCode: null };
  } finally {
    clearTimeout(timer);
  }
}
