import { namesTag } from '#platform/http/answer.ts';
import {
  databaseOfAthlete,
  type PartnerContext,
  type RequestContext,
  registryOf,
  type Tier,
} from '#platform/http/context.ts';
import { type Failure, fail } from '#platform/http/errors.ts';
import { camelName } from '#platform/http/wire-case.ts';
import { openAthleteDatabase } from '#platform/storage/athlete-databases.ts';
import type { AthleteRow } from '#platform/storage/athlete-schema.ts';
import { auditRow, insertAudit } from '#platform/storage/audit.ts';
import { sha256Hex } from '#platform/storage/cryptography.ts';
import type { Database } from '#platform/storage/database.ts';
import { parseAthleteId } from '#platform/storage/ids.ts';
import { selectLiveAthlete, selectLiveAthleteOfAnyPartner } from '#platform/storage/live-athlete.ts';
import { retryOnConflict } from '#platform/storage/optimistic-write.ts';
import { recordAny } from '#platform/storage/record-events.ts';
import { refuseUnboundShard } from '#platform/storage/shard-states.ts';
import {
  BEGINNING,
  END,
  type History,
  type HistoryRows,
  historyOf,
  learnInTurn,
  selectHistory,
} from '../learning/history.ts';
import { chargeRefold, foldsUs, writeInSteps } from '../learning/write-history.ts';
import {
  type AthleteFields,
  identityFields,
  ownersAmong,
  refuseBirthYear,
  refuseFields,
  refusePreferences,
  toAthleteColumns,
  unknownPreferred,
} from '../records/athlete-fields.ts';
import { toEngineAthlete } from '../records/engine-input.ts';
import type { KnownAthlete } from '../records/read-athlete.ts';
import { reportAthleteChange } from '../records/report-changes.ts';
import { athleteTag } from './athlete-shape.ts';
import { changeExternalId } from './external-ids.ts';
import { hasNoLearnedState, updateAthlete as updateRow } from './repository.ts';
import { writeTier } from './shared-repository.ts';

/**
 * Updates the provided fields. With `ifMatch`, only the version with that entity tag is updated. Without it, two
 * concurrent patches both take effect, field by field. If the engine reads a changed field, what was learned
 * is refolded with the new profile.
 */
export async function updateAthlete(
  ctx: PartnerContext,
  athleteId: string,
  fields: AthleteFields,
  ifMatch: string | null,
): Promise<KnownAthlete | Failure> {
  // The shape of a request is checked before the existence of the resources it names (CONTRACT §2).
  const misshapen = refuseBirthYear(fields.birthYear, ctx.nowMs, '/birth_year');
  if (misshapen) return misshapen;
  const db = databaseOfAthlete(ctx, athleteId);
  if (!db) return fail('athlete_not_found');
  const unknown = await unknownPreferred(ctx, [fields]);
  const owners = await ownersAmong(ctx, unknown, [athleteId]);
  const refusal = refuseFields(ctx, fields) ?? refusePreferences(fields, unknown, { id: athleteId, owners });
  // The history is read with the athlete, although only a change that the engine reads refolds it: another
  // round trip would cost more.
  const from = Object.keys(fields).every((name) => UNREAD_BY_ENGINE.has(name)) ? END : BEGINNING;
  const after = await retryOnConflict(async () => {
    const [[athlete], ...rows] = await db.batch([
      selectLiveAthlete(db, ctx.principal.partnerId, athleteId),
      ...selectHistory(db, athleteId, from),
    ]);
    const [[learned]] = rows;
    if (!athlete) return fail('athlete_not_found');
    if (refusal) return refusal;
    const before = { athlete, learned: learned ?? null };
    if (ifMatch !== null && !namesTag(ifMatch, await athleteTag(athlete, before.learned))) {
      return fail('precondition_failed');
    }
    const changes = { ...toAthleteColumns(fields, athlete), updatedAt: ctx.nowMs };
    const writeChanges = () => write(ctx, db, before, rows, changes);
    const { externalId } = fields;
    if (externalId === undefined || externalId === athlete.externalId) return writeChanges();
    return changeExternalId(ctx, athlete, externalId, writeChanges);
  }, athleteId);
  return after ?? fail('temporarily_unavailable');
}

