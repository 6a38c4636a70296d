import { type LoadHookSync, registerHooks } from 'node:module';
import { parseArgs } from 'node:util';
import { isMainThread } from 'node:worker_threads';
import { LOCAL_SETTINGS } from './wrangler.ts';

/**
 * Runs in wrangler before wrangler's own code, for `npm start` and for `npx wrangler` (through wrangler.sh). Closes what
 * would show the sandbox's secrets and data to local processes and web pages, and ends wrangler with its starter.
 */

const STARTER_CHECK_MS = 1_000;
/** Expressions of wrangler 4.156.2 that open a door, which no argument or setting of `wrangler dev` closes. */
const CLOSED = [
  // The inspector hands a heap snapshot, with all secrets, to any page and any local process.
  ['if (input2.dev?.inspector === false) {', 'if (true) {'],
  // The registry of other local Workers comes with a debug port, through which any local process calls Durable Objects.
  ['registry: args.disableDevRegistry ? void 0 : getRegistryPath(),', 'registry: void 0,'],
] as const;

const starter = Number(process.env.MUSETTE_STARTER);
// A child that inherited the variable would have a different parent.
delete process.env.MUSETTE_STARTER;

if (isMainThread) {
  Object.assign(process.env, LOCAL_SETTINGS);
  // The build step prints a curl with it, and refuses a wrangler without this module.
  process.env.MUSETTE_WRANGLER_BASE_URL = setBaseUrl();
  registerHooks({ load: closeDoors });
  if (starter) setInterval(endIfOrphaned, STARTER_CHECK_MS).unref();
}

/** Ends wrangler and its children once their starter was killed. An orphaned sandbox would keep its port. */
function endIfOrphaned(): void {
  if (process.ppid !== starter) process.kill(-process.pid, 'SIGKILL');
}

/** Makes the links of `wrangler dev --port N` lead to that port. Returns the base that the arguments set, or empty. */
function setBaseUrl(): string {
  const [, , command, ...args] = process.argv;
  const [own] = args.flatMap((argument) => /^(?:--var=)?BASE_URL:(.+)$/.exec(argument)?.[1] ?? []);
  if (own !== undefined) return own;
  const { port } = parseArgs({ args, options: { port: { type: 'string' } }, strict: false }).values;
  if (command !== 'dev' || !/^\d+$/.test(String(port))) return '';
  const baseUrl = `http://127.0.0.1:${port}`;
  process.argv.push('--var', `BASE_URL:${baseUrl}`);
  return baseUrl;
}

/** Closes the doors in wrangler's source. Throws if another version of wrangler opens them elsewhere. */
function closeDoors(...[url, context, nextLoad]: Parameters<LoadHookSync>): ReturnType<LoadHookSync> {
  const loaded = nextLoad(url, context);
  if (!url.endsWith('/wrangler-dist/cli.js')) return loaded;
  const source = CLOSED.reduce((text, [open, closed]) => {
    const parts = text.split(open);
    if (parts.length !== 2) throw new Error(`This version of wrangler has no single "${open}".`);
    return parts.join(closed);
  }, String(loaded.source));
  return { ...loaded, source };
}
