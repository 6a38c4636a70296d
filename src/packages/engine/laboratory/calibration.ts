/**
 * Measures whether 80 % ranges contain four of five true values and whether the score is accurate, with the
 * statistical power to detect if not.
 */

import { RandomSource } from '@musette/basics/random-source';
import { confidenceFrom, confidenceOf } from '../src/confidence.ts';
import { type EventPlan, planEvent } from '../src/plan.ts';
import { MASS_SD_KG, plasmaSd, projectionOf, QUANTILE_80 } from '../src/projection.ts';
import { outcomeOf } from '../src/ranges.ts';
import type { Estimate, Range } from '../src/types.ts';
import { drawTruth, type ModelBias, type Truth } from './laboratory.ts';
import { drawPerson, drawSession } from './population.ts';

/** Share of true values inside each range, 0–1. */
export interface Coverage {
  readonly carb: number;
  readonly fluid: number;
  readonly sodium: number;
  readonly mass: number;
  readonly endSodium: number;
}

/** People whose score lies in one tenth, with the share that lab testing left. */
interface ScoreBin {
  readonly from: number;
  readonly count: number;
  readonly meanScore: number;
  readonly meanHit: number;
}

/** One run of the calibration. */
export interface Calibration {
  readonly scale: number;
  readonly bias: ModelBias;
  readonly coverage: Coverage;
  readonly bins: readonly ScoreBin[];
}

const WITHIN_LN = 0.2624;
/** Differences that count as equal: g/h, ml/h, mg/h. */
const WITHIN = { carb: 10, fluid: 50, sodium: 30 } as const;
const WEIGHTS = { carb: 0.4, fluid: 0.4, sodium: 0.2 } as const;
const BIN = 0.1;
/** Carbohydrate rate below which the soft zero makes ratios meaningless. */
const FED_G_PER_HR = 18;

/**
 * Runs the calibration for `people` persons with every standard deviation scaled. `scale` 1 is the engine
 * itself.
 */
export function calibrate(
  people: number,
  seed: number,
  { scale, bias }: { readonly scale: number; readonly bias: ModelBias },
): Calibration {
  const random = new RandomSource(seed);
  const hits = { carb: [0, 0], fluid: [0, 0], sodium: [0, 0], mass: [0, 0], endSodium: [0, 0] } as {
    [Key in keyof Coverage]: [number, number];
  };
  const bins = Array.from({ length: 10 }, () => ({ count: 0, score: 0, hit: 0 }));
  const count = (name: keyof Coverage, isInside: boolean): void => {
    hits[name][0] += isInside ? 1 : 0;
    hits[name][1] += 1;
  };
  for (let index = 0; index < people; index++) {
    const person = drawPerson(random);
    const session = drawSession(random);
    const plan = planEvent({ activity: session.stated, athlete: person.stated, learned: null });
    const truth = drawTruth(random, { person, session, plan, bias, index });
    const shown = scaled(plan, scale);
    const { laboratory } = truth;
    if (plan.carbGPerHr >= FED_G_PER_HR) count('carb', inside(laboratory.carbGPerHr, shown.carb));
    if (plan.fluidLPerHr > 0) count('fluid', inside(laboratory.fluidLPerHr * 1000, shown.fluid));
    if (plan.sodiumMgPerHr > 0) count('sodium', inside(laboratory.sodiumMgPerHr, shown.sodium));
    count('mass', inside(truth.massChangePercent, shown.mass));
    count('endSodium', inside(truth.endSodiumMmolPerL, shown.endSodium));
    const bin = bins[Math.min(9, Math.floor(shown.score / BIN))];
    if (bin === undefined) continue;
    bin.count += 1;
    bin.score += shown.score;
    bin.hit += hitShare(plan, truth);
  }
  const share = ([inside, all]: readonly [number, number]): number => (all === 0 ? 0 : inside / all);
  return {
    scale,
    bias,
    coverage: {
      carb: share(hits.carb),
      fluid: share(hits.fluid),
      sodium: share(hits.sodium),
      mass: share(hits.mass),
      endSodium: share(hits.endSodium),
    },
    bins: bins.map((bin, index) => ({
      from: index * BIN,
      count: bin.count,
      meanScore: bin.count === 0 ? 0 : bin.score / bin.count,
      meanHit: bin.count === 0 ? 0 : bin.hit / bin.count,
    })),
  };
}

type Interval = readonly [low: number, high: number];

export function inside(value: number, [low, high]: Interval): boolean {
  return value >= low - 1e-6 && value <= high + 1e-6;
}

/** The plan's ranges and score with every standard deviation scaled by `scale`. */
function scaled(plan: EventPlan, scale: number) {
  const { ranges } = outcomeOf(plan);
  const moved = {
    ...plan,
    uncertainty: { ...plan.uncertainty, sigma: plan.uncertainty.sigma * scale },
  };
  const { bodyMassChangePercent, plasmaSodiumMmolPerL } = projectionOf(moved);
  const massNoise = (100 * QUANTILE_80 * MASS_SD_KG * Math.sqrt(plan.hours / 4)) / plan.body.massKg;
  const none = { value: 0, low: 0, high: 0 };
  const logRange = (value: number, { min, max }: Range): Interval =>
    value === 0 ? [min, max] : [value * (min / value) ** scale, value * (max / value) ** scale];
  const { carb, fluid, sodium } = confidenceOf(plan).spread;
  return {
    carb: logRange(plan.carbGPerHr, ranges.carbGPerHr),
    fluid: logRange(1000 * plan.fluidLPerHr, ranges.fluidMlPerHr),
    sodium: logRange(plan.sodiumMgPerHr, ranges.sodiumMgPerHr),
    mass: rescaledNoise(bodyMassChangePercent ?? none, massNoise, scale),
    endSodium: rescaledNoise(plasmaSodiumMmolPerL ?? none, QUANTILE_80 * plasmaSd(plan.hours), scale),
    score: confidenceFrom({ carb: scale * carb, fluid: scale * fluid, sodium: scale * sodium }).score,
  };
}

function rescaledNoise({ value, low, high }: Estimate, noise: number, scale: number): Interval {
  const resized = (distance: number): number =>
    Math.sqrt(Math.max(0, distance ** 2 - noise ** 2) + (scale * noise) ** 2);
  return [value - resized(value - low), value + resized(high - value)];
}

/** Share of the three numbers that the lab leaves within 30 % or within the minimum difference. */
export function hitShare(plan: EventPlan, { laboratory }: Truth): number {
  const near = (left: number, right: number, least: number): number => {
    if (Math.abs(left - right) <= least) return 1;
    return left > 0 && right > 0 && Math.abs(Math.log(left / right)) <= WITHIN_LN ? 1 : 0;
  };
  return (
    WEIGHTS.carb * near(plan.carbGPerHr, laboratory.carbGPerHr, WITHIN.carb) +
    WEIGHTS.fluid * near(plan.fluidLPerHr * 1000, laboratory.fluidLPerHr * 1000, WITHIN.fluid) +
    WEIGHTS.sodium * near(plan.sodiumMgPerHr, laboratory.sodiumMgPerHr, WITHIN.sodium)
  );
}
