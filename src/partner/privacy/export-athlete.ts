import { textsFor } from '@musette/languages/languages';
import { accessToWire } from '#nutrition/catalogue/access-log.ts';
import { catalogueOf } from '#nutrition/catalogue/catalogue-copy.ts';
import { selectMomentsOfChanges } from '#nutrition/learning/history.ts';
import { learnedToWire } from '#nutrition/learning/learned-shape.ts';
import { sweatTestToWire } from '#nutrition/learning/sweat-test-shape.ts';
import { calculationUs } from '#nutrition/prescriptions/prescription-row.ts';
import { learnedStateOf, selectLearned } from '#nutrition/records/read-athlete.ts';
import { charge } from '#platform/access/admit.ts';
import { callProductLimiter } from '#platform/guards/call-guard.ts';
import type { ExportAdmission } from '#platform/guards/product-limiter.ts';
import { databaseOfAthlete, type PartnerContext, type Tier } from '#platform/http/context.ts';
import { type Failure, fail } from '#platform/http/errors.ts';
import { beginHeavy, inTurn, LIGHT_US, type Pace, type WorkOwner } from '#platform/http/heavy-work.ts';
import { isoInstant } from '#platform/http/wire-fields.ts';
import { isoMoment } from '#platform/local-time.ts';
import type { SweatTestRow } from '#platform/storage/athlete-schema.ts';
import { type Database, StorageUnavailable } from '#platform/storage/database.ts';
import { namedEvent } from '#platform/storage/event-id.ts';
import type { StoredEvent } from '#platform/storage/events-schema.ts';
import { requireAddressOfAthlete } from '#platform/storage/ids.ts';
import { selectLiveAthlete } from '#platform/storage/live-athlete.ts';
import { eventToWire } from '../events/event-shape.ts';
import { connectionToWire } from '../oauth/connection-shape.ts';
import { pageSessionToWire } from '../page-sessions/session-shape.ts';
import {
  countExported,
  ExportedActivities,
  type ExportPage,
  pageUntilEmpty,
  readAccessLog,
  readConnections,
  readEvents,
  readOwnProducts,
  readPageSessions,
  readStoredAnswers,
  readSweatTests,
  readUsedLinks,
} from './export-queries.ts';
import {
  type Exported,
  exportedActivityToWire,
  exportedAthleteToWire,
  storedAnswerToWire,
  usedLinkToWire,
} from './export-shape.ts';

/** Version of the export's format. Changes when a member changes meaning, not with additions. */
const EXPORT_VERSION = 1;

/** Activities, or legs of multi-sport sessions, of an export per unit of the key's budget. Each is explained again. */
const LEGS_PER_UNIT = 50;
/** Attached products of an export per further unit. */
const PRODUCTS_PER_UNIT = 500;

/** Time to show a row with its texts, in addition to its calculation. An estimate, high enough for a slow machine. */
const ROW_US = 1000;

/** Characters written at a time, so that memory holds little besides the page itself. */
const PIECE_CHARACTERS = 64 * 1024;

/** Characters read before the answer begins: everything for an athlete with few sessions. */
const READ_AHEAD_CHARACTERS = 64 * 1024;

export interface AthleteExport {
  readonly tier: Tier;
  /** The language of warnings and notes, as a BCP 47 tag. */
  readonly language: string;
  /**
   * The JSON text in pieces, each read once the previous one was sent. Throws if the export cannot be
   * completed.
   */
  readonly pieces: AsyncGenerator<string>;
}

/**
 * Exports everything stored about one of the caller's athletes. The text ends in `"complete": true` only if
 * it is complete. A concurrent erasure cuts it off.
 */
