import { finish, type Work } from '@musette/basics/work';
import { CEILING_SHARE } from '@musette/engine/prescribe';
import type { Stretch } from '../course/clock.ts';
import { type Content, contentsAt, drunkFromNow, type Situation, withoutLost } from './bottles-left.ts';
import { bottlesNow, scaled, waterAhead } from './drink-ahead.ts';
import { explain } from './explain.ts';
import { repeatedLaps } from './laps.ts';
import {
  type Amounts,
  type Assumption,
  type Fill,
  HOUR_MIN,
  kmAt,
  type Leg,
  type Note,
  type Plan,
  type Portion,
  type Product,
  type Request,
  type Stop,
  type Supply,
  sumOf,
} from './model.ts';
import { planWithInSteps } from './plan.ts';
import {
  addAmounts,
  amountsOfFill,
  amountsOfIntake,
  ownPortionsOf,
  pickedUpAt,
  targetsOfPlan,
  timelineOf,
  totalsOf,
} from './views.ts';

/** Own products at hand. */
export type ProductsLeft = readonly Portion[];

/** Share of the carbohydrate for an upset stomach, by drink before food. Engineering choice. */
const POOR_STOMACH_SHARE = 0.5;
/** Differences that the rounding of shown and reported amounts explains. */
const SHOWN = { carbG: 1, fluidMl: 5, sodiumMg: 10 } as const;
const SERVINGS_EPSILON = 0.011;
/** Excess fluid that is mentioned if it limits the rest, ml: some mouthfuls. */
const MENTIONED_ML = 100;

/** Returns what a plan holds before a minute. */
export function takenBefore({ fills, intakes }: Pick<Plan, 'fills' | 'intakes'>, atMin: number): Amounts {
  const drunk = fills.flatMap((fill) => {
    const minutes = Math.min(fill.toMin, atMin) - fill.fromMin;
    const volumeMl = (fill.volumeMl * minutes) / (fill.toMin - fill.fromMin);
    return minutes > 0 ? [amountsOfFill({ ...fill, volumeMl })] : [];
  });
  return addAmounts([...drunk, ...intakes.filter((one) => one.atMin < atMin).map(amountsOfIntake)]);
}

/**
 * Plans the rest of a session. If everything went as planned, it is the rest of the plan, untouched. Else the bottles keep
 * what is in them, drink is planned anew from the next stop, and missed amounts are not made up.
 *
 * @param left own products at hand; null: what the plan has left
 */
export function planRest(plan: Plan, situation: Situation, left: ProductsLeft | null): Plan {
  return finish(planRestInSteps(plan, situation, left));
}

/** Plans the rest in steps, for a turn that pauses between them. */
export function* planRestInSteps(plan: Plan, situation: Situation, left: ProductsLeft | null): Work<Plan> {
  const ahead = aheadOf(plan, situation);
  if (isAsPlanned(plan, situation, left, ahead)) return ahead;
  return yield* changedRest(plan, situation, left, ahead);
}

function isAsPlanned(plan: Plan, situation: Situation, left: ProductsLeft | null, ahead: Plan): boolean {
  const { atMin, endMin, taken, hasPoorStomach } = situation;
  const planned = takenBefore(plan, atMin);
  const quantities = ['carbG', 'fluidMl', 'sodiumMg'] as const;
  if (hasPoorStomach || hasMishap(situation) || endMin !== plan.request.endMin) return false;
  const isTaken = (expected: Amounts) =>
    quantities.every((quantity) => Math.abs(expected[quantity] - taken[quantity]) <= SHOWN[quantity]);
  if (!isTaken(planned) && !isTaken(shownBefore(plan, atMin))) return false;
  if ((taken.caffeineMg ?? 0) > planned.caffeineMg + 1) return false;
  if (left === null) return true;
  const expected = ownAhead(ahead);
  const ids = new Set([...expected.keys(), ...left.map(({ product }) => product.id)]);
  return [...ids].every((id) => {
    const had = left.find(({ product }) => product.id === id)?.servings ?? 0;
    return Math.abs(had - (expected.get(id) ?? 0)) < SERVINGS_EPSILON;
  });
}

function hasMishap({ bottlesLeftMl, lost, missedStations, otherFluidMl }: Situation): boolean {
  const isLost = lost != null && Object.values(lost).some((what) => what === 'all' || what.length > 0);
  return bottlesLeftMl != null || otherFluidMl != null || isLost || (missedStations ?? []).length > 0;
}

