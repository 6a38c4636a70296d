import { sql } from 'drizzle-orm';
import { machineNowMs, nowMs, toSeconds } from '#platform/clock.ts';
import { type RequestContext, registryOf } from '#platform/http/context.ts';
import { memberOf } from '#platform/members.ts';
import { openAthleteDatabase } from '#platform/storage/athlete-databases.ts';
import { connections, type oauthRecords } from '#platform/storage/athlete-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { type AthleteAddress, parseAthleteId } from '#platform/storage/ids.ts';
import type { ClientRow } from '#platform/storage/registry-schema.ts';
import { isOneOf } from '#platform/storage/statements.ts';
import { reconcileIfPossible } from './connections.ts';
import {
  athleteOf,
  deleteGrant,
  deleteRecord,
  insertRecord,
  ofGrant,
  replaceRecord,
  selectLiveRecord,
  selectRange,
} from './records-repository.ts';
import { revokeConnections, selectClient, selectPartnerOfClient } from './repository.ts';

/** Signals that another request changed the record after this one read it. Nothing was written. */
export class StoreConflict extends Error {
  override readonly name = 'StoreConflict';
}

const LIST_MAX = 1000;

/** Options of a put that the authorization server uses. */
export interface PutOptions {
  readonly expiration?: number;
  readonly expirationTtl?: number;
  readonly metadata?: unknown;
}
/** Options of a list that the authorization server uses. */
export interface ListOptions {
  readonly prefix?: string;
  readonly limit?: number;
  readonly cursor?: string;
}

/**
 * Returns the authorization server's store for one request: D1 behind the four verbs of a KV namespace,
 * because KV would let two requests redeem one code and serve revoked grants for a minute. The store
 * remembers the version of every record it has read and writes only over that version, otherwise throws
 * StoreConflict. A consent page cannot be deleted twice, so it is consumed only once.
 *
 * Keys name their database: `client:…` is in the registry (read-only here), `grant:<athlete>:…` and
 * `token:<athlete>:…` are in that athlete's database, and `transaction:…`, a consent page, is at
 * `databaseAddress`.
 */
export function recordStore(ctx: RequestContext, databaseAddress: AthleteAddress | null): KVNamespace {
  return toKvNamespace(new RecordStore(ctx, databaseAddress));
}

type RecordRow = typeof oauthRecords.$inferSelect;

/** A client of a partner that is not terminated. */
interface OpenClient {
  readonly row: ClientRow;
  readonly isSuspended: boolean;
}

type Verbs = Pick<RecordStore, 'get' | 'put' | 'delete' | 'list'>;

/** Adapts a store to the KV namespace that the authorization server expects. */
export function toKvNamespace(store: Verbs): KVNamespace {
  // The server calls only these four verbs, in these forms.
  return {
    get: (key: string, options?: unknown) => store.get(key, options),
    put: (key: string, value: string, options?: PutOptions) => store.put(key, value, options),
    delete: (key: string) => store.delete(key),
    list: (options?: ListOptions) => store.list(options),
  } as unknown as KVNamespace;
}

/** Store of the authorization server's records for one request: see `recordStore`. */
export class RecordStore {
  readonly #ctx: RequestContext;
  readonly #databaseAddress: AthleteAddress | null;
  readonly #seenVersions = new Map<string, number>();
  /** Reads in progress of records and clients, by key. The next `get` uses them. */
  readonly #recordsAhead = new Map<string, Promise<readonly RecordRow[]>>();
  readonly #clientsAhead = new Map<string, Promise<OpenClient | null>>();
  #client: OpenClient | null = null;

  constructor(ctx: RequestContext, databaseAddress: AthleteAddress | null) {
    this.#ctx = ctx;
    this.#databaseAddress = databaseAddress;
  }

