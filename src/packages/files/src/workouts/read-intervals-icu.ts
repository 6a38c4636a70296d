import type { Work } from '@musette/basics/work';
import { typeOfSport } from '../activity-types.ts';
import { readJson } from '../json-reader.ts';
import { plainName, UnreadableFile } from '../text-reader.ts';
import { readStepLines } from './read-step-lines.ts';
import {
  LEVEL_OF,
  level,
  NESTED_STEPS_MAX,
  rampSteps,
  refuseImpossible,
  type StatedLoad,
  secondsForDistance,
  THRESHOLD_FRACTION_OF_MAX_HR,
  zoneIntensity,
} from './steps.ts';
import {
  type Intensity,
  isRepeat,
  STEP_NAME_CHARACTERS_MAX,
  unroll,
  type Workout,
  type WorkoutPart,
  type WorkoutStep,
} from './workout.ts';

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
 * Reads a `workout_doc` of intervals.icu, alone, inside its event or workout, or inside a list of one. A target
 * range or zone becomes its middle, a ramp becomes steps, and a distance lasts as long as its pace says, else as
 * it typically takes. A workout without steps has those of its description, else the event's own time.
 */
export function* readIntervalsIcu(bytes: Uint8Array): Work<Workout> {
  const { event, root } = onlyEvent(yield* readJson(bytes));
  const inEvent = event.workout_doc !== undefined && event.workout_doc !== null;
  const doc = inEvent ? membersOf(event.workout_doc, `${root}/workout_doc`) : event;
  const pointer = inEvent ? `${root}/workout_doc/steps` : `${root}/steps`;
  const written = readStepLines(typeof event.description === 'string' ? event.description : '');
  const stated = doc.steps ?? (written.steps.length > 0 ? [] : undefined);
  const movingS = numberOf(event, 'moving_time', root) ?? numberOf(doc, 'duration', root);
  if (stated !== undefined && !Array.isArray(stated))
    throw new UnreadableFile(`${pointer}: a list of steps is expected.`);
  const steps: readonly unknown[] = stated !== undefined && stated.length > 0 ? stated : written.steps;
  if (steps.length === 0 && stated === undefined && movingS === null) {
    throw new UnreadableFile(`${pointer}: a list of steps is expected.`);
  }
  const name = [event.name, doc.name, doc.description].find((each) => typeof each === 'string');
  const type = typeOfEvent(event, doc, steps);
  const locationOf = (step: unknown, at: string) => {
    const line = written.lines.get(step);
    return line === undefined ? at : `${root}/description: line ${line}`;
  };
  if (steps.length === 0) {
    const whole = { durationS: movingS ?? 0, intensity: level(LEVEL_OF.active), name: null };
    return { format: 'intervals_icu', name: plainName(name), type, parts: [whole] };
  }
  const parts = yield* readSteps(steps, pointer, {
    type,
    thresholdMPerS: numberOf(doc, 'threshold_pace', root),
    locationOf,
  });
  return { format: 'intervals_icu', name: plainName(name), type, parts };
}

/** Reads the text form of a workout. */
export function* readIntervalsIcuText(text: string): Work<Workout> {
  const { steps, lines } = readStepLines(text);
  const type = typeByTargets(steps);
  const locationOf = (step: unknown, at: string) => (lines.has(step) ? `Line ${lines.get(step)}` : at);
  const parts = yield* readSteps(steps, '', { type, thresholdMPerS: null, locationOf });
  return { format: 'intervals_icu', name: null, type, parts };
}

/** Returns the event of a file: its object, or the only one of its list. */
function onlyEvent(file: unknown): { readonly event: Members; readonly root: string } {
  if (!Array.isArray(file)) return { event: membersOf(file, ''), root: '' };
  const events = file.map((event, index) => membersOf(event, `/${index}`));
  const [event] = events;
  if (event !== undefined && events.length === 1) return { event, root: '/0' };
  const names = events.map(({ name }, index) =>
    typeof name === 'string' ? `"${name}"` : `number ${index + 1}`,
  );
  throw new UnreadableFile(
    events.length === 0
      ? '/: the list has no event.'
      : `/: send one of the ${events.length} events: ${names.join(', ')}.`,
  );
}

