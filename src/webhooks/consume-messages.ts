import { type Bindings, parseEnv } from '../env.ts';
import { newRequestContext, type RequestContext } from '../http/context.ts';
import { describeFault } from '../http/log.ts';
import { attemptDelivery, claim } from './attempt-delivery.ts';
import { ATTEMPT_LEASE_MS } from './deliveries-repository.ts';
import { type AttemptMessage, parseMessage, sendMessages } from './queue-messages.ts';
import { sweepEvents } from './sweep-events.ts';

/** Attempts of one webhook that an isolate makes at the same time. */
const ATTEMPTS_AT_ONCE = 5;
/** Time after which a message of a busy webhook is tried again. */
const BUSY_SECONDS = 15;

/** The start of an attempt. */
interface Running {
  readonly startedAtMs: number;
}

/** Attempts under way in this isolate, by webhook. One that the platform cut off never ends, so it expires with its claim. */
const running = new Map<string, Set<Running>>();

/**
 * Processes messages independently: one that fails is retried and delays no other. A delivery's message is
 * done once the delivery is claimed. The attempt goes on after that, so a slow receiver holds up neither its
 * batch nor the next ones; an attempt that is lost becomes due again.
 */
export async function consumeMessages(
  batch: MessageBatch<unknown>,
  bindings: Bindings,
  execution: Pick<ExecutionContext, 'waitUntil'>,
): Promise<void> {
  const env = parseEnv(bindings);
  await Promise.all(
    batch.messages.map(async (message) => {
      const ctx = newRequestContext(env, (work) => execution.waitUntil(work));
      try {
        await work(ctx, message.body);
        message.ack();
      } catch (fault) {
        logFault(ctx, fault);
        message.retry();
      }
    }),
  );
}

async function work(ctx: RequestContext, body: unknown): Promise<void> {
  const message = parseMessage(body);
  if (message?.kind === 'sweep') await sweepEvents(ctx, message);
  if (message?.kind === 'attempt') await beginAttempt(ctx, message);
}

async function beginAttempt(ctx: RequestContext, message: AttemptMessage): Promise<void> {
  const { webhookId } = message;
  if (countRunning(webhookId, ctx.nowMs) >= ATTEMPTS_AT_ONCE) {
    await sendMessages(ctx.env, [message], BUSY_SECONDS);
    return;
  }
  const begun = { startedAtMs: ctx.nowMs };
  noteBeginning(webhookId, begun);
  let isUnderWay = false;
  try {
    const claimed = await claim(ctx, message);
    if (!claimed) return;
    isUnderWay = true;
    const attempt = attemptDelivery(ctx, message, claimed).catch((fault) => logFault(ctx, fault));
    ctx.waitUntil(attempt.finally(() => noteEnd(webhookId, begun)));
  } finally {
    if (!isUnderWay) noteEnd(webhookId, begun);
  }
}

/** Returns how many attempts of a webhook are under way, and forgets those whose claim is over. */
function countRunning(webhookId: string, nowMs: number): number {
  for (const begun of running.get(webhookId) ?? []) {
    if (Math.abs(nowMs - begun.startedAtMs) >= ATTEMPT_LEASE_MS) noteEnd(webhookId, begun);
  }
  return running.get(webhookId)?.size ?? 0;
}

function noteBeginning(webhookId: string, begun: Running): void {
  const others = running.get(webhookId);
  if (others) others.add(begun);
  else running.set(webhookId, new Set([begun]));
}

function noteEnd(webhookId: string, ended: Running): void {
  const all = running.get(webhookId);
  all?.delete(ended);
  if (all?.size === 0) running.delete(webhookId);
}

function logFault(ctx: RequestContext, fault: unknown): void {
  const line = { event: 'webhook_message_failed', request_id: ctx.requestId, fault: describeFault(fault) };
  // biome-ignore lint/suspicious/noConsole: the platform collects the log from the console
  console.log(JSON.stringify(line));
}
