import { runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, test, vi } from 'vitest';
import { type AlertName, CONDITIONS } from '#partner/alerting/conditions.ts';
import { messagesOf, runCron, runJobs } from '#partner/retention/run-jobs.ts';
import { SCHEDULE } from '#partner/retention/schedule.ts';
import { parseEnv } from '#platform/env.ts';
import { localOutbox } from '#platform/http/outgoing.ts';
import { databaseName } from '#platform/storage/athlete-databases.ts';
import { NEEDED_MIGRATIONS } from '#platform/storage/needed-migrations.ts';
import { countedCalls } from '../platform/counted-calls.ts';
import { Browser } from '../support/browser.ts';
import { call } from '../support/client.ts';
import { runSchedule } from '../support/crons.ts';
import { guardOf } from '../support/guards.ts';
import { parseOpenMetrics } from '../support/open-metrics.ts';
import { makePartner } from '../support/partners.ts';
import { LIVE_HOME_BINDING, LIVE_SECOND } from '../support/shards.ts';
import { DeliveryWorld } from '../support/webhooks.ts';

/**
 * Alerts of the operator: each condition begins, lasts for a day and ends, with one email and one POST each
 * time.
 */

const ALERT_EMAIL = 'operator@alerts.example';
const ALERT_URL = 'https://alerts.example/hook';
const URGENT = '*/10 * * * *';
const HOURLY = '53 * * * *';
const MINUTE_S = 60;
const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

const cronOf = (name: string) =>
  Object.entries(SCHEDULE).find(([, { conditions }]) => conditions.some((one) => one === name))?.[0] ?? '';

const TABLES = [
  'alerts',
  'awaited_jobs',
  'size_samples',
  'answer_counts',
  'email_counts',
  'job_states',
  'shards',
];

/** An installation whose operator wants alerts, with a clock that the test moves. */
class Watched {
  readonly world = new DeliveryWorld();
  bindings: Partial<Cloudflare.Env> = { ALERT_EMAIL, ALERT_URL };

  static async begin(): Promise<Watched> {
    await env.REGISTRY.batch(TABLES.map((table) => env.REGISTRY.prepare(`DELETE FROM ${table}`)));
    return new Watched();
  }

  get env(): Cloudflare.Env {
    return { ...env, ...this.world.bindings, ...this.bindings };
  }

  advance(seconds: number): void {
    vi.setSystemTime(Date.now() + seconds * 1000);
  }

  /** Runs a cron this many times in parallel. */
  async cron(cron: string, times = 1): Promise<void> {
    await Promise.all(Array.from({ length: times }, () => runCron(cron, this.env)));
  }

