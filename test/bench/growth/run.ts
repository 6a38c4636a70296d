import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { ROUTES } from '#delivery/app/routes.ts';
import { bundleWorker } from '#tools/cli/bundle.ts';
import { installWrapped, OPERATOR_TOKEN, SIGNING_SECRET } from '../../support/deployment.ts';
import { documentFigures, readFigures, sectionsOf } from '../figures/document.ts';
import { sizesOf } from '../figures/month.ts';
import type { Measurement } from './ask.ts';
import { judge, printTable } from './judge.ts';
import { meteredSend } from './meter.ts';
import { measureMonth } from './month.ts';
import { measureOverShards } from './over-shards.ts';
import { grow, type WholeSeedPlan } from './seed.ts';
import { HOME, makeAthlete, makeTemplates, requestLiveAccess } from './templates.ts';
import { walk } from './walk.ts';

/**
 * `npm run bench:growth`: what D1 says that every operation reads and writes, with 1,000, 10,000 and 100,000
 * activities stored. Exits with 1 where one reads more because there is more of what is not its business.
 *
 * `-- --activities 1000000 --shards 8`: what reads of one athlete and lists over all shards read, with so many
 * activities over so many shards and with a tenth of them; the bytes of a row of each table; and the memory of the process.
 *
 * `-- --month`: the bytes that the month of a partner of 50,000 athletes takes, by table and index, and its bill; `--scale 50`
 * writes one of fifty athletes, `--document` writes the section of FIGURES. Exits with 1 where a row takes more than its
 * target.
 */

const { values } = parseArgs({
  options: {
    sizes: { type: 'string' },
    statements: { type: 'string' },
    activities: { type: 'string' },
    shards: { type: 'string' },
    month: { type: 'boolean', default: false },
    scale: { type: 'string', default: '50' },
    document: { type: 'boolean', default: false },
  },
});
const SIZES = (values.sizes ?? '1000,10000,100000').split(',').map(Number);

const outDir = await mkdtemp(join(tmpdir(), 'musette-growth-'));
console.log('Bundling …');
await bundleWorker(outDir);
const meterWorker = await readFile(join(import.meta.dirname, 'meter-worker.js'), 'utf8');
try {
  const passed = values.month
    ? await measureTheMonth()
    : values.activities === undefined
      ? await measureEveryOperation()
      : await measureOverShards(outDir, meterWorker, Number(values.activities), Number(values.shards ?? 8));
  if (!passed) process.exitCode = 1;
} finally {
  await rm(outDir, { recursive: true, force: true });
}

async function measureTheMonth(): Promise<boolean> {
  const { stdout } = await promisify(execFile)('git', ['rev-parse', '--short=7', 'HEAD']);
  const now = await measureMonth(outDir, Number(values.scale), stdout.trim());
  const figures = await readFigures();
  const measured = { ...figures, month: { ...figures.month, now } };
  console.log('\n| table or index | rows | bytes | bytes a row |\n| --- | ---: | ---: | ---: |');
  for (const { table, name, rows, bytes } of now.stored) {
    console.log(`| ${name} of ${table} | ${rows} | ${bytes} | ${(bytes / Math.max(1, rows)).toFixed(1)} |`);
  }
  console.log(`\n${sectionsOf(measured).month}`);
  if (values.document) await documentFigures('month', measured.month);
  const missed = sizesOf(now).filter(({ bytes, target = bytes }) => bytes > target);
  for (const { what } of missed) console.error(`above its target: ${what}`);
  return missed.length === 0;
}

async function measureEveryOperation(): Promise<boolean> {
  // All seeded athletes are in one shard, so the ones that the service creates have to be there too.
  const service = await installWrapped(outDir, meterWorker, {
    vars: {
      ATHLETES_PER_SHARD: '999999999',
      TERMS_URL: 'https://musette.example/terms',
      DPA_URL: 'https://musette.example/dpa',
    },
  });
  const send = meteredSend(service.baseUrl);
  try {
    const templates = await makeTemplates(send, service);
    const bySize: (readonly Measurement[])[] = [];
    let from = 0;
    for (const size of SIZES) {
      const doomedAthleteId = await makeAthlete(send, templates.key, 'doomed');
      const startedAt = performance.now();
      const plan: WholeSeedPlan = { ...templates, doomedAthleteId, place: { shard: HOME, index: 0, of: 1 } };
      await grow(service, plan, from, size, (line) => process.stderr.write(`\r\x1b[K${size}: ${line}`));
      process.stderr.write('\r\x1b[K');
      console.log(`${size} activities, seeded in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
      const world = {
        ...templates,
        doomedAthleteId,
        send,
        signingSecret: SIGNING_SECRET,
        operatorToken: OPERATOR_TOKEN,
        requestLiveAccess: async (partnerId: string) =>
          requestLiveAccess(await service.miniflare.getD1Database('REGISTRY', 'musette'), partnerId),
      };
      bySize.push(await walk(world));
      from = size;
    }
    const judged = judge(SIZES, bySize);
    printTable(SIZES, judged, values.statements);
    const measured = new Set(bySize.flat().map(({ operation }) => operation));
    const missing = ROUTES.filter(({ operationId }) => !measured.has(operationId));
    for (const { operationId } of missing) console.error(`${operationId} was not measured`);
    return missing.length === 0 && !judged.some(({ grows }) => grows);
  } finally {
    await service.miniflare.dispose();
  }
}
