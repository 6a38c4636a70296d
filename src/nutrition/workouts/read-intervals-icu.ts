import type { Work } from '@musette/basics/work';
import { readJson } from '#platform/files/json-reader.ts';
import { plainName, UnreadableFile } from '#platform/files/text-reader.ts';
import { typeOfSport } from '../records/activity-types.ts';
import { STEP_NAME_CHARACTERS_MAX } from '../records/steps.ts';
import {
  LEVEL_OF,
  level,
  NESTED_STEPS_MAX,
  rampSteps,
  secondsForDistance,
  THRESHOLD_FRACTION_OF_MAX_HR,
  zoneIntensity,
} from './steps.ts';
import {
  type Intensity,
  isRepeat,
  unroll,
  type Workout,
  type WorkoutPart,
  type WorkoutStep,
} from './workout-shape.ts';

type Members = Readonly<Record<string, unknown>>;

/** Bounds recursion. The platform itself nests one level. */
const DEPTH_MAX = 32;
/** Time to read a step (measured, rounded up). */
const STEP_US = 5;

interface Target {
  readonly kind: Intensity['kind'];
  readonly from: number;
  readonly to: number;
}

type TypeOfWorkout = Workout['type'];

/**
 * Reads a `workout_doc` of intervals.icu, alone or inside its event or workout. A target range or zone
 * becomes its middle, a ramp becomes steps, and a distance lasts as long as it typically takes.
 */
export function* readIntervalsIcu(bytes: Uint8Array): Work<Workout> {
  const event = membersOf(yield* readJson(bytes), '');
  const inEvent = event.workout_doc !== undefined;
  const doc = inEvent ? membersOf(event.workout_doc, '/workout_doc') : event;
  const pointer = inEvent ? '/workout_doc/steps' : '/steps';
  if (!Array.isArray(doc.steps)) throw new UnreadableFile(`${pointer}: a list of steps is expected.`);
  const sport = [event.type, doc.type].find((name) => typeof name === 'string');
  const type = (sport === undefined ? null : typeOfSport(sport)) ?? typeByTargets(doc.steps);
  const name = [event.name, doc.name, doc.description].find((each) => typeof each === 'string');
  return {
    format: 'intervals_icu',
    name: plainName(name),
    type,
    parts: yield* partsOf(doc.steps, pointer, { type, nestedStepsLeft: NESTED_STEPS_MAX }, 1),
  };
}

interface Reading {
  readonly type: TypeOfWorkout;
  /** Steps that nested repetitions may still add when written out. */
  nestedStepsLeft: number;
}

function* partsOf(
  steps: readonly unknown[],
  pointer: string,
  reading: Reading,
  depth: number,
): Work<WorkoutPart[]> {
  if (depth > DEPTH_MAX)
    throw new UnreadableFile(`${pointer}: steps are nested more than ${DEPTH_MAX} deep.`);
  const parts: WorkoutPart[] = [];
  for (const [index, step] of steps.entries()) {
    yield STEP_US;
    const location = `${pointer}/${index}`;
    const members = membersOf(step, location);
    if (members.steps === undefined) {
      parts.push(...stepsOf(members, location, reading.type));
      continue;
    }
    if (!Array.isArray(members.steps)) throw new UnreadableFile(`${location}/steps: a list is expected.`);
    const repeat = numberOf(members, 'reps', location) ?? 1;
    const inner = yield* partsOf(members.steps, `${location}/steps`, reading, depth + 1);
    parts.push(...repeated(inner, Math.floor(repeat), location, reading));
  }
  return parts;
}

/** Repeats parts. Writes out inner repetitions, because an activity's steps nest only one level. */
function repeated(
  parts: readonly WorkoutPart[],
  repeat: number,
  location: string,
  reading: Reading,
): WorkoutPart[] {
  const steps = parts.flatMap((part) => (isRepeat(part) ? [] : [part]));
  if (steps.length === parts.length) return repeat === 1 ? steps : [{ repeat, steps }];
  if (repeat === 1) return [...parts];
  const stepCount = parts.reduce(
    (sum, part) => sum + (isRepeat(part) ? part.repeat * part.steps.length : 1),
    0,
  );
  reading.nestedStepsLeft -= stepCount;
  if (reading.nestedStepsLeft < 0) {
    throw new UnreadableFile(`${location}: nested repetitions have more than ${NESTED_STEPS_MAX} steps.`);
  }
  return [{ repeat, steps: parts.flatMap(unroll) }];
}

