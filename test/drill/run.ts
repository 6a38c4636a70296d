import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { loadInto, remoteRegistry } from '#tools/cli/catalogue.ts';
import { boundDatabases, migrateRemote } from '#tools/cli/remote-databases.ts';
import { rollBack } from '#tools/cli/rollback.ts';
import { manageSecrets } from '#tools/cli/secrets.ts';
import { runSmoke } from '#tools/cli/smoke.ts';
import { Installation } from '../chaos/installation.ts';
import { DrillAccount } from './account.ts';
import { SCENES, type Scene } from './scenes.ts';
import { World } from './world.ts';

/**
 * `npm run drill -- <section>…`: starts a service on this machine, breaks it as a section of OPERATIONS says, follows the
 * section's commands as they stand there, and measures the time to recovery, while a partner keeps writing. Without
 * arguments it plays every scene. Ends with 1 where something acknowledged is lost, or where the section does not help.
 */

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const unknown = wanted.filter((name) => !Object.hasOwn(SCENES, name));
if (unknown.length > 0) {
  console.error(`No scene ${unknown.join(', ')}. Scenes: ${Object.keys(SCENES).join(', ')}`);
  process.exit(2);
}

const installation = await Installation.prepare([
  `--script=${join(import.meta.dirname, 'worker.ts')}`,
  '--var',
  'STANDARD_LIVE_PER_MIN:100000000',
]);
const rows: string[][] = [];
let isFine = true;
try {
  console.log(`Starting a service in ${installation.stateDir} …`);
  await installation.start();
  const world = new World(installation);
  await world.prepare();
  for (const [name, scene] of Object.entries(SCENES)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const { cells, problems } = await play(world, name, scene);
    rows.push(cells);
    isFine &&= problems.length === 0;
    for (const problem of problems.slice(0, 6)) console.log(`  ${problem}`);
  }
} finally {
  await installation.kill();
  await rm(installation.stateDir, { recursive: true, force: true });
}
console.log(
  '\n| scene | noticed after s | recovered after s | commands | writes: acknowledged, refused, failed | lost |',
);
console.log('| --- | ---: | ---: | ---: | --- | ---: |');
for (const row of rows) console.log(`| ${row.join(' | ')} |`);
process.exitCode = isFine ? 0 : 1;

async function play(world: World, name: string, scene: Scene) {
  console.log(`\n=== ${name}`);
  const account = await DrillAccount.open(world);
  const problems: string[] = [];
  let [noticed, recovered] = [0, 0];
  const commands = await commandsOf(name);
  const cron = async () => {
    for (const each of scene.crons ?? []) await world.cron(each);
  };
  world.beginWriting();
  const begunAt = performance.now();
  try {
    await scene.strike(world, account);
    const isNoticed = scene.isNoticed ?? (async () => (await world.doctor()).text.includes(`. ${name}`));
    const isNamed = async () => {
      await cron();
      return name === 'Rollback' || isNoticed(world);
    };
    noticed = await world.until('to be noticed', isNamed);
    console.log(indent((await world.doctor()).text));
    for (const command of commands) await follow(world, account, scene, command);
    await world.until('to recover', async () => {
      await cron();
      return scene.isRecovered(world, account);
    });
    recovered = (performance.now() - begunAt) / 1000;
    problems.push(...((await scene.check?.(world, account)) ?? []));
  } catch (cause) {
    problems.push(cause instanceof Error ? cause.message : String(cause));
  }
  await world.endWriting();
  await world.heal().catch(() => problems.push('the service does not answer any more'));
  const lost = await world.lost();
  problems.push(...lost);
  const count = (wantedStatus: (status: number) => boolean) =>
    [...world.answers].reduce((sum, [status, times]) => sum + (wantedStatus(status) ? times : 0), 0);
  const answers = [
    count((status) => status === 201),
    count((status) => status === 503 || status === 403),
    count((status) => ![201, 403, 503].includes(status)),
  ].join(', ');
  console.log(`${name}: recovered after ${recovered.toFixed(1)} s, ${problems.length} problems`);
  const cells = [
    name,
    noticed.toFixed(1),
    recovered.toFixed(1),
    String(commands.length),
    answers,
    String(lost.length),
  ];
  return { cells, problems };
}

/** Returns the commands of a section, in order: of its blocks, or of the sentence that begins it. */
async function commandsOf(name: string): Promise<readonly string[]> {
  const text = await readFile('OPERATIONS.md', 'utf8');
  const section = text.split(/\n###? /).find((each) => each.startsWith(`${name}\n`)) ?? '';
  const [, block] = /```sh\n([\s\S]*?)```/.exec(section) ?? [];
  if (block !== undefined) return block.trim().split('\n');
  const [, paragraph = ''] = section.split('\n\n');
  return [...paragraph.matchAll(/`((?:npm run|npx wrangler) [^`]+)`/g)].map(([, command = '']) => command);
}

/** Runs a command as it stands in OPERATIONS, with the names of this service in place of its examples. */
async function follow(world: World, account: DrillAccount, scene: Scene, written: string): Promise<void> {
  const command = written
    .replace('<partner_id>', world.partnerId)
    .replace('<key_id>', world.keys.leakedId)
    .replace('<version>', account.earlierVersion)
    .replaceAll('\n', ' ');
  console.log(`$ ${command}`);
  const words = command.split(/\s+/);
  const output = {
    print: (line: string) => console.log(indent(line)),
    complain: (line: string) => console.log(indent(line)),
  };
  const { run } = account;
  if (command.startsWith('npm run operator -- ')) {
    console.log(indent((await world.operate(words.slice(4))).text));
  } else if (command.startsWith('npm run smoke')) {
    await runSmoke({ baseUrl: world.baseUrl, key: world.sandboxKey, fetch, ...output });
  } else if (command.startsWith('npm run rollback')) {
    await rollBack(words.slice(3), { run, ...output });
  } else if (command.startsWith('npm run migrate')) {
    for (const binding of boundDatabases()) await migrateRemote(run, binding);
  } else if (command.startsWith('npm run secrets')) {
    const secret = words.at(-1) ?? '';
    await manageSecrets(words.slice(4), { run, ask: () => account.secret(secret), ...output });
  } else if (command.startsWith('npm run catalogue')) {
    await loadInto(remoteRegistry(run), { report: output.print, isConfirmed: false });
  } else {
    console.log('   (in the account)');
  }
  for (const [prefix, act] of Object.entries(scene.outside ?? {})) {
    if (command.startsWith(prefix)) await act(world, account);
  }
}

function indent(text: string): string {
  return text.replace(/^/gm, '   ');
}
