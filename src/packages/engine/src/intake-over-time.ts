/** Lays out the times of a trajectory, with the losses and the intake up to each of them. */

import { type Phase, phasesOf } from './phases.ts';
import type { EventPlan } from './plan.ts';
import { shownLegsOf } from './rounding.ts';

/** Amounts of fluid, sodium and carbohydrate. */
interface Amounts {
  readonly fluidMl: number;
  readonly sodiumMg: number;
  readonly carbG: number;
}

/** Amounts taken between two minutes, or at one moment if both are equal. */
export interface Dose extends Amounts {
  readonly fromMin: number;
  readonly toMin: number;
}

/** An athlete's intake that replaces the plan's own rates. */
export interface Followed {
  /** Start of the trajectory. */
  readonly fromMin: number;
  /** Taken before that minute, in every scenario. */
  readonly taken: Amounts | null;
  /** End of the event, which may have moved since the calculation. */
  readonly endMin: number;
  /** Intake from then on. */
  readonly doses: readonly Dose[];
  /** Minutes that get their own point. */
  readonly rowMinutes: readonly number[];
}

/** Losses since the start at each time. */
interface Losses {
  readonly sweatL: readonly number[];
  readonly breathL: readonly number[];
  readonly urineL: readonly number[];
  /** Energy expended, Wh. */
  readonly energyWh: readonly number[];
}

/** The times of an event with its losses, and the intake of each scenario. */
export interface Course {
  readonly stepMin: number;
  /** Ascending. More than are shown, so that no rate changes between two of them. */
  readonly minutes: readonly number[];
  /** Indices of the times shown. */
  readonly shown: readonly number[];
  readonly phases: readonly Phase[];
  readonly losses: Losses;
  readonly planned: readonly Dose[];
  readonly ceiling: readonly Dose[];
  /** The planned food without drink. */
  readonly dry: readonly Dose[];
  readonly nothing: readonly Dose[];
}

/** Amounts taken since the start at each time of a course. */
export interface Intake {
  readonly fluidMl: readonly number[];
  readonly sodiumMg: readonly number[];
  readonly carbG: readonly number[];
  /** Carbohydrate taken that the gut could not absorb yet, g. */
  readonly carbInGutG: readonly number[];
}

/** Minutes between points by the length of the event, min: 25 to 97 of them. */
const STEPS = {
  short: { upToMin: 120, stepMin: 5 },
  usual: 15,
  long: { beyondMin: 720, stepMin: 30 },
} as const;

function stepOf(endMin: number): number {
  if (endMin <= STEPS.short.upToMin) return STEPS.short.stepMin;
  return endMin > STEPS.long.beyondMin ? STEPS.long.stepMin : STEPS.usual;
}

/** Lays out the times of an event and the intake of each scenario. */
export function courseOf(plan: EventPlan, followed: Followed | null): Course {
  const durationMin = 60 * plan.hours;
  const { fromMin, endMin } = followed ?? { fromMin: 0, endMin: plan.input.activity.durationMin };
  const phases = endingAt(phasesOf(plan), endMin);
  const stepMin = stepOf(endMin);
  const legs = legPeriods(plan, endMin);
  const past = followed?.taken ? [{ ...followed.taken, fromMin: 0, toMin: fromMin }] : [];
  const ahead = followed?.doses ?? legs.map((leg) => ownDose(leg));
  const planned = [...past, ...ahead];
  const dry = [...past, ...ahead.map((dose) => ({ ...dose, fluidMl: 0, sodiumMg: 0 }))];
  const ceiling = [...dry, ...legs.flatMap((leg) => from(ceilingDose(leg), fromMin))];
  const shownMinutes = [
    ...steps(fromMin, endMin, stepMin),
    ...shownBorders(plan, durationMin),
    ...(followed?.rowMinutes ?? []),
  ].filter((minute) => minute >= fromMin && minute <= endMin);
  const minutes = ascending([
    0,
    ...shownMinutes,
    ...phases.map(({ toMin }) => toMin),
    ...[...planned, ...ceiling].flatMap((dose) => [dose.fromMin, dose.toMin]),
  ]).filter((minute) => minute <= endMin);
  const isShown = new Set(shownMinutes);
  const shown = minutes.flatMap((minute, index) => (isShown.has(minute) ? [index] : []));
  return {
    stepMin,
    minutes,
    shown,
    phases,
    losses: lossesOver(minutes, phases),
    planned,
    ceiling,
    dry,
    nothing: past,
  };
}

