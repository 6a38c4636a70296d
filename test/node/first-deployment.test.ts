import { beforeEach, describe, expect, test } from 'vitest';
import { loadInto, remoteRegistry } from '#tools/cli/catalogue.ts';
import { deploy } from '#tools/cli/deploy.ts';
import { linesOfPlan, neededBy, planDeployment } from '#tools/cli/deploy-plan.ts';
import { boundDatabases, migrateRemote } from '#tools/cli/remote-databases.ts';
import { rollBack } from '#tools/cli/rollback.ts';
import { manageSecrets } from '#tools/cli/secrets.ts';
import { TAG_OF_ENGINE } from '#tools/cli/versions.ts';
import { CloudflareAccount, createdAccount, OperatorsConfiguration } from '../support/cloudflare-account.ts';

/** From an empty account to the smoke test and back, command by command, against a fake wrangler. */

let configuration: OperatorsConfiguration;
let account: CloudflareAccount;
let lines: string[];

const output = () => ({
  print: (line: string) => void lines.push(line),
  complain: (line: string) => void lines.push(line),
});

const secrets = (args: readonly string[] = [], answer = '') =>
  manageSecrets(args, { run: account.run, ask: async () => answer, ...output() });

const rollback = (...args: string[]) => rollBack(args, { run: account.run, ...output() });

beforeEach(() => {
  lines = [];
  configuration = new OperatorsConfiguration();
});

test('a first deployment: each command of the plan, in its order, from an empty account to the smoke test', async () => {
  account = new CloudflareAccount(configuration.read);
  account.sendingDomains.set('musette.test', false);
  const requests: string[] = [];
  const walked: string[] = [];
  const toDeploy = () =>
    deploy([], {
      config: configuration.read(),
      run: account.run,
      nowMs: account.nowMs,
      bundle: async () => undefined,
      upload: async ([command = '', tag = '']) => {
        expect(command).toBe('deploy');
        account.deploy(tag.replace('--tag=', ''));
        return 0;
      },
      smoke: {
        key: 'sk_test_0000',
        fetch: async (url, { method = 'GET' }) => {
          requests.push(`${method} ${new URL(url).pathname}`);
          return Response.json({}, { status: url.endsWith('/health/ready') ? 200 : 503 });
        },
      },
      ...output(),
    });
  // Deploying too early says what to run, and deploys nothing.
  expect([await toDeploy(), lines.at(-1)]).toEqual([1, 'Nothing was deployed.']);
  expect(lines.join('\n')).toContain('npm run deploy -- --plan');

  const steps: Readonly<Record<string, () => Promise<unknown>>> = {
    'npm run migrate -- --remote': async () => {
      for (const binding of boundDatabases()) await migrateRemote(account.run, binding);
    },
    'npm run secrets': () => secrets(),
    'npm run catalogue -- --remote': () =>
      loadInto(remoteRegistry(account.run), { report: output().print, isConfirmed: false }),
    'npm run preflight': async () => undefined,
    'npm run deploy': toDeploy,
  };
  const plan = planDeployment(neededBy(configuration.read()), {
    databases: null,
    namespaces: null,
    queues: null,
  });
  for (const line of linesOfPlan(plan)) {
    walked.push(line);
    if (line.startsWith('npx wrangler')) {
      const printed = await account.run(line.split(' ').slice(2));
      const [, name = ''] = /create (\S+)/.exec(line.replace('namespace ', '')) ?? [];
      const [, id] = /id = "(.*)"/.exec(printed) ?? [];
      const binding =
        configuration.read().d1_databases.find((one) => one.database_name === name)?.binding ?? name;
      if (id !== undefined) configuration.setIdentifier(binding, id);
    } else if (line.includes('npx wrangler email')) {
      await account.run(['email', 'sending', 'enable', 'musette.test']);
    } else if (!line.startsWith('#')) {
      expect(Object.keys(steps)).toContain(line);
      lines = [];
      await steps[line]?.();
    }
  }
  expect(walked.at(-1)).toBe('npm run deploy');
  expect(account.serving).toHaveLength(1);
  expect(account.secrets.size).toBe(4);
  const loaded = account.databaseOf('REGISTRY').sqlite.prepare('SELECT count(*) AS n FROM products').get();
  expect(Number(loaded?.n)).toBeGreaterThan(186);
  // The smoke test ran against the new version, and its failure names the way back.
  expect(requests.slice(0, 3)).toEqual(['GET /health/ready', 'GET /health', 'GET /mcp']);
  expect(lines).toContain('ok      ready');
  expect(lines.at(-1)).toMatch(/^To roll back: npm run rollback <version>/);
});