/** Returns what the timeline shows before a minute: a partner reads it there. */
function shownBefore(plan: Plan, atMin: number): Amounts {
  return timelineOf(plan).findLast((entry) => entry.atMin < atMin)?.cumulative ?? NOTHING;
}

const NOTHING: Amounts = { carbG: 0, sodiumMg: 0, fluidMl: 0, caffeineMg: 0 };

/** Returns the servings of own products that are still to be used; what is in a bottle is used. */
function ownAhead({ fills, intakes, stops, request }: Plan): ReadonlyMap<string, number> {
  const used = new Map<string, number>();
  const add = ({ id }: Product, servings: number) => used.set(id, (used.get(id) ?? 0) + servings);
  for (const { stop, product, servings } of intakes) if (stop === null) add(product, servings);
  for (const { stop, recipe, tablet, filledMl } of fills) {
    if ((stops[stop]?.atMin ?? 0) <= request.fromMin && stop === 0) continue;
    if (recipe?.from === 'home') add(recipe.product, recipe.servingsPerMl * filledMl);
    if (tablet !== null && tablet.product.id !== 'salt') add(tablet.product, tablet.servings);
  }
  return used;
}

/** Cuts a plan at the athlete's minute: the first stop is where they are now. */
function aheadOf(plan: Plan, situation: Situation): Plan {
  const { request, stops } = plan;
  const { atMin } = situation;
  const isLonger = situation.goesOn === true;
  const shifted = isLonger ? (minute: number) => minute : shiftTo(situation, request.endMin);
  const hidden = request.legs.filter((leg) => leg.endMin <= atMin).length;
  const here: Stop = {
    km: kmAt(request.stretches, atMin),
    atMin,
    name: null,
    kind: 'start',
    offers: new Set(),
    place: null,
    isOnFoot: stops.findLast((stop) => stop.atMin <= atMin)?.isOnFoot ?? false,
    assumed: false,
    hasWater: false,
    hasBag: true,
    cups: [],
    foods: [],
  };
  const isAhead = (stop: Stop) => stop.kind === 'end' || (stop.kind !== 'start' && stop.atMin >= atMin);
  const coming = stops.filter(isAhead);
  const place = new Map(coming.map((stop, index) => [stop, index + 1]));
  const placeOf = (index: number) => {
    const stop = stops[index];
    return stop === undefined ? 0 : (place.get(stop) ?? 0);
  };
  const cut = plan.fills.flatMap((fill): Fill[] => {
    if (fill.toMin <= atMin) return [];
    return [{ ...cutFill(fill, atMin), stop: placeOf(fill.stop), leg: Math.max(0, fill.leg - hidden) }];
  });
  const intakes = plan.intakes
    .filter((one) => one.atMin >= atMin)
    .map((one) => ({
      ...one,
      leg: Math.max(0, one.leg - hidden),
      stop: one.stop === null ? null : placeOf(one.stop),
    }));
  const rest: Request = {
    ...request,
    fromMin: atMin,
    endMin: situation.endMin,
    legs: legsAhead(request.legs, situation),
    stops: [here, ...stopsAhead(plan, situation, shifted)],
    stretches: isLonger ? request.stretches : shiftParts(request.stretches, situation, request.endMin),
    hindrances: isLonger ? request.hindrances : shiftParts(request.hindrances, situation, request.endMin),
    doses: request.doses.filter((dose) => dose.atMin >= atMin && dose.atMin < situation.endMin),
    past: [],
  };
  return { ...plan, request: rest, stops: [here, ...coming], fills: cut, intakes };
}

/** Lists the stops of the request that are still to come, without those that are missed, and without bags that were lost. */
function stopsAhead(
  { request, stops }: Plan,
  { atMin, endMin, goesOn, missedStations, lost }: Situation,
  shifted: (minute: number) => number,
): readonly Stop[] {
  const isNamed = (stop: Stop, list: readonly number[] | 'all') =>
    list === 'all' ||
    list.some((index) => stops[index]?.atMin === stop.atMin && stops[index]?.name === stop.name);
  const ahead = request.stops
    .filter((stop) => stop.kind === 'end' || (stop.kind !== 'start' && stop.atMin >= atMin))
    .filter((stop) => !isNamed(stop, missedStations ?? []))
    .map((stop) => {
      const hasBag = stop.hasBag && !isNamed(stop, lost?.bags ?? []);
      return { ...stop, hasBag, atMin: shifted(stop.atMin) };
    });
  if (goesOn !== true) return ahead;
  const end = ahead.findLast(({ kind }) => kind === 'end');
  const others = [...ahead.filter(({ kind }) => kind !== 'end'), ...repeatedLaps(request.stops, endMin)];
  return end === undefined ? others : [...others, { ...end, km: null, atMin: endMin }];
}

