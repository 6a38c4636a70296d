import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROUTES } from '../../../src/app/routes.ts';
import {
  BrowserWalk,
  consent,
  exchangeForm,
  makeClientWith,
  type SendRequest,
  tokensFor,
} from '../../support/connect-over-http.ts';
import { bundleInto, OPERATOR_TOKEN, SIGNING_SECRET } from '../../support/deployment.ts';
import { installWrapped } from '../../support/installed-service.ts';
import { judge, printTable } from './judge.ts';
import { meteredSend } from './meter.ts';
import { grow, type SeedPlan } from './seed.ts';
import { type Measurement, walk } from './walk.ts';

/**
 * `npm run bench:growth`: what D1 says that every operation reads and writes, with 1,000, 10,000 and 100,000
 * activities stored. Exits with 1 where one reads more because there is more of what is not its business.
 */

const { values } = parseArgs({ options: { sizes: { type: 'string' }, statements: { type: 'string' } } });
const SIZES = (values.sizes ?? '1000,10000,100000').split(',').map(Number);

const outDir = await mkdtemp(join(tmpdir(), 'musette-growth-'));
console.log('Bundling …');
await bundleInto(outDir);
const meterWorker = await readFile(join(import.meta.dirname, 'meter-worker.js'), 'utf8');
const service = await installWrapped(outDir, meterWorker);
const send = meteredSend(service.baseUrl);
try {
  const templates = await makeTemplates(send);
  const bySize: (readonly Measurement[])[] = [];
  let from = 0;
  for (const size of SIZES) {
    const doomedAthleteId = await makeAthlete(templates.key, 'doomed');
    const startedAt = performance.now();
    const plan: SeedPlan = { ...templates, doomedAthleteId };
    await grow(service, plan, from, size, (line) => process.stderr.write(`\r\x1b[K${size}: ${line}`));
    process.stderr.write('\r\x1b[K');
    console.log(`${size} activities, seeded in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
    const world = {
      ...templates,
      doomedAthleteId,
      send,
      signingSecret: SIGNING_SECRET,
      operatorToken: OPERATOR_TOKEN,
    };
    bySize.push(await walk(world));
    from = size;
  }
  const judged = judge(SIZES, bySize);
  printTable(SIZES, judged, values.statements);
  const measured = new Set(bySize.flat().map(({ operation }) => operation));
  const missing = ROUTES.filter(({ operationId }) => !measured.has(operationId));
  for (const { operationId } of missing) console.error(`${operationId} was not measured`);
  if (missing.length > 0 || judged.some(({ grows }) => grows)) process.exitCode = 1;
} finally {
  await service.miniflare.dispose();
  await rm(outDir, { recursive: true, force: true });
}

/** One row of every table, written by the service itself, for seeding to copy. */
async function makeTemplates(request: SendRequest) {
  const headers = { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' };
  const body = JSON.stringify({
    name: 'Growth',
    use_case: 'growth',
    contact_email: 'growth@example.test',
    default_tier: 'full',
  });
  const made = await request({ method: 'POST', path: '/operator/v1/partners', headers, body });
  const { partner, sandbox_key } = JSON.parse(made.text);
  const key: string = sandbox_key.secret;
  const post = (path: string, json: unknown) => postTo(key, path, json);
  const client = await makeClientWith(request, key);
  // The heavy athlete is the one that the sign-in finds by its address, so that every table knows it.
  const email = 'heavy@athletes.example';
  const heavyAthleteId = await makeAthlete(key, 'heavy', email);
  const path = `/v1/athletes/${heavyAthleteId}`;
  const scheduled_at = new Date(Date.now() - 86_400_000).toISOString();
  const activity = await post(`${path}/activities`, {
    type: 'run',
    duration_min: 120,
    intensity_level: 6,
    scheduled_at,
  });
  const item = `${path}/activities/${activity.id}`;
  await post(`${item}/prescription`, {});
  const products = await request({
    method: 'GET',
    path: `/v1/products?q=gel&athlete_id=${heavyAthleteId}`,
    headers: { authorization: `Bearer ${key}` },
    body: null,
  });
  const productId: string = JSON.parse(products.text).data[0].id;
  await post(`${item}/products`, { products: [{ product_id: productId, servings: 2 }] });
  await post(`${item}/feedback`, { hydration_feel: 'dehydrated' });
  const masses = { body_mass_before_kg: 70, body_mass_after_kg: 69, fluid_ml: 200 };
  await post(`${path}/sweat-tests`, { type: 'run', duration_min: 60, ...masses });
  const code = await consent(new BrowserWalk(request), client, email);
  await tokensFor(request, exchangeForm(client, code));
  const athletes = await service.miniflare.getD1Database('ATHLETES_TEST_0', 'musette');
  await athletes
    .prepare('INSERT INTO used_subscribe_links (athlete_id, expires_at_s, used_at) VALUES (?, 1, 1)')
    .bind(heavyAthleteId)
    .run();
  // For the ledger, and for what jobs leave behind.
  const erased = await makeAthlete(key, 'erased');
  await request({
    method: 'DELETE',
    path: `/v1/athletes/${erased}`,
    headers: { authorization: `Bearer ${key}` },
    body: null,
  });
  await request({ method: 'GET', path: '/', headers: { 'x-meter-cron': '*/10 * * * *' }, body: null });
  return { partnerId: String(partner.id), key, client, heavyAthleteId, productId, nowMs: Date.now() };
}

async function makeAthlete(key: string, name: string, email?: string): Promise<string> {
  const { id } = await postTo(key, '/v1/athletes', {
    name,
    body_mass_kg: 70,
    sex: 'female',
    ...(email ? { email } : {}),
  });
  return String(id);
}

async function postTo(key: string, path: string, json: unknown) {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'idempotency-key': crypto.randomUUID(),
  };
  const reply = await send({ method: 'POST', path, headers, body: JSON.stringify(json) });
  if (reply.status >= 300)
    throw new Error(`POST ${path} answered ${reply.status}: ${reply.text.slice(0, 500)}`);
  return JSON.parse(reply.text);
}
