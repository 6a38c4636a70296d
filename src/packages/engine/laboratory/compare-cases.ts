/**
 * Runs published cases through the engine: signed deviations by study and sport, no verdict on single rows.
 */

import { type LegPlan, planEvent } from '../src/plan.ts';
import { outcomeOf } from '../src/ranges.ts';
import { OPERATIVE_TEMPERATURE_C, SPORT_OF_TYPE, SPORTS } from '../src/tables.ts';
import type { EngineActivity, EngineAthlete } from '../src/types.ts';
import { PUBLISHED_ATHLETES } from './published-athletes.ts';
import type { CaseQuantity, PublishedCase } from './published-case.ts';
import { PUBLISHED_GUIDELINES } from './published-guidelines.ts';
import { PUBLISHED_LIMITS } from './published-limits.ts';
import { PUBLISHED_PREDICTIONS } from './published-predictions.ts';
import { PUBLISHED_SWEAT } from './published-sweat.ts';
import { USUAL_ACTIVITY, USUAL_ATHLETE } from './sweeps.ts';

const PUBLISHED_CASES: readonly PublishedCase[] = [
  ...PUBLISHED_GUIDELINES,
  ...PUBLISHED_ATHLETES,
  ...PUBLISHED_PREDICTIONS,
  ...PUBLISHED_SWEAT,
  ...PUBLISHED_LIMITS,
];

/** One quantity of one case, compared with the engine. */
export interface Comparison {
  readonly publishedCase: PublishedCase;
  readonly quantity: CaseQuantity;
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** ln(engine ÷ middle of the published range); null if either is not positive. */
  readonly logRatio: number | null;
}

/** Compares every quantity of every published case with the engine. */
export function compareCases(): Comparison[] {
  return PUBLISHED_CASES.flatMap((publishedCase) => {
    const values = valuesOf(publishedCase);
    return publishedCase.expected.map(({ quantity, low, high }) => {
      const value = values[quantity];
      const middle = (low + high) / 2;
      return {
        publishedCase,
        quantity,
        value,
        low,
        high,
        logRatio: value * middle > 0 ? Math.log(value / middle) : null,
      };
    });
  });
}

/** Deviation of a group of comparisons, ln. */
interface GroupDistance {
  readonly quantity: CaseQuantity;
  readonly kind: PublishedCase['kind'];
  readonly sport: string;
  readonly use: PublishedCase['use'];
  readonly count: number;
  readonly meanLogRatio: number;
  readonly spread: number;
}

/**
 * Returns mean and spread of the signed deviations, by quantity, kind of study, sport, and whether the rows
 * were considered when constants were chosen.
 */
export function distancesByGroup(comparisons: readonly Comparison[]): GroupDistance[] {
  const groups = new Map<string, Comparison[]>();
  for (const comparison of comparisons) {
    if (comparison.logRatio === null) continue;
    const { kind, session, use } = comparison.publishedCase;
    const key = [comparison.quantity, kind, SPORT_OF_TYPE[session.type], use].join('|');
    groups.set(key, [...(groups.get(key) ?? []), comparison]);
  }
  return [...groups.values()].flatMap((members) => {
    const first = members[0];
    if (first === undefined) return [];
    const ratios = members.map(({ logRatio }) => logRatio ?? 0);
    const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
    const variance = ratios.reduce((sum, ratio) => sum + (ratio - mean) ** 2, 0) / ratios.length;
    const { kind, session, use } = first.publishedCase;
    return [
      {
        quantity: first.quantity,
        kind,
        sport: SPORT_OF_TYPE[session.type],
        use,
        count: members.length,
        meanLogRatio: mean,
        spread: Math.sqrt(variance),
      },
    ];
  });
}

function athleteOf(who: Partial<EngineAthlete>): EngineAthlete {
  return {
    ...USUAL_ATHLETE,
    heightCm: who.sex === 'female' ? 165 : 177,
    sweatLevel: null,
    saltinessLevel: null,
    ...who,
  };
}

/**
 * Maps the measurements of a study to an activity: weather, a level between two, VO2max, a leg of an event.
 */