/** Returns what is left in a bottle at a minute. */
function cutFill(fill: Fill, atMin: number): Fill {
  if (fill.fromMin >= atMin) return fill;
  const drunkMl = (fill.volumeMl * (atMin - fill.fromMin)) / (fill.toMin - fill.fromMin);
  const filledMl = fill.filledMl - drunkMl;
  const share = filledMl / fill.filledMl;
  const tablet = fill.tablet === null ? null : { ...fill.tablet, servings: fill.tablet.servings * share };
  return { ...fill, fromMin: atMin, filledMl, volumeMl: fill.volumeMl - drunkMl, tablet };
}

/** Returns a function that moves a later minute so that the session ends when the athlete expects to arrive. */
function shiftTo({ atMin, endMin }: Situation, plannedEndMin: number): (minute: number) => number {
  const pace = plannedEndMin > atMin ? (endMin - atMin) / (plannedEndMin - atMin) : 1;
  return (minute) => (minute <= atMin ? atMin : Math.round(atMin + (minute - atMin) * pace));
}

function shiftParts<Part extends Pick<Stretch, 'fromMin' | 'toMin'>>(
  parts: readonly Part[],
  situation: Situation,
  plannedEndMin: number,
): readonly Part[] {
  if (situation.endMin === plannedEndMin) return parts;
  const shifted = shiftTo(situation, plannedEndMin);
  return parts.map((part) => ({ ...part, fromMin: shifted(part.fromMin), toMin: shifted(part.toMin) }));
}

/** Cuts the legs at this minute, and ends the last one when the athlete expects to arrive; rates stay. */
function legsAhead(legs: readonly Leg[], { atMin, endMin }: Situation): readonly Leg[] {
  const last = legs.at(-1);
  return legs.flatMap((leg) => {
    const startMin = Math.max(leg.startMin, atMin);
    const untilMin = leg === last ? endMin : Math.min(leg.endMin, endMin);
    return untilMin <= startMin
      ? []
      : [scaled({ ...leg, startMin, endMin: untilMin }, (untilMin - startMin) / (leg.endMin - leg.startMin))];
  });
}

/** Fluid is planned this many times, until it does not exceed the salt by more than this share of their targets. */
const DILUTION = { rounds: 6, most: 0.2, lower: 0.03, fromMin: 240, saltFromMg: 100 } as const;

function* changedRest(plan: Plan, situation: Situation, left: ProductsLeft | null, ahead: Plan): Work<Plan> {
  const contents = contentsAt(plan, situation);
  const given = givenOf(plan, situation, left ?? leftOf(ahead));
  const rest = (share: number) => restWith(plan, situation, { given, ahead, contents }, share);
  let share = 1;
  let planned = yield* rest(share);
  const isDiluting = situation.hasPoorStomach && situation.atMin >= DILUTION.fromMin;
  for (let round = 1; isDiluting && round < DILUTION.rounds; round += 1) {
    const { sodiumMg, fluidMl } = targetsOfPlan(planned);
    const totals = totalsOf(planned);
    const saltShare = sodiumMg > 0 ? totals.sodiumMg / sodiumMg : 1;
    const fluidShare = fluidMl > 0 ? totals.fluidMl / fluidMl : 0;
    const mostShare = saltShare + DILUTION.most;
    if (fluidShare <= mostShare + 1e-3 || sodiumMg <= DILUTION.saltFromMg) break;
    if (!isSaltInReach(planned)) break;
    // Bottles are filled in steps, so each round aims a little lower.
    share *= Math.max(0, mostShare - DILUTION.lower * round) / fluidShare;
    planned = yield* rest(share);
  }
  return planned;
}

/** Returns whether salt can be had: in own products, in a bottle, or at a stop ahead. */
function isSaltInReach({ request, fills }: Plan): boolean {
  const isSalty = ({ sodiumMg }: Product) => sodiumMg > 0;
  return (
    request.home.some(isSalty) ||
    fills.some((fill) => amountsOfFill(fill).sodiumMg > 0) ||
    request.stops.some(({ cups }) => cups.some(isSalty))
  );
}