function ascending(minutes: readonly number[]): number[] {
  const sorted = minutes.toSorted((left, right) => left - right);
  return sorted.filter((minute, index) => index === 0 || minute !== sorted[index - 1]);
}

function steps(fromMin: number, endMin: number, stepMin: number): number[] {
  const minutes = [fromMin];
  for (let minute = stepMin; minute < endMin; minute += stepMin) {
    if (minute > fromMin) minutes.push(minute);
  }
  minutes.push(endMin);
  return minutes;
}

/** Whole minutes at which one leg ends and the next begins, as shown. */
function shownBorders(plan: EventPlan, durationMin: number): number[] {
  let minute = 0;
  return shownLegsOf(plan)
    .map((leg) => {
      minute += leg.durationMin;
      return minute;
    })
    .filter((border) => border < durationMin);
}

/** Ends the last phase at the current end of the event, which may be later or earlier than planned. */
function endingAt(phases: readonly Phase[], endMin: number): readonly Phase[] {
  const remaining = phases.filter((phase) => phase.fromMin < endMin);
  return remaining.map((phase, index) =>
    index === remaining.length - 1 || phase.toMin > endMin ? { ...phase, toMin: endMin } : phase,
  );
}

interface LegPeriod {
  readonly leg: EventPlan['legs'][number];
  readonly fromMin: number;
  readonly toMin: number;
}

function legPeriods({ legs }: EventPlan, endMin: number): readonly LegPeriod[] {
  let fromMin = 0;
  return legs.flatMap((leg, index) => {
    const startMin = fromMin;
    fromMin += 60 * leg.hours;
    const toMin = index === legs.length - 1 ? endMin : Math.min(fromMin, endMin);
    return toMin > startMin ? [{ leg, fromMin: startMin, toMin }] : [];
  });
}

function ownDose({ leg, fromMin, toMin }: LegPeriod): Dose {
  const hours = (toMin - fromMin) / 60;
  return {
    fromMin,
    toMin,
    fluidMl: 1000 * leg.fluidLPerHr * hours,
    sodiumMg: leg.sodiumMgPerHr * hours,
    carbG: leg.carbGPerHr * hours,
  };
}

function ceilingDose({ leg, fromMin, toMin }: LegPeriod): Dose {
  const hours = (toMin - fromMin) / 60;
  return { fromMin, toMin, fluidMl: 1000 * leg.maxSafeFluidLPerHr * hours, sodiumMg: 0, carbG: 0 };
}

/** Returns the part of a dose taken from a minute on. */
function from(dose: Dose, minute: number): readonly Dose[] {
  if (dose.fromMin >= minute) return [dose];
  return dose.toMin <= minute ? [] : [partOf(dose, minute, dose.toMin)];
}

function partOf(dose: Dose, fromMin: number, toMin: number): Dose {
  const share = (toMin - fromMin) / (dose.toMin - dose.fromMin);
  return {
    fromMin,
    toMin,
    fluidMl: dose.fluidMl * share,
    sodiumMg: dose.sodiumMg * share,
    carbG: dose.carbG * share,
  };
}

