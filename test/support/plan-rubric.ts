import type { EngineActivity, EngineAthlete } from '#core/engine/types.ts';
import { ENGLISH } from '#core/languages/en/index.ts';
import type { Product } from '#nutrition/catalogue/catalogue-copy.ts';
import { LONG_FROM_MIN, piecesCarried } from '#nutrition/fuel-plans/plan/carriers.ts';
import { fedLegsOf } from '#nutrition/fuel-plans/plan/fed-legs.ts';
import { hourlyExcess } from '#nutrition/fuel-plans/plan/hourly-check.ts';
import { isCarrying, leastShare, longestGapMin, slotsOf } from '#nutrition/fuel-plans/plan/leg-mix.ts';
import type { PlannedItem } from '#nutrition/fuel-plans/plan/marks.ts';
import { poolFor } from '#nutrition/fuel-plans/plan/pool.ts';
import { stopsOf } from '#nutrition/fuel-plans/plan/stops.ts';
import { type Suggestion, suggestProducts } from '#nutrition/fuel-plans/plan/suggest-plan.ts';
import { terrainOf } from '#nutrition/fuel-plans/plan/terrain.ts';
import { formOf, glucoseShareOf, isEaten, isPlainWater } from '#nutrition/fuel-plans/portions.ts';
import type { FuelPreferences } from '#platform/storage/athlete-schema.ts';
import type { Course, Vessel } from '#platform/storage/course-columns.ts';
import { limitsOf, PRODUCTS, planInput } from './plan-sessions.ts';

/** An event whose plan is judged. */
export interface JudgedEvent {
  readonly activity: EngineActivity;
  readonly athlete: EngineAthlete;
  readonly course?: Course | null;
  readonly vessels?: readonly Vessel[] | null;
  readonly preferences?: FuelPreferences;
  readonly products?: readonly Product[];
}

/** The suggested plan of an event with everything that the rubric reads. */
export function judgedPlan(event: JudgedEvent) {
  const { activity, athlete, course = null, vessels = null, preferences, products = PRODUCTS } = event;
  const { targets, legs } = planInput(activity, athlete);
  const terrain = terrainOf({ course, steps: null }, legs, athlete);
  const { durationMin } = activity;
  const stops = stopsOf({ durationMin, distanceKm: null, course }, terrain, legs);
  const own = preferences === undefined ? { stops, vessels } : { stops, vessels, preferences };
  const limits = limitsOf(athlete);
  const suggestion = suggestProducts(products, legs, targets, limits, null, terrain, own);
  const fed = fedLegsOf(legs, targets, stops, {
    vessels,
    drinks: poolFor(products, limits, preferences).drinks,
  });
  return { targets, legs, stops, fed, durationMin, suggestion };
}

export type JudgedPlan = ReturnType<typeof judgedPlan>;

/** Something eaten, at the minute at which the athlete does it: at a station, that of the station. */
interface Eaten {
  readonly atMin: number;
  readonly item: PlannedItem;
  readonly carbG: number;
}

function eatenOf({ suggestion }: JudgedPlan): readonly Eaten[] {
  return suggestion.marks
    .flatMap(({ atMin, items }) =>
      items
        .filter(({ product }) => isEaten(formOf(product)))
        .map((item) => ({
          atMin: item.stop?.atMin ?? atMin,
          item,
          carbG: (item.product.carbG ?? 0) * item.servings,
        })),
    )
    .toSorted((one, other) => one.atMin - other.atMin);
}

/** A minute's tolerance of moments on a grid, and of sums. */
const MINUTE = 1;
const SUM = 1e-6;

