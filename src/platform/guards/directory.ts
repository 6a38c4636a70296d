import { DurableObject } from 'cloudflare:workers';
import { HOUR_MS, nowMs, SECOND_MS } from '../clock.ts';
import { type Bindings, parseEnv } from '../env.ts';
import type { Region } from '../regions.ts';
import { sign } from '../storage/cryptography.ts';

/** Duration of a claim. Longer than any request needs between claiming and writing. */
const RESERVED_MS = 30 * SECOND_MS;
/** Far longer than any request takes. An older reservation has become an athlete's or was abandoned. */
const DECIDED_AFTER_MS = HOUR_MS;

/** An `external_id` about to be assigned to an athlete. */
export interface Wanted {
  readonly externalHash: string;
  /** The athlete to assign it to: an existing one, or the identifier proposed for a new one. */
  readonly athleteId: string;
  readonly region: Region;
  readonly isNew: boolean;
  /**
   * True if the caller may reuse the athlete id that a concurrent create in the same region has reserved.
   */
  readonly mayShare: boolean;
  /**
   * The hash of the request's Idempotency-Key. An earlier attempt's reservation with the same key does not block a retry.
   */
  readonly keyHash: string | null;
  /** The version of an entry that the caller found to be stale and that may be replaced. */
  readonly staleVersion: number | null;
}

/**
 * Either the `external_id` is reserved for the caller's athlete, with the returned identifier, or the directory says that an
 * athlete has it, which only the athlete's shard can confirm.
 */
export type Claimed =
  | { readonly outcome: 'reserved'; readonly athleteId: string; readonly version: number }
  | {
      readonly outcome: 'held';
      readonly athleteId: string;
      readonly version: number;
      /** The time left for the holder to write its athlete, or 0 once the reservation has ended. */
      readonly reservedForMs: number;
    };

export interface Entry {
  readonly externalHash: string;
  readonly athleteId: string;
}

export interface VersionedEntry extends Entry {
  readonly version: number;
}

/** A position in a comparison, which first checks the entries against the shards and then adds the shards' athletes. */
export type Position = { readonly startedBy: 'operator' | 'job' } & (
  | { readonly stage: 'entries'; readonly afterVersion: number }
  | { readonly stage: 'athletes'; readonly shard: string; readonly afterId: string }
);

/** The next part of a comparison. */
export interface ComparisonPart {
  /** Changes whenever entries are released, so nothing read before a release is added. */
  readonly epoch: string;
  readonly position: Position;
  /** Entries to check, in the order of their versions; none in the second stage. */
  readonly entries: readonly VersionedEntry[];
}

/** The outcome of a part: the changes to make and the next position, or null after the last part. */
export interface PartResult {
  readonly epoch: string;
  readonly from: Position;
  readonly staleVersions: readonly number[];
  readonly found: readonly Entry[];
  readonly to: Position | null;
}

export interface PartCounts {
  readonly added: number;
  readonly dropped: number;
  /** Found entries whose `external_id` belongs to another athlete in the directory. */
  readonly conflicts: number;
}

const TABLE = `
  CREATE TABLE IF NOT EXISTS entries (
    version INTEGER PRIMARY KEY AUTOINCREMENT,
    external_hash TEXT NOT NULL UNIQUE,
    athlete_id TEXT NOT NULL,
    region TEXT NOT NULL,
    is_new INTEGER NOT NULL,
    key_hash TEXT,
    reserved_until INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS entries_by_athlete ON entries (athlete_id);`;

/** The reservation columns of an entry. */
interface Reserver {
  readonly region: string;
  readonly isNew: boolean;
  readonly keyHash: string | null;
}

/** The reservation columns of an entry found in a shard, which is not reserved. */
const NOT_RESERVED: Reserver = { region: '', isNew: false, keyHash: null };

/** A row of `entries`, by its SQL names. A new version is a new row, so a version is never reused. */
type Row = {
  readonly version: number;
  readonly athlete_id: string;
  readonly region: string;
  readonly is_new: number;
  readonly key_hash: string | null;
  readonly reserved_until: number;
};

