import { CARB } from '@musette/engine/types';
import type { Measures } from '@musette/languages/amounts';
import type { PlanTexts } from '@musette/languages/texts';
import { roundTo } from '#platform/http/wire-fields.ts';
import type { Product } from '../catalogue/catalogue-copy.ts';
import {
  glucoseMaxGPerHr,
  practisedCarbGPerHr,
  SINGLE_SOURCE_G_PER_HR,
  UNTRAINED_CARB_G_PER_HR,
} from './carbohydrate-uptake.ts';
import { type AthleteLimits, caffeineLimits } from './limits-of-athlete.ts';
import { nameOf } from './names.ts';
import { concentratedFromGPerL } from './plan/costs.ts';
import { FILL_STEP_ML, fluidMlOf, formOf, glucoseShareOf, type Portion } from './portions.ts';
import type { PlanTargets } from './targets.ts';

/** Codes of warnings about planned portions; their meanings never change. */
export const COVERAGE_WARNING_CODES = [
  'EAH_PLAN_EXCEEDS_SAFE',
  'SODIUM_PLAN_EXCEEDS_SAFE',
  'CAFFEINE_YOUTH',
  'CAFFEINE_DOSE',
  'CAFFEINE_PLANNED',
  'CARB_HIGH_UNTRAINED',
  'CARB_ABOVE_TOLERANCE',
  'CARB_SINGLE_SOURCE',
  'CARB_SOURCE_UNKNOWN',
  'CARB_CONCENTRATED',
  'DIET_NOT_MET',
  'DIET_UNKNOWN',
] as const;

/** A warning about planned portions. */
export interface CoverageWarning {
  readonly code: (typeof COVERAGE_WARNING_CODES)[number];
  readonly severity: 'info' | 'caution' | 'danger';
  readonly messageIn: (texts: PlanTexts, measures: Measures) => string;
}

/** Planned and prescribed amount of one quantity. */
export interface Covered {
  /** Total over the products with a known amount. */
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
  readonly warnings: readonly CoverageWarning[];
}

/** Drinks above this concentration leave the stomach slowly, g/l (recalled: 8 % slows emptying). */
const CONCENTRATED_G_PER_L = 80;
/** A target is met within this share of it. */
const ON_TARGET = 0.05;

/** Excess over a limit that rounding can explain, g/h. */
const SLACK_G_PER_HR = 0.5;
/** Carbohydrate of salt tablets, g/h: two or three grams each. */
const TABLETS_G_PER_HR = 4;

/** Portions over so many hours, to be compared with the targets of an athlete. */
interface Compared {
  readonly portions: readonly Portion[];
  readonly hours: number;
  readonly targets: PlanTargets | null;
  readonly athlete: AthleteLimits;
}

/** The amount in products of which it is known, and the other products. */
type Total = Pick<Covered, 'unknownProductIds'> & { readonly total: number };

/** Compares attached portions with the targets, and adds the warnings for the athlete. */
export function coverageOf(compared: Compared): Coverage {
  const { portions } = compared;
  return comparedWith(compared, {
    carbG: totalOf(portions, ({ carbG }) => carbG),
    sodiumMg: totalOf(portions, ({ sodiumMg }) => sodiumMg),
    fluidMl: totalOf(portions, fluidMlOf),
    caffeineMg: totalOf(portions, ({ caffeineMg }) => caffeineMg),
  });
}

/** Compares totals with the targets, and adds the warnings for the athlete. */
export function comparedWith(
  compared: Compared,
  totals: Readonly<Record<'carbG' | 'sodiumMg' | 'fluidMl' | 'caffeineMg', Total>>,
): Coverage {
  const { targets } = compared;
  const amounts = {
    carbG: covered(totals.carbG, targets?.carbG ?? null, 1),
    sodiumMg: covered(totals.sodiumMg, targets?.sodiumMg ?? null, 0),
    fluidMl: covered(totals.fluidMl, targets?.fluidMl ?? null, 0),
    caffeineMg: covered(totals.caffeineMg, null, 0),
  };
  const input = { ...compared, ...amounts };
  return {
    ...amounts,
    warnings: [
      ...ceilingWarnings(input),
      ...caffeineWarnings(input),
      ...carbohydrateWarnings(input),
      ...concentrationWarnings(input),
      ...dietWarnings(input),
    ],
  };
}

