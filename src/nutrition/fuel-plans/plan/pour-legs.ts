import type { Vessel } from '#platform/storage/course-columns.ts';
import type { Product } from '../../catalogue/catalogue-copy.ts';
import { genericFood } from '../../catalogue/generic-foods.ts';
import { FILL_STEP_ML, fluidMlOf } from '../portions.ts';
import { type Bottles, type Fill, fillBottles, type Sip } from './bottles.ts';
import { STRENGTH } from './cost-table.ts';
import { amountsOf, type Drink, type Ingredient, measureOf, packOf } from './drink.ts';
import type { FedLeg } from './leg-mix.ts';
import { onGrid } from './place-food.ts';
import type { PlanLeg } from './plan-legs.ts';
import type { Mixable } from './pool.ts';
import type { Salts } from './salts.ts';
import type { Stop } from './stops.ts';

/** Volumes drunk from the bottles of a leg. */
export interface Pour {
  readonly fed: FedLeg;
  readonly mixMl: number;
  readonly gPerL: number;
  readonly waterMl: number;
}

/** Fillings, and the source of each sip. */
export interface Poured extends Pick<Bottles, 'vesselNotes'> {
  readonly fills: readonly Fill[];
  readonly sips: readonly (Sip & { readonly fill: Fill | null })[];
}

interface Place {
  readonly legs: readonly PlanLeg[];
  readonly stops: readonly Stop[];
  /** Null if they are unknown: then usual ones are assumed. */
  readonly vessels: readonly Vessel[] | null;
  readonly gridMin: number;
  readonly drink: Mixable | null;
  readonly water: Product;
  readonly salts: Salts;
}

const EPSILON_ML = 1e-6;
/** A recipe is rounded to halves of a scoop or sachet if that changes it by less than this share. */
const ROUNDING = 0.03;

/**
 * Pours the drinks of all legs into bottles: each leg's drink and water at an even rate, filled in steps of 50 ml at its
 * stops. Where two drinks do not fit, they become one of less strength. Tablets go into the bottles that have water for them.
 */
export function pourLegs(pours: readonly Pour[], place: Place): Poured {
  const water: Drink = { product: place.water, parts: [] };
  const streams = pours.map((pour) => streamsOf(pour, place, water));
  const vessels = place.vessels ?? assumedVessels(pours);
  const separate = fillBottles(streams.flat(), place.stops, inSteps(vessels), place.legs);
  const isOneRecipe = separate.vesselNotes.length > 0 && pours.some((pour) => joined(pour, place) !== null);
  const oneRecipe = isOneRecipe
    ? pours.flatMap((pour) => streamsOf(joined(pour, place) ?? pour, place, water))
    : [];
  const together = isOneRecipe ? fillBottles(oneRecipe, place.stops, inSteps(vessels), place.legs) : separate;
  const isBetter = isOneRecipe && shortMl(together) < shortMl(separate);
  const { fills, vesselNotes } = isBetter ? together : separate;
  const sips = isBetter ? oneRecipe : streams.flat();
  const recipes = withSalt(fills.map(rounded), place.salts).map((fill) => named(fill, place));
  return { fills: recipes, vesselNotes, sips: ofFills(sips, fills, recipes) };
}

function shortMl({ vesselNotes }: Bottles): number {
  return vesselNotes.reduce((sum, note) => sum + (note.code === 'vessels_too_small' ? note.volumeMl : 0), 0);
}

/** Joins drink and water of a leg to one recipe; null if that would be too thin. */
function joined(pour: Pour, place: Place): Pour | null {
  const { mixMl, waterMl, gPerL } = pour;
  const drink = pour.fed.stationDrink ?? place.drink;
  const oneGPerL = (mixMl * gPerL) / (mixMl + waterMl);
  if (drink === null || mixMl === 0 || waterMl === 0 || oneGPerL < drink.leastGPerL) return null;
  return { ...pour, mixMl: mixMl + waterMl, gPerL: oneGPerL, waterMl: 0 };
}

/** Bottles assumed for an athlete who named none: bottles on a bicycle, flasks on foot. */
function assumedVessels(pours: readonly Pour[]): readonly Vessel[] {
  const mostMl = pours.reduce((sum, { mixMl, waterMl }) => sum + mixMl + waterMl, 0);
  const isRidden = pours.some(({ fed }) => fed.leg.type === 'bike' || fed.leg.type === 'indoor_bike');
  const volumeMl = isRidden ? 750 : 500;
  return [{ kind: isRidden ? 'bottle' : 'flask', volumeMl, count: Math.ceil(mostMl / volumeMl) + 2 }];
}

/** Returns bottles with their volume rounded down to steps of 50 ml. */
function inSteps(vessels: readonly Vessel[]): readonly Vessel[] {
  return vessels.map((vessel) => ({
    ...vessel,
    volumeMl: Math.floor(vessel.volumeMl / FILL_STEP_ML) * FILL_STEP_ML,
  }));
}

