import type { NoteParameters } from '../engine/notes.ts';
import type { FormTexts, StopNames, VesselNames } from './form-texts.ts';
import type { PaperTexts } from './paper-texts.ts';
import type { Hours } from './phrasing.ts';
import type { RaceTexts } from './race-texts.ts';
import type { Text } from './text.ts';

/** The kind of a product, as the catalogue names it. */
type Category =
  | 'gel'
  | 'isotonic_gel'
  | 'chew'
  | 'bar'
  | 'waffle'
  | 'drink_mix'
  | 'ready_to_drink'
  | 'electrolyte_drink'
  | 'electrolyte_tablet'
  | 'electrolyte_capsule'
  | 'electrolyte_chew'
  | 'caffeine_chew'
  | 'real_food';

/** The reason why no salt product brings a plan's sodium closer to the prescription. */
export type SodiumReason =
  | 'in_food'
  | 'nothing_fits'
  | 'too_strong'
  | 'most_servings'
  | 'dissolved'
  | 'hourly_ceiling';

/** The reason why the carbohydrate of a plan is not closer to its target. */
export type CarbReason = 'nothing_fits' | 'closest' | 'little_needed';

/** The reason why a plan has less fluid than prescribed. */
export type FluidReason = 'hourly_ceiling' | 'vessels' | 'cups' | 'stations';

/** A diet that an athlete follows. */
type Wish = 'vegan' | 'glutenFree' | 'caffeineFree';

/** Warnings about planned products. */
export interface CoverageTexts {
  readonly fluidAboveCeiling: Text<{ readonly plannedMl: number; readonly maxMl: number }>;
  readonly sodiumAboveCeiling: Text<{ readonly plannedMg: number; readonly maxMg: number }>;
  readonly caffeineUnder18: Text<{ readonly plannedMg: number }>;
  readonly caffeineInSession: Text<{ readonly plannedMg: number; readonly maxMg: number }>;
  readonly caffeineAtOnce: Text<{ readonly strongestMg: number; readonly maxMg: number }>;
  readonly carbUntrained: Text<{ readonly gPerHr: number }>;
  readonly carbAbovePractised: Text<{ readonly gPerHr: number; readonly practisedGPerHr: number }>;
  readonly carbSingleSource: Text<{ readonly gPerHr: number; readonly uptakeGPerHr: number }>;
  readonly carbSourceUnknown: Text<{ readonly uptakeGPerHr: number }>;
  readonly drinksConcentrated: Text<{ readonly gPerL: number; readonly maxGPerL: number }>;
  readonly planConcentrated: Text<{ readonly gPerL: number; readonly maxGPerL: number }>;
  readonly dietNotMet: Text<{ readonly wish: Wish; readonly products: readonly string[] }>;
  readonly dietUnknown: Text<{ readonly wish: Wish; readonly products: readonly string[] }>;
}

/** Notes about parts of a plan that do not fit. */
export interface PlanNoteTexts {
  readonly littleTimeForFluid: Text<{ readonly maxMlPerHr: number }>;
  readonly littleTimeForSodium: Text<{ readonly maxMgPerHr: number }>;
  readonly productsMissing: Text<{ readonly carbG: number }>;
  /** After drinking too much, the fluid still safe until the end; 0 if none is. */
  readonly littleFluidLeft: Text<{ readonly takenMl: number; readonly leftMl: number }>;
  /** The caffeine of a plan with doses. */
  readonly caffeinePlanned: Text<{ readonly mg: number }>;
  /** A dose that no product covers; `time` counts from the start, as `1:20`. */
  readonly caffeineFromElsewhere: Text<{ readonly mg: number; readonly time: string }>;
}

