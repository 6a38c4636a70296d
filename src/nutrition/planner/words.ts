import type { Measures } from '@musette/languages/amounts';
import type { Language } from '@musette/languages/languages';
import type { FoodNames, PlannerTexts, RaceTexts, Texts } from '@musette/languages/texts';
import { type DialName, shownField } from './choice.ts';

/** The planner's texts with the measures of its amounts. */
export type Wording = PlannerTexts & { readonly measures: Measures };

/** The planner's texts in one language: the part that a browser needs too. */
export interface PlannerWords {
  readonly language: Language;
  readonly planner: Wording;
  readonly race: RaceTexts;
  readonly foods: FoodNames;
}

/** Returns the planner's part of a language's texts. */
export function wordsOf({ language, measures, planner, plan }: Texts): PlannerWords {
  return { language, planner: { ...planner, measures }, race: plan.race, foods: plan.foods };
}

/** Returns the meaning of a dial's number as text; empty if the number says it. */
export function dialText(name: DialName, value: number, texts: PlannerTexts): string {
  const { intensities, fitness } = texts.controls;
  if (name === 'duration_min') return texts.duration({ min: value });
  if (name === 'intensity_level') return intensities[value - 1] ?? '';
  return name === 'fitness_level' ? (fitness[value - 1] ?? '') : '';
}

/** Formats the bounds of a dial. */
export function boundsText(name: DialName, texts: Wording): string {
  const { min, max, unit = null } = shownField(name, texts.measures.units);
  const shownUnit = unit ?? texts.controls.dials[name].unit;
  const words = (value: number) =>
    name === 'duration_min' ? texts.duration({ min: value }) : `${value} ${shownUnit}`;
  return texts.controls.bounds({ from: words(min), to: words(max) });
}
