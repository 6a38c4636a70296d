import { textsFor } from '@musette/languages/languages';
import type * as z from 'zod/mini';
import { HOUR_MS } from '#platform/clock.ts';
import { type Answer, created, ok } from '#platform/http/answer.ts';
import { databaseOfAthlete, type PartnerContext } from '#platform/http/context.ts';
import { type Failure, fail, isFailure } from '#platform/http/errors.ts';
import {
  type Claim,
  createOnce,
  type Replayed,
  replayedAnswer,
  selectFirstAnswer,
} from '#platform/http/idempotency.ts';
import type { PageRequest } from '#platform/http/pagination.ts';
import { withEveryScope } from '#platform/http/scopes.ts';
import type { Camelized } from '#platform/http/wire-case.ts';
import { effectiveMs, inZone, readMoment, type WrittenMoment } from '#platform/local-time.ts';
import { type AthleteRow, type SweatTestRow, sweatTests } from '#platform/storage/athlete-schema.ts';
import { newId } from '#platform/storage/ids.ts';
import { selectLiveAthlete } from '#platform/storage/live-athlete.ts';
import { recordAny } from '#platform/storage/record-events.ts';
import { maskAnswer } from '../prescriptions/tier-shape.ts';
import { toWeather } from '../records/hourly-weather.ts';
import { historyOf, type SweatTestEvidence, selectHistory, sweatTestEvent } from './history.ts';
import { failOverlapping, refuseFuture, repetitionOf, selectRivals } from './repeated-tests.ts';
import {
  selectSweatTest,
  selectSweatTests,
  sinceTestOf,
  timeOfSweatTest,
  writeSweatTest,
} from './repository.ts';
import type { SweatTestInput } from './requests.ts';
import {
  type SweatTest,
  scopesOfSweatTest,
  type WrittenSweatTest,
  writtenSweatTestAnswer,
} from './sweat-test-shape.ts';
import {
  changeHistory,
  chargeRefold,
  isPartial,
  PARTIAL,
  removeEvidence,
  taughtBy,
  writeHistory,
} from './write-history.ts';

type Shown = SweatTest | WrittenSweatTest;
type NewSweatTest = Answer<Shown, 200> | Answer<Shown, 201>;

type SweatTestFields = Camelized<z.output<typeof SweatTestInput>>;

/**
 * Creates a sweat test and stores in the same batch what is learned from it: the state after it and after
 * every later session. One that is stored already is returned as it is; the same `external_id` replaces it. Rejects one
 * whose weights contradict another of its hours, and one that lies ahead.
 */
export async function createSweatTest(
  ctx: PartnerContext,
  athleteId: string,
  fields: SweatTestFields,
  { claim, headers }: { readonly claim: Claim | null; readonly headers: Headers },
): Promise<NewSweatTest | Replayed | Failure> {
  const db = databaseOfAthlete(ctx, athleteId);
  if (!db) return fail('athlete_not_found');
  const written: WrittenMoment = fields.testedAt
    ? readMoment(fields.testedAt)
    : { atMs: ctx.nowMs, localMs: null };
  const externalId = fields.externalId ?? null;
  const newTestId = newId('swt', ctx.nowMs);
  const since = sinceTestOf(athleteId, externalId, earliestMs(written));
  return changeHistory(athleteId, since, async (from) => {
    const [[athlete], [stored], rivals, ...rows] = await db.batch([
      selectLiveAthlete(db, ctx.principal.partnerId, athleteId),
      selectFirstAnswer(db, claim),
      selectRivals(db, athleteId, effectiveMs(written), externalId),
      ...selectHistory(db, athleteId, from),
    ]);
    if (!athlete) return fail('athlete_not_found');
    const show = (stored: Replayed) => maskAnswer(ctx, athlete, stored, scopesOfSweatTest);
    const repeated = replayedAnswer(claim, stored);
    if (repeated) return isFailure(repeated) ? repeated : show(repeated);
    const { timeZone } = athlete;
    const { atMs, localMs } = inZone(written, timeZone);
    const early = refuseFuture({ atMs, localMs }, ctx.nowMs, NOT_YET);
    if (early) return early;
    const sent = evidenceOf(fields, newTestId, effectiveMs({ atMs, localMs }));
    const repetition = repetitionOf(
      { evidence: sent, testedAt: atMs, externalId, isTimed: !!fields.testedAt },
      rivals,
    );
    if (repetition.kind === 'contradicts') return failOverlapping(repetition.stored);
    const texts = await textsFor(headers, athlete);
    if (repetition.kind === 'unchanged') {
      const known = await writtenSweatTestAnswer(ctx, athlete, repetition.stored, texts);
      return ok(known, { tiers: [athlete.tier], languages: [texts.tag] });
    }
    const history = await historyOf(ctx, rows);
    const replaced = repetition.kind === 'replaces' ? repetition.stored : null;
    const id = replaced?.id ?? newTestId;
    const evidence = { ...sent, id };
    const others = history.events.filter((event) => event.id !== id);
    const events = [...others, sweatTestEvent(evidence)];
    if (isPartial(history, from, events)) return PARTIAL;
    await chargeRefold(ctx, history);
    const write = await writeHistory(ctx, db, athlete, history, events);
    const test = {
      ...evidence,
      externalId,
      testedAt: atMs,
      testedLocal: localMs,
      timeZone,
      athleteId,
      ...taughtBy(write.taught, id),
      createdAt: replaced?.createdAt ?? ctx.nowMs,
    };
    const location = `${ctx.env.baseUrl}/v1/athletes/${athleteId}/sweat-tests/${test.id}`;
    const answerTo = async (caller: PartnerContext): Promise<NewSweatTest> => {
      const shown = await writtenSweatTestAnswer(caller, athlete, test, texts);
      const more = { tiers: [athlete.tier], languages: [texts.tag] };
      return replaced ? ok(shown, more) : created(location, shown, more);
    };
    const creation = {
      answer: await answerTo(ctx),
      // Stored with every scope, because the scopes of a connection can change before a replay.
      storedAnswer: await answerTo(withEveryScope(ctx)),
      show,
      resourceId: test.id,
      athleteId,
      showsSecret: false,
      onlyWhere: write.condition,
    };
    return createOnce(db, claim, creation, [
      write.take,
      writeSweatTest(db, test, write.taken),
      ...recordAny(db, ctx, write.learnedEvents),
      ...write.updates,
    ]);
  });
}