function stepsOf(members: Members, location: string, type: TypeOfWorkout): WorkoutStep[] {
  const name = typeof members.text === 'string' ? plainName(members.text, STEP_NAME_CHARACTERS_MAX) : null;
  const target = targetOf(members, location);
  const felt = feltLevel(members);
  const durationS = numberOf(members, 'duration', location);
  const distanceM = numberOf(members, 'distance', location);
  const seconds = durationS ?? (distanceM === null ? null : secondsForDistance(type, distanceM, felt));
  // A step without an end is a note to the athlete.
  if (seconds === null) return [];
  if (target === null) return [{ durationS: seconds, intensity: level(felt), name }];
  const { kind, from, to } = target;
  if (members.ramp === true) return rampSteps(seconds, kind, from, to, name);
  return [{ durationS: seconds, intensity: { kind, value: (from + to) / 2 }, name }];
}

function targetOf(members: Members, location: string): Target | null {
  for (const name of ['power', 'hr', 'pace'] as const) {
    if (members[name] === undefined || members[name] === null) continue;
    const target = membersOf(members[name], `${location}/${name}`);
    const value = numberOf(target, 'value', `${location}/${name}`);
    const from = numberOf(target, 'start', `${location}/${name}`) ?? value;
    const to = numberOf(target, 'end', `${location}/${name}`) ?? value;
    if (from === null || to === null) continue;
    const [start, end] = [intensityOf(target.units, from), intensityOf(target.units, to)];
    if (start && end) return { kind: start.kind, from: start.value, to: end.value };
  }
  return null;
}

/**
 * Reads a value by its unit. Null for units that need the athlete's own data, such as minutes per kilometre.
 */
function intensityOf(units: unknown, value: number): Intensity | null {
  switch (units) {
    case '%ftp':
      return { kind: 'percent_ftp', value };
    case 'w':
    case 'watts':
      return { kind: 'power_w', value };
    case 'power_zone':
      return zoneIntensity('percent_ftp', value);
    case '%lthr':
      return { kind: 'percent_threshold_hr', value };
    case '%hr':
      return { kind: 'percent_threshold_hr', value: value / THRESHOLD_FRACTION_OF_MAX_HR };
    case 'hr_zone':
      return zoneIntensity('percent_threshold_hr', value);
    case '%pace':
      return { kind: 'percent_threshold_pace', value };
    case 'pace_zone':
      return zoneIntensity('percent_threshold_pace', value);
    default:
      return null;
  }
}

function feltLevel(members: Members): number {
  if (members.warmup === true) return LEVEL_OF.warmUp;
  if (members.cooldown === true) return LEVEL_OF.coolDown;
  if (members.maxeffort === true) return LEVEL_OF.max;
  if (members.freeride === true) return LEVEL_OF.free;
  if (members.intensity === 'rest' || members.intensity === 'recovery') return LEVEL_OF.recovery;
  return members.intensity === 'interval' ? LEVEL_OF.interval : LEVEL_OF.active;
}

/** Assumes a ride for power and a run for pace if the document names no sport. */
function typeByTargets(steps: readonly unknown[]): TypeOfWorkout {
  const text = JSON.stringify(steps);
  if (text.includes('"power":')) return 'bike';
  return text.includes('"pace":') ? 'run' : 'other';
}

function membersOf(value: unknown, location: string): Members {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new UnreadableFile(`${location || '/'}: an object is expected.`);
}

function numberOf(members: Members, name: string, location: string): number | null {
  const value = members[name];
  if (value === undefined || value === null) return null;
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value;
  throw new UnreadableFile(`${location}/${name}: a number of at least 0 is expected.`);
}
