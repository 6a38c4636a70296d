import { readFile } from 'node:fs/promises';
import { loadInto, remoteRegistry } from '#tools/cli/catalogue.ts';
import { Receiver } from '../soak/receiver.ts';
import type { DrillAccount } from './account.ts';
import { pause, type World } from './world.ts';

/** A problem of the runbook, as it comes to the person on call and as it ends. */
export interface Scene {
  /** Breaks the service. */
  readonly strike: (world: World, account: DrillAccount) => Promise<void>;
  /** Whether the person on call can know: by default, once `doctor` names the section. */
  readonly isNoticed?: (world: World) => Promise<boolean>;
  /** What a command of the section changes in the account or outside of it, by how the command begins. */
  readonly outside?: Readonly<Record<string, (world: World, account: DrillAccount) => Promise<void>>>;
  /** Crons that are sent while something is awaited. Real ones come every ten minutes and every hour. */
  readonly crons?: readonly string[];
  /** Whether callers get what they should again. */
  readonly isRecovered: (world: World, account: DrillAccount) => Promise<boolean>;
  /** Further promises. Returns what is broken. */
  readonly check?: (world: World, account: DrillAccount) => Promise<readonly string[]>;
}

const URGENT = '*/10 * * * *';
const HOURLY = '53 * * * *';
const BOTH = [URGENT, HOURLY];
const HOME = 'ATHLETES_LIVE_WEUR_0';
const SECOND = 'ATHLETES_LIVE_WEUR_1';
const HOUR_MS = 3_600_000;

/** Returns an athlete in one of the databases. */
function athleteIn(world: World, shard: string): string {
  const found = world.acknowledged.find(({ id }) => id.startsWith(`ath_l${shard}`) && !world.erased.has(id));
  if (!found) throw new Error(`no athlete is in ${shard}`);
  return found.id;
}

const reads = async (world: World, shard: string) =>
  (await world.send('GET', `/v1/athletes/${athleteIn(world, shard)}`)).status;
const isWell = async (world: World) => (await world.doctor()).exitCode === 0;
const heal = (world: World) => world.set({ databases: {} });

/** Expectations that did not hold. */
function broken(expected: Readonly<Record<string, boolean>>): readonly string[] {
  return Object.entries(expected).flatMap(([what, holds]) => (holds ? [] : [`not so: ${what}`]));
}

let receiver: Receiver | null = null;
let webhookAt = 0;
let firstPage = '';
let restoration: readonly string[] = [];
let erasedId = '';
let thefts = 0;

