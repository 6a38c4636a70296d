import type { FoodNames } from '#core/languages/plan-texts.ts';
import type { PlannerTexts } from '#core/languages/planner-texts.ts';
import type { RaceTexts } from '#core/languages/race-texts.ts';
import type { Language } from '#core/languages/tags.ts';
import type { Texts } from '#core/languages/texts.ts';

/** The planner's texts in one language: the part that a browser needs too. */
export interface PlannerWords {
  readonly language: Language;
  readonly planner: PlannerTexts;
  readonly race: RaceTexts;
  readonly foods: FoodNames;
}

/** Returns the planner's part of a language's texts. */
export function wordsOf({ language, planner, plan }: Texts): PlannerWords {
  return { language, planner, race: plan.race, foods: plan.foods };
}
