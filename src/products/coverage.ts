import type { Warning } from '../engine/types.ts';
import {
  glucoseMaxGPerHr,
  practisedCarbGPerHr,
  SINGLE_SOURCE_G_PER_HR,
  UNTRAINED_CARB_G_PER_HR,
} from './carbohydrate-uptake.ts';
import type { Product } from './catalogue-copy.ts';
import { type AthleteLimits, caffeineLimits } from './limits-of-athlete.ts';
import { displayNameOf, fluidMlOf, formOf, glucoseShareOf, type Portion } from './portions.ts';
import type { PlanTargets } from './targets.ts';

/** Planned and prescribed amount of one quantity. */
export interface Covered {
  /** Total of the products with a known figure. */
  readonly planned: number;
  readonly prescribed: number | null;
  readonly percent: number | null;
  /** Products with an unknown amount: the real total may be higher. */
  readonly unknownProductIds: readonly string[];
}

/** Comparison of planned products with the prescription. */
export interface Coverage {
  readonly carbG: Covered;
  readonly sodiumMg: Covered;
  readonly fluidMl: Covered;
  readonly caffeineMg: Covered;
  readonly warnings: readonly Warning[];
}

/** Drinks above this concentration leave the stomach slowly, g/l (recalled: 8 % slows emptying). */
export const CONCENTRATED_G_PER_L = 80;

/** Excess over a limit that rounding can explain, g/h. */
const SLACK_G_PER_HR = 0.5;

/** Compares portions with the targets and warns of everything an athlete should know before taking them. */
export function coverageOf(
  portions: readonly Portion[],
  hours: number,
  targets: PlanTargets | null,
  athlete: AthleteLimits,
): Coverage {
  const sums = {
    carbG: sum(portions, ({ carbG }) => carbG, targets?.carbG ?? null, 1),
    sodiumMg: sum(portions, ({ sodiumMg }) => sodiumMg, targets?.sodiumMg ?? null, 0),
    fluidMl: sum(portions, fluidMlOf, targets?.fluidMl ?? null, 0),
    caffeineMg: sum(portions, ({ caffeineMg }) => caffeineMg, null, 0),
  };
  const input = { portions, hours, targets, athlete, ...sums };
  return {
    ...sums,
    warnings: [
      ...ceilingWarnings(input),
      ...caffeineWarnings(input),
      ...carbohydrateWarnings(input),
      ...concentrationWarnings(input),
      ...dietWarnings(input),
    ],
  };
}

function sum(
  portions: readonly Portion[],
  amountOf: (product: Product) => number | null,
  prescribed: number | null,
  decimals: number,
): Covered {
  let total = 0;
  const unknownProductIds: string[] = [];
  for (const { product, servings } of portions) {
    const amount = amountOf(product);
    if (amount === null) unknownProductIds.push(product.id);
    else total += amount * servings;
  }
  const factor = 10 ** decimals;
  const planned = Math.round(total * factor) / factor;
  const percent = prescribed ? Math.round((planned / prescribed) * 100) : null;
  return { planned, prescribed, percent, unknownProductIds };
}

type Input = Omit<Coverage, 'warnings'> & {
  readonly portions: readonly Portion[];
  readonly hours: number;
  readonly targets: PlanTargets | null;
  readonly athlete: AthleteLimits;
};

function ceilingWarnings({ targets, hours, fluidMl, sodiumMg }: Input): Warning[] {
  if (targets === null) return [];
  const warnings: Warning[] = [];
  // Planned amounts are rounded to whole units, so a fraction of a unit does not exceed the ceiling.
  if (fluidMl.planned > Math.ceil(targets.maxFluidMlPerHr * hours)) {
    warnings.push({
      code: 'EAH_PLAN_EXCEEDS_SAFE',
      severity: 'danger',
      message: `These products come with ${fluidMl.planned} ml of fluid; more than ${Math.floor(targets.maxFluidMlPerHr * hours)} ml in this time is not safe for you. Drinking more than you sweat can be deadly.`,
    });
  }
  if (sodiumMg.planned > Math.ceil(targets.maxSodiumMgPerHr * hours)) {
    warnings.push({
      code: 'SODIUM_PLAN_EXCEEDS_SAFE',
      severity: 'caution',
      message: `These products bring ${sodiumMg.planned} mg of sodium; your ceiling for this time is ${Math.floor(targets.maxSodiumMgPerHr * hours)} mg.`,
    });
  }
  return warnings;
}

function caffeineWarnings({ portions, caffeineMg, athlete }: Input): Warning[] {
  const limits = caffeineLimits(athlete);
  if (caffeineMg.planned === 0) return [];
  if (limits.isYouth) {
    return [
      {
        code: 'CAFFEINE_YOUTH',
        severity: 'danger',
        message: `${caffeineMg.planned} mg of caffeine is planned. Under 18 the advice is none.`,
      },
    ];
  }
  // The diet warnings cover an athlete who wants no caffeine.
  const { sessionMg, singleMg } = caffeineLimits({ ...athlete, isCaffeineFree: false });
  const strongest = Math.max(
    ...portions.map(({ product, servings }) => (product.caffeineMg ?? 0) * Math.min(1, servings)),
  );
  if (caffeineMg.planned <= sessionMg && strongest <= singleMg) return [];
  return [
    {
      code: 'CAFFEINE_DOSE',
      severity: 'caution',
      message:
        caffeineMg.planned > sessionMg
          ? `${caffeineMg.planned} mg of caffeine is planned; ${Math.floor(sessionMg)} mg is the most advised for you.`
          : `One of these products has ${strongest} mg of caffeine; not more than ${Math.floor(singleMg)} mg at once is advised for you.`,
    },
  ];
}

