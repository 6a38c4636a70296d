import { parseArgs } from 'node:util';
import { isRegion, REGIONS } from '#platform/regions.ts';
import { escapeLayout, escapeText, parseJson } from './foreign-text.ts';
import { type Growth, planShards } from './plan-shards.ts';

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

const USAGE = `npm run operator -- <command>

  create-partner --name <text> --use-case <text> --email <address> [--default-tier teaser|full]
                 [--regions <region>,…]
                              create a vetted partner and its sandbox key; the first region is its permanent home
  set-regions <partner_id> <region>,…
                              set all regions in which the partner may create athletes, home region first
  set-budgets <partner_id> [--requests-per-min <n>|default] [--product-requests-per-min <n>|default]
              [--product-records-per-day <n>|default] [--exports-per-day <n>|default]
                              set the partner's own budgets, in both environments
  shards                      list athlete databases: region, size, athletes
  jobs                        list scheduled jobs: last run, outcome, backlog
  alerts                      list alert conditions: active or not, since when, findings
  usage <partner_id> [--from <day>] [--to <day>] [--granularity hour|day] [--environment sandbox|production]
                              show requests by operation and status class
  live-access-requests        list pending requests for live access
  approve-live <partner_id> --tier teaser|full
                              enable production; an admin of the partner creates the live key in the console
  set-contact <partner_id> <address>
                              replace a lost contact; the new one becomes an admin of the console
  terminate <partner_id>      terminate the partner now; purged after 30 days
  access-requests             list requests for access, newest first
  approve <access_request_id> [--default-tier teaser|full] [--regions <region>,…]
                              create the partner and email the link to its sandbox key; repeat to send a new link
  decline <access_request_id>
  list                        list partners, newest first, with products shown in the last 30 days
  show <partner_id>           show one partner
  set-tier <athlete_id> teaser|full
  rehome <athlete_id> --region <region>
                              move an athlete's record to another region and erase the old one; repeats until done
  plan-shards --region <region> --athletes <n> --years <n> [--environment sandbox|production]
                              print the databases needed, as blocks for wrangler.toml and commands
  rebuild-directory <partner_id> sandbox|production
                              compare the directory of external_ids with the athletes; repeats until done

Connects to BASE_URL (default http://127.0.0.1:$PORT, port 8787) with OPERATOR_TOKEN (default: the token that
\`npm start\` keeps in STATE_DIR). Secrets are printed once and never stored.`;

const PARTNERS = '/operator/v1/partners';
const ACCESS_REQUESTS = '/operator/v1/access-requests';

interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly path: string;
  readonly body?: unknown;
}

const EXIT = { done: 0, refused: 1, misused: 2 } as const;

