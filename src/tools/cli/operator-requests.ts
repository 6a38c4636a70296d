import { parseArgs } from 'node:util';
import { isRegion, REGIONS } from '#platform/regions.ts';
import type { Growth } from './deploy-plan.ts';

/** The commands and their options, as `npm run operator -- --help` prints them. */
export const USAGE = `npm run operator -- <command>

  create-partner --name <text> --use-case <text> --email <address> [--default-tier teaser|full]
                 [--regions <region>,…]
                              create a vetted partner and its sandbox key; the first region is its permanent home
  set-regions <partner_id> <region>,…
                              set all regions in which the partner may create athletes, home region first
  set-budgets <partner_id> [--requests-per-min <n>|default] [--product-requests-per-min <n>|default]
              [--product-records-per-day <n>|default] [--exports-per-day <n>|default]
                              set the partner's own budgets, in both environments
  doctor                      show on one screen what is wrong, who is affected, what to run and what never to do
  jobs [--json]               list scheduled jobs that are behind; --json lists all
  alerts [--json]             list active alerts with their findings; --json lists all conditions
  webhooks [--json]           list webhooks of all partners whose receivers fail
  shards [--json]             list athlete databases: region, size, athletes, state
  usage <partner_id> [--from <day>] [--to <day>] [--granularity hour|day] [--environment sandbox|production] [--json]
                              show requests by operation and status class; --json lists them by day or hour
  live-access-requests        list pending requests for live access
  approve-live <partner_id> --tier teaser|full
                              enable production; an admin of the partner creates the live key in the console
  set-contact <partner_id> <address> [--alone]
                              replace a lost contact; the new one becomes an admin of the console; --alone removes
                              everyone else and ends all sessions and invitations
  members <partner_id>        list the members of the partner's console and its open invitations
  keys <partner_id>           list API keys of both environments, newest first, one line per key
  revoke-key <key_id>         end an API key everywhere, within 5 seconds
  suspend <partner_id>        pause the partner's keys, tokens and webhooks within 5 seconds; nothing is deleted
  resume <partner_id>         end the suspension
  terminate <partner_id> [--yes]
                              terminate the partner now; purged after 30 days; asks for its name, unless --yes
  access-requests             list requests for access, newest first
  approve <access_request_id> [--default-tier teaser|full] [--regions <region>,…]
                              create the partner and email the link to its sandbox key; repeat to send a new link
  decline <access_request_id>
  list                        list partners, newest first, with products shown in the last 30 days
  show <partner_id>           show one partner
  set-tier <athlete_id> teaser|full
  plan-shards --region <region> --athletes <n> --years <n> [--environment sandbox|production]
                              print the databases needed, as blocks for wrangler.toml and commands
  rebuild-directory <partner_id> sandbox|production
                              compare the directory of external_ids with the athletes; repeats until done

Connects to BASE_URL (default http://127.0.0.1:$PORT, port 8787) with OPERATOR_TOKEN (default: the token that
\`npm start\` keeps in STATE_DIR). Secrets are printed once and never stored.`;

/** The path of the list of partners. */
export const PARTNERS = '/operator/v1/partners';

/** Returns the path to the list of a partner's keys, from the arguments of `keys`. Throws Misuse. */
export function keysPathOf(rest: readonly string[]): string {
  return `${pathTo(PARTNERS, parseArguments(rest, {}, ['partner_id']).positionals[0])}/api-keys`;
}

/** Returns the path to a partner and whether to terminate it unasked. Throws Misuse. */
export function terminationOf(rest: readonly string[]): {
  readonly path: string;
  readonly isConfirmed: boolean;
} {
  const { values, positionals } = parseArguments(rest, { yes: { type: 'boolean' } }, ['partner_id']);
  return { path: pathTo(PARTNERS, positionals[0]), isConfirmed: values.yes === true };
}

const ACCESS_REQUESTS = '/operator/v1/access-requests';

/** A request to the operator API. */
export interface OperatorRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly path: string;
  readonly body?: unknown;
}

/** Reports a command that cannot run, with the reason. The exit code is 2. */
export class Misuse extends Error {
  override readonly name = 'Misuse';
}

/** Commands without arguments and the paths they read. */
const READS: ReadonlyMap<string, string> = new Map([
  ['access-requests', `${ACCESS_REQUESTS}?limit=100`],
  ['live-access-requests', '/operator/v1/live-access-requests?limit=100'],
]);

