import type { BatchItem } from 'drizzle-orm/batch';
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1';
import { MINUTE_MS, machineNowMs } from '../clock.ts';
import { ENVIRONMENTS, type Env } from '../env.ts';
import { requireFinite } from '../finite.ts';
import { asSent, onlyReads } from './drizzle-internals.ts';
import { askFirst, type FirstBatch, noteFirst, OF_REGISTRY, whyRefused } from './first-batch.ts';
import type { AthleteAddress } from './ids.ts';
import { verdictOn } from './platform-errors.ts';
import { type Subscriber, WANTING_LAST_EVENTS } from './subscriber.ts';

export type Database = DrizzleD1Database & { readonly $client: D1Database };

/** A request's use of storage, for its log line and for tests of its budget, and its permission to write. */
export interface StorageMeter {
  d1Batches: number;
  d1RowsRead: number;
  d1RowsWritten: number;
  /** The total time of all batches, even if some ran concurrently. */
  d1Ms?: number;
  /** The region that served the last batch, as the platform names it. */
  d1Region?: string | null;
  /** Runs before each batch that may change rows. If it throws, the batch is rejected with its error. */
  beforeWrite?: (() => Promise<void>) | null;
  /** Holds rows of athletes back until it resolves, which is once a token's scopes are current. Rejects them with its error. */
  verified?: Promise<unknown> | null;
  /**
   * Receives the subscribers to the events of a batch, which the batch itself returns. Without it, the cron finds the
   * events.
   */
  onRecorded?: (subscribers: readonly Subscriber[]) => void;
}

/** Returns a meter that has counted nothing. */
export function newMeter(): StorageMeter {
  return { d1Batches: 0, d1RowsRead: 0, d1RowsWritten: 0 };
}

/** Reports that a store is unavailable or timed out. The caller may retry. */
export class StorageUnavailable extends Error {
  override readonly name: string = 'StorageUnavailable';
}

/** Ignores that a store is unavailable, for work that a job completes later. Rethrows any other fault. */
export function ignoreUnavailable(fault: unknown): void {
  if (!(fault instanceof StorageUnavailable)) throw fault;
}

/** Reports that a database, or the whole account, has reached its maximum size. Reads and deletions still work. */
export class StorageFull extends StorageUnavailable {
  override readonly name = 'StorageFull';
  readonly binding: D1Database;

  constructor(message: string, binding: D1Database, options: ErrorOptions) {
    super(message, options);
    this.binding = binding;
  }
}

/** Reports that a store has more requests than it can answer. Repeating at once would make it worse. */
export class StorageOverloaded extends StorageUnavailable {
  override readonly name = 'StorageOverloaded';
}

/** Reports that a database lacks a migration that this version needs. Nothing of the batch was read or written. */
export class StorageBehind extends StorageUnavailable {
  override readonly name = 'StorageBehind';
}

/** Reports that a database was restored to an earlier day and is not reconciled yet. */
export class StorageRestored extends StorageUnavailable {
  override readonly name = 'StorageRestored';
}

/**
 * Reports that an invocation has no calls left, by our count or the platform's. The stores are fine, and what failed can be
 * repeated in another invocation.
 */
export class InvocationSpent extends StorageUnavailable {
  override readonly name = 'InvocationSpent';

  constructor(options?: ErrorOptions) {
    super('the calls of this invocation are spent', options);
  }
}

/** Reports that a constraint of the schema rejected a write. Nothing in its batch was written. */
export class ConstraintViolation extends Error {
  override readonly name = 'ConstraintViolation';
  /** `table.column` as SQLite names it, or the index's name. Null for other constraints. */
  readonly uniqueColumns: string | null;

  constructor(message: string, uniqueColumns: string | null) {
    super(message);
    this.uniqueColumns = uniqueColumns;
  }
}

/**
 * Opens Drizzle on a D1 binding. Only `batch` reaches the network. One batch is one round trip and one transaction, so
 * verbs send everything through `db.batch([...])`, and the meter counts all of it. Throws StorageUnavailable or
 * ConstraintViolation.
 *
 * @param verified holds results back until it resolves, as in `StorageMeter`
 * @param first what the first batch asks of the database. Without it, a database that is behind is read as it is
 */
export function openDatabase(
  binding: D1Database,
  meter: StorageMeter = newMeter(),
  verified: Promise<unknown> | null = null,
  first: FirstBatch | null = null,
): Database {
  const { client, mark } = metered(binding, meter, verified, first);
  return Object.assign(drizzle(client), { batch: sendOf(client, mark) });
}

