import type { Text } from './text.ts';

/** Words of the drawing of a session over time. A `change` comes from `lighter`, `heavier` or `same`. */
export interface RaceTexts {
  readonly title: Text;
  readonly weight: Text;
  readonly sodium: Text;
  readonly gut: Text;
  readonly plan: Text;
  readonly range: Text;
  readonly wideRange: Text;
  readonly ceiling: Text;
  readonly nothing: Text;
  readonly zoneHeavier: Text;
  readonly zoneLighter: Text;
  readonly zoneDiluted: Text;
  readonly zoneConcentrated: Text;
  readonly lighter: Text<{ readonly percent: number }>;
  readonly heavier: Text<{ readonly percent: number }>;
  readonly same: Text;
  readonly planEnds: Text<{ readonly time: string; readonly change: string }>;
  /** Where four of five end if thirst corrects the plan. */
  readonly planRange: Text<{ readonly low: string; readonly high: string }>;
  readonly sodiumEnds: Text<{ readonly mmol: number; readonly low: number; readonly high: number }>;
  readonly ceilingEnds: Text<{ readonly change: string }>;
  readonly ceilingSodium: Text<{ readonly mmol: number }>;
  /** For a person who sweats less than expected. */
  readonly ceilingRisk: Text;
  readonly nothingEnds: Text<{ readonly change: string }>;
  readonly nothingSodium: Text<{ readonly mmol: number }>;
  readonly gutMost: Text<{ readonly grams: number; readonly time: string }>;
  readonly gutKeepsUp: Text;
  readonly marks: Text;
  readonly estimate: Text;
}