const NOT_YET = {
  pointer: '/tested_at',
  remedy: 'A test teaches once it has taken place: send it then, or correct the time',
};

/** No clock on Earth is further behind UTC (since 1970, which is the earliest time of a test). */
const BEHIND_UTC_MAX_MS = 12 * HOUR_MS;

/** Returns the earliest position of a test in its history, in any time zone: the athlete's is read with the history. */
function earliestMs({ atMs, localMs }: WrittenMoment): number {
  return atMs === null ? (localMs ?? 0) : atMs - BEHIND_UTC_MAX_MS;
}

function evidenceOf(fields: SweatTestFields, id: string, effectiveAt: number): SweatTestEvidence {
  return {
    id,
    effectiveAt,
    type: fields.type,
    durationMin: fields.durationMin,
    intensityLevel: fields.intensityLevel ?? null,
    thermalStressLevel: fields.thermalStressLevel ?? null,
    weather: fields.weather ? toWeather(fields.weather) : null,
    bodyMassBeforeKg: fields.bodyMassBeforeKg,
    bodyMassAfterKg: fields.bodyMassAfterKg,
    source: fields.source ?? 'scale',
    fluidMl: fields.fluidMl,
    foodG: fields.foodG ?? null,
    urineMl: fields.urineMl ?? null,
    urinated: fields.urinated ?? null,
    clothingAfter: fields.clothingAfter ?? null,
    sweatSodiumMgPerL: fields.sweatSodiumMgPerL ?? null,
  };
}

/** Reads a sweat test with its athlete. */
export async function getSweatTest(
  ctx: PartnerContext,
  athleteId: string,
  id: string,
): Promise<{ readonly athlete: AthleteRow; readonly test: SweatTestRow } | Failure> {
  const db = databaseOfAthlete(ctx, athleteId);
  if (!db) return fail('athlete_not_found');
  const [[athlete], [test]] = await db.batch([
    selectLiveAthlete(db, ctx.principal.partnerId, athleteId),
    selectSweatTest(db, athleteId, id),
  ]);
  if (!athlete) return fail('athlete_not_found');
  return test ? { athlete, test } : fail('sweat_test_not_found');
}

interface ListedSweatTests {
  readonly athlete: AthleteRow;
  readonly rows: readonly SweatTestRow[];
}

/** Reads a page of an athlete's sweat tests, newest first. */
export async function listSweatTests(
  ctx: PartnerContext,
  athleteId: string,
  { after, limit }: PageRequest,
): Promise<ListedSweatTests | Failure> {
  const db = databaseOfAthlete(ctx, athleteId);
  if (!db) return fail('athlete_not_found');
  const position = after && { atMs: Number(after[0]), id: String(after[1]) };
  const [[athlete], rows] = await db.batch([
    selectLiveAthlete(db, ctx.principal.partnerId, athleteId),
    selectSweatTests(db, athleteId, { after: position, limit }),
  ]);
  return athlete ? { athlete, rows } : fail('athlete_not_found');
}

/** Deletes a sweat test and recomputes what later sessions teach without it. */
export async function deleteSweatTest(
  ctx: PartnerContext,
  athleteId: string,
  id: string,
): Promise<'deleted' | Failure> {
  const db = databaseOfAthlete(ctx, athleteId);
  if (!db) return fail('athlete_not_found');
  return changeHistory(athleteId, timeOfSweatTest(athleteId, id), async (from) => {
    const [[athlete], [test], ...rows] = await db.batch([
      selectLiveAthlete(db, ctx.principal.partnerId, athleteId),
      selectSweatTest(db, athleteId, id),
      ...selectHistory(db, athleteId, from),
    ]);
    if (!athlete) return fail('athlete_not_found');
    if (!test) return fail('sweat_test_not_found');
    const history = await historyOf(ctx, rows);
    if (isPartial(history, from, history.events)) return PARTIAL;
    return removeEvidence(ctx, db, athlete, history, { table: sweatTests, id, events: [] });
  });
}
