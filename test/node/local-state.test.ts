import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { unstable_getVarsForDev as readVars } from 'wrangler';
import { envLine, keepSecrets, protectState, takeState } from '#tools/cli/local-state.ts';
import { fc } from '../support/random-seed.ts';

let parent: string;
let state: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'musette-state-'));
  state = join(parent, 'state');
});
afterEach(() => rm(parent, { recursive: true }));

async function modeOf(...path: readonly string[]): Promise<string> {
  return ((await stat(join(state, ...path))).mode & 0o777).toString(8);
}

describe('the state directory is open to its owner only', () => {
  test('on creation', async () => {
    await protectState(state);
    expect([await modeOf(), await modeOf('musette'), await modeOf('v3')]).toEqual(['700', '700', '700']);
  });

  test('if it existed with wider modes, and its secret files too', async () => {
    await mkdir(join(state, 'musette'), { recursive: true });
    await mkdir(join(state, 'v3/d1'), { recursive: true });
    await writeFile(join(state, 'musette/operator-token'), 'secret');
    for (const folder of ['', 'musette', 'v3']) await chmod(join(state, folder), 0o777);
    await chmod(join(state, 'musette/operator-token'), 0o644);

    await protectState(state);
    expect([await modeOf(), await modeOf('musette'), await modeOf('v3')]).toEqual(['700', '700', '700']);
    expect(await modeOf('musette', 'operator-token')).toBe('600');
  });

  test('but a directory with other contents keeps its mode, and only the service folders in it are closed', async () => {
    await mkdir(state);
    await writeFile(join(state, 'of-somebody-else'), '');
    await chmod(state, 0o755);
    await protectState(state);
    expect([await modeOf(), await modeOf('musette'), await modeOf('v3')]).toEqual(['755', '700', '700']);
  });
});

describe('a secret in an env file', () => {
  test('is read by wrangler unchanged, with --env-file and from .dev.vars', async () => {
    await mkdir(join(state, 'musette'), { recursive: true });
    const secret = fc
      .string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 40 })
      .filter((text) => !/\\$/.test(text) && !["'", '`', '"'].every((mark) => text.includes(mark)))
      .filter((text) => !(text.includes("'") && text.includes('`') && text.includes('\\')));
    await fc.assert(
      fc.asyncProperty(secret, secret, async (first, second) => {
        const file = await keepSecrets(state, { FIRST: first, SECOND: second });
        const lines = [['FIRST', first] as const, ['SECOND', second] as const].map(envLine);
        await writeFile(join(parent, '.dev.vars'), lines.join('\n'));
        for (const files of [[file], undefined]) {
          const vars = readVars(join(parent, 'wrangler.toml'), files, {}, undefined, true);
          expect([vars.FIRST?.value, vars.SECOND?.value]).toEqual([first, second]);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ['a line break', 'a\nb'],
    ['a backslash at its end', 'abc\\'],
    ['all kinds of quotation marks', `'"\``],
    ['two kinds and a backslash', `'\`\\n`],
  ])('is refused where the format cannot hold it: %s', (_what, value) => {
    expect(() => envLine(['OPERATOR_TOKEN', value])).toThrow(/^OPERATOR_TOKEN must not contain/);
  });
});

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

/** Starts a process that runs until it is killed. */
async function runningProcess(): Promise<ChildProcess & { readonly pid: number }> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60_000)']);
  started.push(child);
  await once(child, 'spawn');
  return Object.assign(child, { pid: child.pid ?? 0 });
}

describe('the lock of a state directory', () => {
  beforeEach(() => mkdir(join(state, 'musette'), { recursive: true }));

  test('is given to one process, and again to the same', async () => {
    expect(takeState(state, process.pid)).toBe(true);
    expect(takeState(state, process.pid)).toBe(false);
  });

  test('is refused while its process runs, in one line that names the process', async () => {
    const { pid } = await runningProcess();
    takeState(state, pid);
    expect(() => takeState(state, process.pid)).toThrow(`${state} is in use by process ${pid}. Stop it,`);
  });

  test('of a process that was killed is taken over', async () => {
    const child = await runningProcess();
    takeState(state, child.pid);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(takeState(state, process.pid)).toBe(true);
  });

  test('of an earlier process with the identifier of a running one is taken over', async () => {
    const { pid } = await runningProcess();
    takeState(state, pid);
    const database = new DatabaseSync(join(state, 'musette/lock.sqlite'));
    database.exec("UPDATE holder SET started_at = 'before the last restart'");
    database.close();
    expect(takeState(state, process.pid)).toBe(true);
  });

  test('that is no database is refused, and named', async () => {
    await writeFile(join(state, 'musette/lock.sqlite'), 'x'.repeat(10_000));
    expect(() => takeState(state, process.pid)).toThrow(/lock\.sqlite cannot be used \(.*not a database/);
  });

  test('is given to exactly one of twelve processes that want it at the same moment, after a killed one', async () => {
    const killed = await runningProcess();
    takeState(state, killed.pid);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    const module = new URL('../../src/tools/cli/local-state.ts', import.meta.url);
    const program = `
      const { takeState } = await import(${JSON.stringify(module)});
      process.stdin.once('data', () => {
        try { takeState(${JSON.stringify(state)}, process.pid); console.log('taken'); }
        catch (cause) { console.log(cause.name); }
      });
      process.stdin.once('end', () => process.exit());
      console.log('waits');`;
    const racers = Array.from({ length: 12 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['pipe', 'pipe', 'inherit'] }),
    );
    started.push(...racers);
    await Promise.all(racers.map(({ stdout }) => once(stdout, 'readable')));
    for (const { stdin } of racers) stdin.write('go');
    // All stay until each has answered, so that none finds a lock whose process ended.
    const answers = racers.map(({ stdout }) => text(stdout));
    await Promise.all(racers.map(({ stdout }) => once(stdout, 'data')));
    for (const { stdin } of racers) stdin.end();
    const words = (await Promise.all(answers)).map((answer) => answer.replace('waits', '').trim());
    expect(words.sort()).toEqual([...Array.from({ length: 11 }, () => 'Refusal'), 'taken']);
  });
});