function activityOf({ session, measured = {} }: PublishedCase): EngineActivity {
  const { airTemperatureC, humidityPercent } = measured;
  const single: EngineActivity = { ...USUAL_ACTIVITY, ...session };
  if (airTemperatureC === undefined) return single;
  if (humidityPercent !== undefined) {
    return { ...single, weather: { temperatureC: airTemperatureC, humidityPercent, shade: false } };
  }
  return { ...single, thermalStressLevel: levelOfAir(airTemperatureC) };
}

/** Real level whose operative temperature equals the air temperature, 0–34 °C. */
function levelOfAir(temperatureC: number): number {
  const table: readonly number[] = OPERATIVE_TEMPERATURE_C;
  const above = table.findIndex((entry) => entry >= temperatureC);
  if (above <= 0) return above === 0 ? 1 : 9;
  const [low, high] = [table[above - 1] ?? 0, table[above] ?? 0];
  return above + (temperatureC - low) / (high - low);
}

function valuesOf(publishedCase: PublishedCase): Readonly<Record<CaseQuantity, number>> {
  const { session, who = {}, measured = {} } = publishedCase;
  const activity = activityOf(publishedCase);
  const athlete = athleteOf(who);
  const eventHours = measured.eventHours ?? session.durationMin / 60;
  const inEvent = asLeg(activity, eventHours);
  const plan = planEvent({
    activity: inEvent,
    athlete: withMeasuredRate(publishedCase, athlete, inEvent),
    learned: null,
  });
  const leg: LegPlan = plan.legs.find(({ type }) => type === session.type) ?? plan.longest;
  const losses = plan.fluid.wishes.allowedLoss;
  return {
    carbGPerHr: leg.carbGPerHr,
    fluidMlPerHr: leg.fluidLPerHr * 1000,
    sodiumMgPerHr: leg.sodiumMgPerHr,
    sweatRateLPerHr: leg.sweatLPerHr,
    bodyMassChangePercent: outcomeOf(plan).projection.bodyMassChangePercent?.value ?? 0,
    requiredDrinkMlPerHr: Math.max(0, losses * 1000),
    maxSafeFluidMlPerHr: leg.maxSafeFluidLPerHr * 1000,
    sodiumLossMgPerHr: plan.sodium.lossMgPerHr,
    sodiumNeedMgPerHr: plan.sodium.needMgPerHr,
  };
}

/** The session as one leg of a longer triathlon, completed by the other of ride and run. */
function asLeg(activity: EngineActivity, eventHours: number): EngineActivity {
  const restMin = eventHours * 60 - activity.durationMin;
  if (restMin < 1 || activity.type === 'triathlon') return activity;
  const leg = {
    durationMin: activity.durationMin,
    intensityLevel: activity.intensityLevel,
    distanceKm: null,
  };
  const rest = { durationMin: restMin, intensityLevel: activity.intensityLevel, distanceKm: null };
  return {
    ...activity,
    type: 'triathlon',
    durationMin: eventHours * 60,
    segments:
      activity.type === 'run'
        ? [
            { ...rest, type: 'bike' },
            { ...leg, type: 'run' },
          ]
        : [
            { ...leg, type: 'bike' },
            { ...rest, type: 'run' },
          ],
  };
}

/**
 * Sets VO2max so that the level gives the metabolic rate measured in the study, or the share of a stated
 * VO2max.
 */
function withMeasuredRate(
  { session, measured = {} }: PublishedCase,
  athlete: EngineAthlete,
  activity: EngineActivity,
): EngineAthlete {
  const { metabolicRateW, fractionOfVo2max } = measured;
  if (metabolicRateW === undefined && fractionOfVo2max === undefined) return athlete;
  const plan = planEvent({ activity, athlete, learned: null });
  const { effort } = plan.legs.find(({ type }) => type === session.type) ?? plan.longest;
  const perMl = SPORTS[SPORT_OF_TYPE[session.type]].usableVo2maxShare * plan.body.massKg * 0.343;
  const wantedW = metabolicRateW ?? (fractionOfVo2max ?? 0) * plan.body.vo2maxMlPerKgMin * perMl;
  return {
    ...athlete,
    fitnessLevel: plan.body.fitnessLevel,
    vo2maxMlPerKgMin: wantedW / (effort.fractionOfVo2max * perMl),
  };
}
