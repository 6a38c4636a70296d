import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { grantOfRawToken } from '#platform/access/credentials.ts';
import { SECOND_MS, toSeconds } from '#platform/clock.ts';
import { type RequestContext, registryOf } from '#platform/http/context.ts';
import { isObject } from '#platform/members.ts';
import type { ConnectionRow, oauthRecords } from '#platform/storage/athlete-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import type { ClientRow } from '#platform/storage/registry-schema.ts';
import {
  type ListOptions,
  type PutOptions,
  RecordStore,
  StoreConflict,
  toKvNamespace,
} from './record-store.ts';
import {
  athleteOf,
  connectionIsAsRead,
  deleteGrant,
  insertRecord,
  recordHas,
  replaceRecord,
  selectConnectionOfGrant,
  selectLiveRecord,
  updateConnection,
  upsertCompanion,
} from './records-repository.ts';
import { GRACE_MS, StoredSuccessor } from './refresh-successor.ts';
import { insertConsent, updateConsents } from './shared-repository.ts';

/** Members of the authorization server's grant that rotation depends on. */
export interface StoredGrant {
  readonly key: string;
  readonly clientId: string;
  /** SHA-256 of its code, which it keeps after the exchange. */
  readonly codeHash: string | null;
  readonly isCodeUsed: boolean;
  /** Missing after the exchange. */
  readonly codeChallenge: string | null;
  readonly refreshTokenId: string | null;
  readonly previousRefreshTokenId: string | null;
}

/**
 * Limits how long a client may present a code again that it has exchanged. A client that loses an answer, or two of its
 * servers that get the same redirect, do so within seconds. Longer than a request and its retry take.
 */
export const REPEAT_MS = 10 * SECOND_MS;

const StoredRedemption = z.object({ redeemedAtMs: z.number(), codeChallenge: z.string() });
/** The exchange of a code, stored for a while to recognize a repeated one. */
export type StoredRedemption = z.output<typeof StoredRedemption>;

interface Put {
  readonly key: string;
  readonly value: string;
  readonly options: PutOptions;
}

/** Change of a connection when its code is exchanged. */
export interface CodeRedemption {
  /** As read before. It may have ended since the consent; the exchange then reactivates it. */
  readonly connection: ConnectionRow;
  /** The keyed hash of the address that consented. */
  readonly addressHash: string;
  readonly grantId: string;
  readonly scopes: readonly string[];
}

/** A record that is stored with a grant. */
type Companion = 'successor' | 'redemption';

/** A grant as a token or a code names it. */
type NamedGrant = NonNullable<ReturnType<typeof grantOfRawToken>>;

type RecordRow = typeof oauthRecords.$inferSelect;
/** A grant's record, its connection, and its companion: the successor of a refresh token, or the exchange of its code. */
type RowsOfGrant = readonly [readonly RecordRow[], readonly ConnectionRow[], readonly RecordRow[]];

/**
 * Serves as the authorization server's store for one request at the token endpoint. Reads happen immediately.
 * Writes wait until the request has its tokens, then one batch writes the grant, the token and their related
 * rows. Throws StoreConflict if the grant's version changed since it was read. A failure before the batch
 * leaves the grant unchanged.
 */
export class TokenRecords {
  readonly #ctx: RequestContext;
  readonly #store: RecordStore;
  readonly #puts = new Map<string, Put>();
  #grant: StoredGrant | null = null;
  #ahead: { readonly key: string; readonly rows: Promise<RowsOfGrant> } | null = null;

  constructor(ctx: RequestContext) {
    this.#ctx = ctx;
    this.#store = new RecordStore(ctx, null);
  }

  /**
   * Starts reading the client, the grant and its connection in parallel. The protocol would read one after
   * another.
   */
  readAhead(clientId: string | null, grant: NamedGrant | null, companion: Companion): void {
    if (clientId !== null) this.#store.readClientAhead(clientId);
    const key = grant && `grant:${grant.athleteId}:${grant.grantId}`;
    const db = key === null ? null : this.#store.databaseOf(key);
    if (!grant || key === null || !db) return;
    const nowS = toSeconds(this.#ctx.nowMs);
    const rows = db.batch([
      selectLiveRecord(db, key, nowS),
      selectConnectionOfGrant(db, grant),
      selectLiveRecord(db, companionKey(key, companion), nowS),
    ]);
    rows.catch(() => undefined);
    this.#ahead = { key, rows };
    this.#store.expectRecord(
      key,
      rows.then(([records]) => records),
    );
  }