export async function exportAthlete(
  ctx: PartnerContext,
  athleteId: string,
  headers: Headers,
): Promise<AthleteExport | Failure> {
  const db = databaseOfAthlete(ctx, athleteId);
  if (!db) return fail('athlete_not_found');
  const [[athlete], [learned], moments, [counted]] = await db.batch([
    selectLiveAthlete(db, ctx.principal.partnerId, athleteId),
    selectLearned(db, athleteId),
    selectMomentsOfChanges(db, athleteId),
    countExported(db, athleteId),
  ]);
  if (!athlete) return fail('athlete_not_found');
  const { legs = 0, products = 0 } = counted ?? {};
  const units = Math.ceil(legs / LEGS_PER_UNIT) + Math.ceil(products / PRODUCTS_PER_UNIT);
  // Each export under way holds a page in memory, so few are at once.
  const end = await beginHeavy(ctx.principal);
  if (typeof end !== 'function') return end;
  try {
    // The day is asked first, because nothing is charged for an export that it refuses.
    const refusal = (await takeExport(ctx, athleteId)) ?? (await chargeOrReturn(ctx, athleteId, units));
    if (refusal) {
      end();
      return refusal;
    }
    const texts = await textsFor(headers, athlete);
    const pieces = ending(end, piecesOf(ctx, db, { athlete, learned: learned ?? null, texts }, moments));
    return { tier: athlete.tier, language: texts.language, pieces: await readAhead(pieces) };
  } catch (cause) {
    end();
    if (cause instanceof ErasedMeanwhile) return fail('athlete_not_found');
    throw cause;
  }
}

/** Calls `end` after the last piece, or when the export stops before. */
async function* ending(end: () => void, pieces: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    yield* pieces;
  } finally {
    end();
  }
}

/** The athlete was erased during the export, which cuts off an answer that has begun. */
class ErasedMeanwhile extends StorageUnavailable {}

/**
 * Reads the beginning of an export before its answer begins. Most exports that cannot be completed then fail
 * with a status instead of a truncated answer.
 */
async function readAhead(pieces: AsyncGenerator<string>): Promise<AsyncGenerator<string>> {
  let begun = '';
  while (begun.length < READ_AHEAD_CHARACTERS) {
    const next = await pieces.next();
    if (next.done) break;
    begun += next.value;
  }
  return continued(begun, pieces);
}

async function* continued(begun: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield begun;
  yield* rest;
}

/** Charges an export, and returns it to the athlete's day if the key cannot pay for it. */
async function chargeOrReturn(
  ctx: PartnerContext,
  athleteId: string,
  units: number,
): Promise<Failure | null> {
  const giveBack = () =>
    callProductLimiter<void>(ctx.env, { partnerId: ctx.principal.partnerId, athleteId }, async (limiter) =>
      limiter.giveBackExport(),
    ).catch(() => undefined);
  try {
    const refusal = await charge(ctx, units);
    if (refusal) await giveBack();
    return refusal;
  } catch (cause) {
    await giveBack();
    throw cause;
  }
}

/** Counts the export against the athlete's daily limit. Returns the failure if the limit is reached. */
async function takeExport(ctx: PartnerContext, athleteId: string): Promise<Failure | null> {
  const { exportsPerDay } = ctx.principal.limits;
  const admission = await callProductLimiter<ExportAdmission>(
    ctx.env,
    { partnerId: ctx.principal.partnerId, athleteId },
    async (limiter) => limiter.takeExport(exportsPerDay),
  );
  if (admission.outcome === 'admitted') return null;
  return fail('athlete_daily_limit_reached', {
    message: `This athlete has already been exported ${exportsPerDay} times today.`,
    retryAfterSeconds: admission.retryAfterSeconds,
  });
}

