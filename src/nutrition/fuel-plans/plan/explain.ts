import { FUEL_FROM_G, SALT_FROM_MG } from '../../catalogue/generic-foods.ts';
import { mouthfulOf, optionsAt } from './construct.ts';
import { GRID_MIN, RULES } from './costs.ts';
import { LACKING_MG } from './doses.ts';
import type { Draft } from './draft.ts';
import { strengthsOf } from './drinks.ts';
import { type Binding, isSwim, type Note, type NoteParameters, type Product } from './model.ts';

/**
 * Percent of a target from which a miss has a note; the least target that is one, and the least miss per hour that is worth
 * a note, in g, mg or ml.
 */
const NOTED = {
  carbG: { percent: 10, target: FUEL_FROM_G, perHour: 0 },
  sodiumMg: { percent: 15, target: 50, perHour: 50 },
  fluidMl: { percent: 15, target: 50, perHour: 50 },
} as const;
/** Less than this is missing for want of a smaller piece, g. */
const LEAST_PIECE_G = 14;
const LEAST_SALT_MG = 150;
/** Share of its greatest strength from which a mix is as strong as it may be. */
const NEARLY = 0.97;
/** A bottle that is drunk this much slower than its leg's rate was too small. */
const THIN = 0.85;
/** Constraints explain more than a moment that is taken, or free. */
const MOMENT_WEIGHT = 0.3;

/**
 * Names the constraint that keeps each quantity from its target, found by trying to add more.
 *
 * @param isGiven whether the athlete gave the products, rather than the plan chose them
 */
export function explain(draft: Draft, isGiven: boolean): readonly Note[] {
  return [
    ...carbNotes(draft, isGiven),
    ...sodiumNotes(draft, isGiven),
    ...fluidNotes(draft),
    ...doseNotes(draft),
    ...productNotes(draft),
  ];
}

interface Miss {
  readonly percentOff: number;
  readonly missing: number;
}

function missOf({ targets, ledger, request }: Draft, quantity: keyof typeof NOTED): Miss | null {
  const [target, have] = [targets[quantity], ledger.total[quantity]];
  const { percent, perHour, target: leastTarget } = NOTED[quantity];
  if (target < leastTarget) return null;
  const hours = (request.endMin - request.fromMin) / 60;
  const percentOff = (100 * (have - target)) / target;
  return Math.abs(percentOff) > percent && Math.abs(have - target) >= perHour * hours
    ? { percentOff: Math.round(percentOff), missing: Math.max(0, Math.round(target - have)) }
    : null;
}

function carbNotes(draft: Draft, isGiven: boolean): readonly Note[] {
  const miss = missOf(draft, 'carbG');
  if (miss === null) return [];
  const { percentOff, missing } = miss;
  const note = { quantity: 'carb', percentOff } as const;
  if (percentOff > 0) return [{ ...note, binding: isGiven ? 'supply' : 'whole_pieces', parameters: {} }];
  const binding = missing < LEAST_PIECE_G ? 'whole_pieces' : whyNoCarb(draft, isGiven);
  const parameters = { missingG: missing, ...ceilingOf(draft, binding) };
  return [{ ...note, binding, parameters }];
}

/** Returns why given products are left over, which would bring what is missing; else why nothing more is eaten. */
function whyNoCarb(draft: Draft, isGiven: boolean): Binding {
  const { legs } = draft.request;
  const isNeverFed =
    legs.every(isSwim) && draft.stations.every(({ stop }) => stop.kind === 'start' || stop.kind === 'end');
  if (isNeverFed) return 'capacity';
  const leftG = (product: Product) =>
    product.carbG < FUEL_FROM_G ? 0 : draft.wantedOf(product) * product.carbG;
  const [left] = draft.request.home.toSorted((one, other) => leftG(other) - leftG(one));
  if (left === undefined || leftG(left) < LEAST_PIECE_G) return whyNoFood(draft, isGiven);
  const why = whyNotUsed(draft, left);
  return why === 'caffeine_limit' ? 'supply' : why;
}

