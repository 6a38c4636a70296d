import { machineNowMs, SECOND_MS } from '../clock.ts';
import type { Env } from '../env.ts';
import { callKeyGuard } from '../guards/call-guard.ts';
import { FAILED_REQUESTS_MAX, type FailedRequest } from '../guards/key-activity.ts';
import type { Principal, RequestContext } from '../http/context.ts';
import { dropOldest, memoryOf } from '../isolate-memory.ts';
import { guardOf } from './ask-guard.ts';

/** The shortest time between two messages of an isolate to a key's guard. */
const EVERY_MS = SECOND_MS;
/** Bounds the memory of an isolate: honest keys are few. */
const KEYS_MAX = 1_000;

/** Failed requests of a key that its guard does not have yet. */
interface Unsent {
  readonly requests: FailedRequest[];
  sentAtMs: number;
  isSending: boolean;
}

const unsentByGuards = new WeakMap<Env['keyGuards'], Map<string, Unsent>>();

/** Waits before a message. Tests replace it, because they wait for everything that a request leaves to do. */
export const pace = { wait: (ms: number): Promise<unknown> => scheduler.wait(ms) };

/**
 * Reports a failed request of a key to its guard, for the console: at once, or a second after the previous message together
 * with what fails until then. Never rejects. An isolate that ends earlier loses what it has not sent.
 */
export async function reportFailure(
  { env, log, nowMs, requestId }: RequestContext,
  principal: Principal,
  status: number,
): Promise<void> {
  // A client that exceeds its budget must not cost its guard a message for that.
  if (status === 429) return;
  const unsent = unsentOf(env, principal.keyId);
  const { route, errorCode: code, pointer = null } = log;
  unsent.requests.push({ atMs: nowMs, route, status, code, pointer, requestId });
  if (unsent.requests.length > FAILED_REQUESTS_MAX) unsent.requests.shift();
  if (unsent.isSending) return;
  unsent.isSending = true;
  try {
    const waitMs = unsent.sentAtMs + EVERY_MS - machineNowMs();
    // A clock that was set back must not delay the message.
    if (waitMs > 0) await pace.wait(Math.min(waitMs, EVERY_MS));
    unsent.sentAtMs = machineNowMs();
    const requests = unsent.requests.splice(0);
    await callKeyGuard(env, guardOf(principal), (guard) => guard.storeFailures(requests));
  } catch {
    // The console shows a partner's own mistakes. It must not add to the load of a store in trouble.
  } finally {
    unsent.isSending = false;
  }
}

function unsentOf({ keyGuards }: Pick<Env, 'keyGuards'>, keyId: string): Unsent {
  const keys = memoryOf(unsentByGuards, keyGuards, () => new Map());
  const known = keys.get(keyId);
  if (known) return known;
  const added: Unsent = { requests: [], sentAtMs: 0, isSending: false };
  keys.set(keyId, added);
  dropOldest(keys, KEYS_MAX);
  return added;
}
