import type { RemoteCall } from '../../support/remote-calls.ts';
import { ASSUMED, PRICE_PER_MILLION } from '../figures/prices.ts';

const OBJECT_ROLES = ['guard', 'limiter', 'directory'];

export interface Counted {
  readonly calls: readonly RemoteCall[];
  readonly objectRowsWritten: number;
}

/** The billed units of a request, in addition to those of every request. */
export interface OperationCounts {
  readonly kvWrites: number;
  readonly objectRequests: number;
  readonly objectRowsWritten: number;
  readonly rowsRead: number;
  readonly rowsWritten: number;
}

/** Returns what one request is billed for, on average over its recordings. */
export function countsOf(recorded: readonly Counted[]): OperationCounts {
  const mean = (count: (one: Counted) => number) => sum(recorded.map(count)) / recorded.length;
  return {
    kvWrites: mean(
      ({ calls }) => calls.filter(({ role, method }) => role === 'kv' && method !== 'get').length,
    ),
    objectRequests: mean(({ calls }) => calls.filter(({ role }) => OBJECT_ROLES.includes(role)).length),
    objectRowsWritten: mean(({ objectRowsWritten }) => objectRowsWritten),
    rowsRead: mean(({ calls }) => sum(calls.map(({ rowsRead }) => rowsRead))),
    rowsWritten: mean(({ calls }) => sum(calls.map(({ rowsWritten }) => rowsWritten))),
  };
}

/** Returns the price in US dollars of a million requests that count this. */
export function pricePerMillion(counts: OperationCounts): number {
  const price = PRICE_PER_MILLION;
  return (
    price.request +
    ASSUMED.cpuMs * price.cpuMs +
    price.logLine +
    price.kvRead / ASSUMED.requestsPerKvRead +
    counts.kvWrites * price.kvWrite +
    counts.objectRequests *
      (price.objectRequest + (ASSUMED.objectGb * ASSUMED.objectMs * price.objectGbS) / 1000) +
    counts.objectRowsWritten * price.objectRowWritten +
    counts.rowsRead * price.d1RowRead +
    counts.rowsWritten * price.d1RowWritten
  );
}

/** The work of dispatchers: their wakes and alarms, the time these took, and rows of theirs and of databases. */
export interface DispatchCosts {
  readonly wakes: number;
  readonly alarms: number;
  readonly ms: number;
  readonly objectRowsWritten: number;
  readonly rowsRead: number;
  readonly rowsWritten: number;
}

/**
 * Returns the price in US dollars of a million events whose dispatchers did this. An object of 128 MB is billed while it
 * works. Each event counts as a wake: a change that is a request of its own makes one, those of a batch share it.
 */
export function pricePerMillionEvents(costs: DispatchCosts, events: number): number {
  const price = PRICE_PER_MILLION;
  const total =
    (Math.max(costs.wakes, events) + costs.alarms) * price.objectRequest +
    (costs.ms / 1000) * 0.128 * price.objectGbS +
    costs.objectRowsWritten * price.objectRowWritten +
    costs.rowsRead * price.d1RowRead +
    costs.rowsWritten * price.d1RowWritten;
  return total / events;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