function sodiumNotes(draft: Draft, isGiven: boolean): readonly Note[] {
  const miss = missOf(draft, 'sodiumMg');
  if (miss === null) return [];
  const { percentOff, missing } = miss;
  const note = { quantity: 'sodium', percentOff } as const;
  if (percentOff > 0) {
    return [{ ...note, binding: isGiven ? 'supply' : 'salty_food', parameters: {} }];
  }
  const binding = whyNoSalt(draft, isGiven);
  return [{ ...note, binding, parameters: { missingMg: missing, ...ceilingOf(draft, binding) } }];
}

function fluidNotes(draft: Draft): readonly Note[] {
  const miss = missOf(draft, 'fluidMl');
  if (miss === null) return [];
  const { percentOff, missing } = miss;
  const note = { quantity: 'fluid', percentOff } as const;
  if (percentOff > 0) return [{ ...note, binding: 'whole_pieces', parameters: {} }];
  const binding = whyNoFluid(draft);
  return [{ ...note, binding, parameters: { missingMl: missing, ...ceilingOf(draft, binding) } }];
}

function ceilingOf({ request: { ceilings } }: Draft, binding: Binding): NoteParameters {
  switch (binding) {
    case 'hourly_carb':
      return { maxPerHr: Math.round(ceilings.carbG) };
    case 'hourly_sodium':
      return { maxPerHr: Math.round(ceilings.sodiumMg) };
    case 'hourly_fluid':
      return { maxPerHr: Math.round(ceilings.fluidMl) };
    default:
      return {};
  }
}

/** Notes doses that no product at hand serves. */
function doseNotes({ request, pieces, stations, caffeineLeftMg }: Draft): readonly Note[] {
  let safeMg = caffeineLeftMg;
  return request.doses.flatMap(({ atMin, mg }): Note[] => {
    const isNear = (minute: number) => Math.abs(minute - atMin) <= RULES.doseWithinMin;
    let servedMg = 0;
    for (const piece of pieces) {
      if (isNear(piece.atMin)) servedMg += piece.product.caffeineMg * piece.servings;
    }
    for (const { stop, cups } of stations) {
      if (isNear(stop.atMin)) for (const { half, halves } of cups) servedMg += half.caffeineMg * halves;
    }
    const lackingMg = Math.round(mg - servedMg);
    // A product of half the dose is the dose; and no other source may bring more than is safe.
    if (lackingMg < LACKING_MG || servedMg >= mg / 2 || lackingMg > safeMg) return [];
    safeMg -= lackingMg;
    const parameters = { mg: lackingMg, atMin: Math.round(atMin) };
    return [
      {
        quantity: 'caffeine',
        percentOff: Math.round((-100 * lackingMg) / mg),
        binding: 'supply',
        parameters,
      },
    ];
  });
}

/** Notes given products that are not used up. */
function productNotes(draft: Draft): readonly Note[] {
  return draft.request.home.flatMap((product): Note[] => {
    const left = draft.wantedOf(product);
    const given = draft.request.supply?.[product.id]?.mustUse ?? left;
    if (left < 0.011 || (left < given && isTrace(product, left))) return [];
    const parameters = { productId: product.id, servings: Math.round(100 * left) / 100 };
    const binding = whyNotUsed(draft, product);
    return [{ quantity: 'product', percentOff: Math.round((-100 * left) / given), binding, parameters }];
  });
}

/** Returns whether a rest of powder or drink is so small that it is neither fuel, nor salt, nor a dose. */
function isTrace({ form, carbG, sodiumMg, caffeineMg }: Product, servings: number): boolean {
  return (
    (form === 'powder' || form === 'ready') &&
    carbG * servings < FUEL_FROM_G &&
    sodiumMg * servings < SALT_FROM_MG &&
    caffeineMg * servings < LACKING_MG
  );
}

function whyNotUsed(draft: Draft, product: Product): Binding {
  if (draft.caffeineLeftMg < mouthfulOf(product) * product.caffeineMg) return 'caffeine_limit';
  if (isEnough(draft, product)) return 'supply';
  switch (product.form) {
    case 'powder':
    case 'ready':
      return isStrongest(draft, product) ? 'capacity' : 'hourly_carb';
    case 'tablet':
      return 'capacity';
    case 'capsule':
      return 'hourly_sodium';
    default:
      return whyNoFood(draft, false, product);
  }
}

