import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { bundleWorker } from '#tools/cli/bundle.ts';
import { Musette } from '#tools/client/index.ts';
import { OPERATOR_TOKEN } from '../support/deployment.ts';
import { installService } from '../support/installed-service.ts';

/**
 * `npm run bench:sync-clients`: a sync of 10,000 sessions within a budget of 600 units a minute, in real time, by the
 * TypeScript and the Python client with 1, 4 and 10 workers that share one client. Prints how long each took and how often it
 * was rate limited. Exits with 1 if a session did not arrive. `-- --sessions 1000 --budget 600 --each 100` changes the load;
 * `--each 1` sends sessions one by one, which takes a quarter of an hour for each line.
 */

const { values } = parseArgs({
  options: { sessions: { type: 'string' }, budget: { type: 'string' }, each: { type: 'string' } },
});
const SESSIONS = Number(values.sessions ?? 10_000);
const BUDGET = values.budget ?? '600';
const EACH = Number(values.each ?? 100);
const WORKERS = [1, 4, 10];

/** What a client reports of its sync. */
interface Synced {
  readonly created: number;
  readonly limited: number | null;
}

const PYTHON = `
import json, queue, sys, threading
from musette import Musette
load = json.loads(sys.argv[1])
musette = Musette(load['key'], load['baseUrl'])
batches, created, lock = queue.SimpleQueue(), [0], threading.Lock()
for at in range(0, load['sessions'], load['each']):
    batches.put(range(at, min(at + load['each'], load['sessions'])))
def work():
    while True:
        try:
            batch = batches.get_nowait()
        except queue.Empty:
            return
        items = [{'athlete_external_id': 'rider', 'external_id': f's{n}', 'type': 'run', 'duration_min': 60} for n in batch]
        for _, result in musette.sync_activities(items):
            if result.get('status') == 'created':
                with lock:
                    created[0] += 1
threads = [threading.Thread(target=work) for _ in range(load['workers'])]
for each in threads: each.start()
for each in threads: each.join()
print(json.dumps({'created': created[0], 'limited': None}))
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
  const startedAt = performance.now();
  const { created, limited } = await sync(key, workers);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const refusals = limited === null ? '' : `, ${limited} times rate limited`;
  console.log(`${name}, ${workers} workers: ${created} of ${SESSIONS} arrived in ${seconds} s${refusals}`);
  if (created !== SESSIONS) process.exitCode = 1;
}

async function syncByTypeScript(key: string, workers: number): Promise<Synced> {
  let [created, limited, next] = [0, 0, 0];
  const musette = new Musette({
    apiKey: key,
    baseUrl: service.baseUrl,
    onResponse: ({ status }) => {
      if (status === 429) limited += 1;
    },
  });
  const work = async () => {
    while (next < SESSIONS) {
      const batch = Array.from({ length: Math.min(EACH, SESSIONS - next) }, (_, index) =>
        sessionOf(next + index),
      );
      next += batch.length;
      for await (const { result } of musette.syncActivities(batch)) {
        if ('status' in result && result.status === 'created') created += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return { created, limited };
}

async function syncByPython(key: string, workers: number): Promise<Synced> {
  const load = JSON.stringify({ key, baseUrl: service.baseUrl, sessions: SESSIONS, each: EACH, workers });
  const env = {
    ...process.env,
    PYTHONPATH: join(import.meta.dirname, '../../src/tools/python'),
    PYTHONDONTWRITEBYTECODE: '1',
  };
  const { stdout } = await promisify(execFile)('python3', ['-c', PYTHON, load], { env });
  return JSON.parse(stdout);
}

function sessionOf(index: number) {
  return {
    athlete_external_id: 'rider',
    external_id: `s${index}`,
    type: 'run' as const,
    duration_min: 60,
  };
}

/** Creates a partner with one athlete, and returns its sandbox key. */
async function newKey(): Promise<string> {
  const send = async (path: string, bearer: string, body: object) => {
    const response = await fetch(`${service.baseUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
    return JSON.parse(await response.text());
  };
  const partner = {
    name: 'Sync',
    use_case: 'sync',
    contact_email: 'sync@example.test',
    default_tier: 'full',
  };
  const key: string = (await send('/operator/v1/partners', OPERATOR_TOKEN, partner)).sandbox_key.secret;
  await send('/v1/athletes', key, { external_id: 'rider', body_mass_kg: 70 });
  return key;
}