/** The scenes by the section of OPERATIONS that is followed. */
export const SCENES: Readonly<Record<string, Scene>> = {
  shard_full: {
    crons: BOTH,
    async strike(world) {
      await world.set({ databases: { [HOME]: 'full' } });
      await world.send('PATCH', `/v1/athletes/${athleteIn(world, 'c000')}`, { fitness_level: 5 });
    },
    isRecovered: async (world) => (await world.write('weur')).status === 201,
    async check(world) {
      const id = athleteIn(world, 'c000');
      const erasure = await world.send('DELETE', `/v1/athletes/${id}`);
      world.erased.add(id);
      const read = await reads(world, 'c000');
      const refused = await world.send('PATCH', `/v1/athletes/${athleteIn(world, 'c000')}`, {
        fitness_level: 5,
      });
      await heal(world);
      // The first minute is left to the request.
      await world.until('the erasure and the alert to end', async () => {
        for (const cron of BOTH) await world.cron(cron);
        return (await world.send('GET', `/v1/athletes/${id}`)).status === 404 && isWell(world);
      });
      return broken({
        'an erasure in a full database is accepted with 202': erasure.status === 202,
        'its athletes can be read': read === 200,
        'a change is 503 storage_full': refused.json?.error?.code === 'storage_full',
      });
    },
  },
  schema_behind: {
    crons: BOTH,
    strike: async (world) => void (await world.sql(SECOND, 'DELETE FROM schema_migrations')),
    isRecovered: isWell,
  },
  job_overdue: {
    crons: [HOURLY],
    async strike(world) {
      await world.set({ isQueueDown: true });
      await world.sql('REGISTRY', `UPDATE job_states SET last_done_at = last_done_at - ${50 * HOUR_MS}`);
    },
    outside: { 'npx wrangler queues info': (world) => world.set({ isQueueDown: false }) },
    async isRecovered(world) {
      for (const cron of [...BOTH, '23 3 * * *']) await world.cron(cron);
      return isWell(world);
    },
  },
  dispatcher_lag: {
    crons: BOTH,
    async strike(world) {
      await beginWebhook(world);
      await world.set({ areDispatchersStuck: true });
      for (let made = 0; made < 4; made++) await world.write('weur');
      for (const binding of [HOME, SECOND])
        await world.sql(binding, `UPDATE events SET created_at = created_at - ${HOUR_MS / 3}`);
    },
    // The version that stuck is gone.
    outside: { 'npx wrangler deployments list': (world) => world.set({ areDispatchersStuck: false }) },
    async isRecovered(world) {
      for (const cron of BOTH) await world.cron(cron);
      return isWell(world);
    },
    async check(world) {
      await world.until('every event to arrive', async () => (await missed(world)) === 0);
      return endWebhook(world);
    },
  },
  mail_refused: {
    crons: [HOURLY],
    strike: (world) => countEmails(world, 'refused = 5'),
    outside: { 'npx wrangler email sending settings': (world) => countEmails(world, 'sent = 500') },
    isRecovered: isWell,
  },
  mail_flood: {
    crons: [URGENT],
    strike: (world) => countEmails(world, 'codes_to_strangers = 2000, was_flooded = 1'),
    outside: { 'npx wrangler deployments list': (world) => countEmails(world, 'was_flooded = 0') },
    isRecovered: isWell,
  },
  error_budget: bugAndRollback(),
  Rollback: bugAndRollback(),
  unreachable: {
    strike: (world) => world.installation.kill(),
    outside: { 'npm run rollback': (world) => world.installation.start() },
    isRecovered: async (world) => (await world.send('GET', '/health')).status === 200,
  },
  unconfigured: {
    strike: (world) => world.set({ missing: ['LOOKUP_KEY', SECOND] }),
    outside: { 'npm run deploy': (world) => world.set({ missing: [] }) },
    isRecovered: isWell,
  },
  silent_database: {
    strike: (world) => world.set({ databases: { [HOME]: 'silent' } }),
    outside: { 'npx wrangler d1 execute': heal },
    async isRecovered(world) {
      return (await reads(world, 'c000')) === 200 && isWell(world);
    },
  },
  silent_store: {
    strike: (world) => world.set({ databases: { REGISTRY: 'silent' } }),
    outside: { 'npx wrangler deployments list': heal },
    isRecovered: isWell,
  },
  restored_database: {
    // The next cron reconciles it, so none is sent before somebody has seen it.
    async strike(world) {
      restoration = await snapshot(world, HOME);
      // Two runs count what is restored away.
      await countedRuns(world, 2);
      erasedId = athleteIn(world, 'c000');
      await world.must(200, 'DELETE', `/v1/athletes/${erasedId}`);
      world.erased.add(erasedId);
      await countedRuns(world, 2);
      // A restore takes longer than the minute for which the job leaves an erasure to its request.
      await pause(65_000);
      await world.sql(HOME, ...restoration);
    },
    async isRecovered(world) {
      await world.cron(URGENT);
      return (await isWell(world)) && (await reads(world, 'c000')) === 200;
    },
    check: async (world) =>
      broken({
        'what was erased stays erased': (await world.send('GET', `/v1/athletes/${erasedId}`)).status === 404,
      }),
  },
  crons_stopped: {
    strike: async (world) =>
      void (await world.sql('REGISTRY', `UPDATE alerts SET checked_at = checked_at - ${HOUR_MS}`)),
    outside: { 'npx wrangler triggers deploy': (world) => world.cron(URGENT) },
    isRecovered: isWell,
  },
  receiver_down: {
    async strike(world) {
      await beginWebhook(world);
      await world.write('weur');
      await pause(3000);
      await receiver?.close();
    },
    isNoticed: async (world) => (await world.doctor()).text.includes('Receivers that fail'),
    outside: {
      async 'npm run operator -- show'(world) {
        await receiver?.reopen();
        const [webhook] = (await world.must(200, 'GET', '/v1/webhooks')).data;
        await world.send('POST', `/v1/webhooks/${webhook.id}/test`, {});
      },
    },
    async isRecovered(world) {
      return (await missed(world)) === 0;
    },
    check: endWebhook,
  },
  'A key leaked': {
    async strike(world) {
      thefts = (await world.send('GET', '/v1/athletes', undefined, world.keys.leaked)).status;
    },
    isNoticed: async () => true,
    isRecovered: async (world) =>
      (await world.send('GET', '/v1/athletes', undefined, world.keys.leaked)).status === 401,
    async check(world) {
      const own = (await world.send('GET', '/v1/athletes')).status;
      await world.operate(['suspend', world.partnerId]);
      const suspended = await world.send('GET', '/v1/activity-types');
      await world.operate(['resume', world.partnerId]);
      const resumed = (await world.send('GET', '/v1/activity-types')).status;
      return broken({
        'the thief read with the key before': thefts === 200,
        'the other key works': own === 200,
        'suspend pauses it': suspended.json?.error?.code === 'partner_suspended',
        'resume ends that': resumed === 200,
      });
    },
  },
  'A secret leaked': {
    async strike(world) {
      firstPage = (await world.must(200, 'GET', '/v1/athletes?limit=1')).next_cursor;
    },
    isNoticed: async () => true,
    isRecovered: async (world) =>
      (await world.send('GET', '/operator/v1/alerts', undefined, world.operatorToken)).status === 401,
    async check(world, account) {
      const next = () => world.send('GET', `/v1/athletes?limit=1&cursor=${encodeURIComponent(firstPage)}`);
      world.operatorToken = await account.secret('OPERATOR_TOKEN');
      const former = await account.secret('SIGNING_SECRET');
      await account.rotate('SIGNING_SECRET');
      const kept = (await next()).status;
      await account.run(['secret', 'delete', 'FORMER_SIGNING_SECRET']);
      const ended = (await next()).status;
      return broken({
        'the new token works': (await world.operate(['alerts'])).exitCode === 0,
        'the secret is another': former !== (await account.secret('SIGNING_SECRET')),
        'a cursor outlives a rotation with the former secret': kept === 200,
        'and ends without it, as the table says': ended === 422,
      });
    },
  },
  'Erased by mistake': {
    async strike(world) {
      const id = athleteIn(world, 'c000');
      await world.must(200, 'DELETE', `/v1/athletes/${id}`, undefined, world.keys.own);
      world.erased.add(id);
    },
    isNoticed: async () => true,
    isRecovered: async (world) => (await world.write('weur')).status === 201,
  },
  'A wrong product': {
    async strike(_world, account) {
      const text = await readFile('src/nutrition/catalogue/products.json', 'utf8');
      const wrong = text.replace('"sodiumMg": 39,', '"sodiumMg": 240,');
      await loadInto(remoteRegistry(account.run), {
        report: () => undefined,
        isConfirmed: false,
        text: wrong,
      });
    },
    isNoticed: async (world) => (await sodium(world)) === 240,
    isRecovered: async (world) => (await sodium(world)) === 39,
  },
};

