import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { memberOf, parseJson } from './foreign-text.ts';

const WRANGLER_CLI = join(
  dirname(createRequire(import.meta.url).resolve('wrangler/package.json')),
  'wrangler-dist/cli.js',
);

/** Settings of wrangler that keep a local run offline, its state free of request logs and its data unreadable for others. */
export const LOCAL_SETTINGS = {
  X_LOCAL_EXPLORER: 'false',
  X_LOCAL_OBSERVABILITY: 'false',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  WRANGLER_SEND_METRICS: 'false',
};

/** Reports that wrangler is not signed in to Cloudflare. Its message is one line that says what to do. */
export class NotSignedIn extends Error {
  override readonly name = 'NotSignedIn';

  constructor() {
    super(
      'Not signed in to Cloudflare. Run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID (OPERATIONS.md, "The token of CI").',
    );
  }
}

const NOT_SIGNED_IN = /set a CLOUDFLARE_API_TOKEN|not (authenticated|logged in)/i;

/** Returns what a failed command prints: one line if nobody is signed in. */
export function linesOfFailure(cause: unknown, otherwise: (message: string) => string): string {
  if (cause instanceof NotSignedIn) return cause.message;
  return otherwise(cause instanceof Error ? cause.message : String(cause));
}

/** Runs wrangler with these arguments and returns its output. Throws with its output if it fails. */
export type RunWrangler = (args: readonly string[], input?: string) => Promise<string>;

/** The wrangler.toml argument, because a command may be started in another folder. */
export const CONFIG = `--config=${join(import.meta.dirname, '../../../wrangler.toml')}`;

type WranglerOptions = Omit<SpawnOptions, 'env'> & { readonly env?: Readonly<Record<string, string>> };

/**
 * Starts wrangler as one child process: with its own launcher, the process to stop would be a grandchild.
 *
 * @param nodeOptions options of the Node process that runs it
 */
export function spawnWrangler(
  args: readonly string[],
  options: WranglerOptions = {},
  nodeOptions: readonly string[] = [],
): ChildProcess {
  return spawn(process.execPath, ['--no-warnings', ...nodeOptions, WRANGLER_CLI, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
    env: { ...process.env, ...LOCAL_SETTINGS, FORCE_COLOR: '0', ...options.env },
  });
}

/**
 * Runs wrangler to its end and returns its output. Throws with its output if it fails.
 *
 * @param input what wrangler reads from its standard input, such as secrets, which other users see in arguments
 */
export async function runWrangler(args: readonly string[], input?: string): Promise<string> {
  // Without a terminal wrangler would still ask to confirm; CI answers yes.
  const stdio: SpawnOptions['stdio'] = [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'];
  const child = spawnWrangler(args, { env: { CI: 'true' }, stdio });
  // A wrangler that ends without reading fails with its own message.
  child.stdin?.on('error', () => undefined).end(input);
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    output += chunk;
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  // Wrangler colours errors even if told not to, and a colour between `[` and `ERROR` hides them from whoever searches.
  if (code === 0) return output;
  const text = stripVTControlCharacters(output);
  throw NOT_SIGNED_IN.test(text)
    ? new NotSignedIn()
    : new Error(`wrangler ${args.slice(0, 4).join(' ')} failed:\n${text}`);
}

/** Returns the JSON object in wrangler's output, which may start with other lines. Empty if there is none. */
export function objectIn(output: string): object {
  const [text] = /^\{[\s\S]*^\}/m.exec(output) ?? [];
  return Object(text === undefined ? {} : parseJson(text));
}

/** The same for an array. */
export function listIn(output: string): readonly unknown[] {
  const [text] = /^\[[\s\S]*^\]/m.exec(output) ?? [];
  const list: unknown = text === undefined ? [] : parseJson(text);
  return Array.isArray(list) ? list : [];
}

/** Runs a query in a deployed database and returns its rows. */
export async function queryRemote(
  run: RunWrangler,
  binding: string,
  query: string,
): Promise<readonly object[]> {
  const output = await run(['d1', 'execute', binding, CONFIG, '--remote', '--json', `--command=${query}`]);
  const [result] = listIn(output);
  const rows = memberOf(result, 'results');
  if (!Array.isArray(rows)) throw new Error(`wrangler d1 execute ${binding} printed:\n${output}`);
  return rows.map(Object);
}
