import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Unstable_Config as Config, unstable_readConfig as readConfig } from 'wrangler';
import { machineNowMs } from '#platform/clock.ts';
import { lackingIn, SECRET_CHARACTERS_MIN } from '#platform/env.ts';
import {
  type Existing,
  lineOfCorrection,
  linesOfOperator,
  missingSecrets,
  NEEDED_SECRETS,
  neededBy,
  parseDatabaseList,
  parseNames,
  parseNamespaceList,
  planDeployment,
} from './deploy-plan.ts';
import { escapeLayout } from './foreign-text.ts';
import { ROOT } from './generated-files.ts';
import { checkDatabases, type VerifiedShard } from './verify-databases.ts';
import { mixedRollout, servingVersions } from './versions.ts';
import { CONFIG, type RunWrangler, runWrangler } from './wrangler.ts';

/**
 * `npm run preflight`: makes every check of a deployment and changes nothing. `npm run deploy` makes the same checks first and
 * refuses to deploy if one fails, and so does its dry run.
 */

/** A deployment before it happens, and the account that gets it. */
interface Deployment {
  readonly config: Config;
  /** The arguments of `npm run deploy`. */
  readonly args: readonly string[];
  readonly run: RunWrangler;
  readonly nowMs: number;
}

interface Findings {
  /** Reasons not to deploy, each with what to do. */
  readonly refusals: readonly string[];
  readonly warnings?: readonly string[];
  readonly verified?: ReadonlyMap<string, VerifiedShard>;
}

interface Check {
  readonly name: string;
  readonly find: (deployment: Deployment) => Findings | Promise<Findings>;
}

/** The checks of wrangler.toml, which need no account. */
const OF_CONFIGURATION: readonly Check[] = [
  { name: 'route', find: ({ config }) => ({ refusals: refusalsOfRoute(config) }) },
  { name: 'vars and bindings', find: ({ config }) => ({ refusals: refusalsOfBindings(config) }) },
  { name: 'values', find: ({ config }) => ({ refusals: refusalsOfValues(config) }) },
  { name: 'identifiers', find: ({ config }) => ({ refusals: refusalsOfIdentifiers(config) }) },
];

/** The checks of the account. The first would fail without a login. */
const OF_ACCOUNT: readonly Check[] = [
  { name: 'databases, namespaces and queues', find: findResources },
  { name: 'secrets', find: findSecrets },
  { name: 'email', find: findSender },
  { name: 'migrations and locations', find: findDatabases },
];

interface CheckResult extends Findings {
  readonly name: string;
}

/**
 * Makes every check. Asks the account only about a configuration without problems, and stops at a check that cannot be made,
 * because the next ones would fail in the same way.
 */
export async function preflight(deployment: Deployment): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = [];
  for (const checks of [OF_CONFIGURATION, OF_ACCOUNT]) {
    for (const { name, find } of checks) {
      try {
        results.push({ name, ...(await find(deployment)) });
      } catch (cause) {
        const why = cause instanceof Error ? cause.message : String(cause);
        return [...results, { name, refusals: [why] }];
      }
    }
    if (results.some(({ refusals }) => refusals.length > 0)) break;
  }
  return results;
}

function refusalsOfRoute({ name = '', vars, workers_dev: onWorkersDev, ...config }: Config): string[] {
  const { host } = URL.parse(String(vars.BASE_URL)) ?? { host: '' };
  const hosts = [config.routes ?? [], config.route ?? []]
    .flat()
    .map((route) => (typeof route === 'string' ? route : route.pattern).replace(/^https?:\/\/|\/.*$/g, ''));
  if (hosts.length === 0 && !onWorkersDev)
    return [
      'wrangler.toml has no route, so nobody can reach the Worker. Uncomment the line `routes` above [vars] and put your host in, or set workers_dev = true.',
    ];
  const isServed =
    hosts.some((own) => (own.startsWith('*') ? host.endsWith(own.slice(1)) : own === host)) ||
    (onWorkersDev === true && host.startsWith(`${name}.`) && host.endsWith('.workers.dev'));
  if (isServed) return [];
  const where = [...hosts, ...(onWorkersDev ? [`${name}.<account>.workers.dev`] : [])].join(', ');
  return [
    `The Worker serves ${where}, but BASE_URL is ${vars.BASE_URL}. In wrangler.toml, give both the same host.`,
  ];
}

