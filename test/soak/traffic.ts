import { performance } from 'node:perf_hooks';
import type { RandomSource } from '@musette/basics/random-source';
import { parseAthleteId } from '#platform/storage/ids.ts';
import { AthleteWriter } from '../chaos/athlete-writer.ts';
import { EventFollower } from '../chaos/event-follower.ts';
import { newPartnerKey } from '../chaos/send.ts';
import type { Reply, Request, Send } from '../chaos/writer.ts';
import { FULL_REGION, isFullAt, isSlowAt, SLOW_SHARD } from './bad-times.ts';
import { Reader } from './reader.ts';

/** Share of the requests that write. */
const WRITES = 0.35;
/** A schedule that is further behind starts over. Requests that the machine missed are not made up for. */
const BEHIND_MS = 1000;

/** Reads and writes of one partner, one after another. */
export interface Platform {
  readonly key: string;
  readonly region: string;
  /** Whether its athletes are in the database that turns slow. */
  readonly isInSlow: boolean;
  readonly reader: Reader;
  readonly writer: AthleteWriter;
  /** Follows the partner's events since its webhook was made. */
  readonly feed: EventFollower;
}

export interface Report {
  /** All of them, those to the full database too. */
  readonly requests: number;
  /** In good times. */
  readonly latenciesMs: readonly number[];
  /** Of partners elsewhere, while a database is slow or full. */
  readonly besideMs: readonly number[];
  /** Of partners in the slow database. */
  readonly slowMs: readonly number[];
}

/** Concurrent requests of several platforms, as fast as they are answered or at a fixed rate. */
export class Traffic {
  readonly errors: string[] = [];
  /** Writes that the full database refused. */
  refused = 0;
  /** When an erasure last waited for the full database to have room. */
  erasurePostponedAtMs = 0;
  readonly platforms: readonly Platform[];
  readonly #send: Send;
  readonly #random: RandomSource;

  private constructor(platforms: readonly Platform[], send: Send, random: RandomSource) {
    this.platforms = platforms;
    this.#send = send;
    this.#random = random;
  }

  /** Makes so many partners, each with a webhook for every event. Every third one is at home where a database fills. */
  static async prepare(
    send: Send,
    random: RandomSource,
    { operatorToken, webhookUrl, count }: { operatorToken: string; webhookUrl: string; count: number },
  ): Promise<Traffic> {
    const platforms: Platform[] = [];
    for (let index = 0; index < count; index++) {
      const region = index % 3 === 2 ? FULL_REGION : 'weur';
      const key = await newPartnerKey(send, operatorToken, 'Soak', [region]);
      const body = { url: webhookUrl, events: ['*'] };
      const reply = await send({ method: 'POST', path: '/v1/webhooks', key, body });
      if (reply?.status !== 201) throw new Error(`no webhook could be made: ${JSON.stringify(reply)}`);
      const feed = new EventFollower(send, key);
      await feed.follow();
      const reader = await Reader.prepare(send, key);
      const isInSlow = parseAthleteId(reader.athleteId)?.shard === SLOW_SHARD;
      platforms.push({ key, region, isInSlow, feed, reader, writer: new AthleteWriter(key) });
    }
    return new Traffic(platforms, send, random);
  }

  /** Runs for this long. `ratePerS` is the rate of all platforms together. Null means as fast as they are answered. */
  async run(durationMs: number, ratePerS: number | null): Promise<Report> {
    const endsAt = performance.now() + durationMs;
    let requests = 0;
    const latenciesMs: number[] = [];
    const besideMs: number[] = [];
    const slowMs: number[] = [];
    const everyMs = ratePerS === null ? 0 : (1000 * this.platforms.length) / ratePerS;
    await Promise.all(
      this.platforms.map(async (platform, index) => {
        let dueAt = performance.now() + (index * everyMs) / this.platforms.length;
        while (performance.now() < endsAt) {
          await until(dueAt);
          const startedAt = performance.now();
          const [isSlow, isFull] = [isSlowAt(Date.now()), isFullAt(Date.now())];
          await this.#act(platform);
          const lasted = performance.now() - startedAt;
          requests += 1;
          if (!isSlow && !isFull) latenciesMs.push(lasted);
          else if (isSlow && platform.isInSlow) slowMs.push(lasted);
          else if (isSlow || platform.region !== FULL_REGION) besideMs.push(lasted);
          dueAt = performance.now() - dueAt > BEHIND_MS ? performance.now() : dueAt + everyMs;
        }
      }),
    );
    return { requests, latenciesMs, besideMs, slowMs };
  }

  /** Reads back everything that was acknowledged. Returns what is lost, torn or invented. */
  async verify(): Promise<readonly string[]> {
    const problems = await Promise.all(this.platforms.map(({ writer }) => writer.verify(this.#send, false)));
    return problems.flat().map(({ kind, what }) => `${kind}: ${what}`);
  }

  async #act({ reader, writer, region }: Platform): Promise<void> {
    const step = this.#random.uniform() < WRITES ? writer.nextStep(this.#random) : null;
    const request = step?.request ?? reader.nextRequest(this.#random);
    const wasFull = isFullAt(Date.now());
    try {
      const reply = await this.#send(request);
      if (reply === null) throw new Error('no answer');
      const mayBeFull = region === FULL_REGION && (wasFull || isFullAt(Date.now()) || isNewAthlete(request));
      if (mayBeFull && isRefusedAsFull(reply)) this.refused += 1;
      else if (mayBeFull && isErasure(request) && reply.status === 202) {
        this.erasurePostponedAtMs = Date.now();
        step?.accept({ ...reply, status: 200 }, false);
      } else if (step) step.accept(reply, false);
      else if (reply.status !== 200) throw new Error(`${reply.status} ${JSON.stringify(reply.json)}`);
    } catch (cause) {
      const what = cause instanceof Error ? cause.message : String(cause);
      this.errors.push(`${request.method} ${request.path}: ${what.slice(0, 300)}`);
    }
  }
}

/** A shard that was full takes no athletes until it is measured again. */
function isNewAthlete({ method, path }: Request): boolean {
  return method === 'POST' && path === '/v1/athletes';
}

/** One that finds no room is in the ledger and answered with 202: the cron completes it once there is room. */
function isErasure({ method, path }: Request): boolean {
  return method === 'DELETE' && /^\/v1\/athletes\/[^/]+$/.test(path);
}

/** The contract names this refusal: nothing was written. */
function isRefusedAsFull({ status, json }: Reply): boolean {
  return status === 503 && json.error?.code === 'storage_full';
}

async function until(atMs: number): Promise<void> {
  const waitMs = atMs - performance.now();
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
}
