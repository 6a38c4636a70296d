import { escapeLayout, escapeText, parseJson } from './foreign-text.ts';
import {
  growthOf,
  Misuse,
  type OperatorRequest,
  PARTNERS,
  parseArguments,
  requestOf,
  USAGE,
} from './operator-requests.ts';
import { planShards } from './plan-shards.ts';

/** Dependencies of the command, replaced in tests. */
export interface Surroundings {
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The token that `npm start` keeps, or null. */
  readonly keptToken: () => Promise<string | null>;
  /** The binding names of the databases in wrangler.toml. */
  readonly bindings: () => Promise<readonly string[]>;
  readonly fetch: typeof fetch;
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
}

const EXIT = { done: 0, refused: 1, misused: 2 } as const;

/**
 * Runs one command and returns its exit code: 0 done, 1 refused by the service, 2 misused. Escapes its output, because
 * strangers write the names and texts of platforms.
 */
export async function operate(argv: readonly string[], given: Surroundings): Promise<number> {
  const around: Surroundings = {
    ...given,
    print: (text) => given.print(escapeLayout(text)),
    complain: (text) => given.complain(escapeLayout(text)),
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
    if (command === 'list') {
      parseArguments(rest, {}, []);
      return await list(around, call);
    }
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
  const given = variables.BASE_URL || `http://127.0.0.1:${variables.PORT || '8787'}`;
  const url = URL.parse(given);
  if (!url || !/^https?:$/.test(url.protocol)) throw new Misuse(`BASE_URL is not an http(s) URL: ${given}`);
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  if (url.protocol === 'http:' && !isLocal) {
    throw new Misuse(`The operator token is never sent over plain http. Use https for ${url.host}.`);
  }
  return given.replace(/\/+$/, '');
}

async function tokenOf({ variables, keptToken }: Surroundings): Promise<string> {
  const token = variables.OPERATOR_TOKEN || (await keptToken());
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

function report(around: Surroundings, answer: Answer): number {
  if (!answer.isOk) return printError(around, answer);
  around.print(JSON.stringify(answer.body, null, 2));
  return EXIT.done;
}

/** Prints all pages, one line per partner. */
async function list(
  around: Surroundings,
  call: (request: OperatorRequest) => Promise<Answer>,
): Promise<number> {
  let cursor: string | null = null;
  do {
    const next: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const answer: Answer = await call({ method: 'GET', path: `${PARTNERS}?limit=100${next}` });
    if (!answer.isOk) return printError(around, answer);
    const page = memberOf(answer.body, 'data');
    for (const partner of Array.isArray(page) ? page : []) around.print(lineOf(partner));
    const after = memberOf(answer.body, 'next_cursor');
    cursor = typeof after === 'string' ? after : null;
  } while (cursor !== null);
  return EXIT.done;
}

function lineOf(partner: unknown): string {
  const live = memberOf(partner, 'live_access_at') === null ? 'sandbox' : 'live';
  const columns = ['id', 'status', 'default_tier'].map((name) => String(memberOf(partner, name)));
  const seen = memberOf(partner, 'products_seen_30_days') ?? '-';
  return [...columns, live, `${seen} products`, String(memberOf(partner, 'name'))].map(escapeText).join('\t');
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

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