/** Stands for a binding of any kind, as far as the Worker checks it. */
const BINDING = { prepare: null, batch: null };

/** Refuses what the Worker itself would refuse, with a 503 to every request, and vars that only a local one may have. */
function refusalsOfBindings({ vars, ...config }: Config): string[] {
  const names = [
    ...[...config.kv_namespaces, ...config.d1_databases, ...(config.queues.producers ?? [])].map(
      ({ binding }) => binding,
    ),
    ...[...config.durable_objects.bindings, ...config.ratelimits].map(({ name }) => name),
    ...(config.assets?.binding === undefined ? [] : [config.assets.binding]),
  ];
  const secrets = NEEDED_SECRETS.map((name) => [name, 'x'.repeat(SECRET_CHARACTERS_MIN)] as const);
  const lacking = lackingIn({
    ...vars,
    ...Object.fromEntries([...secrets, ...names.map((name) => [name, BINDING] as const)]),
  });
  const { BASE_URL: baseUrl, ENVIRONMENT: environment } = vars;
  const { origin, protocol } = URL.parse(String(baseUrl)) ?? {};
  const isPublic = protocol === 'https:' && String(baseUrl).replace(/\/+$/, '') === origin;
  return [
    ...(lacking.length > 0
      ? [`Missing or malformed in wrangler.toml, so every request would get 503: ${lacking.join(', ')}.`]
      : []),
    ...(isPublic || lacking.includes('BASE_URL')
      ? []
      : [`BASE_URL is ${baseUrl}. It must be https and a host, without a path.`]),
    ...(environment === 'local'
      ? ['ENVIRONMENT is local, which would show everybody the emails in /dev/outbox. Set it to production.']
      : []),
  ];
}

function refusalsOfValues({ vars, routes = [] }: Config): string[] {
  const values = [
    ...Object.entries(vars),
    ...routes.map((route) => ['routes', typeof route === 'string' ? route : route.pattern] as const),
  ];
  return values
    .filter(([, value]) => /\.example(?:[:/]|$)/.test(String(value).trim()))
    .map(([name, value]) => `${name} is still "${value}". Set your own in wrangler.toml.`);
}

function refusalsOfIdentifiers(config: Config): string[] {
  const identifiers = [
    ...config.kv_namespaces.map(({ binding, id }) => [binding, id] as const),
    ...config.d1_databases.map(({ binding, database_id: id }) => [binding, id] as const),
  ];
  // Those of the repository are zeros and an ordinal.
  const missing = identifiers
    .filter(([, id = '']) => id === '' || /^0{8}-?0{4}/.test(id))
    .map(([name]) => name);
  if (missing.length === 0) return [];
  return [
    `No identifier in wrangler.toml for ${missing.join(', ')}. npm run deploy -- --plan prints the commands that create what is missing.`,
  ];
}

/** Asks the account which databases, namespaces and queues exist. */
export async function existingIn(run: RunWrangler): Promise<Existing> {
  const databases = parseDatabaseList(jsonOf(await run(['d1', 'list', CONFIG, '--json'])));
  const namespaces = parseNamespaceList(jsonOf(await run(['kv', 'namespace', 'list', CONFIG])));
  const queues = parseNames(await run(['queues', 'list', CONFIG]));
  return { databases, namespaces, queues };
}

async function findResources({ config, run }: Deployment): Promise<Findings> {
  const { creations, corrections } = planDeployment(neededBy(config), await existingIn(run));
  return {
    refusals: [
      ...creations.map((command) => `Something in wrangler.toml does not exist. Create it: npx ${command}`),
      ...corrections.map(
        (correction) =>
          `Correct wrangler.toml, ${lineOfCorrection(correction)}. npm run deploy -- --plan writes it after asking.`,
      ),
    ],
  };
}