  /** Returns the connection of the prefetched grant, if its athlete is live. */
  async connectionOfGrant(): Promise<ConnectionRow | undefined> {
    const [, [connection]] = (await this.#ahead?.rows) ?? [[], [], []];
    return connection;
  }

  /** Returns the prefetched client, if it is active. */
  async readClient(clientId: string): Promise<ClientRow | null> {
    return (await this.#store.readActiveClient(clientId))?.row ?? null;
  }

  /** Returns the prefetched grant and the exchange of its code, if both exist. */
  async readRedemption(): Promise<{
    readonly grant: StoredGrant;
    readonly redemption: StoredRedemption | null;
  } | null> {
    if (this.#ahead === null) return null;
    const [[row], , [companion]] = await this.#ahead.rows;
    if (!row) return null;
    const grant = parseGrant(this.#ahead.key, JSON.parse(row.value));
    return { grant, redemption: companion ? StoredRedemption.parse(JSON.parse(companion.value)) : null };
  }

  /** Removes a grant with its tokens, and ends its connection. */
  revokeGrant({ key }: StoredGrant): Promise<void> {
    return this.#store.delete(key);
  }

  namespace(): KVNamespace {
    return toKvNamespace({
      get: (key: string, options?: unknown) => this.#get(key, options),
      put: async (key: string, value: string, options: PutOptions = {}) => {
        this.#puts.set(key, { key, value, options });
      },
      delete: (key: string) => this.#store.delete(key),
      list: (options?: ListOptions) => this.#store.list(options),
    });
  }

  /** The client of this request, or null until the server has looked it up. */
  get client(): ClientRow | null {
    return this.#store.client;
  }

  /** Whether the partner of this request's client is suspended. */
  get isSuspended(): boolean {
    return this.#store.isSuspended;
  }

  /** The grant of this request, or null until the server has authenticated the client. */
  get grant(): StoredGrant | null {
    return this.#grant;
  }

  async #get(key: string, options?: unknown): Promise<unknown> {
    const value = await this.#store.get(key, options);
    if (key.startsWith('grant:')) this.#grant = value === null ? null : parseGrant(key, value);
    return value;
  }

  /**
   * Writes the first tokens of a code and makes its grant the connection's, which ends an earlier grant. The
   * registry's consents are written first, so an active connection always has one. Throws StoreConflict and
   * writes nothing if the connection has ended or become active since it was read.
   */
  async commitRedemption(redemption: CodeRedemption): Promise<void> {
    const { connection, grantId, scopes } = redemption;
    const { id: connectionId, grantId: replacedGrantId } = connection;
    const { db, grant, athleteId } = this.#grantPut();
    const activation = activationAfter(connection);
    await this.#keepConsent(redemption, activation);
    const isWritten = this.#isWritten(grant);
    const redeemed: StoredRedemption = {
      redeemedAtMs: this.#ctx.nowMs,
      codeChallenge: this.#grant?.codeChallenge ?? '',
    };
    const [taken] = await db.batch([
      this.#takeGrant(db, grant, connectionIsAsRead(connection)),
      ...this.#insertTokens(db, isWritten),
      upsertCompanion(
        db,
        {
          key: companionKey(grant.key, 'redemption'),
          value: JSON.stringify(redeemed),
          athleteId,
          // A code may be repeated for milliseconds more or less. This only lets the purge find the row.
          expiresAt: Math.ceil((redeemed.redeemedAtMs + REPEAT_MS) / SECOND_MS) + 1,
        },
        isWritten,
      ),
      updateConnection(
        db,
        connectionId,
        { scopes: [...scopes], grantId, activation, connectedAt: this.#ctx.nowMs },
        isWritten,
      ),
      ...(replacedGrantId === null || replacedGrantId === grantId
        ? []
        : [deleteGrant(db, athleteId, replacedGrantId, isWritten)]),
    ]);
    if (taken.meta.changes === 0) throw new StoreConflict(grant.key);
  }

  /**
   * Writes the tokens of a refresh token's first use, with the encrypted successor for retries during the
   * grace period.
   */
  async commitRotation(successor: StoredSuccessor): Promise<void> {
    const { db, grant, athleteId } = this.#grantPut();
    const isWritten = this.#isWritten(grant);
    const [taken] = await db.batch([
      this.#takeGrant(db, grant),
      ...this.#insertTokens(db, isWritten),
      upsertCompanion(
        db,
        {
          key: companionKey(grant.key, 'successor'),
          value: JSON.stringify(successor),
          athleteId,
          // The grace period is measured in milliseconds. This only lets the purge find the row.
          expiresAt: Math.ceil((successor.usedAtMs + GRACE_MS) / SECOND_MS) + 1,
        },
        isWritten,
      ),
    ]);
    if (taken.meta.changes === 0) throw new StoreConflict(grant.key);
  }

  /** Writes the access token of a refresh token's repeated use. Leaves the grant as the first use left it. */
  async commitRepeatedRefresh(): Promise<void> {
    const { db } = this.#grantPut();
    const inserted = await db.batch(asBatch(this.#insertTokens(db, sql`1`)));
    if (inserted.some(({ meta }) => meta.changes === 0)) throw new StoreConflict('token:');
  }

  /**
   * Reads the encrypted successor of the grant's previous refresh token. Returns null if it is missing or
   * expired.
   */
  async readSuccessor({ key }: StoredGrant): Promise<StoredSuccessor | null> {
    if (this.#ahead?.key !== key) return null;
    const [, , [row]] = await this.#ahead.rows;
    return row ? StoredSuccessor.parse(JSON.parse(row.value)) : null;
  }

  #grantPut(): { readonly db: Database; readonly grant: Put; readonly athleteId: string } {
    const grant = [...this.#puts.values()].find(({ key }) => key.startsWith('grant:'));
    const athleteId = grant && athleteOf(grant.key);
    const db = grant && this.#store.databaseOf(grant.key);
    if (!grant || !athleteId || !db) {
      throw new Error('the authorization server issued tokens without a grant');
    }
    return { db, grant, athleteId };
  }

  async #keepConsent({ connection, addressHash, scopes }: CodeRedemption, activation: number): Promise<void> {
    const { id: connectionId, athleteId, clientId } = connection;
    const { nowMs } = this.#ctx;
    const consent = { connectionId, addressHash, athleteId, clientId, scopes, activation, nowMs };
    const registry = registryOf(this.#ctx);
    await registry.batch([insertConsent(registry, consent), updateConsents(registry, consent)]);
  }

  #takeGrant(db: Database, { key, value, options }: Put, onlyWhere?: SQL) {
    const content = this.#store.contentOf(value, options);
    return replaceRecord(db, key, this.#store.versionOf(key), content, onlyWhere);
  }

  /** Returns the condition that this same batch wrote the grant. */
  #isWritten({ key, value }: Put): SQL {
    return recordHas(key, this.#store.versionOf(key) + 1, value);
  }

  #insertTokens(db: Database, condition: SQL) {
    return [...this.#puts.values()]
      .filter(({ key }) => !key.startsWith('grant:'))
      .map(({ key, value, options }) =>
        insertRecord(db, key, this.#store.contentOf(value, options), condition),
      );
  }
}

/**
 * Returns the key of a grant's companion. It is stored among the grant's tokens, so it ends with the grant, and
 * differs from every token's key.
 */
function companionKey(grantKey: string, companion: Companion): string {
  return `${grantKey.replace(/^grant:/, 'token:')}:${companion}`;
}

function activationAfter({ status, activation }: ConnectionRow): number {
  return status === 'active' ? activation : activation + 1;
}

function asBatch<Item>(items: readonly Item[]): readonly [Item, ...Item[]] {
  const [first, ...rest] = items;
  if (first === undefined) throw new Error('the authorization server issued tokens without writing any');
  return [first, ...rest];
}

function parseGrant(key: string, value: unknown): StoredGrant {
  if (!isObject(value)) throw new Error('a stored grant is not an object');
  const member = (name: string): string | null => {
    const found: unknown = Reflect.get(value, name);
    return typeof found === 'string' ? found : null;
  };
  return {
    key,
    clientId: member('clientId') ?? '',
    codeHash: member('authCodeId'),
    isCodeUsed: member('authCodeWrappedKey') === null,
    codeChallenge: member('codeChallenge'),
    refreshTokenId: member('refreshTokenId'),
    previousRefreshTokenId: member('previousRefreshTokenId'),
  };
}
