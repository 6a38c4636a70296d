import { performance } from 'node:perf_hooks';
import type { RandomSource } from '#partner/sandbox/random-source.ts';
import { AthleteWriter } from '../chaos/athlete-writer.ts';
import { EventFollower } from '../chaos/event-follower.ts';
import { newPartnerKey } from '../chaos/send.ts';
import type { Send } from '../chaos/writer.ts';
import { Reader } from './reader.ts';

/** Share of the requests that write. */
const WRITES = 0.35;
/** A schedule that is further behind starts over. Requests that the machine missed are not made up for. */
const BEHIND_MS = 1000;

/** Reads and writes of one partner, one after another. */
export interface Platform {
  readonly key: string;
  readonly reader: Reader;
  readonly writer: AthleteWriter;
  /** Follows the partner's events since its webhook was made. */
  readonly feed: EventFollower;
}

export interface Report {
  readonly requests: number;
  readonly latenciesMs: readonly number[];
}

/** Concurrent requests of several platforms, as fast as they are answered or at a fixed rate. */
export class Traffic {
  readonly errors: string[] = [];
  readonly platforms: readonly Platform[];
  readonly #send: Send;
  readonly #random: RandomSource;

  private constructor(platforms: readonly Platform[], send: Send, random: RandomSource) {
    this.platforms = platforms;
    this.#send = send;
    this.#random = random;
  }

  /** Makes so many partners, each with a webhook for every event. */
  static async prepare(
    send: Send,
    random: RandomSource,
    { operatorToken, webhookUrl, count }: { operatorToken: string; webhookUrl: string; count: number },
  ): Promise<Traffic> {
    const platforms: Platform[] = [];
    for (let index = 0; index < count; index++) {
      const key = await newPartnerKey(send, operatorToken, 'Soak');
      const body = { url: webhookUrl, events: ['*'] };
      const reply = await send({ method: 'POST', path: '/v1/webhooks', key, body });
      if (reply?.status !== 201) throw new Error(`no webhook could be made: ${JSON.stringify(reply)}`);
      const feed = new EventFollower(send, key);
      await feed.follow();
      const reader = await Reader.prepare(send, key);
      platforms.push({ key, feed, reader, writer: new AthleteWriter(key) });
    }
    return new Traffic(platforms, send, random);
  }

  /** Runs for this long. `ratePerS` is the rate of all platforms together. Null means as fast as they are answered. */
  async run(durationMs: number, ratePerS: number | null): Promise<Report> {
    const endsAt = performance.now() + durationMs;
    const latenciesMs: number[] = [];
    const everyMs = ratePerS === null ? 0 : (1000 * this.platforms.length) / ratePerS;
    await Promise.all(
      this.platforms.map(async (platform, index) => {
        let dueAt = performance.now() + (index * everyMs) / this.platforms.length;
        while (performance.now() < endsAt) {
          await until(dueAt);
          const startedAt = performance.now();
          await this.#act(platform);
          latenciesMs.push(performance.now() - startedAt);
          dueAt = performance.now() - dueAt > BEHIND_MS ? performance.now() : dueAt + everyMs;
        }
      }),
    );
    return { requests: latenciesMs.length, latenciesMs };
  }

  async #act({ reader, writer }: Platform): Promise<void> {
    const step = this.#random.uniform() < WRITES ? writer.nextStep(this.#random) : null;
    const request = step?.request ?? reader.nextRequest(this.#random);
    try {
      const reply = await this.#send(request);
      if (reply === null) throw new Error('no answer');
      if (step) step.accept(reply, false);
      else if (reply.status !== 200) throw new Error(`${reply.status} ${JSON.stringify(reply.json)}`);
    } catch (cause) {
      const what = cause instanceof Error ? cause.message : String(cause);
      this.errors.push(`${request.method} ${request.path}: ${what.slice(0, 300)}`);
    }
  }
}

async function until(atMs: number): Promise<void> {
  const waitMs = atMs - performance.now();
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
}