describe('secrets', () => {
  beforeEach(async () => {
    account = await createdAccount(configuration);
  });

  test('are created once, each shown once with the value that the Worker has', async () => {
    expect(await secrets()).toBe(0);
    const shown = new Map(lines.slice(1).map((line) => line.split('=') as [string, string]));
    expect([...shown]).toEqual([...account.secrets]);
    expect([...shown.keys()]).toEqual(['SIGNING_SECRET', 'WEBHOOK_KEY', 'LOOKUP_KEY', 'OPERATOR_TOKEN']);
    for (const value of shown.values()) expect(value).toMatch(/^[0-9a-f]{64}$/);
    expect(new Set(shown.values()).size).toBe(4);
    const before = new Map(account.secrets);
    lines = [];
    expect(await secrets()).toBe(0);
    expect([lines.length, account.secrets]).toEqual([1, before]);
    for (const value of before.values()) expect(account.called.join()).not.toContain(value);
  });

  test('that are missing are added, and those that exist are kept', async () => {
    account.secrets.set('LOOKUP_KEY', 'kept');
    await secrets();
    expect(account.secrets.get('LOOKUP_KEY')).toBe('kept');
    expect(lines.join()).not.toContain('LOOKUP_KEY');
  });

  test('are not created, and none is shown, if wrangler fails', async () => {
    account.isLoggedIn = false;
    expect(await secrets()).toBe(1);
    account.isLoggedIn = true;
    account.fault = (command) => (command.startsWith('secret bulk') ? 'cut off' : null);
    await expect(secrets()).rejects.toThrow('cut off');
    expect([account.secrets.size, lines.filter((line) => /^[A-Z_]+=/.test(line))]).toEqual([0, []]);
  });

  test.each(['SIGNING_SECRET', 'LOOKUP_KEY'])(
    '%s is rotated with its former value in the same call',
    async (name) => {
      await secrets();
      const former = account.secrets.get(name) ?? '';
      expect(await secrets(['--rotate', name], 'too short')).toBe(2);
      expect(account.secrets.get(name)).toBe(former);
      expect(await secrets(['--rotate', name], `${former}\n`)).toBe(0);
      expect(account.secrets.get(`FORMER_${name}`)).toBe(former);
      expect(lines.at(-1)).toBe(`${name}=${account.secrets.get(name)}`);
      expect(account.secrets.get(name)).not.toBe(former);
    },
  );

  test('without a former value are rotated alone; an unknown or a missing one is refused', async () => {
    expect(await secrets(['--rotate', 'OPERATOR_TOKEN'])).toBe(2);
    await secrets();
    const former = account.secrets.get('OPERATOR_TOKEN');
    expect(await secrets(['--rotate', 'OPERATOR_TOKEN'])).toBe(0);
    expect(account.secrets.get('OPERATOR_TOKEN')).not.toBe(former);
    expect(account.secrets.has('FORMER_OPERATOR_TOKEN')).toBe(false);
    expect(await secrets(['--rotate', 'ANOTHER'])).toBe(2);
  });
});

describe('a rollback', () => {
  beforeEach(async () => {
    account = await createdAccount(configuration);
    for (const binding of boundDatabases()) await migrateRemote(account.run, binding);
    account.deploy(TAG_OF_ENGINE);
  });

  const latest = () => account.versions.at(-1)?.id ?? '';
  const makePartner = (status: string) =>
    account.databaseOf('REGISTRY').sqlite.exec(
      `INSERT INTO partners (id, name, use_case, contact_email, default_tier, status, created_at, home_region, regions, test_shards, live_shards)
        VALUES ('ptn_${status}', 'a', 'b', 'c', 'full', '${status}', 0, 'weur', '["weur"]', '["c000"]', '["c001"]')`,
    );

  test('to a version with every shard in use gives it all traffic, and says what never to do', async () => {
    makePartner('active');
    const before = latest();
    account.deploy(TAG_OF_ENGINE);
    expect(await rollback(before)).toBe(0);
    expect(account.serving.map(({ id }) => id)).toEqual([before]);
    expect(lines.join()).toContain('Never restore a database because of errors.');
  });

  test('to a version that lacks a shard in use is refused, and names it; one that nobody uses may be missing', async () => {
    configuration.edit(
      /\[\[d1_databases\]\]\nbinding = "ATHLETES_LIVE_WEUR_1"(?:\n\w+ = ".*")*/,
      '# left out',
    );
    account.deploy(TAG_OF_ENGINE);
    const without = latest();
    account.deploy(TAG_OF_ENGINE);
    makePartner('purged');
    expect(await rollback(without)).toBe(0);
    account.deploy(TAG_OF_ENGINE);
    const now = account.serving;
    makePartner('suspended');
    expect(await rollback(without)).toBe(1);
    expect(lines.at(-1)).toContain('has no binding for live.c001 (weur)');
    expect(account.serving).toEqual(now);
  });

  test('to a version with another database in a binding is refused', async () => {
    const before = latest();
    configuration.setIdentifier('ATHLETES_LIVE_WEUR_1', 'bbbbbbbb-0000-4000-8000-000000000000');
    account.deploy(TAG_OF_ENGINE);
    expect(await rollback(before)).toBe(1);
    expect(lines.at(-1)).toContain('binds other databases as ATHLETES_LIVE_WEUR_1');
  });

  test('past a change of a secret is refused, and one after it is not', async () => {
    const before = latest();
    await secrets();
    account.deploy(TAG_OF_ENGINE);
    const after = latest();
    account.deploy(TAG_OF_ENGINE);
    expect(await rollback(before)).toBe(1);
    expect(lines.at(-1)).toContain('Never roll back past a deployment that changed a secret.');
    expect(await rollback(after)).toBe(0);
  });

  test('to another engine needs --yes', async () => {
    account.deploy('engine-0.0.1');
    const older = latest();
    account.deploy(TAG_OF_ENGINE);
    expect(await rollback(older)).toBe(1);
    expect(lines.at(-1)).toContain(`npm run rollback -- ${older} --yes`);
    expect(await rollback(older, '--yes')).toBe(0);
  });

  test.each([[[]], [['latest']], [['a', 'b']]])(
    'without one version is misuse, and calls nothing: %j',
    async (args) => {
      account.called.length = 0;
      expect([await rollback(...args), account.called]).toEqual([2, []]);
      expect(lines.join()).toMatch(/Never .*Never /s);
    },
  );

  test('to a version that does not exist fails with the message of wrangler', async () => {
    await expect(rollback('00000000-0000-4000-8000-000000000000')).rejects.toThrow('does not exist');
  });
});
