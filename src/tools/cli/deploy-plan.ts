import { ATHLETE_BYTES_PER_YEAR, type Environment, parseShardBinding } from '#platform/env.ts';
import type { Region } from '#platform/regions.ts';
import { memberOf, parseJson } from './foreign-text.ts';
import type { Identifier } from './write-identifiers.ts';

/** A database that wrangler.toml binds. */
interface NeededDatabase {
  readonly binding: string;
  readonly database_name?: string | undefined;
  readonly database_id?: string | undefined;
}

/** A database as `wrangler d1 list --json` reports it. */
interface ExistingDatabase {
  readonly uuid: string;
  readonly name: string;
}

/** A KV namespace that wrangler.toml binds. */
interface NeededNamespace {
  readonly binding: string;
  readonly id?: string | undefined;
}

/** A KV namespace as `wrangler kv namespace list` reports it. */
interface ExistingNamespace {
  readonly id: string;
  readonly title: string;
}

/** The resources that wrangler.toml requires. */
export interface Needed {
  readonly databases: readonly NeededDatabase[];
  readonly namespaces: readonly NeededNamespace[];
  /** Includes dead letter queues. */
  readonly queues: readonly string[];
}

/**
 * The existing resources. A null list was not provided, so everything of its kind counts as missing.
 */
export interface Existing {
  readonly databases: readonly ExistingDatabase[] | null;
  readonly namespaces: readonly ExistingNamespace[] | null;
  readonly queues: readonly string[] | null;
}

/** The part of wrangler's configuration needed for a plan. */
interface Configuration {
  readonly d1_databases: readonly NeededDatabase[];
  readonly kv_namespaces: readonly NeededNamespace[];
  readonly queues: {
    readonly producers?: readonly { readonly queue?: string | undefined }[] | undefined;
    readonly consumers?:
      | readonly { readonly queue: string; readonly dead_letter_queue?: string | undefined }[]
      | undefined;
  };
}

/** Returns the resources that a configuration needs. */
export function neededBy(config: Configuration): Needed {
  const { producers = [], consumers = [] } = config.queues;
  const queues = [
    ...producers.flatMap(({ queue }) => queue ?? []),
    ...consumers.flatMap(({ queue, dead_letter_queue: dead }) =>
      dead === undefined ? [queue] : [queue, dead],
    ),
  ];
  return {
    databases: config.d1_databases,
    namespaces: config.kv_namespaces,
    queues: [...new Set(queues)],
  };
}

interface DeploymentPlan {
  /** Commands that create missing resources, in order. */
  readonly creations: readonly string[];
  /** Identifiers in wrangler.toml that differ from the existing ones. */
  readonly corrections: readonly Identifier[];
}

/** Returns the line of wrangler.toml that a correction needs, after its binding. */
export function lineOfCorrection({ binding, member, id }: Identifier): string {
  return `${binding}: ${member} = "${id}"`;
}

/**
 * Plans the creation of each database, namespace and queue in wrangler.toml that does not exist. Shards go in the location
 * that their binding names.
 */
export function planDeployment(needed: Needed, existing: Existing): DeploymentPlan {
  const databases = planDatabases(needed.databases, existing.databases);
  const namespaces = planNamespaces(needed.namespaces, existing.namespaces);
  const queues = missingFrom(existing.queues, needed.queues).map((name) => `wrangler queues create ${name}`);
  return {
    creations: [...namespaces.creations, ...queues, ...databases.creations],
    corrections: [...namespaces.corrections, ...databases.corrections],
  };
}

/** Returns the plan as a shell script. Manual steps are comments before the command that needs them. */
export function linesOfPlan({ creations, corrections }: DeploymentPlan): readonly string[] {
  return [
    ...creations.map((command) => `npx ${command}`),
    ...(creations.length > 0
      ? ['npm run deploy -- --plan   # asks, then writes the identifiers into wrangler.toml']
      : []),
    ...corrections.map((correction) => `# wrangler.toml, ${lineOfCorrection(correction)}`),
    '# once, in wrangler.toml: BASE_URL, MAIL_FROM, and the line `routes` above [vars] with the host of BASE_URL',
    '# once: npx wrangler email sending enable <domain of MAIL_FROM>',
    `# also there: ${OPERATOR_VARS.join(', ')}; empty ones are left out of pages and security.txt`,
    'npm run migrate -- --remote',
    '# once: it shows each new secret; keep them',
    'npm run secrets',
    'npm run catalogue -- --remote',
    'npm run preflight',
    'npm run deploy',
  ];
}

