import { RandomSource } from '@musette/basics/random-source';
import { finish } from '@musette/basics/work';
import type { LearnedState, LearningEvent } from '@musette/engine/learn';
import { ENGINE_VERSION } from '@musette/engine/prescribe';
import { SINGLE_SPORT_TYPES, type SingleSportType } from '@musette/engine/types';
import { feedbackEvent, sweatTestEvent, type Taught } from '#nutrition/learning/history.ts';
import { EVENTS_PER_STATE, refold, taughtBy, withStatesToStore } from '#nutrition/learning/write-history.ts';
import { newDefinition, type OwnProductFields } from '#nutrition/own-products/own-products.ts';
import { type CalculatedPrescription, calculateRow } from '#nutrition/prescriptions/prescription-row.ts';
import { newSession } from '#nutrition/records/activity-fields.ts';
import { engineInput, fingerprintOf } from '#nutrition/records/engine-input.ts';
import { stateWithEvidence } from '#nutrition/records/read-athlete.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, startOf } from '#platform/clock.ts';
import { inZone, isoLocal } from '#platform/local-time.ts';
import type {
  ActivityRow,
  AthleteRow,
  FeedbackRow,
  LearnedStateRow,
  OwnProductRow,
  SweatTestRow,
} from '#platform/storage/athlete-schema.ts';
import { newId } from '#platform/storage/ids.ts';
import { reportSession, type SessionReport, weighSelf } from './report-session.ts';
import type { StandardAthlete } from './standard-athletes.ts';

const WEEKS_BACK = 6;
const WEEKS_AHEAD = 1;
/** The shortest session with a sweat test, in minutes. */
const WEIGHED_MIN = 90;
const SESSION_HOUR = 7;
/** Days between the creation of an activity and its session. */
const PLANNED_DAYS_AHEAD = 3;

/** All rows of a synthetic athlete. */
export interface SimulatedAthlete {
  readonly athlete: AthleteRow;
  readonly ownProducts: readonly OwnProductRow[];
  readonly activities: readonly ActivityRow[];
  readonly prescriptions: readonly CalculatedPrescription[];
  readonly feedback: readonly FeedbackRow[];
  readonly sweatTests: readonly SweatTestRow[];
  readonly learned: LearnedStateRow | null;
}

/**
 * Simulates weeks of a standard athlete around today, session by session, with the real engine. Each past
 * session is prescribed from the evidence so far. Some get feedback, and what that teaches changes the next
 * prescription. Deterministic: the same seed and day give the same numbers. Only identifiers differ.
 *
 * @param stored the row before the first session
 */
export async function simulateAthlete(
  standard: StandardAthlete,
  stored: AthleteRow,
  seed: number,
  nowMs: number,
): Promise<SimulatedAthlete> {
  const ownProducts = (standard.ownProducts ?? []).map((fields, index) =>
    newOwnProduct(stored, fields, index),
  );
  const athlete = ownProducts.length === 0 ? stored : { ...stored, fuelPreferences: preferring(ownProducts) };
  const random = new RandomSource(seed);
  const todayMs = startOf(DAY_MS, nowMs);
  const activities = plannedSessions(standard, athlete, random, todayMs);
  const prescriptions: CalculatedPrescription[] = [];
  const evidence = new Evidence(athlete);
  const weighedWeeks = new Set<number>();
  for (const activity of activities) {
    const isPast = activity.effectiveAt < todayMs;
    const calculatedAt = isPast ? startMsOf(activity) - 12 * HOUR_MS : nowMs;
    const prescription = await calculate(athlete, activity, evidence.state, calculatedAt);
    prescriptions.push(prescription);
    if (!isPast) continue;
    const weeksBack = Math.ceil((todayMs - activity.effectiveAt) / (7 * DAY_MS));
    const isTestDay = standard.sweatTestWeeks.includes(weeksBack) && activity.durationMin >= WEIGHED_MIN;
    const report = reportSession(standard, athlete, activity, prescription, random);
    if (isTestDay && !weighedWeeks.has(weeksBack)) {
      weighedWeeks.add(weeksBack);
      evidence.addTest(activity, weighSelf(standard, athlete, activity, random));
    } else if (report) evidence.addFeedback(activity, prescription, report);
  }
  const { feedback, sweatTests } = evidence;
  const learned = evidence.learned(nowMs);
  return { athlete, ownProducts, activities, prescriptions, feedback, sweatTests, learned };
}

/** A millisecond apart, because a plan depends on the order of its products' identifiers. */
function newOwnProduct(
  { id: athleteId, createdAt: firstAt }: AthleteRow,
  fields: OwnProductFields,
  index: number,
): OwnProductRow {
  const createdAt = firstAt + index;
  return {
    id: newId('cpr', createdAt),
    athleteId,
    revision: 1,
    externalId: fields.externalId ?? null,
    definition: newDefinition(fields),
    createdAt,
    updatedAt: createdAt,
  };
}

function preferring(products: readonly OwnProductRow[]): AthleteRow['fuelPreferences'] {
  return { avoids: [], formats: null, owns: products.map(({ id }) => id) };
}

/** An athlete's evidence so far, in session order, and the learned state after it. */
class Evidence {
  readonly feedback: FeedbackRow[] = [];
  readonly sweatTests: SweatTestRow[] = [];
  /** The state that prescriptions use. Null if nothing was learned. */
  state: LearnedState | null = null;
  readonly #athlete: AthleteRow;
  #folded: LearnedState | null = null;
  #events = 0;
  #lastAt: number | null = null;

  constructor(athlete: AthleteRow) {
    this.#athlete = athlete;
  }

