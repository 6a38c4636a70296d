import type { Dose } from '@musette/engine/trajectory';
import {
  type Amounts,
  type Fill,
  HOUR_MIN,
  type Intake,
  kmAt,
  legAt,
  type Plan,
  type Portion,
  type Product,
  type Stop,
  sumOf,
} from './model.ts';

/** Returns what a filling brings: what is drunk of it, not what is poured in. */
export function amountsOfFill({ recipe, tablet, volumeMl, filledMl }: Fill): Amounts {
  const servings = recipe === null ? 0 : recipe.servingsPerMl * volumeMl;
  const salted = tablet === null ? 0 : (tablet.servings * volumeMl) / filledMl;
  const sum = (figure: (product: Product) => number) =>
    (recipe === null ? 0 : servings * figure(recipe.product)) +
    (tablet === null ? 0 : salted * figure(tablet.product));
  return {
    carbG: sum(({ carbG }) => carbG),
    sodiumMg: sum(({ sodiumMg }) => sodiumMg),
    caffeineMg: sum(({ caffeineMg }) => caffeineMg),
    fluidMl: volumeMl,
  };
}

/** Returns what an intake brings. */
export function amountsOfIntake({ product, servings, fluidMl }: Intake): Amounts {
  return {
    carbG: product.carbG * servings,
    sodiumMg: product.sodiumMg * servings,
    caffeineMg: product.caffeineMg * servings,
    fluidMl,
  };
}

/** Adds up amounts. */
export function addAmounts(list: readonly Amounts[]): Amounts {
  return {
    carbG: sumOf(list, ({ carbG }) => carbG),
    sodiumMg: sumOf(list, ({ sodiumMg }) => sodiumMg),
    fluidMl: sumOf(list, ({ fluidMl }) => fluidMl),
    caffeineMg: sumOf(list, ({ caffeineMg }) => caffeineMg),
  };
}

/** Returns everything that is eaten and drunk. */
export function totalsOf({ fills, intakes }: Pick<Plan, 'fills' | 'intakes'>): Amounts {
  return addAmounts([...fills.map(amountsOfFill), ...intakes.map(amountsOfIntake)]);
}

/** Returns the targets of all legs together. */
export function targetsOfPlan({ request: { legs } }: Pick<Plan, 'request'>): Omit<Amounts, 'caffeineMg'> {
  return {
    carbG: sumOf(legs, ({ carbG }) => carbG),
    sodiumMg: sumOf(legs, ({ sodiumMg }) => sodiumMg),
    fluidMl: sumOf(legs, ({ fluidMl }) => fluidMl),
  };
}

/** Percent off each target, negative for too little; null where nothing is prescribed. */
export interface OffTarget {
  readonly carb: number | null;
  readonly sodium: number | null;
  readonly fluid: number | null;
}

/** Compares what is eaten and drunk with the targets. */
export function offTargetOf(plan: Plan): OffTarget {
  const [planned, targets] = [totalsOf(plan), targetsOfPlan(plan)];
  const off = (quantity: 'carbG' | 'sodiumMg' | 'fluidMl') =>
    targets[quantity] > 0 ? (100 * (planned[quantity] - targets[quantity])) / targets[quantity] : null;
  return { carb: off('carbG'), sodium: off('sodiumMg'), fluid: off('fluidMl') };
}

/** Returns what is taken as doses over time, for a trajectory: food and cups at once, bottles evenly, none before the start. */
export function dosesOf(plan: Plan): readonly Dose[] {
  return takenOverTime(plan).map((dose) => {
    const fromMin = Math.max(0, dose.fromMin);
    return { ...dose, fromMin, toMin: Math.max(fromMin, dose.toMin) };
  });
}