  /** Lists the states of an alert's notices that were emailed, oldest first. */
  emails(name: string): readonly string[] {
    return localOutbox()
      .filter((email) => !this.#earlier.has(email))
      .filter(({ to, subject }) => to === ALERT_EMAIL && subject.includes(` ${name} `))
      .map(({ subject }) => subject.split(' ')[0] ?? '')
      .reverse();
  }

  posts(name: string): readonly string[] {
    return this.world.received
      .filter(({ url, event }) => url === ALERT_URL && event.alert === name)
      .map(({ event }) => event.state);
  }

  findings(name: string): readonly string[] {
    const posted = this.world.received.filter(({ url, event }) => url === ALERT_URL && event.alert === name);
    return posted.at(-1)?.event.findings ?? [];
  }

  ready(path = '/health/ready?deep') {
    return call('GET', path, { bindings: this.bindings });
  }

  /** Returns the answer of deep readiness while it is 503. */
  async problems(): Promise<string> {
    const { status, json } = await this.ready();
    expect(status).toBe(503);
    return String(json.error.message);
  }

  readonly #earlier = new Set(localOutbox());
}

/** Runs the jobs of a cron in every database but one. */
async function runJobsExcept(left: string | null, cron: string, bindings: Cloudflare.Env): Promise<void> {
  for (const message of messagesOf(cron, parseEnv(bindings)).reverse()) {
    if (message.database !== left) await runJobs(message, bindings);
  }
}

async function runAllJobsExcept(left: string | null, bindings: Cloudflare.Env): Promise<void> {
  for (const cron of Object.keys(SCHEDULE)) await runJobsExcept(left, cron, bindings);
}

interface Rehearsal {
  /** Causes the condition, or keeps it active a day later. */
  readonly inject: (watched: Watched) => Promise<void>;
  readonly heal: (watched: Watched) => Promise<void>;
  readonly finding: RegExp;
}

const measure = (shard: string, bytes: number) =>
  env.REGISTRY.prepare(
    "INSERT INTO shards (environment, shard, size_bytes, athletes, measured_at) VALUES ('live', ?1, ?2, 1, ?3) ON CONFLICT DO UPDATE SET size_bytes = ?2, measured_at = ?3",
  )
    .bind(shard, bytes, Date.now())
    .run();

const countAnswers = (environment: 'test' | 'live', minutesAgo: number, answers: number, faults: number) =>
  env.REGISTRY.prepare("INSERT INTO answer_counts VALUES (?, ?, ?, ?, '{}')")
    .bind(Date.now() - minutesAgo * 60_000, environment, answers, faults)
    .run();

/** Lists the environments in which an alert is active. */
async function activeIn(name: string): Promise<readonly string[]> {
  const { results } = await env.REGISTRY.prepare(
    'SELECT environment FROM alerts WHERE name = ? AND is_active ORDER BY environment',
  )
    .bind(name)
    .all<{ environment: string }>();
  return results.map(({ environment }) => environment);
}

const HOME = databaseName({ environment: 'live', shard: 'c000' });

async function failAnswers(watched: Watched): Promise<void> {
  const { liveKey: key, liveKeyId } = await makePartner();
  const down = { prepare: () => ({ bind: () => ({}) }), batch: fails } as unknown as D1Database;
  const broken = { [LIVE_HOME_BINDING]: down };
  for (let made = 0; made < 15; made++) {
    const reply = await call('GET', '/v1/athletes', { key, bindings: { ...watched.bindings, ...broken } });
    expect(reply.status).toBe(503);
  }
  // After its leases end, the isolate reports to the guard, which reports to the registry.
  watched.advance(10);
  await call('GET', '/v1/activity-types', { key, bindings: watched.bindings });
  await runDurableObjectAlarm(guardOf(liveKeyId));
}

const fails = () => Promise.reject(new Error('the database is down'));

const REHEARSALS: Readonly<Record<Exclude<AlertName, 'mail_refused'>, Rehearsal>> = {
  shard_full: {
    async inject(watched) {
      await env.REGISTRY.prepare('DELETE FROM size_samples').run();
      await measure('c000', 8.0e9);
      await watched.cron(HOURLY);
      watched.advance(DAY_S);
      await measure('c000', 8.4e9);
    },
    heal: async () => void (await measure('c000', 1e9)),
    finding: /^live\.c000: 8\.\d GB of 10\.0 GB, growing by 0\.\d\d GB a day: full in \d days\.$/,
  },
  schema_behind: {
    async inject(watched) {
      await LIVE_SECOND.prepare('DELETE FROM schema_migrations').run();
      await runJobsExcept(null, URGENT, watched.env);
    },
    async heal(watched) {
      await LIVE_SECOND.batch(
        NEEDED_MIGRATIONS.athletes.map((name) =>
          LIVE_SECOND.prepare('INSERT INTO schema_migrations VALUES (?)').bind(name),
        ),
      );
      await runJobsExcept(null, URGENT, watched.env);
    },
    finding: /^Athlete databases that lack a migration: live\.c001\.$/,
  },
  job_overdue: {
    async inject(watched) {
      watched.advance(2 * HOUR_S + 6 * MINUTE_S);
      await runAllJobsExcept(HOME, watched.env);
    },
    heal: (watched) => runAllJobsExcept(null, watched.env),
    finding: /^\S+ has not finished for two periods \((20 minutes|2 hours|48 hours)\) in live\.c000\.$/,
  },
  dispatcher_lag: {
    async inject(watched) {
      const { liveKey: key } = await makePartner();
      const receiver = { url: 'https://receiver.example/', events: ['athlete.*'] };
      const webhook = await watched.world.send('POST', '/v1/webhooks', { key, body: receiver });
      expect(webhook.status).toBe(201);
      await watched.world.send('POST', '/v1/athletes', { key, body: {} });
      // No alarm rings: the dispatcher is stuck.
      watched.advance(16 * MINUTE_S);
      await runSchedule(URGENT, watched.env);
    },
    async heal(watched) {
      await watched.world.settle();
      await watched.world.settle();
      await runSchedule(URGENT, watched.env);
    },
    finding: /^live\.c000: events have waited more than 15 minutes for \d webhooks?\.$/,
  },
  mail_flood: {
    async inject() {
      const hour = Math.floor(Date.now() / (HOUR_S * 1000)) * HOUR_S * 1000;
      await env.REGISTRY.prepare(
        `INSERT INTO email_counts (hour, sent, refused, codes_to_strangers, was_flooded) VALUES (?, 0, 0, 2000, 1)
         ON CONFLICT (hour) DO UPDATE SET codes_to_strangers = 2000, was_flooded = 1`,
      )
        .bind(hour)
        .run();
    },
    heal: async (watched) => watched.advance(2 * HOUR_S),
    finding:
      /^An hour has sent all 2000 sign-in codes that unknown addresses may get\. Known ones still do\.$/,
  },
  error_budget: {
    inject: failAnswers,
    heal: async (watched) => watched.advance(4 * DAY_S),
    finding:
      /^\d+ of \d+ answers of the last (hour|6 hours|3 days) were errors \(\d+\.\d\d %; 0\.1 % is the budget\)\.$/,
  },
};

/** Alerts about recent hours, which end by themselves. */
const PASSING = ['error_budget', 'mail_flood'];

describe('an alert', () => {
  test.each(Object.entries(REHEARSALS))(
    '%s begins, is repeated once a day, and ends: one email and one POST each, though two crons run at once',
    async (name, { inject, heal, finding }) => {
      const watched = await Watched.begin();
      const cron = cronOf(name);
      await runAllJobsExcept(null, watched.env);
      await watched.cron(cron, 2);
      expect([watched.emails(name), watched.posts(name)], 'healthy').toEqual([[], []]);
      await inject(watched);
      await watched.cron(cron, 2);
      expect([watched.emails(name), watched.posts(name)]).toEqual([['ALERT'], ['begun']]);
      for (const found of watched.findings(name)) expect(found).toMatch(finding);
      watched.advance(HOUR_S);
      if (PASSING.includes(name)) await inject(watched);
      await watched.cron(cron, 2);
      expect(watched.posts(name), 'an hour later').toEqual(['begun']);
      expect(await watched.problems()).toContain('Active alerts: ');
      expect(await watched.problems()).toContain(name);
      expect((await watched.ready('/health/ready')).status).toBe(200);
      watched.advance(DAY_S);
      if (PASSING.includes(name)) await inject(watched);
      await watched.cron(cron, 2);
      expect([watched.emails(name), watched.posts(name)]).toEqual([
        ['ALERT', 'STILL'],
        ['begun', 'continues'],
      ]);
      await heal(watched);
      await watched.cron(cron, 2);
      await watched.cron(cron);
      expect([watched.emails(name), watched.posts(name)]).toEqual([
        ['ALERT', 'STILL', 'ENDED'],
        ['begun', 'continues', 'ended'],
      ]);
      const after = await watched.ready();
      expect(JSON.stringify(after.json)).not.toContain(name);
    },
  );

  test('mail_refused: the POST goes out, and the email is tried by every cron until the email service is back', async () => {
    const watched = await Watched.begin();
    const sent: EmailMessageBuilder[] = [];
    let isDown = true;
    const send = async (email: EmailMessageBuilder | EmailMessage) => {
      if (isDown) throw new Error('E_DAILY_LIMIT_EXCEEDED');
      sent.push(email as EmailMessageBuilder);
      return { messageId: '1' };
    };
    watched.bindings = { ...watched.bindings, ENVIRONMENT: 'production', EMAIL: { send } };
    const own = () =>
      sent
        .map(({ subject }) => subject)
        .filter((subject) => subject.includes(' mail_refused '))
        .map((subject) => subject.split(' ')[0]);
    const signIn = async () => {
      const browser = new Browser(watched.bindings);
      await browser.get('/account/connections');
      await browser.post('/oauth/login/start', [['email', `${crypto.randomUUID()}@athlete.example`]]);
    };
    await watched.cron(HOURLY);
    await signIn();
    await watched.cron(HOURLY, 2);
    expect([own(), watched.posts('mail_refused')]).toEqual([[], ['begun']]);
    expect(watched.findings('mail_refused')).toEqual(['1 of the last 1 emails were refused.']);
    watched.advance(10 * MINUTE_S);
    await watched.cron(URGENT, 2);
    expect([own(), watched.posts('mail_refused')], 'still down').toEqual([[], ['begun']]);
    watched.advance(6 * HOUR_S);
    await watched.cron(HOURLY);
    expect(watched.posts('mail_refused'), 'nobody sent an email since').toEqual(['begun']);
    isDown = false;
    await watched.cron(URGENT, 2);
    expect([own(), watched.posts('mail_refused')], 'the email service is back').toEqual([
      ['ALERT'],
      ['begun'],
    ]);
    watched.advance(2 * HOUR_S);
    await signIn();
    await watched.cron(HOURLY, 2);
    expect([own(), watched.posts('mail_refused')]).toEqual([
      ['ALERT', 'ENDED'],
      ['begun', 'ended'],
    ]);
  });

  test('mail_refused: some refused emails raise an alert once a day; a suppressed recipient is not our fault', async () => {
    const watched = await Watched.begin();
    let code = 'E_RECIPIENT_SUPPRESSED';
    const own: string[] = [];
    const send = async (email: EmailMessageBuilder | EmailMessage) => {
      const { to, subject } = email as EmailMessageBuilder;
      if (to !== ALERT_EMAIL) throw Object.assign(new Error('refused'), { code });
      if (subject.includes(' mail_refused ')) own.push(subject.split(' ')[0] ?? '');
      return { messageId: '1' };
    };
    watched.bindings = { ...watched.bindings, ENVIRONMENT: 'production', EMAIL: { send } };
    const signIn = async () => {
      const browser = new Browser(watched.bindings);
      await browser.get('/account/connections');
      await browser.post('/oauth/login/start', [['email', `${crypto.randomUUID()}@athlete.example`]]);
    };
    await signIn();
    await watched.cron(HOURLY);
    expect(watched.posts('mail_refused')).toEqual([]);
    code = 'E_SENDER_NOT_VERIFIED';
    await signIn();
    await watched.cron(HOURLY, 2);
    watched.advance(HOUR_S);
    await watched.cron(HOURLY, 2);
    expect([own, watched.posts('mail_refused')]).toEqual([['ALERT'], ['begun']]);
    watched.advance(23 * HOUR_S);
    await signIn();
    await watched.cron(HOURLY, 2);
    expect(watched.posts('mail_refused')).toEqual(['begun', 'continues']);
  });

  test('a POST that fails is recorded and retried by the next cron; the email is sent once', async () => {
    const watched = await Watched.begin();
    let status = 500;
    watched.world.receive = () => new Response(null, { status });
    const logged = vi.spyOn(console, 'log');
    await measure('c000', 9.5e9);
    await watched.cron(HOURLY, 2);
    expect([watched.emails('shard_full'), watched.posts('shard_full')]).toEqual([['ALERT'], ['begun']]);
    const lines = logged.mock.calls.map(([line]) => String(line));
    logged.mockRestore();
    expect(lines.filter((line) => line.includes('alert_unsent'))).toEqual([
      '{"event":"alert_unsent","alert":"shard_full","way":"post","why":"answered 500"}',
    ]);
    watched.advance(10 * MINUTE_S);
    status = 204;
    await watched.cron(URGENT, 2);
    watched.advance(10 * MINUTE_S);
    await watched.cron(URGENT);
    expect([watched.emails('shard_full'), watched.posts('shard_full')]).toEqual([
      ['ALERT'],
      ['begun', 'begun'],
    ]);
  });

  test.each([
    'http://alerts.example/',
    'https://127.0.0.1/',
    'https://169.254.169.254/latest',
    'https://user:secret@alerts.example/',
    'https://metrics.internal/',
    'https://musette.test/v1',
  ])('is not posted to an address that is not public https: %s', async (address) => {
    const watched = await Watched.begin();
    watched.bindings = { ...watched.bindings, ALERT_URL: address, ENVIRONMENT: 'production' };
    await measure('c000', 9.5e9);
    await watched.cron(HOURLY);
    expect(watched.world.received).toEqual([]);
  });

  test('is retried after five minutes if its cron was interrupted before recording the notice', async () => {
    const watched = await Watched.begin();
    await measure('c000', 9.5e9);
    const registry = new Proxy(env.REGISTRY, {
      get(target, name) {
        const member = Reflect.get(target, name, target);
        if (name !== 'batch') return typeof member === 'function' ? member.bind(target) : member;
        return async (statements: D1PreparedStatement[]) => {
          if (watched.posts('shard_full').length > 0) throw new Error('the Worker died');
          return target.batch(statements);
        };
      },
    });
    await expect(runCron(HOURLY, { ...watched.env, REGISTRY: registry })).rejects.toThrow();
    await watched.cron(URGENT);
    expect(watched.posts('shard_full')).toEqual(['begun']);
    watched.advance(6 * MINUTE_S);
    await watched.cron(URGENT, 2);
    watched.advance(6 * MINUTE_S);
    await watched.cron(URGENT);
    expect(watched.posts('shard_full')).toEqual(['begun', 'begun']);
  });

  test('is sent even if the queue accepts no messages, and names every job if that lasts', async () => {
    const watched = await Watched.begin();
    await watched.cron(HOURLY);
    watched.bindings = { ...watched.bindings, JOB_QUEUE: { sendBatch: fails } as unknown as Queue };
    watched.advance(3 * HOUR_S);
    await expect(watched.cron(HOURLY)).rejects.toThrow('the database is down');
    expect(watched.posts('job_overdue')).toEqual(['begun']);
    expect(watched.findings('job_overdue').length).toBeGreaterThan(10);
  });

  test('without ALERT_EMAIL and ALERT_URL is in the log and in deep readiness, and is not sent later', async () => {
    const watched = await Watched.begin();
    watched.bindings = {};
    await measure('c000', 9.5e9);
    await watched.cron(HOURLY);
    expect(await watched.problems()).toContain('shard_full');
    watched.bindings = { ALERT_EMAIL, ALERT_URL };
    watched.advance(10 * MINUTE_S);
    await watched.cron(URGENT);
    expect([watched.emails('shard_full'), watched.posts('shard_full')]).toEqual([[], []]);
  });
});

describe('conditions', () => {
  test('a clock that jumps a year ahead and back repeats a notice at most once, and blocks none', async () => {
    const watched = await Watched.begin();
    await measure('c000', 9.5e9);
    watched.advance(365 * DAY_S);
    await watched.cron(HOURLY);
    watched.advance(-365 * DAY_S);
    await watched.cron(HOURLY, 2);
    await watched.cron(HOURLY, 2);
    expect(watched.posts('shard_full')).toEqual(['begun', 'continues']);
    await measure('c000', 1e9);
    await watched.cron(HOURLY, 2);
    expect(watched.posts('shard_full')).toEqual(['begun', 'continues', 'ended']);
  });

  test.each([
    ['a database that was full when it was last written', 1e9, null, true],
    ['a database that grows by 100 MB a day at 4 GB', 4e9, 3.9e9, false],
    ['a database that shrinks', 8e9, 8.9e9, false],
    ['a database at 8.9 GB that does not grow', 8.9e9, 8.9e9, false],
    ['a database at 9.1 GB that does not grow', 9.1e9, 9.1e9, true],
    ['a database of which no earlier size is known', 7e9, null, false],
  ])('shard_full, %s', async (about, bytes, dayBefore, isActive) => {
    const watched = await Watched.begin();
    if (dayBefore !== null) {
      await measure('c000', dayBefore);
      await watched.cron(HOURLY);
      watched.advance(DAY_S);
    }
    await measure('c000', bytes);
    if (about.includes('was full')) {
      await env.REGISTRY.prepare('UPDATE shards SET full_at = ?').bind(Date.now()).run();
    }
    await watched.cron(HOURLY);
    expect(watched.posts('shard_full').includes('begun') || watched.findings('shard_full').length > 0).toBe(
      isActive,
    );
  });

  test('shard_full when all databases together near DATABASES_MAX_GB', async () => {
    const watched = await Watched.begin();
    watched.bindings = { ...watched.bindings, DATABASES_MAX_GB: '10' };
    await measure('c000', 4.8e9);
    await measure('c001', 4.8e9);
    await watched.cron(HOURLY);
    expect(watched.findings('shard_full')).toEqual(['All databases together: 9.6 GB of 10.0 GB.']);
  });

  test.each([
    ['9 errors in a quiet hour', [[5, 20, 9]], false],
    ['10 errors in a quiet hour', [[5, 20, 10]], true],
    [
      'errors that stopped 40 minutes ago',
      [
        [4000, 1_000_000, 0],
        [45, 1000, 100],
        [5, 1000, 0],
      ],
      false,
    ],
    [
      'five times the budget for an hour',
      [
        [4000, 1_000_000, 0],
        [45, 10_000, 50],
        [5, 10_000, 50],
      ],
      false,
    ],
    [
      'six hours at seven times the budget',
      [
        [300, 10_000, 70],
        [5, 1000, 7],
        [15, 1000, 7],
      ],
      true,
    ],
    [
      'three days a bit above the budget',
      [
        [4000, 500_000, 700],
        [100, 20_000, 30],
        [5, 10_000, 12],
      ],
      true,
    ],
    [
      'three days a bit below the budget',
      [
        [4000, 500_000, 400],
        [100, 20_000, 15],
        [5, 10_000, 8],
      ],
      false,
    ],
  ] as const)('error_budget, %s', async (_about, slots, isActive) => {
    const watched = await Watched.begin();
    for (const [minutesAgo, answers, faults] of slots) {
      await countAnswers('live', minutesAgo, answers, faults);
      // Sandbox traffic that would hide the errors, or that would add some.
      await countAnswers('test', minutesAgo, 10_000_000, isActive ? 0 : 5_000_000);
    }
    await watched.cron(URGENT);
    expect(watched.posts('error_budget')).toEqual(isActive ? ['begun'] : []);
    expect(await activeIn('error_budget')).toEqual([...(isActive ? ['live'] : ['test'])]);
  });

  test('of the sandbox stand in the list and in the log, and wake nobody', async () => {
    const watched = await Watched.begin();
    const logged = vi.spyOn(console, 'log');
    await env.REGISTRY.prepare(
      "INSERT INTO shards (environment, shard, size_bytes, athletes, measured_at, full_at) VALUES ('test', 'c000', 1, 1, 1, ?)",
    )
      .bind(Date.now())
      .run();
    await countAnswers('test', 5, 100, 100);
    for (const cron of Object.keys(SCHEDULE)) await watched.cron(cron);
    const lines = logged.mock.calls.map(([line]) => String(line));
    logged.mockRestore();
    expect(await activeIn('shard_full')).toEqual(['test']);
    expect(await activeIn('error_budget')).toEqual(['test']);
    expect(lines.filter((line) => line.includes('"event":"alert"'))).toEqual([
      expect.stringContaining('"level":"warning","alert":"error_budget","environment":"sandbox"'),
      expect.stringContaining('"level":"warning","alert":"shard_full","environment":"sandbox"'),
    ]);
    expect(watched.world.received).toEqual([]);
    for (const name of ['shard_full', 'error_budget']) expect(watched.emails(name)).toEqual([]);
    const { status, json } = await watched.ready();
    expect([status, JSON.stringify(json)]).not.toContain('shard_full');
    watched.advance(DAY_S);
    await watched.cron(HOURLY);
    expect(watched.posts('shard_full'), 'a day later').toEqual([]);
  });

  test('of a request are those of its own environment, also while no store can be asked about its key', async () => {
    const watched = await Watched.begin();
    const { liveKey, liveKeyId, testKey } = await makePartner();
    const down = {
      REGISTRY: { prepare: () => ({ bind: () => ({}) }), batch: fails } as unknown as D1Database,
    };
    const unknown = `sk_test_${'0'.repeat(32)}`;
    for (const key of [testKey, unknown]) {
      await call('GET', '/v1/activity-types', { key, bindings: { ...watched.bindings, ...down } });
    }
    watched.advance(10);
    await call('GET', '/v1/activity-types', { key: liveKey, bindings: watched.bindings });
    watched.advance(10);
    await call('GET', '/v1/activity-types', { key: liveKey, bindings: watched.bindings });
    await runDurableObjectAlarm(guardOf(liveKeyId));
    const { results } = await env.REGISTRY.prepare(
      'SELECT environment, sum(answers) AS answers FROM answer_counts GROUP BY environment ORDER BY environment',
    ).all();
    expect(results.map(({ environment }) => environment)).toEqual(['live', 'test']);
    expect(Number(results[1]?.answers)).toBeGreaterThanOrEqual(2);
    const { text } = await call('GET', '/operator/v1/metrics', { key: env.OPERATOR_TOKEN });
    const samples = parseOpenMetrics(text).flatMap((family) => family.samples);
    const latency = samples.find(
      ({ name, labels }) =>
        name === 'musette_request_duration_seconds_gcount' &&
        labels.environment === 'live' &&
        labels.class === 'read',
    );
    expect(latency?.value).toBeGreaterThanOrEqual(1);
  });

  test('job_overdue: a job that missed one run, and a new database, raise no alert', async () => {
    const watched = await Watched.begin();
    await watched.cron(HOURLY);
    watched.advance(119 * MINUTE_S);
    await runJobsExcept(null, URGENT, watched.env);
    await watched.cron(HOURLY);
    expect(watched.posts('job_overdue')).toEqual([]);
  });

  test('dispatcher_lag: a failing receiver raises no alert for the operator', async () => {
    const watched = await Watched.begin();
    const { liveKey: key } = await makePartner();
    watched.world.receive = ({ url }) => new Response(null, { status: url === ALERT_URL ? 204 : 500 });
    const body = { url: 'https://down.example/', events: ['athlete.*'] };
    await watched.world.send('POST', '/v1/webhooks', { key, body });
    for (let made = 0; made < 6; made++) await watched.world.send('POST', '/v1/athletes', { key, body: {} });
    await watched.world.pass(16 * MINUTE_S);
    await runSchedule(URGENT, watched.env);
    await watched.cron(HOURLY);
    expect(watched.posts('dispatcher_lag')).toEqual([]);
  });

  test('a condition that cannot be checked keeps its state and does not stop others', async () => {
    const watched = await Watched.begin();
    await measure('c000', 9.5e9);
    const find = vi.spyOn(CONDITIONS.schema_behind, 'find').mockRejectedValue(new Error('broken'));
    await watched.cron(HOURLY);
    find.mockRestore();
    expect(watched.posts('shard_full')).toEqual(['begun']);
    const row = await env.REGISTRY.prepare("SELECT * FROM alerts WHERE name = 'schema_behind'").first();
    expect(row).toBeNull();
  });

  test('a cron makes at most 40 D1 queries for its conditions and their notices, whatever is active', async () => {
    const watched = await Watched.begin();
    await measure('c000', 9.5e9);
    watched.advance(3 * DAY_S);
    for (const cron of Object.keys(SCHEDULE)) {
      const { bindings, made } = countedCalls();
      await runCron(cron, { ...watched.env, ...bindings });
      expect(made.d1Queries, cron).toBeLessThanOrEqual(40);
    }
  });

  test('deep readiness names alerting when no cron has run for half an hour, and does not reveal who is affected', async () => {
    const watched = await Watched.begin();
    // Longer than this isolate's cache of the last test's result.
    watched.advance(HOUR_S);
    await runAllJobsExcept(null, watched.env);
    await watched.cron(URGENT);
    expect((await watched.ready()).status).toBe(200);
    watched.advance(31 * MINUTE_S);
    expect(await watched.problems()).toBe('Active alerts: alerting.');
    expect((await watched.ready('/health/ready')).status).toBe(200);
    expect((await watched.ready('/health/ready?deep=no')).status).toBe(422);
  });
});

describe('the operator', () => {
  test('reads alerts and metrics from the same tables, and nobody else can', async () => {
    const watched = await Watched.begin();
    await measure('c000', 9.5e9);
    await watched.cron(HOURLY);
    const key = env.OPERATOR_TOKEN;
    const { json } = await call('GET', '/operator/v1/alerts', { key });
    const found = json.data.find(({ name }: { name: string }) => name === 'shard_full');
    expect(found).toMatchObject({ standing: true, findings: ['live.c000: 9.5 GB of 10.0 GB.'], unsent: [] });
    const [posted] = watched.world.received.filter(({ event }) => event.alert === 'shard_full');
    for (const member of ['affected', 'next', 'never'])
      expect([member, posted?.event[member]]).toEqual([member, found[member]]);
    expect(found.next[0]).toBe('npm run operator -- plan-shards --region weur --athletes 4000 --years 3');
    expect(posted?.event).toMatchObject({
      environment: 'production',
      link: `${env.BASE_URL}/health/ready?deep`,
      text: expect.stringMatching(
        /^ALERT shard_full \(production\): .* Next: npm run operator -- plan-shards /,
      ),
    });
    const email = localOutbox().find(({ subject }) =>
      subject.startsWith('ALERT shard_full (production) at '),
    );
    expect(email?.text).toContain(`Next:     ${found.next[0]}\n`);
    expect(email?.text).toContain(`\n${found.never}\n`);
    const metrics = await call('GET', '/operator/v1/metrics', { key });
    expect(metrics.headers.get('content-type')).toMatch(/^application\/openmetrics-text; version=1\.0\.0/);
    const samples = parseOpenMetrics(metrics.text).flatMap((family) => family.samples);
    expect(samples).toContainEqual({
      name: 'musette_alert',
      labels: { alert: 'shard_full', environment: 'live' },
      value: 1,
    });
    expect(samples).toContainEqual({
      name: 'musette_database_size_bytes',
      labels: { database: 'live.c000' },
      value: 9.5e9,
    });
    const { testKey } = await makePartner();
    for (const path of ['alerts', 'metrics']) {
      expect((await call('GET', `/operator/v1/${path}`, { key: testKey })).status).toBe(401);
    }
  });
});
