import { describe, expect, test } from 'vitest';
import { alertExample, failingWebhookExample } from '#partner/alerting/alert-shape.ts';
import { REMEDIES } from '#partner/alerting/remedies.ts';
import { jobExample } from '#partner/retention/job-shape.ts';
import { SCHEDULE } from '#partner/retention/schedule.ts';
import { PERIODS_MS } from '#tools/cli/operator-tables.ts';
import { OPERATOR_TOKEN, runOperator } from '../support/tools.ts';

/** `npm run operator -- doctor` and the tables of `jobs`, `alerts`, `shards` and `webhooks`, against a service's answers. */

const URL_OF_SERVICE = 'https://musette.test';

type Answers = Readonly<Record<string, readonly [status: number, body: unknown]>>;

const jobs = [{ ...jobExample, databases_behind: 0, behind: [], last_done_at: new Date().toISOString() }];
const checkedNow = () => new Date().toISOString();
const alert = (changes: object) => ({ ...alertExample, checked_at: checkedNow(), unsent: [], ...changes });
const calm = () => alert({ standing: false, findings: [] });
const refused = (message: string) => [503, { error: { message } }] as const;

const HEALTHY = (): Answers => ({
  '/health': [200, { status: 'ok' }],
  '/health/ready?deep': [200, { status: 'ok' }],
  '/operator/v1/alerts': [200, { data: [calm()] }],
  '/operator/v1/jobs': [200, { data: jobs }],
  '/operator/v1/webhooks': [200, { data: [] }],
  '/operator/v1/shards': [200, { data: [] }],
});

/** Runs a command against a service. Paths without an answer are not responded to. */
function run(argv: readonly string[], answers: Answers) {
  return runOperator(argv, {
    variables: { OPERATOR_TOKEN, BASE_URL: URL_OF_SERVICE },
    fetch: async (input) => {
      const answer = answers[String(input).slice(URL_OF_SERVICE.length)];
      if (!answer) throw new TypeError('fetch failed');
      return Response.json(answer[1], { status: answer[0] });
    },
  });
}

const doctor = (changes: Answers = {}) => run(['doctor'], { ...HEALTHY(), ...changes });

const SCREEN_LINES = 50;

