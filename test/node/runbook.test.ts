import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { CONDITIONS } from '#partner/alerting/conditions.ts';
import { REMEDIES, remedyOf } from '#partner/alerting/remedies.ts';
import { runWrangler } from '#tools/cli/wrangler.ts';
import { SCENES } from '../drill/scenes.ts';
import { listen } from '../support/processes.ts';
import { runOperator, runTool } from '../support/tools.ts';

/** The runbook of OPERATIONS.md: every command that it names is run, against services of this test. */

const operations = await readFile('OPERATIONS.md', 'utf8');
const [, runbook = ''] = /\n## Runbook\n([\s\S]*?)\n## /.exec(operations) ?? [];
const [, restoring = ''] = /\n## Restoring a database\n([\s\S]*?)\n## /.exec(operations) ?? [];
/** What is read at night: everything before `Deploy`. */
const LINES_MAX = 380;

const inBlocks = [...runbook.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
  block.trim().split('\n'),
);
const inText = [
  ...(runbook + restoring).replace(/```sh[\s\S]*?```/g, '').matchAll(/`((?:npm run|npx wrangler) [^`]+)`/g),
].map(([, command = '']) => command);
const commands = [...new Set([...inBlocks, ...inText])];
const beginningWith = (prefix: string) => commands.filter((command) => command.startsWith(prefix));

const tokenOf = (command: string, from: number) => command.split(/\s+/).slice(from);

const sections = new Map(
  runbook
    .split(/\n### /)
    .slice(1)
    .map((section) => [section.split('\n')[0] ?? '', section]),
);
const plain = (text: string) => text.replace(/\s+/g, ' ').trim();

describe('the runbook', () => {
  test.each(Object.keys(REMEDIES))('begins the section of %s with what alerts and doctor show', (name) => {
    const example = { url: 'https://musette.example', mailDomain: 'musette.example', about: 'live.c000' };
    const { affected, next, never } = remedyOf(name, example);
    const listed = next.map((command) => `\`${command}\``).join(', ');
    const [, paragraph = ''] = (sections.get(name) ?? '').split('\n\n');
    expect(plain(paragraph)).toBe(plain(`${affected} Run ${listed}. ${never.replace('Never', '**Never**')}`));
  });

  test('has a remedy for each alert, and a section for what no alert notices, with what never to do', () => {
    for (const name of Object.keys(CONDITIONS)) expect(Object.keys(REMEDIES)).toContain(name);
    const others = [...sections.keys()].filter((name) => !(name in REMEDIES));
    expect(others).toEqual([
      'A key leaked',
      'A secret leaked',
      'Erased by mistake',
      'A wrong product',
      'Rollback',
    ]);
    for (const name of others) {
      expect(sections.get(name), name).toMatch(/```sh\n[\s\S]*\*\*Never\*\* /);
    }
    expect(operations.match(/^\| `(\w+)` \| (?:hourly|every ten minutes) \|/gm)?.length).toBe(
      Object.keys(CONDITIONS).length,
    );
  });

  test('is read in the order in which it is needed, on a page that one can read at night', () => {
    const headings = [...operations.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual([
      ...['You were woken', 'Runbook', 'Restoring a database', 'Failing stores', 'Commands'],
      ...['Deploy', 'Crons', 'Limits'],
    ]);
    const [atNight = ''] = operations.split('\n## Deploy\n');
    expect(atNight.split('\n').length).toBeLessThanOrEqual(LINES_MAX);
  });

  test('names only sections, alerts and stores that exist where it says "see"', () => {
    const headings = [...operations.matchAll(/^##+ (.*)$/gm)].map(([, heading]) => heading);
    const named = [...operations.matchAll(/\(?[Ss]ee ([a-z]+_[a-z]+|[A-Z][A-Za-z ]+?)[).,:]/g)].map(
      ([, name]) => name,
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !headings.includes(name ?? ''))).toEqual([]);
  });

  test('names no command that is run by none of these tests', () => {
    const run = [
      ...['npm run operator -- ', 'npm run smoke -- ', 'npm run rollback', 'npm run migrate -- --remote'],
      ...[
        'npm run deploy',
        'npm run preflight',
        'npm run secrets',
        'npm run catalogue -- --remote',
        'npm run drill -- ',
      ],
      'npx wrangler ',
    ];
    const left = commands.filter((command) => !run.some((prefix) => command.startsWith(prefix)));
    expect(left).toEqual([]);
    expect(commands.length).toBeGreaterThan(20);
  });

  test('is practised section by section: npm run drill has a scene for each', () => {
    expect(Object.keys(SCENES).toSorted()).toEqual([...sections.keys()].toSorted());
  });

  test('cites the test that restores each database in turn', async () => {
    const cited = /`(test\/\S+\.test\.ts)`/.exec(restoring)?.[1] ?? '';
    expect(await readFile(cited, 'utf8')).toContain('copyDatabase(name)');
  });

  test.each(beginningWith('npm run operator -- '))('%s calls an operation that exists', async (command) => {
    const { paths } = JSON.parse(await readFile('src/operator-openapi.json', 'utf8'));
    const called: string[] = [];
    const { exitCode } = await runOperator(tokenOf(command, 4), {
      fetch: async (input) => {
        called.push(new URL(String(input)).pathname);
        return Response.json({ data: [] });
      },
    });
    expect(exitCode).toBe(command.endsWith('doctor') ? 1 : 0);
    const routes = Object.keys(paths).map((path) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`));
    const unknown = called.filter(
      (path) => !path.startsWith('/health') && !routes.some((route) => route.test(path)),
    );
    expect(unknown).toEqual([]);
    expect(called.length > 0).toBe(!command.includes('plan-shards'));
  });

  test.each(beginningWith('npm run smoke -- '))(
    '%s names each step that failed, and how to go back',
    async (command) => {
      const asked: string[] = [];
      const service = createServer((req, res) => {
        asked.push(`${req.method} ${req.url}`);
        const error = {
          code: 'invalid_api_key',
          message: 'The API key does not exist.',
          request_id: 'req_1',
        };
        res.writeHead(req.url === '/health/ready' ? 200 : 401).end(JSON.stringify({ error }));
      });
      const url = `http://127.0.0.1:${await listen(service)}`;
      const args = tokenOf(command.replace(/--url \S+/, `--url ${url}`), 4);
      const { out, err, exitCode } = await runTool('smoke.ts', args);
      service.close();
      expect(asked).toEqual(['GET /health/ready', 'GET /health', 'GET /mcp', 'POST /v1/athletes']);
      expect(exitCode).toBe(1);
      expect(out).toMatch(/^ok {6}ready\n(ok {6}reach it as .*\n){2}(skipped [\s\S]*\n){7}/);
      expect(err.split('\n').slice(0, 3)).toEqual([
        'failed  create an athlete: POST answered 401 invalid_api_key: The API key does not exist. (req_1)',
        `The smoke test of ${url} failed: create an athlete.`,
        expect.stringMatching(/^To roll back: npm run rollback <version> .*Never .*Never /),
      ]);
    },
  );

  test('migrates with the command whose parts test/node/remote-databases.test.ts runs', async () => {
    const { scripts } = JSON.parse(await readFile('package.json', 'utf8'));
    expect(beginningWith('npm run migrate')).toEqual(['npm run migrate -- --remote']);
    expect(await readFile(scripts.migrate.replace('node ', ''), 'utf8')).toContain("'--remote'");
  });

  test.each(
    beginningWith('npx wrangler ').map((command) => command.replace(/ --command ".*"$/, ' --command')),
  )('%s is a command of wrangler with these options', async (command) => {
    const words = tokenOf(command, 2);
    const help = await runWrangler([...words.filter((word) => !word.startsWith('--')), '--help']);
    const verbs = words.slice(0, words.findIndex((word) => /[A-Z._-]/.test(word)) >>> 0);
    expect(help).toContain(`wrangler ${verbs.slice(0, 2).join(' ')}`);
    expect(help).not.toContain('COMMANDS');
    for (const option of words.filter((word) => word.startsWith('--'))) expect(help).toContain(option);
  });

  test('smoke refuses a production key, plain http to another machine and a missing address', async () => {
    expect(
      (await runTool('smoke.ts', ['--url', 'https://a.example', '--key', 'sk_live_0000'])).exitCode,
    ).toBe(2);
    expect((await runTool('smoke.ts', ['--key', 'sk_test_0000'])).exitCode).toBe(2);
    const plain = await runTool('smoke.ts', ['--url', 'http://a.example', '--key', 'sk_test_0000']);
    expect([plain.exitCode, plain.err]).toEqual([1, 'Use https. The key is never sent over plain http.\n']);
  });
});
