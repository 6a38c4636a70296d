import {
  classOf,
  ENGINE_VERSION,
  type PrescribeInput,
  planEvent,
  prescribe,
  sweatSigma,
  weigh,
} from '@musette/engine/calibration';
import { PROFILE_FIELDS, SESSION_FIELDS } from '@musette/engine/fields';
import { fullPrescription, numbersOf } from '#nutrition/prescriptions/prescription-shape.ts';
import {
  type TeachingSession,
  toEngineActivity,
  toEngineAthlete,
  UNKNOWN_PROFILE,
} from '#nutrition/records/engine-input.ts';
import { toEventWeather } from '#nutrition/records/hourly-weather.ts';
import { MINUTE_MS } from '#platform/clock.ts';
import { fromWire } from '#platform/http/wire-case.ts';
import { isObject, memberOf } from '#platform/members.ts';

/** Why a weighed session is not counted. The protocol explains each. */
export const REASONS = {
  not_weighed: 'no weighing on a scale',
  question_open: 'what was drunk or the urine is not stated',
  too_short: 'shorter than an hour',
  mass_unknown: 'the profile has no weight',
  mass_doubted: 'the weight is doubted, or the weighing is not plausible',
  not_before: 'the prediction was not stored before the session',
  other_engine: 'the prediction is of another engine',
  not_reproduced: 'the prediction cannot be recomputed from the export',
  overlapping: 'another session of the athlete overlaps it',
} as const;
export type Reason = keyof typeof REASONS;

/** A counted weighing: its class, and where it lies in the engine's own range. No member names a person. */
export interface JudgedWeighing {
  readonly startMs: number;
  readonly key: string;
  /** Standard deviations from the engine's median, and the deviation itself, ln sd. */
  readonly z: number;
  readonly sigma: number;
}

/** What an export of one athlete contributes. */
export interface JudgedExport {
  readonly athleteId: string;
  readonly generatedAt: string;
  readonly weighings: readonly JudgedWeighing[];
  readonly refused: readonly Reason[];
}

const SHORTEST_MIN = 60;

/** Reads an export. Null unless it is complete; `consent` says whether its athlete has agreed to be counted. */
export function readExport(
  text: string,
): { readonly consent: boolean; readonly judge: () => JudgedExport } | null {
  const parsed = parsedOr(text);
  const athlete = memberOf(parsed, 'athlete');
  const activities = memberOf(parsed, 'activities');
  const [athleteId, generatedAt] = [memberOf(athlete, 'id'), memberOf(parsed, 'generated_at')];
  const isWhole = memberOf(parsed, 'complete') === true && memberOf(parsed, 'export_version') === 1;
  if (!isWhole || !isObject(athlete) || !Array.isArray(activities)) return null;
  if (typeof athleteId !== 'string' || typeof generatedAt !== 'string') return null;
  return {
    consent: /^\d{4}-\d{2}-\d{2}$/.test(String(memberOf(parsed, 'calibration_consent'))),
    judge: () => ({ athleteId, generatedAt, ...judgeAll(athlete, activities) }),
  };
}

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function judgeAll(athlete: object, activities: readonly unknown[]) {
  const weighings: JudgedWeighing[] = [];
  const refused: Reason[] = [];
  for (const activity of activities) {
    if (memberOf(memberOf(activity, 'feedback'), 'body_mass_after_kg') === null || !isObject(activity))
      continue;
    if (!isObject(memberOf(activity, 'feedback'))) continue;
    const found = judge(athlete, activity, activities);
    if (typeof found === 'string') refused.push(found);
    else weighings.push(found);
  }
  return { weighings, refused };
}

