import type { NoteParameters } from '@musette/engine/types';
import type { FormTexts, StopNames, VesselNames } from './form-texts.ts';
import type { PaperTexts } from './paper-texts.ts';
import type { Hours } from './phrasing.ts';
import type { RaceTexts } from './race-texts.ts';
import type { AssumptionTexts, ReasonTexts } from './reason-texts.ts';
import type { MeasuredText, Text } from './text.ts';

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

/** A quantity with a target. */
export type NotedQuantity = 'carb' | 'sodium' | 'fluid' | 'caffeine';

/** The figures of a note's reason. */
interface NoteFigures {
  /** `product` for an attached product that the plan does not use. */
  readonly quantity: NotedQuantity | 'product';
  /** The missing amount with its unit; null if nothing is missing. */
  readonly amount: string | null;
  /** The ceiling that binds, with its unit. */
  readonly max: string;
}

/** A diet that an athlete follows. */
type Wish = 'vegan' | 'glutenFree' | 'caffeineFree';

/** Warnings about planned products. */
export interface CoverageTexts {
  readonly fluidAboveCeiling: MeasuredText<{ readonly plannedMl: number; readonly maxMl: number }>;
  readonly sodiumAboveCeiling: Text<{ readonly plannedMg: number; readonly maxMg: number }>;
  readonly caffeineUnder18: Text<{ readonly plannedMg: number }>;
  readonly caffeineInSession: Text<{ readonly plannedMg: number; readonly maxMg: number }>;
  readonly caffeineAtOnce: Text<{ readonly strongestMg: number; readonly maxMg: number }>;
  readonly carbUntrained: Text<{ readonly gPerHr: number }>;
  readonly carbAbovePractised: Text<{ readonly gPerHr: number; readonly practisedGPerHr: number }>;
  readonly carbSingleSource: Text<{ readonly gPerHr: number; readonly uptakeGPerHr: number }>;
  readonly carbSourceUnknown: Text<{ readonly uptakeGPerHr: number }>;
  readonly drinksConcentrated: MeasuredText<{ readonly gPerL: number; readonly maxGPerL: number }>;
  readonly planConcentrated: MeasuredText<{ readonly gPerL: number; readonly maxGPerL: number }>;
  readonly dietNotMet: Text<{ readonly wish: Wish; readonly products: readonly string[] }>;
  readonly dietUnknown: Text<{ readonly wish: Wish; readonly products: readonly string[] }>;
}

/** The reasons why a plan misses its targets, each with one thing to do. Amounts arrive with their unit. */
export interface PlanNoteTexts {
  /** How far a quantity is from its target; a negative percentage is too little. */
  readonly off: Text<{ readonly quantity: NotedQuantity; readonly percent: number }>;
  /** A product that is attached and not used. */
  readonly unused: Text<{ readonly amount: string }>;
  /** The reason, by the constraint that binds, and the thing to do. */
  readonly why: Readonly<
    Record<
      | 'hourly_carb'
      | 'hourly_sodium'
      | 'hourly_fluid'
      | 'capacity'
      | 'spacing'
      | 'pockets'
      | 'supply'
      | 'no_food'
      | 'no_salt'
      | 'salty_food'
      | 'whole_pieces'
      | 'caffeine_limit'
      | 'product_removed',
      Text<NoteFigures>
    >
  >;
  /** After drinking too much, the fluid still safe until the end; null if none is. */
  readonly littleFluidLeft: Text<{ readonly taken: string; readonly left: string | null }>;
  /** The caffeine of a plan. */
  readonly caffeinePlanned: Text<{ readonly amount: string }>;
  /** A dose that no product covers; `time` counts from the start, as `1:20`, or says `45 min before the start`. */
  readonly caffeineFromElsewhere: Text<{
    readonly amount: string;
    readonly time: string;
    readonly isBeforeStart: boolean;
  }>;
  readonly stale: Text;
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

/** Texts of a drawn plan. Amounts arrive with their unit. */
export interface DrawingTexts {
  readonly title: Text;
  readonly disclaimer: Text;
  readonly allergens: Text;
  readonly review: Text;
  readonly ceilings: Text<{
    readonly fluid: string;
    readonly sodium: string;
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
  readonly totals: Text<{
    readonly carb: string;
    readonly targetCarb: string;
    readonly sodium: string;
    readonly targetSodium: string;
    readonly fluid: string;
    readonly targetFluid: string;
  }>;
}

/** All texts of a product plan in one language. */
export interface PlanTexts {
  readonly coverage: CoverageTexts;
  readonly notes: PlanNoteTexts;
  readonly drawing: DrawingTexts;
  readonly hours: Hours;
  readonly forms: FormTexts;
  readonly paper: PaperTexts;
  readonly assumptions: AssumptionTexts;
  readonly reasons: ReasonTexts;
  readonly race: RaceTexts;
  readonly foods: FoodNames;
  readonly stops: StopNames;
  readonly vessels: VesselNames;
  /** The sports of legs, within a sentence. */
  readonly sports: Readonly<Record<NoteParameters['leg']['type'], string>>;
  readonly categories: Readonly<Record<Category, string>>;
  /** Names of products by identifier that replace what a person wrote, in texts for assistants. */
  readonly ownNames?: ReadonlyMap<string, string>;
}