/** Vars with the operator's name and documents, shown on pages. */
const OPERATOR_VARS = [
  'OPERATOR_NAME',
  'TERMS_URL',
  'DPA_URL',
  'PRIVACY_URL',
  'STATUS_URL',
  'CONTACT_EMAIL',
] as const;

const WITHOUT: Readonly<Record<string, string>> = {
  TERMS_URL: ', so no partner can get live access',
  DPA_URL: ', so no partner can get live access',
  ALERT_EMAIL: ', so nobody gets an email when something breaks',
};

/** Returns a line for each operator var: its value, or the consequence of leaving it unset. */
export function linesOfOperator(vars: Readonly<Record<string, unknown>>): readonly string[] {
  return [...OPERATOR_VARS, 'ALERT_EMAIL'].map((name) => {
    const value = vars[name];
    if (typeof value === 'string' && value !== '') return `${name}: ${value}`;
    return `${name}: unset${WITHOUT[name] ?? ''}`;
  });
}

type Part = Pick<DeploymentPlan, 'creations' | 'corrections'>;

function planDatabases(
  needed: readonly NeededDatabase[],
  existing: readonly ExistingDatabase[] | null,
): Part {
  const creations: string[] = [];
  const corrections: Identifier[] = [];
  for (const { binding, database_name: name = binding, database_id: id } of needed) {
    const found = existing?.find((database) => database.name === name);
    if (!found) creations.push(creationOf(name, binding, needed));
    else if (found.uuid !== id) corrections.push({ binding, member: 'database_id', id: found.uuid });
  }
  return { creations, corrections };
}

function planNamespaces(
  needed: readonly NeededNamespace[],
  existing: readonly ExistingNamespace[] | null,
): Part {
  const creations: string[] = [];
  const corrections: Identifier[] = [];
  for (const { binding, id } of needed) {
    if (existing?.some((namespace) => namespace.id === id)) continue;
    const found = existing?.find(({ title }) => title === binding);
    if (found) corrections.push({ binding, member: 'id', id: found.id });
    else creations.push(`wrangler kv namespace create ${binding}`);
  }
  return { creations, corrections };
}

/** Returns the needed names that do not exist. Null is a list that was not provided. */
export function missingFrom(
  existing: readonly string[] | null,
  needed: readonly string[],
): readonly string[] {
  return needed.filter((name) => !existing?.includes(name));
}

/** Returns the command that creates a database in its location. */
function creationOf(name: string, binding: string, needed: readonly NeededDatabase[] = []): string {
  return `wrangler d1 create ${name}${locationOption(binding, needed)}`;
}

/**
 * Returns the argument for a database's location: that of a shard, or the jurisdiction `eu`. The registry, which has no
 * athletes' data, gets the location of the first shard. Otherwise it would be near whoever created it.
 */
function locationOption(binding: string, needed: readonly NeededDatabase[]): string {
  const region = parseShardBinding(binding)?.region;
  if (region === 'eu') return ' --jurisdiction eu';
  if (region !== undefined) return ` --location ${region}`;
  const [first] = needed.flatMap((database) => parseShardBinding(database.binding)?.region ?? []);
  return first === undefined ? '' : ` --location ${first === 'eu' ? 'weur' : first}`;
}

/** Reads the output of `wrangler d1 list --json`. Throws if it is not such a list. */
export function parseDatabaseList(text: string): readonly ExistingDatabase[] {
  return parseList(text, 'wrangler d1 list --json', (item) => hasText(item, 'uuid') && hasText(item, 'name'));
}

/** Reads the output of `wrangler kv namespace list`. Throws if it is not such a list. */
export function parseNamespaceList(text: string): readonly ExistingNamespace[] {
  return parseList(
    text,
    'wrangler kv namespace list',
    (item) => hasText(item, 'id') && hasText(item, 'title'),
  );
}

