import { parseArgs } from 'node:util';
import { escapeLayout, memberOf, parseJson } from './foreign-text.ts';

interface SmokeOptions extends SmokeService {
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
}

/** The command that gives an earlier version all traffic, with what never to do. */
const ROLLBACK =
  'npm run rollback <version> (npx wrangler versions list names them). Never roll back past a deployment that changed a secret. Never restore a database because of errors.';

/**
 * Walks through a service and prints each step, and how to roll back if one failed. Refuses to send the key over plain http
 * to another machine. Returns whether all steps succeeded.
 */
export async function runSmoke({ print, complain, ...service }: SmokeOptions): Promise<boolean> {
  const { protocol, hostname } = new URL(service.baseUrl);
  if (protocol !== 'https:' && !['127.0.0.1', 'localhost'].includes(hostname)) {
    complain('Use https. The key is never sent over plain http.');
    return false;
  }
  const baseUrl = service.baseUrl.replace(/\/+$/, '');
  const steps = await smoke({ ...service, baseUrl });
  for (const { name, outcome, why } of steps) {
    const line = escapeLayout(`${outcome.padEnd(7)} ${name}${why === null ? '' : `: ${why}`}`);
    if (outcome === 'failed') complain(line);
    else print(line);
  }
  const failed = steps.filter(({ outcome }) => outcome === 'failed').map(({ name }) => name);
  if (failed.length === 0) return true;
  complain(`The smoke test of ${baseUrl} failed: ${failed.join(', ')}.`);
  complain(`To roll back: ${ROLLBACK}`);
  return false;
}

/**
 * Runs the smoke test against a new deployment and returns whether it succeeded. Skips it without a key. Refuses a production
 * key, because the walk creates and erases athletes.
 */
export async function smokeDeployment(service: SmokeOptions): Promise<boolean> {
  if (service.key === '') {
    service.print('Smoke test skipped. To run it, set MUSETTE_SMOKE_KEY to a sandbox key.');
    return true;
  }
  if (!isSandboxKey(service.key)) {
    service.complain('Smoke test not run. MUSETTE_SMOKE_KEY must be a sandbox key (sk_test_…).');
    return false;
  }
  return runSmoke(service);
}

/** Returns whether a key belongs to a sandbox. The smoke test must not create athletes in production. */
function isSandboxKey(key: string): boolean {
  return key.startsWith('sk_test_');
}

/** Dependencies of the walk. */
export interface SmokeService {
  readonly baseUrl: string;
  readonly key: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
}

interface SmokeStep {
  readonly name: string;
  readonly outcome: 'ok' | 'failed' | 'skipped';
  /** The unexpected response, or the reason for skipping the step. */
  readonly why: string | null;
}

interface Reply {
  readonly status: number;
  readonly json: unknown;
}

/** Reports that a step got an unexpected result. */
class StepFailed extends Error {
  override readonly name = 'StepFailed';
}

/** The identifiers and numbers that later steps need. */
interface Made {
  athlete?: string;
  activity?: string;
  carbGPerHr?: unknown;
}

interface Step {
  readonly name: string;
  readonly needs: readonly (keyof Made)[];
  readonly take: (send: Send, made: Made, service: SmokeService) => Promise<void>;
}

type Send = (method: string, path: string, status: number, body?: unknown) => Promise<unknown>;

const ATHLETE = { body_mass_kg: 70, sex: 'male', birth_year: 1988 };
const ACTIVITY = { type: 'bike', duration_min: 240, intensity_level: 6 };
const FEEDBACK = {
  gi_comfort: 'good',
  energy_level: 'adequate',
  hydration_feel: 'well_hydrated',
  actual_intake: { carbs_grams: 200, fluid_ml: 2000 },
};

const pathOf = ({ athlete, activity }: Made) => `/v1/athletes/${athlete}/activities/${activity}`;

/** Clients that defaults of a zone reject before the Worker runs, with the setting to change. */
const CLIENTS = [
  {
    name: 'a Python backend',
    path: '/health',
    userAgent: 'Python-urllib/3.13',
    setting: 'Browser Integrity Check',
  },
  { name: 'an assistant', path: '/mcp', userAgent: 'Claude-User', setting: 'Block AI bots' },
] as const;

/** The next command if databases of one environment fail. A walk through the sandbox misses those of production. */
const DIAGNOSIS =
  'Run `npm run migrate -- --remote` if migrations are missing (`npm run deploy -- --plan` prints what it applies), otherwise `npm run operator -- doctor`';

