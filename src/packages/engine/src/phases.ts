/**
 * Cuts an event into phases of steady losses: its legs or, in a single leg, forecast hours and workout steps.
 * A leg's total losses stay as planned, and its phases share them by their own weather and effort.
 */

import { breathLPerHr } from './balance.ts';
import type { EventPlan, LegPlan } from './plan.ts';
import { effortOverTime } from './steps.ts';
import { type Period, predictSweat, resolveEnvironment } from './sweat.ts';

/** Part of an event with steady losses, minutes from its start; rates L/h, W. */
export interface Phase extends Period {
  readonly sweatLPerHr: number;
  readonly breathLPerHr: number;
  readonly urineLPerHr: number;
  readonly metabolicRateW: number;
  /** Carbohydrate that the gut can absorb in this leg, g/h. */
  readonly usableCarbGPerHr: number;
}

/** Returns the phases of an event from 0 to its end, without gaps. */
export function phasesOf(plan: EventPlan): readonly Phase[] {
  let fromMin = 0;
  return plan.legs.flatMap((leg) => {
    const period = { fromMin, toMin: fromMin + 60 * leg.hours };
    fromMin = period.toMin;
    return phasesOfLeg(plan, leg, period);
  });
}

function phasesOfLeg(plan: EventPlan, leg: LegPlan, period: Period): readonly Phase[] {
  const { toleranceLimitGPerHr, absoluteLimitGPerHr } = leg.carbohydrate;
  const whole: Phase = {
    ...period,
    sweatLPerHr: leg.sweatLPerHr,
    breathLPerHr: leg.breathLPerHr,
    urineLPerHr: leg.urineLPerHr,
    metabolicRateW: leg.effort.metabolicRateW,
    usableCarbGPerHr: Math.min(toleranceLimitGPerHr, absoluteLimitGPerHr),
  };
  const parts = partsOf(plan, leg, period);
  return parts.length > 1 ? sharedLosses(plan, leg, whole, parts) : [whole];
}

/** Part of a leg with constant weather and effort. */
interface Part extends Period {
  readonly relativeEffort: number;
}

/**
 * Cuts a leg where its forecast or step changes. Steps belong to the whole session, so only to a single
 * sport.
 */
function partsOf({ input, body, isMultiSport }: EventPlan, leg: LegPlan, period: Period): readonly Part[] {
  const { weather, steps } = input.activity;
  const hours = weather !== null && 'length' in weather ? weather.map(({ atMin }) => atMin) : [];
  const reader = { body, sport: leg.sport, ftpW: input.athlete.ftpW };
  const efforts = steps !== null && steps.length > 0 && !isMultiSport ? effortOverTime(reader, steps) : [];
  if (hours.length < 2 && efforts.length < 2) return [];
  let fromMin = period.fromMin;
  const stepped = efforts.map(({ share, relativeEffort }) => {
    const toMin = fromMin + share * (period.toMin - period.fromMin);
    const part = { fromMin, toMin, relativeEffort };
    fromMin = toMin;
    return part;
  });
  return (stepped.length > 0 ? stepped : [{ ...period, relativeEffort: 1 }]).flatMap((part) =>
    cutAt(part, hours),
  );
}

function cutAt(part: Part, minutes: readonly number[]): readonly Part[] {
  const cuts = minutes.filter((minute) => minute > part.fromMin && minute < part.toMin);
  const borders = [part.fromMin, ...cuts, part.toMin];
  return borders
    .slice(1)
    .map((toMin, index) => ({ ...part, fromMin: borders[index] ?? part.fromMin, toMin }));
}

/**
 * Divides a leg's losses among its parts: sweat in proportion to each part's prediction, breath by the
 * difference.
 */
function sharedLosses(plan: EventPlan, leg: LegPlan, whole: Phase, parts: readonly Part[]): readonly Phase[] {
  const { activity, athlete } = plan.input;
  const minutes = whole.toMin - whole.fromMin;
  const location = { inWater: leg.sport === 'swim', altitudeM: activity.altitudeM ?? 0 };
  const predicted = parts.map((part) => {
    const environment = resolveEnvironment(activity, leg.type, part);
    const effort = {
      metabolicRateW: leg.effort.metabolicRateW * part.relativeEffort,
      fractionOfVo2max: leg.effort.fractionOfVo2max * part.relativeEffort,
    };
    const { averagePersonLPerHr } = predictSweat(plan.body, {
      sport: leg.sport,
      effort,
      environment,
      eventHours: plan.hours,
      acclimatized: athlete.heatAcclimatized === true,
    });
    const share = (part.toMin - part.fromMin) / minutes;
    return {
      part,
      share,
      sweat: averagePersonLPerHr,
      breath: breathLPerHr(effort, environment, location),
      effort,
    };
  });
  const sweat = predicted.reduce((sum, each) => sum + each.share * each.sweat, 0);
  const breath = predicted.reduce((sum, each) => sum + each.share * each.breath, 0);
  return predicted.map((each) => ({
    ...whole,
    fromMin: each.part.fromMin,
    toMin: each.part.toMin,
    sweatLPerHr: sweat > 0 ? (whole.sweatLPerHr * each.sweat) / sweat : whole.sweatLPerHr,
    breathLPerHr: whole.breathLPerHr + each.breath - breath,
    metabolicRateW: each.effort.metabolicRateW,
  }));
}
