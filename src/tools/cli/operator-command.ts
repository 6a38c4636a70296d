import { createInterface } from 'node:readline/promises';
import { machineNowMs } from '#platform/clock.ts';
import { planShards } from './deploy-plan.ts';
import { examine } from './doctor.ts';
import { escapeLayout, escapeText, memberOf, parseJson } from './foreign-text.ts';
import { readStored, STATE_DIR } from './local-state.ts';
import {
  growthOf,
  keysPathOf,
  Misuse,
  type OperatorRequest,
  PARTNERS,
  parseArguments,
  requestOf,
  terminationOf,
  USAGE,
  usageOf,
} from './operator-requests.ts';
import { linesOfUsage, nameOfEnvironment, VIEWS } from './operator-tables.ts';

/** Dependencies of the command, replaced in tests. */
interface Surroundings {
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The token that `npm start` keeps, or null. */
  readonly storedToken: () => Promise<string | null>;
  /** The binding names of the databases in wrangler.toml. */
  readonly bindings: () => Promise<readonly string[]>;
  readonly fetch: typeof fetch;
  /** Asks for a line of text. Returns null if nobody can answer. */
  readonly ask: (question: string) => Promise<string | null>;
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
}

const EXIT = { done: 0, refused: 1, misused: 2 } as const;

/**
 * Runs one command and returns its exit code: 0 done, 1 refused by the service, 2 misused. Escapes its output, because
 * strangers write the names and texts of platforms.
 */
export async function operate(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  const around: Surroundings = {
    ...surroundings,
    ask: (question) => surroundings.ask(escapeLayout(question)),
    print: (text) => surroundings.print(escapeLayout(text)),
    complain: (text) => surroundings.complain(escapeLayout(text)),
  };
  try {
    const [command, ...rest] = argv;
    if (command === undefined || ['help', '--help', '-h'].includes(command)) {
      around.print(USAGE);
      return command === undefined ? EXIT.misused : EXIT.done;
    }
    if (command === 'plan-shards') {
      for (const line of planShards(growthOf(rest), await around.bindings())) around.print(line);
      return EXIT.done;
    }
    const baseUrl = baseUrlOf(around.variables);
    const token = await tokenOf(around);
    const call = (request: OperatorRequest) => send(around, baseUrl, token, request);
    if (command === 'doctor') {
      parseArguments(rest, {}, []);
      return await consult(around, baseUrl, token);
    }
    const linesOf = VIEWS.get(command);
    if (linesOf) {
      const { values } = parseArguments(rest, { json: { type: 'boolean' } }, []);
      const view = { path: `/operator/v1/${command}`, isJson: values.json === true };
      return await show(around, call, view, linesOf);
    }
    if (command === 'usage') return await show(around, call, usageOf(rest), linesOfUsage);
    if (command === 'list') {
      parseArguments(rest, {}, []);
      return await list(around, call, PARTNERS, lineOfPartner);
    }
    if (command === 'keys') return await list(around, call, keysPathOf(rest), lineOfKey);
    if (command === 'terminate') return await terminate(around, call, rest);
    const request = requestOf(command, rest);
    for (;;) {
      const answer = await call(request);
      const exitCode = report(around, answer);
      // A long operation responds after each part. Repeating the request continues it.
      const isRunning = answer.isOk && memberOf(answer.body, 'status') === 'running';
      if (!isRunning) return exitCode;
    }
  } catch (problem) {
    if (!(problem instanceof Misuse)) throw problem;
    around.complain(problem.message);
    return EXIT.misused;
  }
}

function baseUrlOf(variables: Surroundings['variables']): string {
  const stated = variables.BASE_URL || `http://127.0.0.1:${variables.PORT || '8787'}`;
  const url = URL.parse(stated);
  if (!url || !/^https?:$/.test(url.protocol)) throw new Misuse(`BASE_URL is not an http(s) URL: ${stated}`);
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  if (url.protocol === 'http:' && !isLocal) {
    throw new Misuse(`The operator token is never sent over plain http. Use https for ${url.host}.`);
  }
  return stated.replace(/\/+$/, '');
}

async function tokenOf({ variables, storedToken }: Surroundings): Promise<string> {
  const token = variables.OPERATOR_TOKEN || (await storedToken());
  if (token) return token;
  throw new Misuse(
    'No operator token found. Set OPERATOR_TOKEN, or run `npm start` once (with the same STATE_DIR) to create one.',
  );
}

interface Answer {
  readonly isOk: boolean;
  readonly status: number;
  readonly body: unknown;
}

async function send(
  { fetch, variables }: Surroundings,
  baseUrl: string,
  token: string,
  { method, path, body }: OperatorRequest,
): Promise<Answer> {
  const headers = {
    Authorization: `Bearer ${token}`,
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  };
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const response = await fetch(baseUrl + path, { ...init, redirect: 'error' }).catch(() => null);
  if (!response) {
    const hint = variables.BASE_URL ? '' : ' Start it with `npm start`, or set BASE_URL or PORT.';
    throw new Misuse(`No response from ${baseUrl}.${hint}`);
  }
  const text = await response.text();
  return { isOk: response.ok, status: response.status, body: parseJson(text) };
}

/** Prints a list as a table, unless JSON is asked for. */
async function show(
  around: Surroundings,
  call: Call,
  { path, isJson }: { readonly path: string; readonly isJson: boolean },
  linesOf: (body: unknown) => readonly string[],
): Promise<number> {
  const answer = await call({ method: 'GET', path });
  if (!answer.isOk || isJson) return report(around, answer);
  for (const line of linesOf(answer.body)) around.print(line);
  return EXIT.done;
}

