import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import type { Operation } from './operations.ts';

/** The load of the HTTP benchmarks: autocannon. */

export const CONNECTIONS = 8;
const AUTOCANNON = createRequire(import.meta.url).resolve('autocannon/autocannon.js');
const run = promisify(execFile);

/** The measurements of one run of a load. */
export interface Sample {
  readonly requests: number;
  readonly requestsPerS: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/**
 * Sends as many requests of an operation as are answered, from a process of its own.
 *
 * @param core the processor that the load may use; all of them if it is left out
 * @throws if any answer is not a success
 */
export async function load(
  baseUrl: string,
  key: string,
  operation: Operation,
  seconds: number,
  core?: number,
): Promise<Sample> {
  const args = [AUTOCANNON, '-j', '-c', String(CONNECTIONS), '-d', String(seconds), '-m', operation.method];
  args.push('-H', `Authorization=Bearer ${key}`, '-H', 'Content-Type=application/json');
  if (operation.body !== undefined) args.push('-b', JSON.stringify(operation.body));
  const command = [process.execPath, ...args, String(new URL(operation.path, baseUrl))];
  const [program = '', ...given] = core === undefined ? command : ['taskset', '-c', String(core), ...command];
  const { stdout } = await run(program, given, { maxBuffer: 16 * 1024 * 1024 });
  const result = JSON.parse(stdout);
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${operation.name}: ${result.non2xx} refused, ${result.errors} failed`);
  }
  return {
    requests: result.requests.total,
    requestsPerS: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  };
}

/** Returns the median; of an even number the upper one. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
