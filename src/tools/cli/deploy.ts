import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Unstable_Config as Config } from 'wrangler';
import { machineNowMs } from '#platform/clock.ts';
import { asBundled, BUNDLE_DIR, bundleWorker } from './bundle.ts';
import {
  linesOfOperator,
  linesOfPlan,
  neededBy,
  parseDatabaseList,
  parseNames,
  parseNamespaceList,
  planDeployment,
} from './deploy-plan.ts';
import { ROOT } from './generated-files.ts';
import { configurationOf, preflight, report } from './preflight.ts';
import { type SmokeService, smokeDeployment } from './smoke.ts';
import { recordVerified } from './verify-databases.ts';
import { TAG_OF_ENGINE } from './versions.ts';
import { type RunWrangler, runWrangler, spawnWrangler } from './wrangler.ts';

/**
 * `npm run deploy`: makes the checks of `npm run preflight`, bundles and deploys the Worker. Refuses if a check fails. Passes
 * its arguments to `wrangler deploy`; with `--dry-run` it checks and bundles only. If MUSETTE_SMOKE_KEY is set, runs a smoke
 * test after deploying.
 *
 * With `--plan`, deploys nothing and prints the commands that create and migrate the resources in wrangler.toml. Omits
 * existing ones if given wrangler's lists as files: `--databases` (`wrangler d1 list --json`), `--namespaces`
 * (`wrangler kv namespace list`) and `--queues` (`wrangler queues list`).
 */

if (import.meta.main) {
  const [first, ...rest] = process.argv.slice(2);
  try {
    if (first === '--plan') await printPlan(rest);
    else await deployFromHere(process.argv.slice(2));
  } catch (problem) {
    refuse(problem instanceof Error ? problem.message : String(problem));
  }
}

async function deployFromHere(args: readonly string[]): Promise<void> {
  // Without `--` before it, npm takes it as its own option, and this would deploy.
  if (process.env.npm_config_dry_run === 'true' && !args.includes('--dry-run'))
    return refuse('npm consumed --dry-run itself. Use: npm run deploy -- --dry-run');
  process.exitCode = await deploy(args, {
    config: configurationOf(),
    run: runWrangler,
    nowMs: machineNowMs(),
    bundle: () => bundleWorker(BUNDLE_DIR),
    upload,
    smoke: { fetch, key: process.env.MUSETTE_SMOKE_KEY ?? '' },
    print: console.log,
    complain: console.error,
  });
}

async function printPlan(args: string[]): Promise<void> {
  const file = { type: 'string' } as const;
  const options = { databases: file, namespaces: file, queues: file };
  const { values: files } = parseArgs({ args, options });
  const config = configurationOf();
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

/** Dependencies of a deployment. */
interface DeployTools {
  readonly config: Config;
  readonly run: RunWrangler;
  readonly nowMs: number;
  readonly bundle: () => Promise<unknown>;
  /** Runs wrangler with its output shown, and returns its exit code. */
  readonly upload: (args: readonly string[]) => Promise<number>;
  readonly smoke: Pick<SmokeService, 'fetch' | 'key'>;
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
}

/** Checks, bundles and deploys. Returns an exit code. */
export async function deploy(args: readonly string[], tools: DeployTools): Promise<number> {
  const { config, run, nowMs, print, complain } = tools;
  const isDryRun = args.includes('--dry-run');
  const results = await preflight({ config, args, run, nowMs });
  const verified = results.flatMap((result) => [...(result.verified ?? [])]);
  if (!isDryRun) await recordVerified(run, new Map(verified), nowMs);
  if (!report(results, tools)) {
    complain('Nothing was deployed.');
    return 1;
  }
  for (const line of linesOfOperator(config.vars)) print(line);
  await tools.bundle();
  const exitCode = await tools.upload([
    'deploy',
    `--tag=${TAG_OF_ENGINE}`,
    ...asBundled(BUNDLE_DIR),
    ...args,
  ]);
  if (exitCode !== 0 || isDryRun) return exitCode;
  const service = { ...tools.smoke, baseUrl: String(config.vars.BASE_URL), print, complain };
  return (await smokeDeployment(service)) ? 0 : 1;
}

async function upload(args: readonly string[]): Promise<number> {
  const [code] = await once(spawnWrangler(args, { stdio: 'inherit', cwd: ROOT }), 'close');
  return typeof code === 'number' ? code : 1;
}

function refuse(why: string): void {
  console.error(`Nothing was deployed. ${why}`);
  process.exitCode = 1;
}
