import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { bundledModules, bundleWorker } from '#tools/cli/bundle.ts';
import {
  loadCatalogue,
  migrate,
  OPERATOR_TOKEN,
  staticFiles,
  storage,
  surroundings,
  WORKER,
} from '../support/deployment.ts';
import { residentMemory } from '../support/processes.ts';

/**
 * `npm run bench:privacy [-- --activities 20000 --legs 10]`: exports and erases an athlete with very many activities
 * in the service's own bundle, on disk. Each has ten legs unless told, and a name that is not
 * Latin: the largest rows there are, in the widest strings. The runtime's heap is limited to half of what the platform gives a
 * Worker, so an export that needed more would end it. Prints how long the export is and how far the Worker's
 * heap and the process grew meanwhile; kills the process with SIGKILL in the middle of the erasure, again and
 * again; then scans every table, KV value and Durable Object on disk for whatever named the athlete. Exits 1
 * where the promise is not kept.
 */

const { values } = parseArgs({ options: { activities: { type: 'string' }, legs: { type: 'string' } } });
const ACTIVITIES = Number(values.activities ?? 20_000);
/** As many as an activity can have: the explanation grows with them. */
const LEGS = Number(values.legs ?? 10);
/** A non-Latin letter makes every other letter in the same string take two bytes. */
const SESSION_NAME = '長い One of many';
const CRON = '*/10 * * * *';
const KILLS = 5;
const MB = 1024 * 1024;
/** Half of what a Worker may use on the platform (Cloudflare, "Workers limits": 128 MB). */
const HEAP_LIMIT_MB = 64;
process.env.MINIFLARE_WORKERD_V8_FLAGS = `--max-heap-size=${HEAP_LIMIT_MB}`;
/** The heap is sampled each time this many bytes arrive, some 20 times per page of an export. */
const EVERY_BYTES = 256 * 1024;

const outDir = await mkdtemp(join(tmpdir(), 'musette-privacy-bundle-'));
const stateDir = await mkdtemp(join(tmpdir(), 'musette-privacy-state-'));
try {
  console.log('Bundling …');
  await bundleWorker(outDir);
  const subject = await populate();
  await measureExport(subject);
  // A scan that finds nothing now would find nothing later either.
  if ((await scan(subject)) < ACTIVITIES) fail('the scan does not see what is there');
  await eraseWithInterruptions(subject);
  if ((await scan(subject)) > 0) fail('something of the athlete is left');
  console.log('Passed.');
} catch (fault) {
  console.error(`FAILED: ${fault instanceof Error ? fault.message : String(fault)}`);
  process.exitCode = 1;
} finally {
  await Promise.all([outDir, stateDir].map((path) => rm(path, { recursive: true, force: true })));
}

interface Subject {
  readonly key: string;
  readonly athleteId: string;
  readonly texts: readonly string[];
  /** The athlete's limiter, by the name of its file. */
  readonly limiterId: string;
}

interface Installation {
  readonly miniflare: Miniflare;
  readonly baseUrl: string;
  readonly workerdId: number;
}

async function start(): Promise<Installation> {
  const modules = await bundledModules(outDir);
  const before = await workerds();
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      inspectorPort: 0,
      // The Worker's own log lines are not what this prints.
      handleStructuredLogs: () => undefined,
      resourcePersistencePath: stateDir,
      workers: [
        {
          name: WORKER,
          modules,
          ...storage(),
          ...surroundings(),
        },
        await staticFiles(),
      ],
    }),
  );
  const baseUrl = String(await miniflare.ready).replace(/\/$/, '');
  const workerdId = (await workerds()).find((id) => !before.includes(id));
  if (workerdId === undefined) throw new Error('workerd did not start');
  return { miniflare, baseUrl, workerdId };
}

/** The workerd processes that this one started. */
async function workerds(): Promise<number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(
    ids.map(async (id) => {
      const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '');
      return stat.includes('(workerd)') && stat.split(') ')[1]?.split(' ')[1] === String(process.pid)
        ? id
        : null;
    }),
  );
  return found.filter((id) => id !== null);
}

