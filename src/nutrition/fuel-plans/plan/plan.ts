import { finish, type Work } from '@musette/basics/work';
import { withAssumptions } from './assumptions.ts';
import { construct } from './construct.ts';
import { COST, LONG_MIN } from './costs.ts';
import type { Draft } from './draft.ts';
import { explain, type NotesOf, type Waters } from './explain.ts';
import { improveInSteps } from './improve.ts';
import { byId, isFixed, type Menu, menuOfSupply, menusOf, TABLE_SALT } from './menu.ts';
import type { Fill, Intake, Note, Plan, Recipe, Request, Stop, Supply } from './model.ts';
import type { Water } from './parts.ts';
import { planWater } from './water.ts';

/** Plans that are looked at, which bounds the time of a plan. */
const LOOKS = { first: 40, free: 350, given: 200 } as const;
/** Of what given products leave missing, parts that are eaten at stations; the rest is drunk. */
const EATEN_SHARES = [1, 0.5, 0] as const;
const SERVINGS_STEP = 100;
/** Events up to this time leave time to improve more drafts. */
const SHORT_MIN = 180;
/** Rounds in which a plan is made of exactly what it used. */
const ROUNDS = 10;

/** Time to plan the water of a session, and to construct a draft or return it as a plan, as the longest take, µs. */
const WATER_US = 4000;
const DRAFT_US = 3000;

/** Plans a session. The same request gives the same plan; so does a request for the products that it uses. */
export function planFuel(asked: Request): Plan {
  return finish(planFuelInSteps(asked));
}

/** Plans a session without notes. The try-out shows none, so its page does not load what writes them. */
export function planWithoutNotes(asked: Request): Plan {
  return finish(planInSteps(asked, withoutNotes));
}

/** Plans a session in steps, for a turn that pauses between them. */
export function planFuelInSteps(asked: Request): Work<Plan> {
  return planInSteps(asked, explain);
}

function* withoutNotes(): Work<readonly Note[]> {
  yield 0;
  return [];
}

function* planInSteps(asked: Request, notesOf: NotesOf): Work<Plan> {
  // The catalogue's order means nothing.
  const request = { ...asked, home: asked.home.toSorted(byId) };
  yield WATER_US;
  const water = planWater(request);
  return yield* planWithInSteps(request, { water, planWater }, notesOf);
}

/** Plans what is eaten and mixed for fluid that is planned. */
export function* planWithInSteps(request: Request, waters: Waters, notesOf: NotesOf): Work<Plan> {
  const { water } = waters;
  if (request.supply !== null) {
    const draft = yield* layOut(request, water);
    yield DRAFT_US;
    return planOf(draft, request.supply, request, yield* notesOf(draft, true, waters));
  }
  const drafts: Draft[] = [];
  for (const menu of menusOf(request, water)) {
    yield DRAFT_US;
    const draft = construct(request, water, menu);
    if (request.endMin - request.fromMin <= SHORT_MIN) yield* improveInSteps(draft, LOOKS.first);
    drafts.push(draft);
  }
  const ranked = drafts
    .map((draft) => ({ draft, cost: draft.roughCost() }))
    .sort((one, other) => one.cost - other.cost);
  let best: { readonly draft: Draft; readonly cost: number } | null = null;
  for (const { draft } of ranked.slice(0, improvedOf(request))) {
    yield* improveInSteps(draft, LOOKS.free);
    const closed = yield* close(draft, request, water);
    const cost = closed.cost() + COST.product * closed.used.size;
    if (best === null || cost < best.cost - 1e-9) best = { draft: closed, cost };
  }
  if (best === null) throw new Error('a request has a menu, if only of water');
  yield DRAFT_US;
  const { supply } = best.draft.request;
  best.draft.request = request;
  return planOf(best.draft, supply ?? {}, request, yield* notesOf(best.draft, false, waters));
}

/** Returns how many drafts are improved. */
function improvedOf({ fromMin, endMin }: Request): number {
  if (endMin - fromMin > LONG_MIN) return 1;
  return endMin - fromMin > SHORT_MIN ? 3 : 6;
}

/** Plans again with exactly what was used, until what is used is what was given: attaching it changes nothing. */
function* close(draft: Draft, request: Request, water: Water): Work<Draft> {
  let supply = supplyOf(draft);
  for (let round = 0; ; round += 1) {
    const given = { ...request, supply, home: request.home.filter(({ id }) => supply[id] !== undefined) };
    const closed = yield* layOut(given, water);
    const used = supplyOf(closed);
    if (isSame(used, supply)) return closed;
    const next = lessOf(given, used, round);
    if (isSame(next, supply) || round > ROUNDS) return closed;
    supply = next;
  }
}

/** Leaves out what was not used. A mix that never fits whole is left out altogether, so that this ends. */
function lessOf({ home, supply }: Request, used: Supply, round: number): Supply {
  return Object.fromEntries(
    Object.entries(supply ?? {}).flatMap(([id, { mustUse }]) => {
      const product = home.find((one) => one.id === id);
      const usedUp = Math.min(mustUse, used[id]?.mustUse ?? 0);
      const isHalved = product !== undefined && isFixed(product) && usedUp < mustUse;
      const servings = isHalved ? LEAST_SERVINGS * Math.floor(usedUp / LEAST_SERVINGS + 1e-9) : usedUp;
      const isStubborn = (round > 2 && servings % 0.5 !== 0) || (round > 5 && servings < mustUse);
      return servings > 0 && !(isStubborn && servings < mustUse)
        ? [[id, { atMost: servings, mustUse: servings }] as const]
        : [];
    }),
  );
}

/** Half a sachet is the least of a mix that is mixed as its label says. */
const LEAST_SERVINGS = 0.5;