function lossesOver(minutes: readonly number[], phases: readonly Phase[]): Losses {
  const losses = { sweatL: [0], breathL: [0], urineL: [0], energyWh: [0] };
  let at = { sweatL: 0, breathL: 0, urineL: 0, energyWh: 0 };
  let current = 0;
  for (let index = 1; index < minutes.length; index++) {
    const fromMin = minutes[index - 1] ?? 0;
    while (current < phases.length - 1 && (phases[current]?.toMin ?? 0) <= fromMin) current++;
    const phase = phases[current];
    if (phase === undefined) break;
    const hours = ((minutes[index] ?? 0) - fromMin) / 60;
    at = {
      sweatL: at.sweatL + phase.sweatLPerHr * hours,
      breathL: at.breathL + phase.breathLPerHr * hours,
      urineL: at.urineL + phase.urineLPerHr * hours,
      energyWh: at.energyWh + phase.metabolicRateW * hours,
    };
    losses.sweatL.push(at.sweatL);
    losses.breathL.push(at.breathL);
    losses.urineL.push(at.urineL);
    losses.energyWh.push(at.energyWh);
  }
  return losses;
}

/**
 * Amounts taken in the interval ending at each time, with carbohydrate split into doses at its end and steady
 * intake.
 */
interface Increments {
  readonly fluidMl: number[];
  readonly sodiumMg: number[];
  readonly spreadCarbG: number[];
  readonly carbAtOnceG: number[];
}

/** Sums the intake up to each time of a course, and the carbohydrate still in the gut. */
export function intakeOver({ minutes, phases }: Course, doses: readonly Dose[]): Intake {
  const nothing = minutes.map(() => 0);
  const taken: Increments = {
    fluidMl: nothing.slice(),
    sodiumMg: nothing.slice(),
    spreadCarbG: nothing.slice(),
    carbAtOnceG: nothing,
  };
  for (const dose of doses) addDose(taken, dose, minutes);
  return sumsOf(taken, minutes, phases);
}

function addDose(taken: Increments, dose: Dose, minutes: readonly number[]): void {
  const spanMin = dose.toMin - dose.fromMin;
  const carbG = spanMin === 0 ? taken.carbAtOnceG : taken.spreadCarbG;
  const first = minutes.indexOf(dose.fromMin);
  for (let index = spanMin === 0 ? first : first + 1; index < minutes.length; index++) {
    const minute = minutes[index] ?? 0;
    if (minute > dose.toMin) break;
    const share = spanMin === 0 ? 1 : (minute - (minutes[index - 1] ?? 0)) / spanMin;
    taken.fluidMl[index] = (taken.fluidMl[index] ?? 0) + share * dose.fluidMl;
    taken.sodiumMg[index] = (taken.sodiumMg[index] ?? 0) + share * dose.sodiumMg;
    carbG[index] = (carbG[index] ?? 0) + share * dose.carbG;
  }
}

/** Sums over many times may differ from zero by less than this, g. */
const ROUNDING_G = 1e-9;

/** Sums the increments. The gut empties at each leg's rate and fills with intake. */
function sumsOf(taken: Increments, minutes: readonly number[], phases: readonly Phase[]): Intake {
  const sums: { readonly [Name in keyof Intake]: number[] } = {
    fluidMl: [],
    sodiumMg: [],
    carbG: [],
    carbInGutG: [],
  };
  let fluidMl = 0;
  let sodiumMg = 0;
  let carbG = 0;
  let inGutG = 0;
  let current = 0;
  for (let index = 0; index < minutes.length; index++) {
    const fromMin = minutes[index - 1] ?? 0;
    while (current < phases.length - 1 && (phases[current]?.toMin ?? 0) <= fromMin) current++;
    const usableG = ((phases[current]?.usableCarbGPerHr ?? 0) * ((minutes[index] ?? 0) - fromMin)) / 60;
    const spreadG = taken.spreadCarbG[index] ?? 0;
    const atOnceG = taken.carbAtOnceG[index] ?? 0;
    const waitingG = inGutG + spreadG - usableG;
    inGutG = (waitingG > ROUNDING_G ? waitingG : 0) + atOnceG;
    fluidMl += taken.fluidMl[index] ?? 0;
    sodiumMg += taken.sodiumMg[index] ?? 0;
    carbG += spreadG + atOnceG;
    sums.fluidMl.push(fluidMl);
    sums.sodiumMg.push(sodiumMg);
    sums.carbG.push(carbG);
    sums.carbInGutG.push(inGutG);
  }
  return sums;
}
