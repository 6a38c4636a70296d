import { UNKNOWN_CAFFEINE } from '@musette/engine/caffeine';
import { PROFILE_FIELDS } from '@musette/engine/fields';
import { planGutTraining } from '@musette/engine/gut-training';
import { type PrescribeResult, prescribe } from '@musette/engine/prescribe';
import {
  type EngineActivity,
  type EngineAthlete,
  type HealthFlags,
  UNKNOWN_ATHLETE,
  UNKNOWN_SESSION,
} from '@musette/engine/types';
import { snakeName } from '#platform/http/wire-case.ts';
import { GLOSSARY } from './glossary.ts';

/** An ordinary athlete, who has practised enough carbohydrate that a limit of the gut shows. */
const ATHLETE: EngineAthlete = {
  ...UNKNOWN_ATHLETE,
  sex: 'female',
  ageYears: 35,
  bodyMassKg: 60,
  heightCm: 168,
  fitnessLevel: 5,
  sweatLevel: 5,
  saltinessLevel: 5,
  carbToleranceGPerHr: 90,
};

const RUN: EngineActivity = {
  ...UNKNOWN_SESSION,
  type: 'run',
  durationMin: 90,
  intensityLevel: 6,
  thermalStressLevel: 5,
};

/** The sessions that are compared, by their name in the table. */
const SESSIONS: ReadonlyMap<string, EngineActivity> = new Map([
  ['90 min', RUN],
  ['3.5 h race', { ...RUN, durationMin: 210, isRaceEvent: true }],
  ['3.5 h in heat', { ...RUN, durationMin: 210, thermalStressLevel: 7 }],
  ['10 h race', { ...RUN, durationMin: 600, isRaceEvent: true }],
]);

type NumberOf = (rounded: PrescribeResult['rounded']) => number;

/** The numbers of each column: what is planned, and its ceiling if it has one. */
const COLUMNS: readonly (readonly NumberOf[])[] = [
  [({ rates }) => rates.carbGPerHr],
  [({ rates }) => rates.fluidMlPerHr, ({ maxSafeFluidMlPerHr }) => maxSafeFluidMlPerHr],
  [({ rates }) => rates.sodiumMgPerHr, ({ maxSafeSodiumMgPerHr }) => maxSafeSodiumMgPerHr],
];

const HEAD = `| field | carbohydrate | fluid, its ceiling | sodium, its ceiling | not planned | needs a review | adds |
| --- | --- | --- | --- | --- | --- | --- |`;

/**
 * Writes as Markdown what each health field changes, as the engine calculates it: the largest decrease in one of the
 * sessions, and the sessions that then need a review.
 */
export function healthEffectsMarkdown(): string {
  return [HEAD, ...PROFILE_FIELDS.health.names.map(rowOf)].join('\n');
}

function rowOf(name: keyof HealthFlags): string {
  const field = snakeName(name);
  const health = { ...UNKNOWN_ATHLETE.health, [name]: true };
  const pairs = [...SESSIONS].map(([session, activity]) => ({
    session,
    before: resultOf(activity, ATHLETE.health),
    after: resultOf(activity, health),
  }));
  const decreases = COLUMNS.map((values) => {
    const percents = values.map((numberOf) =>
      percentBelow(pairs.map(({ before, after }) => [numberOf(before.rounded), numberOf(after.rounded)])),
    );
    return percents.every((percent) => percent === 0) ? '' : percents.map(percentText).join(', ');
  });
  const reviews = pairs.filter(({ after }) => after.safety.requiresHumanReview).map(({ session }) => session);
  const added = pairs.flatMap(({ before, after }) => {
    const earlier = before.safety.warnings.map(({ code }) => code);
    return after.safety.warnings.map(({ code }) => code).filter((code) => !earlier.includes(code));
  });
  const cells = [
    `\`${field}\`: ${(GLOSSARY[field] ?? '').replace(/\.$/, '')}`,
    ...decreases,
    notPlanned(health, pairs).join(', '),
    reviews.length === SESSIONS.size ? 'always' : reviews.join(', '),
    [...new Set(added)].map((code) => `[\`${code}\`](/docs/warnings#${code})`).join(', '),
  ];
  return `| ${cells.map((cell) => cell || '–').join(' | ')} |`;
}

function resultOf(activity: EngineActivity, health: HealthFlags): PrescribeResult {
  const athlete = { ...ATHLETE, health };
  const request = { ...UNKNOWN_CAFFEINE, wanted: true };
  return prescribe({ activity, athlete, learned: null, caffeine: { activity, athlete, request } });
}

/** Returns the largest decrease in percent. Health raises no number, so an increase is a bug. */
function percentBelow(pairs: readonly (readonly [number, number])[]): number {
  if (pairs.some(([before, after]) => after > before)) throw new Error('a health field raised a number');
  const shares = pairs.map(([before, after]) => (before === 0 ? 0 : (before - after) / before));
  return Math.round(100 * Math.max(...shares));
}

function percentText(percent: number): string {
  return percent === 0 ? 'unchanged' : `−${percent}%`;
}

function notPlanned(health: HealthFlags, pairs: readonly { readonly after: PrescribeResult }[]): string[] {
  const athlete = { ...ATHLETE, health };
  const gut = { practisedGPerHr: 40, isTested: true, giHistory: false };
  const training = planGutTraining({ athlete, ...gut, wantedGPerHr: 80, daysToRace: 70 });
  return [
    ...(pairs.every(({ after }) => after.caffeine?.totalMg === 0) ? ['caffeine'] : []),
    ...(training.weeks.length === 0 ? ['gut training'] : []),
  ];
}
