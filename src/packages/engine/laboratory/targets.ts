/** Measures the targets of the engine: the wanted and the current result. Each row says whether it holds. */

import type { Range } from '../src/types.ts';
import { finisherFigures } from './finishers.ts';
import { gapHarms, gapProperties } from './gap-figures.ts';
import { GUT_STYLES, simulateGut } from './gut-simulation.ts';
import { ANSWERING_STYLES, simulateLearning } from './learning-simulation.ts';
import { alarmFigures } from './population-figures.ts';
import {
  anyInputs,
  cohortCoverage,
  followerFigures,
  harshInputs,
  realisticInputs,
  selfFigures,
} from './target-figures.ts';

/** One target. Without a wanted range it is reported only. */
interface MeasuredTarget {
  readonly name: string;
  readonly wanted: string;
  readonly measured: string;
  /** Null without a wanted range. */
  readonly holds: boolean | null;
}

/** Number of inputs, people and athletes behind the targets. */
interface TargetSize {
  readonly inputs: number;
  readonly harsh: number;
  readonly people: number;
  readonly learners: number;
}

const SEED = 8;

/** Measures all targets; deterministic for one engine and size. */
export function measureTargets(size: TargetSize): readonly MeasuredTarget[] {
  return [
    ...selfTargets(size),
    ...ceilingTargets(size),
    ...alarmTargets(size),
    ...finisherTargets(),
    ...learningTargets(size),
    ...coverageTargets(size),
  ];
}

/** Writes a share as a percentage. */
export function percent(share: number, digits = 1): string {
  return `${(100 * share).toFixed(digits)} %`;
}

function within(name: string, value: number, { min, max }: Range): MeasuredTarget {
  const wanted =
    min === 0 ? `≤ ${percent(max)}` : max === 1 ? `≥ ${percent(min)}` : `${percent(min)} to ${percent(max)}`;
  return { name, wanted, measured: percent(value), holds: value >= min && value <= max };
}

const atMost = (name: string, value: number, max: number): MeasuredTarget =>
  within(name, value, { min: 0, max });
const atLeast = (name: string, value: number, min: number): MeasuredTarget =>
  within(name, value, { min, max: 1 });
const none = (name: string, value: number): MeasuredTarget => ({
  name,
  wanted: '0',
  measured: String(value),
  holds: value === 0,
});

const reported = (name: string, value: number): MeasuredTarget => ({
  name,
  wanted: 'no target',
  measured: percent(value),
  holds: null,
});

function selfTargets({ inputs, harsh, people }: TargetSize): MeasuredTarget[] {
  const any = selfFigures(anyInputs(inputs, SEED));
  const hard = selfFigures(harshInputs(harsh, SEED));
  const real = selfFigures(realisticInputs(people, SEED));
  return [
    none(
      `random inputs: outside own limits and silent (${any.outside} of ${any.tried} outside)`,
      any.outsideAndSilent,
    ),
    none('random inputs: far outside without review', any.farOutsideWithoutReview),
    none('random inputs: numbers that are not finite', any.notFinite),
    none('random inputs: opposed texts', any.opposedPairs),
    none('random inputs: 8 h or more without the weight rule', any.longWithoutWeightRule),
    none(
      `harsh mix: outside own limits and silent (${hard.outside} of ${hard.tried} outside)`,
      hard.outsideAndSilent,
    ),
    none('harsh mix: opposed texts', hard.opposedPairs),
    atMost('harsh mix: danger', hard.danger, 0.14),
    atMost('harsh mix: review', hard.review, 0.07),
    within('harsh mix: EAH warned, 4–8 h', hard.eah.from4To8, { min: 0.1, max: 0.2 }),
    within('harsh mix: EAH warned, 8–12 h', hard.eah.from8To12, { min: 0.15, max: 0.25 }),
    within('harsh mix: EAH warned, 12 h and more', hard.eah.from12, { min: 0.3, max: 0.5 }),
    atMost('realistic mix: caution or danger', real.caution, 0.3),
    atMost('realistic mix: danger', real.danger, 0.06),
    atMost('realistic mix: review', real.review, 0.05),
    atMost('realistic mix: INPUT_NEEDED', real.inputNeeded, 0.01),
    none('realistic mix: opposed texts', real.opposedPairs),
    none('realistic mix: outside own limits and silent', real.outsideAndSilent),
  ];
}