/** Judges one weighed session by the prediction that was stored before it. */
function judge(athlete: object, activity: object, all: readonly unknown[]): JudgedWeighing | Reason {
  const feedback = memberOf(activity, 'feedback');
  const number = (from: unknown, name: string): number | null => {
    const value = memberOf(from, name);
    return typeof value === 'number' && Number.isFinite(value) ? value : null;
  };
  const [beforeKg, afterKg] = [
    number(feedback, 'body_mass_before_kg'),
    number(feedback, 'body_mass_after_kg'),
  ];
  if (memberOf(feedback, 'source') !== 'scale' || beforeKg === null || afterKg === null) return 'not_weighed';
  const fluidMl = number(memberOf(feedback, 'actual_intake'), 'fluid_ml');
  const urineMl = number(feedback, 'urine_ml');
  if (fluidMl === null || urineMl === null) return 'question_open';
  const durationMin = number(activity, 'duration_min') ?? 0;
  if (durationMin < SHORTEST_MIN) return 'too_short';
  const recordKg = number(athlete, 'body_mass_kg');
  if (recordKg === null) return 'mass_unknown';
  const startMs = startOf(activity);
  const prescription = memberOf(activity, 'prescription');
  const calculatedMs = Date.parse(String(memberOf(prescription, 'calculated_at')));
  if (startMs === null || !(calculatedMs <= startMs)) return 'not_before';
  if (all.some((other) => other !== activity && overlaps(other, startMs, durationMin))) return 'overlapping';
  if (memberOf(activity, 'engine_version') !== ENGINE_VERSION) return 'other_engine';
  const input = inputOf(athlete, activity, startMs);
  if (input === null || !isReproduced(input, prescription)) return 'not_reproduced';
  const plan = planEvent(input);
  const carbsG = number(memberOf(feedback, 'actual_intake'), 'carbs_grams') ?? 0;
  const weighed = weigh(
    plan,
    { source: 'scale', beforeKg, afterKg, fluidMl, foodG: carbsG, urineMl },
    recordKg,
  );
  if (plan.doubtedMass !== null || !weighed.usable) return 'mass_doubted';
  const sigma = sweatSigma(plan);
  const z = Math.log(weighed.sweatRateMlPerHr / (1000 * plan.balance.sweatLPerHr)) / sigma;
  return { startMs, key: classOf(plan), z, sigma };
}

/** Returns when a session begins. Null without a time, or without a zone to read it in. */
function startOf(activity: unknown): number | null {
  const at = memberOf(activity, 'scheduled_at');
  const hasZone = typeof at === 'string' && /T.*(Z|[+-]\d\d:\d\d)$/.test(at);
  return hasZone ? Date.parse(at) : null;
}

function overlaps(other: unknown, startMs: number, durationMin: number): boolean {
  const otherMs = startOf(other);
  const minutes = Number(memberOf(other, 'duration_min'));
  if (otherMs === null) return false;
  return otherMs < startMs + durationMin * MINUTE_MS && startMs < otherMs + minutes * MINUTE_MS;
}

/** Rebuilds the input of a calculation from an export. Null if the export cannot say it. */
function inputOf(athlete: object, activity: object, startMs: number): PrescribeInput | null {
  const session = fromWire(activity);
  // A form that it does not have throws, or gives other numbers.
  try {
    return {
      activity: toEngineActivity({
        ...NOT_STATED,
        ...stated(SESSION_FIELDS, session),
        ...stated({ type: 0, durationMin: 0, segments: 0, steps: 0, course: 0 }, session),
        weather: weatherOf(memberOf(session, 'weather')),
      } as TeachingSession),
      athlete: toEngineAthlete(
        {
          ...UNKNOWN_PROFILE,
          ...stated({ ...PROFILE_FIELDS, birthYear: 0, formerMassKg: 0 }, fromWire(athlete)),
        },
        startMs,
      ),
      learned: null,
    };
  } catch {
    return null;
  }
}

const NOT_STATED = { segments: null, steps: null, course: null };

/** Returns the members with these names that are stated. */
function stated(names: object, of: object): Readonly<Record<string, unknown>> {
  const entries = Object.keys(names).map((name) => [name, memberOf(of, name) ?? null] as const);
  return Object.fromEntries(entries);
}

function weatherOf(weather: unknown): TeachingSession['weather'] {
  if (weather === null || weather === undefined) return null;
  return toEventWeather(weather as Parameters<typeof toEventWeather>[0]);
}

/** Returns whether a calculation gives exactly the numbers that were stored. */
function isReproduced(input: PrescribeInput, prescription: unknown): boolean {
  const { calculated_at: _, ...numbers } = fullPrescription(numbersOf(prescribe(input), 0));
  return Object.entries(numbers).every(([name, value]) => memberOf(prescription, name) === value);
}
