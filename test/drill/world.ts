import type { Installation } from '../chaos/installation.ts';
import { newAddress } from '../chaos/send.ts';
import type { Reply } from '../chaos/writer.ts';
import { runOperator } from '../support/tools.ts';
import type { Faults } from './worker.ts';

const NOTHING: Faults = {
  databases: {},
  missing: [],
  vars: {},
  isQueueDown: false,
  areDispatchersStuck: false,
};

/** What a partner was told that the service has. */
interface Acknowledged {
  readonly id: string;
  readonly name: string;
}

/** Athletes that a partner has before anything breaks: some in each of its shards. */
const ATHLETES = 10;
const WRITE_EVERY_MS = 150;

/** An installation, a partner that keeps writing to production, and the person on call. */
export class World {
  readonly installation: Installation;
  partnerId = '';
  /** The partner's keys for production. `leaked` is the one that a thief has. */
  keys = { own: '', leaked: '', leakedId: '' };
  operatorToken = '';
  sandboxKey = '';
  #faults = NOTHING;
  readonly acknowledged: Acknowledged[] = [];
  readonly erased = new Set<string>();
  /** Answers to the partner's writes while a scene runs, by status. */
  answers = new Map<number, number>();
  #writes = 0;
  #writing: Promise<void> | null = null;
  #isWriting = false;

  constructor(installation: Installation) {
    this.installation = installation;
  }

  get baseUrl(): string {
    return this.installation.baseUrl;
  }

  /** Sends a request, as production's own key if no other is named. Status 0 means that nobody answered. */
  async send(method: string, path: string, body?: unknown, key = this.keys.own): Promise<Reply> {
    try {
      const response = await fetch(this.baseUrl + path, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          'cf-connecting-ip': newAddress(),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        signal: AbortSignal.timeout(30_000),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, json: text === '' ? null : JSON.parse(text) };
    } catch {
      return { status: 0, json: null };
    }
  }

  async must(status: number, ...request: Parameters<World['send']>): Promise<Reply['json']> {
    const reply = await this.send(...request);
    if (reply.status !== status)
      throw new Error(`${request[0]} ${request[1]} answered ${reply.status}: ${JSON.stringify(reply.json)}`);
    return reply.json;
  }

  /** Makes the partner, its keys and its athletes, and runs each cron once. */
  async prepare(): Promise<void> {
    this.operatorToken = await this.installation.operatorToken();
    const partner = await this.operator('POST', '/partners', {
      ...{ name: 'Sample Platform', use_case: 'drill', contact_email: 'owner@platform.example' },
      ...{ default_tier: 'full', regions: ['weur', 'enam'] },
    });
    this.partnerId = partner.partner.id;
    this.sandboxKey = partner.sandbox_key.secret;
    const path = `/partners/${this.partnerId}/live-access`;
    const [own, leaked] = [await this.operator('POST', path), await this.operator('POST', path)];
    this.keys = { own: own.live_key.secret, leaked: leaked.live_key.secret, leakedId: leaked.live_key.id };
    for (let index = 0; index < ATHLETES; index++) {
      await this.write(index % 5 === 4 ? 'enam' : 'weur');
    }
    for (const cron of ['*/10 * * * *', '53 * * * *', '23 3 * * *']) await this.cron(cron);
    await this.until('the jobs to finish', async () => {
      const { text } = await this.operate(['jobs']);
      return text.startsWith('All ') && (await this.doctor()).exitCode === 0;
    });
  }

  /** Calls the operator API. */
  async operator(method: string, path: string, body?: unknown): Promise<Reply['json']> {
    const reply = await this.send(method, `/operator/v1${path}`, body, this.operatorToken);
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(reply)}`);
    return reply.json;
  }

  async set(changes: Partial<Faults>): Promise<void> {
    this.#faults = { ...this.#faults, ...changes };
    await fetch(`${this.baseUrl}/drill/faults`, { method: 'POST', body: JSON.stringify(this.#faults) });
  }

  /** Ends every fault but the present secrets. */
  heal(): Promise<void> {
    return this.set({ ...NOTHING, vars: this.#faults.vars });
  }

  get faults(): Faults {
    return this.#faults;
  }

  /** Runs statements in a database, whatever is broken. */
  async sql(
    binding: string,
    ...statements: string[]
  ): Promise<readonly (readonly Readonly<Record<string, unknown>>[])[]> {
    const body = JSON.stringify({ binding, statements });
    const response = await fetch(`${this.baseUrl}/drill/sql`, { method: 'POST', body });
    if (!response.ok) throw new Error(`${binding}: ${(await response.text()).slice(0, 300)}`);
    return response.json();
  }

  /** Sends a cron, and does not wait for its jobs. */
  async cron(cron: string): Promise<void> {
    const query = new URLSearchParams({ cron });
    await fetch(`${this.baseUrl}/cdn-cgi/local/scheduled?${query}`).catch(() => null);
  }

  /** Runs one command of the operator as the person on call types it. */
  operate(argv: readonly string[]): Promise<{ exitCode: number; text: string }> {
    return runOperator(argv, {
      variables: { BASE_URL: this.baseUrl, OPERATOR_TOKEN: this.operatorToken },
      bindings: async () =>
        (await import('#tools/cli/local-databases.ts')).configuredDatabases().map(({ binding }) => binding),
      fetch,
    });
  }

  doctor() {
    return this.operate(['doctor']);
  }

  /** Creates an athlete, and remembers it once that is acknowledged. */
  async write(region = 'weur'): Promise<Reply> {
    this.#writes += 1;
    const name = `Athlete ${this.#writes}`;
    const reply = await this.send('POST', '/v1/athletes', {
      ...{ name, external_id: `ext-${this.#writes}-${Date.now()}` },
      region,
    });
    if (reply.status === 201) this.acknowledged.push({ id: reply.json.id, name });
    this.answers.set(reply.status, (this.answers.get(reply.status) ?? 0) + 1);
    return reply;
  }

  /** Begins to write as a partner does all the time. */
  beginWriting(): void {
    this.answers = new Map();
    this.#isWriting = true;
    this.#writing = (async () => {
      while (this.#isWriting) {
        await this.write(this.#writes % 4 === 3 ? 'enam' : 'weur');
        await pause(WRITE_EVERY_MS);
      }
    })();
  }

  async endWriting(): Promise<void> {
    this.#isWriting = false;
    await this.#writing;
  }

  /** Returns what was acknowledged and is lost, and what was erased and is back. */
  async lost(): Promise<readonly string[]> {
    const problems: string[] = [];
    for (const { id, name } of this.acknowledged) {
      const { status, json } = await this.send('GET', `/v1/athletes/${id}`);
      if (this.erased.has(id)) {
        if (status !== 404) problems.push(`${id} was erased and answers ${status}`);
      } else if (status !== 200 || json.name !== name) {
        problems.push(`${id} answers ${status} ${json?.name ?? ''}`);
      }
    }
    return problems;
  }

  /** Polls until this is so. Returns the seconds that it took. */
  async until(what: string, isSo: () => Promise<boolean>, withinMs = 100_000): Promise<number> {
    const begunAt = performance.now();
    while (!(await isSo())) {
      if (performance.now() - begunAt > withinMs) throw new Error(`${what}: not within ${withinMs / 1000} s`);
      await pause(400);
    }
    return (performance.now() - begunAt) / 1000;
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
