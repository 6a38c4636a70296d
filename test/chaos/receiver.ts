import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { RandomSource } from '@musette/basics/random-source';
import { Webhook } from 'standardwebhooks';

/** The receiver's response to a delivery. A receiver that has kept the event may still fail to say so. */
export type Behaviour =
  | 'keeps'
  | 'keeps and hangs up'
  | 'keeps and hangs'
  | 'keeps and streams'
  | 'fails'
  | 'redirects'
  | 'hangs up'
  | 'hangs'
  | 'is gone';

/** An event as a receiver keeps it. */
interface KeptEvent {
  readonly body: string;
  readonly firstAtMs: number;
  /** The number of times it was kept. All but the first are duplicates. */
  copies: number;
}

const FAILURES: readonly (readonly [Behaviour, number])[] = [
  ['fails', 40],
  ['redirects', 20],
  ['hangs up', 19],
  ['keeps and hangs up', 19],
  ['hangs', 1],
  ['keeps and hangs', 1],
  ['keeps and streams', 10],
];

/** Draws what a receiver does that fails one time in three. */
export function failOneInThree(random: RandomSource): Behaviour {
  return random.uniform() < 1 / 3 ? random.pick(FAILURES, 'fails') : 'keeps';
}

/** One address of a receiver, and what has come to it. */
export class Endpoint {
  readonly path: string;
  /** By identifier, in the order of the first arrival. */
  readonly kept = new Map<string, KeptEvent>();
  /** Counts of each behaviour. */
  readonly did = new Map<Behaviour, number>();
  /** Deliveries that the reference library does not verify, and identifiers that stand for two events. */
  readonly faults: string[] = [];
  readonly #behave: () => Behaviour;
  #webhook: Webhook | null = null;

  /** @param behave draws what it does with the next delivery */
  constructor(path: string, behave: () => Behaviour) {
    this.path = path;
    this.#behave = behave;
  }

  expectSignaturesOf(secret: string): void {
    this.#webhook = new Webhook(secret);
  }

  /** Verifies a delivery, keeps its event or not, and returns what becomes of the answer. */
  meet(headers: Readonly<Record<string, string>>, body: string): Behaviour {
    const id = headers['webhook-id'] ?? '';
    try {
      if (!this.#webhook) throw new Error('it came before its webhook was made');
      this.#webhook.verify(body, headers);
    } catch (cause) {
      this.faults.push(`${id}: ${cause instanceof Error ? cause.message : String(cause)}`);
      return 'fails';
    }
    const behaviour = this.#behave();
    this.did.set(behaviour, (this.did.get(behaviour) ?? 0) + 1);
    if (behaviour.startsWith('keeps')) this.#keep(id, body);
    return behaviour;
  }

  /** Returns how many deliveries came, whatever became of them. */
  get attempts(): number {
    return [...this.did.values()].reduce((sum, count) => sum + count, 0);
  }

  get duplicates(): number {
    return [...this.kept.values()].reduce((sum, { copies }) => sum + copies - 1, 0);
  }

  #keep(id: string, body: string): void {
    const known = this.kept.get(id);
    if (!known) this.kept.set(id, { body, firstAtMs: Date.now(), copies: 1 });
    else if (known.body === body) known.copies += 1;
    else this.faults.push(`${id} stands for two events`);
  }
}

/** A receiver of webhooks as a partner runs one: a process that may lose power. What it has kept stays. */
export class Receiver {
  readonly #endpoints: readonly Endpoint[];
  #server: Server | null = null;
  #port = 0;

  constructor(endpoints: readonly Endpoint[]) {
    this.#endpoints = endpoints;
  }

  /** Begins to listen, after a loss of power at the same address. */
  async start(): Promise<void> {
    const server = createServer((request, response) => {
      void this.#answer(request, response).catch(() => response.destroy());
    });
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    const address = server.address();
    if (address !== null && typeof address === 'object') this.#port = address.port;
  }

  /** Drops every connection at once, with what was under way on it. */
  async losePower(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (!server) return;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  }

  urlOf({ path }: Endpoint): string {
    return `http://127.0.0.1:${this.#port}${path}`;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    if (this.#server === null) return;
    const endpoint = this.#endpoints.find(({ path }) => path === request.url);
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
    const behaviour = endpoint?.meet(Object.fromEntries(headers), body) ?? 'fails';
    if (behaviour === 'keeps') response.writeHead(204).end();
    else if (behaviour === 'fails') response.writeHead(500).end('not now');
    else if (behaviour === 'is gone') response.writeHead(410).end();
    else if (behaviour === 'redirects') response.writeHead(307, { location: '/elsewhere' }).end();
    else if (behaviour.endsWith('hangs up')) response.destroy();
    else if (behaviour === 'keeps and streams') streamWithoutEnd(response);
    // One that hangs says nothing until the caller has had enough.
  }
}

const STREAM_EVERY_MS = 50;

/** Answers 200 with a body that never ends. */
function streamWithoutEnd(response: ServerResponse): void {
  response.writeHead(200);
  const timer = setInterval(() => response.write('x'.repeat(1024)), STREAM_EVERY_MS);
  response.once('close', () => clearInterval(timer));
}