async function* piecesOf(
  ctx: PartnerContext,
  db: Database,
  { athlete, learned, texts }: Exported,
  moments: Parameters<typeof learnedToWire>[2],
): AsyncGenerator<string> {
  const { id: athleteId } = athlete;
  const { principal: owner } = ctx;
  const { partnerId, environment } = owner;
  const state = learnedStateOf(learned);
  yield `{${member('export_version', EXPORT_VERSION)},${member('generated_at', isoInstant(ctx.nowMs))}`;
  yield `,${member('athlete', exportedAthleteToWire(athlete, state))}`;
  const sessions = new ExportedActivities(db, athleteId);
  yield* list(
    owner,
    'activities',
    async () => {
      const rows = await sessions.next();
      // Read here, because a turn does not wait for a store.
      if (rows.some(({ products }) => products.length > 0)) await catalogueOf(ctx);
      return pageUntilEmpty(rows);
    },
    (row) => exportedActivityToWire(ctx, { athlete, learned, texts }, row),
    ({ activity }) => ROW_US + calculationUs(activity, true),
  );
  yield* list(
    owner,
    'sweat_tests',
    (after: SweatTestRow | null) => readSweatTests(db, athleteId, after),
    (row) => sweatTestToWire(athlete, row, 'full', texts),
  );
  yield `,${member('learned', learnedToWire(athlete, state, moments, ctx.nowMs))}`;
  yield `,${member('wearables', state?.sweat.wearables ?? 0)}`;
  yield `,${member('unnoted', state?.sweat.unnoted ?? 0)}`;
  const weighedUntilMs = state?.sweat.weighedUntilMs ?? null;
  const weighedUntil = weighedUntilMs && isoMoment({ atMs: null, localMs: weighedUntilMs });
  yield `,${member('weighed_until', weighedUntil)}`;
  const { ownProductToWire } = await import('#nutrition/own-products/own-products.ts');
  yield* list(owner, 'products', () => readOwnProducts(db, athleteId), ownProductToWire);
  yield* list(owner, 'product_access_log', (after) => readAccessLog(db, athleteId, after), accessToWire);
  yield* list(
    owner,
    'connections',
    (after) => readConnections(db, athleteId, after?.clientId ?? ''),
    connectionToWire,
  );
  yield* list(
    owner,
    'used_subscribe_links',
    (after) => readUsedLinks(db, athleteId, after?.expiresAtS ?? 0),
    usedLinkToWire,
  );
  yield* list(
    owner,
    'page_sessions',
    (after) => readPageSessions(db, athleteId, after?.id ?? ''),
    pageSessionToWire,
  );
  yield* list(
    owner,
    'kept_answers',
    (after) => readStoredAnswers(db, { athleteId, partnerId, environment }, after?.keyHash ?? ''),
    storedAnswerToWire,
  );
  const { shard } = requireAddressOfAthlete(athleteId);
  yield* list(
    owner,
    'events',
    (after: StoredEvent | null) => readEvents(db, athleteId, after?.sequence ?? 0),
    (row) => eventToWire(namedEvent(shard, row)),
  );
  const [[stillLive]] = await db.batch([selectLiveAthlete(db, partnerId, athleteId)]);
  if (!stillLive) throw new ErasedMeanwhile('the athlete was erased while it was exported');
  yield `,${member('complete', true)}}`;
}

function member(name: string, value: unknown): string {
  return `${JSON.stringify(name)}:${JSON.stringify(value)}`;
}

/** Writes a member that is a list. `read` returns the page after a row, or the first one. */
async function* list<Row>(
  owner: WorkOwner,
  name: string,
  read: (after: Row | null) => Promise<ExportPage<Row>>,
  show: (row: Row) => unknown,
  costUs: (row: Row) => number = () => ROW_US,
): AsyncGenerator<string> {
  yield `,${JSON.stringify(name)}:[`;
  let after: Row | null = null;
  do {
    // Releases the page, with the generator that wrote it, before reading the next one.
    after = yield* writePage(owner, await read(after), { show, costUs }, after === null);
  } while (after !== null);
  yield ']';
}

/** Writes a page in small pieces, each in a turn of its own. Returns its last row, or null if no page follows. */
async function* writePage<Row>(
  owner: WorkOwner,
  { rows, isLast }: ExportPage<Row>,
  { show, costUs }: { readonly show: (row: Row) => unknown; readonly costUs: (row: Row) => number },
  isFirstPage: boolean,
): AsyncGenerator<string, Row | null> {
  let written = 0;
  const writePiece = async (pace: Pick<Pace, 'spend'> | null) => {
    let piece = '';
    for (const row of rows.slice(written)) {
      piece += (isFirstPage && written === 0 ? '' : ',') + JSON.stringify(await show(row));
      written += 1;
      if (piece.length >= PIECE_CHARACTERS) break;
      await pace?.spend(costUs(row));
    }
    return piece;
  };
  while (written < rows.length) {
    const leftUs = rows.slice(written).reduce((sum, row) => sum + costUs(row), 0);
    const isLight = leftUs <= LIGHT_US;
    // The export is already counted, and its answer may have begun.
    yield isLight ? await writePiece(null) : await inTurn(owner, writePiece, 'as long as it takes');
  }
  return isLast ? null : (rows.at(-1) ?? null);
}