/**
 * Maps each `external_id` to its athlete, for one partner and environment, because no unique index spans shards. Stores a
 * keyed hash of the `external_id`, which itself is stored only in the athlete's region.
 *
 * The directory is a copy. An entry counts only if the athlete's shard confirms it. A directory that lost its entries, or
 * whose entries were hashed with another LOOKUP_KEY, is not `isBuilt` until a comparison with the shards restores them.
 */
export class Directory extends DurableObject<Bindings> {
  #epoch = crypto.randomUUID();
  #keyTag = '';

  constructor(ctx: DurableObjectState, env: Bindings) {
    super(ctx, env);
    void ctx.blockConcurrencyWhile(async () => {
      this.#keyTag = await sign(parseEnv(env).lookupKey, 'directory-key', '');
    });
  }

  /**
   * Reserves each `external_id` for 30 seconds, or returns its holder. All claims in one region that may share get the
   * identifier that was reserved first, so their shard lets only one of them write.
   */
  claim(wanted: readonly Wanted[]): { readonly isBuilt: boolean; readonly claimed: Claimed[] } {
    const now = nowMs(parseEnv(this.env));
    return { isBuilt: this.#isBuilt(), claimed: wanted.map((each) => this.#claim(each, now)) };
  }

  #claim(wanted: Wanted, now: number): Claimed {
    const row = this.#find(wanted.externalHash);
    if (row === null || row.version === wanted.staleVersion || row.athlete_id === wanted.athleteId) {
      const { athleteId } = wanted;
      return { outcome: 'reserved', athleteId, version: this.#write(wanted, now + RESERVED_MS) };
    }
    const { athlete_id: athleteId, version } = row;
    const isOfSameKey = wanted.keyHash !== null && row.key_hash === wanted.keyHash;
    const reservedForMs = isOfSameKey ? 0 : timeLeftMs(row, now);
    const mayShare = wanted.mayShare && row.is_new === 1 && row.region === wanted.region;
    return mayShare && reservedForMs > 0
      ? { outcome: 'reserved', athleteId, version }
      : { outcome: 'held', athleteId, version, reservedForMs };
  }

  /** Points an entry to the athlete whose shard confirmed it, unless the entry has changed in the meantime. */
  confirm(entry: VersionedEntry): void {
    if (this.#find(entry.externalHash)?.version !== entry.version) return;
    this.#write({ ...entry, ...NOT_RESERVED }, 0);
  }

  /** Returns the version of the entry that maps this `external_id` to this athlete, or null. */
  versionOf({ externalHash, athleteId }: Entry): number | null {
    const row = this.#find(externalHash);
    return row?.athlete_id === athleteId ? row.version : null;
  }

  /** Returns the holders of these `external_id`s, including reservations. Null while entries may be missing. */
  holdersOf(externalHashes: readonly string[]): readonly string[] | null {
    if (!this.#isBuilt()) return null;
    return externalHashes.flatMap((externalHash) => this.#find(externalHash)?.athlete_id ?? []);
  }

  /** Deletes entries, unless they changed since these versions. */
  drop(versions: readonly number[]): void {
    this.#delete('version', versions);
  }

  /** Deletes every entry of these erased athletes. */
  release(athleteIds: readonly string[]): void {
    this.#epoch = crypto.randomUUID();
    this.#delete('athlete_id', athleteIds);
  }

  /**
   * Returns the next part of the comparison with the shards, with at most `limit` entries. Starts a comparison if none is
   * running. The operator's always starts over, so that it covers everything.
   */
  nextPart(startedBy: Position['startedBy'], limit: number): ComparisonPart {
    const stored = this.ctx.storage.kv.get<Position>('position');
    const isOfKey = this.ctx.storage.kv.get<string>('positionKey') === this.#keyTag;
    const isOwn = stored !== undefined && isOfKey && (startedBy === 'job' || stored.startedBy === startedBy);
    const position: Position = isOwn ? stored : { startedBy, stage: 'entries', afterVersion: 0 };
    if (!isOwn) {
      this.ctx.storage.kv.put('position', position);
      this.ctx.storage.kv.put('positionKey', this.#keyTag);
    }
    const entries = position.stage === 'entries' ? this.#decidedAfter(position.afterVersion, limit) : [];
    return { epoch: this.#epoch, position, entries };
  }

  /**
   * Applies the outcome of a part and moves to the next. Returns null without changing anything if entries were released
   * since the part started or another comparison took over. The part must then be read again.
   */
  finishPart({ epoch, from, staleVersions, found, to }: PartResult): PartCounts | null {
    const position = this.ctx.storage.kv.get<Position>('position');
    if (epoch !== this.#epoch || JSON.stringify(position) !== JSON.stringify(from)) return null;
    const dropped = this.#delete('version', staleVersions);
    let added = 0;
    let conflicts = 0;
    for (const entry of found) {
      const row = this.#find(entry.externalHash);
      if (row === null) {
        this.#write({ ...entry, ...NOT_RESERVED }, 0);
        added += 1;
      } else if (row.athlete_id !== entry.athleteId) conflicts += 1;
    }
    if (to === null) {
      this.ctx.storage.kv.delete('position');
      this.ctx.storage.kv.put('builtKey', this.#keyTag);
    } else this.ctx.storage.kv.put('position', to);
    return { added, dropped, conflicts };
  }

  /** Deletes everything when the partner is purged. */
  async forget(): Promise<void> {
    this.#epoch = crypto.randomUUID();
    await this.ctx.storage.deleteAll();
  }

  #isBuilt(): boolean {
    return this.ctx.storage.kv.get<string>('builtKey') === this.#keyTag;
  }

  /** Returns whether the table exists. A directory that was never written to stores nothing. */
  #hasTable(): boolean {
    const { sql } = this.ctx.storage;
    return sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'entries'").toArray().length > 0;
  }

  #find(externalHash: string): Row | null {
    if (!this.#hasTable()) return null;
    const query = 'SELECT * FROM entries WHERE external_hash = ?';
    return this.ctx.storage.sql.exec<Row>(query, externalHash).toArray()[0] ?? null;
  }

  /** Writes an entry, replacing any with the same `external_id`, and returns its version. */
  #write(
    { externalHash, athleteId, region, isNew, keyHash }: Entry & Reserver,
    reservedUntil: number,
  ): number {
    const { sql } = this.ctx.storage;
    if (!this.#hasTable()) sql.exec(TABLE);
    return sql
      .exec<{ readonly version: number }>(
        `INSERT OR REPLACE INTO entries (external_hash, athlete_id, region, is_new, key_hash, reserved_until)
          VALUES (?, ?, ?, ?, ?, ?) RETURNING version`,
        externalHash,
        athleteId,
        region,
        isNew ? 1 : 0,
        keyHash,
        reservedUntil,
      )
      .one().version;
  }

  #delete(column: 'version' | 'athlete_id', values: readonly (number | string)[]): number {
    if (!this.#hasTable()) return 0;
    const statement = `DELETE FROM entries WHERE ${column} IN (SELECT value FROM json_each(?)) RETURNING version`;
    return this.ctx.storage.sql.exec(statement, JSON.stringify(values)).toArray().length;
  }

  #decidedAfter(version: number, limit: number): VersionedEntry[] {
    if (!this.#hasTable()) return [];
    return this.ctx.storage.sql
      .exec<{ readonly version: number; readonly externalHash: string; readonly athleteId: string }>(
        `SELECT version, external_hash AS externalHash, athlete_id AS athleteId FROM entries
          WHERE version > ? AND reserved_until < ? ORDER BY version LIMIT ?`,
        version,
        nowMs(parseEnv(this.env)) - DECIDED_AFTER_MS,
        limit,
      )
      .toArray();
  }
}

/**
 * Returns the time left of a reservation. Returns 0 if the clock was set back, because the reservation would otherwise last
 * until the clock has caught up.
 */
function timeLeftMs({ reserved_until: reservedUntil }: Row, now: number): number {
  const leftMs = reservedUntil - now;
  return leftMs > 0 && leftMs <= RESERVED_MS ? leftMs : 0;
}
