import { readFileSync } from 'node:fs';
import { type LoadHookSync, registerHooks } from 'node:module';
import { join } from 'node:path';
import { parseArgs, parseEnv } from 'node:util';
import { isMainThread } from 'node:worker_threads';
import { addressesOf, addressOfPort, DEV_BASE_URL, withoutCodes } from './local-vars.ts';
import { LOCAL_SETTINGS } from './wrangler.ts';

/**
 * Runs in wrangler before wrangler's own code, for `npm start` and for `npx wrangler` (through wrangler.sh). Closes what
 * would show the sandbox's secrets and data to local processes and web pages, makes every link lead to the port that
 * `wrangler dev` listens on, keeps the codes of links out of what it prints, and ends wrangler with its starter.
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
  process.env.MUSETTE_WRANGLER_BASE_URL = setAddresses();
  for (const stream of [process.stdout, process.stderr]) hideCodes(stream);
  registerHooks({ load: closeDoors });
  if (starter) setInterval(endIfOrphaned, STARTER_CHECK_MS).unref();
}

/** Ends wrangler and its children once their starter was killed. An orphaned sandbox would keep its port. */
function endIfOrphaned(): void {
  if (process.ppid !== starter) process.kill(-process.pid, 'SIGKILL');
}

/**
 * Makes the links of `wrangler dev` lead to its port, those of the footer too: sets each address that neither an argument nor
 * the user's own line of `.dev.vars` sets. Returns the base of the links.
 */
function setAddresses(): string {
  const [, , command, ...args] = process.argv;
  const own = Object.fromEntries(
    args.flatMap((argument) => {
      const [, name, value] = /^(?:--var=)?(\w+_URL):(.+)$/.exec(argument) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value] as const];
    }),
  );
  if (command !== 'dev') return own.BASE_URL ?? '';
  const stored = storedAddresses();
  const { port } = parseArgs({ args, options: { port: { type: 'string' } }, strict: false }).values;
  const ofPort = /^\d+$/.test(String(port)) ? addressOfPort(String(port)) : undefined;
  const baseUrl = own.BASE_URL ?? ofPort ?? stored.BASE_URL ?? DEV_BASE_URL;
  for (const [name, derived] of Object.entries(addressesOf(baseUrl))) {
    const kept = name === 'BASE_URL' ? undefined : stored[name];
    if (own[name] === undefined) process.argv.push('--var', `${name}:${kept ?? derived}`);
  }
  return baseUrl;
}

/** Reads the addresses that the user wrote into `.dev.vars`. Earlier versions added derived ones, which do not count. */
function storedAddresses(): Readonly<Record<string, string | undefined>> {
  const isDerived = (value: string | undefined) =>
    /^http:\/\/127\.0\.0\.1:\d+(\/docs\/[\w-]+)?$/.test(value ?? '');
  try {
    const vars = parseEnv(readFileSync(join(import.meta.dirname, '../../../.dev.vars'), 'utf8'));
    return Object.fromEntries(Object.entries(vars).filter(([, value]) => value && !isDerived(value)));
  } catch {
    return {};
  }
}

/** Keeps the codes of athletes' links out of what wrangler prints, such as its lines about requests. */
function hideCodes(stream: NodeJS.WriteStream): void {
  const write = stream.write;
  stream.write = (chunk: string | Uint8Array, ...rest: never[]) =>
    write.call(stream, typeof chunk === 'string' ? withoutCodes(chunk) : chunk, ...rest);
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