describe('doctor', () => {
  test('says in one line that nothing is wrong, and exits with 0', async () => {
    const { exitCode, text } = await doctor();
    expect(text).toMatch(
      /^https:\/\/musette\.test, \d{4}-\d\d-\d\d \d\d:\d\d UTC: nothing is wrong in production\.$/,
    );
    expect(exitCode).toBe(0);
  });

  test.each([
    ['the live shard c001', 'silent_database', 'npx wrangler d1 info ATHLETES_LIVE_WEUR_1'],
    ['the live shard c001 (restored)', 'restored_database', 'npm run operator -- doctor'],
    ['the registry (restored)', 'restored_database', 'npm run operator -- doctor'],
    ['the live shard b000 (full)', 'shard_full', 'npm run operator -- plan-shards --region enam'],
    ['the live shard c00a (lacks 0001_a.sql, 0002_b.sql)', 'schema_behind', 'npm run migrate -- --remote'],
    ['the registry (not migrated)', 'schema_behind', 'npm run migrate -- --remote'],
    ['the registry', 'silent_store', 'npx wrangler d1 info REGISTRY'],
    ['a key guard', 'silent_store', 'npx wrangler d1 info REGISTRY'],
  ] as const)('explains that %s is missing: %s', async (missing, name, command) => {
    const { exitCode, text } = await doctor({ '/health/ready?deep': refused(`No answer from ${missing}.`) });
    expect(text).toContain(`1 problem.\n\n1. ${name}\n`);
    expect(text).toContain(`${missing}.\n   Affected: ${REMEDIES[name].affected}\n   Next:     ${command}`);
    expect(text).toContain(`\n   Never ${REMEDIES[name].never}\n   Runbook:  OPERATIONS.md, ${name}`);
    expect(exitCode).toBe(1);
  });

  test('names several stores one by one, beside the alerts that deep readiness names', async () => {
    const message =
      'No answer from the live shard c000 (lacks 0001_a.sql, 0002_b.sql), the live shard c001, a key guard. Active alerts: schema_behind, job_overdue.';
    const behind = alert({
      name: 'schema_behind',
      findings: ['Athlete databases that lack a migration: live.c000.'],
    });
    const { text } = await doctor({
      '/health/ready?deep': refused(message),
      '/operator/v1/alerts': [200, { data: [behind] }],
    });
    expect(text).toContain('3 problems.');
    expect(text.match(/^\d\. \w+/gm)).toEqual(['1. schema_behind', '2. silent_database', '3. silent_store']);
    // What both say of one problem stands once, dated by the alert.
    expect(text).toContain('1. schema_behind since 2026-11-21T08:53:00.000Z\n   the live shard c000 (lacks');
    expect(text.match(/Athlete databases that lack/g)).toHaveLength(1);
  });

  test('shows an alert with its own remedy, the notices that could not be sent, and the receivers that fail', async () => {
    const { exitCode, text } = await doctor({
      '/operator/v1/alerts': [200, { data: [alert({ unsent: ['email'] })] }],
      '/operator/v1/webhooks': [200, { data: [failingWebhookExample] }],
      '/operator/v1/jobs': [200, { data: [jobExample] }],
    });
    expect(text).toContain(`1. shard_full since ${alertExample.since}\n   ${alertExample.findings[0]}\n`);
    expect(text).toContain(`Next:     ${alertExample.next[0]}\n`);
    expect(text).toContain('Notices that could not be sent: shard_full by email.');
    expect(text).toContain('1 of 1 jobs have work left: npm run operator -- jobs');
    expect(text).toContain('prt_01kajz8w3t5v9c2b7n4m6q8r0s Sample Platform (sandbox) since');
    expect(text.split('\n').length).toBeLessThan(SCREEN_LINES);
    expect(exitCode).toBe(1);
  });

  test('a failing receiver or a backlog alone is nothing that is wrong in production', async () => {
    const { exitCode, text } = await doctor({
      '/operator/v1/webhooks': [200, { data: [failingWebhookExample] }],
      '/operator/v1/jobs': [200, { data: [jobExample] }],
    });
    expect([exitCode, text.includes('nothing is wrong in production')]).toEqual([0, true]);
  });

  test('problems of the sandbox stand apart, and do not change the exit code', async () => {
    const { exitCode, text } = await doctor({
      '/health/ready?deep': refused('No answer from the test shard c000.'),
      '/operator/v1/alerts': [200, { data: [alert({ environment: 'test', name: 'error_budget' })] }],
    });
    expect(text).toContain('nothing is wrong in production.\n\nThe sandbox, which wakes nobody:\n');
    expect(text).toContain('   silent_database: No answer from the test shard c000.\n');
    expect(text).toContain('   error_budget: ');
    expect(exitCode).toBe(0);
  });

  test.each([
    [{ '/health': [0, null] } as Answers, 'unreachable'],
    [
      { '/health': refused('Missing or malformed: SIGNING_SECRET, REGISTRY. On your machine …') } as Answers,
      'unconfigured',
    ],
    [{ '/health': [403, 'error code: 1010'] } as Answers, 'unreachable'],
  ])('works while the service does not: %j', async (answers, name) => {
    const silent = answers['/health']?.[0] === 0;
    const { '/health': health, ...others } = { ...HEALTHY(), ...answers };
    const { exitCode, text } = await run(
      ['doctor'],
      silent || !health ? {} : { ...others, '/health': health },
    );
    expect(text).toContain(`1. ${name}\n`);
    expect(text).toContain(`Never ${REMEDIES[name as 'unreachable'].never}`);
    expect(exitCode).toBe(1);
  });

  test('without the operator API, after a rollback to another version or with a wrong token, shows what anybody can see', async () => {
    for (const list of [
      [401, { error: { message: 'The API key does not exist.' } }],
      [404, null],
    ] as const) {
      const { exitCode, text } = await doctor({
        '/health/ready?deep': refused('No answer from the live shard c001.'),
        '/operator/v1/alerts': list,
        '/operator/v1/jobs': list,
        '/operator/v1/webhooks': list,
      });
      expect(text).toContain(`The operator API does not answer (${list[0]}`);
      expect(text).toContain('1. silent_database\n');
      expect(exitCode).toBe(1);
    }
    const { text } = await doctor({
      '/operator/v1/alerts': [200, { data: [{ name: 'of another version' }, calm()] }],
    });
    expect(text).toContain('nothing is wrong');
  });

  test('of many findings shows four, so that all fits on one screen', async () => {
    const findings = Array.from({ length: 27 }, (_, index) => `job-${index} has not finished.`);
    const { text } = await doctor({
      '/operator/v1/alerts': [
        200,
        {
          data: (['live', 'test'] as const).map((environment) =>
            alert({ name: 'job_overdue', environment, findings }),
          ),
        },
      ],
    });
    expect(text.match(/job-\d+ has not finished/g)).toHaveLength(8);
    expect(text).toContain('   … and 23 more: npm run operator -- alerts\n   Affected: ');
    expect(text.split('\n').length).toBeLessThan(SCREEN_LINES);
  });

  test('notices that no cron has run for half an hour, or ever', async () => {
    const old = { checked_at: new Date(Date.now() - 31 * 60_000).toISOString() };
    for (const [data, finding] of [
      [[{ ...calm(), ...old }], `The last cron ran at ${old.checked_at}.`],
      [[], 'No cron has ever run.'],
    ] as const) {
      const { exitCode, text } = await doctor({ '/operator/v1/alerts': [200, { data }] });
      expect([exitCode, text.includes(`1. crons_stopped\n   ${finding}\n`)]).toEqual([1, true]);
    }
  });

  test('a partner whose name has line breaks forges no line', async () => {
    const hostile = { ...failingWebhookExample, partner_name: 'A\n1. unreachable\u001b[2J' };
    const { text } = await doctor({ '/operator/v1/webhooks': [200, { data: [hostile] }] });
    expect(text).toContain(String.raw`A\u000a1. unreachable\u001b[2J`);
  });
});