/** Plans the rest with a share of its fluid. Its notes and coverage count all of it. */
function* restWith(
  plan: Plan,
  situation: Situation,
  have: {
    readonly given: ProductsLeft;
    readonly ahead: Plan;
    readonly contents: readonly Content[];
  },
  share: number,
): Work<Plan> {
  const { atMin, endMin, taken } = situation;
  const { ceilings, caffeineMaxMg } = plan.request;
  const { given, ahead, contents } = have;
  const targets = restTargets(plan, situation, ahead.request.legs);
  const planned = takenBefore(plan, atMin);
  const hours = (endMin - atMin) / HOUR_MIN;
  const whole = settleStomach(
    withoutLost(
      {
        ...ahead.request,
        isRest: true,
        isUpset: situation.hasPoorStomach,
        legs: targets.legs,
        ceilings: {
          carbG: ceilings.carbG,
          sodiumMg: Math.min(ceilings.sodiumMg, targets.sodiumLeftMg / Math.min(1, hours)),
          fluidMl: Math.min(ceilings.fluidMl, targets.fluidLeftMl / Math.min(1, hours)),
        },
        totals: { sodiumMg: targets.sodiumLeftMg, fluidMl: targets.fluidLeftMl },
        home: given.map(({ product }) => product),
        supply: Object.fromEntries(
          given.map(({ product, servings }) => [product.id, { atMost: servings, mustUse: 0 }]),
        ) satisfies Supply,
        caffeineMaxMg: Math.max(0, caffeineMaxMg - (taken.caffeineMg ?? planned.caffeineMg)),
        past: pastOf(plan, situation, planned),
      },
      plan,
      situation,
    ),
  );
  const rest = { ...whole, legs: whole.legs.map((leg) => ({ ...leg, fluidMl: leg.fluidMl * share })) };
  const inBottles = bottlesNow(drunkFromNow(contents, rest), rest);
  const water = waterAhead(rest, ahead, inBottles);
  const planWater = (lifted: Request) => waterAhead(lifted, ahead, inBottles);
  const changed = yield* planWithInSteps(rest, { water, planWater }, explain);
  const here = ahead.stops[0];
  const made = {
    ...changed,
    request: whole,
    stops: changed.stops.map((stop, index) => (index === 0 && here !== undefined ? here : stop)),
    fills: [...inBottles, ...changed.fills],
  };
  const assumptions = assumedInRest(made, situation, inBottles);
  const notes = withLittleFluid(changed.notes, { targets, planned, situation, ceilings });
  return {
    ...made,
    assumptions,
    notes: situation.hasPoorStomach ? [stomachNote(situation, made), ...notes] : notes,
  };
}

/** Lists what the rest takes for granted: what bottles hold if the athlete did not say, and laps that go on. */
function assumedInRest(
  rest: Plan,
  { bottlesLeftMl }: Situation,
  inBottles: readonly Fill[],
): readonly Assumption[] {
  const allMl = totalsOf(rest).fluidMl;
  const laps = rest.stops.flatMap(({ kind, assumed }, index) => (assumed && kind === 'aid' ? [index] : []));
  const atLaps = new Set(laps);
  const lapsMl =
    sumOf(rest.fills, ({ stop, volumeMl }) => (atLaps.has(stop) ? volumeMl : 0)) +
    sumOf(rest.intakes, ({ stop, fluidMl }) => (stop !== null && atLaps.has(stop) ? fluidMl : 0));
  const amounts = inBottles.map(
    ({ filledMl }, index) => [`bottle${index + 1}Ml`, Math.round(filledMl)] as const,
  );
  return [
    ...rest.assumptions,
    ...(laps.length > 0
      ? [{ code: 'laps', stations: laps, parameters: {}, fluidMlWithout: allMl - lapsMl } as const]
      : []),
    ...(bottlesLeftMl == null && inBottles.length > 0
      ? [
          {
            code: 'bottles_left',
            stations: [],
            parameters: Object.fromEntries(amounts),
            fluidMlWithout: allMl - sumOf(inBottles, ({ volumeMl }) => volumeMl),
          } as const,
        ]
      : []),
  ];
}