const STEPS: readonly Step[] = [
  {
    name: 'ready',
    needs: [],
    async take(send) {
      const degraded = memberOf(await send('GET', '/health/ready', 200), 'degraded');
      // A full database still reads and deletes, and no deployment fills one.
      const broken = Array.isArray(degraded)
        ? degraded.filter((name) => !String(name).endsWith('(full)'))
        : [];
      if (broken.length > 0) throw new StepFailed(`no answer from ${broken.join(', ')}. ${DIAGNOSIS}`);
    },
  },
  ...CLIENTS.map(({ name, path, userAgent, setting }) => ({
    name: `reach it as ${name}`,
    needs: [],
    async take(_send: Send, _made: Made, { baseUrl, fetch }: SmokeService) {
      const { status } = await request({ baseUrl, fetch }, 'GET', path, { 'user-agent': userAgent });
      if (status !== 403) return;
      throw new StepFailed(
        `GET ${path} as ${userAgent} answered 403. In the zone of ${new URL(baseUrl).hostname}, turn off ${setting} or skip it for this host`,
      );
    },
  })),
  {
    name: 'create an athlete',
    needs: [],
    async take(send, made) {
      made.athlete = idIn(await send('POST', '/v1/athletes', 201, ATHLETE));
    },
  },
  {
    name: 'create an activity',
    needs: ['athlete'],
    async take(send, made) {
      const path = `/v1/athletes/${made.athlete}/activities`;
      made.activity = idIn(await send('POST', path, 201, ACTIVITY));
    },
  },
  {
    name: 'calculate a prescription',
    needs: ['activity'],
    async take(send, made) {
      made.carbGPerHr = memberOf(await send('POST', `${pathOf(made)}/prescription`, 200), 'carb_g_per_hr');
    },
  },
  {
    name: 'read it with its safety limits',
    needs: ['activity'],
    async take(send, made) {
      const activity = await send('GET', pathOf(made), 200);
      if (memberOf(activity, 'safety') === null) throw new StepFailed('safety is null');
      const read = memberOf(memberOf(activity, 'prescription'), 'carb_g_per_hr');
      if (JSON.stringify(read) !== JSON.stringify(made.carbGPerHr)) {
        throw new StepFailed(`calculated ${made.carbGPerHr} g of carbohydrate per hour, but stored ${read}`);
      }
    },
  },
  {
    name: 'give feedback',
    needs: ['activity'],
    take: async (send, made) => void (await send('POST', `${pathOf(made)}/feedback`, 201, FEEDBACK)),
  },
  {
    name: 'plan with products',
    needs: ['activity'],
    async take(send, made) {
      const plan = await send('GET', `${pathOf(made)}/fuel-plan?suggest=true`, 200);
      if (memberOf(plan, 'safety') === null) throw new StepFailed('safety is null');
    },
  },
  {
    name: 'export the athlete',
    needs: ['athlete'],
    async take(send, made) {
      const exported = await send('POST', `/v1/athletes/${made.athlete}/export`, 200);
      if (memberOf(exported, 'complete') !== true) throw new StepFailed('the export is not complete');
    },
  },
  {
    name: 'erase the athlete',
    needs: ['athlete'],
    async take(send, made) {
      await send('DELETE', `/v1/athletes/${made.athlete}`, 200);
      await send('GET', `/v1/athletes/${made.athlete}`, 404);
    },
  },
];

/**
 * Walks through a deployed version like a partner in the sandbox: create, calculate, read, feedback, plan, export, erase.
 * A failed step only skips the steps that depend on it. The athlete is always erased.
 */
export async function smoke(service: SmokeService): Promise<readonly SmokeStep[]> {
  const made: Made = {};
  const done: SmokeStep[] = [];
  for (const { name, needs, take } of STEPS) {
    const lacking = needs.filter((need) => made[need] === undefined);
    if (lacking.length > 0) {
      done.push({ name, outcome: 'skipped', why: `no ${lacking.join(' and no ')}` });
      continue;
    }
    try {
      await take((...request) => send(service, ...request), made, service);
      done.push({ name, outcome: 'ok', why: null });
    } catch (problem) {
      done.push({
        name,
        outcome: 'failed',
        why: problem instanceof Error ? problem.message : String(problem),
      });
    }
  }
  return done;
}

/** The response timeout of a step. */
const ANSWER_WITHIN_MS = 30_000;

async function send(
  { baseUrl, key, fetch }: SmokeService,
  method: string,
  path: string,
  status: number,
  body?: unknown,
): Promise<unknown> {
  const headers = { authorization: `Bearer ${key}`, 'user-agent': 'Musette-Smoke/1' };
  const response = await request({ baseUrl, fetch }, method, path, headers, body);
  const reply = { status: response.status, json: parseJson(await response.text().catch(() => '')) };
  if (reply.status !== status) throw new StepFailed(describe(method, reply));
  return reply.json;
}

function request(
  { baseUrl, fetch }: Pick<SmokeService, 'baseUrl' | 'fetch'>,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: unknown,
): Promise<Response> {
  return fetch(`${baseUrl}${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    redirect: 'manual',
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    throw new StepFailed(
      `no response to ${method}: ${cause instanceof Error ? cause.message : String(cause)}`,
    );
  });
}

function describe(method: string, { status, json }: Reply): string {
  const error = memberOf(json, 'error');
  const [code, message, requestId] = ['code', 'message', 'request_id'].map((name) => memberOf(error, name));
  const outcome = typeof code === 'string' ? `${status} ${code}` : String(status);
  return `${method} answered ${outcome}${message === null ? '' : `: ${message}`}${requestId === null ? '' : ` (${requestId})`}`;
}

function idIn(value: unknown): string {
  const id = memberOf(value, 'id');
  if (typeof id !== 'string') throw new StepFailed('the response has no id');
  return id;
}

if (import.meta.main) {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { url: text, key: text } });
  // Other users of the machine can read an argument, but not a variable.
  const key = values.key ?? process.env.MUSETTE_SMOKE_KEY ?? '';
  const complain = (line: string) => console.error(escapeLayout(line));
  if (values.url === undefined || !URL.canParse(values.url) || !isSandboxKey(key)) {
    complain('npm run smoke -- --url https://… --key sk_test_…   (a sandbox key, or set MUSETTE_SMOKE_KEY)');
    process.exitCode = 2;
  } else {
    const isFine = await runSmoke({ baseUrl: values.url, key, fetch, print: console.log, complain });
    process.exitCode = isFine ? 0 : 1;
  }
}