/** Fills one bottle less full where a given drink of fixed strength would not fill it. */
function fittedTo({ supply }: Request, menu: Menu, water: Water): Water {
  let { pours } = water;
  for (const product of menu.mixes) {
    const servings = supply?.[product.id]?.mustUse ?? 0;
    if (!isFixed(product) || servings === 0) continue;
    const unitMl = product.form === 'ready' ? 1 : LEAST_SERVINGS * product.fluidMl;
    let leftMl = servings * product.fluidMl;
    pours = pours.map((pour) => {
      const isOpen = pour.fixed === null && (product.form !== 'ready' || pour.stop.hasBag);
      if (!isOpen || leftMl < unitMl) return pour;
      const filledMl = Math.floor(Math.min(leftMl, pour.filledMl) / unitMl + 1e-9) * unitMl;
      if (filledMl === 0) return pour;
      leftMl -= filledMl;
      if (filledMl === pour.filledMl) return pour;
      return { ...pour, filledMl, volumeMl: Math.min(pour.volumeMl, filledMl) };
    });
  }
  return { ...water, pours };
}

/** Lays out given products. */
function* layOut(request: Request, water: Water): Work<Draft> {
  const menu = menuOfSupply(request);
  const fitted = fittedTo(request, menu, water);
  const isHanded = water.stops.some(({ foods }) => foods.length > 0);
  const shares = isHanded ? EATEN_SHARES : [0];
  yield DRAFT_US * shares.length;
  const draft = yield* bestOf(shares.map((share) => construct(request, fitted, menu, share)));
  // A bottle that was fitted to a drink and does not hold it is filled as usual.
  const isFitted = draft.bottles.every(
    ({ pour, drink }) => water.pours.includes(pour) || (drink !== null && isFixed(drink.product)),
  );
  return isFitted ? draft : yield* bestOf(shares.map((share) => construct(request, water, menu, share)));
}

function* bestOf(drafts: readonly Draft[]): Work<Draft> {
  const draft = drafts.reduce((best, one) => (one.cost() < best.cost() - 1e-9 ? one : best));
  yield* improveInSteps(draft, LOOKS.given);
  return draft;
}

/** Returns the own products that a draft uses; water and table salt are everywhere. */
function supplyOf({ used }: Draft): Supply {
  return Object.fromEntries(
    [...used]
      .filter(([product]) => product !== TABLE_SALT)
      .sort(([one], [other]) => byId(one, other))
      .map(([{ id }, exact]) => {
        const servings = Math.round(exact * SERVINGS_STEP) / SERVINGS_STEP;
        return [id, { atMost: servings, mustUse: servings }];
      }),
  );
}

function isSame(one: Supply, other: Supply): boolean {
  const ids = Object.keys(one);
  return (
    ids.length === Object.keys(other).length &&
    ids.every((id) => Math.abs((other[id]?.mustUse ?? -1) - (one[id]?.mustUse ?? -2)) < 1e-9)
  );
}

/** Returns a draft as a plan. */
function planOf(draft: Draft, supply: Supply, request: Request, notes: readonly Note[]): Plan {
  const { menu } = draft;
  // Tables that nobody listed are stops only if something is drunk, poured or eaten there.
  const used = new Set([
    ...draft.bottles.map(({ pour }) => pour.stop),
    ...draft.pieces.map(({ station }) => station?.stop),
  ]);
  const stations = draft.stations.filter(
    ({ stop, cups }) =>
      stop.kind !== 'aid' || !stop.assumed || used.has(stop) || cups.some(({ halves }) => halves > 0),
  );
  const stops = stations.map(({ stop }) => stop);
  const place = new Map<Stop, number>(stops.map((stop, index) => [stop, index]));
  const recipes = new Map<string, Recipe>();
  const recipeOf = (one: Recipe): Recipe => {
    const key = `${one.product.id} ${one.from}`;
    const known = recipes.get(key) ?? {
      product: one.product,
      servingsPerMl: one.servingsPerMl,
      from: one.from,
    };
    recipes.set(key, known);
    return known;
  };
  const fills = draft.bottles.flatMap(({ pour, leg, drink, tablets }): Fill[] => {
    if (pour.fixed !== null) return [];
    const { stop, vessel, filledMl, volumeMl, fromMin, toMin } = pour;
    return [
      {
        stop: place.get(stop) ?? 0,
        leg: leg.index,
        vessel,
        filledMl,
        volumeMl,
        fromMin,
        toMin,
        recipe: drink === null ? null : recipeOf(drink),
        tablet: tablets > 0 && menu.tablet !== null ? { product: menu.tablet, servings: tablets } : null,
      },
    ];
  });
  const eaten = draft.pieces.map(({ atMin, leg, station, product, servings }): Intake => {
    const stop = station === null ? null : (place.get(station.stop) ?? null);
    return { product, servings, atMin, leg: leg.index, stop, fluidMl: product.fluidMl * servings };
  });
  const drunk = stations.flatMap(({ stop, leg, cups }, index) =>
    cups.flatMap(({ product, half, halves }): Intake[] => {
      if (halves === 0) return [];
      const servings = half.servings * halves;
      return [
        { product, servings, atMin: stop.atMin, leg: leg.index, stop: index, fluidMl: half.fluidMl * halves },
      ];
    }),
  );
  const swallowed = [...draft.capsules].flatMap(([atMin, servings]): Intake[] =>
    menu.capsule === null
      ? []
      : [{ product: menu.capsule, servings, atMin, leg: draft.legAt(atMin).index, stop: null, fluidMl: 0 }],
  );
  const intakes = [...eaten, ...drunk, ...swallowed].sort(
    (one, other) => one.atMin - other.atMin || byId(one.product, other.product),
  );
  return withAssumptions({ request, supply, stops, fills, intakes, notes, assumptions: [] });
}
