import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import type { Unstable_Config as Config } from 'wrangler';
import { machineNowMs } from '#platform/clock.ts';
import { asBundled, BUNDLE_DIR, bundleWorker } from './bundle.ts';
import {
  type Existing,
  lineOfCorrection,
  linesOfOperator,
  linesOfPlan,
  neededBy,
  parseDatabaseList,
  parseNames,
  parseNamespaceList,
  planDeployment,
} from './deploy-plan.ts';
import { ROOT } from './generated-files.ts';
import { configurationOf, existingIn, preflight, report } from './preflight.ts';
import { type SmokeService, smokeDeployment } from './smoke.ts';
import { recordVerified } from './verify-databases.ts';
import { TAG_OF_ENGINE } from './versions.ts';
import { NotSignedIn, type RunWrangler, runWrangler, spawnWrangler } from './wrangler.ts';
import { type Identifier, withIdentifiers } from './write-identifiers.ts';

/**
 * `npm run deploy`: makes the checks of `npm run preflight`, bundles and deploys the Worker. Refuses if a check fails. Passes
 * its arguments to `wrangler deploy`; with `--dry-run` it checks and bundles only. If MUSETTE_SMOKE_KEY is set, runs a smoke
 * test after deploying.
 *
 * With `--plan`, deploys nothing and prints the commands that create and migrate the resources in wrangler.toml, without those
 * that exist. Asks, then writes the identifiers of the existing ones into wrangler.toml; `--yes` answers in a script. Without a
 * login it prints the plan for an empty account, or for wrangler's lists as files: `--databases` (`wrangler d1 list --json`),
 * `--namespaces` (`wrangler kv namespace list`) and `--queues` (`wrangler queues list`).
 */

const TOML = join(ROOT, 'wrangler.toml');

if (import.meta.main) {
  const [first, ...rest] = process.argv.slice(2);
  try {
    if (first === '--plan') await planFromHere(rest);
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

function planFromHere(args: readonly string[]): Promise<void> {
  return planFor(args, {
    config: configurationOf(),
    run: runWrangler,
    print: console.log,
    ask: process.stdin.isTTY ? askTerminal : null,
    readToml: () => readFile(TOML, 'utf8'),
    writeToml: (text) => writeFile(TOML, text),
  });
}

async function askTerminal(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

/** Dependencies of a plan. */
interface PlanTools {
  readonly config: Config;
  readonly run: RunWrangler;
  readonly print: (line: string) => void;
  /** Asks a person. Null if nobody is there. */
  readonly ask: ((question: string) => Promise<string>) | null;
  readonly readToml: () => Promise<string>;
  readonly writeToml: (text: string) => Promise<void>;
}

/** Prints the plan of a deployment, and writes the identifiers of what exists into wrangler.toml after asking. */
export async function planFor(args: readonly string[], tools: PlanTools): Promise<void> {
  const file = { type: 'string' } as const;
  const options = { databases: file, namespaces: file, queues: file, yes: { type: 'boolean' } } as const;
  const { values: files } = parseArgs({ args: [...args], options });
  const isFromFiles = [files.databases, files.namespaces, files.queues].some((one) => one !== undefined);
  const existing = isFromFiles
    ? {
        databases: await readList(files.databases, parseDatabaseList),
        namespaces: await readList(files.namespaces, parseNamespaceList),
        queues: await readList(files.queues, parseNames),
      }
    : await existingOrNothing(tools);
  const plan = planDeployment(neededBy(tools.config), existing);
  const isWritten = await writeIdentifiers(plan.corrections, tools, files.yes === true);
  for (const line of linesOfPlan(isWritten ? { ...plan, corrections: [] } : plan)) tools.print(line);
}

/** Asks the account what exists. Without a login everything is to be created. */
async function existingOrNothing({ run, print }: PlanTools): Promise<Existing> {
  try {
    return await existingIn(run);
  } catch (cause) {
    if (!(cause instanceof NotSignedIn)) throw cause;
    print(`# ${cause.message} This is the plan for an empty account.`);
    return { databases: null, namespaces: null, queues: null };
  }
}

/** Writes identifiers into wrangler.toml if somebody says yes. Returns whether it did. */
async function writeIdentifiers(
  identifiers: readonly Identifier[],
  { ask, print, readToml, writeToml }: PlanTools,
  isConfirmed: boolean,
): Promise<boolean> {
  if (identifiers.length === 0) return false;
  for (const identifier of identifiers) print(`# ${lineOfCorrection(identifier)}`);
  const question = `Write ${identifiers.length === 1 ? 'this identifier' : `these ${identifiers.length} identifiers`} into wrangler.toml? [y/N] `;
  const isAgreed = isConfirmed || /^y(es)?$/i.test(((await ask?.(question)) ?? '').trim());
  if (isAgreed) await writeToml(withIdentifiers(await readToml(), identifiers));
  print(
    isAgreed
      ? '# Written into wrangler.toml.'
      : '# Not written. To write them: npm run deploy -- --plan --yes',
  );
  return isAgreed;
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