  async get(key: string, options?: unknown): Promise<unknown> {
    const clientId = withoutPrefix(key, 'client:');
    if (clientId !== null) return this.#readClient(clientId);
    const db = this.databaseOf(key);
    if (!db) return null;
    const [row] = await (this.#recordsAhead.get(key) ?? this.#readRecord(db, key));
    this.#recordsAhead.delete(key);
    this.#seenVersions.set(key, row?.version ?? 0);
    if (!row) return null;
    return wantsJson(options) ? JSON.parse(row.value) : row.value;
  }

  async #readRecord(db: Database, key: string): Promise<readonly RecordRow[]> {
    const [rows] = await db.batch([selectLiveRecord(db, key, this.#nowS())]);
    return rows;
  }

  /** Returns the read in progress of a record, and forgets it. */
  expectRecord(key: string, rows: Promise<readonly RecordRow[]>): void {
    this.#recordsAhead.set(key, unattended(rows));
  }

  /** Starts reading a client. */
  readClientAhead(clientId: string): void {
    this.#clientsAhead.set(clientId, unattended(this.#selectActiveClient(clientId)));
  }

  async put(key: string, value: string, options: PutOptions = {}): Promise<void> {
    const db = this.databaseOf(key);
    if (!db) throw new StoreConflict(key);
    const content = this.contentOf(value, options);
    const seen = this.#seenVersions.get(key);
    const [written] = await db.batch([
      seen ? replaceRecord(db, key, seen, content) : insertRecord(db, key, content).onConflictDoNothing(),
    ]);
    if (written.meta.changes === 0) throw new StoreConflict(key);
    this.#seenVersions.set(key, (seen ?? 0) + 1);
  }

  async delete(key: string): Promise<void> {
    const db = this.databaseOf(key);
    if (!db) return;
    const grant = grantOf(key);
    const deletion = grant ? deleteGrant(db, grant.athleteId, grant.grantId, sql`1`) : deleteRecord(db, key);
    // A connection ends with its grant, because no token could use it afterwards.
    const [deleted, revoked] = await (grant
      ? db.batch([deletion, revokeConnections(db, ofGrant(grant), this.#ctx.nowMs)])
      : db.batch([deletion]));
    if (revoked !== undefined && revoked.length > 0) {
      const ids = revoked.map(({ id }) => id);
      await reconcileIfPossible(registryOf(this.#ctx), db, isOneOf(connections.id, ids));
    }
    this.#seenVersions.delete(key);
    if (deleted.meta.changes === 0 && key.startsWith('transaction:')) throw new StoreConflict(key);
  }

  async list(options: ListOptions = {}): Promise<unknown> {
    const prefix = options.prefix ?? '';
    const limit = Math.min(options.limit ?? LIST_MAX, LIST_MAX);
    const db = this.databaseOf(prefix);
    if (!db) return { keys: [], list_complete: true };
    const rows = await this.#range(db, prefix, options.cursor ?? '', limit + 1);
    const keys = rows.slice(0, limit).map((row) => ({
      name: row.key,
      ...(row.metadata === null ? {} : { metadata: JSON.parse(row.metadata) }),
    }));
    const last = keys.at(-1);
    return rows.length > limit && last
      ? { keys, list_complete: false, cursor: last.name }
      : { keys, list_complete: true };
  }

  async #range(db: Database, prefix: string, afterKey: string, limit: number) {
    const [rows] = await db.batch([selectRange(db, prefix, { afterKey, limit, nowS: this.#nowS() })]);
    return rows;
  }

  /** Reads an active client of a partner that is not terminated, in the authorization server's own form. */
  async #readClient(clientId: string): Promise<unknown> {
    this.#client = await this.readActiveClient(clientId);
    this.#clientsAhead.delete(clientId);
    return this.#client && toClientInfo(this.#client.row);
  }

  /** Reads an active client of a partner that is not terminated, or awaits its read in progress. */
  readActiveClient(clientId: string): Promise<OpenClient | null> {
    return this.#clientsAhead.get(clientId) ?? this.#selectActiveClient(clientId);
  }

  async #selectActiveClient(clientId: string): Promise<OpenClient | null> {
    const registry = registryOf(this.#ctx);
    const [[client], [partner]] = await registry.batch([
      selectClient(registry, clientId),
      selectPartnerOfClient(registry, clientId),
    ]);
    return client && partner ? { row: client, isSuspended: partner.status === 'suspended' } : null;
  }

  /** The active client of this request, or null until the server has looked it up. */
  get client(): ClientRow | null {
    return this.#client?.row ?? null;
  }

  /** Whether the partner of this request's client is suspended. */
  get isSuspended(): boolean {
    return this.#client?.isSuspended ?? false;
  }

  /** Returns the version of a record when it was read here, or 0 if it was missing. */
  versionOf(key: string): number {
    return this.#seenVersions.get(key) ?? 0;
  }

  /** Maps a put to the columns that it fills. */
  contentOf(value: string, options: PutOptions) {
    const metadata = options.metadata == null ? null : JSON.stringify(options.metadata);
    return { value, metadata, expiresAt: this.#expiryOf(options) };
  }

  /** Opens the database that holds this key. Returns null if the key names none. */
  databaseOf(key: string): Database | null {
    const athleteId = athleteOf(key);
    const address = athleteId === null ? this.#databaseAddress : parseAthleteId(athleteId);
    return openAthleteDatabase(this.#ctx.env, this.#ctx.log, address);
  }

  #nowS(): number {
    return toSeconds(this.#ctx.nowMs);
  }

  /**
   * Converts an expiry from the machine's clock to the service's. A local installation may have moved the
   * latter.
   */
  #expiryOf({ expiration, expirationTtl }: PutOptions): number | null {
    const offsetS = toSeconds(nowMs(this.#ctx.env)) - toSeconds(machineNowMs());
    if (expiration !== undefined) return expiration + offsetS;
    return expirationTtl === undefined ? null : this.#nowS() + expirationTtl;
  }
}

/** Lets a promise fail before anything awaits it. A later await still gets the failure. */
function unattended<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined);
  return promise;
}

function grantOf(key: string): { readonly athleteId: string; readonly grantId: string } | null {
  const [, athleteId, grantId] = /^grant:([^:]+):([^:]+)$/.exec(key) ?? [];
  return athleteId === undefined || grantId === undefined ? null : { athleteId, grantId };
}

function withoutPrefix(text: string, prefix: string): string | null {
  return text.startsWith(prefix) ? text.slice(prefix.length) : null;
}

function wantsJson(options: unknown): boolean {
  return options === 'json' || memberOf(options, 'type') === 'json';
}

function toClientInfo(client: ClientRow) {
  return {
    clientId: client.clientId,
    clientName: client.name,
    redirectUris: client.redirectUris,
    grantTypes: ['authorization_code', 'refresh_token'],
    responseTypes: ['code'],
    ...(client.isPublic
      ? { tokenEndpointAuthMethod: 'none' }
      : { tokenEndpointAuthMethod: 'client_secret_basic', clientSecret: client.secretHash }),
  };
}