/** What a statement of a batch does, by its builder. */
interface Deed {
  readonly isRead: boolean;
  readonly recordsEvents: boolean;
}

const recordings = new WeakSet<object>();

/** Marks a statement that records events, so that its batch also returns who wants them. */
export function asRecording<Query extends object>(query: Query): Query {
  recordings.add(query);
  return query;
}

/** Returns `batch` as Drizzle has it, which also tells what each statement does. */
function sendOf(client: D1Database, mark: (statement: D1PreparedStatement, deed: Deed) => void) {
  const send = async (queries: readonly BatchItem<'sqlite'>[]) => {
    const sent = queries.map(asSent);
    for (const [at, { statement }] of sent.entries()) {
      const query = queries[at];
      if (query) mark(statement, { isRead: onlyReads(query), recordsEvents: recordings.has(query) });
    }
    const results = await client.batch(sent.map(({ statement }) => statement));
    return results.map((result, at) => sent[at]?.rowsOf(result));
  };
  // Sound because each result is mapped by its own query, as Drizzle's `batch` does.
  return send as unknown as Database['batch'];
}

/** Opens the registry. Its first batch rejects with StorageBehind while it lacks a migration. */
export function openRegistry({ registry }: Pick<Env, 'registry'>, meter?: StorageMeter): Database {
  return openDatabase(registry, meter, null, OF_REGISTRY);
}

function metered(
  binding: D1Database,
  meter: StorageMeter,
  verified: Promise<unknown> | null,
  first: FirstBatch | null,
) {
  let toAsk = first;
  const writes = new WeakSet<D1PreparedStatement>();
  const recording = new WeakSet<D1PreparedStatement>();
  const mark = (statement: D1PreparedStatement, { isRead, recordsEvents }: Deed) => {
    if (isRead && writes.has(statement)) throw new Error('a builder that only reads has the text of a write');
    if (!isRead) writes.add(statement);
    if (recordsEvents) recording.add(statement);
  };
  const client: D1Database = {
    prepare: (query) => {
      const statement = binding.prepare(query);
      return READS_ONLY.test(query) ? statement : trackBound(statement, writes);
    },
    batch: async <T = unknown>(statements: D1PreparedStatement[]) => {
      const isWrite = statements.some((statement) => writes.has(statement));
      if (isWrite) await meter.beforeWrite?.();
      meter.d1Batches += 1;
      const isAsked = meter.onRecorded !== undefined;
      const isRecording = statements.map((statement) => isAsked && recording.has(statement));
      const sent = statements.flatMap((statement, index) =>
        isRecording[index] ? [statement, binding.prepare(WANTING_LAST_EVENTS).bind()] : [statement],
      );
      const asked = toAsk;
      if (asked) sent.unshift(askFirst(binding, asked));
      const startedAt = performance.now();
      const results = await sendBatch<T>(binding, sent, isWrite, asked).finally(() => {
        meter.d1Ms = (meter.d1Ms ?? 0) + performance.now() - startedAt;
      });
      if (asked) {
        noteFirst(asked, results.shift());
        sent.shift();
        toAsk = null;
      }
      for (const { meta } of results) {
        meter.d1Region = meta.served_by_region ?? null;
        meter.d1RowsRead += meta.rows_read;
        meter.d1RowsWritten += meta.rows_written;
      }
      const last = results.at(-1);
      if (last) noteSize(binding, last.meta.size_after);
      await verified;
      return sent.length === statements.length ? results : withoutWanting(results, isRecording, meter);
    },
    exec: (query) => binding.exec(query),
    dump: () => binding.dump(),
    withSession: (constraint) => binding.withSession(constraint),
  };
  return { client, mark };
}

/** Removes the subscribers that follow each recording of events from the results, and passes them to the meter. */
function withoutWanting<T>(
  results: readonly D1Result<T>[],
  isRecording: readonly boolean[],
  meter: StorageMeter,
): D1Result<T>[] {
  const rest = [...results];
  const subscribers: Subscriber[] = [];
  const own = isRecording.map((hasSubscribers) => {
    const result = rest.shift();
    if (!result) throw new Error('each statement of a batch must have a result');
    if (hasSubscribers) subscribers.push(...subscribersIn(rest.shift()));
    return result;
  });
  if (subscribers.length > 0) meter.onRecorded?.(subscribers);
  return own;
}