function takenOverTime({ fills, intakes, request }: Plan): readonly Dose[] {
  const { fromMin: start } = request;
  const sipped = fills.flatMap((fill): Dose[] => {
    const fromMin = Math.max(start, fill.fromMin);
    if (fill.toMin <= fromMin) return [];
    const share = (fill.toMin - fromMin) / (fill.toMin - fill.fromMin);
    const { carbG, sodiumMg, fluidMl } = amountsOfFill(fill);
    const [carb, sodium, fluid] = [carbG * share, sodiumMg * share, fluidMl * share];
    return [{ fromMin, toMin: fill.toMin, carbG: carb, sodiumMg: sodium, fluidMl: fluid }];
  });
  const eaten = intakes.map((intake): Dose => {
    const { carbG, sodiumMg, fluidMl } = amountsOfIntake(intake);
    return { fromMin: intake.atMin, toMin: intake.atMin, carbG, sodiumMg, fluidMl };
  });
  return [...sipped, ...eaten].sort((one, other) => one.fromMin - other.fromMin);
}

/** Returns the most of each quantity in any 60 minutes, counted minute by minute from fills and intakes alone. */
export function worstHoursOf(plan: Plan): Omit<Amounts, 'caffeineMg'> {
  const doses = takenOverTime(plan);
  const { endMin } = plan.request;
  const fromMin = Math.min(plan.request.fromMin, doses[0]?.fromMin ?? 0);
  const minutes = Array.from({ length: endMin - fromMin + 1 }, () => ({ carbG: 0, sodiumMg: 0, fluidMl: 0 }));
  for (const dose of doses) {
    const span = Math.max(1, dose.toMin - dose.fromMin);
    for (let minute = dose.fromMin; minute < dose.fromMin + span; minute += 1) {
      const one = minutes[minute - fromMin];
      if (one === undefined) continue;
      one.carbG += dose.carbG / span;
      one.sodiumMg += dose.sodiumMg / span;
      one.fluidMl += dose.fluidMl / span;
    }
  }
  const most = (quantity: 'carbG' | 'sodiumMg' | 'fluidMl') => {
    let [worst, hour] = [0, 0];
    for (const [index, minute] of minutes.entries()) {
      hour += minute[quantity] - (minutes[index - HOUR_MIN]?.[quantity] ?? 0);
      worst = Math.max(worst, hour);
    }
    return worst;
  };
  return { carbG: most('carbG'), sodiumMg: most('sodiumMg'), fluidMl: most('fluidMl') };
}

// Rows

/** Something the athlete does at a minute. Drinks sipped continuously have no row; their bottles have. */
export interface Row {
  /** `refill` is an assumed refill, `eat` food from the pocket, `finish_bottle` a bottle that is empty by now. */
  readonly kind: 'eat' | 'station' | 'refill' | 'finish_bottle';
  /** Negative before the start. */
  readonly atMin: number;
  /** Null without a course. */
  readonly km: number | null;
  readonly leg: number;
  /** Index of the stop; null away from stops. */
  readonly stop: number | null;
  /** Food and cups, own and handed out (`Intake.stop`). */
  readonly intakes: readonly Intake[];
  /** Bottles that are filled here. */
  readonly filled: readonly Fill[];
  /** Bottles that are empty by now. */
  readonly finished: readonly Fill[];
  /** Plain water to drink with it from a bottle, ml; 0 if not specified. */
  readonly waterMl: number;
  readonly caffeineMg: number;
}

/** A bottle that is empty within this time of a moment of food is named there. */
const JOINS_MIN = 8;
/** Plain water with a gel, ml: the least of what labels advise. */
const WATER_WITH_FOOD_ML = 100;

/** Lists the athlete's actions in order. */
export function rowsOf(plan: Plan): readonly Row[] {
  const { stops, intakes, request } = plan;
  const atStops = stops.flatMap((stop, index) => rowAtStop(plan, stop, index));
  const stopMinutes = new Set(atStops.map(({ atMin }) => atMin));
  const moments = Map.groupBy(
    intakes.filter(({ atMin }) => !stopMinutes.has(atMin)),
    ({ atMin }) => atMin,
  );
  const eaten = [...moments].map(([atMin, taken]): Row => {
    const waterMl = taken.some(isEaten) && hasWaterAt(plan, atMin) ? WATER_WITH_FOOD_ML : 0;
    return { ...emptyRow(plan, 'eat', atMin), intakes: taken, waterMl, caffeineMg: caffeineOf(taken) };
  });
  const rows = [...atStops, ...eaten];
  for (const fill of plan.fills) {
    if (!isFinishNamed(plan, fill) || fill.toMin < request.fromMin) continue;
    const near = rows.findIndex(
      ({ kind, atMin }) => kind === 'eat' && Math.abs(atMin - fill.toMin) <= JOINS_MIN,
    );
    const row = rows[near];
    if (row !== undefined) rows[near] = { ...row, finished: [...row.finished, fill] };
    else if (!isBusy(eaten, fill.toMin)) {
      rows.push({ ...emptyRow(plan, 'finish_bottle', fill.toMin), leg: fill.leg, finished: [fill] });
    }
  }
  return rows.sort((one, other) => one.atMin - other.atMin || ORDER[one.kind] - ORDER[other.kind]);
}

