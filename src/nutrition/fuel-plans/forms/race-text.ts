import type { RaceTexts } from '#core/languages/race-texts.ts';
import type { Trajectory } from '../../prescriptions/trajectory-shape.ts';
import {
  type Bound,
  DRAWN_GUT_G,
  DRAWN_SCENARIOS,
  lowSweatOf,
  type Point,
  pointsOf,
  scenarioOf,
} from './race-scenarios.ts';

/** Highest blood sodium that is drawn, mmol/l. Nobody continues to it, so no figures are given from here. */
const BELIEVABLE_MMOL_PER_L = 155;

/** Sentences on one scenario, or on the rest if it has no name. */
interface Paragraph {
  readonly scenario: string | null;
  readonly sentences: readonly string[];
}

/** Describes a drawing as text: how the plan, the limit and no intake end, then the gut. */
export function raceText(trajectory: Trajectory, texts: RaceTexts): readonly Paragraph[] {
  const thirst = scenarioOf(trajectory, 'thirst');
  const [end, ceiling, nothing] = DRAWN_SCENARIOS.map((name) => pointsOf(trajectory, name).at(-1));
  const low = thirst?.low?.at(-1);
  const high = thirst?.high?.at(-1);
  const lowSweat = lowSweatOf(trajectory).at(-1);
  if (!end || !ceiling || !nothing || !low || !high || !lowSweat) {
    return [{ scenario: null, sentences: [texts.estimate()] }];
  }
  const change = (bound: Bound): readonly string[] =>
    bound.body_mass_change_percent === null ? [] : [changeText(bound.body_mass_change_percent, texts)];
  const range = [...change(low), ...change(high)];
  const plan = [
    ...change(end).map((words) => texts.planEnds({ time: texts.moment({ min: end.at_min }), change: words })),
    ...(range.length === 2 ? [texts.planRange({ low: range[0] ?? '', high: range[1] ?? '' })] : []),
    ...sodiumEnds(end, { low, high }, texts),
  ];
  const atCeiling = [
    ...change(ceiling).map((words) => texts.endsAt({ change: words })),
    ...withSodium(ceiling, texts.endsWithSodium),
    ...change(lowSweat).map((words) => texts.lowSweatEnds({ change: words })),
    ...withSodium(lowSweat, texts.lowSweatSodium),
    texts.ceilingRisk(),
  ];
  const withNothing =
    (nothing.plasma_sodium_mmol_per_l ?? 0) < BELIEVABLE_MMOL_PER_L
      ? [
          ...change(nothing).map((words) => texts.endsAt({ change: words })),
          ...withSodium(nothing, texts.endsWithSodium),
        ]
      : [];
  return [
    { scenario: texts.plan(), sentences: plan },
    { scenario: texts.ceiling(), sentences: atCeiling },
    ...(withNothing.length > 0 ? [{ scenario: texts.nothing(), sentences: withNothing }] : []),
    { scenario: null, sentences: [gutText(pointsOf(trajectory, 'planned'), texts), texts.estimate()] },
  ];
}

function changeText(percent: number, texts: RaceTexts): string {
  if (percent === 0) return texts.same();
  return percent < 0 ? texts.lighter({ percent: -percent }) : texts.heavier({ percent });
}

function gutText(points: readonly Point[], texts: RaceTexts): string {
  const fullest = points.reduce<Point | null>(
    (most, point) => (most === null || point.carb_in_gut_g > most.carb_in_gut_g ? point : most),
    null,
  );
  return fullest === null || fullest.carb_in_gut_g < DRAWN_GUT_G
    ? texts.gutKeepsUp()
    : texts.gutMost({ grams: fullest.carb_in_gut_g, time: texts.moment({ min: fullest.at_min }) });
}

/** Blood sodium at a moment. Nothing in pregnancy, where it is not modelled. */
function withSodium(
  { plasma_sodium_mmol_per_l: mmol }: Bound,
  text: (parameters: { readonly mmol: number }) => string,
): readonly string[] {
  return mmol === null ? [] : [text({ mmol })];
}

function sodiumEnds(
  { plasma_sodium_mmol_per_l: mmol }: Bound,
  { low, high }: { readonly low: Bound; readonly high: Bound },
  texts: RaceTexts,
): readonly string[] {
  const [lowest, highest] = [low.plasma_sodium_mmol_per_l, high.plasma_sodium_mmol_per_l];
  return mmol === null || lowest === null || highest === null
    ? []
    : [texts.sodiumEnds({ mmol, low: lowest, high: highest })];
}
