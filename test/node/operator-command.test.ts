import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { OPERATOR_TOKEN, runOperator } from '../support/tools.ts';

interface Sent {
  readonly url: string;
  readonly method: string | undefined;
  readonly authorization: string | null;
  readonly body: unknown;
}

/** Runs a command against a service that gives these answers in turn. */
async function run(
  argv: readonly string[],
  options: {
    readonly answers?: readonly (readonly [number, unknown])[];
    readonly variables?: Readonly<Record<string, string>>;
    readonly storedToken?: string | null;
    /** What is typed, or null if nobody can. */
    readonly typed?: string;
  } = {},
) {
  const sent: Sent[] = [];
  const asked: string[] = [];
  const answers = [...(options.answers ?? [[200, { ok: true }]])];
  const printed = await runOperator(argv, {
    variables: options.variables ?? { OPERATOR_TOKEN },
    storedToken: async () => options.storedToken ?? null,
    bindings: async () => [
      'REGISTRY',
      'ATHLETES_LIVE_WEUR_0',
      'ATHLETES_LIVE_WEUR_4',
      'ATHLETES_TEST_WEUR_7',
    ],
    fetch: async (input, init) => {
      sent.push({
        url: String(input),
        method: init?.method,
        authorization: new Headers(init?.headers).get('authorization'),
        body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
      });
      const answer = answers.shift();
      if (!answer) throw new TypeError('fetch failed');
      return Response.json(answer[1], { status: answer[0] });
    },
    ask: async (question) => {
      asked.push(question);
      return options.typed ?? null;
    },
  });
  return { ...printed, sent, asked: asked.join('\n') };
}

const PARTNERS = 'http://127.0.0.1:8787/operator/v1/partners';
const LIVE_REQUESTS = 'http://127.0.0.1:8787/operator/v1/live-access-requests';
const ACCESS_REQUESTS = 'http://127.0.0.1:8787/operator/v1/access-requests';

