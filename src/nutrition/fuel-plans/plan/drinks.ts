import { isOnFoot } from '../course/legs.ts';
import { RULES } from './costs.ts';
import type { Draft } from './draft.ts';
import { isFixed, labelGPerL } from './menu.ts';
import { isSwim, ML_PER_L, type Product, sumOf } from './model.ts';
import type { Bottle, Cup, Drink, LegDraft, Station } from './parts.ts';

/** Less carbohydrate than this needs no drink. */
const LEAST_DRUNK_G = 1;
/** Below this even strength some bottles are water, and the others are mixed as usual. */
const WATER_TOO_BELOW_G_PER_L = 40;

/** Decides what fills cups and bottles: stations' drinks first, then one strength of each mix. */
export function pourDrinks(draft: Draft): void {
  pourIsotonicCups(draft);
  pourStationDrink(draft);
  for (const mix of draft.mixes) mixBottles(draft, mix);
}

/** Returns the share of a leg's carbohydrate that its drinks should bring. */
function drinkShareOf({ leg }: LegDraft, { menu, stations, drinkShare }: Draft): number {
  const { usual } = leg;
  if (drinkShare !== null) return drinkShare;
  if (menu.foods.length === 0 && stations.every(({ stop }) => stop.foods.length === 0)) return 1;
  if (isSwim(leg)) return 0.6;
  if (usual.isRealFood) return usual.share.to / 2;
  return usual.isFree ? 0.5 : (usual.share.from + usual.share.to) / 2;
}

const lackingG = (leg: LegDraft, draft: Draft): number =>
  Math.max(0, drinkShareOf(leg, draft) * leg.leg.carbG - leg.drunkG);

/** Returns a station's cup of a kind. */
export function cupOf({ cups }: Station, kind: Cup['kind']): Cup | null {
  return cups.find((cup) => cup.kind === kind) ?? null;
}

/** Replaces cups of water by sports drink, evenly over the stations, up to the drink's share. */
function pourIsotonicCups(draft: Draft): void {
  for (const leg of draft.legs) {
    const mostG = Math.min(0.6, drinkShareOf(leg, draft) + 0.1) * leg.leg.carbG;
    const here = draft.stations.filter((station) => station.leg === leg);
    for (let round = 0; round < RULES.halfCupsOnFoot; round += 1) {
      for (const station of here) {
        const carb = cupOf(station, 'carb');
        const fits = carb !== null && leg.drunkG + carb.half.carbG <= mostG;
        if (fits) draft.changeCup(station, cupOf(station, 'water'), carb);
      }
    }
  }
}

const volumeOf = (bottles: readonly Bottle[]): number => sumOf(bottles, ({ pour }) => pour.volumeMl);
/** Returns what is poured into bottles. */
export const filledOf = (bottles: readonly Bottle[]): number => sumOf(bottles, ({ pour }) => pour.filledMl);

/** Returns the sports drink that a station pours into bottles; nobody pours powder where it is offered. */
export function stationDrinkAt({ pour: { stop, fixed } }: Bottle): Product | null {
  if (stop.kind !== 'aid' || stop.hasBag || fixed !== null) return null;
  return stop.cups.find((cup) => cup.caffeineMg === 0 && labelGPerL(cup) >= RULES.strength.least) ?? null;
}

/** Returns a station's drink, ready to pour. */
export function readyDrink(product: Product): Drink {
  return { product, servingsPerMl: 1 / product.fluidMl, from: 'station' };
}

function pourStationDrink(draft: Draft): void {
  for (const leg of draft.legs) {
    const all = draft.bottles.filter((bottle) => bottle.leg === leg && bottle.pour.fixed === null);
    const served = all.filter((bottle) => stationDrinkAt(bottle) !== null);
    const [ml, allMl] = [volumeOf(served), volumeOf(all)];
    if (ml === 0) continue;
    const fullShare = (ML_PER_L * lackingG(leg, draft)) / RULES.strength.usual / allMl;
    const share = Math.min(1, fullShare * (draft.mixes.length > 0 ? 1 : allMl / ml));
    for (const bottle of everySoMuch(served, share)) {
      const product = stationDrinkAt(bottle);
      if (product !== null) draft.fill(bottle, readyDrink(product), 0);
    }
  }
}

/** Picks this share of bottles by volume, evenly over time. */
function everySoMuch(bottles: readonly Bottle[], share: number): readonly Bottle[] {
  let dueMl = 0;
  return bottles.filter(({ pour: { volumeMl } }) => {
    dueMl += share * volumeMl;
    if (dueMl < volumeMl / 2) return false;
    dueMl -= volumeMl;
    return true;
  });
}

/** The strengths of a mix, in servings per ml. */
export function strengthsOf(product: Product): {
  readonly least: number;
  readonly usual: number;
  readonly most: number;
} {
  const label = 1 / product.fluidMl;
  if (isFixed(product) || product.carbG === 0) return { least: label, usual: label, most: label };
  const of = (gPerL: number) => gPerL / ML_PER_L / product.carbG;
  const most = Math.min(of(RULES.strength.most), label);
  return {
    least: Math.min(most, of(RULES.strength.least)),
    usual: Math.min(most, of(RULES.strength.usual)),
    most,
  };
}

/** Tables that pour sports drink at most this far apart replace own powder on a run after other sports. */
const SERVED_EVERY_MIN = 40;

