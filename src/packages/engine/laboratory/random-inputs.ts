import { PROFILE_FIELDS, SESSION_MAX_MIN } from '../src/input-fields.ts';

/** Draws random valid inputs from a seed, over the full range of the wire. */

import type { RandomSource } from '@musette/basics/random-source';
import type { LearnedLatent, LearnedState, SweatBelief } from '../src/learned-state.ts';
import type { PlanInput } from '../src/plan.ts';
import {
  type ActivityType,
  type EngineActivity,
  type EngineAthlete,
  type HealthFlags,
  MULTI_SPORT_TYPES,
  RACE_FORMATS,
  type Segment,
  SINGLE_SPORT_TYPES,
  UNKNOWN_ATHLETE,
} from '../src/types.ts';

const TYPES: readonly ActivityType[] = [...SINGLE_SPORT_TYPES, ...MULTI_SPORT_TYPES];
/** Draws from a seeded source. Every helper consumes the same amount for the same shape of input. */
export class InputSource {
  readonly random: RandomSource;

  constructor(random: RandomSource) {
    this.random = random;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.random.uniform();
  }

  whole(low: number, high: number): number {
    return low + Math.floor((high - low + 1) * this.random.uniform());
  }

  chance(probability: number): boolean {
    return this.random.uniform() < probability;
  }

  orNull(probability: number, value: () => number): number | null {
    const drawn = value();
    return this.chance(probability) ? drawn : null;
  }

  oneOf<Item>(items: readonly Item[], fallback: Item): Item {
    return items[this.whole(0, items.length - 1)] ?? fallback;
  }

  healthFlags(probability: number): HealthFlags {
    const drawn = PROFILE_FIELDS.health.names.map((name) => [name, this.chance(probability)]);
    return { ...UNKNOWN_ATHLETE.health, ...Object.fromEntries(drawn) };
  }

  athlete(flagProbability: number): EngineAthlete {
    const sex = this.chance(0.5) ? 'female' : 'male';
    return {
      sex: this.chance(0.8) ? sex : null,
      ageYears: this.orNull(0.8, () => this.whole(5, 130)),
      bodyMassKg: this.orNull(0.8, () => this.between(25, 200)),
      formerMassKg: this.orNull(0.2, () => this.between(25, 200)),
      heightCm: this.orNull(0.6, () => this.between(100, 230)),
      fitnessLevel: this.orNull(0.7, () => this.whole(1, 9)),
      vo2maxMlPerKgMin: this.orNull(0.2, () => this.between(20, 95)),
      ftpW: this.orNull(0.2, () => this.between(50, 600)),
      sweatLevel: this.orNull(0.5, () => this.whole(1, 9)),
      saltinessLevel: this.orNull(0.5, () => this.whole(1, 9)),
      sweatRateMlPerHr: this.orNull(0.2, () => this.between(100, 4000)),
      sweatSodiumMgPerL: this.orNull(0.2, () => this.between(200, 2500)),
      carbToleranceGPerHr: this.orNull(0.3, () => this.between(0, 150)),
      usualCarbGPerHr: this.orNull(0.3, () => this.between(0, 150)),
      heatAcclimatized: this.chance(0.5) ? this.chance(0.5) : null,
      giHistory: this.chance(0.3) ? this.chance(0.5) : null,
      health: this.healthFlags(flagProbability),
    };
  }