/** Returns the list in wrangler's output, without what it prints before. */
function jsonOf(output: string): string {
  return /^\[[\s\S]*^\]|^\[\]/m.exec(output)?.[0] ?? output;
}

/** Finds required secrets that the Worker lacks and no file provides. */
async function findSecrets({ args, run }: Deployment): Promise<Findings> {
  const options = {
    'secrets-file': { type: 'string' },
    name: { type: 'string' },
    env: { type: 'string', short: 'e' },
  } as const;
  const { values } = parseArgs({ args: [...args], options, strict: false });
  if (values['secrets-file']) return { refusals: [] };
  const which = (['name', 'env'] as const).flatMap((option) =>
    typeof values[option] === 'string' ? [`--${option}=${values[option]}`] : [],
  );
  const missing = missingSecrets(await run(['secret', 'list', CONFIG, ...which]).catch(String));
  if (missing.length === 0) return { refusals: [] };
  return { refusals: [`The Worker has no ${missing.join(', ')}. Create what is missing: npm run secrets`] };
}

/** Finds out whether the domain of MAIL_FROM may send. */
async function findSender({ config, run }: Deployment): Promise<Findings> {
  const domain = String(config.vars.MAIL_FROM).split('@').at(-1) ?? '';
  const settings = await run(['email', 'sending', 'settings', domain, CONFIG]).catch(String);
  if (/^\s*Enabled:\s+true\s*$/m.test(settings)) return { refusals: [] };
  const why = /\[ERROR\] (.*)/.exec(settings)?.[1];
  return {
    refusals: [
      `MAIL_FROM is in ${domain}, which may not send email${why === undefined ? '' : ` (${why})`}. Enable it: npx wrangler email sending enable ${domain}`,
    ],
  };
}

const REMEDIES = [
  [/ lacks /, 'To apply migrations: npm run migrate -- --remote.'],
  [
    / should be in /,
    'The jurisdiction of a database cannot be changed. Create another one with a new ordinal.',
  ],
] as const;

async function findDatabases({ config, run, nowMs }: Deployment): Promise<Findings> {
  const versions = await servingVersions(run);
  const ids = new Map(versions.flatMap(({ databases }) => [...databases]));
  const { refusals, warnings, verified } = await checkDatabases(run, config.d1_databases, ids, nowMs);
  const mixed = mixedRollout(versions);
  const remedies = REMEDIES.filter(([about]) => refusals.some((refusal) => about.test(refusal)));
  return {
    refusals: [...refusals, ...remedies.map(([, remedy]) => remedy), ...(mixed === null ? [] : [mixed])],
    warnings,
    verified,
  };
}

/** Prints the checks. Returns whether all passed. */
export function report(
  results: readonly CheckResult[],
  { print, complain }: { readonly print: (line: string) => void; readonly complain: (line: string) => void },
): boolean {
  for (const { name, refusals, warnings = [] } of results) {
    for (const warning of warnings) print(escapeLayout(`Warning: ${warning}`));
    if (refusals.length === 0) print(`ok      ${name}`);
    for (const refusal of refusals) complain(escapeLayout(`failed  ${name}: ${refusal}`));
  }
  return results.every(({ refusals }) => refusals.length === 0);
}

/** Reads the configuration of the deployment. */
export function configurationOf(): Config {
  return readConfig({ config: join(ROOT, 'wrangler.toml') });
}

if (import.meta.main) {
  const config = configurationOf();
  const args = process.argv.slice(2);
  const results = await preflight({ config, args, run: runWrangler, nowMs: machineNowMs() });
  const isReady = report(results, { print: console.log, complain: console.error });
  for (const line of linesOfOperator(config.vars)) console.log(line);
  console.log(isReady ? 'Ready to deploy: npm run deploy' : 'Not ready to deploy. Nothing was changed.');
  process.exitCode = isReady ? 0 : 1;
}
