/** Measures whether ranges hold the laboratory's values and the score is true, by what is known. */

import { RandomSource } from '@musette/basics/random-source';
import { type PlanInput, planEvent } from '../src/plan.ts';
import { prescribe } from '../src/prescribe.ts';
import { type ShownRange, UNKNOWN_ATHLETE, UNKNOWN_SESSION } from '../src/types.ts';
import { hitShare, inside } from './calibration.ts';
import { drawTruth, type ModelBias } from './laboratory.ts';
import { completeInputs } from './properties.ts';

/** The figure of engine 3, the one that engine 4 was specified with, and the one measured here. */
export type ChangedFigure = readonly [what: string, before: string, specified: string, measured: string];

/** One table of the report. Its columns are those of `ChangedFigure` unless a head is given. */
export interface ChangedTable {
  readonly title: string;
  readonly text: string;
  readonly head?: readonly string[];
  readonly figures: readonly (readonly string[])[];
}

const EITHER_SIGN = { share: 0.12, eitherSign: true } as const;
const NO_ERROR = { share: 0, eitherSign: true } as const;
const SAME_DAY = { ...NO_ERROR, isSameEveryDay: true } as const;

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
    text: 'Share of laboratory values of fluid, carbohydrate and sodium, on the shown grid, between `min` and `would_need_up_to`, %; what the score says and what is true. Own mix, then harsh mix. The truth contains an error of the model of ± 12 % of sweat, as the population does, and a variation from day to day; the last rows leave them out.',
    figures: [
      ...variants.flatMap((variant) =>
        MIXES.map(
          (mix, index): ChangedFigure => [
            `${variant}, ${mix}`,
            '',
            SPECIFIED[variant][index] ?? '',
            coverageOf({ mix, variant, people, seed, bias: EITHER_SIGN }),
          ],
        ),
      ),
      ...(
        [
          ['no error of the model', NO_ERROR],
          ['… and the same sweat every day', SAME_DAY],
        ] as const
      ).flatMap(([name, bias]) =>
        MIXES.map(
          (mix, index): ChangedFigure => [
            `all stated, ${mix}, ${name}`,
            '',
            SPECIFIED['all stated'][index] ?? '',
            coverageOf({ mix, variant: 'all stated', people, seed, bias }),
          ],
        ),
      ),
    ],
  };
}

const MIXES = ['own', 'harsh'] as const;

interface Coverage {
  readonly mix: (typeof MIXES)[number];
  readonly variant: keyof typeof without;
  readonly people: number;
  readonly seed: number;
  readonly bias: ModelBias;
}

/** Rounds as fluid and sodium are shown. */
function downToTen(value: number): number {
  return 10 * Math.floor(value / 10);
}

function coverageOf({ mix, variant, people, seed, bias }: Coverage): string {
  const random = new RandomSource(seed);
  const held = { fluid: 0, carb: 0, sodium: 0 };
  const sum = { score: 0, hit: 0 };
  let index = 0;
  for (const complete of completeInputs(mix, people, seed)) {
    const { activity, athlete } = complete;
    const truth = drawTruth(random, {
      person: { truth: athlete, stated: athlete },
      session: { truth: activity, stated: activity },
      plan: planEvent(complete),
      bias,
      index: index++,
    });
    const plan = planEvent(without[variant](complete));
    const { rounded, safety } = prescribe(plan.input);
    const { fluidMlPerHr, carbGPerHr, sodiumMgPerHr } = rounded.ranges;
    const { laboratory } = truth;
    const count = (name: keyof typeof held, shown: number, { min, wouldNeedUpTo }: ShownRange) => {
      if (inside(shown, [min, wouldNeedUpTo])) held[name] += 1;
    };
    count('fluid', downToTen(1000 * laboratory.fluidLPerHr), fluidMlPerHr);
    count('carb', Math.round(laboratory.carbGPerHr), carbGPerHr);
    count('sodium', downToTen(laboratory.sodiumMgPerHr), sodiumMgPerHr);
    sum.score += safety.confidenceScore;
    sum.hit += hitShare(plan, truth);
  }
  const shares = (['fluid', 'carb', 'sodium'] as const)
    .map((name) => ((100 * held[name]) / people).toFixed(0))
    .join(' ');
  const mean = (value: number) => (value / index).toFixed(2).replace(/^0/, '');
  return `${shares}; ${mean(sum.score)}/${mean(sum.hit)}`;
}
