import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { takeState } from '#tools/cli/local-state.ts';

let state: string;
const started: ChildProcess[] = [];
beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), 'musette-lock-'));
  await mkdir(join(state, 'musette'));
});
afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  await rm(state, { recursive: true });
});

/** Starts a process that runs until it is killed. */
async function runningProcess(): Promise<ChildProcess & { readonly pid: number }> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60_000)']);
  started.push(child);
  await once(child, 'spawn');
  return Object.assign(child, { pid: child.pid ?? 0 });
}

describe('the lock of a state directory', () => {
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