/** Removes the number of assumed bottles, and restores the volume of real ones. */
function named(fill: Fill, { vessels }: Place): Fill {
  if (vessels === null) return { ...fill, vessel: null };
  const singles = vessels.flatMap(({ volumeMl, count }) => Array.from({ length: count }, () => volumeMl));
  return { ...fill, volumeMl: singles[(fill.vessel ?? 0) - 1] ?? fill.volumeMl };
}

/** Lists the sips of a leg's drink and water on the grid, so that what is drunk between two stops fills whole steps. */
function streamsOf({ fed, mixMl, gPerL, waterMl }: Pour, place: Place, water: Drink): readonly Sip[] {
  const drink = fed.stationDrink ?? place.drink;
  const mixed = drink === null ? null : mixedOf(drink, gPerL);
  if (fed.stationDrink !== null && mixed !== null && mixMl > 0) {
    return inTurns(sipsOfLeg(fed.leg, water, mixMl + waterMl, place), mixed, {
      share: mixMl / (mixMl + waterMl),
      stops: place.stops,
      gridMin: place.gridMin,
    });
  }
  return [
    ...(mixed === null || mixMl === 0 ? [] : sipsOfLeg(fed.leg, mixed, mixMl, place)),
    ...(waterMl === 0 ? [] : sipsOfLeg(fed.leg, water, waterMl, place)),
  ];
}

/** Fills flasks at each station with one drink: sports drink as often as its share needs, else water. */
function inTurns(
  sips: readonly Sip[],
  mixed: Drink,
  {
    share,
    stops,
    gridMin,
  }: { readonly share: number; readonly stops: readonly Stop[]; readonly gridMin: number },
): readonly Sip[] {
  const borders = stops.filter(({ kind }) => kind === 'aid').map(({ atMin }) => onGrid(atMin, gridMin));
  const parts = Map.groupBy(sips, ({ atMin }) => borders.findLastIndex((border) => border <= atMin));
  let [mixedMl, totalMl] = [0, 0];
  return [...parts.values()].flatMap((part) => {
    const partMl = part.reduce((sum, { volumeMl }) => sum + volumeMl, 0);
    totalMl += partMl;
    const isMixed = share * totalMl - mixedMl >= partMl / 2;
    if (isMixed) mixedMl += partMl;
    return isMixed ? part.map((sip) => ({ ...sip, drink: mixed })) : part;
  });
}

function mixedOf({ product, carbG }: Mixable, gPerL: number): Drink {
  return { product, parts: [{ product, servingsPerL: gPerL / carbG }] };
}

function sipsOfLeg(leg: PlanLeg, drink: Drink, volumeMl: number, { stops, gridMin }: Place): readonly Sip[] {
  const times = drinkTimes(leg, gridMin);
  const borders = stops
    .filter(({ kind, offers }) => kind === 'aid' && (offers.has('water') || offers.has('drop_bag')))
    .map(({ atMin }) => onGrid(atMin, gridMin))
    .filter((atMin) => atMin > leg.startMin && atMin < leg.endMin);
  const endMin = leg.endMin;
  const firstMin = times[0] ?? leg.startMin;
  const idealAt = (minute: number) => (volumeMl * (minute - firstMin)) / (endMin - firstMin);
  const fixed = [...new Set([firstMin, ...borders.filter((minute) => minute > firstMin), endMin])].map(
    (minute) => ({
      minute,
      ml: minute === endMin ? volumeMl : Math.round(idealAt(minute) / FILL_STEP_ML) * FILL_STEP_ML,
    }),
  );
  const drunkBy = (minute: number) => {
    const next = fixed.findIndex((one) => one.minute >= minute);
    const [from, to] = [fixed[Math.max(0, next - 1)], fixed[next]];
    if (from === undefined || to === undefined) return volumeMl;
    if (to.minute === from.minute) return to.ml;
    return from.ml + ((to.ml - from.ml) * (minute - from.minute)) / (to.minute - from.minute);
  };
  return times.flatMap((atMin, index) => {
    const toMin = times[index + 1] ?? endMin;
    const sipMl = drunkBy(toMin) - drunkBy(atMin);
    return sipMl > EPSILON_ML ? [{ atMin, toMin: Math.round(toMin), drink, volumeMl: sipMl }] : [];
  });
}

/** Lists the moments of a leg from which something is sipped until the next one. */
export function drinkTimes(leg: PlanLeg, gridMin: number): readonly number[] {
  const firstMin = onGrid(leg.startMin, gridMin);
  if (firstMin >= leg.endMin) return [Math.ceil(leg.startMin)];
  const count = Math.ceil((leg.endMin - firstMin) / gridMin - 1e-9);
  const times = Array.from({ length: count }, (_, index) => firstMin + index * gridMin);
  // The minute at which the next leg begins belongs to that one.
  return times.filter((atMin, index) => index === 0 || atMin < Math.round(leg.endMin));
}

