import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

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

/** Runs wrangler to its end and returns its output. Throws with its output if it fails. */
export async function runWrangler(args: readonly string[]): Promise<string> {
  // Without a terminal wrangler would still ask to confirm; CI answers yes.
  const child = spawnWrangler(args, { env: { CI: 'true' } });
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
  if (code !== 0) throw new Error(`wrangler ${args.slice(0, 4).join(' ')} failed:\n${output}`);
  return output;
}
