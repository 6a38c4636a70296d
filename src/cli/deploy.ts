import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { unstable_readConfig as readConfig } from 'wrangler';
import { asBundled, BUNDLE_DIR, bundleWorker } from './bundle.ts';
import {
  neededBy,
  parseDatabaseList,
  parseNames,
  parseNamespaceList,
  planDeployment,
  SECRETS,
} from './deploy-plan.ts';
import { spawnWrangler } from './wrangler.ts';

/**
 * `npm run deploy`: bundles the Worker and deploys it; further arguments go to `wrangler deploy`. With `--plan` it deploys
 * nothing and prints the commands that create and migrate what wrangler.toml binds. It leaves out what exists, if it is
 * given the output of wrangler's lists: `--databases` (of `wrangler d1 list --json`), `--namespaces` (`wrangler kv
 * namespace list`), `--queues` (`wrangler queues list`) and `--workflows` (`wrangler workflows list`), each a file.
 */

const [first, ...rest] = process.argv.slice(2);
if (first === '--plan') await printPlan(rest);
else await deploy();

async function printPlan(args: string[]): Promise<void> {
  const file = { type: 'string' } as const;
  const options = { databases: file, namespaces: file, queues: file, workflows: file };
  const { values: files } = parseArgs({ args, options });
  const config = readConfig({ config: join(import.meta.dirname, '../../wrangler.toml') });
  const { commands, corrections, newWorkflows } = planDeployment(neededBy(config), {
    databases: await readList(files.databases, parseDatabaseList),
    namespaces: await readList(files.namespaces, parseNamespaceList),
    queues: await readList(files.queues, parseNames),
    workflows: await readList(files.workflows, parseNames),
  });
  for (const command of commands) console.log(`npx ${command}`);
  for (const correction of corrections) console.log(`# wrangler.toml, ${correction}`);
  for (const workflow of newWorkflows) console.log(`# the next line also creates the workflow ${workflow}`);
  for (const secret of SECRETS)
    console.log(`# once: openssl rand -hex 32 | npx wrangler secret put ${secret}`);
  console.log('npm run deploy');
}

async function readList<List>(file: string | undefined, parse: (text: string) => List): Promise<List | null> {
  return file === undefined ? null : parse(await readFile(file, 'utf8'));
}

async function deploy(): Promise<void> {
  await bundleWorker(BUNDLE_DIR);
  const args = ['deploy', ...asBundled(BUNDLE_DIR), ...process.argv.slice(2)];
  const child = spawnWrangler(args, { stdio: 'inherit' });
  child.once('close', (code) => {
    process.exitCode = code ?? 1;
  });
}
