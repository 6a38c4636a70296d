import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PLATFORM_FLAGS, PLATFORM_WORKER } from '../platform/bundle.ts';
import { childrenOf, freePort, programsBelow } from '../support/processes.ts';

const START = join(import.meta.dirname, '../../src/tools/cli/start.ts');
/** The cron of the jobs that finish interrupted work (wrangler.toml). */
export const URGENT_CRON = '*/10 * * * *';
const GONE_WITHIN_MS = 20_000;
const POLL_MS = 50;
/** Limits are not what is looked at. */
const NO_LIMITS = [
  '--var',
  'STANDARD_SANDBOX_PER_MIN:100000000',
  'PRODUCT_SANDBOX_PER_MIN:100000000',
  'PRODUCT_SANDBOX_RECORDS_PER_DAY:100000000',
];

/** Options of `wrangler dev` that start the service on the simulator that says no. */
export const ON_PLATFORM: readonly string[] = [
  `--script=${PLATFORM_WORKER}`,
  ...PLATFORM_FLAGS.map((flag) => `--compatibility-flags=${flag}`),
  // Replaced by the flag above, if it is not repeated.
  '--compatibility-flags=global_fetch_strictly_public',
];

/** Polls until the jobs of a cron have run: a minute. */
const POLLS_MAX = 1200;

/** A job as the operator's list shows it. */
interface JobOfCron {
  readonly name: string;
  readonly cron: string;
  readonly last_run: { readonly started_at: string } | null;
}

/** An installation as `npm start` makes one, with a port and a state of its own, that is killed and started again. */
export class Installation {
  readonly stateDir: string;
  readonly baseUrl: string;
  readonly #port: number;
  readonly #options: readonly string[];
  /** The clock runs this far ahead from the next start. */
  clockOffsetS = 0;
  #child: ChildProcess | null = null;

  private constructor(stateDir: string, port: number, options: readonly string[]) {
    this.stateDir = stateDir;
    this.#port = port;
    this.#options = options;
    this.baseUrl = `http://127.0.0.1:${port}`;
  }

  /** @param options more options of `wrangler dev` */
  static async prepare(options: readonly string[] = []): Promise<Installation> {
    return new Installation(await mkdtemp(join(tmpdir(), 'musette-chaos-')), await freePort(), options);
  }

  /** Starts it without waiting. It leads a process group, and so does the Worker that it starts. */
  launch(): ChildProcess {
    const child = spawn(process.execPath, [START, ...NO_LIMITS, ...this.#options], {
      env: {
        ...process.env,
        PORT: String(this.#port),
        STATE_DIR: this.stateDir,
        CLOCK_OFFSET_S: String(this.clockOffsetS),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    this.#child = child;
    return child;
  }

  /** Starts it and waits until it is ready. Throws with its output where it ends instead. */
  async start(): Promise<void> {
    const child = this.launch();
    let output = '';
    await new Promise<void>((resolve, reject) => {
      const read = (chunk: Buffer) => {
        output = (output + String(chunk)).slice(-20_000);
        if (/^Sandbox key: \S+$/m.test(output)) resolve();
      };
      child.stdout?.on('data', read);
      child.stderr?.on('data', read);
      child.once('exit', () => reject(new Error(`the installation ended by itself:\n${output}`)));
    });
  }

  /** Kills both groups without a word, and waits until nothing of them is left. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  /** Lists the processes of its runtime. */
  async runtimePids(): Promise<readonly number[]> {
    return programsBelow(this.#child?.pid ?? 0, 'workerd');
  }

  /** Runs the jobs of a cron, which `wrangler dev` does not run by itself, and waits until each database has run them. */
  async runCron(cron: string): Promise<void> {
    const before = await this.#startsOf(cron);
    await this.#sendCron(cron);
    const hasRun = async () => {
      const now = await this.#startsOf(cron);
      return [...now].every(([name, startedAt]) => startedAt !== null && startedAt !== before.get(name));
    };
    for (let polls = 0; !(await hasRun()); polls++) {
      if (polls === POLLS_MAX) throw new Error(`the jobs of ${cron} did not run`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  /** Returns when the database that waits longest began its last run of each job. */
  async #startsOf(cron: string): Promise<ReadonlyMap<string, string | null>> {
    const headers = { authorization: `Bearer ${await this.operatorToken()}` };
    const response = await fetch(`${this.baseUrl}/operator/v1/jobs`, { headers });
    const { data }: { data: readonly JobOfCron[] } = await response.json();
    return new Map(
      data
        .filter((job) => job.cron === cron)
        .map(({ name, last_run }) => [name, last_run?.started_at ?? null]),
    );
  }

  async #sendCron(cron: string): Promise<void> {
    const query = new URLSearchParams({ cron });
    const response = await fetch(`${this.baseUrl}/cdn-cgi/local/scheduled?${query}`);
    if (!response.ok)
      throw new Error(`the cron ${cron} answered ${response.status}: ${await response.text()}`);
    await response.body?.cancel();
  }

  async operatorToken(): Promise<string> {
    return (await readFile(join(this.stateDir, 'musette/operator-token'), 'utf8')).trim();
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (child?.pid === undefined) return;
    this.#child = null;
    child.removeAllListeners('exit');
    // Held still it starts nothing between the look at its children and their end.
    if (signal === 'SIGKILL') sendSignal(-child.pid, 'SIGSTOP');
    const groups = [child.pid, ...(await childrenOf(child.pid))].map((pid) => -pid);
    if (signal === 'SIGKILL') for (const group of groups) sendSignal(group, signal);
    else child.kill(signal);
    const deadline = Date.now() + GONE_WITHIN_MS;
    while (groups.some((group) => sendSignal(group, 0)) || !(await isFree(this.#port))) {
      if (Date.now() > deadline) throw new Error(`what was started is still there after ${signal}`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
}

/** Whether there was anybody to send it to. */
function sendSignal(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(group, signal);
  } catch {
    return false;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