/** Rules that a suggestion had to break. Minutes count from the start. */
export interface CompromiseTexts {
  readonly carbohydrateMissed: Text<{ readonly percent: number }>;
  readonly sodiumMissed: Text<{ readonly percent: number }>;
  readonly drinkShare: Text<{ readonly percent: number; readonly from: number; readonly to: number }>;
  readonly rhythm: Text<{ readonly gapMin: number }>;
  readonly sameFood: Text<{ readonly count: number }>;
  readonly nothingSolid: Text;
  readonly nothingSavoury: Text;
  readonly singleSource: Text<{ readonly gPerHr: number }>;
  readonly cannotCarry: Text<{
    readonly volumeMl: number;
    readonly fromMin: number;
    readonly toMin: number;
  }>;
  readonly tableSalt: Text<{ readonly mg: number }>;
  /** The shortfall of the athlete's own products, 0 if none. At least one is above 0. */
  readonly ownedProductsShort: Text<{ readonly carbG: number; readonly sodiumMg: number }>;
}

/** Names of unbranded foods, from aid stations or home. */
export type FoodNames = Readonly<
  Record<
    | 'apple'
    | 'boiled_potato'
    | 'honey'
    | 'maple_syrup'
    | 'orange_juice'
    | 'rice'
    | 'table_salt'
    | 'table_sugar'
    | 'water'
    | 'sports_drink'
    | 'cola'
    | 'broth'
    | 'gel'
    | 'chews'
    | 'bar'
    | 'fruit'
    | 'banana'
    | 'orange'
    | 'watermelon'
    | 'dates'
    | 'raisins'
    | 'gummy_bears'
    | 'fig_bar'
    | 'rice_cake'
    | 'salted_potato'
    | 'pretzels'
    | 'jam_sandwich'
    | 'cheese_roll'
    | 'sports_drink_powder'
    | 'electrolyte_tablet'
    | 'salt_capsule'
    | 'salt',
    string
  >
>;

/** The goals of a suggestion, and why it misses the prescription. A negative percentage is too little. */
export interface SuggestionTexts {
  /** The goals of a selection, most important first. */
  readonly objective: Text;
  readonly carbohydrateMissed: Text<{ readonly percent: number; readonly why: CarbReason }>;
  readonly sodiumMissed: Text<{
    readonly percent: number;
    readonly reason: SodiumReason;
    readonly amount: number;
  }>;
  /** The size of a cup at stations, ml. */
  readonly fluidMissed: Text<{
    readonly percent: number;
    readonly shortage: FluidReason;
    readonly cupMl: number;
  }>;
  readonly isStale: Text;
}

/** Texts of a drawn plan. Times arrive as `5:30`, amounts of products as people write them. */
export interface DrawingTexts {
  readonly title: Text;
  readonly titleFor: Text<{ readonly duration: string }>;
  readonly legend: Text;
  readonly disclaimer: Text;
  readonly allergens: Text;
  readonly review: Text;
  readonly ceilings: Text<{
    readonly fluidMl: number;
    readonly sodiumMg: number;
    readonly confidencePercent: number;
  }>;
  readonly noProducts: Text;
  readonly categories: Text<{ readonly list: string }>;
  readonly perHour: Text<{ readonly carb: string; readonly sodium: string; readonly fluid: string }>;
  readonly invitation: Text;
  readonly water: Text;
  readonly carbG: Text;
  readonly sodiumMg: Text;
  readonly fluidMl: Text;
  readonly amounts: Text<{
    readonly planned: number;
    readonly target: number;
    readonly unit: string;
    readonly ceiling: number | null;
  }>;
  readonly intake: Text<{ readonly time: string; readonly items: string }>;
  readonly totals: Text<{
    readonly carbG: number;
    readonly targetCarbG: number;
    readonly sodiumMg: number;
    readonly targetSodiumMg: number;
    readonly fluidMl: number;
    readonly targetFluidMl: number;
  }>;
}

/** All texts of a product plan in one language. */
export interface PlanTexts {
  readonly coverage: CoverageTexts;
  readonly notes: PlanNoteTexts;
  readonly suggestion: SuggestionTexts;
  readonly drawing: DrawingTexts;
  readonly compromises: CompromiseTexts;
  readonly hours: Hours;
  readonly forms: FormTexts;
  readonly paper: PaperTexts;
  readonly race: RaceTexts;
  readonly foods: FoodNames;
  readonly stops: StopNames;
  readonly vessels: VesselNames;
  /** The sports of legs, within a sentence. */
  readonly sports: Readonly<Record<NoteParameters['leg']['type'], string>>;
  readonly categories: Readonly<Record<Category, string>>;
}
