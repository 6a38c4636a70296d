import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { childrenOf } from './children-of.ts';

/** Reads the state of processes from Linux: their processor time, their memory, and the cores they may run on. */

/** A process counts its time in hundredths of a second, whatever the machine's clock (proc(5), `sysconf(_SC_CLK_TCK)`). */
const TICK_MS = 10;

/** Lists the processes below a process, at any depth, whose program has this name. */
export async function programsBelow(pid: number, program: string): Promise<readonly number[]> {
  const found: number[] = [];
  for (const child of await childrenOf(pid)) {
    if ((await nameOf(child)) === program) found.push(child);
    found.push(...(await programsBelow(child, program)));
  }
  return found;
}

async function nameOf(pid: number): Promise<string> {
  return (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')).trim();
}

/** Returns the processor time in ms that these processes have used, in the kernel too, with all of their threads. */
export async function processorTimeMs(pids: readonly number[]): Promise<number> {
  const times = await Promise.all(pids.map(timeOfMs));
  return times.reduce((sum, ms) => sum + ms, 0);
}

async function timeOfMs(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name before `)` may hold spaces; user and system time are the 12th and 13th fields after it.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Returns the memory in MiB that these processes hold. */
export async function residentMib(pids: readonly number[]): Promise<number> {
  const sizes = await Promise.all(
    pids.map(async (pid) => {
      const text = await readFile(`/proc/${pid}/status`, 'utf8');
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(text)?.[1]) / 1024;
    }),
  );
  return sizes.reduce((sum, mib) => sum + mib, 0);
}

/** Keeps a process, with all of its threads, on one processor. */
export async function keepOnCore(pid: number, core: number): Promise<void> {
  await promisify(execFile)('taskset', ['-a', '-c', '-p', String(core), String(pid)]);
}