/** Returns whether the plan has enough of what a product is taken for. */
function isEnough(draft: Draft, { carbG, purpose }: Product): boolean {
  if (carbG < FUEL_FROM_G && purpose !== 'salt') return false;
  const miss = missOf(draft, carbG >= FUEL_FROM_G ? 'carbG' : 'sodiumMg');
  return miss === null || miss.percentOff > 0;
}

/** Returns whether the bottles hold no more of a mix: none has it, or it is as strong as it may be. */
function isStrongest({ bottles }: Draft, product: Product): boolean {
  const mixed = bottles.find(({ drink }) => drink?.product === product)?.drink;
  return mixed === undefined || mixed === null || mixed.servingsPerMl > NEARLY * strengthsOf(product).most;
}

/** Returns the constraint that most often refuses another piece of food, or of one product. */
function whyNoFood(draft: Draft, isGiven: boolean, only?: Product): Binding {
  const { request, stations, menu, used } = draft;
  const isNothingHanded = stations.every(({ stop }) => stop.foods.length === 0);
  const isUsedUp = menu.foods.every((food) => (used.get(food) ?? 0) >= draft.mostOf(food) - 0.4);
  if (isNothingHanded && isGiven && isUsedUp) return 'supply';
  if (isNothingHanded && menu.foods.length === 0) return isGiven ? 'supply' : 'no_food';
  const counts = new Map<Binding, number>();
  const minutes = new Set(stations.filter(({ stop }) => stop.kind !== 'start').map(({ stop }) => stop.atMin));
  for (let minute = request.fromMin; minute < request.endMin; minute += GRID_MIN) minutes.add(minute);
  for (const minute of minutes) {
    const refusals = optionsAt(draft, minute, draft.mealtimes.stationAt(minute))
      .filter(({ product }) => only === undefined || product === only)
      .map((piece) => draft.refusal(piece));
    // What people chew elsewhere explains nothing where another food would go down.
    const isEaten = refusals.some((refusal) => refusal !== 'no_food');
    for (const refusal of refusals) {
      if (refusal === 'no_food' && isEaten) continue;
      if (only !== undefined && refusal === null) continue;
      if (refusal === 'supply' && !isGiven) continue;
      // Nothing refuses the same food once more, but it was eaten too often: another one is missing.
      const why = refusal ?? 'no_food';
      const weight = refusal === null || refusal === 'spacing' ? MOMENT_WEIGHT : 1;
      counts.set(why, (counts.get(why) ?? 0) + weight);
    }
  }
  // A free moment that lacks a product explains more than all that are taken.
  if (isGiven && counts.has('supply')) return 'supply';
  let binding: Binding = 'whole_pieces';
  let most = 0;
  for (const [why, count] of counts) if (count > most) [binding, most] = [why, count];
  return binding;
}

function whyNoSalt({ request, pieces, ledger }: Draft, isGiven: boolean): Binding {
  const salt = { carbG: 0, sodiumMg: LEAST_SALT_MG, fluidMl: 0 };
  const refused = pieces.filter(({ atMin }) => ledger.refusal(atMin, salt) !== null);
  if (pieces.length > 0 && refused.length >= pieces.length / 2) return 'hourly_sodium';
  if (isGiven) return 'supply';
  return request.home.some(({ form }) => form === 'capsule') ? 'spacing' : 'no_salt';
}

function whyNoFluid({ stations, ledger, bottles }: Draft): Binding {
  const half = { carbG: 0, sodiumMg: 0, fluidMl: RULES.halfCupMl };
  const refused = stations.filter(({ stop, cups }) => {
    const halves = cups.reduce((total, cup) => total + cup.halves, 0);
    return cups.length > 0 && halves < RULES.halfCupsOnFoot && ledger.refusal(stop.atMin, half) !== null;
  });
  const thin = bottles.filter(({ pour: { volumeMl, fromMin, toMin }, leg: { leg } }) => {
    const perMin = volumeMl / Math.max(1, toMin - fromMin);
    return perMin * (leg.endMin - leg.startMin) < THIN * leg.fluidMl;
  });
  return refused.length > 0 && thin.length * 2 <= bottles.length ? 'hourly_fluid' : 'capacity';
}