/** Returns all words, including names, in the output of `wrangler queues list` or `wrangler secret list`. */
export function parseNames(text: string): readonly string[] {
  return text.match(/[\w-]+/g) ?? [];
}

function parseList<Item>(text: string, command: string, isItem: (item: unknown) => boolean): readonly Item[] {
  const list = parseJson(text);
  if (!Array.isArray(list) || !list.every(isItem))
    throw new Error(`This is not the output of \`${command}\`.`);
  return list;
}

function hasText(item: unknown, name: string): boolean {
  return typeof memberOf(item, name) === 'string';
}

/** Secrets that every request needs (`Vars` in src/platform/env.ts). */
/** Secrets without which the Worker rejects every request. */
export const NEEDED_SECRETS = ['SIGNING_SECRET', 'WEBHOOK_KEY', 'LOOKUP_KEY'] as const;

/**
 * Secrets that a deployment should have. Each is set once, because a new value invalidates everything that the old one
 * signed or encrypted.
 */
export const SECRETS = [...NEEDED_SECRETS, 'OPERATOR_TOKEN'] as const;

/**
 * Returns the required secrets that a Worker lacks, from the output of `wrangler secret list`. All of them if the Worker
 * does not exist yet, none if wrangler failed for another reason.
 */
export function missingSecrets(printed: string): readonly string[] {
  if (/Worker "[^"]*".* not found/.test(printed)) return NEEDED_SECRETS;
  const [list] = printed.match(/^\[[\s\S]*^\]|^\[\]/m) ?? [];
  return list === undefined ? [] : missingFrom(parseNames(list), NEEDED_SECRETS);
}

/** The expected growth. */
export interface Growth {
  readonly region: Region;
  readonly environment: Environment;
  readonly athletes: number;
  readonly years: number;
}

/** The planned maximum size of a database. D1's limit is 10 GB. */
const FILLED_BYTES = 8e9;
/** D1's default limit per account, which Cloudflare can raise. */
const ACCOUNT_BYTES = 1e12;

/**
 * Returns the wrangler.toml blocks and the commands that create the databases needed for this growth, in order. Ordinals
 * continue from the existing bindings.
 */
export function planShards(
  { region, environment, athletes, years }: Growth,
  bound: readonly string[],
): readonly string[] {
  const perShard = Math.max(1, Math.floor(FILLED_BYTES / (ATHLETE_BYTES_PER_YEAR * years)));
  const count = Math.ceil(athletes / perShard);
  const taken = bound.flatMap((name) => {
    const shard = parseShardBinding(name);
    return shard?.region === region && shard.environment === environment ? [shard.ordinal] : [];
  });
  const first = Math.max(-1, ...taken) + 1;
  const made = Array.from({ length: count }, (_, index) => {
    const binding = `ATHLETES_${environment}_${region}_${first + index}`.toUpperCase();
    return { binding, name: `musette-${binding.toLowerCase().replaceAll('_', '-')}` };
  });
  const gigabytes = (bytes: number) => `${Math.round(bytes / 1e9).toLocaleString('en')} GB`;
  const total = athletes * years * ATHLETE_BYTES_PER_YEAR;
  return [
    `# ${athletes.toLocaleString('en')} athletes for ${years} years: ${gigabytes(total)} in ${count} databases of ${region}.`,
    `# Set ATHLETES_PER_SHARD = "${Math.min(perShard, athletes)}" in wrangler.toml.`,
    ...(total > ACCOUNT_BYTES
      ? [`# The account limit is ${gigabytes(ACCOUNT_BYTES)}. Ask Cloudflare to raise it in time.`]
      : []),
    ...made.map(({ binding, name }) => `npx ${creationOf(name, binding)}`),
    '# Add to wrangler.toml, with the identifiers printed by the commands above:',
    ...made.flatMap(({ binding, name }) => [
      '[[d1_databases]]',
      `binding = "${binding}"`,
      `database_name = "${name}"`,
      'database_id = ""',
      'migrations_dir = "migrations/athletes"',
      '',
    ]),
    '# Then:',
    'npm run bindings',
    'npm run migrate -- --remote',
    'npm run deploy',
  ];
}