function carbohydrateWarnings({ portions, hours, carbG, targets, athlete }: Input): Warning[] {
  const warnings: Warning[] = [];
  const perHr = carbG.planned / hours;
  const practised = practisedCarbGPerHr(athlete.carbToleranceGPerHr, targets);
  if (practised <= UNTRAINED_CARB_G_PER_HR && perHr > UNTRAINED_CARB_G_PER_HR + SLACK_G_PER_HR) {
    warnings.push({
      code: 'CARB_HIGH_UNTRAINED',
      severity: 'danger',
      message: `${Math.round(perHr)} g of carbohydrate an hour is for guts that have trained it over weeks.`,
    });
  } else if (perHr > practised + SLACK_G_PER_HR) {
    warnings.push({
      code: 'CARB_ABOVE_TOLERANCE',
      severity: 'caution',
      message: `${Math.round(perHr)} g of carbohydrate an hour is more than the ${Math.round(practised)} g that you have practised.`,
    });
  }
  const { glucoseG, unknownG } = glucoseOf(portions);
  const glucoseMax = glucoseMaxGPerHr(perHr) + SLACK_G_PER_HR;
  if (glucoseG / hours > glucoseMax) {
    warnings.push({
      code: 'CARB_SINGLE_SOURCE',
      severity: 'caution',
      message: `${Math.round(glucoseG / hours)} g an hour comes from one carbohydrate source (glucose); the gut takes up about ${SINGLE_SOURCE_G_PER_HR} g. Choose products with fructose.`,
    });
  } else if (unknownG > 0 && (glucoseG + unknownG) / hours > glucoseMax) {
    warnings.push({
      code: 'CARB_SOURCE_UNKNOWN',
      severity: 'info',
      message: `Above ${SINGLE_SOURCE_G_PER_HR} g an hour two carbohydrate sources are needed; for some of these products the ratio is not known.`,
    });
  }
  return warnings;
}

/** Adds up the carbohydrate that is absorbed as glucose, and the carbohydrate of unknown ratio, both in g. */
function glucoseOf(portions: readonly Portion[]): { glucoseG: number; unknownG: number } {
  let glucoseG = 0;
  let unknownG = 0;
  for (const { product, servings } of portions) {
    const carbG = (product.carbG ?? 0) * servings;
    const share = glucoseShareOf(product);
    if (share === null) unknownG += carbG;
    else glucoseG += carbG * share;
  }
  return { glucoseG, unknownG };
}

/** Warns if the drinks, or everything eaten and drunk together, are too concentrated. */
function concentrationWarnings({ portions, carbG, fluidMl, targets }: Input): Warning[] {
  const drinks = portions.filter(({ product }) => formOf(product) === 'drink');
  const inBottle = drinks.reduce(
    (grams, { product, servings }) => grams + (product.carbG ?? 0) * servings,
    0,
  );
  const bottleGPerL = fluidMl.planned > 0 ? (inBottle / fluidMl.planned) * 1000 : 0;
  const fluid = fluidMl.planned > 0 ? fluidMl.planned : (targets?.fluidMl ?? 0);
  const overallGPerL = fluid > 0 ? (carbG.planned / fluid) * 1000 : 0;
  if (Math.max(bottleGPerL, overallGPerL) <= CONCENTRATED_G_PER_L) return [];
  return [
    {
      code: 'CARB_CONCENTRATED',
      severity: 'caution',
      message:
        bottleGPerL > CONCENTRATED_G_PER_L
          ? `The drinks hold ${Math.round(bottleGPerL)} g of carbohydrate a litre; above ${CONCENTRATED_G_PER_L} g they leave the stomach slowly. Drink water beside them.`
          : `${Math.round(overallGPerL)} g of carbohydrate for each litre of fluid is more than ${CONCENTRATED_G_PER_L} g: take gels and food with water.`,
    },
  ];
}

function dietWarnings({ portions, athlete }: Input): Warning[] {
  const wishes = [
    { isWished: athlete.isVegan, word: 'vegan', fits: (product: Product) => product.vegan },
    { isWished: athlete.isGlutenFree, word: 'gluten-free', fits: (product: Product) => product.glutenFree },
    {
      isWished: athlete.isCaffeineFree,
      word: 'caffeine-free',
      fits: ({ caffeineMg }: Product) => (caffeineMg === null ? null : caffeineMg === 0),
    },
  ].filter(({ isWished }) => isWished);
  const warnings: Warning[] = [];
  for (const { word, fits } of wishes) {
    const broken = portions.filter(({ product }) => fits(product) === false).map(nameOf);
    const unknown = portions.filter(({ product }) => fits(product) === null).map(nameOf);
    if (broken.length > 0) {
      warnings.push({
        code: 'DIET_NOT_MET',
        severity: 'caution',
        message: `Not ${word}: ${broken.join(', ')}.`,
      });
    }
    if (unknown.length > 0) {
      warnings.push({
        code: 'DIET_UNKNOWN',
        severity: 'info',
        message: `Whether these are ${word} is not known; read the label: ${unknown.join(', ')}.`,
      });
    }
  }
  return warnings;
}

function nameOf({ product }: Portion): string {
  return displayNameOf(product);
}