function covered({ total, unknownProductIds }: Total, prescribed: number | null, decimals: number): Covered {
  const planned = roundTo(total, decimals);
  const percent = prescribed ? Math.round((planned / prescribed) * 100) : null;
  return { planned, prescribed, percent, unknownProductIds };
}

function totalOf(portions: readonly Portion[], amountOf: (product: Product) => number | null): Total {
  let total = 0;
  const unknownProductIds: string[] = [];
  for (const { product, servings } of portions) {
    const amount = amountOf(product);
    if (amount === null) unknownProductIds.push(product.id);
    else total += amount * servings;
  }
  return { total, unknownProductIds };
}

type Input = Compared & Omit<Coverage, 'warnings'>;

function ceilingWarnings({ targets, hours, fluidMl, sodiumMg }: Input): CoverageWarning[] {
  if (targets === null) return [];
  const warnings: CoverageWarning[] = [];
  // Planned amounts are rounded to whole units, so a fraction of a unit does not exceed the ceiling.
  if (fluidMl.planned > Math.ceil(targets.maxFluidMlPerHr * hours)) {
    warnings.push({
      code: 'EAH_PLAN_EXCEEDS_SAFE',
      severity: 'danger',
      messageIn: ({ coverage }, measures) =>
        coverage.fluidAboveCeiling(
          {
            plannedMl: fluidMl.planned,
            maxMl: Math.floor(targets.maxFluidMlPerHr * hours),
          },
          measures,
        ),
    });
  }
  if (sodiumMg.planned > Math.ceil(targets.maxSodiumMgPerHr * hours)) {
    warnings.push({
      code: 'SODIUM_PLAN_EXCEEDS_SAFE',
      severity: 'caution',
      messageIn: ({ coverage }) =>
        coverage.sodiumAboveCeiling({
          plannedMg: sodiumMg.planned,
          maxMg: Math.floor(targets.maxSodiumMgPerHr * hours),
        }),
    });
  }
  return warnings;
}