/** Says what helps an upset stomach, from some hours on after the signs of diluted blood. */
function stomachNote({ atMin }: Situation, rest: Plan): Note {
  const totals = totalsOf(rest);
  const { fluidMl } = targetsOfPlan(rest);
  const isLong = atMin >= DILUTION.fromMin;
  const percentOff = fluidMl > 0 ? Math.round((100 * (totals.fluidMl - fluidMl)) / fluidMl) : 0;
  const isHeldBack = isLong && percentOff < -DILUTED_PERCENT;
  return {
    quantity: null,
    percentOff: null,
    binding: 'stomach',
    parameters: {
      isLong: isLong ? 1 : 0,
      ...(isHeldBack && { missingMl: Math.round(fluidMl - totals.fluidMl) }),
    },
  };
}

/** Fluid that is held back by more than this is mentioned, %. */
const DILUTED_PERCENT = 15;

/** Lists the own products that are at hand after a mishap. */
function givenOf(plan: Plan, situation: Situation, left: ProductsLeft): ProductsLeft {
  const { lost, missedStations = [] } = situation;
  if (lost?.products === 'all') return [];
  const { stops } = plan;
  const change = new Map<string, number>();
  const add = ({ product, servings }: Portion, sign: 1 | -1) =>
    change.set(product.id, (change.get(product.id) ?? 0) + sign * servings);
  const isBag = (index: number) => stops[index]?.hasBag === true && stops[index]?.kind !== 'start';
  const bags = new Set(
    (lost?.bags === 'all' ? [...stops.keys()] : [...(lost?.bags ?? []), ...missedStations]).filter(isBag),
  );
  for (const index of bags) for (const portion of inBagAhead(plan, situation, index)) add(portion, -1);
  // Powder that was carried to a stop that was missed is still there.
  for (const { stop, recipe, filledMl } of plan.fills) {
    const isKept = missedStations.includes(stop) && stops[stop]?.hasBag !== true;
    if (isKept && recipe?.from === 'home' && (stops[stop]?.atMin ?? 0) < situation.atMin) {
      add({ product: recipe.product, servings: recipe.servingsPerMl * filledMl }, 1);
    }
  }
  const products = new Map(plan.request.home.map((product) => [product.id, product]));
  for (const { product } of left) products.set(product.id, product);
  const ids = new Set([...left.map(({ product }) => product.id), ...change.keys()]);
  return [...ids].flatMap((id) => {
    const product = products.get(id);
    const had = left.find((portion) => portion.product.id === id)?.servings ?? 0;
    const servings = had + (change.get(id) ?? 0);
    const isGone =
      product === undefined || servings < SERVINGS_EPSILON || lost?.products.includes(id) === true;
    return isGone ? [] : [{ product, servings }];
  });
}

/** Lists what a bag holds for the rest of the session: what is mixed there, and everything until the next bag. */
function inBagAhead(plan: Plan, { atMin }: Situation, index: number): readonly Portion[] {
  const isAhead = (plan.stops[index]?.atMin ?? 0) >= atMin;
  const fills = plan.fills.filter(({ stop }) => (plan.stops[stop]?.atMin ?? 0) >= atMin);
  const here = fills.filter(({ stop }) => stop === index && isAhead);
  const intakes = plan.intakes.filter((one) => one.atMin >= atMin);
  return [
    ...ownPortionsOf({ fills: here, intakes: [] }),
    ...pickedUpAt({ ...plan, fills, intakes }, index),
  ].filter(({ product }) => product.id !== 'salt');
}

/** Lists what the plan has left of the athlete's own products. */
function leftOf(ahead: Plan): ProductsLeft {
  const used = ownAhead(ahead);
  const known = new Map(ahead.request.home.map((product) => [product.id, product]));
  return [...used].flatMap(([id, servings]) => {
    const product = known.get(id);
    return product === undefined ? [] : [{ product, servings }];
  });
}

/** With an upset stomach, everything that is eaten waits, doses of caffeine too. */
function settleStomach(request: Request): Request {
  if (!request.isUpset) return request;
  const isFood = ({ form }: Product) => form === 'gel' || form === 'chew' || form === 'solid';
  return {
    ...request,
    home: request.home.filter((product) => !isFood(product)),
    stops: request.stops.map((stop) => ({ ...stop, foods: [] })),
    doses: [],
  };
}

interface RestTargets {
  readonly legs: readonly Leg[];
  /** Fluid and sodium that the ceilings of the whole session leave. */
  readonly fluidLeftMl: number;
  readonly sodiumLeftMg: number;
  /** Fluid that the rest was planned with. */
  readonly plannedMl: number;
}

