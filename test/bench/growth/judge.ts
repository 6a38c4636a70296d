import type { GrowsWith, Measurement } from './ask.ts';
import type { Reading } from './meter.ts';

/** A page's worth: what an operation may read or write more at the largest size than at the smallest. */
const PAGE_ROWS = 25;
/** Rows that a step of a job may read at any size: it deletes at most 1,000 of each of eight tables, and reads four for each. */
const STEP_ROWS_READ = 35_000;
/** Operations that follow one athlete's own history, or all webhooks, may grow by this factor more than in proportion. */
const PROPORTION_TOLERANCE = 1.25;

export interface Judged {
  readonly operation: string;
  readonly variant: string;
  readonly growsWith: GrowsWith;
  /** By size. */
  readonly readings: readonly Reading[];
  readonly grows: boolean;
}

/** Holds every operation to what its rows may grow with, from the smallest size to the largest. */
export function judge(
  sizes: readonly number[],
  bySize: readonly (readonly Measurement[])[],
): readonly Judged[] {
  const [first = []] = bySize;
  return first.map(({ operation, variant, growsWith }, index) => {
    const readings = bySize.map((measurements) => {
      const same = measurements[index];
      if (same?.operation !== operation || same.variant !== variant) {
        throw new Error(`${operation} (${variant}) was not measured at every size`);
      }
      return same.reading;
    });
    return { operation, variant, growsWith, readings, grows: growsTooMuch(sizes, growsWith, readings) };
  });
}

function growsTooMuch(sizes: readonly number[], growsWith: GrowsWith, readings: readonly Reading[]): boolean {
  const [smallest, largest] = [readings[0], readings.at(-1)];
  if (!smallest || !largest) return true;
  switch (growsWith) {
    case 'nothing':
      return largest.read > smallest.read + PAGE_ROWS || largest.written > smallest.written + PAGE_ROWS;
    case 'own history':
    case 'webhooks': {
      const growth = (sizes.at(-1) ?? 1) / (sizes[0] ?? 1);
      return largest.read > smallest.read * growth * PROPORTION_TOLERANCE;
    }
    case 'steps':
      return largest.largestBatch > Math.max(STEP_ROWS_READ, smallest.largestBatch + PAGE_ROWS);
  }
}

/** `shown` prints the statements of the operations that it names too. */
export function printTable(
  sizes: readonly number[],
  judged: readonly Judged[],
  shown: string | undefined,
): void {
  const columns = sizes.map((size) => `read at ${size}`).concat(sizes.map((size) => `written at ${size}`));
  console.log(
    `\n| operation | may grow with | ${columns.join(' | ')} | |\n| --- | --- |${columns.map(() => ' ---: |').join('')} --- |`,
  );
  for (const { operation, variant, growsWith, readings, grows } of judged) {
    const name = variant ? `${operation}, ${variant}` : operation;
    const read = readings.map(({ read, largestBatch }) =>
      growsWith === 'steps' ? `${read} (${largestBatch} a batch)` : read,
    );
    const cells = [...read, ...readings.map(({ written }) => written)];
    console.log(`| ${name} | ${growsWith} | ${cells.join(' | ')} | ${grows ? '**grows**' : ''} |`);
    if (shown !== undefined ? operation.includes(shown) : grows) printStatements(readings);
  }
}

function printStatements(readings: readonly Reading[]): void {
  for (const { sql, read, written, database } of heaviest(readings.at(-1))) {
    console.error(
      `    ${database}: ${read} read, ${written} written by ${sql?.replace(/\s+/g, ' ').slice(0, 400)}`,
    );
  }
}

function heaviest(reading: Reading | undefined) {
  const all = (reading?.batches ?? []).flatMap(({ database, statements }) =>
    statements.map((statement) => ({ ...statement, database })),
  );
  return all.sort((a, b) => b.read - a.read).slice(0, 5);
}
