import {
  createExecutionContext,
  createMessageBatch,
  getQueueResult,
  waitOnExecutionContext,
} from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { Webhook } from 'standardwebhooks';
import { onTestFinished, vi } from 'vitest';
import worker from '../../src/index.ts';
import { consumeMessages } from '../../src/webhooks/consume-messages.ts';
import { type CallOptions, call, type Reply } from './client.ts';
import { runSchedule } from './crons.ts';

const QUEUE = 'musette-webhooks';
const BATCH_SIZE = 5;
const CRON = '*/10 * * * *';
/** More rounds than any test has; a message that comes back for ever fails the test. */
const ROUNDS_MAX = 2000;

interface Sent {
  readonly body: unknown;
  readonly dueAtS: number;
}

/** A request that a receiver got. */
export interface Received {
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
  /** The event, as it was sent. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every type
  readonly event: any;
}

/** Answers a request of the service, or throws as a connection does that fails. */
export type Receive = (received: Received, signal: AbortSignal) => Response | Promise<Response>;

/** A Worker with a queue of its own and a clock that the test moves, and receivers in place of the internet. */
export class DeliveryWorld {
  readonly received: Received[] = [];
  /** Loses every message while true. */
  isQueueDown = false;
  receive: Receive = () => new Response(null, { status: 204 });
  #nowS = 0;
  #queue: Sent[] = [];

  constructor() {
    const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const request = new Request(input, init);
      const body = await request.clone().text();
      const received = { url: request.url, headers: request.headers, body, event: JSON.parse(body) };
      this.received.push(received);
      return this.receive(received, init?.signal ?? new AbortController().signal);
    });
    onTestFinished(async () => {
      spy.mockRestore();
      // Or the crons of later tests would go on with what is pending here.
      await env.REGISTRY.prepare(
        "UPDATE webhooks SET status = 'disabled', disabled_reason = 'requested'",
      ).run();
    });
  }

  get bindings(): Partial<Cloudflare.Env> {
    const sendBatch = async (messages: Iterable<MessageSendRequest>) => {
      if (this.isQueueDown) return;
      for (const { body, delaySeconds = 0 } of messages) {
        this.#queue.push({ body, dueAtS: this.#nowS + delaySeconds });
      }
    };
    return { WEBHOOK_QUEUE: queueThat(sendBatch), CLOCK_OFFSET_S: String(this.#nowS) };
  }

  /** The bodies of the messages that wait. */
  get waiting(): readonly unknown[] {
    return this.#queue.map(({ body }) => body);
  }

  send(method: string, path: string, options: CallOptions = {}): Promise<Reply> {
    return call(method, path, { ...options, bindings: { ...this.bindings, ...options.bindings } });
  }

  /** Lets time pass, with every message at its time. */
  async pass(seconds: number): Promise<void> {
    const until = this.#nowS + seconds;
    await this.settle();
    for (let next = this.#nextAtS(); next <= until; next = this.#nextAtS()) {
      this.#nowS = next;
      await this.settle();
    }
    this.#nowS = until;
  }

  /** Hands over the messages that are due, until none is left. */
  async settle(): Promise<void> {
    for (let round = 0; round < ROUNDS_MAX; round++) {
      const due = this.#queue.filter(({ dueAtS }) => dueAtS <= this.#nowS).slice(0, BATCH_SIZE);
      if (due.length === 0) return;
      this.#queue = this.#queue.filter((sent) => !due.includes(sent));
      await this.consume(due.map(({ body }) => body));
    }
    throw new Error('the queue does not become empty');
  }

  /** Hands one batch of messages to the consumer, and returns what it said of them. */
  consume(bodies: readonly unknown[], bindings: Partial<Cloudflare.Env> = {}) {
    return consume(bodies, { ...this.bindings, ...bindings });
  }

  /** Hands one batch of messages to the consumer, and does not wait for what it goes on with after that. */
  consumeOnly(bodies: readonly unknown[]): Promise<void> {
    const execution = { waitUntil: () => undefined };
    return consumeMessages(batchOf(bodies), { ...env, ...this.bindings }, execution);
  }

  async runCron(): Promise<void> {
    await runSchedule(CRON, { ...env, ...this.bindings });
    await this.settle();
  }

  #nextAtS(): number {
    return Math.min(...this.#queue.map(({ dueAtS }) => dueAtS));
  }
}

function batchOf(bodies: readonly unknown[]) {
  return createMessageBatch(
    QUEUE,
    bodies.map((body, index) => ({ id: String(index), timestamp: new Date(), attempts: 1, body })),
  );
}

/** Hands one batch of messages to the Worker, waits for all that it does, and returns what it said of them. */
export async function consume(bodies: readonly unknown[], bindings: Partial<Cloudflare.Env>) {
  const batch = batchOf(bodies);
  const execution = createExecutionContext();
  await worker.queue(batch, { ...env, ...bindings }, execution);
  const result = await getQueueResult(batch, execution);
  await waitOnExecutionContext(execution);
  return result;
}

/** Returns a queue that does this with each batch of messages. */
export function queueThat(
  sendBatch: (messages: Iterable<MessageSendRequest>) => Promise<void>,
): typeof env.WEBHOOK_QUEUE {
  return new Proxy(env.WEBHOOK_QUEUE, {
    get: (target, name) => (name === 'sendBatch' ? sendBatch : Reflect.get(target, name)),
  });
}

/** Verifies a delivery with the reference library, which throws if it is not signed with this secret. */
export function verify(secret: string, { body, headers }: Received): unknown {
  return new Webhook(secret).verify(body, Object.fromEntries(headers));
}
