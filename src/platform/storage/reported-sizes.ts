import { MINUTE_MS, machineNowMs } from '../clock.ts';
import type { Env } from '../env.ts';
import type { AthleteAddress } from './ids.ts';

/** The size that a database reported with a response. */
export interface ReportedSize extends AthleteAddress {
  readonly sizeBytes: number;
  readonly atMs: number;
}

/** The minimum time between an isolate's reports of a database, whose size changes slowly. */
const REPORTED_EVERY_MS = 10 * MINUTE_MS;
/** Limits the sizes waiting for the next report to a guard. */
const WAITING_MAX = 20;

interface Noted {
  readonly sizeBytes: number;
  readonly atMs: number;
}

const notedAtMs = new WeakMap<D1Database, number>();
const waiting = new Map<D1Database, Noted>();

/** Notes the size reported by a database, for this isolate's next report. */
export function noteSize(binding: D1Database, sizeBytes: number): void {
  const atMs = machineNowMs();
  if (atMs - (notedAtMs.get(binding) ?? 0) < REPORTED_EVERY_MS || waiting.size >= WAITING_MAX) return;
  notedAtMs.set(binding, atMs);
  waiting.set(binding, { sizeBytes, atMs });
}

/** Takes the sizes noted since the last report. A lost one is noted again after ten minutes. */
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
