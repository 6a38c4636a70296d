import type { Work } from '@musette/basics/work';
import { FUEL_FROM_G, SALT_FROM_MG } from '../../catalogue/generic-foods.ts';
import { mouthfulOf, optionsAt } from './construct.ts';
import { GRID_MIN, RULES } from './costs.ts';
import { type PlanWater, type Reason, reasonOf } from './counterfactual.ts';
import { LACKING_MG } from './doses.ts';
import type { Draft } from './draft.ts';
import { type Binding, isSwim, type Note, type NoteParameters, type Product } from './model.ts';
import type { Water } from './parts.ts';

/**
 * Percent of a target from which a miss has a note; the least target that is one, and the least miss per hour that is worth
 * a note, in g, mg or ml.
 */
const NOTED = {
  carbG: { percent: 10, target: FUEL_FROM_G, perHour: 0 },
  sodiumMg: { percent: 15, target: 50, perHour: 50 },
  fluidMl: { percent: 15, target: 50, perHour: 50 },
} as const;

/** The water of a plan, and how it is planned for a request that differs in one constraint. */
export interface Waters {
  readonly water: Water;
  readonly planWater: PlanWater;
}

/** Says what a plan misses. */
export type NotesOf = (draft: Draft, isGiven: boolean, waters: Waters) => Work<readonly Note[]>;

/**
 * Names for each quantity that misses its target what would have helped. A plan without a miss pays nothing.
 *
 * @param isGiven whether the athlete gave the products, rather than the plan chose them
 */
export function* explain(draft: Draft, isGiven: boolean, waters: Waters): Work<readonly Note[]> {
  const carb = yield* notesOn(draft, waters, {
    quantity: 'carb',
    figure: 'carbG',
    above: isGiven ? 'supply' : 'whole_pieces',
  });
  const sodium = yield* notesOn(draft, waters, {
    quantity: 'sodium',
    figure: 'sodiumMg',
    above: isGiven ? 'supply' : 'salty_food',
  });
  const fluid = yield* notesOn(draft, waters, {
    quantity: 'fluid',
    figure: 'fluidMl',
    above: 'whole_pieces',
  });
  return [...carb, ...sodium, ...fluid, ...doseNotes(draft), ...productNotes(draft)];
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

const MISSING = { carbG: 'missingG', sodiumMg: 'missingMg', fluidMl: 'missingMl' } as const;

function* notesOn(
  draft: Draft,
  waters: Waters,
  subject: {
    readonly quantity: 'carb' | 'sodium' | 'fluid';
    readonly figure: keyof typeof NOTED;
    /** Why a plan has too much. */
    readonly above: Binding;
  },
): Work<readonly Note[]> {
  const { quantity, figure, above } = subject;
  const miss = missOf(draft, figure);
  if (miss === null) return [];
  const { percentOff, missing } = miss;
  if (percentOff > 0) return [{ quantity, percentOff, binding: above, parameters: {} }];
  const { binding, help }: Reason = isNeverFed(draft)
    ? { binding: 'capacity', help: null }
    : yield* reasonOf(draft, waters, figure, missing);
  const parameters = {
    [MISSING[figure]]: missing,
    ...ceilingOf(draft, binding),
    ...(help !== null && help.volumeMl !== null && { volumeMl: help.volumeMl }),
  };
  const named = help === null ? null : { change: help.change, amount: help.amount, percent: help.percent };
  return [{ quantity, percentOff, binding, parameters, help: named }];
}

/** Returns whether a swimmer has no feeding stop. */
const isNeverFed = ({ request, stations }: Draft): boolean =>
  request.legs.every(isSwim) && stations.every(({ stop }) => stop.kind === 'start' || stop.kind === 'end');

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
    case 'tablet':
      return 'capacity';
    case 'capsule':
      return 'hourly_sodium';
    default:
      return whyNotEaten(draft, product);
  }
}

/** Returns whether the plan has enough of what a product is taken for. */
function isEnough(draft: Draft, { carbG, purpose }: Product): boolean {
  if (carbG < FUEL_FROM_G && purpose !== 'salt') return false;
  const miss = missOf(draft, carbG >= FUEL_FROM_G ? 'carbG' : 'sodiumMg');
  return miss === null || miss.percentOff > 0;
}

/** Returns whether the hours have no room for a piece of food, or only its moments are taken. */
function whyNotEaten(draft: Draft, product: Product): Binding {
  const { fromMin, endMin } = draft.request;
  for (let minute = fromMin; minute < endMin; minute += GRID_MIN) {
    const own = optionsAt(draft, minute, null).find((piece) => piece.product === product);
    if (own !== undefined && draft.refusal(own) === 'hourly_carb') return 'hourly_carb';
  }
  return 'spacing';
}
