import { MINUTE_MS, machineNowMs } from '../clock.ts';
import type { Env } from '../env.ts';
import type { AthleteAddress } from './ids.ts';

/** The size that a database reported with one of its answers. */
export interface ReportedSize extends AthleteAddress {
  readonly sizeBytes: number;
  readonly atMs: number;
}

/** An isolate reports each database at most so often: its size changes slowly. */
const REPORTED_EVERY_MS = 10 * MINUTE_MS;
/** Bounds what waits for the next visit to a guard. */
const WAITING_MAX = 20;

interface Noted {
  readonly sizeBytes: number;
  readonly atMs: number;
}

const notedAtMs = new WeakMap<D1Database, number>();
const waiting = new Map<D1Database, Noted>();

/** Notes the size that a database has reported with an answer, for the next report of this isolate. */
export function noteSize(binding: D1Database, sizeBytes: number): void {
  const atMs = machineNowMs();
  if (atMs - (notedAtMs.get(binding) ?? 0) < REPORTED_EVERY_MS || waiting.size >= WAITING_MAX) return;
  notedAtMs.set(binding, atMs);
  waiting.set(binding, { sizeBytes, atMs });
}

/** Takes the sizes that were noted since the last report. One that is lost is noted again after ten minutes. */
export function takeSizes(env: Pick<Env, 'athleteDatabases' | 'clockOffsetMs'>): readonly ReportedSize[] {
  if (waiting.size === 0) return [];
  const taken = (['test', 'live'] as const).flatMap((environment) =>
    [...env.athleteDatabases[environment]].flatMap(([shard, binding]) => {
      const noted = waiting.get(binding);
      if (noted === undefined) return [];
      return [{ environment, shard, sizeBytes: noted.sizeBytes, atMs: noted.atMs + env.clockOffsetMs }];
    }),
  );
  waiting.clear();
  return taken;
}