/** One athlete with ACTIVITIES activities of LEGS legs, each with a prescription and its explanation, a tenth with feedback. */
async function populate(): Promise<Subject> {
  const { miniflare, baseUrl } = await start();
  try {
    await migrate(miniflare);
    await loadCatalogue(miniflare);
    const operator = { method: 'POST', key: OPERATOR_TOKEN };
    const partner = await json(`${baseUrl}/operator/v1/partners`, {
      ...operator,
      body: { name: 'Bench', use_case: 'x', contact_email: 'a@b.example', default_tier: 'full' },
    });
    const key = text(partner, 'sandbox_key', 'secret');
    const email = 'many@athletes.example';
    const athlete = await json(`${baseUrl}/v1/athletes`, {
      key,
      body: { name: 'Many Activities', email, body_mass_kg: 70, sex: 'male', birth_year: 1990 },
    });
    const athleteId = text(athlete, 'id');
    const path = `${baseUrl}/v1/athletes/${athleteId}/activities`;
    const legs = Array.from({ length: LEGS }, (_, index) => ({
      type: index % 2 === 0 ? 'bike' : 'run',
      duration_min: 60,
      intensity_level: 5,
    }));
    const body = {
      ...(LEGS === 1 ? { type: 'run' } : { type: 'brick', segments: legs }),
      duration_min: LEGS * 60,
      name: SESSION_NAME,
      weather: { temperature_c: 22, humidity_percent: 60 },
    };
    const first = text(await json(path, { key, body }), 'id');
    await json(`${path}/${first}/prescription`, { key });
    await json(`${path}/${first}/feedback`, { key, body: { gi_comfort: 'good', notes: 'As ever.' } });
    const database = await miniflare.getD1Database('ATHLETES_TEST_WEUR_0', 'musette');
    const started = performance.now();
    for (let from = 1; from < ACTIVITIES; from += 5_000) {
      await copyActivities(database, first, from, Math.min(ACTIVITIES, from + 5_000));
    }
    const { n } = (await database.prepare('SELECT count(*) AS n FROM activities').first<{ n: number }>()) ?? {
      n: 0,
    };
    console.log(`Made ${n} activities with prescriptions in ${seconds(started)} s.`);
    const limiters = await miniflare.getDurableObjectNamespace('PRODUCT_LIMITER', 'musette');
    const limiterId = limiters.idFromName(`${text(partner, 'partner', 'id')}:${athleteId}`).toString();
    return { key, athleteId, limiterId, texts: [athleteId, email, 'Many Activities', first, SESSION_NAME] };
  } finally {
    await miniflare.dispose();
  }
}

type Database = Awaited<ReturnType<Miniflare['getD1Database']>>;

async function copyActivities(database: Database, first: string, from: number, to: number): Promise<void> {
  const numbers = JSON.stringify(Array.from({ length: to - from }, (_, index) => from + index));
  const copy = async (table: string, key: string, changed: Readonly<Record<string, string>>, only = '1') => {
    const { results } = await database.prepare(`PRAGMA table_info(${table})`).all<{ name: string }>();
    const columns = results.map(({ name }) => name);
    const shown = columns.map((name) => changed[name] ?? `t.${name}`);
    await database
      .prepare(
        `INSERT INTO ${table} (${columns}) SELECT ${shown} FROM ${table} t, json_each(?2) n WHERE t.${key} = ?1 AND ${only}`,
      )
      .bind(first, numbers)
      .run();
  };
  const id = "'act_' || printf('%026d', n.value)";
  await copy('activities', 'id', { id, effective_at: 't.effective_at - n.value * 1000' });
  await copy('prescriptions', 'activity_id', { activity_id: id });
  const feedbackId = "'fbk_' || printf('%026d', n.value)";
  await copy('feedback', 'activity_id', { id: feedbackId, activity_id: id }, 'n.value % 10 = 0');
}

async function measureExport({ key, athleteId }: Subject): Promise<void> {
  const { miniflare, baseUrl, workerdId } = await start();
  try {
    // A first small request, so that what is measured is the export and not the start.
    await json(`${baseUrl}/v1/athletes`, { key, method: 'GET' });
    const heap = await heapMeter(miniflare);
    const before = { heapMb: await heap.usedMb(), residentMb: (await residentMemory(workerdId)).nowMb };
    const peak = { earlyHeapMb: before.heapMb, heapMb: before.heapMb, residentMb: before.residentMb };
    const started = performance.now();
    const response = await fetch(`${baseUrl}/v1/athletes/${athleteId}/export`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'accept-encoding': 'identity' },
    });
    if (!response.ok || !response.body) throw new Error(`the export answered ${response.status}`);
    let bytes = 0;
    let activities = 0;
    let tail = '';
    let measuredAtBytes = -EVERY_BYTES;
    for await (const chunk of response.body) {
      bytes += chunk.length;
      const shown = tail + new TextDecoder().decode(chunk);
      activities +=
        count(shown, '"prescription":{"carb_g_per_hr"') - count(tail, '"prescription":{"carb_g_per_hr"');
      tail = shown.slice(-100);
      if (bytes - measuredAtBytes > EVERY_BYTES) {
        measuredAtBytes = bytes;
        peak.heapMb = Math.max(peak.heapMb, await heap.usedMb());
        peak.residentMb = Math.max(peak.residentMb, (await residentMemory(workerdId)).nowMb);
        if (activities <= ACTIVITIES / 10) peak.earlyHeapMb = peak.heapMb;
      }
    }
    heap.close();
    console.log(
      `Export: ${(bytes / MB).toFixed(0)} MB, ${activities} prescriptions, in ${seconds(started)} s, complete: ${tail.endsWith('"complete":true}')}.`,
    );
    console.log(
      `Heap of the Worker, its garbage included: ${before.heapMb.toFixed(1)} MB before, at most ${peak.earlyHeapMb.toFixed(1)} MB in the first tenth, at most ${peak.heapMb.toFixed(1)} MB in all (limit ${HEAP_LIMIT_MB}).`,
    );
    console.log(
      `The whole workerd process, its SQLite included: ${before.residentMb.toFixed(0)} MB before, at most ${peak.residentMb.toFixed(0)} MB during.`,
    );
    if (activities !== ACTIVITIES || !tail.endsWith('"complete":true}')) fail('the export is not whole');
    if (peak.heapMb > HEAP_LIMIT_MB) fail('the heap is not bounded');
  } finally {
    await miniflare.dispose();
  }
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

