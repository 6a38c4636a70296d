import type { FluidReason } from '#core/languages/plan-texts.ts';
import type { Vessel } from '#platform/storage/course-columns.ts';
import type { Product } from '../../catalogue/catalogue-copy.ts';
import { CUP_ML, genericFood } from '../../catalogue/generic-foods.ts';
import { FILL_STEP_ML, fluidMlOf, isPlainWater, type Portion } from '../portions.ts';
import type { Fill } from './bottles.ts';
import type { Mix } from './choose-mix.ts';
import { cupStops, placeCups } from './cups.ts';
import { ItemsByMinute } from './items-by-minute.ts';
import { type Drunk, drinkFor, type FedLeg } from './leg-mix.ts';
import { type Mark, withAmounts } from './marks.ts';
import { placeCapsules } from './place-capsules.ts';
import type { Ground, PlacedBite } from './place-food.ts';
import type { PlanLeg } from './plan-legs.ts';
import type { PlanNote } from './plan-notes.ts';
import { drinkTimes, type Poured, pourLegs } from './pour-legs.ts';
import type { Stop } from './stops.ts';

/** A mix in time: what is taken at each moment, and from which bottle. */
export interface LaidOut {
  readonly mix: Mix;
  readonly marks: readonly Mark[];
  readonly fills: readonly Fill[];
  readonly portions: readonly Portion[];
  readonly bites: readonly PlacedBite[];
  /** The drinks of each leg, in the order of the fed legs. */
  readonly drunk: readonly Drunk[];
  readonly vesselNotes: readonly PlanNote[];
  /** Salt capsules for which no hour has room. */
  readonly capsulesLeft: number;
}

/** Cups that are drunk at a station for more than their water. */
export interface StationCups {
  readonly stop: Stop;
  readonly product: Product;
  readonly count: number;
}

/** Inputs for laying out a mix. */
export interface Setting extends Ground {
  readonly allLegs: readonly PlanLeg[];
  readonly stops: readonly Stop[];
  readonly vessels: readonly Vessel[] | null;
  readonly water: Product;
  /** Cola at stations that is a dose of caffeine. */
  readonly colas: readonly StationCups[];
  /** Ready sports drink of the stations; null if none hands any out. */
  readonly sportsDrink: Product | null;
  /** Why the legs have less fluid than prescribed; null if nothing was removed. */
  readonly fluidCut: FluidReason | null;
}

/** Lays out the drinks and the salt of a mix between its food: at an even rate from bottles, or in cups at stations. */
export function layOutMix(mix: Mix, bites: readonly PlacedBite[], setting: Setting): LaidOut {
  const tabletG = carbOfTablets(mix);
  const fluidMl = setting.legs.reduce((sum, fed) => sum + fed.fluidMl, 0);
  const special = specialCups(mix, setting);
  let powderG = carbLeft(mix, setting);
  const drunk = setting.legs.map((fed) => {
    const own = drunkIn(withoutCups(fed, special), mix, bites, {
      tabletG: fluidMl > 0 ? (tabletG * fed.fluidMl) / fluidMl : 0,
      cupsG: carbOfCups(fed, special),
      powderG,
    });
    if (fed.stationDrink === null) powderG -= (own.mixMl * own.gPerL) / ML_PER_L;
    return own;
  });
  const pours = setting.legs.map((fed, index) => ({ fed, ...(drunk[index] ?? NOTHING_DRUNK) }));
  const { drink, salts } = mix;
  const place = { ...setting, legs: setting.allLegs, drink, salts };
  const poured = pourLegs(pours, place);
  const moments = new ItemsByMinute();
  for (const { atMin, bite, stop } of bites) {
    moments.add(atMin, { product: bite.product, servings: bite.servings, fluidMl: bite.fluidMl, stop });
  }
  addSips(moments, poured.sips, setting.water);
  addCups(moments, drunk, special, setting);
  const capsulesLeft = placeCapsules(moments, mix, bites, setting);
  const marks = withAmounts(moments.list());
  return {
    mix,
    marks,
    fills: poured.fills,
    portions: portionsOf(marks),
    bites,
    drunk,
    vesselNotes: poured.vesselNotes,
    capsulesLeft,
  };
}

const NOTHING_DRUNK: Drunk = {
  mixMl: 0,
  gPerL: 0,
  waterMl: 0,
  sportCups: 0,
  carbG: 0,
  dryShare: 0,
  strengthSteps: 0,
};

/** Returns the carbohydrate of tablets, g: a few grams each add up in a long event. */
function carbOfTablets({ salts: { tablet } }: Mix): number {
  return tablet === null ? 0 : tablet.steps * tablet.salt.step * (tablet.salt.product.carbG ?? 0);
}

const ML_PER_L = 1000;

/** Returns the carbohydrate of the powder that the athlete still has, g. */
function carbLeft({ drink }: Mix, { left }: Setting): number {
  if (left === null || drink === null) return Number.POSITIVE_INFINITY;
  return (left.get(drink.product) ?? 0) * drink.carbG;
}

/** Lists the cups of broth and cola of a plan. */
function specialCups({ salts: { broths } }: Mix, { colas }: Setting): readonly StationCups[] {
  const broth = genericFood('broth');
  return [...colas, ...broths.map((stop) => ({ stop, product: broth, count: 1 }))];
}