/** Rounds the recipe of a bottle to practical measures: half scoops and sachets, or whole grams. */
function rounded(fill: Fill): Fill {
  const ingredients = fill.ingredients.map(({ product, servings }) => {
    const measured = roundedServings(product, servings, fill.fillMl);
    return { product, servings: measured, measure: measureOf(product, measured) };
  });
  // Sums of sips lose a few of the last digits.
  const fillMl = Math.round(fill.fillMl * 1e6) / 1e6;
  return { ...fill, fillMl, ingredients, ...amountsOf(ingredients) };
}

function roundedServings(product: Product, servings: number, fillMl: number): number {
  const labelMl = product.mixWaterMl;
  const pack = labelMl === null ? null : packOf(product);
  // Never stronger than the label, nor than drinks are planned.
  const isWeakEnough = (some: number) =>
    some * (labelMl ?? 0) <= fillMl + EPSILON_ML &&
    (product.carbG ?? 0) * some * 1000 <= STRENGTH.most * fillMl + EPSILON_ML;
  if (pack !== null) {
    const halves = Math.round(servings * pack.perServing * 2) / 2 / pack.perServing;
    const isNear = Math.abs(halves - servings) <= ROUNDING * servings;
    if (halves > 0 && isNear && isWeakEnough(halves)) return halves;
  }
  if (labelMl === null || product.massG === null) return servings;
  const grams = Math.max(1, Math.round(servings * product.massG));
  return (isWeakEnough(grams / product.massG) ? grams : grams - 1) / product.massG;
}

/** Adds tablets and pinches of salt to the bottles that have water for them, evenly. */
function withSalt(fills: readonly Fill[], { tablet, pinches }: Salts): readonly Fill[] {
  const pinch = genericFood('salt');
  const salted = tablet === null ? fills : spread(fills, tablet.salt.product, tablet.salt.step, tablet.steps);
  return pinches === 0 ? salted : spread(salted, pinch, 1, pinches);
}

function spread(fills: readonly Fill[], product: Product, step: number, steps: number): readonly Fill[] {
  const stepMl = (fluidMlOf(product) ?? 0) * step;
  const counts = fills.map(() => 0);
  const rooms = fills.map((fill) => Math.floor(waterLeft(fill) / stepMl + EPSILON_ML));
  for (let left = steps; left > 0; ) {
    // The emptiest bottle for its size comes next.
    let place = -1;
    for (const [index, fill] of fills.entries()) {
      if ((counts[index] ?? 0) >= (rooms[index] ?? 0)) continue;
      const [own, best] = [
        (counts[index] ?? 0) / fill.fillMl,
        (counts[place] ?? 0) / (fills[place]?.fillMl ?? 1),
      ];
      if (place === -1 || own < best - 1e-12) place = index;
    }
    if (place === -1) break;
    counts[place] = (counts[place] ?? 0) + 1;
    left -= 1;
  }
  return fills.map((fill, index) => {
    const servings = (counts[index] ?? 0) * step;
    if (servings === 0) return fill;
    const added: Ingredient = { product, servings, measure: measureOf(product, servings) };
    const ingredients = [...fill.ingredients, added];
    return { ...fill, ingredients, ...amountsOf(ingredients) };
  });
}

/** Counts the further measures of this volume that dissolve in these bottles. */
export function roomIn(fills: readonly Fill[], stepMl: number): number {
  return fills.reduce((sum, fill) => sum + Math.max(0, Math.floor(waterLeft(fill) / stepMl + EPSILON_ML)), 0);
}

/** Returns the water of a bottle beyond that of its ingredients' labels. */
function waterLeft({ fillMl, ingredients }: Fill): number {
  return (
    fillMl - ingredients.reduce((sum, { product, servings }) => sum + (fluidMlOf(product) ?? 0) * servings, 0)
  );
}

/** Assigns each sip to a filling: bottles of one drink are emptied one after the other. */
function ofFills(sips: readonly Sip[], fills: readonly Fill[], recipes: readonly Fill[]): Poured['sips'] {
  const left = fills.map(({ fillMl }) => fillMl);
  return sips.flatMap((sip) => {
    const parts: (Sip & { fill: Fill | null })[] = [];
    let restMl = sip.volumeMl;
    for (const [index, fill] of fills.entries()) {
      const leftMl = left[index] ?? 0;
      const isOwn = fill.product === sip.drink.product && fill.fromMin <= sip.atMin && sip.atMin < fill.toMin;
      if (restMl <= EPSILON_ML || leftMl <= EPSILON_ML || !isOwn) continue;
      const volumeMl = Math.min(restMl, leftMl);
      left[index] = leftMl - volumeMl;
      restMl -= volumeMl;
      parts.push({ ...sip, volumeMl, fill: recipes[index] ?? null });
    }
    // Fluid that fits no bottle is still drunk: the plan states the shortfall.
    return restMl > EPSILON_ML ? [...parts, { ...sip, volumeMl: restMl, fill: null }] : parts;
  });
}