function typeOfEvent(event: Members, doc: Members, steps: readonly unknown[]): TypeOfWorkout {
  const sport = [event.type, doc.type].find((name) => typeof name === 'string');
  const type = (sport === undefined ? null : typeOfSport(sport)) ?? typeByTargets(steps);
  return event.indoor === true ? (INDOORS[type] ?? type) : type;
}

const INDOORS: Readonly<Partial<Record<TypeOfWorkout, TypeOfWorkout>>> = {
  bike: 'indoor_bike',
  run: 'treadmill_run',
  trail_run: 'treadmill_run',
};

interface Reading {
  readonly type: TypeOfWorkout;
  /** The athlete's threshold speed, if the document states it. */
  readonly thresholdMPerS: number | null;
  /** Returns where a step is stated: its line in a text, else its pointer. */
  readonly locationOf: (step: unknown, pointer: string) => string;
  /** Steps that nested repetitions may still add when written out. */
  nestedStepsLeft: number;
  readonly loads: StatedLoad[];
}

function* readSteps(
  steps: readonly unknown[],
  pointer: string,
  read: Omit<Reading, 'nestedStepsLeft' | 'loads'>,
): Work<WorkoutPart[]> {
  const reading: Reading = { ...read, nestedStepsLeft: NESTED_STEPS_MAX, loads: [] };
  const parts = yield* partsOf(steps, pointer, reading, 1);
  refuseImpossible(reading.loads);
  return parts;
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
    const location = reading.locationOf(step, `${pointer}/${index}`);
    const members = membersOf(step, location);
    if (members.steps === undefined) {
      parts.push(...stepsOf(members, location, reading));
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

/** An open step ends at the lap button. Counts what the platform counts for it. */
const OPEN_S = 300;
const OPEN_EASY_S = 600;

function stepsOf(members: Members, location: string, reading: Reading): WorkoutStep[] {
  const name = typeof members.text === 'string' ? plainName(members.text, STEP_NAME_CHARACTERS_MAX) : null;
  const target = targetOf(members, location, reading);
  const felt = feltLevel(members);
  const seconds = secondsOf(members, location, reading, felt);
  // A step without an end is a note to the athlete.
  if (seconds === null) return [];
  if (target === null) return [{ durationS: seconds, intensity: level(felt), name }];
  const { kind, from, to } = target;
  if (members.ramp === true) return rampSteps(seconds, kind, from, to, name);
  return [{ durationS: seconds, intensity: { kind, value: (from + to) / 2 }, name }];
}

/** Returns the duration of a step: its time, its distance at its pace or a typical one, or an estimate if open. */
function secondsOf(members: Members, location: string, reading: Reading, felt: number): number | null {
  const durationS = numberOf(members, 'duration', location);
  if (durationS !== null) return durationS;
  const distanceM = numberOf(members, 'distance', location);
  if (distanceM !== null) {
    const speedMPerS = speedOf(members, location, reading);
    return speedMPerS === null ? secondsForDistance(reading.type, distanceM, felt) : distanceM / speedMPerS;
  }
  const isEasy = members.warmup === true || members.cooldown === true;
  const isOpen = isEasy || members.until_lap_press === true || members.freeride === true;
  return isOpen ? (isEasy ? OPEN_EASY_S : OPEN_S) : null;
}

function targetOf(members: Members, location: string, reading: Reading): Target | null {
  for (const name of ['power', 'hr', 'pace'] as const) {
    const target = statedValue(members[name], `${location}/${name}`);
    if (target === null) continue;
    const [start, end] = [target.from, target.to].map((value) => intensityOf(target.units, value, reading));
    if (!start || !end) continue;
    const refuse = (reason: string): never => {
      throw new UnreadableFile(`${location}: ${reason}`);
    };
    reading.loads.push({ ...start, refuse }, { ...end, refuse });
    return { kind: start.kind, from: start.value, to: end.value };
  }
  return null;
}

interface StatedValue {
  readonly from: number;
  readonly to: number;
  readonly units: string;
}

/** Reads a value or range with its unit. Null if there is none. */
function statedValue(member: unknown, location: string): StatedValue | null {
  if (member === undefined || member === null) return null;
  const members = membersOf(member, location);
  const value = numberOf(members, 'value', location);
  const from = numberOf(members, 'start', location) ?? value;
  const to = numberOf(members, 'end', location) ?? value;
  if (from === null || to === null) return null;
  const units = typeof members.units === 'string' ? members.units.toLowerCase().replace('_', '/') : '';
  return { from, to, units };
}

/**
 * Returns an intensity by its unit. Null for units that need the athlete's own data, such as beats, and minutes
 * per kilometre without a threshold.
 */
function intensityOf(units: string, value: number, { thresholdMPerS }: Reading): Intensity | null {
  switch (units) {
    case '%ftp':
      return { kind: 'percent_ftp', value };
    case 'w':
    case 'watts':
      return { kind: 'power_w', value };
    case 'power/zone':
      return zoneIntensity('percent_ftp', value);
    case '%lthr':
      return { kind: 'percent_threshold_hr', value };
    case '%hr':
      return { kind: 'percent_threshold_hr', value: value / THRESHOLD_FRACTION_OF_MAX_HR };
    case 'hr/zone':
      return zoneIntensity('percent_threshold_hr', value);
    case '%pace':
      return { kind: 'percent_threshold_pace', value };
    case 'pace/zone':
      return zoneIntensity('percent_threshold_pace', value);
    default: {
      const speedMPerS = speedIn(units, value);
      if (speedMPerS === null || !thresholdMPerS) return null;
      return { kind: 'percent_threshold_pace', value: (100 * speedMPerS) / thresholdMPerS };
    }
  }
}

/** Returns the speed of a step in the middle of its pace: stated, resolved by the platform, or of the threshold. */
function speedOf(members: Members, location: string, reading: Reading): number | null {
  for (const name of ['pace', '_pace'] as const) {
    const pace = statedValue(members[name], `${location}/${name}`);
    if (pace === null) continue;
    const middle = (pace.from + pace.to) / 2;
    const stated = speedIn(pace.units || 'm/s', middle);
    if (stated !== null) return stated;
    const share = intensityOf(pace.units, middle, reading);
    if (share?.kind === 'percent_threshold_pace' && share.value > 0 && reading.thresholdMPerS) {
      return (reading.thresholdMPerS * share.value) / 100;
    }
  }
  return null;
}

/** Metres by the name of a pace's distance. */
const METRES_OF_PACE: Readonly<Record<string, number>> = {
  km: 1000,
  mi: 1609.344,
  mile: 1609.344,
  '100m': 100,
  '100y': 91.44,
  '500m': 500,
  '400m': 400,
  '250m': 250,
};
const M_PER_S_OF_SPEED: Readonly<Record<string, number>> = {
  'm/s': 1,
  'km/h': 1 / 3.6,
  kmh: 1 / 3.6,
  kph: 1 / 3.6,
  mph: 0.44704,
};
/** Values from here in "minutes per" are seconds: nobody takes half an hour for a kilometre. */
const SECONDS_FROM = 30;

/** Returns the speed of a value in a unit of pace or speed, in m/s. Null for other units and for 0. */
function speedIn(units: string, value: number): number | null {
  if (!(value > 0)) return null;
  const perUnit = M_PER_S_OF_SPEED[units];
  if (perUnit !== undefined) return value * perUnit;
  const [, per = '', distance = ''] = /^(secs|mins)\/(\w+)$/.exec(units) ?? [];
  const metres = METRES_OF_PACE[distance];
  if (metres === undefined) return null;
  return metres / (per === 'mins' && value < SECONDS_FROM ? value * 60 : value);
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
