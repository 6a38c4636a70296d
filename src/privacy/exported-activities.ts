import { MINUTE_MS } from '../clock.ts';
import type { Database } from '../storage/database.ts';
import {
  type ActivityOrder,
  type ActivityPlace,
  type ExportedActivity,
  readActivities,
} from './export-queries.ts';

/** More than the clocks of two writers differ, and more than a request takes from reading its clock to its commit. */
const CLOCK_SKEW_MS = MINUTE_MS;

/**
 * Reads the activities of an export, page by page: by time, which a partner may change between two pages, and then what was
 * changed since the export began. Each activity comes once.
 */
export class ExportedActivities {
  readonly #db: Database;
  readonly #athleteId: string;
  readonly #startedAt: number;
  readonly #seen = new Set<string>();
  #order: ActivityOrder = 'effectiveAt';
  #after: ActivityPlace = { at: Number.MIN_SAFE_INTEGER, id: '' };

  constructor(db: Database, athleteId: string, startedAt: number) {
    this.#db = db;
    this.#athleteId = athleteId;
    this.#startedAt = startedAt;
  }

  /** Reads the next page; an empty one is the last. */
  async next(): Promise<readonly ExportedActivity[]> {
    for (;;) {
      const rows = await readActivities(this.#db, this.#athleteId, this.#order, this.#after);
      const last = rows.at(-1)?.activity;
      if (last) this.#after = { at: last[this.#order], id: last.id };
      else if (this.#order === 'updatedAt') return [];
      else {
        this.#order = 'updatedAt';
        this.#after = { at: this.#startedAt - CLOCK_SKEW_MS, id: '' };
      }
      const unseen = rows.filter(({ activity }) => !this.#seen.has(activity.id));
      for (const { activity } of unseen) this.#seen.add(activity.id);
      if (unseen.length > 0) return unseen;
    }
  }
}