describe('npm run operator', () => {
  test('a rebuild is repeated until it is done, and ends with the first refusal', async () => {
    const command = ['rebuild-directory', 'prt_1', 'test'];
    const answers = ['running', 'running', 'done', 'never'].map((status) => [200, { status }] as const);
    const whole = await run(command, { answers });
    expect([whole.exitCode, whole.sent.length]).toEqual([0, 3]);
    const refused = await run(command, {
      answers: [
        [200, { status: 'running' }],
        [503, null],
      ],
    });
    expect([refused.exitCode, refused.sent.length]).toEqual([1, 2]);
  });

  test('planned shards follow those that are bound, hold their athletes with room, and need no service', async () => {
    const command = ['plan-shards', '--region', 'weur', '--athletes', '1000000', '--years', '3'];
    const { exitCode, sent, out } = await run(command);
    expect([exitCode, sent.length]).toEqual([0, 0]);
    const bindings = out.split('\n').filter((line) => line.startsWith('binding = '));
    expect(bindings[0]).toBe('binding = "ATHLETES_LIVE_WEUR_5"');
    expect(new Set(bindings).size).toBe(bindings.length);
    const perShard = Number(/ATHLETES_PER_SHARD = "(\d+)"/.exec(out)?.[1]);
    expect(bindings.length * perShard).toBeGreaterThanOrEqual(1_000_000);
    expect(perShard * 3 * 600_000).toBeLessThan(10e9);
    expect(out).toContain('npx wrangler d1 create musette-athletes-live-weur-5 --location weur');
    expect(out).toContain('Ask Cloudflare to raise it');
    const inEu = await run([
      'plan-shards',
      '--region',
      'eu',
      '--athletes',
      '10',
      '--years',
      '1',
      '--environment',
      'sandbox',
    ]);
    expect(inEu.out).toContain('npx wrangler d1 create musette-athletes-test-eu-0 --jurisdiction eu');
    for (const wrong of [
      ['--region', 'mars'],
      ['--athletes', '-1'],
      ['--years', '0'],
      ['--environment', 'x'],
    ]) {
      expect((await run([...command, ...wrong])).exitCode, wrong.join(' ')).toBe(2);
    }
  });

  test.each([
    [['live-access-requests'], 'GET', `${LIVE_REQUESTS}?limit=100`, undefined],
    [['approve-live', 'prt_1', '--tier', 'full'], 'POST', `${PARTNERS}/prt_1/approve-live`, { tier: 'full' }],
    [
      ['set-contact', 'prt_1', 'new@platform.example'],
      'PUT',
      `${PARTNERS}/prt_1/contact`,
      { email: 'new@platform.example' },
    ],
    [
      ['set-contact', 'prt_1', 'new@platform.example', '--alone'],
      'PUT',
      `${PARTNERS}/prt_1/contact`,
      { email: 'new@platform.example', alone: true },
    ],
    [['members', 'prt_1'], 'GET', `${PARTNERS}/prt_1/members`, undefined],
    [['revoke-key', 'key_1'], 'POST', 'http://127.0.0.1:8787/operator/v1/api-keys/key_1/revoke', undefined],
    [['suspend', 'prt_1'], 'POST', `${PARTNERS}/prt_1/suspend`, undefined],
    [['resume', 'prt_1'], 'POST', `${PARTNERS}/prt_1/resume`, undefined],
    [['terminate', 'prt_1', '--yes'], 'POST', `${PARTNERS}/prt_1/terminate`, undefined],
    [
      ['rebuild-directory', 'prt_1', 'live'],
      'POST',
      `${PARTNERS}/prt_1/directory/rebuild`,
      { environment: 'live' },
    ],
    [['access-requests'], 'GET', `${ACCESS_REQUESTS}?limit=100`, undefined],
    [['approve', 'acr_1'], 'POST', `${ACCESS_REQUESTS}/acr_1/approve`, undefined],
    [
      ['approve', 'acr_1', '--default-tier=full', '--regions', 'enam,weur'],
      'POST',
      `${ACCESS_REQUESTS}/acr_1/approve`,
      { default_tier: 'full', regions: ['enam', 'weur'] },
    ],
    [['decline', 'acr_1'], 'POST', `${ACCESS_REQUESTS}/acr_1/decline`, undefined],
    [
      ['set-budgets', 'prt_1', '--requests-per-min', '9000', '--exports-per-day', 'default'],
      'PATCH',
      `${PARTNERS}/prt_1`,
      { requests_per_min: 9000, exports_per_day: null },
    ],
    [['show', 'prt_1'], 'GET', `${PARTNERS}/prt_1`, undefined],
    [['jobs', '--json'], 'GET', 'http://127.0.0.1:8787/operator/v1/jobs', undefined],
    [['usage', 'prt_1', '--json'], 'GET', `${PARTNERS}/prt_1/usage`, undefined],
    [
      ['usage', 'prt_1', '--json', '--from', '2026-11-01', '--granularity=hour', '--environment', 'live'],
      'GET',
      `${PARTNERS}/prt_1/usage?from=2026-11-01&granularity=hour&environment=live`,
      undefined,
    ],
    [['show', '../x?y'], 'GET', `${PARTNERS}/..%2Fx%3Fy`, undefined],
    [
      ['set-tier', 'ath_1', 'full'],
      'PUT',
      'http://127.0.0.1:8787/operator/v1/athletes/ath_1/tier',
      { tier: 'full' },
    ],
    [
      [
        'create-partner',
        '--name',
        'A',
        '--use-case',
        'B',
        '--email',
        'c@d.example',
        '--default-tier',
        'full',
      ],
      'POST',
      PARTNERS,
      { name: 'A', use_case: 'B', contact_email: 'c@d.example', default_tier: 'full' },
    ],
    [
      ['create-partner', '--name=A', '--use-case=B', '--email=c@d.example'],
      'POST',
      PARTNERS,
      { name: 'A', use_case: 'B', contact_email: 'c@d.example' },
    ],
  ] as const)('%j sends one request and prints its answer', async (argv, method, url, body) => {
    const { exitCode, sent, out } = await run(argv);
    expect(sent).toEqual([{ method, url, body, authorization: `Bearer ${OPERATOR_TOKEN}` }]);
    expect(JSON.parse(out)).toEqual({ ok: true });
    expect(exitCode).toBe(0);
  });

  test('terminate shows name and number of athletes, and goes on only once the name was typed', async () => {
    const known = [
      [200, { name: 'Sample\u001b Platform ' }],
      [200, { live: 212, test: 20 }],
      [200, { terminated_at: 'now' }],
    ] as const;
    const right = await run(['terminate', 'prt_1'], { answers: known, typed: 'Sample\u001b Platform\n' });
    expect(right.asked).toContain(
      String.raw`Terminates Sample\u001b Platform , with 212 athletes in production and 20 in the sandbox`,
    );
    expect(right.sent.map(({ method, url }) => [method, url])).toEqual([
      ['GET', `${PARTNERS}/prt_1`],
      ['GET', `${PARTNERS}/prt_1/athlete-counts`],
      ['POST', `${PARTNERS}/prt_1/terminate`],
    ]);
    expect(right.exitCode).toBe(0);
    for (const [typed, exitCode] of [
      ['', 1],
      ['Another', 1],
      [undefined, 2],
    ] as const) {
      const wrong = await run(['terminate', 'prt_1'], {
        answers: known,
        ...(typed === undefined ? {} : { typed }),
      });
      expect([wrong.exitCode, wrong.sent.length], String(typed)).toEqual([exitCode, 2]);
    }
    const unknown = await run(['terminate', 'prt_1'], { answers: [[404, null]], typed: '' });
    expect([unknown.exitCode, unknown.sent.length, unknown.asked]).toEqual([1, 1, '']);
  });

  test('keys prints one line per key, over all pages, with what tells a leaked secret apart', async () => {
    const key = (id: string, more: object) => ({
      ...{
        id,
        name: 'Backend\t1',
        environment: 'live',
        status: 'active',
        prefix: 'sk_live_4fGh',
        last4: 'x9Qz',
      },
      ...{ created_at: '2026-11-21', last_used_at: null, ...more },
    });
    const { out, sent } = await run(['keys', 'prt_1'], {
      answers: [
        [200, { data: [key('key_2', {})], next_cursor: 'c' }],
        [
          200,
          { data: [key('key_1', { environment: 'test', last_used_at: '2026-11-22' })], next_cursor: null },
        ],
      ],
    });
    expect(out.split('\n')).toEqual([
      String.raw`key_2	production	active	sk_live_4fGh…x9Qz	created 2026-11-21	used never	Backend\u00091`,
      String.raw`key_1	sandbox	active	sk_live_4fGh…x9Qz	created 2026-11-21	used 2026-11-22	Backend\u00091`,
    ]);
    expect(sent[1]?.url).toBe(`${PARTNERS}/prt_1/api-keys?limit=100&cursor=c`);
  });

  test('list follows the cursor to the last page, one line per partner', async () => {
    const partner = (id: string) => ({
      id,
      name: 'A',
      status: 'active',
      default_tier: 'full',
      live_access_at: null,
    });
    const { out, sent, exitCode } = await run(['list'], {
      answers: [
        [200, { data: [partner('prt_2')], next_cursor: 'c+1' }],
        [200, { data: [partner('prt_1')], next_cursor: null }],
      ],
    });
    expect(out).toBe(
      'prt_2\tactive\tfull\tsandbox\t- products\tA\nprt_1\tactive\tfull\tsandbox\t- products\tA',
    );
    expect(sent.map((request) => request.url)).toEqual([
      `${PARTNERS}?limit=100`,
      `${PARTNERS}?limit=100&cursor=c%2B1`,
    ]);
    expect(exitCode).toBe(0);
  });

  test('escape sequences in names and texts are printed escaped, in lists, records and refusals, and forge no line', async () => {
    const hostile =
      '\u001b]0;owned\u0007\u009b2J\u007f\u202eA\u2066B\u200b\u2028C\u3164\n\tprt_0\tactive\u{e0041}\ud800';
    const obeyed = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
    const partner = { id: 'prt_1', name: hostile, use_case: hostile, status: hostile, default_tier: 'full' };
    const listed = await run(['list'], { answers: [[200, { data: [partner], next_cursor: null }]] });
    expect(listed.out).not.toMatch(obeyed);
    expect(listed.out.split('\n')).toHaveLength(1);
    expect(listed.out.split('\t')).toHaveLength(6);
    expect(listed.out).toContain(
      String.raw`\u001b]0;owned\u0007\u009b2J\u007f\u202eA\u2066B\u200b\u2028C\u3164\u000a`,
    );
    for (const argv of [['show', 'prt_1'], ['access-requests']]) {
      const shown = await run(argv, { answers: [[200, { data: [partner] }]] });
      expect(shown.out).not.toMatch(obeyed);
      expect(JSON.parse(shown.out)).toEqual({ data: [partner] });
    }
    const error = { code: hostile, message: hostile, errors: [{ pointer: hostile, message: hostile }] };
    const refused = await run(['show', 'prt_1'], { answers: [[422, { error }]] });
    expect(refused.err).not.toMatch(obeyed);
    expect(refused.err.split('\n')).toHaveLength(4);
    const misused = await run([`des${hostile}troy`]);
    expect(misused.err).not.toMatch(obeyed);
  });

  test('prints a refusal with every field, and exits with 1', async () => {
    const error = {
      code: 'validation_failed',
      message: 'Not valid.',
      documentation_url: 'https://x.example/docs/errors#validation_failed',
      request_id: 'req_1',
      errors: [{ pointer: '/contact_email', code: 'invalid_format', message: 'must be an email address' }],
    };
    const argv = ['create-partner', '--name', 'A', '--use-case', 'B', '--email', 'c'];
    const { exitCode, err, out } = await run(argv, { answers: [[422, { error }]] });
    expect(exitCode).toBe(1);
    for (const part of ['422', 'validation_failed', '/contact_email: must be', 'req_1']) {
      expect(err).toContain(part);
    }
    expect(out).toBe('');
  });

  test.each([
    [401, 'invalid_api_key', "does not match this service's OPERATOR_TOKEN"],
    [404, 'route_not_found', 'has no OPERATOR_TOKEN'],
  ])('a rejected operator token is explained to the operator: %i %s', async (status, code, words) => {
    const { exitCode, err } = await run(['list'], {
      answers: [[status, { error: { code, message: 'x' } }]],
    });
    expect([exitCode, err]).toEqual([1, expect.stringContaining(words)]);
  });

  test.each([
    [[], 'npm run operator --'],
    [['destroy'], 'Unknown command "destroy"'],
    [['create-partner', '--name', 'A'], 'needs --use-case, --email'],
    [['create-partner', '--nmae', 'A'], '--nmae'],
    [['terminate'], '<partner_id>'],
    [['terminate', 'a', 'b'], '<partner_id>'],
    [['set-tier', 'ath_1'], '<athlete_id> <tier>'],
    [['set-budgets', 'prt_1'], 'set-budgets needs a budget'],
    [['set-budgets', 'prt_1', '--exports-per-day', 'many'], 'must be a whole number'],
    [['list', 'x'], 'no arguments'],
  ])('tells how it is used instead of sending %j', async (argv, told) => {
    const { exitCode, err, out, sent } = await run(argv);
    expect([exitCode, sent]).toEqual([2, []]);
    expect(out + err).toContain(told);
  });

  test('help exits with 0', async () => {
    const { exitCode, out } = await run(['--help']);
    expect([exitCode, out.includes('create-partner')]).toEqual([0, true]);
  });

  test('takes the token that npm start keeps, and advises if it is missing', async () => {
    const kept = await run(['list'], { variables: {}, storedToken: 'kept', answers: [[200, { data: [] }]] });
    expect(kept.sent[0]?.authorization).toBe('Bearer kept');
    const none = await run(['list'], { variables: {} });
    expect([none.exitCode, none.sent]).toEqual([2, []]);
    expect(none.err).toContain('OPERATOR_TOKEN');
  });

  test('BASE_URL and PORT set the address; the token is never sent over plain http', async () => {
    const at = async (variables: Record<string, string>) =>
      run(['show', 'p'], { variables: { OPERATOR_TOKEN, ...variables } });
    expect((await at({ PORT: '9000' })).sent[0]?.url).toBe('http://127.0.0.1:9000/operator/v1/partners/p');
    expect((await at({ BASE_URL: 'https://m.example/' })).sent[0]?.url).toBe(
      'https://m.example/operator/v1/partners/p',
    );
    for (const BASE_URL of ['http://m.example', 'http://127.0.0.1.m.example', 'file:///x', 'nonsense']) {
      expect(await at({ BASE_URL })).toMatchObject({ exitCode: 2, sent: [] });
    }
  });

  test('reports an unreachable service', async () => {
    const { exitCode, err } = await run(['list'], { answers: [] });
    expect(exitCode).toBe(2);
    expect(err).toContain('No response from http://127.0.0.1:8787');
    expect(err).toContain('npm start');
  });
});

test('plan-shards into a reader that has closed, as head does, ends without a stack', async () => {
  const command = ['src/tools/cli/operator-command.ts', 'plan-shards', '--region', 'weur'];
  const growth = ['--athletes', '900000000', '--years', '3'];
  const child = spawn(process.execPath, ['--no-warnings', ...command, ...growth]);
  const ended = once(child, 'close');
  child.stdout.destroy();
  expect([await text(child.stderr), (await ended)[0]]).toEqual(['', 0]);
});