function cupsIn({ leg }: FedLeg, special: readonly StationCups[]): readonly StationCups[] {
  return special.filter(({ stop: { atMin } }) => atMin >= leg.startMin && atMin < leg.endMin);
}

function carbOfCups(fed: FedLeg, special: readonly StationCups[]): number {
  return cupsIn(fed, special).reduce((sum, { product, count }) => sum + count * (product.carbG ?? 0), 0);
}

/** Subtracts cups of broth and cola from the fluid of a leg: they replace other cups or fluid in bottles. */
function withoutCups(fed: FedLeg, special: readonly StationCups[]): FedLeg {
  const count = cupsIn(fed, special).reduce((sum, one) => sum + one.count, 0);
  if (count === 0) return fed;
  const { cups } = fed;
  if (cups !== null) return { ...fed, cups: { ...cups, count: Math.max(0, cups.count - count) } };
  return { ...fed, fluidMl: Math.max(0, fed.fluidMl - count * CUP_ML) };
}

function drunkIn(
  fed: FedLeg,
  { drink }: Mix,
  bites: readonly PlacedBite[],
  { tabletG, cupsG, powderG }: Readonly<Record<'tabletG' | 'cupsG' | 'powderG', number>>,
): Drunk {
  const own = bites.filter(({ legIndex }) => legIndex === fed.legIndex);
  const eatenG = own.reduce((sum, { bite }) => sum + bite.carbG, 0);
  const gelMl = own.reduce((sum, { bite }) => sum + bite.fluidMl, 0);
  const gels = own.filter(({ bite }) => bite.kind === 'gel').length;
  const fluidMl = Math.max(0, Math.floor((fed.fluidMl - gelMl) / FILL_STEP_ML) * FILL_STEP_ML);
  const lackingG = fed.leg.carbG - eatenG - tabletG - cupsG;
  const wantedG = fed.stationDrink === null ? Math.min(lackingG, powderG) : lackingG;
  const drunk = drinkFor({ ...fed, fluidMl }, fed.stationDrink ?? drink, wantedG, gels);
  return { ...drunk, carbG: drunk.carbG + cupsG };
}

function addSips(moments: ItemsByMinute, sips: Poured['sips'], water: Product): void {
  for (const { atMin, volumeMl, fill, drink } of sips) {
    const parts =
      fill === null
        ? drink.parts.map(({ product, servingsPerL }) => ({
            product,
            servings: (servingsPerL * volumeMl) / 1000,
          }))
        : fill.ingredients.map(({ product, servings }) => ({
            product,
            servings: (servings * volumeMl) / fill.fillMl,
          }));
    let restMl = volumeMl;
    for (const { product, servings } of parts) {
      const fluidMl = (fluidMlOf(product) ?? 0) * servings;
      restMl -= fluidMl;
      moments.add(atMin, { product, servings, fluidMl, stop: null });
    }
    const servings = restMl / (fluidMlOf(water) ?? 1);
    if (restMl > 1e-6) moments.add(atMin, { product: water, servings, fluidMl: restMl, stop: null });
  }
}

/** Adds the cups of stations: broth and cola where due, sports drink and water alternately, evenly spread. */
function addCups(
  moments: ItemsByMinute,
  drunk: readonly Drunk[],
  special: readonly StationCups[],
  { legs, stops, gridMin, sportsDrink }: Setting,
): void {
  const momentOf = (leg: PlanLeg, stop: Stop) =>
    Math.max(drinkTimes(leg, gridMin)[0] ?? 0, Math.floor(stop.atMin / gridMin) * gridMin);
  for (const [index, fed] of legs.entries()) {
    const { leg } = fed;
    for (const { stop, product, count } of cupsIn(fed, special)) {
      moments.add(momentOf(leg, stop), { product, servings: count, fluidMl: count * CUP_ML, stop });
    }
    const { cups } = withoutCups(fed, special);
    if (cups === null) continue;
    const sportCups = drunk[index]?.sportCups ?? 0;
    const { stations } = placeCups(cupStops(stops, leg), cups, leg);
    for (const [cup, stop] of stations.entries()) {
      const isSport =
        Math.floor(((cup + 1) * sportCups) / cups.count) > Math.floor((cup * sportCups) / cups.count);
      const product = isSport && sportsDrink !== null ? sportsDrink : genericFood('water');
      const servings = cups.cupMl / (fluidMlOf(product) ?? cups.cupMl);
      moments.add(momentOf(leg, stop), { product, servings, fluidMl: cups.cupMl, stop });
    }
  }
}

/** Adds up the items of a timeline by product: drinks first, then food, salt and water. */
function portionsOf(marks: readonly Mark[]): readonly Portion[] {
  const sums = new Map<Product, number>();
  for (const { product, servings } of marks.flatMap(({ items }) => items)) {
    sums.set(product, (sums.get(product) ?? 0) + servings);
  }
  const carbOf = (product: Product, servings: number) => (product.carbG ?? 0) * servings;
  return (
    [...sums]
      .sort(
        ([one, ones], [other, others]) =>
          Number(isPlainWater(one)) - Number(isPlainWater(other)) ||
          carbOf(other, others) - carbOf(one, ones) ||
          (one.id < other.id ? -1 : 1),
      )
      // Sums of sips lose a few of the last digits.
      .map(([product, servings]) => ({ product, servings: Math.round(servings * 1e9) / 1e9 }))
  );
}
