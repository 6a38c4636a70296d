import { beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '#platform/clock.ts';
import { deploy } from '#tools/cli/deploy.ts';
import { preflight } from '#tools/cli/preflight.ts';
import { migrateRemote } from '#tools/cli/remote-databases.ts';
import { ASKED_MAX, wrongLocation } from '#tools/cli/verify-databases.ts';
import { TAG_OF_ENGINE } from '#tools/cli/versions.ts';
import {
  type CloudflareAccount,
  createdAccount,
  OperatorsConfiguration,
} from '../support/cloudflare-account.ts';

/** `npm run preflight`, and `npm run deploy`, which makes the same checks, against a fake wrangler. */

const SHARD = 'ATHLETES_LIVE_WEUR_1';
const SECRETS = ['SIGNING_SECRET', 'WEBHOOK_KEY', 'LOOKUP_KEY'];

let configuration: OperatorsConfiguration;
let account: CloudflareAccount;

beforeEach(async () => {
  configuration = new OperatorsConfiguration();
  account = await createdAccount(configuration);
  for (const name of SECRETS) account.secrets.set(name, 'x'.repeat(64));
  for (const { binding } of configuration.read().d1_databases) await migrateRemote(account.run, binding);
  account.called.length = 0;
});

const check = () =>
  preflight({ config: configuration.read(), args: [], run: account.run, nowMs: account.nowMs });

async function refusals() {
  return (await check()).flatMap(({ name, refusals: all }) => all.map((refusal) => `${name}: ${refusal}`));
}

async function deployed(args: readonly string[] = [], bundle = async () => undefined) {
  const uploads: string[] = [];
  const lines: string[] = [];
  const exitCode = await deploy(args, {
    config: configuration.read(),
    run: account.run,
    nowMs: account.nowMs,
    bundle,
    upload: async (words) => {
      uploads.push(words.join(' '));
      if (!words.includes('--dry-run')) account.deploy(TAG_OF_ENGINE);
      return 0;
    },
    smoke: { fetch: () => Promise.reject(new Error('no request was expected')), key: '' },
    print: (line) => lines.push(line),
    complain: (line) => lines.push(line),
  });
  return { exitCode, uploads, lines };
}

test('a preflight of a deployment that lacks nothing passes, and changes nothing', async () => {
  const results = await check();
  expect(results.flatMap((result) => [...result.refusals, ...(result.warnings ?? [])])).toEqual([]);
  expect(results).toHaveLength(8);
  const verbs = new Set(account.called.map((command) => command.split(' ').slice(0, 2).join(' ')));
  expect([...verbs].filter((verb) => /create|bulk|deploy$|migrations/.test(verb))).toEqual([]);
  const statements = account.called.filter((command) => command.startsWith('d1 execute'));
  expect(statements.every((statement) => /--command=SELECT /.test(statement))).toBe(true);
});

describe('a preflight refuses, before it asks the account,', () => {
  test.each([
    [
      'a Worker without a route',
      () => configuration.edit(/^routes = /m, '# routes = '),
      /^route: wrangler.toml has no route.* Uncomment the line `routes` above \[vars\]/,
    ],
    [
      'a route that TOML reads as part of another table',
      () => configuration.edit(/^(routes = .*\n)([\s\S]*)/m, '$2\n$1'),
      /^route: wrangler.toml has no route/,
    ],
    [
      'a route with another host than BASE_URL',
      () => configuration.edit(/pattern = "musette.test"/, 'pattern = "api.musette.test/*"'),
      /^route: The Worker serves api.musette.test, but BASE_URL is https:\/\/musette.test/,
    ],
    [
      'workers.dev with another host than BASE_URL',
      () => configuration.edit(/^routes = .*/m, '').edit(/^workers_dev = false/m, 'workers_dev = true'),
      /^route: The Worker serves musette.<account>.workers.dev/,
    ],
    [
      'a malformed var, whose Worker would answer everything with 503,',
      () => configuration.edit(/^TERMS_URL = .*/m, 'TERMS_URL = "musette.test/terms"'),
      /^vars and bindings: Missing or malformed .* 503: TERMS_URL\.$/,
    ],
    [
      'a binding of each kind that is missing',
      () =>
        configuration
          .edit(/^name = "TRIES"/m, 'name = "TRIAL"')
          .edit(/^name = "DISPATCHER"/m, 'name = "SENDER"')
          .edit(/^binding = "JOB_QUEUE"/m, 'binding = "JOBS"')
          .edit(/^binding = "ASSETS"/m, 'binding = "FILES"')
          .edit(/^binding = "ATHLETES_LIVE_/gm, 'binding = "LIVE_'),
      /503: DISPATCHER, JOB_QUEUE, TRIES, ASSETS, ATHLETES_LIVE_<REGION>_0\.$/,
    ],
    [
      'the environment of a local installation',
      () => configuration.edit(/^ENVIRONMENT = .*/m, 'ENVIRONMENT = "local"'),
      /^vars and bindings: ENVIRONMENT is local, .*outbox/,
    ],
    [
      'a BASE_URL that is not https',
      () => configuration.edit(/^BASE_URL = "https:/m, 'BASE_URL = "http:'),
      /^vars and bindings: BASE_URL is http:\/\/musette.test\. It must be https/,
    ],
    [
      'a BASE_URL with a path',
      () => configuration.edit(/^BASE_URL = ".*/m, 'BASE_URL = "https://musette.test/api"'),
      /^vars and bindings: BASE_URL is https:\/\/musette.test\/api\./,
    ],
    [
      'a value of the repository',
      () => configuration.edit(/MAIL_FROM = .*/, 'MAIL_FROM = "no-reply@musette.example"'),
      /^values: MAIL_FROM is still "no-reply@musette.example"/,
    ],
    [
      'an identifier of zeros',
      () => configuration.setIdentifier('API_KEYS', '0'.repeat(32)).setIdentifier(SHARD, ''),
      /^identifiers: No identifier .* API_KEYS, ATHLETES_LIVE_WEUR_1\. npm run deploy -- --plan/,
    ],
  ])('%s', async (_, edit, expected) => {
    edit();
    expect(await refusals()).toEqual([expect.stringMatching(expected)]);
    expect(account.called).toEqual([]);
    const dry = await deployed(['--dry-run']);
    expect([dry.exitCode, dry.uploads]).toEqual([1, []]);
    expect((await deployed()).uploads).toEqual([]);
  });

  test.each([
    [/^routes = .*/m, 'routes = ["*.test/*"]'],
    [/^routes = .*/m, 'route = "https://musette.test/*"'],
  ])('not a route that serves BASE_URL: %s %s', async (pattern, route) => {
    configuration.edit(pattern, route);
    expect(await refusals()).toEqual([]);
  });
});

describe('a preflight refuses, as does a dry run and a deployment,', () => {
  test.each([
    [
      'a missing secret',
      () => account.secrets.delete('WEBHOOK_KEY'),
      ['secrets: The Worker has no WEBHOOK_KEY. Create what is missing: npm run secrets'],
    ],
    [
      'a domain that may not send',
      () => account.sendingDomains.set('musette.test', false),
      [
        'email: MAIL_FROM is in musette.test, which may not send email. Enable it: npx wrangler email sending enable musette.test',
      ],
    ],
    [
      'a domain that the account does not have',
      () => account.sendingDomains.clear(),
      [
        expect.stringMatching(
          /^email: .*Could not find zone for `musette.test`.*email sending enable musette.test$/,
        ),
      ],
    ],
    [
      'a queue and a database that do not exist',
      () => {
        account.queues.clear();
        account.databases.delete('musette-athletes-live-weur-1');
      },
      [
        expect.stringContaining('npx wrangler queues create musette-jobs'),
        expect.stringContaining('npx wrangler d1 create musette-athletes-live-weur-1 --location weur'),
        expect.stringMatching(/^migrations and locations: ATHLETES_LIVE_WEUR_1: .*Couldn't find/),
      ],
    ],
    [
      'a database that lacks a migration',
      () => account.databaseOf(SHARD).sqlite.exec('DELETE FROM schema_migrations'),
      [
        'migrations and locations: ATHLETES_LIVE_WEUR_1 lacks 0001_athletes.sql',
        'migrations and locations: To apply migrations: npm run migrate -- --remote.',
      ],
    ],
    [
      'a registry without tables',
      () => account.databaseOf('REGISTRY').sqlite.exec('DROP TABLE schema_migrations'),
      [
        'migrations and locations: REGISTRY lacks 0001_registry.sql',
        'migrations and locations: To apply migrations: npm run migrate -- --remote.',
      ],
    ],
    [
      'a shard in another jurisdiction',
      () => {
        account.databaseOf(SHARD).jurisdiction = 'us';
      },
      [
        'migrations and locations: ATHLETES_LIVE_WEUR_1 is in the jurisdiction us and should be in no jurisdiction',
        expect.stringContaining('Create another one with a new ordinal.'),
      ],
    ],
    [
      'a missing login, once',
      () => {
        account.isLoggedIn = false;
      },
      [
        expect.stringMatching(
          /^databases, namespaces and queues: Not signed in to Cloudflare\. Run `npx wrangler login`.*$/,
        ),
      ],
    ],
  ])('%s', async (_, change, expected) => {
    change();
    expect(await refusals()).toEqual(expected);
    for (const args of [['--dry-run'], []]) {
      const { exitCode, uploads, lines } = await deployed(args);
      expect([exitCode, uploads, lines.at(-1)]).toEqual([1, [], 'Nothing was deployed.']);
    }
  });

  test('a gradual rollout of another engine', async () => {
    account.deploy('engine-0.0.1');
    const [other] = account.serving;
    account.deploy(TAG_OF_ENGINE);
    expect(await refusals()).toEqual([]);
    account.serving = [...account.serving, ...(other ? [other] : [])];
    expect(await refusals()).toEqual([expect.stringContaining(`${other?.id} has a different engine`)]);
  });
});

test('a location that differs only warns, and one of a shard that does not answer refuses the deployment', async () => {
  account.databaseOf(SHARD).running_in_region = 'ENAM';
  const warnings = (await check()).flatMap((result) => result.warnings ?? []);
  expect(warnings).toEqual(['ATHLETES_LIVE_WEUR_1 runs in enam and should in weur']);
  account.fault = (command) => (command.startsWith('d1 info ATHLETES_TEST_ENAM_0') ? 'timeout' : null);
  expect(await refusals()).toEqual([expect.stringMatching(/ATHLETES_TEST_ENAM_0: .*timeout/s)]);
});

test('a bundle that fails deploys nothing', async () => {
  const broken = () => Promise.reject(new Error('The service was stopped'));
  await expect(deployed([], broken)).rejects.toThrow('The service was stopped');
  expect(account.serving).toEqual([]);
});

describe('of its databases, a preflight asks', () => {
  const asked = async () => {
    account.called.length = 0;
    await check();
    return [...new Set(account.called.flatMap((command) => /d1 info (\w+)/.exec(command)?.[1] ?? []))];
  };

  test('all before the first deployment, then none for a day, then all', async () => {
    const shards = configuration.read().d1_databases.length - 1;
    expect(await asked()).toHaveLength(shards);
    expect((await deployed()).exitCode).toBe(0);
    expect(await asked()).toEqual([]);
    expect(account.called.length).toBeLessThan(12);
    account.nowMs += DAY_MS + 1;
    expect(await asked()).toHaveLength(shards);
  });

  test('none that check-schema found complete within a day', async () => {
    await deployed();
    account.nowMs += 3 * DAY_MS;
    account.databaseOf('REGISTRY').sqlite.exec(
      `INSERT INTO job_states SELECT 'check-schema', environment || '.' || shard, 0, 0, 'done', '{}', ${account.nowMs}, 0
        FROM shards WHERE environment = 'live'`,
    );
    const names = await asked();
    expect(names).toHaveLength(3);
    expect(names.every((name) => name.startsWith('ATHLETES_TEST_'))).toBe(true);
  });

  test('one that is bound to another database than the deployed version', async () => {
    await deployed();
    await account.run(['d1', 'create', 'another', '--location', 'weur']);
    account.databases.delete('musette-athletes-live-weur-1');
    const other = account.databases.get('another');
    if (other) account.databases.set('musette-athletes-live-weur-1', other);
    configuration.setIdentifier(SHARD, other?.uuid ?? '');
    expect(await asked()).toEqual([SHARD]);
    expect(await refusals()).toContain(
      'migrations and locations: ATHLETES_LIVE_WEUR_1 lacks 0001_athletes.sql',
    );
  });

  test('one that is behind', async () => {
    await deployed();
    account
      .databaseOf('REGISTRY')
      .sqlite.exec(
        "UPDATE shards SET schema = '0000_older.sql' WHERE environment = 'live' AND shard = 'c001'",
      );
    expect(await asked()).toEqual([SHARD]);
  });

  test(`at most ${ASKED_MAX}; a deployment records them and continues with the rest when it is repeated`, async () => {
    const template = account.databaseOf(SHARD);
    for (let ordinal = 2; ordinal < 140; ordinal++) {
      const name = `musette-athletes-live-weur-${ordinal}`;
      const uuid = `aaaaaaaa-0000-4000-8000-${String(ordinal).padStart(12, '0')}`;
      account.databases.set(name, { ...template, uuid });
      configuration.edit(
        /\n\[\[durable_objects/,
        `\n[[d1_databases]]\nbinding = "ATHLETES_LIVE_WEUR_${ordinal}"\ndatabase_name = "${name}"\ndatabase_id = "${uuid}"\nmigrations_dir = "migrations/athletes"\n\n[[durable_objects`,
      );
    }
    expect(await asked()).toHaveLength(ASKED_MAX);
    expect(await refusals()).toEqual([expect.stringContaining('44 databases are not verified yet')]);
    expect((await deployed()).exitCode).toBe(1);
    expect(await asked()).toHaveLength(44);
    expect((await deployed()).exitCode).toBe(0);
    account.nowMs += DAY_MS + 1;
    const results = await check();
    expect(results.flatMap((result) => result.refusals)).toEqual([]);
    expect(results.flatMap((result) => result.warnings ?? [])).toEqual([
      expect.stringContaining('44 databases have not been verified for a day'),
    ]);
  });
});

test.each([
  ['eu', { jurisdiction: 'eu', location: 'weur' }, null],
  ['eu', { jurisdiction: null, location: 'weur' }, true],
  ['weur', { jurisdiction: null, location: 'weur' }, null],
  ['weur', { jurisdiction: 'eu', location: 'weur' }, true],
  ['weur', { jurisdiction: null, location: 'enam' }, false],
  ['weur', { jurisdiction: null, location: null }, false],
  ['eu', { jurisdiction: undefined, location: 'eeur' }, false],
  ['eu', { jurisdiction: undefined, location: 'enam' }, true],
  ['eu', { jurisdiction: undefined, location: null }, true],
  ['weur', { jurisdiction: undefined, location: 'weur' }, null],
] as const)('a shard of %s in the jurisdiction and location %j: refused %s', (region, place, isRefused) => {
  expect(wrongLocation(region, place)?.isRefused ?? null).toBe(isRefused);
});
