/**
 * Draws a mix of people and events that is harder than the population: many races and ultras, many gaps. Used
 * for audits. Engineering choice.
 */

import type { RandomSource } from '@musette/basics/random-source';
import { SESSION_MAX_MIN } from '../src/input-fields.ts';
import {
  type ActivityType,
  type EngineActivity,
  type EngineAthlete,
  UNKNOWN_ATHLETE,
  UNKNOWN_SESSION,
} from '../src/types.ts';

/** An event of the mix: a race over a distance, or a session of some minutes. */
interface Kind {
  readonly type: ActivityType;
  readonly distanceKm?: number;
  readonly minutes?: readonly [number, number];
  readonly level?: number;
  readonly isRace?: boolean;
}

const race = (distanceKm: number): Kind => ({ type: 'run', distanceKm });
const session = (type: ActivityType, from: number, to: number, level: number, isRace = false): Kind => ({
  type,
  minutes: [from, to],
  level,
  isRace,
});
const MARATHON_KM = 42.195;
const HALF_KM = 21.0975;

/** Events, equally likely. */
const KINDS: readonly Kind[] = [
  race(5),
  race(10),
  race(HALF_KM),
  race(HALF_KM),
  race(MARATHON_KM),
  race(MARATHON_KM),
  race(MARATHON_KM),
  race(50),
  race(80),
  race(100),
  race(161),
  session('run', 30, 75, 4),
  session('run', 90, 180, 5),
  session('bike', 45, 90, 5),
  session('bike', 90, 180, 5),
  session('bike', 180, 300, 5),
  session('bike', 240, 480, 6, true),
  session('bike', 400, 720, 4),
  session('indoor_bike', 45, 120, 6),
  session('triathlon', 120, 200, 7.5, true),
  session('triathlon', 250, 430, 6.5, true),
  session('triathlon', 520, 1000, 5.5, true),
  session('swim', 30, 90, 5),
  session('open_water_swim', 60, 240, 6, true),
  session('hike', 120, 600, 3),
  session('ski', 90, 300, 6.5, true),
  session('treadmill_run', 30, 150, 5.5),
];

/** Draws from the mix. With `complete`, no field of body, intensity or heat is missing. */
export class HarshMix {
  private readonly random: RandomSource;
  private readonly complete: boolean;

  constructor(random: RandomSource, complete = false) {
    this.random = random;
    this.complete = complete;
  }

  private between(low: number, high: number): number {
    return low + (high - low) * this.random.uniform();
  }

  private normal(mean: number, sd: number, low: number, high: number): number {
    return Math.max(low, Math.min(high, this.random.normal(mean, sd)));
  }

  /** States a value with a probability, or always if the mix is complete and `isBasic`. */
  private stated<Value>(probability: number, value: Value, isBasic = false): Value | null {
    const drawn = this.random.uniform() < probability;
    return drawn || (this.complete && isBasic) ? value : null;
  }

  private age(): number {
    const group = this.random.uniform();
    if (group < 0.08) return Math.floor(this.between(14, 19));
    if (group < 0.23) return Math.floor(this.between(60, 77));
    return Math.floor(this.between(18, 61));
  }

  /** Draws a person and an event. */
  draw(): { readonly athlete: EngineAthlete; readonly activity: EngineActivity } {
    const isFemale = this.random.uniform() < 0.45;
    const ageYears = this.age();
    const fitness = this.normal(4.8, 1.9, 1, 9);
    const athlete: EngineAthlete = {
      ...UNKNOWN_ATHLETE,
      bodyMassKg: this.stated(0.93, this.normal(isFemale ? 62 : 77, isFemale ? 10 : 13, 40, 120), true),
      ageYears: this.stated(0.93, ageYears, true),
      sex: this.stated(0.93, isFemale ? 'female' : 'male', true),
      heightCm: this.stated(0.6, this.normal(isFemale ? 166 : 179, 7, 145, 205)),
      fitnessLevel: this.stated(0.8, fitness, true),
      sweatLevel: this.stated(0.5, this.normal(5, 1.8, 1, 9)),
      saltinessLevel: this.stated(0.4, this.normal(5, 1.8, 1, 9)),
      sweatRateMlPerHr: this.stated(0.12, this.normal(isFemale ? 800 : 1150, 350, 300, 2600)),
      sweatSodiumMgPerL: this.stated(0.08, this.normal(920, 320, 250, 2100)),
      carbToleranceGPerHr: this.stated(0.3, this.normal(65, 22, 20, 120)),
      usualCarbGPerHr: this.stated(0.3, this.normal(45, 18, 0, 100)),
      heatAcclimatized: this.stated(0.4, this.random.uniform() < 0.35),
      giHistory: this.stated(0.5, this.random.uniform() < 0.15),
    };
    return { athlete, activity: this.event(isFemale, ageYears, fitness) };
  }