/** The rubric: each check lists what a plan breaks of one line of it. A rule that the plan says it broke is not listed. */
export const RUBRIC: Readonly<Record<string, (plan: JudgedPlan) => readonly string[]>> = {
  '1 targets within 5 %, or the reason': ({ suggestion, targets }) => {
    const notes = suggestion.notes.map((note) => note(ENGLISH.plan)).join(' ');
    const told = (word: string, off: number | null) =>
      off !== null && Math.abs(off) > 5.05 && !notes.includes(`${word} is`) ? [`${word} off ${off} %`] : [];
    const { carb, sodium, fluid } = suggestion.offPercent;
    // Bottles are filled in steps of 50 ml.
    const isStep = targets.fluidMl - suggestion.choice.fluidMl < 50;
    return [
      ...told('Carbohydrate', carb),
      ...(targets.sodiumMg === 0 ? [] : told('Sodium', sodium)),
      ...(isStep ? [] : told('Fluid', fluid)),
    ];
  },
  '2 both ceilings in every hour and leg': ({ suggestion, targets, legs, durationMin }) => {
    const above = hourlyExcess(suggestion.marks, durationMin, targets);
    const perLeg = legs.flatMap((leg) => {
      const own = suggestion.marks.filter(({ atMin }) => atMin >= leg.startMin && atMin < leg.endMin);
      const hours = Math.max(1, (leg.endMin - leg.startMin) / 60);
      const fluidMl = own.reduce((sum, mark) => sum + mark.fluidMl, 0);
      const sodiumMg = own.reduce((sum, mark) => sum + mark.sodiumMg, 0);
      return [
        ...(fluidMl > targets.maxFluidMlPerHr * hours + SUM ? [`${leg.type} fluid ${fluidMl}`] : []),
        ...(sodiumMg > targets.maxSodiumMgPerHr * hours + SUM ? [`${leg.type} sodium ${sodiumMg}`] : []),
      ];
    });
    return [...(above === null ? [] : [JSON.stringify(above)]), ...perLeg];
  },
  '3 the drink carries its share': (plan) =>
    plan.fed.flatMap((fed) => {
      const { leg, carrier } = fed;
      if (carrier.isFree || leg.carbG === 0 || isSaid(plan, 'drink_share')) return [];
      const share = drunkIn(plan, leg.startMin, leg.endMin).carbG / leg.carbG;
      const isOutside = share < leastShare(fed) - 0.07 || share > carrier.share.to + 0.07;
      return isOutside ? [`${leg.type} drink ${Math.round(100 * share)} %`] : [];
    }),
  '4 drinks are 30 to 80 g/l': ({ suggestion }) =>
    suggestion.fills.flatMap(({ ingredients, fillMl, number }) => {
      // A tablet has two or three grams, which make no drink of water.
      const mixed = ingredients.filter(({ product }) => (product.carbG ?? 0) >= 5);
      const carbG = mixed.reduce((sum, { product, servings }) => sum + (product.carbG ?? 0) * servings, 0);
      const gPerL = (1000 * carbG) / fillMl;
      return mixed.length > 0 && (gPerL < 27 || gPerL > 80.5)
        ? [`bottle ${number}: ${Math.round(gPerL)} g/l`]
        : [];
    }),
  '5 rhythm': (plan) => rhythmProblems(plan),
  '6 no salt rows': ({ suggestion }) =>
    suggestion.choice.portions.flatMap(({ product }) =>
      product.brand === 'Generic' && /salt in water/i.test(product.name) ? [product.name] : [],
    ),
  '7 variety and simplicity': (plan) => {
    const { portions } = plan.suggestion.choice;
    const bought = portions.filter(({ product }) => !isPlainWater(product) && !isHandedOut(plan, product));
    const most = plan.durationMin > LONG_FROM_MIN ? 7 : 5;
    const byForm = Map.groupBy(bought, ({ product }) => formOf(product));
    const run = longestRun(eatenOf(plan).map(({ item }) => item.product.id));
    return [
      ...(bought.length > most ? [`${bought.length} products`] : []),
      ...[...byForm].flatMap(([form, some]) => (some.length > 3 ? [`${some.length} of form ${form}`] : [])),
      ...(run > 3 && !isSaid(plan, 'same_food') && plan.fed.some(({ carrier }) => !carrier.isFree)
        ? [`the same ${run} times`]
        : []),
    ];
  },
  '8 solids in their part': (plan) =>
    plan.fed.flatMap(({ leg, carrier }) => {
      const untilMin = leg.startMin + carrier.solidUntil * (leg.endMin - leg.startMin);
      const own = eatenOf(plan).filter(({ atMin, item }) => {
        const isInLeg = atMin >= leg.startMin && atMin < leg.endMin;
        return isInLeg && formOf(item.product) === 'solid';
      });
      if (carrier.isFree) return [];
      if (carrier.solidEveryMin === null) return own.map(({ atMin }) => `${leg.type}: solid at ${atMin}`);
      return own
        .filter(({ atMin }) => atMin > untilMin + 20)
        .map(({ atMin }) => `${leg.type}: solid at ${atMin}`);
    }),
  '9 something savoury or real beyond 6 h': (plan) => {
    const isWanted =
      plan.durationMin > LONG_FROM_MIN &&
      plan.fed.some(({ carrier }) => carrier.solidEveryMin !== null && !carrier.isFree);
    const isReal = eatenOf(plan).some(({ item }) => item.product.category === 'real_food');
    return isWanted && !isReal && !isSaid(plan, 'nothing_savoury') && !isSaid(plan, 'nothing_solid')
      ? ['nothing real']
      : [];
  },
  '10 glucose and fructose above 90 g/h': (plan) => {
    const { suggestion, targets } = plan;
    if (targets.carbGPerHr <= 90 || isSaid(plan, 'single_source')) return [];
    const { carbG } = suggestion.choice;
    const glucoseG = suggestion.choice.portions.reduce(
      (sum, { product, servings }) => sum + (product.carbG ?? 0) * servings * (glucoseShareOf(product) ?? 1),
      0,
    );
    return glucoseG > 0.68 * carbG ? [`glucose ${Math.round(glucoseG)} of ${Math.round(carbG)} g`] : [];
  },
  '11 no caffeine that was not asked for': ({ suggestion }) =>
    suggestion.choice.caffeineMg > 0 ? [`${suggestion.choice.caffeineMg} mg caffeine`] : [],
  '12 everything carried has a place': (plan) => {
    const { suggestion, fed } = plan;
    const isUnsaid = suggestion.vesselNotes.length > 0 && !isSaid(plan, 'cannot_carry');
    const pockets = fed.flatMap(({ leg, packedMin }) =>
      packedMin.flatMap((fromMin, index) => {
        const untilMin = packedMin[index + 1] ?? leg.endMin;
        const carried = eatenOf(plan).filter(
          ({ atMin, item }) => item.stop === null && atMin >= fromMin && atMin < untilMin,
        );
        const pieces = carried.reduce((sum, { item }) => sum + item.servings, 0);
        return pieces > piecesCarried(leg) ? [`${leg.type}: ${pieces} pieces from ${fromMin}`] : [];
      }),
    );
    return [...(isUnsaid ? ['no room and not said'] : []), ...pockets];
  },
  '13 each leg by itself': ({ suggestion, legs }) =>
    suggestion.fills.flatMap(({ legIndex, fromMin, toMin, number }) => {
      const leg = legs[legIndex];
      const isInside = leg && fromMin >= leg.startMin - MINUTE && toMin <= leg.endMin + MINUTE;
      return isInside ? [] : [`bottle ${number} leaves its leg`];
    }),
};