/** Casts the rows of WANTING_LAST_EVENTS to the columns of that statement. */
function subscribersIn(result: D1Result | undefined): readonly Subscriber[] {
  if (!Array.isArray(result?.results)) throw new Error('a recording must be followed by its subscribers');
  return result.results as Subscriber[];
}

/** Longer than any batch of the service takes. A database that needs more time counts as unavailable. */
const BATCH_WITHIN_MS = 10_000;

/**
 * Sends a batch. If the database does not answer, sends it again if it only reads. A write is not repeated, because the
 * first one may have taken effect. Nothing is repeated that is full, overloaded or out of calls.
 */
async function sendBatch<T>(
  binding: D1Database,
  statements: D1PreparedStatement[],
  isWrite: boolean,
  first: FirstBatch | null,
): Promise<D1Result<T>[]> {
  const send = () =>
    answerWithin(BATCH_WITHIN_MS, () => binding.batch<T>(statements)).catch((cause: unknown) =>
      rethrowClassified(cause, binding, first),
    );
  if (isWrite) return send();
  return send().catch((fault: unknown) => {
    const isUnanswered = fault instanceof StorageUnavailable && fault.name === 'StorageUnavailable';
    // Waiting twice as long would not help the caller.
    if (isUnanswered && !(fault.cause instanceof DeadlinePassed)) return send();
    throw fault;
  });
}

/**
 * The text of a statement that only reads. What a statement does is told by its builder; a text that disagrees is refused,
 * because a write that counted as a read would not wait for admission. Anything else, including `WITH`, counts as a write.
 */
const READS_ONLY = /^\s*select\b/i;

/** Wraps a statement so that the set also holds the bound copies that a batch sends. */
function trackBound(
  statement: D1PreparedStatement,
  writes: WeakSet<D1PreparedStatement>,
): D1PreparedStatement {
  return new Proxy(statement, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      if (name !== 'bind') return member.bind(target);
      return (...values: unknown[]) => {
        const bound = target.bind(...requireFinite(values, 'a row'));
        writes.add(bound);
        return bound;
      };
    },
  });
}

function rethrowClassified(cause: unknown, binding: D1Database, first: FirstBatch | null): never {
  const message = cause instanceof Error ? cause.message : String(cause);
  if (/constraint failed/i.test(message)) {
    const unique = /UNIQUE constraint failed: ([^:]+?)(?::|$)/.exec(message);
    throw new ConstraintViolation(message, unique?.[1]?.trim() ?? null);
  }
  const why = first && whyRefused(message);
  if (why === 'behind')
    throw new StorageBehind(`${first?.database} lacks the migration ${first?.migration}`, { cause });
  if (why === 'restored')
    throw new StorageRestored(`${first?.database} was restored and is not reconciled yet`, { cause });
  const verdict = verdictOn(cause);
  if (verdict === 'full') throw new StorageFull(message, binding, { cause });
  // A statement that SQLite cannot read is a bug, not an unavailable database.
  if (verdict === 'bug') throw cause;
  throw unavailable(message, cause);
}

/** Returns the error to throw for a store that did not answer. */
export function unavailable(message: string, cause: unknown): StorageUnavailable {
  if (cause instanceof InvocationSpent) return cause;
  const verdict = verdictOn(cause);
  if (verdict === 'spent') return new InvocationSpent({ cause });
  return verdict === 'overloaded'
    ? new StorageOverloaded(message, { cause })
    : new StorageUnavailable(message, { cause });
}

/** Reports that a call timed out. It may still take effect. */
class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed';

  constructor(withinMs: number) {
    super(`no answer within ${withinMs} ms`);
  }
}

/**
 * Returns the result of a call. Throws DeadlinePassed if it takes longer than `withinMs`, but the call itself continues.
 */
export async function answerWithin<Answer>(withinMs: number, call: () => Promise<Answer>): Promise<Answer> {
  const deadline = Promise.withResolvers<never>();
  const timer = setTimeout(() => deadline.reject(new DeadlinePassed(withinMs)), withinMs);
  try {
    return await Promise.race([call(), deadline.promise]);
  } finally {
    clearTimeout(timer);
  }
}

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
  const taken = ENVIRONMENTS.flatMap((environment) =>
    [...env.athleteDatabases[environment]].flatMap(([shard, binding]) => {
      const noted = waiting.get(binding);
      if (noted === undefined) return [];
      return [{ environment, shard, sizeBytes: noted.sizeBytes, atMs: noted.atMs + env.clockOffsetMs }];
    }),
  );
  waiting.clear();
  return taken;
}
