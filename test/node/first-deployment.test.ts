import { spawnSync } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { loadInto, remoteRegistry } from '#tools/cli/catalogue.ts';
import { deploy, planFor } from '#tools/cli/deploy.ts';
import { boundDatabases, migrateRemote } from '#tools/cli/remote-databases.ts';
import { rollBack } from '#tools/cli/rollback.ts';
import { manageSecrets } from '#tools/cli/secrets.ts';
import { TAG_OF_ENGINE } from '#tools/cli/versions.ts';
import { NotSignedIn } from '#tools/cli/wrangler.ts';
import { withIdentifiers } from '#tools/cli/write-identifiers.ts';
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

/** Runs `npm run deploy -- --plan`, with this answer to its question, and returns what it prints. */
async function plan(answer: string, ...args: readonly string[]): Promise<readonly string[]> {
  const printed: string[] = [];
  await planFor(args, {
    config: configuration.read(),
    run: account.run,
    print: (line) => printed.push(line),
    ask: async (question) => {
      printed.push(question);
      return answer;
    },
    readToml: configuration.readText,
    writeToml: configuration.writeText,
  });
  return printed;
}

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
    'npm run deploy -- --plan': async () => void (await plan('y')),
  };
  for (const whole of await plan('')) {
    const [line = ''] = whole.split(/ {2,}#/);
    walked.push(line);
    if (line.startsWith('npx wrangler')) {
      await account.run(line.split(' ').slice(2));
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

describe('the identifiers in wrangler.toml', () => {
  beforeEach(async () => {
    account = new CloudflareAccount(configuration.read);
    for (const line of await plan('')) {
      if (line.startsWith('npx wrangler')) await account.run(line.split(' ').slice(2));
    }
  });

  test('are written by the plan once somebody says yes, each into its block, and nothing else changes', async () => {
    const before = await configuration.readText();
    const refused = await plan('n');
    expect(await configuration.readText()).toBe(before);
    expect(refused.join('\n')).toContain('Write these 8 identifiers into wrangler.toml? [y/N]');
    expect(refused).toContain('# Not written. To write them: npm run deploy -- --plan --yes');
    await plan('yes');
    const { d1_databases: databases, kv_namespaces: namespaces } = configuration.read();
    for (const { database_name: name = '', database_id: id } of databases)
      expect(id).toBe(account.databases.get(name)?.uuid);
    for (const { binding, id } of namespaces) expect(id).toBe(account.namespaces.get(binding));
    const masked = (text: string) => text.replace(/^((database_)?id) = ".*"/gm, '$1');
    expect(masked(await configuration.readText())).toBe(masked(before));
    // Nothing is left to ask.
    expect((await plan('y')).filter((line) => /identifier|create/.test(line))).toEqual([]);
  });

  test('are asked for only where somebody can answer, and --yes writes them in a script', async () => {
    const printed: string[] = [];
    const tools = {
      config: configuration.read(),
      run: account.run,
      print: (line: string) => void printed.push(line),
      ask: null,
      readToml: configuration.readText,
      writeToml: configuration.writeText,
    };
    const before = await configuration.readText();
    await planFor([], tools);
    expect(await configuration.readText()).toBe(before);
    await planFor(['--yes'], tools);
    expect(await configuration.readText()).not.toBe(before);
  });

  test('a plan without a login says so in one line, and is that of an empty account', async () => {
    account.isLoggedIn = false;
    const [first, ...rest] = await plan('y');
    expect(first).toMatch(/^# Not signed in to Cloudflare\. Run `npx wrangler login`.* an empty account\.$/);
    expect(rest[0]).toBe('npx wrangler kv namespace create API_KEYS');
  });

  test('a block that lacks its identifier is named', async () => {
    expect(() => withIdentifiers('[x]\nbinding = "B"\n', [{ binding: 'B', member: 'id', id: '1' }])).toThrow(
      'wrangler.toml has no block of B with a line `id = "…"`.',
    );
  });
});

describe.skipIf(process.env.CLOUDFLARE_API_TOKEN !== undefined)('without a login', () => {
  test.each([
    ['remote-databases.ts', '--remote'],
    ['secrets.ts'],
    ['catalogue.ts', '--remote'],
    ['rollback.ts', '00000000-0000-0000-0000-000000000000'],
  ])('%s says one line', async (file, ...args) => {
    const home = await mkdtemp(join(tmpdir(), 'musette-home-'));
    const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: home };
    const command = ['--no-warnings', `src/tools/cli/${file}`, ...args];
    const { stdout, stderr, status } = spawnSync(process.execPath, command, { encoding: 'utf8', env });
    expect(`${stdout}${stderr}`).toMatch(/^Not signed in to Cloudflare\. Run `npx wrangler login`.*\n$/);
    expect(status).toBe(1);
  });
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
    await expect(secrets()).rejects.toThrow(NotSignedIn);
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