function isSaid({ suggestion }: JudgedPlan, code: Suggestion['compromises'][number]['code']): boolean {
  return suggestion.compromises.some((compromise) => compromise.code === code);
}

function isHandedOut({ suggestion }: JudgedPlan, product: Product): boolean {
  const items = suggestion.marks.flatMap(({ items }) => items).filter((item) => item.product === product);
  return items.every(({ stop }) => stop !== null);
}

function drunkIn({ suggestion }: JudgedPlan, fromMin: number, toMin: number) {
  const items = suggestion.marks
    .filter(({ atMin }) => atMin >= fromMin - MINUTE && atMin < toMin)
    .flatMap(({ items }) => items)
    .filter(({ product }) => formOf(product) === 'drink' && (product.carbG ?? 0) >= 5);
  return { carbG: items.reduce((sum, { product, servings }) => sum + (product.carbG ?? 0) * servings, 0) };
}

function rhythmProblems(plan: JudgedPlan): readonly string[] {
  const eaten = eatenOf(plan).filter(({ carbG }) => carbG > 0);
  const problems: string[] = [];
  for (const [index, { atMin, item }] of eaten.entries()) {
    const within = eaten.filter((other) => other.atMin >= atMin && other.atMin < atMin + 15);
    const sumG = within.reduce((sum, { carbG }) => sum + carbG, 0);
    if (sumG > 30 + SUM) problems.push(`${Math.round(sumG)} g within 15 min from ${atMin}`);
    const next = eaten[index + 1];
    const solids = [item, next?.item].filter((one) => one && formOf(one.product) === 'solid');
    if (next?.atMin === atMin && solids.length === 2) problems.push(`two solids at ${atMin}`);
  }
  for (const fed of plan.fed) {
    const { leg, legIndex, carrier } = fed;
    if (carrier.isFree || !carrier.isPaced) continue;
    const own = eaten.filter(({ atMin }) => atMin >= leg.startMin && atMin < leg.endMin);
    const times = own.map(({ atMin }) => atMin);
    const gaps = times.slice(1).map((atMin, index) => atMin - (times[index] ?? 0));
    const drunkG = drunkIn(plan, leg.startMin, leg.endMin).carbG;
    const isCarried = isCarrying(fed, (drunkG + 1) / Math.max(1, leg.carbG));
    const [first] = times;
    if (gaps.some((gap) => gap < 20 - MINUTE)) problems.push(`${leg.type}: ${Math.min(...gaps)} min apart`);
    if (!isCarried && gaps.some((gap) => gap > 50) && !isSaid(plan, 'rhythm')) {
      problems.push(`${leg.type}: ${Math.max(...gaps)} min without anything`);
    }
    if (legIndex === 0 && first !== undefined && times.length > 1 && (first < 20 || first > 30)) {
      problems.push(`first at ${first}`);
    }
    if (times.some((atMin) => atMin > plan.durationMin - 15 + MINUTE))
      problems.push(`last at ${times.at(-1)}`);
  }
  return problems;
}

