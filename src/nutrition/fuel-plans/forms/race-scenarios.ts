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

/** Returns the limit scenario of someone who sweats little. */
export function lowSweatOf(trajectory: Trajectory): readonly Bound[] {
  return scenarioOf(trajectory, 'ceiling')?.low_sweat ?? [];
}
