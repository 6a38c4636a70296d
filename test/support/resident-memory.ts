import { readFile } from 'node:fs/promises';

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