class Misuse extends Error {
  override readonly name = 'Misuse';
}

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
    const call = (request: Request) => send(around, baseUrl, token, request);
    if (command === 'list') {
      parse(rest, {}, []);
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

/** Commands without arguments and the paths they read. */
const READS: ReadonlyMap<string, string> = new Map([
  ['access-requests', `${ACCESS_REQUESTS}?limit=100`],
  ['live-access-requests', '/operator/v1/live-access-requests?limit=100'],
  ['shards', '/operator/v1/shards'],
  ['jobs', '/operator/v1/jobs'],
  ['alerts', '/operator/v1/alerts'],
]);

function requestOf(command: string, rest: readonly string[]): Request {
  const read = READS.get(command);
  if (read !== undefined) {
    parse(rest, {}, []);
    return { method: 'GET', path: read };
  }
  switch (command) {
    case 'create-partner':
      return { method: 'POST', path: PARTNERS, body: applicationOf(rest) };
    case 'approve-live':
      return liveApprovalOf(rest);
    case 'set-contact': {
      const [id, email] = parse(rest, {}, ['partner_id', 'address']).positionals;
      return { method: 'PUT', path: `${pathTo(PARTNERS, id)}/contact`, body: { email } };
    }
    case 'terminate': {
      const [id] = parse(rest, {}, ['partner_id']).positionals;
      return { method: 'POST', path: `${pathTo(PARTNERS, id)}/${command}` };
    }
    case 'approve':
      return approvalOf(rest);
    case 'decline': {
      const [id] = parse(rest, {}, ['access_request_id']).positionals;
      return { method: 'POST', path: `${pathTo(ACCESS_REQUESTS, id)}/decline` };
    }
    case 'show': {
      const [id] = parse(rest, {}, ['partner_id']).positionals;
      return { method: 'GET', path: pathTo(PARTNERS, id) };
    }
    case 'set-regions': {
      const [id, regions = ''] = parse(rest, {}, ['partner_id', 'regions']).positionals;
      return {
        method: 'PUT',
        path: `${pathTo(PARTNERS, id)}/regions`,
        body: { regions: regions.split(',') },
      };
    }
    case 'set-budgets':
      return budgetsOf(rest);
    case 'usage':
      return usageOf(rest);
    case 'set-tier': {
      const [id, tier] = parse(rest, {}, ['athlete_id', 'tier']).positionals;
      return { method: 'PUT', path: `${pathTo('/operator/v1/athletes', id)}/tier`, body: { tier } };
    }
    case 'rehome': {
      const { values, positionals } = parse(rest, { region: { type: 'string' } }, ['athlete_id']);
      if (values.region === undefined) throw new Misuse(`rehome needs --region.\n\n${USAGE}`);
      const path = `${pathTo('/operator/v1/athletes', positionals[0])}/rehome`;
      return { method: 'POST', path, body: { region: values.region } };
    }
    case 'rebuild-directory': {
      const [id, environment] = parse(rest, {}, ['partner_id', 'environment']).positionals;
      return { method: 'POST', path: `${pathTo(PARTNERS, id)}/directory/rebuild`, body: { environment } };
    }
    default:
      throw new Misuse(`Unknown command "${command}".\n\n${USAGE}`);
  }
}

/** Parses the options of `plan-shards`. */
function growthOf(rest: readonly string[]): Growth {
  const text = { type: 'string' } as const;
  const options = { region: text, athletes: text, years: text, environment: text };
  const { values } = parse(rest, options, []);
  const region = String(values.region);
  if (!isRegion(region))
    throw new Misuse(`plan-shards needs --region, one of ${REGIONS.join(', ')}.\n\n${USAGE}`);
  const environment = ENVIRONMENTS.get(values.environment ?? 'production');
  if (environment === undefined) throw new Misuse(`--environment must be sandbox or production.\n\n${USAGE}`);
  return {
    region,
    environment,
    athletes: numberOf('athletes', values.athletes, /^[1-9]\d{0,8}$/),
    years: numberOf('years', values.years, /^([1-9]\d?(\.\d)?|0\.[1-9])$/),
  };
}

const ENVIRONMENTS: ReadonlyMap<unknown, Growth['environment']> = new Map([
  ['sandbox', 'test'],
  ['test', 'test'],
  ['production', 'live'],
  ['live', 'live'],
]);

function numberOf(option: string, value: unknown, pattern: RegExp): number {
  if (typeof value === 'string' && pattern.test(value)) return Number(value);
  throw new Misuse(`plan-shards needs --${option}, a positive number.\n\n${USAGE}`);
}

function pathTo(collection: string, id = ''): string {
  return `${collection}/${encodeURIComponent(id)}`;
}

function approvalOf(rest: readonly string[]): Request {
  const { values, positionals } = parse(rest, CHOICES, ['access_request_id']);
  const path = `${pathTo(ACCESS_REQUESTS, positionals[0])}/approve`;
  const body = choicesOf(values);
  return Object.keys(body).length === 0 ? { method: 'POST', path } : { method: 'POST', path, body };
}

function liveApprovalOf(rest: readonly string[]): Request {
  const { values, positionals } = parse(rest, { tier: { type: 'string' } }, ['partner_id']);
  if (values.tier === undefined) throw new Misuse(`approve-live needs --tier.\n\n${USAGE}`);
  const path = `${pathTo(PARTNERS, positionals[0])}/approve-live`;
  return { method: 'POST', path, body: { tier: values.tier } };
}

/** Parses the four budget options, each a whole number or `default`. */
function budgetsOf(rest: readonly string[]): Request {
  const text = { type: 'string' } as const;
  const options = {
    'requests-per-min': text,
    'product-requests-per-min': text,
    'product-records-per-day': text,
    'exports-per-day': text,
  };
  const { values, positionals } = parse(rest, options, ['partner_id']);
  const asked = Object.entries(values);
  if (asked.length === 0) throw new Misuse(`set-budgets needs a budget.\n\n${USAGE}`);
  const body = Object.fromEntries(
    asked.map(([option, value]) => [option.replaceAll('-', '_'), budgetOf(option, String(value))]),
  );
  return { method: 'PATCH', path: pathTo(PARTNERS, positionals[0]), body };
}

function budgetOf(option: string, value: string): number | null {
  if (value === 'default') return null;
  if (!/^\d{1,9}$/.test(value))
    throw new Misuse(`--${option} must be a whole number or "default".\n\n${USAGE}`);
  return Number(value);
}

function usageOf(rest: readonly string[]): Request {
  const text = { type: 'string' } as const;
  const options = { from: text, to: text, granularity: text, environment: text };
  const { values, positionals } = parse(rest, options, ['partner_id']);
  const query = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]));
  const path = `${pathTo(PARTNERS, positionals[0])}/usage`;
  return { method: 'GET', path: query.size === 0 ? path : `${path}?${query}` };
}

function applicationOf(rest: readonly string[]): unknown {
  const text = { type: 'string' } as const;
  const { values } = parse(rest, { name: text, 'use-case': text, email: text, ...CHOICES }, []);
  const missing = ['name', 'use-case', 'email'].filter((name) => values[name] === undefined);
  if (missing.length > 0) {
    throw new Misuse(`create-partner needs ${missing.map((name) => `--${name}`).join(', ')}.\n\n${USAGE}`);
  }
  return {
    name: values.name,
    use_case: values['use-case'],
    contact_email: values.email,
    ...choicesOf(values),
  };
}

/** Options for a new partner. */
const CHOICES = { 'default-tier': { type: 'string' }, regions: { type: 'string' } } as const;

function choicesOf(values: Readonly<Record<string, unknown>>): object {
  return {
    ...(values['default-tier'] === undefined ? {} : { default_tier: values['default-tier'] }),
    ...(values.regions === undefined ? {} : { regions: String(values.regions).split(',') }),
  };
}

/** Parses the arguments of a command, which must match `names` in number. */
function parse(
  rest: readonly string[],
  options: Readonly<Record<string, { readonly type: 'string' }>>,
  names: readonly string[],
): { values: Readonly<Record<string, unknown>>; positionals: readonly string[] } {
  try {
    const parsed = parseArgs({ args: [...rest], options, allowPositionals: true, strict: true });
    if (parsed.positionals.length === names.length) return parsed;
  } catch (cause) {
    throw new Misuse(`${cause instanceof Error ? cause.message : String(cause)}\n\n${USAGE}`);
  }
  const wanted = names.length === 0 ? 'no arguments' : names.map((name) => `<${name}>`).join(' ');
  throw new Misuse(`This command takes ${wanted}.\n\n${USAGE}`);
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
  { method, path, body }: Request,
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
async function list(around: Surroundings, call: (request: Request) => Promise<Answer>): Promise<number> {
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