/** Order within a minute. */
const ORDER: Readonly<Record<Row['kind'], number>> = { station: 0, refill: 0, eat: 1, finish_bottle: 2 };

function emptyRow({ request: { legs, stretches } }: Plan, kind: Row['kind'], atMin: number): Row {
  const leg = legAt(legs, atMin);
  const km = kmAt(stretches, atMin);
  return {
    kind,
    atMin,
    km,
    leg,
    stop: null,
    intakes: [],
    filled: [],
    finished: [],
    waterMl: 0,
    caffeineMg: 0,
  };
}

function rowAtStop(plan: Plan, stop: Stop, index: number): readonly Row[] {
  const { fills, intakes, request } = plan;
  if (stop.kind === 'start' || stop.kind === 'end' || stop.atMin < request.fromMin) return [];
  const taken = intakes.filter(
    (intake) => intake.stop === index || (intake.stop === null && intake.atMin === stop.atMin),
  );
  const filled = fills.filter((fill) => fill.stop === index);
  const isPassed = taken.length === 0 && filled.length === 0 && pickedUpAt(plan, index).length === 0;
  if (isPassed) return [];
  const kind = stop.kind === 'refill' ? 'refill' : 'station';
  const row = emptyRow(plan, kind, stop.atMin);
  return [
    { ...row, km: stop.km ?? row.km, stop: index, intakes: taken, filled, caffeineMg: caffeineOf(taken) },
  ];
}

/** Rows away from stops in an hour, beyond which nobody reads another. */
const BUSY = 4;

const isBusy = (eaten: readonly Row[], minute: number): boolean =>
  eaten.filter(({ atMin }) => Math.abs(atMin - minute) < HOUR_MIN).length >= BUSY;

/** Returns whether it helps to know when a bottle is empty: another one follows that was filled before. */
function isFinishNamed({ fills, request }: Plan, fill: Fill): boolean {
  const leg = request.legs[fill.leg];
  return (
    fill.toMin < (leg?.endMin ?? request.endMin) &&
    fills.some((next) => next.stop === fill.stop && next.leg === fill.leg && next.fromMin >= fill.toMin)
  );
}

const isEaten = ({ product: { form } }: Intake): boolean =>
  form === 'gel' || form === 'chew' || form === 'solid';

/** Returns whether a bottle of plain water has some for each moment of food. */
function hasWaterAt({ fills, intakes }: Plan, atMin: number): boolean {
  const fill = fills.find((one) => one.recipe === null && one.fromMin <= atMin && atMin < one.toMin);
  if (fill === undefined) return false;
  const moments = new Set(
    intakes
      .filter((one) => isEaten(one) && one.atMin >= fill.fromMin && one.atMin < fill.toMin)
      .map((one) => one.atMin),
  );
  return fill.volumeMl >= WATER_WITH_FOOD_ML * moments.size;
}

const caffeineOf = (intakes: readonly Intake[]): number =>
  sumOf(intakes, ({ product, servings }) => product.caffeineMg * servings);

// Timeline

/** The amounts taken from one moment to the next. */
export interface TimelineEntry extends Amounts {
  readonly atMin: number;
  /** Product null for plain water. */
  readonly items: readonly Carried[];
  readonly cumulative: Amounts;
}

/** Longest time between two moments of the timeline while something is drunk. */
const STEP_MIN = 15;

