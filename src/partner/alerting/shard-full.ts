import { DAY_MS } from '#platform/clock.ts';
import { databaseName, REGISTRY } from '#platform/storage/athlete-databases.ts';
import { FULL_AT_BYTES } from '#platform/storage/shard-states.ts';
import type { AlertPlace } from './condition.ts';
import { measureRegistry, sampleSizes, selectFirstSamples, selectSizes } from './repository.ts';

/** Growth is measured over a week, and over at least a day, because imports come in bursts. */
const SAMPLED_DAYS = 7;
const SAMPLED_MIN_MS = 0.9 * DAY_MS;
/** Time needed to bind another database, including a weekend. */
const WARNED_DAYS = 14;
/** Share of its limit from which a size counts as nearly full, however slowly it grows. */
const NEAR = 0.9;
const GB = 1e9;

/** The size of a database now and some days ago, or null if unknown. */
interface Growth {
  readonly database: string;
  readonly sizeBytes: number;
  readonly bytesPerDay: number | null;
}

/**
 * Finds databases that have rejected rows or will be full within 14 days at last week's growth, and whether
 * all of them together are near the account's limit. Stores one sample of each size per day.
 */
export async function findFullShards({ env, registry, nowMs }: AlertPlace): Promise<readonly string[]> {
  const today = Math.floor(nowMs / DAY_MS);
  const registrySize = await measureRegistry(registry);
  const [, rows, samples] = await registry.batch([
    sampleSizes(registry, today, nowMs, registrySize),
    selectSizes(registry),
    selectFirstSamples(registry, today - SAMPLED_DAYS),
  ]);
  const bound = rows.filter(({ environment, shard }) => env.athleteDatabases[environment].has(shard));
  const sizes = [
    { database: REGISTRY, sizeBytes: registrySize },
    ...bound.map(({ sizeBytes, ...address }) => ({ database: databaseName(address), sizeBytes })),
  ];
  const sampleOf = new Map(samples.map((sample) => [sample.database, sample]));
  const growths = sizes.flatMap(({ database, sizeBytes }): Growth[] => {
    if (sizeBytes === null) return [];
    const sample = sampleOf.get(database);
    const elapsedMs = nowMs - (sample?.at ?? nowMs);
    const isKnown = sample !== undefined && elapsedMs >= SAMPLED_MIN_MS;
    const bytesPerDay = isKnown ? ((sizeBytes - sample.sizeBytes) / elapsedMs) * DAY_MS : null;
    return [{ database, sizeBytes, bytesPerDay }];
  });
  const total = {
    database: 'All databases together',
    sizeBytes: sum(growths.map(({ sizeBytes }) => sizeBytes)),
    bytesPerDay: sum(growths.map(({ bytesPerDay }) => bytesPerDay ?? 0)),
  };
  return [
    ...bound
      .filter(({ fullAt }) => fullAt !== null)
      .map((row) => `${databaseName(row)} is full: it rejects new rows.`),
    ...growths.flatMap((growth) => problemOf(growth, FULL_AT_BYTES)),
    ...problemOf(total, env.databasesMaxBytes),
  ];
}

function problemOf({ database, sizeBytes, bytesPerDay }: Growth, limitBytes: number): readonly string[] {
  const size = `${database}: ${gigabytes(sizeBytes)} of ${gigabytes(limitBytes)}`;
  const days = bytesPerDay !== null && bytesPerDay > 0 ? (limitBytes - sizeBytes) / bytesPerDay : Infinity;
  if (days <= WARNED_DAYS) {
    const rate = gigabytes(bytesPerDay ?? 0);
    return [`${size}, growing by ${rate} a day: full in ${Math.max(0, Math.floor(days))} days.`];
  }
  return sizeBytes >= NEAR * limitBytes ? [`${size}.`] : [];
}

function gigabytes(bytes: number): string {
  return `${(bytes / GB).toFixed(bytes < GB ? 2 : 1)} GB`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