/** Reads the size of the Worker's JavaScript heap through its inspector, what is not yet collected included. */
async function heapMeter(miniflare: Miniflare) {
  const url = await miniflare.getInspectorURL();
  const targets: unknown = await (await fetch(new URL('/json', url.href.replace(/^ws/, 'http')))).json();
  const target = Array.isArray(targets) ? targets[0] : null;
  const socket = new WebSocket(text(target, 'webSocketDebuggerUrl'));
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error('the inspector did not answer')));
  });
  let id = 0;
  const ask = (method: string) =>
    new Promise<unknown>((resolve) => {
      id += 1;
      const mine = id;
      const take = ({ data }: MessageEvent) => {
        const message: unknown = JSON.parse(String(data));
        if (Reflect.get(Object(message), 'id') !== mine) return;
        socket.removeEventListener('message', take);
        resolve(Reflect.get(Object(message), 'result'));
      };
      socket.addEventListener('message', take);
      socket.send(JSON.stringify({ id: mine, method }));
    });
  const usedMb = async () => Number(Reflect.get(Object(await ask('Runtime.getHeapUsage')), 'usedSize')) / MB;
  return { usedMb, close: () => socket.close() };
}

/** The request, and then crons, each killed with SIGKILL in the middle, until nothing is left to do. */
async function eraseWithInterruptions(subject: Subject): Promise<void> {
  const started = performance.now();
  const killed: string[] = [];
  // On a busy machine the first milliseconds pass before the request has marked the athlete.
  for (
    let afterMs = 300;
    (await countLeft(`athletes WHERE status = 'live' AND id = '${subject.athleteId}'`)) > 0;
    afterMs *= 2
  ) {
    killed[0] = await killDuring(subject, afterMs, (at) => erase(at, subject));
    console.log(`Erasure: the request is ended with SIGKILL ${killed[0]}.`);
  }
  for (let kill = 1; kill <= KILLS; kill++) {
    const told = await killDuring(subject, 100 + 50 * kill, ({ miniflare }) => cron(miniflare));
    console.log(`Cron ${kill} is ended with SIGKILL ${told}.`);
    killed.push(told);
  }
  const cutOff = killed.filter((told) => told.includes('under way') && !told.includes(' 0 activities'));
  console.log(`${cutOff.length} of these ${killed.length} were cut off with work left.`);
  if (ACTIVITIES >= 100_000 && cutOff.length < 3) fail('too few interruptions to mean anything');
  const { miniflare, baseUrl } = await start();
  try {
    const { status } = await erase({ baseUrl }, subject);
    if (status !== 404) fail(`the athlete answers ${status}`);
    const database = await miniflare.getD1Database('ATHLETES_TEST_WEUR_0', 'musette');
    for (let runs = 1; ; runs++) {
      const runStarted = performance.now();
      await cron(miniflare);
      const left = await database
        .prepare(
          'SELECT (SELECT count(*) FROM athletes WHERE id = ?1) + (SELECT count(*) FROM activities WHERE athlete_id = ?1) AS n',
        )
        .bind(subject.athleteId)
        .first<{ n: number }>();
      console.log(`Cron ${KILLS + runs} took ${seconds(runStarted)} s; ${left?.n} rows left.`);
      if (left?.n === 0) break;
      if (runs > 20 + ACTIVITIES / 20_000) fail('the crons do not finish');
    }
    console.log(`Erased after ${seconds(started)} s in all, starts included.`);
  } finally {
    await miniflare.dispose();
  }
}