/** Returns the request of a command. Throws Misuse if its arguments do not fit. */
export function requestOf(command: string, rest: readonly string[]): OperatorRequest {
  const read = READS.get(command);
  if (read !== undefined) {
    parseArguments(rest, {}, []);
    return { method: 'GET', path: read };
  }
  switch (command) {
    case 'create-partner':
      return { method: 'POST', path: PARTNERS, body: applicationOf(rest) };
    case 'approve-live':
      return liveApprovalOf(rest);
    case 'set-contact': {
      const options = { alone: { type: 'boolean' } } as const;
      const { values, positionals } = parseArguments(rest, options, ['partner_id', 'address']);
      const [id, email] = positionals;
      const body = { email, ...(values.alone === true ? { alone: true } : {}) };
      return { method: 'PUT', path: `${pathTo(PARTNERS, id)}/contact`, body };
    }
    case 'members': {
      const [id] = parseArguments(rest, {}, ['partner_id']).positionals;
      return { method: 'GET', path: `${pathTo(PARTNERS, id)}/members` };
    }
    case 'revoke-key': {
      const [id] = parseArguments(rest, {}, ['key_id']).positionals;
      return { method: 'POST', path: `${pathTo('/operator/v1/api-keys', id)}/revoke` };
    }
    case 'suspend':
    case 'resume': {
      const [id] = parseArguments(rest, {}, ['partner_id']).positionals;
      return { method: 'POST', path: `${pathTo(PARTNERS, id)}/${command}` };
    }
    case 'approve':
      return approvalOf(rest);
    case 'decline': {
      const [id] = parseArguments(rest, {}, ['access_request_id']).positionals;
      return { method: 'POST', path: `${pathTo(ACCESS_REQUESTS, id)}/decline` };
    }
    case 'show': {
      const [id] = parseArguments(rest, {}, ['partner_id']).positionals;
      return { method: 'GET', path: pathTo(PARTNERS, id) };
    }
    case 'set-regions': {
      const [id, regions = ''] = parseArguments(rest, {}, ['partner_id', 'regions']).positionals;
      return {
        method: 'PUT',
        path: `${pathTo(PARTNERS, id)}/regions`,
        body: { regions: regions.split(',') },
      };
    }
    case 'set-budgets':
      return budgetsOf(rest);
    case 'set-tier': {
      const [id, tier] = parseArguments(rest, {}, ['athlete_id', 'tier']).positionals;
      return { method: 'PUT', path: `${pathTo('/operator/v1/athletes', id)}/tier`, body: { tier } };
    }
    case 'rebuild-directory': {
      const [id, environment] = parseArguments(rest, {}, ['partner_id', 'environment']).positionals;
      return { method: 'POST', path: `${pathTo(PARTNERS, id)}/directory/rebuild`, body: { environment } };
    }
    default:
      throw new Misuse(`Unknown command "${command}".\n\n${USAGE}`);
  }
}

/** Parses the options of `plan-shards`. Throws Misuse. */
export function growthOf(rest: readonly string[]): Growth {
  const text = { type: 'string' } as const;
  const options = { region: text, athletes: text, years: text, environment: text };
  const { values } = parseArguments(rest, options, []);
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

function approvalOf(rest: readonly string[]): OperatorRequest {
  const { values, positionals } = parseArguments(rest, CHOICES, ['access_request_id']);
  const path = `${pathTo(ACCESS_REQUESTS, positionals[0])}/approve`;
  const body = choicesOf(values);
  return Object.keys(body).length === 0 ? { method: 'POST', path } : { method: 'POST', path, body };
}

function liveApprovalOf(rest: readonly string[]): OperatorRequest {
  const { values, positionals } = parseArguments(rest, { tier: { type: 'string' } }, ['partner_id']);
  if (values.tier === undefined) throw new Misuse(`approve-live needs --tier.\n\n${USAGE}`);
  const path = `${pathTo(PARTNERS, positionals[0])}/approve-live`;
  return { method: 'POST', path, body: { tier: values.tier } };
}

/** Parses the four budget options, each a whole number or `default`. */
function budgetsOf(rest: readonly string[]): OperatorRequest {
  const text = { type: 'string' } as const;
  const options = {
    'requests-per-min': text,
    'product-requests-per-min': text,
    'product-records-per-day': text,
    'exports-per-day': text,
  };
  const { values, positionals } = parseArguments(rest, options, ['partner_id']);
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

/** Parses the options of `usage`, and whether it is to print JSON. Throws Misuse. */
export function usageOf(rest: readonly string[]): { readonly path: string; readonly isJson: boolean } {
  const text = { type: 'string' } as const;
  const options = {
    from: text,
    to: text,
    granularity: text,
    environment: text,
    json: { type: 'boolean' },
  } as const;
  const { values, positionals } = parseArguments(rest, options, ['partner_id']);
  const { json, ...asked } = values;
  const query = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]));
  const path = `${pathTo(PARTNERS, positionals[0])}/usage`;
  return { path: query.size === 0 ? path : `${path}?${query}`, isJson: json === true };
}

function applicationOf(rest: readonly string[]): unknown {
  const text = { type: 'string' } as const;
  const { values } = parseArguments(rest, { name: text, 'use-case': text, email: text, ...CHOICES }, []);
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

/** Parses the arguments of a command, which must match `names` in number. Throws Misuse. */
export function parseArguments(
  rest: readonly string[],
  options: Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>,
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