/** A deployment with a bug in a database's queries, which is rolled back. */
function bugAndRollback(): Scene {
  return {
    crons: [URGENT],
    async strike(world) {
      await world.set({ databases: { [HOME]: 'buggy', [SECOND]: 'buggy' } });
      for (let made = 0; made < 20; made++)
        await world.send('GET', `/v1/athletes/${athleteIn(world, 'c000')}`);
    },
    outside: {
      'npm run rollback': async (world, account) => (account.isRolledBack ? heal(world) : undefined),
    },
    isRecovered: async (world) => (await reads(world, 'c000')) === 200,
    async check(world, account) {
      // The errors of the last hour are still above the budget.
      await world.sql('REGISTRY', 'DELETE FROM answer_counts');
      await world.cron(URGENT);
      return broken({ 'the earlier version has all traffic': account.isRolledBack });
    },
  };
}

async function beginWebhook(world: World): Promise<void> {
  receiver = await Receiver.listen();
  await world.must(201, 'POST', '/v1/webhooks', { url: receiver.url, events: ['athlete.*'] });
  webhookAt = Date.now();
}

async function endWebhook(world: World): Promise<readonly string[]> {
  for (const { id } of (await world.must(200, 'GET', '/v1/webhooks')).data)
    await world.must(204, 'DELETE', `/v1/webhooks/${id}`);
  await receiver?.close();
  return [];
}

