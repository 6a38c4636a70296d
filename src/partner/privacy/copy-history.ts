import type { AthleteRow, RehomeRow } from '#platform/storage/athlete-schema.ts';
import { sendAll } from '#platform/storage/batch-groups.ts';
import type { Database } from '#platform/storage/database.ts';
import {
  ACCESS_LOG,
  COPIED_ROWS,
  COPIED_TABLES,
  type CopiedTable,
  insertCopied,
  prepareCopy,
  selectAccessesBefore,
  selectLastRow,
  selectRowsAfter,
} from './rehome-repository.ts';

/** An athlete whose history is copied to another database. */
export interface CopyPlace {
  readonly from: Database;
  readonly to: Database;
  readonly old: AthleteRow;
  readonly rehome: RehomeRow;
}

/** Pages that a request may copy. Each takes two batches. */
export interface PageBudget {
  pagesLeft: number;
}

/**
 * Copies the rows of an athlete that its hidden copy lacks, page by page in key order. Returns false if more
 * remain than the budget allows. The copy rejects rows of any attempt but the latest.
 */
export async function copyHistory(
  { from, to, old, rehome }: CopyPlace,
  budget: PageBudget,
  nowMs: number,
): Promise<boolean> {
  await sendAll(to, prepareCopy(to, rehome, nowMs));
  for (const copied of COPIED_TABLES) {
    const [[last]] = await to.batch([selectLastRow(to, copied, rehome.newAthleteId)]);
    if (!(await copyAfter({ from, to, old, rehome }, copied, last ?? null, budget))) return false;
  }
  return true;
}

/**
 * Copies a page of the access log once more, its last rows first, because rows are added until the athlete is
 * hidden, and not in identifier order. Returns the identifier before which the next page ends, or null after
 * the first row.
 */
export async function copyLateRows(
  { from, to, old, rehome }: CopyPlace,
  before: string | null,
): Promise<string | null> {
  const [rows] = await from.batch([selectAccessesBefore(from, old.id, before)]);
  await sendAll(to, insertCopied(to, ACCESS_LOG, rehome, rows));
  return rows.length < COPIED_ROWS ? null : (rows.at(-1)?.id ?? null);
}

async function copyAfter(
  { from, to, old, rehome }: CopyPlace,
  copied: CopiedTable,
  after: Readonly<Record<string, unknown>> | null,
  budget: PageBudget,
): Promise<boolean> {
  let last = after;
  for (;;) {
    const [rows] = await from.batch([selectRowsAfter(from, copied, old.id, last)]);
    await sendAll(to, insertCopied(to, copied, rehome, rows));
    if (rows.length < COPIED_ROWS) return true;
    last = rows.at(-1) ?? null;
    budget.pagesLeft -= 1;
    if (budget.pagesLeft <= 0) return false;
  }
}
