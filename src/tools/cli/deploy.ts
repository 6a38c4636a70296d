import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { unstable_readConfig as readConfig } from 'wrangler';
import { asBundled, BUNDLE_DIR, bundleWorker, ROOT } from './bundle.ts';
import {
  commandFor,
  linesOfOperator,
  linesOfPlan,
  missingSecrets,
  neededBy,
  parseDatabaseList,
  parseNames,
  parseNamespaceList,
  planDeployment,
} from './deploy-plan.ts';
import { escapeLayout } from './foreign-text.ts';
import { checkDatabases, mixedRollout, recordLocations, TAG_OF_ENGINE } from './remote-databases.ts';
import { smokeDeployment } from './smoke-walk.ts';
import { runWrangler, spawnWrangler } from './wrangler.ts';

/**
 * `npm run deploy`: bundles and deploys the Worker. Refuses if the Worker lacks a required secret, a database lacks a
 * migration or is not in its binding's jurisdiction, or a gradual rollout mixes engines. Passes other arguments to
 * `wrangler deploy`. If MUSETTE_SMOKE_KEY is set, runs a smoke test after deploying.
 *
 * With `--plan`, deploys nothing and prints the commands that create and migrate the resources in wrangler.toml. Omits
 * existing ones if given wrangler's lists as files: `--databases` (`wrangler d1 list --json`), `--namespaces`
 * (`wrangler kv namespace list`) and `--queues` (`wrangler queues list`).
 */

const REMEDY =
  'To apply migrations: npm run migrate -- --remote. The jurisdiction of a database cannot be changed. Create another one with a new ordinal.';

const [first, ...rest] = process.argv.slice(2);
try {
  if (first === '--plan') await printPlan(rest);
  else await deploy(process.argv.slice(2));
} catch (problem) {
  refuse(problem instanceof Error ? problem.message : String(problem));
}

async function printPlan(args: string[]): Promise<void> {
  const file = { type: 'string' } as const;
  const options = { databases: file, namespaces: file, queues: file };
  const { values: files } = parseArgs({ args, options });
  const config = readConfig({ config: join(ROOT, 'wrangler.toml') });
  const plan = planDeployment(neededBy(config), {
    databases: await readList(files.databases, parseDatabaseList),
    namespaces: await readList(files.namespaces, parseNamespaceList),
    queues: await readList(files.queues, parseNames),
  });
  for (const line of linesOfPlan(plan)) console.log(line);
}

async function readList<List>(file: string | undefined, parse: (text: string) => List): Promise<List | null> {
  return file === undefined ? null : parse(await readFile(file, 'utf8'));
}

async function deploy(args: readonly string[]): Promise<void> {
  // Without `--` before it, npm takes it as its own option, and this would deploy.
  if (process.env.npm_config_dry_run === 'true' && !args.includes('--dry-run'))
    return refuse('npm consumed --dry-run itself. Use: npm run deploy -- --dry-run');
  await bundleWorker(BUNDLE_DIR);
  const missing = await secretsThatLack(args);
  if (missing.length > 0)
    return refuse(`A required secret is missing. Set it once:\n${missing.map(commandFor).join('\n')}`);
  const isDryRun = args.includes('--dry-run');
  if (!isDryRun && !(await areDatabasesReady())) return;
  const mixed = isDryRun ? null : await mixedRollout(runWrangler);
  if (mixed !== null) return refuse(mixed);
  const { vars } = readConfig({ config: join(ROOT, 'wrangler.toml') });
  for (const line of linesOfOperator(vars)) console.log(line);
  const tag = `--tag=${TAG_OF_ENGINE}`;
  const child = spawnWrangler(['deploy', tag, ...asBundled(BUNDLE_DIR), ...args], {
    stdio: 'inherit',
    cwd: ROOT,
  });
  const [code] = await once(child, 'close');
  process.exitCode = typeof code === 'number' ? code : 1;
  if (process.exitCode !== 0 || isDryRun) return;
  const key = process.env.MUSETTE_SMOKE_KEY ?? '';
  const service = { baseUrl: String(vars.BASE_URL), key, fetch, print: console.log, complain: console.error };
  if (!(await smokeDeployment(service))) process.exitCode = 1;
}

/** Checks every database and records the location of shards. Refuses the deployment and returns false if one is not ready. */
async function areDatabasesReady(): Promise<boolean> {
  const { refusals, warnings, locations } = await checkDatabases(runWrangler);
  for (const warning of warnings) console.warn(`Warning: ${warning}`);
  if (refusals.length > 0) {
    refuse(`Databases are not ready for this version:\n${refusals.map(escapeLayout).join('\n')}\n${REMEDY}`);
    return false;
  }
  await recordLocations(runWrangler, locations);
  return true;
}

/** Returns the required secrets that the Worker lacks. Skipped for a dry run or if a file provides the secrets. */
async function secretsThatLack(args: readonly string[]): Promise<readonly string[]> {
  const options = {
    'dry-run': { type: 'boolean' },
    'secrets-file': { type: 'string' },
    name: { type: 'string' },
    env: { type: 'string', short: 'e' },
  } as const;
  const { values } = parseArgs({ args: [...args], options, strict: false });
  if (values['dry-run'] || values['secrets-file']) return [];
  const which = (['name', 'env'] as const).flatMap((option) =>
    typeof values[option] === 'string' ? [`--${option}=${values[option]}`] : [],
  );
  const config = `--config=${join(ROOT, 'wrangler.toml')}`;
  // If it fails for another reason, such as a missing login, the deployment fails too, with its own message.
  const printed = await runWrangler(['secret', 'list', config, ...which]).catch(String);
  return missingSecrets(printed);
}

function refuse(why: string): void {
  console.error(`Nothing was deployed. ${why}`);
  process.exitCode = 1;
}