/** Returns whether the tables of a run after other sports pour sports drink all the way. */
function isServed({ leg }: LegDraft, { legs, stations }: Draft): boolean {
  if (legs.length < 2 || !isOnFoot(leg)) return false;
  const tables = stations
    .filter(
      ({ stop, cups }) =>
        cups.some(({ kind }) => kind === 'carb') && stop.atMin > leg.startMin && stop.atMin < leg.endMin,
    )
    .map(({ stop }) => stop.atMin);
  const times = [leg.startMin, ...tables, leg.endMin];
  return (
    tables.length > 0 &&
    times.slice(1).every((minute, index) => minute - (times[index] ?? minute) <= SERVED_EVERY_MIN)
  );
}

/** Mixes a drink at one strength for the event, in whole bottles; the others are water. */
function mixBottles(draft: Draft, mix: Drink): void {
  const { product } = mix;
  const served = new Set(draft.legs.filter((leg) => isServed(leg, draft)));
  const isFree = (bottle: Bottle) =>
    bottle.drink === null &&
    (!served.has(bottle.leg) || draft.wantedOf(product) > 0) &&
    bottle.pour.fixed === null &&
    stationDrinkAt(bottle) === null &&
    (product.form !== 'ready' || bottle.pour.stop.hasBag);
  const free = draft.bottles.filter(isFree);
  const byLeg = draft.legs.map((leg) => ({
    bottles: free.filter((bottle) => bottle.leg === leg),
    needG: lackingG(leg, draft),
  }));
  const some = byLeg.filter(({ bottles }) => bottles.length > 0);
  const needG = sumOf(some, (leg) => leg.needG);
  const given = draft.wantedOf(product);
  const needed = product.carbG > 0 ? needG / product.carbG : given;
  const servings = Math.max(given, Math.min(draft.mostOf(product), needed));
  const allMl = filledOf(free);
  if (allMl === 0 || servings * Math.max(product.carbG, given > 0 ? LEAST_DRUNK_G : 0) < LEAST_DRUNK_G)
    return;
  const { least, usual, most } = strengthsOf(product);
  const evenly = servings / allMl;
  const waterToo = WATER_TOO_BELOW_G_PER_L / ML_PER_L / Math.max(1, product.carbG);
  const isSingle = new Set(free.map(({ pour }) => pour.vessel)).size < 2;
  const strength = Math.min(most, Math.max(least, evenly >= (isSingle ? least : waterToo) ? evenly : usual));
  const chosen = some.flatMap(({ bottles, needG: legG }) => {
    const ml = filledOf(bottles);
    const part = needG > 0 ? (servings * legG) / needG : (servings * ml) / allMl;
    return everySoMuch(bottles, Math.min(1, part / (strength * ml)));
  });
  const largest = free.reduce((one, other) => (other.pour.filledMl > one.pour.filledMl ? other : one));
  if (chosen.length === 0 && given > 0) chosen.push(largest);
  if (chosen.length === 0) return;
  const exact = servings / filledOf(chosen);
  const round = (perMl: number) => {
    const gPerL = perMl * ML_PER_L * product.carbG;
    return gPerL > 0 && given === 0 ? Math.round(gPerL) / ML_PER_L / product.carbG : perMl;
  };
  mix.servingsPerMl = least === most ? most : Math.min(most, Math.max(given > 0 ? 0 : least, round(exact)));
  for (const bottle of chosen) draft.fill(bottle, mix, 0);
  if (given > 0 && least < most) useAllPowder(draft, mix, given, free);
  else if (given > 0) useWholeBottles(draft, mix, free);
}

/** Fills further bottles with a drink of fixed strength while its servings last. */
function useWholeBottles(draft: Draft, mix: Drink, free: readonly Bottle[]): void {
  const bySize = free.toSorted((one, other) => other.pour.filledMl - one.pour.filledMl);
  for (const bottle of bySize) {
    if (bottle.drink === null && draft.wantedOf(mix.product) > 0) draft.fill(bottle, mix, 0);
  }
}

/** Brings all of a given powder into bottles: weaker and in more of them, where an hour has no room for it. */
function useAllPowder(draft: Draft, mix: Drink, servings: number, free: readonly Bottle[]): void {
  const { most } = strengthsOf(mix.product);
  const tried = new Set<Bottle>();
  for (;;) {
    const mixed = free.filter(({ drink }) => drink === mix);
    const ml = filledOf(mixed);
    const exact = ml > 0 ? servings / ml : Number.POSITIVE_INFINITY;
    if (Math.abs(exact - mix.servingsPerMl) < 1e-9 || (exact <= most && draft.mixAt(mix, exact))) return;
    let next: Bottle | null = null;
    let widest = -1;
    for (const bottle of free) {
      if (bottle.drink !== null || tried.has(bottle)) continue;
      const apart = Math.min(9999, ...mixed.map(({ pour }) => Math.abs(pour.fromMin - bottle.pour.fromMin)));
      if (apart > widest) [next, widest] = [bottle, apart];
    }
    if (next === null) {
      // As strong as the hours allow; the rest is not planned.
      const start = Math.min(exact, most);
      for (let part = 1; part > 0.3; part -= 0.02) {
        if (part * start <= mix.servingsPerMl || draft.mixAt(mix, part * start)) return;
      }
      return;
    }
    tried.add(next);
    const weaker = Math.min(most, servings / (ml + next.pour.filledMl));
    if (weaker < mix.servingsPerMl) draft.mixAt(mix, weaker);
    draft.fill(next, mix, 0);
  }
}