/** Runs the doctor. Returns 1 if something is wrong in production. */
async function consult(around: Surroundings, baseUrl: string, token: string): Promise<number> {
  const read = (path: string) =>
    send(around, baseUrl, token, { method: 'GET', path }).catch((problem: unknown) => {
      if (problem instanceof Misuse) return null;
      throw problem;
    });
  const isWell = await examine({ baseUrl, nowMs: machineNowMs(), read, print: around.print });
  return isWell ? EXIT.done : EXIT.refused;
}

function report(around: Surroundings, answer: Answer): number {
  if (!answer.isOk) return printError(around, answer);
  around.print(JSON.stringify(answer.body, null, 2));
  return EXIT.done;
}

/**
 * Shows a partner's name and number of athletes, asks the operator to type the name, and terminates the partner. `--yes`
 * skips the question, for scripts.
 */
async function terminate(around: Surroundings, call: Call, rest: readonly string[]): Promise<number> {
  const { path, isConfirmed } = terminationOf(rest);
  if (!isConfirmed) {
    const partner = await call({ method: 'GET', path });
    if (!partner.isOk) return printError(around, partner);
    const athletes = await call({ method: 'GET', path: `${path}/athlete-counts` });
    if (!athletes.isOk) return printError(around, athletes);
    const name = String(memberOf(partner.body, 'name'));
    const counts = ['live', 'test'].map((environment) => String(memberOf(athletes.body, environment)));
    const question = `Terminates ${escapeText(name)}, with ${counts[0]} athletes in production and ${counts[1]} in the sandbox. All of it is deleted after 30 days.\nType the partner's name to continue: `;
    const typed = await around.ask(question);
    if (typed === null) throw new Misuse('terminate needs --yes where nobody can type the name.');
    if (typed.trim() !== name.trim()) {
      around.complain('That is not its name. Nothing was changed.');
      return EXIT.refused;
    }
  }
  return report(around, await call({ method: 'POST', path: `${path}/terminate` }));
}

type Call = (request: OperatorRequest) => Promise<Answer>;

/** Prints all pages of a list, one line per row. */
async function list(
  around: Surroundings,
  call: Call,
  path: string,
  lineOf: (row: unknown) => string,
): Promise<number> {
  let cursor: string | null = null;
  do {
    const next: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const answer: Answer = await call({ method: 'GET', path: `${path}?limit=100${next}` });
    if (!answer.isOk) return printError(around, answer);
    const page = memberOf(answer.body, 'data');
    for (const row of Array.isArray(page) ? page : []) around.print(lineOf(row));
    const after = memberOf(answer.body, 'next_cursor');
    cursor = typeof after === 'string' ? after : null;
  } while (cursor !== null);
  return EXIT.done;
}

function lineOfPartner(partner: unknown): string {
  const live = memberOf(partner, 'live_access_at') === null ? 'sandbox' : 'live';
  const columns = ['id', 'status', 'default_tier'].map((name) => String(memberOf(partner, name)));
  const seen = memberOf(partner, 'products_seen_30_days') ?? '-';
  return [...columns, live, `${seen} products`, String(memberOf(partner, 'name'))].map(escapeText).join('\t');
}

function lineOfKey(key: unknown): string {
  const environment = nameOfEnvironment(memberOf(key, 'environment'));
  const [id, status, createdAt, prefix, last4, name] = [
    ...['id', 'status', 'created_at', 'prefix', 'last4', 'name'],
  ].map((member) => String(memberOf(key, member)));
  const used = memberOf(key, 'last_used_at') ?? 'never';
  return [id, environment, status, `${prefix}…${last4}`, `created ${createdAt}`, `used ${used}`, name]
    .map((column) => escapeText(String(column)))
    .join('\t');
}

/** Explanations for the operator by error code, where the API's message is meant for partners. */
const MEANINGS: ReadonlyMap<unknown, string> = new Map([
  ['invalid_api_key', "The token does not match this service's OPERATOR_TOKEN."],
  [
    'route_not_found',
    'This service has no OPERATOR_TOKEN, which disables the operator API, or it is another version.',
  ],
]);

function printError(around: Surroundings, { status, body }: Answer): number {
  const error = memberOf(body, 'error');
  const members = ['code', 'message', 'documentation_url', 'request_id'].map((name) => memberOf(error, name));
  const lines = members.filter((line) => typeof line === 'string').map(escapeText);
  const meaning = MEANINGS.get(memberOf(error, 'code'));
  if (meaning !== undefined) lines.unshift(meaning);
  const problems = memberOf(error, 'errors');
  for (const problem of Array.isArray(problems) ? problems : []) {
    const [pointer, message] = ['pointer', 'message'].map((name) =>
      escapeText(String(memberOf(problem, name))),
    );
    lines.push(`  ${pointer}: ${message}`);
  }
  around.complain(`Refused (${status}).\n${lines.join('\n')}`);
  return EXIT.refused;
}

async function ask(question: string): Promise<string | null> {
  if (!process.stdin.isTTY) return null;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

/** `npm run operator -- …`: operates the service from a terminal, through the operator API. */
if (import.meta.main) {
  // `… | head` closes the pipe before everything is written.
  process.stdout.on('error', (cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EPIPE') throw cause;
    process.exit(EXIT.done);
  });
  process.exitCode = await operate(process.argv.slice(2), {
    variables: process.env,
    storedToken: () => readStored(STATE_DIR, 'operator-token'),
    bindings: async () =>
      (await import('./local-databases.ts')).configuredDatabases().map(({ binding }) => binding),
    fetch,
    ask,
    print: (text) => process.stdout.write(`${text}\n`),
    complain: (text) => process.stderr.write(`${text}\n`),
  });
}
