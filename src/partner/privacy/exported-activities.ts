import type { Database } from '#platform/storage/database.ts';
import { type ExportedActivity, PAGE_ROWS, readActivities, readActivityIds } from './export-queries.ts';

/**
 * Reads the activities of an export page by page, in the order of their times at its start. Reads all
 * identifiers first, so that each existing activity appears exactly once even if a partner reschedules some
 * meanwhile. 100,000 identifiers take about 5 MB.
 */
export class ExportedActivities {
  readonly #db: Database;
  readonly #athleteId: string;
  #left: readonly string[] | null = null;

  constructor(db: Database, athleteId: string) {
    this.#db = db;
    this.#athleteId = athleteId;
  }

  /** Reads the next page. An empty page is the last. */
  async next(): Promise<readonly ExportedActivity[]> {
    let left = this.#left ?? (await readActivityIds(this.#db, this.#athleteId));
    let rows: readonly ExportedActivity[] = [];
    while (left.length > 0 && rows.length === 0) {
      const ids = left.slice(0, PAGE_ROWS);
      rows = await readActivities(this.#db, this.#athleteId, ids);
      const last = rows.at(-1)?.activity.id;
      // A page may be cut short by its bytes. If all its activities were deleted, it is skipped.
      left = left.slice(last === undefined ? ids.length : ids.indexOf(last) + 1);
    }
    this.#left = left;
    return rows;
  }
}
