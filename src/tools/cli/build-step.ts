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
import { LOCAL_VARS } from './local-vars.ts';
import { prepareAssets } from './prepare-assets.ts';
import { firstCurl, prepareState } from './prepare-state.ts';

/**
 * The build step of wrangler.toml, which runs before wrangler reads `.dev.vars`. Prepares the assets, and for
 * `npx wrangler dev` also the state and secrets that `npm start` would prepare.
 */

const DEV_VARS = join(ROOT, '.dev.vars');
/** Time for wrangler to end by itself after a refusal. */
const ENDS_WITHIN_MS = 3_000;

await onFilesOf(ROOT, prepareAssets).catch(endWrangler);
if (process.env.WRANGLER_COMMAND === 'dev' && !process.env.MUSETTE_PREPARED) {
  await prepareSandbox().catch(endWrangler);
}

async function prepareSandbox(): Promise<void> {
  const { MUSETTE_WRANGLER_BASE_URL: baseUrl } = process.env;
  if (baseUrl === undefined) {
    throw new Refusal(
      'This wrangler would open its inspector, from which any page and any process on this machine reads the secrets. Run `npm run prepare` once and then `npx wrangler dev`, or run `npm start`.',
    );
  }
  const text = await onFilesOf(WRANGLER_STATE_DIR, () => readIfThere(DEV_VARS));
  const input = text === null ? {} : readDevVars();
  // wrangler runs this with `exec`, so it is the parent.
  const start = { stateDir: WRANGLER_STATE_DIR, pid: process.ppid, input, source: '.dev.vars', baseUrl };
  const prepared = await prepareState(start);
  if (prepared === null) return;
  await addToDevVars(text ?? '', input, { ...LOCAL_VARS, ...prepared.secrets });
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
  const wrangler = process.ppid;
  process.kill(wrangler, 'SIGTERM');
  // Ending wrangler usually ends this process. One that has begun to serve may not end by itself.
  await new Promise((resolve) => setTimeout(resolve, ENDS_WITHIN_MS));
  if (process.ppid === wrangler) process.kill(wrangler, 'SIGKILL');
  process.exitCode = 1;
}
