import type { Measures } from '@musette/languages/amounts';
import type { RaceTexts } from '@musette/languages/texts';
import type { Trajectory } from '../../prescriptions/trajectory-shape.ts';

/** A scenario, its points, and one end of its range. */
export type Scenario = Trajectory['scenarios'][number];
export type Point = Scenario['points'][number];
export type Bound = NonNullable<Scenario['low']>[number];

/** Scenarios drawn as lines. */
export const DRAWN_SCENARIOS = ['planned', 'ceiling', 'nothing'] as const;
/** Least carbohydrate in the gut for a panel and a sentence, g. */
export const DRAWN_GUT_G = 5;

/** Returns a scenario by its name. */
export function scenarioOf({ scenarios }: Trajectory, name: Scenario['name']): Scenario | undefined {
  return scenarios.find((scenario) => scenario.name === name);
}

/** Returns the points of a scenario, none if it is absent. */
export function pointsOf(trajectory: Trajectory, name: Scenario['name']): readonly Point[] {
  return scenarioOf(trajectory, name)?.points ?? [];
}

/** Returns the first and the last minute of a session, or of the rest of one. */
export function spanOf(trajectory: Trajectory): { readonly fromMin: number; readonly toMin: number } {
  const points = pointsOf(trajectory, 'planned');
  return { fromMin: points[0]?.at_min ?? 0, toMin: points.at(-1)?.at_min ?? 0 };
}

/** Most weight loss of a plan, %, up to six hours and beyond. */
const DRY = { upToMin: 360, percent: -4, beyondPercent: -5 } as const;

/** Returns the weight change below which an athlete is very dehydrated, %. */
export function dryPercentOf(trajectory: Trajectory): number {
  return spanOf(trajectory).toMin > DRY.upToMin ? DRY.beyondPercent : DRY.percent;
}

/** Returns the limit scenario of someone who sweats little. */
export function lowSweatOf(trajectory: Trajectory): readonly Bound[] {
  return scenarioOf(trajectory, 'ceiling')?.low_sweat ?? [];
}

/** Nobody continues to this blood sodium, mmol/l, or weight loss, %, so no figures are given from here. */
const BELIEVABLE = { sodiumMmolPerL: 155, massPercent: -9 } as const;

/**
 * Event minutes from which weight decides, and the share of weight that may be lost as water by the finish. As in the
 * engine, whose file of them would bring all warnings into the script of a page; a test compares them.
 */
const WEIGHT_RULE = { fromMin: 480, finishWaterShare: 0.02 } as const;

/** Sentences on one scenario, or on the rest if it has no name. */
interface Paragraph {
  readonly scenario: string | null;
  readonly sentences: readonly string[];
}

/** An athlete's weight, and the units in which its loss is shown. */
export interface Weighed {
  readonly bodyMassKg: number | null;
  readonly measures: Measures;
}

/**
 * Describes a drawing as text: first the weight that protects in long events, then how the plan, the limit and no intake
 * end, then the gut.
 *
 * @param weighed.bodyMassKg null if it is missing, doubted or must not be shown
 */
export function raceText(
  trajectory: Trajectory,
  { bodyMassKg, measures }: Weighed,
  texts: RaceTexts,
): readonly Paragraph[] {
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
    ...change(end).map((words) =>
      texts.planEnds({ time: texts.duration({ min: end.at_min }), change: words }),
    ),
    ...((end.body_mass_change_percent ?? 0) < dryPercentOf(trajectory) ? [texts.planTooDry()] : []),
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
  const rule = weightRule(trajectory, { bodyMassKg, measures }, texts);
  const withNothing =
    (nothing.plasma_sodium_mmol_per_l ?? 0) < BELIEVABLE.sodiumMmolPerL &&
    (nothing.body_mass_change_percent ?? 0) > BELIEVABLE.massPercent
      ? [
          ...change(nothing).map((words) => texts.endsAt({ change: words })),
          ...withSodium(nothing, texts.endsWithSodium),
        ]
      : [];
  return [
    ...(rule.length > 0 ? [{ scenario: null, sentences: rule }] : []),
    { scenario: texts.plan(), sentences: plan },
    { scenario: texts.ceiling(), sentences: atCeiling },
    ...(withNothing.length > 0 ? [{ scenario: texts.nothing(), sentences: withNothing }] : []),
    { scenario: null, sentences: [...gutText(pointsOf(trajectory, 'planned'), texts), texts.estimate()] },
  ];
}

function changeText(percent: number, texts: RaceTexts): string {
  if (percent === 0) return texts.same();
  return percent < 0 ? texts.lighter({ percent: -percent }) : texts.heavier({ percent });
}

/** Says how much carbohydrate waits in the gut. Empty if none is taken. */
function gutText(points: readonly Point[], texts: RaceTexts): readonly string[] {
  if (points.every(({ carb_g }) => carb_g === 0)) return [];
  const fullest = points.reduce<Point | null>(
    (most, point) => (most === null || point.carb_in_gut_g > most.carb_in_gut_g ? point : most),
    null,
  );
  return fullest === null || fullest.carb_in_gut_g < DRAWN_GUT_G
    ? [texts.gutKeepsUp()]
    : [texts.gutMost({ grams: fullest.carb_in_gut_g, time: texts.moment({ min: fullest.at_min }) })];
}

/**
 * Says how much weight one should have lost in an event of the weight rule, halfway (or now, once it has begun) and at the
 * finish.
 */
function weightRule(
  trajectory: Trajectory,
  { bodyMassKg, measures }: Weighed,
  texts: RaceTexts,
): readonly string[] {
  const points = pointsOf(trajectory, 'planned');
  const { fromMin, toMin: endMin } = spanOf(trajectory);
  if (endMin < WEIGHT_RULE.fromMin) return [];
  const middle = points.find(({ at_min }) => at_min >= endMin / 2);
  const losses = [fromMin > 0 ? points[0] : middle, points.at(-1)].flatMap((point) => {
    const steadyPercent = point?.steady_water_mass_change_percent ?? null;
    if (point === undefined || steadyPercent === null || bodyMassKg === null) return [];
    const leastKg = Math.max(0, (-steadyPercent * bodyMassKg) / 100);
    const mostKg = leastKg + (WEIGHT_RULE.finishWaterShare * bodyMassKg * point.at_min) / endMin;
    const loss = { least: measures.bareMass(leastKg, 1), most: measures.mass(mostKg, 1) };
    return point.at_min === fromMin
      ? texts.weighNow(loss)
      : texts.weighBy({ time: texts.duration({ min: point.at_min }), ...loss });
  });
  return losses.length === 0 ? [texts.bloated()] : [...losses, texts.lostLess()];
}

/** Says the blood sodium at a moment. Empty in pregnancy, where it is not modelled. */
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
