import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { promisify } from 'node:util';

/** Reads the state of processes from Linux: their children, processor time and memory, and the cores they may run on. */

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
  const sizes = await Promise.all(pids.map(residentMemory));
  return sizes.reduce((sum, { nowMb }) => sum + nowMb, 0);
}

/** Keeps a process, with all of its threads, on one processor. */
export async function keepOnCore(pid: number, core: number): Promise<void> {
  await promisify(execFile)('taskset', ['-a', '-c', '-p', String(core), String(pid)]);
}

/** The processes that a process has started and that run still, as Linux tells them. */
export async function childrenOf(pid: number): Promise<readonly number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return text.split(' ').filter(Boolean).map(Number);
}

/** Returns the children of a process, their children, and so on. */
export async function descendantsOf(pid: number): Promise<readonly number[]> {
  const children = await childrenOf(pid);
  return [...children, ...(await Promise.all(children.map(descendantsOf))).flat()];
}

interface ResidentMemory {
  readonly nowMb: number;
  /** Since the process began. */
  readonly peakMb: number;
}

/** Reads how much memory of the machine a process has, as Linux tells it. */
export async function residentMemory(pid: number): Promise<ResidentMemory> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const mb = (field: string) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
  return { nowMb: mb('VmRSS'), peakMb: mb('VmHWM') };
}

/** Lets a server listen on a free port of this machine, and returns the port. */
export async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
}

/** A port of this machine that nothing listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await listen(probe);
  probe.close();
  await once(probe, 'close');
  return port;
}
