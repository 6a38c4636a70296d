/** Measures whether ranges hold the laboratory's values and the score is true, by what is known. */

import { type PlanInput, planEvent } from '#core/engine/plan.ts';
import { prescribe } from '#core/engine/prescribe.ts';
import { outcomeOf } from '#core/engine/ranges.ts';
import { UNKNOWN_ATHLETE, UNKNOWN_SESSION } from '#core/engine/types.ts';
import { RandomSource } from '#partner/sandbox/random-source.ts';
import { hitShare, inside } from './calibration.ts';
import { drawTruth } from './laboratory.ts';
import { completeInputs } from './properties.ts';

/** The figure of engine 3, the one that engine 4 was specified with, and the one measured here. */
export type ChangedFigure = readonly [what: string, before: string, specified: string, measured: string];

/** One table of the report. */
export interface ChangedTable {
  readonly title: string;
  readonly text: string;
  readonly figures: readonly ChangedFigure[];
}

const EITHER_SIGN = { share: 0.12, eitherSign: true } as const;

const without = {
  'all stated': (each: PlanInput) => each,
  'without heat': ({ activity, ...rest }: PlanInput): PlanInput => ({
    ...rest,
    activity: { ...activity, thermalStressLevel: null, weather: null },
  }),
  'without mass': ({ athlete, ...rest }: PlanInput): PlanInput => ({
    ...rest,
    athlete: { ...athlete, bodyMassKg: null },
  }),
  'mass, intensity, heat only': ({ athlete, ...rest }: PlanInput): PlanInput => ({
    ...rest,
    athlete: { ...UNKNOWN_ATHLETE, bodyMassKg: athlete.bodyMassKg, heightCm: athlete.heightCm },
  }),
  nothing: ({ activity, learned }: PlanInput): PlanInput => ({
    learned,
    athlete: UNKNOWN_ATHLETE,
    activity: {
      ...UNKNOWN_SESSION,
      type: activity.type,
      durationMin: activity.durationMin,
      isRaceEvent: activity.isRaceEvent,
      segments: activity.segments,
    },
  }),
} as const;

const SPECIFIED: Readonly<Record<keyof typeof without, readonly [own: string, harsh: string]>> = {
  'all stated': ['77 83 85; .70/.73', '79 78 77; .69/.72'],
  'without heat': ['87 87 93; .65/.68', '83 81 88; .63/.63'],
  'without mass': ['91 91 93; .66/.65', '89 87 87; .64/.64'],
  'mass, intensity, heat only': ['94 87 93; .66/.62', '86 80 84; .64/.60'],
  nothing: ['90 91 92; .55/.51', '87 85 88; .52/.45'],
};

/** Measures both mixes, `people` draws for each variant. */
export function informationTable(people: number, seed: number): ChangedTable {
  const variants = Object.keys(without) as (keyof typeof without)[];
  return {
    title: 'Ranges and score by what is known',
    text: 'Share of laboratory values of fluid, carbohydrate and sodium inside the range, %; what the score says and what is true. Own mix, then harsh mix.',
    figures: variants.flatMap((variant) =>
      (['own', 'harsh'] as const).map(
        (mix, index): ChangedFigure => [
          `${variant}, ${mix}`,
          '',
          SPECIFIED[variant][index] ?? '',
          coverageOf(mix, variant, people, seed),
        ],
      ),
    ),
  };
}

function coverageOf(
  mix: 'own' | 'harsh',
  variant: keyof typeof without,
  people: number,
  seed: number,
): string {
  const random = new RandomSource(seed);
  const held = { fluid: 0, carb: 0, sodium: 0 };
  const tried = { fluid: 0, carb: 0, sodium: 0 };
  const sum = { score: 0, hit: 0 };
  let index = 0;
  for (const complete of completeInputs(mix, people, seed)) {
    const { activity, athlete } = complete;
    const truth = drawTruth(random, {
      person: { truth: athlete, stated: athlete },
      session: { truth: activity, stated: activity },
      plan: planEvent(complete),
      bias: EITHER_SIGN,
      index: index++,
    });
    const plan = planEvent(without[variant](complete));
    const { fluidMlPerHr, carbGPerHr, sodiumMgPerHr } = outcomeOf(plan).ranges;
    const { laboratory } = truth;
    const count = (name: keyof typeof held, value: number, range: { min: number; max: number }) => {
      if (value <= 0) return;
      tried[name] += 1;
      if (inside(value, [range.min, range.max])) held[name] += 1;
    };
    count('fluid', 1000 * laboratory.fluidLPerHr, fluidMlPerHr);
    if (laboratory.carbGPerHr >= 18) count('carb', laboratory.carbGPerHr, carbGPerHr);
    count('sodium', laboratory.sodiumMgPerHr, sodiumMgPerHr);
    sum.score += prescribe(plan.input).safety.confidenceScore;
    sum.hit += hitShare(plan, truth);
  }
  const shares = (['fluid', 'carb', 'sodium'] as const)
    .map((name) => ((100 * held[name]) / tried[name]).toFixed(0))
    .join(' ');
  const mean = (value: number) => (value / index).toFixed(2).replace(/^0/, '');
  return `${shares}; ${mean(sum.score)}/${mean(sum.hit)}`;
}
