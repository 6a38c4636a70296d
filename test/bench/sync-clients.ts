import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { bundleWorker } from '#tools/cli/bundle.ts';
import { Musette } from '../../src/packages/client/src/index.ts';
import { newPartner, poster, sendTo } from '../support/connect-over-http.ts';
import { installService, OPERATOR_TOKEN } from '../support/deployment.ts';

/**
 * `npm run bench:sync-clients`: a sync of 10,000 sessions within a budget of 600 units a minute, in real time, by the
 * TypeScript and the Python client with 1, 4 and 10 workers that share one client. Their times are written in every form,
 * and the same sessions are imported twice, the second time in another spelling. Prints how long each took and how often it
 * was rate limited. Exits with 1 if a session did not arrive, or was anything but unchanged the second time.
 * `-- --sessions 1000 --budget 600 --each 100 --workers 4` changes the load; `--each 1` sends sessions one by one, which
 * takes a quarter of an hour for each line.
 */

const { values } = parseArgs({
  options: {
    sessions: { type: 'string' },
    budget: { type: 'string' },
    each: { type: 'string' },
    workers: { type: 'string' },
  },
});
const SESSIONS = Number(values.sessions ?? 10_000);
const BUDGET = values.budget ?? '600';
const EACH = Number(values.each ?? 100);
const WORKERS = values.workers === undefined ? [1, 4, 10] : [Number(values.workers)];

/** Zones of sessions; the athlete's is another. Clocks change in the year of the sessions in all but the third. */
const ZONES = ['America/Los_Angeles', 'Europe/Berlin', 'Asia/Kathmandu', 'Australia/Lord_Howe'] as const;
/** Between two sessions, min: they fall on all days of a year and all hours. */
const STEP_MIN = 53;

/** What a client reports of its sync. */
interface Synced {
  /** Sessions by the status of their result. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly limited: number | null;
}

const PYTHON = `
import collections, json, queue, sys, threading
from musette import Musette
load = json.load(sys.stdin)
musette = Musette(load['key'], load['baseUrl'])
batches, statuses, lock = queue.SimpleQueue(), collections.Counter(), threading.Lock()
for at in range(0, len(load['sessions']), load['each']):
    batches.put(load['sessions'][at : at + load['each']])
def work():
    while True:
        try:
            batch = batches.get_nowait()
        except queue.Empty:
            return
        for _, result in musette.sync_activities(batch):
            with lock:
                statuses[result.get('status') or result['error']['code']] += 1
threads = [threading.Thread(target=work) for _ in range(load['workers'])]
for each in threads: each.start()
for each in threads: each.join()
print(json.dumps({'statuses': statuses, 'limited': None}))
`;

const outDir = await mkdtemp(join(tmpdir(), 'musette-sync-clients-'));
console.log('Bundling …');
await bundleWorker(outDir);
const service = await installService(outDir, { vars: { STANDARD_SANDBOX_PER_MIN: BUDGET } });
try {
  for (const [name, sync] of [
    ['TypeScript', syncByTypeScript],
    ['Python', syncByPython],
  ] as const) {
    for (const workers of WORKERS) await measure(name, workers, sync);
  }
} finally {
  await service.miniflare.dispose();
  await rm(outDir, { recursive: true, force: true });
}

async function measure(name: string, workers: number, sync: typeof syncByTypeScript): Promise<void> {
  const key = await newKey();
  for (const [spelling, expected] of [
    ['first', 'created'],
    ['second', 'unchanged'],
  ] as const) {
    const sessions = Array.from({ length: SESSIONS }, (_, index) => sessionOf(index, spelling));
    const startedAt = performance.now();
    const { statuses, limited } = await sync(key, workers, sessions);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    const refusals = limited === null ? '' : `, ${limited} times rate limited`;
    const counts = Object.entries(statuses).map(([status, count]) => `${count} ${status}`);
    console.log(
      `${name}, ${workers} workers, ${spelling} import: of ${SESSIONS}, ${counts.join(', ')} in ${seconds} s${refusals}`,
    );
    if (statuses[expected] !== SESSIONS) process.exitCode = 1;
  }
}

async function syncByTypeScript(key: string, workers: number, sessions: readonly Session[]): Promise<Synced> {
  const statuses: Record<string, number> = {};
  let [limited, next] = [0, 0];
  const musette = new Musette({
    apiKey: key,
    baseUrl: service.baseUrl,
    onResponse: ({ status }) => {
      if (status === 429) limited += 1;
    },
  });
  const work = async () => {
    while (next < sessions.length) {
      const batch = sessions.slice(next, next + EACH);
      next += batch.length;
      for await (const { result } of musette.syncActivities(batch)) {
        const status = 'status' in result ? result.status : result.error.code;
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return { statuses, limited };
}

async function syncByPython(key: string, workers: number, sessions: readonly Session[]): Promise<Synced> {
  const env = {
    ...process.env,
    PYTHONPATH: join(import.meta.dirname, '../../src/packages/client/python'),
    PYTHONDONTWRITEBYTECODE: '1',
  };
  const python = spawn('python3', ['-c', PYTHON], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  python.stdin.end(JSON.stringify({ key, baseUrl: service.baseUrl, sessions, each: EACH, workers }));
  return JSON.parse(await text(python.stdout));
}

type Session = ReturnType<typeof sessionOf>;

/** Builds a session whose time is written in one of the forms that platforms send, in one of two spellings of it. */
function sessionOf(index: number, spelling: 'first' | 'second') {
  const iso = new Date(Date.UTC(2027, 0, 1, 0, STEP_MIN * index)).toISOString();
  const local = iso.slice(0, spelling === 'first' ? 16 : 19);
  const offset = spelling === 'first' ? `${local}+05:45` : `${local}.000+05:45`;
  const zone = { time_zone: ZONES[index % ZONES.length] ?? null };
  const forms = [
    {},
    { scheduled_at: spelling === 'first' ? `${local}Z` : iso },
    { scheduled_at: `${local}Z`, ...zone },
    { scheduled_at: offset },
    { scheduled_at: offset, ...zone },
    { scheduled_at: local },
    { scheduled_at: local, ...zone },
  ];
  return {
    athlete_external_id: 'rider',
    external_id: `s${index}`,
    type: 'run' as const,
    duration_min: 60,
    ...forms[index % forms.length],
  };
}

/** Creates a partner with one athlete, and returns its sandbox key. */
async function newKey(): Promise<string> {
  const send = sendTo(service.baseUrl);
  const { key } = await newPartner(poster(send, OPERATOR_TOKEN));
  await poster(send, key)('/v1/athletes', {
    external_id: 'rider',
    body_mass_kg: 70,
    time_zone: 'America/New_York',
  });
  return key;
}