  activity(): EngineActivity {
    const type = this.oneOf(TYPES, 'run');
    const durationMin = this.chance(0.8) ? this.whole(10, 600) : this.whole(1, SESSION_MAX_MIN);
    const isMulti = (MULTI_SPORT_TYPES as readonly string[]).includes(type);
    return {
      type,
      durationMin,
      intensityLevel: this.orNull(0.8, () => this.whole(1, 9)),
      thermalStressLevel: this.orNull(0.7, () => this.whole(1, 9)),
      isRaceEvent: this.chance(0.4),
      weather: this.chance(0.35)
        ? {
            temperatureC: this.between(-40, 60),
            humidityPercent: this.between(0, 100),
            shade: this.chance(0.3),
          }
        : null,
      averagePowerW: this.orNull(0.2, () => this.between(0, this.chance(0.7) ? 400 : 2000)),
      distanceKm: this.orNull(0.2, () => this.between(0.1, this.chance(0.7) ? durationMin / 5 : 2000)),
      elevationGainM: this.orNull(0.2, () => this.between(0, this.chance(0.7) ? 2000 : 30_000)),
      packKg: this.orNull(0.2, () => this.between(0, 60)),
      raceFormat: type === 'triathlon' && this.chance(0.4) ? this.oneOf(RACE_FORMATS, 'sprint') : null,
      altitudeM: this.orNull(0.2, () => this.between(-500, 9000)),
      segments: isMulti && this.chance(0.5) ? this.segments(durationMin) : null,
      steps: null,
    };
  }

  segments(durationMin: number): readonly Segment[] {
    const shares = Array.from({ length: this.whole(2, 6) }, () => this.whole(1, 20));
    const sum = shares.reduce((total, share) => total + share, 0);
    return shares.map((share) => ({
      type: this.oneOf(SINGLE_SPORT_TYPES, 'run'),
      durationMin: Math.max(1, (durationMin * share) / sum),
      intensityLevel: this.orNull(0.5, () => this.whole(1, 9)),
      distanceKm: this.orNull(0.2, () => this.between(0.1, this.chance(0.7) ? durationMin / 5 : 2000)),
    }));
  }

  latent(mean: readonly [number, number], sd: readonly [number, number]): LearnedLatent {
    return {
      mean: this.between(...mean),
      variance: this.between(...sd) ** 2,
      observations: this.whole(0, 5),
      updatedAtMs: 0,
    };
  }

  belief(): SweatBelief {
    const variance = this.between(0.05, 0.4) ** 2;
    const shared = variance * this.between(0, 0.9);
    return {
      mean: [this.between(-0.9, 0.9), this.between(-0.9, 0.9), this.between(-0.9, 0.9), this.between(-1, 1)],
      covariance: [
        [variance, shared, shared, 0],
        [shared, variance, shared, 0],
        [shared, shared, variance, 0],
        [0, 0, 0, 0.64],
      ],
    };
  }

  learned(): LearnedState {
    return {
      sweat: {
        all: this.belief(),
        weighed: this.belief(),
        observations: this.whole(0, 4),
        weighings: { foot: this.whole(0, 1), bike: this.whole(0, 1), swim: this.whole(0, 1) },
        answers: { foot: this.whole(0, 4), bike: this.whole(0, 4), swim: this.whole(0, 4) },
        updatedAtMs: 0,
        priorMean: [0, 0, 0],
        lastAnswer: null,
        sameAnswers: 0,
        wearables: this.whole(0, 3),
        unnoted: this.whole(0, 2),
        weighedUntilMs: null,
        usableUntilMs: null,
      },
      runCarbToleranceGPerHr: this.latent([25, 130], [3, 18]),
      bikeCarbToleranceGPerHr: this.latent([25, 130], [3, 18]),
      practisedCarbGPerHr: { foot: this.between(0, 130), bike: this.between(0, 130) },
      carbNeedLn: this.latent([-0.35, 0.35], [0.05, 0.2]),
      sweatSodiumLn: this.latent([-0.8, 0.8], [0.1, 0.3]),
      cautiousSessionsLeft: this.chance(0.2) ? 3 : 0,
      overdrinkAtMs: this.chance(0.1) ? [1, 2] : [],
      lastAlarm: this.chance(0.1) ? { severity: 'caution', rateMlPerHr: 900 } : null,
      giHistory: this.chance(0.1),
      goodGutStreak: this.whole(0, 3),
    };
  }

  /** Draws any input: the full range of the wire, every condition with `flagProbability`. */
  anything(flagProbability: number): PlanInput {
    const learned = this.learned();
    return {
      activity: this.activity(),
      athlete: this.athlete(flagProbability),
      learned: this.chance(0.25) ? learned : null,
    };
  }
}