/** A delivery takes about a second. */
const DELIVERED_WITHIN_MS = 5000;

/** Counts the events since the webhook was made that did not arrive, but for those of the last seconds. */
async function missed(world: World): Promise<number> {
  const untilMs = Date.now() - DELIVERED_WITHIN_MS;
  let count = 0;
  for (let query = ''; ; ) {
    const page = await world.must(200, 'GET', `/v1/events?types=athlete.created&limit=100${query}`);
    for (const { id, created_at: createdAt } of page.data) {
      const at = Date.parse(createdAt);
      if (at > webhookAt && at < untilMs && !receiver?.has(id)) count += 1;
    }
    if (page.data.length < 100) return count;
    query = `&cursor=${encodeURIComponent(page.next_cursor)}`;
  }
}

/** Sets what this hour's emails were. */
async function countEmails(world: World, set: string): Promise<void> {
  const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  await world.sql(
    'REGISTRY',
    `INSERT INTO email_counts (hour, sent, refused) VALUES (${hour}, 0, 0) ON CONFLICT DO NOTHING`,
    `UPDATE email_counts SET ${set}`,
  );
}

/** Waits for so many further runs of the job that counts them in the home database. */
async function countedRuns(world: World, runs: number): Promise<void> {
  const count = async () =>
    Number((await world.sql(HOME, 'SELECT runs FROM counted_runs'))[0]?.[0]?.runs ?? 0);
  const before = await count();
  for (let run = 1; run <= runs; run++) {
    await world.cron(URGENT);
    await world.until('a run to be counted', async () => (await count()) >= before + run);
  }
}

/** Returns statements that put a database back to what it is now, as Time Travel does. */
async function snapshot(world: World, binding: string): Promise<readonly string[]> {
  const own = "name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%' AND name <> 'd1_migrations'";
  const [made = []] = await world.sql(
    binding,
    `SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND ${own} ORDER BY rowid`,
  );
  const tables = made.filter(({ type }) => type === 'table');
  const rows: string[] = [];
  for (const { name } of tables) {
    const [columns = []] = await world.sql(binding, `SELECT name FROM pragma_table_info('${name}')`);
    const values = columns.map((column) => `quote("${column.name}")`).join(" || ', ' || ");
    const [found = []] = await world.sql(binding, `SELECT ${values} AS row FROM ${name}`);
    rows.push(...found.map(({ row }) => `INSERT INTO ${name} VALUES (${row})`));
  }
  const [counters = []] = await world.sql(binding, 'SELECT name, seq FROM sqlite_sequence');
  return [
    'PRAGMA defer_foreign_keys = on',
    ...tables.toReversed().map(({ name }) => `DROP TABLE ${name}`),
    ...tables.map(({ sql }) => String(sql)),
    ...rows,
    ...made.filter(({ type }) => type !== 'table').map(({ sql }) => String(sql)),
    'DELETE FROM sqlite_sequence',
    ...counters.map(({ name, seq }) => `INSERT INTO sqlite_sequence (name, seq) VALUES ('${name}', ${seq})`),
  ];
}

/** Returns the sodium of the product that is wrong, as a partner sees it. */
async function sodium(world: World): Promise<number | null> {
  const path = `/v1/products/prd_01m7xpe60123y3ekcm5pa0n18n?athlete_id=${athleteIn(world, 'b000')}`;
  const { json } = await world.send('GET', path);
  return json?.sodium_mg ?? json?.facts?.sodium_mg ?? null;
}