function ceilingTargets({ inputs, harsh }: TargetSize): MeasuredTarget[] {
  const gaps = gapProperties(inputs, SEED);
  const harms = gapHarms(harsh, SEED);
  return [
    atMost('a gap puts the ceiling below default and lowest (by > .5 ml/h)', gaps.tooLow / gaps.tried, 0.001),
    none('a gap puts the ceiling above the lowest', gaps.aboveLow),
    none('a gap puts the ceiling above the default', gaps.aboveDefault),
    ...harms.map((harm) => ({
      name: `harm without ${harm.field}, and with it`,
      wanted: 'never less without',
      measured: `${percent(harm.without)}, ${percent(harm.with)}`,
      holds: harm.without >= harm.with,
    })),
  ];
}

function alarmTargets({ harsh, people }: TargetSize): MeasuredTarget[] {
  const followers = followerFigures(harshInputs(harsh, SEED));
  const alarms = alarmFigures(people, SEED);
  return [
    none(`plan followers flagged (${followers.tried} events from 4 h)`, followers.plan),
    none('drinkers of 90 % of the ceiling flagged', followers.ceiling),
    none('more drunk, graded lower', followers.inversions),
    atLeast('weighed gain ≥ 2 % caught', alarms.gainsCaught, 1),
    atMost('false alarms, drinkers of 300–500 ml/h', alarms.falseAlarms, 0.02),
    atLeast('3 L in 5 h at 50 kg flagged', alarms.cohortFlagged, 0.86),
    atLeast('the same at shown level 5 or below', alarms.coolCohortFlagged, 0.94),
  ];
}

function finisherTargets(): MeasuredTarget[] {
  return finisherFigures().map(({ race, mayDrink }) =>
    atLeast(`${race}: drinking to lose 4 % of mass as water is possible`, mayDrink[1] ?? 0, 0.98),
  );
}

function learningTargets({ learners }: TargetSize): MeasuredTarget[] {
  const styles = ANSWERING_STYLES.map((style) => ({
    style,
    outcome: simulateLearning(learners, SEED, style),
  }));
  const error = (label: string): number =>
    styles.find(({ style }) => style.label === label)?.outcome.error[20] ?? Number.NaN;
  const guts = GUT_STYLES.map((style) => simulateGut(learners, SEED, style));
  return [
    ...styles.map(({ style, outcome }) =>
      atMost(
        `ceiling unsafe in 20 sessions: ${style.label}`,
        outcome.ceilingUnsafeIn20,
        style.scaleLowKg > 0 ? 0.17 : 0.04,
      ),
    ),
    atMost('error of sweat after 20 sessions: honest and noted', error('honest and noted'), 0.17),
    atMost('error of sweat after 20: weighed, urine noted', error('all weighed, urine noted'), 0.055),
    atMost('error of sweat after 20: weighed, both answered', error('all weighed'), 0.055),
    atMost(
      'error of sweat after 20: weighed, nothing answered',
      error('all weighed, nothing answered'),
      0.11,
    ),
    ...guts.map(({ style, tooHigh }) => {
      const name = `tolerance above 110 % of the true one: ${style}`;
      return style === 'honest' ? atMost(name, tooHigh, 0.1) : reported(name, tooHigh);
    }),
    none(
      'races above max(start, practised + 10)',
      guts.reduce((sum, { racesTooHigh }) => sum + racesTooHigh, 0),
    ),
  ];
}

function coverageTargets({ harsh }: TargetSize): MeasuredTarget[] {
  const narrow = cohortCoverage(harsh, SEED, 0.22);
  const wide = cohortCoverage(harsh, SEED, 0.3);
  const short = cohortCoverage(harsh, SEED, 0.15, true);
  const range = { min: 0.74, max: 0.86 };
  return [
    within('beyond 6 h, plan followed: mass, cohort sd .22', narrow.mass, range),
    within('beyond 6 h, plan followed: sodium, cohort sd .22', narrow.plasma, range),
    within('beyond 6 h, plan followed: mass, cohort sd .30', wide.mass, range),
    within('beyond 6 h, plan followed: sodium, cohort sd .30', wide.plasma, range),
    within('up to 6 h: mass', short.mass, { min: 0.75, max: 0.87 }),
    within('up to 6 h: sodium', short.plasma, { min: 0.75, max: 0.86 }),
  ];
}