function longestRun(ids: readonly string[]): number {
  let [most, run] = [0, 0];
  for (const [index, id] of ids.entries()) {
    run = ids[index - 1] === id ? run + 1 : 1;
    most = Math.max(most, run);
  }
  return most;
}

/** Lists what a plan breaks, each with the line of the rubric. */
export function rubricProblems(plan: JudgedPlan): readonly string[] {
  return Object.entries(RUBRIC).flatMap(([line, check]) =>
    check(plan).map((problem) => `${line}: ${problem}`),
  );
}

/** Steps in which sums of carbohydrate are compared, g. */
const SUM_STEP_G = 0.5;
/** Sodium that a plan may miss without a word, mg; and in parts of its target. */
const SODIUM_FREE = { mg: 75, share: 0.05 } as const;
/** The smallest measure of salt that is taken at once, mg: half a tablet. */
const LEAST_SALT_MG = 150;

/**
 * Returns whether an hour at the prescribed rate leaves less room below its ceiling than the smallest measure of salt has:
 * then no measures meet the target without an hour above the ceiling, unless they fall into place by chance.
 */
export function isSaltTight({ targets }: JudgedPlan): boolean {
  return targets.maxSodiumMgPerHr - targets.sodiumMg / targets.hours < LEAST_SALT_MG;
}

/** Beyond this many pieces a leg has so many sums that none is missed. */
const PIECES_SEARCHED_MAX = 8;

/**
 * Searches every number of pieces of every food, two kinds at a time, with every strength of the drink, for a mix that
 * keeps carbohydrate, share, strength and rhythm of each leg, with no more sodium than is wanted. Returns the legs for
 * which there is one.
 */
export function keepableLegs({ athlete, products = PRODUCTS, preferences }: JudgedEvent, plan: JudgedPlan) {
  const { bites, drinks } = poolFor(products, limitsOf(athlete), preferences);
  const mildestMgPerG = Math.min(...drinks.map(({ sodiumMg, carbG }) => sodiumMg / carbG));
  const { sodiumMg: wantedMg } = plan.targets;
  const mostMg = wantedMg + Math.max(SODIUM_FREE.mg, SODIUM_FREE.share * wantedMg);
  return plan.fed
    .filter(({ carrier, leg }) => !carrier.isFree && leg.carbG > 0)
    .filter((fed) => {
      const { leg, carrier, fluidMl } = fed;
      const pieces = bites.filter(
        ({ kind }) => leg.forms.has(kind) && (kind !== 'solid' || carrier.solidEveryMin !== null),
      );
      const bySize = Map.groupBy(pieces, ({ carbG }) => Math.round(carbG / SUM_STEP_G) * SUM_STEP_G);
      const sizes = [...bySize.keys()];
      const mildest = new Map(
        [...bySize].map(([size, some]) => [size, Math.min(...some.map(({ sodiumMg }) => sodiumMg))]),
      );
      const counts = Array.from(
        { length: Math.min(PIECES_SEARCHED_MAX, slotsOf(fed).most) + 1 },
        (_, n) => n,
      );
      return counts.some((count) =>
        sizes.some((one) =>
          sizes.some((other) =>
            counts.some((ones) => {
              if (ones > count) return false;
              const eatenG = ones * one + (count - ones) * other;
              const drunkG = Math.min(Math.max(0, leg.carbG - eatenG), (80 * fluidMl) / 1000);
              const share = drunkG / leg.carbG;
              const leastMg =
                ones * (mildest.get(one) ?? 0) +
                (count - ones) * (mildest.get(other) ?? 0) +
                drunkG * mildestMgPerG;
              const isThin = drunkG > 0 && drunkG < (30 * 150) / 1000;
              const isShared = share >= leastShare(fed) && share <= carrier.share.to && !isThin;
              const isMet = Math.abs(leg.carbG - eatenG - drunkG) <= 0.05 * leg.carbG;
              const isPaced = longestGapMin(fed, count) <= 45 || isCarrying(fed, share) || !carrier.isPaced;
              return isShared && isMet && isPaced && leastMg <= mostMg;
            }),
          ),
        ),
      );
    })
    .map(({ leg }) => leg.type);
}
