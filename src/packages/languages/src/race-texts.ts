import type { Hours } from './phrasing.ts';
import type { Text } from './text.ts';

/** A range of weight; `most` has the unit. */
interface Loss {
  readonly least: string;
  readonly most: string;
}

/** Texts of the chart of a session over time. A `change` comes from `lighter`, `heavier` or `same`. */
export interface RaceTexts extends Hours {
  readonly title: Text;
  readonly weight: Text;
  readonly sodium: Text;
  readonly gut: Text;
  readonly plan: Text;
  readonly range: Text;
  readonly wideRange: Text;
  readonly ceiling: Text;
  readonly nothing: Text;
  /** Lost less weight than fuel burned. */
  readonly zoneMoreWater: Text;
  readonly zoneLighter: Text;
  readonly zoneDiluted: Text;
  readonly zoneConcentrated: Text;
  readonly lighter: Text<{ readonly percent: number }>;
  readonly heavier: Text<{ readonly percent: number }>;
  readonly same: Text;
  readonly planEnds: Text<{ readonly time: string; readonly change: string }>;
  /** After `planEnds`, if the plan ends in the zone of the very dehydrated. */
  readonly planTooDry: Text;
  /** The range in which four in five people end if thirst corrects the plan. */
  readonly planRange: Text<{ readonly low: string; readonly high: string }>;
  /** Blood sodium if the plan is followed, and its range in four in five people if thirst corrects the plan. */
  readonly sodiumEnds: Text<{ readonly mmol: number; readonly low: number; readonly high: number }>;
  /** The weight loss at this moment that leaves body water unchanged, to that with 2% of weight lost as water by the finish. */
  readonly weighNow: Text<Loss>;
  readonly weighBy: Text<Loss & { readonly time: string }>;
  readonly lostLess: Text;
  /** In place of kilograms, if weight is missing, doubted or must not be shown. */
  readonly bloated: Text;
  /** The end of a scenario named before. */
  readonly endsAt: Text<{ readonly change: string }>;
  readonly endsWithSodium: Text<{ readonly mmol: number }>;
  /** The ceiling for someone who sweats less than nine in ten people. */
  readonly lowSweat: Text;
  readonly lowSweatEnds: Text<{ readonly change: string }>;
  readonly lowSweatSodium: Text<{ readonly mmol: number }>;
  readonly ceilingRisk: Text;
  readonly gutMost: Text<{ readonly grams: number; readonly time: string }>;
  readonly gutKeepsUp: Text;
  readonly transitionMarks: Text;
  readonly stationMarks: Text;
  readonly estimate: Text;
}
