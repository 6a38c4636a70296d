/**
 * Checks that ordinary finishers of known races may drink enough, and that the ceiling is harmless to low
 * sweaters.
 */

import { lossesLPerHr } from '../src/balance.ts';
import { planEvent } from '../src/plan.ts';
import { medianEnd, steadyWaterMass } from '../src/projection.ts';
import type { ActivityType, EngineActivity, EngineAthlete } from '../src/types.ts';
import { USUAL_ACTIVITY, USUAL_ATHLETE } from './sweeps.ts';

interface Race {
  readonly name: string;
  readonly type: ActivityType;
  readonly hours: readonly number[];
  readonly distanceKm: number | null;
  readonly intensityLevel: number;
}

const RACES: readonly Race[] = [
  { name: 'marathon', type: 'run', hours: [3, 3.5, 4, 4.5, 5.25], distanceKm: 42.195, intensityLevel: 7 },
  { name: '70.3', type: 'triathlon', hours: [4.75, 5.5, 6.5], distanceKm: null, intensityLevel: 6 },
  { name: 'Ironman', type: 'triathlon', hours: [9.5, 11, 13, 15], distanceKm: null, intensityLevel: 6 },
  { name: '100 km', type: 'run', hours: [9, 11, 13], distanceKm: 100, intensityLevel: 5 },
  { name: 'trail', type: 'trail_run', hours: [10, 12, 14], distanceKm: null, intensityLevel: 4 },
  { name: '161 km', type: 'trail_run', hours: [24, 27, 30], distanceKm: 161, intensityLevel: 4 },
  { name: 'gran fondo', type: 'bike', hours: [4, 5.5, 7], distanceKm: null, intensityLevel: 6 },
];
const BODIES: readonly (readonly [sex: 'female' | 'male', heightCm: number, masses: readonly number[]])[] = [
  ['female', 165, [50, 60, 70]],
  ['male', 178, [62, 75, 90]],
];
const HEAT_LEVELS = [3, 4, 5, 6, 7, 8] as const;
/** Target losses of finishers: water, % of body mass. */
export const TARGET_LOSSES_PERCENT = [3, 4, 5] as const;

/** One race and the effect of its ceiling. */
interface FinisherFigure {
  readonly race: string;
  readonly tried: number;
  /**
   * Share for whom drinking to lose 3, 4 and 5 % of body mass as water is below the ceiling or exceeds gut
   * absorption.
   */
  readonly mayDrink: readonly number[];
  /**
   * Largest gain, % of body mass, of a finisher who sweats at the 10th percentile and drinks the ceiling,
   * events up to 8 h.
   */
  readonly largestGainPercent: number;
  /** Share whose own plan loses more than 5 % of body mass as water. */
  readonly plansBelow5Percent: number;
}

/** Standard normal quantile of the 10th percentile. */
const TENTH = -1.2816;

/** Measures for every known race whether ordinary finishers may drink what they need. */
export function finisherFigures(): FinisherFigure[] {
  return RACES.map((race) => {
    const fits = TARGET_LOSSES_PERCENT.map(() => 0);
    let tried = 0;
    let dry = 0;
    let largestGainPercent = Number.NEGATIVE_INFINITY;
    for (const { activity, athlete } of finishersOf(race)) {
      const plan = planEvent({ activity, athlete, learned: null });
      const { massKg } = plan.body;
      tried += 1;
      const steady = steadyWaterMass(plan, plan.carbGPerHr, massKg);
      if (medianEnd(plan).massPercent - steady < -5) dry += 1;
      TARGET_LOSSES_PERCENT.forEach((percent, index) => {
        const spareL = plan.planningFuel.metabolicWaterL + (percent * massKg) / 100;
        const needed = lossesLPerHr(plan.balance) - spareL / plan.hours;
        const isFree = needed <= plan.ceiling.maxLPerHr || needed > plan.fluidInput.drinkableLPerHr;
        if (isFree) fits[index] = (fits[index] ?? 0) + 1;
      });
      if (plan.hours <= 8) {
        const sweat = plan.balance.sweatLPerHr * Math.exp(TENTH * plan.uncertainty.sigma);
        const lost = sweat + plan.balance.breathLPerHr + plan.balance.urineLPerHr;
        const gainKg =
          (plan.ceiling.maxLPerHr + plan.planningCarbGPerHr / 1000 - lost) * plan.hours -
          plan.planningFuel.gasLossKg;
        largestGainPercent = Math.max(largestGainPercent, (100 * gainKg) / massKg);
      }
    }
    return {
      race: race.name,
      tried,
      mayDrink: fits.map((count) => count / tried),
      largestGainPercent,
      plansBelow5Percent: dry / tried,
    };
  });
}

function* finishersOf(race: Race): Generator<{ activity: EngineActivity; athlete: EngineAthlete }> {
  for (const hours of race.hours) {
    for (const [sex, heightCm, masses] of BODIES) {
      for (const bodyMassKg of masses) {
        for (const thermalStressLevel of HEAT_LEVELS) {
          yield {
            activity: {
              ...USUAL_ACTIVITY,
              type: race.type,
              durationMin: hours * 60,
              distanceKm: race.distanceKm,
              intensityLevel: race.intensityLevel,
              thermalStressLevel,
              isRaceEvent: true,
            },
            athlete: { ...USUAL_ATHLETE, sex, heightCm, bodyMassKg, fitnessLevel: 5 },
          };
        }
      }
    }
  }
}
