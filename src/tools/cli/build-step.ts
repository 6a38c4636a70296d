import { join } from 'node:path';
import { unstable_getVarsForDev as readVars } from 'wrangler';
import { ROOT } from './generated-files.ts';
import {
  envLine,
  onFilesOf,
  Refusal,
  readIfThere,
  WRANGLER_STATE_DIR,
  writePrivately,
} from './local-state.ts';
import { prepareAssets } from './prepare-assets.ts';
import { firstCurl, localVars, prepareState } from './prepare-state.ts';

/**
 * The build step of wrangler.toml, which runs before wrangler reads `.dev.vars`. Prepares the assets, and for
 * `npx wrangler dev` also the state and secrets that `npm start` would prepare.
 */

/** The address in `[dev]` of wrangler.toml. A test compares them. */
const BASE_URL = 'http://127.0.0.1:8787';
const DEV_VARS = join(ROOT, '.dev.vars');

await onFilesOf(ROOT, prepareAssets).catch(endWrangler);
if (process.env.WRANGLER_COMMAND === 'dev' && !process.env.MUSETTE_PREPARED) {
  await prepareSandbox().catch(endWrangler);
}

async function prepareSandbox(): Promise<void> {
  const { MUSETTE_WRANGLER_BASE_URL: baseUrlOfArguments } = process.env;
  if (baseUrlOfArguments === undefined) {
    throw new Refusal(
      'This wrangler would open its inspector, from which any page and any process on this machine reads the secrets. Run `npm run prepare` once and then `npx wrangler dev`, or run `npm start`.',
    );
  }
  const text = await onFilesOf(WRANGLER_STATE_DIR, () => readIfThere(DEV_VARS));
  const input = text === null ? {} : readDevVars();
  const storedBaseUrl = input.BASE_URL || BASE_URL;
  const baseUrl = baseUrlOfArguments || storedBaseUrl;
  // wrangler runs this with `exec`, so it is the parent.
  const start = { stateDir: WRANGLER_STATE_DIR, pid: process.ppid, input, source: '.dev.vars', baseUrl };
  const prepared = await prepareState(start);
  if (prepared === null) return;
  // Not the arguments' base: the next start may have another port.
  await addToDevVars(text ?? '', input, { ...localVars(storedBaseUrl), ...prepared.secrets });
  console.log(`Sandbox key: ${prepared.sandboxKey}`);
  console.log(`When the Worker is ready:\n${firstCurl(baseUrl, prepared.sandboxKey)}`);
}

/** Reads `.dev.vars` like wrangler. */
function readDevVars(): Readonly<Record<string, string>> {
  const vars = readVars(join(ROOT, 'wrangler.toml'), undefined, {}, undefined, true);
  return Object.fromEntries(Object.entries(vars).map(([name, { value }]) => [name, String(value)]));
}

/** Adds missing values to `.dev.vars` and keeps the existing ones. */
async function addToDevVars(
  text: string,
  input: Readonly<Record<string, string>>,
  needed: Readonly<Record<string, string>>,
): Promise<void> {
  const lines = Object.entries(needed)
    .filter(([name]) => !input[name])
    .map(envLine);
  const before = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  await onFilesOf(ROOT, () =>
    writePrivately(DEV_VARS, [before, ...lines.map((line) => `${line}\n`)].join('')),
  );
}

/** Ends wrangler with a one-line refusal. If this process failed, wrangler would print its own stack trace. */
async function endWrangler(cause: unknown): Promise<void> {
  if (!(cause instanceof Refusal)) throw cause;
  await new Promise((resolve) => process.stderr.write(`${cause.message}\n`, resolve));
  process.kill(process.ppid, 'SIGTERM');
  // Ending wrangler also ends this process.
  await new Promise((resolve) => setTimeout(resolve, 10_000));
  process.exitCode = 1;
}