/** Fields that the engine does not read, so changing them reads no history. */
const UNREAD_BY_ENGINE: ReadonlySet<string> = new Set(
  [...Object.keys(identityFields), 'diet'].map(camelName),
);

/** Writes the changes. Returns null if the athlete or the history has changed since the read. */
async function write(
  ctx: PartnerContext,
  db: Database,
  { athlete, learned }: KnownAthlete,
  rows: HistoryRows,
  changes: Partial<AthleteRow>,
): Promise<KnownAthlete | null> {
  const profile = { ...athlete, ...changes };
  const isReadByEngine = !isSameToTheEngine(athlete, profile, ctx.nowMs);
  const report = recordAny(db, ctx, reportAthleteChange(athlete, changes, { isReadByEngine }));
  if (learned === null || !isReadByEngine) {
    const condition = learned === null ? hasNoLearnedState(athlete.id) : undefined;
    const [[after]] = await db.batch([updateRow(db, athlete, changes, condition), ...report]);
    return after ? { athlete: after, learned } : null;
  }
  const history = await historyOf(ctx, rows);
  await chargeRefold(ctx, history);
  const { learned: refolded, statements } = await learnInTurn(
    { ...ctx, costUs: foldsUs(history.events) },
    refoldWith(db, { athlete, history, changes, report }, ctx.nowMs),
  );
  const [, [after]] = await db.batch(statements);
  return after ? { athlete: after, learned: refolded } : null;
}

/** A change of an athlete that the engine reads, with the statements that record its events. */
interface TeachingChange {
  readonly athlete: AthleteRow;
  readonly history: History;
  readonly changes: Partial<AthleteRow>;
  readonly report: ReturnType<typeof recordAny>;
}

/** Builds in steps the statements that change an athlete and refold what was learned. The second returns the row. */
export function* refoldWith(
  db: Database,
  { athlete, history, changes, report }: TeachingChange,
  nowMs: number,
) {
  const profile = { ...athlete, ...changes };
  const folded = yield* writeInSteps(db, athlete, history, history.events, nowMs, { profile });
  const update = updateRow(db, athlete, changes, folded.taken);
  const statements = [folded.take, update, ...report, ...folded.updates] as const;
  return { learned: folded.learned, statements };
}

/** Returns whether two versions of an athlete are the same to the engine, so that no refold is needed. */
export function isSameToTheEngine(before: AthleteRow, after: AthleteRow, atMs: number): boolean {
  return (
    before.birthYear === after.birthYear &&
    JSON.stringify(toEngineAthlete(before, atMs)) === JSON.stringify(toEngineAthlete(after, atMs))
  );
}

/**
 * Sets an athlete's tier for the operator, in either environment. Writes the audit row first: it is in
 * another database, and no change may happen without it. It identifies the athlete by a digest, so that an
 * erasure leaves no identifier behind. Throws StorageUnavailable if the athlete's shard exists but is not bound.
 */
export async function setTier(
  ctx: RequestContext,
  athleteId: string,
  tier: Tier,
): Promise<AthleteRow | Failure> {
  const address = parseAthleteId(athleteId);
  if (address) await refuseUnboundShard(ctx.env, ctx.log, address);
  const db = openAthleteDatabase(ctx.env, ctx.log, address);
  if (!db) return fail('athlete_not_found');
  const [[athlete]] = await db.batch([selectLiveAthleteOfAnyPartner(db, athleteId)]);
  if (!athlete) return fail('athlete_not_found');
  const registry = registryOf(ctx);
  const subject = `sha256:${await sha256Hex(athleteId)}`;
  const detail = { partner_id: athlete.partnerId, before: athlete.tier, after: tier };
  await registry.batch([insertAudit(registry, auditRow('athlete.set_tier', subject, detail, ctx.nowMs))]);
  const [, [changed]] = await db.batch(writeTier(db, athlete, tier, ctx));
  return changed ?? fail('athlete_not_found');
}