  private event(isFemale: boolean, ageYears: number, fitness: number): EngineActivity {
    const kind = this.random.pick(
      KINDS.map((each) => [each, 1 / KINDS.length] as const),
      KINDS[0] ?? race(10),
    );
    const own =
      kind.distanceKm === undefined
        ? this.timed(kind)
        : this.raced(kind.distanceKm, { isFemale, ageYears, fitness });
    const { durationMin, type } = own;
    const isRide = type === 'bike' || type === 'indoor_bike';
    const watts = (isFemale ? 140 : 190) * (0.55 + 0.09 * fitness) * (1 - (0.02 * durationMin) / 60);
    const usesPower = this.random.uniform() < 0.3;
    return {
      ...UNKNOWN_SESSION,
      ...own,
      ...this.environment(type),
      averagePowerW: isRide && usesPower ? Math.max(50, Math.min(380, watts)) : null,
    };
  }

  private timed({ type, minutes = [60, 60], level = 5, isRace = false }: Kind) {
    const durationMin = Math.round(this.between(...minutes));
    return {
      type,
      durationMin,
      isRaceEvent: isRace,
      ...this.level(level),
    };
  }

  private raced(
    distanceKm: number,
    runner: { readonly isFemale: boolean; readonly ageYears: number; readonly fitness: number },
  ) {
    const flatMPerS =
      (2.2 + 0.38 * runner.fitness) *
      (runner.isFemale ? 0.9 : 1) *
      (1 - 0.006 * Math.max(0, runner.ageYears - 35)) *
      (5 / Math.max(5, distanceKm)) ** 0.085;
    const isTrail = distanceKm >= 50 && this.random.uniform() < 0.7;
    const durationMin = Math.min(
      SESSION_MAX_MIN,
      Math.round((1000 * distanceKm) / (flatMPerS * (isTrail ? 0.72 : 1)) / 60),
    );
    const level =
      distanceKm < 12 ? 8 : distanceKm < 30 ? 7 : distanceKm < 45 ? 6.3 : distanceKm < 101 ? 4.8 : 4;
    const gainM = distanceKm * (15 + 25 * this.random.uniform());
    const type: ActivityType = isTrail ? 'trail_run' : 'run';
    return {
      type,
      durationMin,
      isRaceEvent: true,
      distanceKm: this.stated(0.5, distanceKm),
      elevationGainM: isTrail ? this.stated(0.7, gainM) : null,
      ...this.level(level),
    };
  }

  private level(level: number) {
    const shown = Math.max(1, Math.min(9, Math.round(level + this.random.normal(0, 1))));
    return { intensityLevel: this.stated(0.85, shown, true) };
  }

  private environment(type: ActivityType): Pick<EngineActivity, 'weather' | 'thermalStressLevel'> {
    const drawn = 38 * this.random.uniform();
    const temperatureC = type === 'ski' ? Math.min(5, drawn) : drawn;
    const humidityPercent = this.normal(85 - 1.3 * temperatureC, 15, 15, 98);
    const level = Math.max(1, Math.min(9, Math.round(1 + temperatureC / 4.5 + this.random.normal(0, 0.5))));
    const drawnForm = this.random.uniform();
    const shade = this.random.uniform() < 0.3;
    if (drawnForm < 0.6)
      return { weather: { temperatureC, humidityPercent, shade }, thermalStressLevel: null };
    return { weather: null, thermalStressLevel: drawnForm < 0.92 || this.complete ? level : null };
  }
}