/** The planned amounts less any excess so far, and never more than the ceilings of the whole session leave. */
function restTargets(
  plan: Plan,
  { atMin, endMin, taken, hasPoorStomach }: Situation,
  legs: readonly Leg[],
): RestTargets {
  const { ceilings } = plan.request;
  const due = (quantity: 'carbG' | 'sodiumMg' | 'fluidMl') =>
    sumOf(plan.request.legs, (leg) => {
      const share = (atMin - leg.startMin) / (leg.endMin - leg.startMin);
      return leg[quantity] * Math.min(1, Math.max(0, share));
    });
  const leftTo = (maxPerHr: number, used: number) => Math.max(0, (maxPerHr * endMin) / HOUR_MIN - used);
  const fluidLeftMl = leftTo(ceilings.fluidMl, taken.fluidMl);
  const sodiumLeftMg = leftTo(ceilings.sodiumMg, taken.sodiumMg);
  const shareOf = (quantity: 'carbG' | 'sodiumMg' | 'fluidMl', most: number) => {
    const planned = sumOf(legs, (leg) => leg[quantity]);
    const rest = planned - Math.max(0, taken[quantity] - due(quantity));
    return planned > 0 ? Math.max(0, Math.min(rest, most)) / planned : 0;
  };
  const carb = shareOf('carbG', Number.POSITIVE_INFINITY) * (hasPoorStomach ? POOR_STOMACH_SHARE : 1);
  const sodium = shareOf('sodiumMg', sodiumLeftMg);
  const fluid = shareOf('fluidMl', CEILING_SHARE * fluidLeftMl);
  return {
    legs: legs.map((leg) => ({
      ...leg,
      carbG: leg.carbG * carb,
      sodiumMg: leg.sodiumMg * sodium,
      fluidMl: leg.fluidMl * fluid,
    })),
    fluidLeftMl,
    sodiumLeftMg,
    plannedMl: sumOf(legs, (leg) => leg.fluidMl),
  };
}

/** Estimates the last hour: as planned, in proportion to what was taken so far. */
function pastOf(plan: Plan, { atMin, taken }: Situation, planned: Amounts): Request['past'] {
  const fromMin = Math.max(0, atMin - HOUR_MIN);
  const before = takenBefore(plan, fromMin);
  const shareOf = (quantity: 'carbG' | 'sodiumMg' | 'fluidMl') => {
    const lastHour = planned[quantity] - before[quantity];
    const usual =
      planned[quantity] > 0 ? lastHour / planned[quantity] : (atMin - fromMin) / Math.max(1, atMin);
    return (taken[quantity] * usual) / Math.max(1, atMin - fromMin);
  };
  const perMin = {
    carbG: shareOf('carbG'),
    sodiumMg: shareOf('sodiumMg'),
    fluidMl: shareOf('fluidMl'),
    caffeineMg: 0,
  };
  return Array.from({ length: atMin - fromMin }, (_, minute) => ({ atMin: fromMin + minute, ...perMin }));
}

/** Says that earlier excess limits what may still be drunk. */
function withLittleFluid(
  notes: readonly Note[],
  {
    targets,
    planned,
    situation,
    ceilings,
  }: {
    readonly targets: RestTargets;
    readonly planned: Amounts;
    readonly situation: Situation;
    readonly ceilings: Request['ceilings'];
  },
): readonly Note[] {
  const { fluidLeftMl, plannedMl } = targets;
  const isLimited = fluidLeftMl === 0 || CEILING_SHARE * fluidLeftMl + SHOWN.fluidMl < plannedMl;
  const isExcess = fluidLeftMl === 0 || situation.taken.fluidMl >= planned.fluidMl + MENTIONED_ML;
  if (!isLimited || !isExcess || plannedMl <= 0) return notes;
  const note: Note = {
    quantity: 'fluid',
    percentOff: Math.min(-1, Math.round((100 * (CEILING_SHARE * fluidLeftMl - plannedMl)) / plannedMl)),
    binding: 'hourly_fluid',
    parameters: {
      maxPerHr: Math.round(ceilings.fluidMl),
      takenMl: Math.round(situation.taken.fluidMl),
      leftMl: Math.floor(fluidLeftMl),
    },
  };
  return [note, ...notes.filter(({ quantity }) => quantity !== 'fluid')];
}