async function erase(
  { baseUrl }: { readonly baseUrl: string },
  { key, athleteId }: Subject,
): Promise<Response> {
  const headers = { authorization: `Bearer ${key}` };
  return fetch(`${baseUrl}/v1/athletes/${athleteId}`, { method: 'DELETE', headers });
}

async function cron(miniflare: Miniflare): Promise<unknown> {
  const worker = await miniflare.getWorker('musette');
  return worker.scheduled({ cron: CRON, scheduledTime: new Date(Date.now() + 120_000) });
}

/** Starts, begins the work, kills the process in the middle of it, and says what was left. */
async function killDuring(
  { athleteId }: Subject,
  afterMs: number,
  work: (at: Installation) => Promise<unknown>,
): Promise<string> {
  const installation = await start();
  const working = work(installation).then(
    () => 'it had ended',
    () => 'it was under way',
  );
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  process.kill(installation.workerdId, 'SIGKILL');
  const state = await Promise.race([
    working,
    new Promise<string>((resolve) => setTimeout(() => resolve('it was under way'), 1_000)),
  ]);
  await Promise.race([
    installation.miniflare.dispose().catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, 2_000)),
  ]);
  return `after ${afterMs} ms (${state}; ${await countLeft(`activities WHERE athlete_id = '${athleteId}'`)} activities left)`;
}

/** Counts rows in the files of the ended installation. */
async function countLeft(rows: string): Promise<number> {
  const [tableName = ''] = rows.split(' ');
  let left = 0;
  for (const file of (await filesLeft()).filter((name) => name.endsWith('.sqlite'))) {
    const database = new DatabaseSync(file, { readOnly: true });
    const [table] = database.prepare('SELECT name FROM sqlite_master WHERE name = ?').all(tableName);
    if (table) left += Number(database.prepare(`SELECT count(*) AS n FROM ${rows}`).get()?.n);
    database.close();
  }
  return left;
}

async function filesLeft(): Promise<string[]> {
  const entries = await readdir(stateDir, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

/** Looks into every file that the installation left: the databases of D1, KV and objects, and KV's values. */
async function scan({ athleteId, texts, limiterId }: Subject): Promise<number> {
  const entries = await readdir(stateDir, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const databases = files.filter((file) => file.endsWith('.sqlite'));
  const values = files.filter((file) => !/[.]sqlite(-wal|-shm)?$/.test(file));
  const names = (shown: string) => texts.some((text) => shown.includes(text));
  let rows = 0;
  let traces = 0;
  let objectRows = 0;
  for (const file of databases) {
    for (const { table, shown } of rowsOf(file)) {
      rows += 1;
      // The partner is told of the erasure, by the identifier alone.
      const isNotice = table === 'events' && shown.includes('athlete.erased');
      if (names(isNotice ? shown.replaceAll(athleteId, '') : shown)) traces += 1;
      else if (file.endsWith(`${limiterId}.sqlite`) && table === '_cf_KV') objectRows += 1;
    }
  }
  for (const file of values) if (names(await readFile(file, 'latin1'))) traces += 1;
  console.log(
    `Scanned ${rows} rows in ${databases.length} databases of D1, KV and objects and ${values.length} values of KV: ${traces} name the athlete, and its limiter holds ${objectRows}.`,
  );
  return traces + objectRows;
}

/** Every row of every table, as one text. */
function* rowsOf(file: string): Generator<{ readonly table: string; readonly shown: string }> {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
    for (const { name } of tables) {
      const rows = database.prepare(`SELECT * FROM "${String(name)}"`);
      // An alarm's nanoseconds are beyond the whole numbers of JavaScript.
      rows.setReadBigInts(true);
      for (const row of rows.iterate()) {
        const shown = Object.values(row).map((value) =>
          value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value),
        );
        yield { table: String(name), shown: shown.join('\n') };
      }
    }
  } finally {
    database.close();
  }
}

async function json(
  url: string,
  { key, method = 'POST', body }: { readonly key: string; readonly method?: string; readonly body?: object },
): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
  return response.json();
}

function text(value: unknown, ...path: readonly string[]): string {
  let member = value;
  for (const name of path)
    member = typeof member === 'object' && member !== null ? Reflect.get(member, name) : null;
  if (typeof member !== 'string') throw new Error(`no ${path.join('.')} in the answer`);
  return member;
}

function seconds(sinceMs: number): string {
  return ((performance.now() - sinceMs) / 1000).toFixed(1);
}

/** Ends the run: nothing after it would mean anything. */
function fail(message: string): never {
  throw new Error(message);
}
