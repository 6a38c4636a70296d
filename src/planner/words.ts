import type { FoodNames } from '../languages/plan-texts.ts';
import type { PlannerTexts } from '../languages/planner-texts.ts';
import type { RaceTexts } from '../languages/race-texts.ts';
import type { Language } from '../languages/tags.ts';
import type { Texts } from '../languages/texts.ts';

/** Everything that the planner says, in one language: the part of its texts that a browser needs too. */
export interface PlannerWords {
  readonly language: Language;
  readonly planner: PlannerTexts;
  readonly race: RaceTexts;
  readonly foods: FoodNames;
}

/** Returns the part of a language's texts that the planner says. */
export function wordsOf({ language, planner, plan }: Texts): PlannerWords {
  return { language, planner, race: plan.race, foods: plan.foods };
}