/** Lists amounts over time, for charts: bottles are divided at each moment, and every quarter of an hour. */
export function timelineOf(plan: Plan): readonly TimelineEntry[] {
  const { fills, intakes, request } = plan;
  const minutes = new Set(intakes.map(({ atMin }) => atMin));
  for (const fill of fills) {
    const fromMin = Math.max(request.fromMin, fill.fromMin);
    minutes.add(fromMin).add(fill.toMin);
    for (let minute = nextStep(fromMin); minute < fill.toMin; minute += STEP_MIN) minutes.add(minute);
  }
  const moments = [...minutes].filter((minute) => minute < request.endMin).sort((one, other) => one - other);
  let cumulative: Amounts = { carbG: 0, sodiumMg: 0, fluidMl: 0, caffeineMg: 0 };
  return moments.flatMap((atMin, index): TimelineEntry[] => {
    const nextMin = moments[index + 1] ?? request.endMin;
    const sips = fills.flatMap((fill) => {
      const shared = Math.min(fill.toMin, nextMin) - Math.max(fill.fromMin, atMin);
      return shared <= 0
        ? []
        : [{ ...fill, volumeMl: (fill.volumeMl * shared) / (fill.toMin - fill.fromMin) }];
    });
    const taken = intakes.filter((intake) => intake.atMin === atMin);
    if (sips.length === 0 && taken.length === 0) return [];
    const amounts = addAmounts([...sips.map(amountsOfFill), ...taken.map(amountsOfIntake)]);
    cumulative = addAmounts([cumulative, amounts]);
    return [{ atMin, items: [...sips.flatMap(contentsOf), ...taken], ...amounts, cumulative }];
  });
}

const nextStep = (minute: number): number => STEP_MIN * (Math.floor(minute / STEP_MIN) + 1);

/** Lists what is in the drunk part of a bottle. */
export function contentsOf({ recipe, tablet, volumeMl, filledMl }: Fill): readonly Carried[] {
  const main =
    recipe === null
      ? { product: null, servings: volumeMl, fluidMl: volumeMl }
      : { product: recipe.product, servings: recipe.servingsPerMl * volumeMl, fluidMl: volumeMl };
  const salt =
    tablet === null
      ? []
      : [{ product: tablet.product, servings: (tablet.servings * volumeMl) / filledMl, fluidMl: 0 }];
  return [main, ...salt];
}

/** An amount of a product that is carried, taken or bought; `product` null for water, whose servings are ml. */
export interface Carried {
  readonly product: Product | null;
  readonly servings: number;
  readonly fluidMl: number;
}

/** Returns the servings of own products that a plan uses, by product. */
export function ownPortionsOf({ fills, intakes }: Pick<Plan, 'fills' | 'intakes'>): readonly Portion[] {
  const used = new Map<Product, number>();
  const add = (product: Product, servings: number) => used.set(product, (used.get(product) ?? 0) + servings);
  for (const { stop, product, servings } of intakes) if (stop === null) add(product, servings);
  for (const { recipe, tablet, filledMl } of fills) {
    if (recipe?.from === 'home') add(recipe.product, recipe.servingsPerMl * filledMl);
    if (tablet !== null) add(tablet.product, tablet.servings);
  }
  return [...used].map(([product, servings]) => ({ product, servings }));
}

/** Lists own food, powder and salt that are picked up at a stop with a bag, until the next one. */
export function pickedUpAt({ stops, fills, intakes }: Plan, index: number): readonly Portion[] {
  const stop = stops[index];
  if (stop === undefined || !stop.hasBag || stop.kind === 'refill') return [];
  const next = stops.findIndex((one, later) => later > index && one.hasBag && one.kind !== 'refill');
  const untilMin = stops[next]?.atMin ?? Number.POSITIVE_INFINITY;
  const fromMin = stop.kind === 'start' ? Number.NEGATIVE_INFINITY : stop.atMin;
  return ownPortionsOf({
    intakes: intakes.filter(({ atMin }) => atMin >= fromMin && atMin < untilMin),
    fills: fills.filter((fill) => fill.stop > index && (next < 0 || fill.stop < next)),
  });
}