function caffeineWarnings({ portions, caffeineMg, athlete }: Input): CoverageWarning[] {
  const limits = caffeineLimits(athlete);
  if (caffeineMg.planned === 0) return [];
  if (limits.isYouth) {
    return [
      {
        code: 'CAFFEINE_YOUTH',
        severity: 'danger',
        messageIn: ({ coverage }) => coverage.caffeineUnder18({ plannedMg: caffeineMg.planned }),
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
      messageIn: ({ coverage }) =>
        caffeineMg.planned > sessionMg
          ? coverage.caffeineInSession({ plannedMg: caffeineMg.planned, maxMg: Math.floor(sessionMg) })
          : coverage.caffeineAtOnce({ strongestMg: strongest, maxMg: Math.floor(singleMg) }),
    },
  ];
}

function carbohydrateWarnings({ portions, hours, carbG, targets, athlete }: Input): CoverageWarning[] {
  const warnings: CoverageWarning[] = [];
  const perHr = carbG.planned / hours;
  const practised = practisedCarbGPerHr(athlete.carbToleranceGPerHr, targets);
  if (practised <= UNTRAINED_CARB_G_PER_HR && perHr > UNTRAINED_CARB_G_PER_HR + SLACK_G_PER_HR) {
    warnings.push({
      code: 'CARB_HIGH_UNTRAINED',
      severity: 'danger',
      messageIn: ({ coverage }) => coverage.carbUntrained({ gPerHr: Math.round(perHr) }),
    });
  } else if (perHr > practised * (1 + ON_TARGET) + TABLETS_G_PER_HR) {
    warnings.push({
      code: 'CARB_ABOVE_TOLERANCE',
      severity: 'caution',
      messageIn: ({ coverage }) =>
        coverage.carbAbovePractised({
          gPerHr: Math.round(perHr),
          practisedGPerHr: Math.round(practised),
        }),
    });
  }
  const { glucoseG, unknownG } = glucoseOf(portions);
  const glucoseMax = glucoseMaxGPerHr(perHr) + SLACK_G_PER_HR;
  if (glucoseG / hours > glucoseMax) {
    warnings.push({
      code: 'CARB_SINGLE_SOURCE',
      severity: 'caution',
      messageIn: ({ coverage }) =>
        coverage.carbSingleSource({
          gPerHr: Math.round(glucoseG / hours),
          uptakeGPerHr: SINGLE_SOURCE_G_PER_HR,
        }),
    });
  } else if (unknownG > 0 && (glucoseG + unknownG) / hours > glucoseMax) {
    warnings.push({
      code: 'CARB_SOURCE_UNKNOWN',
      severity: 'info',
      messageIn: ({ coverage }) => coverage.carbSourceUnknown({ uptakeGPerHr: SINGLE_SOURCE_G_PER_HR }),
    });
  }
  return warnings;
}

/** Adds up carbohydrate absorbed as glucose, and carbohydrate of unknown ratio, both in g. */
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

/**
 * Warns if the drinks are too concentrated, or if all intake together is: above the limit of the
 * prescription's own warning, unless it prescribes as much.
 */
function concentrationWarnings({ portions, hours, carbG, fluidMl, targets }: Input): CoverageWarning[] {
  // The two or three grams of a tablet do not count as a drink.
  const drinks = portions.filter(
    ({ product }) => formOf(product) === 'drink' && product.category !== 'electrolyte_tablet',
  );
  const inBottle = drinks.reduce(
    (grams, { product, servings }) => grams + (product.carbG ?? 0) * servings,
    0,
  );
  const bottleGPerL = fluidMl.planned > 0 ? (inBottle / fluidMl.planned) * 1000 : 0;
  if (Math.round(bottleGPerL) > CONCENTRATED_G_PER_L) {
    return [
      {
        code: 'CARB_CONCENTRATED',
        severity: 'caution',
        messageIn: ({ coverage }, measures) =>
          coverage.drinksConcentrated(
            {
              gPerL: Math.round(bottleGPerL),
              maxGPerL: CONCENTRATED_G_PER_L,
            },
            measures,
          ),
      },
    ];
  }
  const { concentratedFromHours, concentratedFromGPerHr } = CARB;
  if (hours < concentratedFromHours || carbG.planned / hours < concentratedFromGPerHr) return [];
  const fluid = fluidMl.planned > 0 ? fluidMl.planned : (targets?.fluidMl ?? 0);
  // A suggestion has up to one step less fluid than prescribed.
  const gramsPerL = (carbG.planned / (fluid + FILL_STEP_ML)) * 1000;
  const limitGPerL = targets === null ? CARB.concentratedAboveGPerL : concentratedFromGPerL(targets);
  if (fluid === 0 || gramsPerL <= limitGPerL) return [];
  return [
    {
      code: 'CARB_CONCENTRATED',
      severity: 'caution',
      messageIn: ({ coverage }, measures) =>
        coverage.planConcentrated(
          {
            gPerL: Math.round((carbG.planned / fluid) * 1000),
            maxGPerL: Math.round(limitGPerL),
          },
          measures,
        ),
    },
  ];
}

function dietWarnings({ portions, athlete }: Input): CoverageWarning[] {
  const wishes = [
    { isWished: athlete.isVegan, wish: 'vegan', fits: (product: Product) => product.vegan },
    { isWished: athlete.isGlutenFree, wish: 'glutenFree', fits: (product: Product) => product.glutenFree },
    {
      isWished: athlete.isCaffeineFree,
      wish: 'caffeineFree',
      fits: ({ caffeineMg }: Product) => (caffeineMg === null ? null : caffeineMg === 0),
    },
  ] as const;
  const warnings: CoverageWarning[] = [];
  for (const { wish, fits } of wishes.filter(({ isWished }) => isWished)) {
    const broken = portions.filter(({ product }) => fits(product) === false);
    const unknown = portions.filter(({ product }) => fits(product) === null);
    if (broken.length > 0) {
      warnings.push({
        code: 'DIET_NOT_MET',
        severity: 'caution',
        messageIn: (texts) => texts.coverage.dietNotMet({ wish, products: namesIn(broken, texts) }),
      });
    }
    if (unknown.length > 0) {
      warnings.push({
        code: 'DIET_UNKNOWN',
        severity: 'info',
        messageIn: (texts) => texts.coverage.dietUnknown({ wish, products: namesIn(unknown, texts) }),
      });
    }
  }
  return warnings;
}

function namesIn(portions: readonly Portion[], plan: PlanTexts): readonly string[] {
  return portions.map(({ product }) => nameOf(product, { plan }));
}
