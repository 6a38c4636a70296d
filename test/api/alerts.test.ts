import { runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, test, vi } from 'vitest';
import type { AlertName } from '#partner/alerting/conditions.ts';
import { runCron } from '#partner/retention/run-jobs.ts';
import { SCHEDULE } from '#partner/retention/schedule.ts';
import { localOutbox } from '#platform/http/outgoing.ts';
import { databaseName } from '#platform/storage/athlete-databases.ts';
import { NEEDED_MIGRATIONS } from '#platform/storage/needed-migrations.ts';
import { Browser } from '../support/browser.ts';
import { call, operator } from '../support/client.ts';
import { runSchedule } from '../support/crons.ts';
import { guardOf } from '../support/guards.ts';
import { parseOpenMetrics } from '../support/open-metrics.ts';
import { makePartner } from '../support/partners.ts';
import { LIVE_HOME_BINDING, LIVE_SECOND } from '../support/shards.ts';
import {
  ALERT_EMAIL,
  ALERT_URL,
  DAY_S,
  fails,
  HOUR_S,
  HOURLY,
  MINUTE_S,
  measure,
  runAllJobsExcept,
  runJobsExcept,
  URGENT,
  Watched,
} from './watched-alerts.ts';

/**
 * Alerts of the operator: each condition begins, lasts for a day and ends, with one email and one POST each
 * time.
 */

const cronOf = (name: string) =>
  Object.entries(SCHEDULE).find(([, { conditions }]) => conditions.some((one) => one === name))?.[0] ?? '';

interface Rehearsal {
  /** Causes the condition, or keeps it active a day later. */
  readonly inject: (watched: Watched) => Promise<void>;
  readonly heal: (watched: Watched) => Promise<void>;
  readonly finding: RegExp;
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

/** Has a stranger sign in, which sends an email. */
async function signIn({ bindings }: Watched): Promise<void> {
  const browser = new Browser(bindings);
  await browser.get('/account/connections');
  await browser.post('/oauth/login/start', [['email', `${crypto.randomUUID()}@athlete.example`]]);
}

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
    await watched.cron(HOURLY);
    await signIn(watched);
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
    await signIn(watched);
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
    await signIn(watched);
    await watched.cron(HOURLY);
    expect(watched.posts('mail_refused')).toEqual([]);
    code = 'E_SENDER_NOT_VERIFIED';
    await signIn(watched);
    await watched.cron(HOURLY, 2);
    watched.advance(HOUR_S);
    await watched.cron(HOURLY, 2);
    expect([own, watched.posts('mail_refused')]).toEqual([['ALERT'], ['begun']]);
    watched.advance(23 * HOUR_S);
    await signIn(watched);
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

  test('is not posted to an address that is not public https', async () => {
    const watched = await Watched.begin();
    watched.bindings = {
      ...watched.bindings,
      ALERT_URL: 'https://169.254.169.254/latest',
      ENVIRONMENT: 'production',
    };
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

describe('the operator', () => {
  test('reads alerts and metrics from the same tables', async () => {
    const watched = await Watched.begin();
    await measure('c000', 9.5e9);
    await watched.cron(HOURLY);
    const { json } = await operator('GET', '/operator/v1/alerts');
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
    const metrics = await operator('GET', '/operator/v1/metrics');
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
  });
});