  addFeedback(activity: ActivityRow, prescription: CalculatedPrescription, report: SessionReport): void {
    const { carbGPerHr, sodiumMgPerHr, fluidMlPerHr } = prescription;
    const at = startMsOf(activity) + activity.durationMin * MINUTE_MS + HOUR_MS;
    const evidence = {
      ...report,
      id: newId('fbk', at),
      activityId: activity.id,
      sessionAt: activity.effectiveAt,
      prescribed: { carbGPerHr, sodiumMgPerHr, fluidMlPerHr },
    };
    const taught = this.#learnFrom(feedbackEvent(evidence, activity));
    const stored = { athleteId: this.#athlete.id, revision: 1, createdAt: at, updatedAt: at };
    this.feedback.push({ ...evidence, ...taught, ...stored });
  }

  addTest(activity: ActivityRow, weighed: ReturnType<typeof weighSelf>): void {
    const { type } = activity;
    if (!isSingleSport(type)) throw new Error('a sweat test must be of a single sport');
    const { id: athleteId, timeZone } = this.#athlete;
    const effectiveAt = activity.effectiveAt + activity.durationMin * MINUTE_MS;
    const { atMs, localMs } = inZone({ atMs: null, localMs: effectiveAt }, timeZone);
    const createdAt = atMs ?? effectiveAt;
    const test = { ...weighed, id: newId('swt', createdAt), type, effectiveAt };
    const taught = this.#learnFrom(sweatTestEvent(test));
    const tested = { externalId: null, testedAt: atMs, testedLocal: localMs, timeZone };
    this.sweatTests.push({ ...test, ...tested, ...taught, athleteId, createdAt });
  }

  /** Returns the row of the learned state. Returns null before the first evidence. */
  learned(nowMs: number): LearnedStateRow | null {
    if (this.#folded === null) return null;
    return {
      athleteId: this.#athlete.id,
      revision: crypto.randomUUID(),
      engineVersion: ENGINE_VERSION,
      state: this.#folded,
      lastAt: this.#lastAt,
      eventsSinceState: this.#events % EVENTS_PER_STATE,
      updatedAt: nowMs,
    };
  }

  /** Events come in session order. */
  #learnFrom(event: LearningEvent): Taught {
    const { steps, state } = finish(refold(this.#athlete, this.#folded, [event]));
    const taught = taughtBy(withStatesToStore(steps, this.#events), event.id);
    this.#events += 1;
    this.#lastAt = event.atMs;
    this.#folded = state;
    this.state = stateWithEvidence(state);
    return taught;
  }
}

function startMsOf({ scheduledAt, effectiveAt }: ActivityRow): number {
  return scheduledAt ?? effectiveAt;
}

function isSingleSport(type: ActivityRow['type']): type is SingleSportType {
  return SINGLE_SPORT_TYPES.some((single) => single === type);
}

/** Builds the sessions from six weeks back to one week ahead, and the race, oldest first. */
function plannedSessions(
  standard: StandardAthlete,
  athlete: AthleteRow,
  random: RandomSource,
  todayMs: number,
): ActivityRow[] {
  const rows: ActivityRow[] = [];
  for (let week = -WEEKS_BACK; week < WEEKS_AHEAD; week++) {
    const temperatureC = Math.round(random.within(18, 5, 4, 32));
    for (const session of standard.week) {
      // Weeks differ: each session is up to a tenth longer or shorter, in steps of five minutes.
      const durationMin = Math.max(
        20,
        Math.round((session.durationMin * random.within(1, 0.06, 0.9, 1.1)) / 5) * 5,
      );
      const atMs = todayMs + (7 * week + session.day) * DAY_MS + SESSION_HOUR * HOUR_MS;
      const weather = {
        temperatureC,
        humidityPercent: Math.round(random.within(60, 12, 30, 90)),
        shade: false,
      };
      rows.push(toRow(athlete, { ...session, durationMin, weather }, atMs));
    }
  }
  const { segments, ...race } = standard.race;
  const weather = { temperatureC: race.temperatureC, humidityPercent: 55, shade: false };
  const atMs = todayMs + race.inDays * DAY_MS + SESSION_HOUR * HOUR_MS;
  rows.push(
    toRow(athlete, { ...race, segments: segments && [...segments], weather, isRaceEvent: true }, atMs),
  );
  return rows.toSorted((a, b) => a.effectiveAt - b.effectiveAt);
}

/** Builds a session at a local time or, for an athlete without a time zone, in UTC. */
function toRow(
  { id: athleteId, timeZone }: AthleteRow,
  session: Omit<Parameters<typeof newSession>[0], 'scheduledAt'>,
  localMs: number,
): ActivityRow {
  const createdAt = localMs - PLANNED_DAYS_AHEAD * DAY_MS;
  const scheduledAt = timeZone === null ? `${isoLocal(localMs)}Z` : isoLocal(localMs);
  const { type, durationMin, intensityLevel, name, weather, isRaceEvent } = session;
  const { distanceKm, elevationGainM, packKg, raceFormat, segments } = session;
  const course = { distanceKm, elevationGainM, packKg, raceFormat, segments };
  const fields = { type, durationMin, intensityLevel, name, weather, isRaceEvent, ...course };
  return {
    ...newSession({ ...fields, scheduledAt }, timeZone, createdAt),
    id: newId('act', createdAt),
    athleteId,
    revision: 1,
    createdAt,
    updatedAt: createdAt,
  };
}

async function calculate(
  athlete: AthleteRow,
  activity: ActivityRow,
  state: LearnedState | null,
  calculatedAt: number,
): Promise<CalculatedPrescription> {
  const input = engineInput(athlete, activity, state);
  const fingerprint = await fingerprintOf(input);
  return calculateRow(input, { activityId: activity.id, athleteId: athlete.id, fingerprint }, calculatedAt);
}