describe('a table', () => {
  test.each(['jobs', 'alerts', 'shards', 'webhooks'])('of %s is JSON with --json', async (name) => {
    const answers = HEALTHY();
    const { text, exitCode } = await run([name, '--json'], answers);
    expect(JSON.parse(text)).toEqual(answers[`/operator/v1/${name}`]?.[1]);
    expect(exitCode).toBe(0);
    expect((await run([name, '--xml'], HEALTHY())).exitCode).toBe(2);
  });

  test('of jobs names those that are behind, not those that are done', async () => {
    const never = {
      ...{ ...jobExample, name: 'measure-shards', databases_behind: 7, last_done_at: null },
      behind: Array.from({ length: 7 }, (_, index) => ({
        ...{ database: `live.c00${index}`, outcome: null, last_done_at: null, unfinished_runs: 0 },
      })),
    };
    const { text } = await run(['jobs'], {
      '/operator/v1/jobs': [200, { data: [...jobs, jobExample, never] }],
    });
    const lines = text.split('\n');
    expect(lines).toHaveLength(4);
    expect(lines[1]).toMatch(/^finish-erasures +more +2 +2026-11-21T09:10:01\.000Z +1 of 6: live\.c000$/);
    expect(lines[2]).toMatch(
      /^measure-shards +none yet .* never +7 of 6: live\.c000, .*, live\.c003, 3 more$/,
    );
    expect(lines[3]).toContain('The other 1 jobs have finished.');
    expect((await run(['jobs'], HEALTHY())).text).toBe(
      'All 1 jobs have finished their work in every database.',
    );
  });

  test('of jobs names one that no run began for two periods, though its last run was done', async () => {
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    const job = { ...jobs[0], last_done_at: at(21) };
    const { text } = await run(['jobs'], {
      '/operator/v1/jobs': [200, { data: [job, { ...job, cron: '53 * * * *' }] }],
    });
    expect(text.split('\n')[1]).toMatch(/^finish-erasures +not started .* all 6$/);
    expect(text.split('\n')).toHaveLength(3);
  });

  test('of jobs knows the period of every cron', () => {
    const periods = Object.entries(SCHEDULE).map(([cron, { periodMs }]) => [cron, periodMs] as const);
    expect([...PERIODS_MS]).toEqual(periods);
  });

  test('of alerts shows each finding with its environment', async () => {
    const { text } = await run(['alerts'], {
      '/operator/v1/alerts': [200, { data: [calm(), alert({ environment: 'test', findings: ['a', 'b'] })] }],
    });
    expect(text.split('\n').slice(1, 3)).toEqual([
      expect.stringMatching(/^shard_full +sandbox +2026-11-21T08:53:00\.000Z +a$/),
      expect.stringMatching(/^ +b$/),
    ]);
    expect((await run(['alerts'], HEALTHY())).text).toMatch(/^No alert is active\. Last checked: /);
  });

  test('of shards says which are full, closed or restored', async () => {
    const shard = {
      ...{ shard: 'c000', environment: 'live', region: 'weur', size_bytes: 9.5e9, measured_at: null },
      ...{ athletes: 212, schema: '0001_athletes.sql', verified_region: null, open: false },
    };
    const { text } = await run(['shards'], {
      '/operator/v1/shards': [
        200,
        {
          data: [
            { ...shard, full_at: '2026-11-22T03:23:04.000Z', restored_at: null },
            { ...shard, shard: 'c001', full_at: null, restored_at: '2026-11-22T03:23:04.000Z' },
          ],
        },
      ],
    });
    expect(text).toMatch(
      /^live\.c000 +production +weur +9\.50 GB +212 +full since 2026-11-22T03:23:04\.000Z/m,
    );
    expect(text).toMatch(/^live\.c001 .* closed to new athletes, restored 2026-11-22T03:23:04\.000Z/m);
  });

  test('of usage adds up each operation, the most frequent first', async () => {
    const count = (operation_id: string, status_class: string, requests: number) => ({
      ...{ at: '2026-11-26', environment: 'live', operation_id, status_class, requests },
    });
    const data = [
      count('getAthlete', '2xx', 3),
      count('listAthletes', '2xx', 50),
      count('getAthlete', '4xx', 2),
      count('getAthlete', '2xx', 4),
    ];
    const path = '/operator/v1/partners/prt_1/usage';
    const { text } = await run(['usage', 'prt_1'], { [path]: [200, { data }] });
    expect(text.split('\n').slice(1)).toEqual([
      expect.stringMatching(/^production +listAthletes +50 +50 +0 +0$/),
      expect.stringMatching(/^production +getAthlete +9 +7 +2 +0$/),
    ]);
    expect((await run(['usage', 'prt_1'], { [path]: [200, { data: [] }] })).text).toBe(
      'No requests in this time.',
    );
  });

  test('of webhooks shows whose receivers fail', async () => {
    const { text } = await run(['webhooks'], {
      '/operator/v1/webhooks': [200, { data: [failingWebhookExample] }],
    });
    expect(text.split('\n')[1]).toMatch(
      /^whk_\w+ +sandbox +prt_\w+ +degraded +\S+ +Sample Platform +Your server refuses/,
    );
    expect((await run(['webhooks'], HEALTHY())).text).toBe('No webhook fails.');
  });
});
