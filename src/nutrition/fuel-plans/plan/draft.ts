import { type Form, SERVINGS_MAX } from '../portions.ts';
import { RULES } from './costs.ts';
import { type Counted, Ledger } from './ledger.ts';
import { Mealtimes } from './mealtimes.ts';
import { type Menu, TABLE_SALT } from './menu.ts';
import { type Binding, EPSILON, isSwim, type Product, type Request, sumOf } from './model.ts';
import {
  amountsOf,
  type Bottle,
  type Cup,
  type Drink,
  type LegDraft,
  type Piece,
  pocketOf,
  type Station,
  toCup,
  type Water,
} from './parts.ts';
import { Price } from './price.ts';

const BINDING_OF = { carbG: 'hourly_carb', sodiumMg: 'hourly_sodium', fluidMl: 'hourly_fluid' } as const;

/** A later leg of a replan has at most this share of its carbohydrate. */
const LEG_MOST = 1.1;

/** A plan in the making. Nothing is added that a constraint forbids, so nothing has to be repaired. */
export class Draft {
  /** Changed once the plan is closed, so that it is explained by what was asked for. */
  request: Request;
  readonly menu: Menu;
  readonly ledger: Ledger;
  readonly legs: readonly LegDraft[];
  readonly stations: readonly Station[];
  readonly bottles: readonly Bottle[];
  readonly mealtimes: Mealtimes;
  /** The athlete's mixes, each at one strength for the event. */
  readonly mixes: readonly Drink[];
  readonly pieces: Piece[] = [];
  /** Capsules by minute. */
  readonly capsules = new Map<number, number>();
  readonly used = new Map<Product, number>();
  readonly targets: Counted;
  /** The drink's share of the carbohydrate where it follows from given products; null for what is usual. */
  drinkShare: number | null = null;
  /** Carbohydrate that stations should hand out next to given products. */
  handedG = 0;
  /** Minutes at which each given food fits next to the drinks. */
  openMinutes: ReadonlyMap<Product, readonly number[]> = new Map();
  #caffeineMg = 0;
  readonly #undo: (() => void)[] = [];
  readonly #packedAt: readonly number[];
  /** Pieces from each bag, and first those of before any. */
  readonly #carried: number[];
  /** Whether nothing is prescribed to eat, so that nothing sweet is chosen. */
  readonly #isUnfed: boolean;
  readonly #price: Price;

  constructor(request: Request, water: Water, menu: Menu) {
    const { legs } = request;
    this.request = request;
    this.menu = menu;
    this.ledger = new Ledger(request);
    this.legs = legs.map((leg, index) => ({ leg, index, carbG: 0, drunkG: 0 }));
    this.targets = {
      carbG: sumOf(legs, ({ carbG }) => carbG),
      sodiumMg: sumOf(legs, ({ sodiumMg }) => sodiumMg),
      fluidMl: sumOf(legs, ({ fluidMl }) => fluidMl),
    };
    this.mixes = menu.mixes.map((product) => ({ product, servingsPerMl: 0, from: 'home' }));
    const filled = new Set(water.pours.map(({ stop }) => stop));
    this.stations = water.stops.map((stop) => ({
      stop,
      leg: this.legAt(stop.atMin),
      cups: stop.cups.map(toCup),
      isVisited: filled.has(stop) || (water.halfCups.get(stop) ?? 0) > 0,
    }));
    this.bottles = water.pours.map((pour) => ({
      pour,
      leg: this.legAt(pour.fromMin, pour.leg),
      drink: null,
      tablets: 0,
    }));
    this.mealtimes = new Mealtimes(request, this.stations, menu.foods, (minute) => this.legAt(minute));
    this.#packedAt = water.stops.filter(({ hasBag }) => hasBag).map(({ atMin }) => atMin);
    this.#carried = Array.from({ length: this.#packedAt.length + 1 }, () => 0);
    this.#isUnfed = this.targets.carbG < RULES.leastCarbG;
    this.#price = new Price(this);
    for (const bottle of this.bottles) {
      const { fixed, fromMin: from, toMin, volumeMl } = bottle.pour;
      const { carbG, sodiumMg } = fixed ?? { carbG: 0, sodiumMg: 0 };
      this.ledger.spread(from, toMin, { carbG, sodiumMg, fluidMl: volumeMl }, 1);
      bottle.leg.carbG += carbG;
      bottle.leg.drunkG += carbG;
    }
    for (const station of this.stations)
      this.#pourPlannedCups(station, water.halfCups.get(station.stop) ?? 0);
  }

  /** Fills the cups that the water plan counts: with water, or with what else is offered. */
  #pourPlannedCups(station: Station, halves: number): void {
    // An upset stomach keeps sweet and salty drinks rather than food.
    const order = this.request.isUpset
      ? ['carb', 'cola', 'water', 'broth']
      : ['water', 'carb', 'cola', 'broth'];
    const kinds = order.flatMap((kind) => station.cups.find((cup) => cup.kind === kind) ?? []);
    for (let count = 0; count < halves; count += 1) {
      if (!kinds.some((cup) => this.changeCup(station, null, cup))) return;
    }
  }

  legAt(minute: number, index?: number): LegDraft {
    const found =
      index === undefined ? this.legs.findLast(({ leg }) => leg.startMin <= minute) : this.legs[index];
    const leg = found ?? this.legs[0];
    if (leg === undefined) throw new Error('a session has a leg');
    return leg;
  }

  // Undoing

  /** Returns a point to which changes can be undone. */
  mark(): number {
    return this.#undo.length;
  }

  /** Undoes all changes since a point. */
  undoTo(mark: number): void {
    while (this.#undo.length > mark) this.#undo.pop()?.();
  }

  // Bottles

  #contentsOf({ pour, drink, tablets }: Bottle): Counted {
    const { volumeMl, filledMl } = pour;
    const servings = drink === null ? 0 : drink.servingsPerMl * volumeMl;
    const dissolved = (tablets * volumeMl) / filledMl;
    const { tablet } = this.menu;
    return {
      carbG: servings * (drink?.product.carbG ?? 0) + dissolved * (tablet?.carbG ?? 0),
      sodiumMg: servings * (drink?.product.sodiumMg ?? 0) + dissolved * (tablet?.sodiumMg ?? 0),
      fluidMl: 0,
    };
  }

  #count(bottle: Bottle, sign: 1 | -1): void {
    const { pour, leg, drink, tablets } = bottle;
    const contents = this.#contentsOf(bottle);
    this.#price.drinksChanged();
    this.ledger.spread(pour.fromMin, pour.toMin, contents, sign);
    leg.carbG += sign * contents.carbG;
    leg.drunkG += sign * contents.carbG;
    const { tablet } = this.menu;
    if (drink?.from === 'home') this.#use(drink.product, sign * drink.servingsPerMl * pour.filledMl);
    if (tablet !== null && tablets > 0) this.#use(tablet, sign * tablets);
  }

  #use(product: Product, servings: number): void {
    const now = (this.used.get(product) ?? 0) + servings;
    this.#caffeineMg += servings * product.caffeineMg;
    if (now < EPSILON) this.used.delete(product);
    else this.used.set(product, now);
  }

  /** Fills a bottle with something else; false, and unchanged, where a constraint forbids it. */
  fill(bottle: Bottle, drink: Drink | null, tablets: number): boolean {
    const { pour } = bottle;
    const { stop } = pour;
    const before = { drink: bottle.drink, tablets: bottle.tablets };
    if (pour.fixed !== null) return false;
    const isOwn = drink?.from === 'home';
    // Ready drinks lie in a bag; so does everything that a swimmer takes.
    if (isOwn && (drink.product.form === 'ready' || isSwim(bottle.leg.leg)) && !stop.hasBag) return false;
    if (drink?.from === 'station' && !stop.cups.includes(drink.product)) return false;
    if (this.#isUnfed && drink !== null && drink.product.carbG > 0 && !this.#isGiven(drink.product))
      return false;
    const set = (content: { readonly drink: Drink | null; readonly tablets: number }) => {
      this.#count(bottle, -1);
      bottle.drink = content.drink;
      bottle.tablets = content.tablets;
      this.#count(bottle, 1);
    };
    set({ drink, tablets });
    if (this.ledger.broken(pour.fromMin, pour.toMin) === null && this.#isWithinSupply()) {
      this.#undo.push(() => set(before));
      return true;
    }
    set(before);
    return false;
  }

  /** Changes the strength of a mix in all its bottles; false, and unchanged, where a constraint forbids it. */
  mixAt(drink: Drink, servingsPerMl: number): boolean {
    const before = drink.servingsPerMl;
    const mixed = this.bottles.filter((bottle) => bottle.drink === drink);
    const set = (strength: number) => {
      for (const bottle of mixed) this.#count(bottle, -1);
      drink.servingsPerMl = strength;
      for (const bottle of mixed) this.#count(bottle, 1);
    };
    set(servingsPerMl);
    const isFine = mixed.every(({ pour }) => this.ledger.broken(pour.fromMin, pour.toMin) === null);
    if (isFine && this.#isWithinSupply()) {
      this.#undo.push(() => set(before));
      return true;
    }
    set(before);
    return false;
  }

  /** Returns how many servings of an own product may be used. */
  mostOf({ id }: Product): number {
    const { supply } = this.request;
    return supply === null ? SERVINGS_MAX : (supply[id]?.atMost ?? 0);
  }

  /** Returns how many servings of a product must still be used. */
  wantedOf(product: Product): number {
    const wanted = this.request.supply?.[product.id]?.mustUse ?? 0;
    return Math.max(0, wanted - (this.used.get(product) ?? 0));
  }

  #isGiven({ id }: Product): boolean {
    return (this.request.supply?.[id]?.mustUse ?? 0) > 0;
  }

  #isWithinSupply(): boolean {
    const isWithin = (product: Product) => (this.used.get(product) ?? 0) <= this.mostOf(product) + EPSILON;
    const { tablet } = this.menu;
    return (
      this.caffeineLeftMg >= -EPSILON &&
      this.mixes.every(({ product }) => isWithin(product)) &&
      (tablet === null || tablet === TABLE_SALT || isWithin(tablet))
    );
  }

  /** Returns how much more caffeine is safe. */
  get caffeineLeftMg(): number {
    return this.request.caffeineMaxMg - this.#caffeineMg;
  }

  // Cups

  /** Drinks half a cup of one drink instead of another, of nothing, or not at all; false where it is not possible. */
  changeCup(station: Station, from: Cup | null, to: Cup | null): boolean {
    const { atMin } = station.stop;
    if (from !== null && from.halves < 1) return false;
    if (this.#isUnfed && to !== null && to.kind !== 'water') return false;
    if (to !== null && this.#isPaying(station.leg, to.half.carbG - (from?.half.carbG ?? 0))) return false;
    if (from !== null) this.#countCup(station, from, -1);
    const isFine =
      to === null ||
      ((to.half.caffeineMg === 0 || to.half.caffeineMg <= this.caffeineLeftMg + EPSILON) &&
        this.ledger.refusal(atMin, to.half) === null);
    if (!isFine) {
      if (from !== null) this.#countCup(station, from, 1);
      return false;
    }
    if (to !== null) this.#countCup(station, to, 1);
    this.#undo.push(() => {
      if (to !== null) this.#countCup(station, to, -1);
      if (from !== null) this.#countCup(station, from, 1);
    });
    return true;
  }

  #countCup({ stop, leg }: Station, cup: Cup, sign: 1 | -1): void {
    cup.halves += sign;
    this.#price.drinksChanged();
    this.#caffeineMg += sign * cup.half.caffeineMg;
    this.ledger.add(stop.atMin, cup.half, sign);
    leg.carbG += sign * cup.half.carbG;
    leg.drunkG += sign * cup.half.carbG;
  }

  // Food

  /** Returns why a piece cannot be eaten; null if it can. */
  refusal(piece: Piece): Binding | null {
    const { product, servings, atMin, station } = piece;
    const { leg } = piece.leg;
    const isWanted = station === null && this.#isGiven(product);
    const isBeforeStart = piece.isDose && atMin < 0;
    if (!isBeforeStart && !this.mealtimes.isOpen(piece.leg, atMin)) return 'spacing';
    if (isSwim(leg) && !isBeforeStart && this.mealtimes.stationAt(atMin) === null) return 'spacing';
    const form: Form = product.form === 'gel' || product.form === 'chew' ? product.form : 'solid';
    const isUsual = leg.forms.has(form) || (isWanted && leg.forms.size > 0 && !isSwim(leg));
    if (!isBeforeStart && !isUsual) return 'no_food';
    if (this.#isUnfed && !isWanted && !piece.isDose) return 'no_food';
    if (form === 'solid' && !isWanted && !this.mealtimes.mayChew(leg, product, atMin)) return 'no_food';
    if (this.#isTooNear(piece, isWanted)) return 'spacing';
    if (!isWanted && this.#isPaying(piece.leg, product.carbG * servings)) return 'spacing';
    if (station === null) {
      if (!isWanted && (this.#carried[this.#bagBefore(atMin)] ?? 0) + servings > pocketOf(leg))
        return 'pockets';
      if ((this.used.get(product) ?? 0) + servings > this.mostOf(product) + EPSILON) return 'supply';
    }
    if (product.caffeineMg > 0 && servings * product.caffeineMg > this.caffeineLeftMg + EPSILON) {
      return 'caffeine_limit';
    }
    const kind = this.ledger.refusal(atMin, amountsOf(piece));
    return kind === null ? null : BINDING_OF[kind];
  }

  /** Returns whether a later leg of a replan would make up for an earlier one. */
  #isPaying({ leg, index, carbG }: LegDraft, addedG: number): boolean {
    return this.request.isRest && index > 0 && addedG > 0 && carbG + addedG > LEG_MOST * leg.carbG;
  }

  /** Returns the index of the first piece after a minute. */
  indexAfter(minute: number): number {
    let [from, to] = [0, this.pieces.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.pieces[middle]?.atMin ?? 0) > minute) to = middle;
      else from = middle + 1;
    }
    return from;
  }

  #isTooNear({ product, servings, atMin, station }: Piece, isWanted: boolean): boolean {
    const carbG = product.carbG * servings;
    let nearG = carbG;
    for (let i = this.indexAfter(atMin - RULES.spacingMin - 1); i < this.pieces.length; i += 1) {
      const other = this.pieces[i];
      if (other === undefined || other.atMin > atMin + RULES.spacingMin) break;
      const apart = Math.abs(other.atMin - atMin);
      if (apart > 0 && apart < RULES.spacingMin) return true;
      if (apart === 0 && !isWanted) {
        if (other.product === product) return true;
        const areSolid = other.product.form === 'solid' && product.form === 'solid';
        if (areSolid && (station === null || other.station === null)) return true;
      }
      nearG += other.product.carbG * other.servings;
    }
    return nearG > Math.max(RULES.within15G, carbG) + EPSILON;
  }

  /** Returns the number of the last bag before a minute. */
  #bagBefore(atMin: number): number {
    return this.#packedAt.findLastIndex((packedMin) => packedMin <= atMin) + 1;
  }

  /** Eats a piece that is not refused. */
  put(piece: Piece): void {
    this.#insert(piece);
    this.#undo.push(() => this.#remove(piece));
  }

  /** Leaves a piece out. */
  take(piece: Piece): void {
    this.#remove(piece);
    this.#undo.push(() => this.#insert(piece));
  }

  #insert(piece: Piece): void {
    this.pieces.splice(this.indexAfter(piece.atMin), 0, piece);
    this.#eat(piece, 1);
  }

  #remove(piece: Piece): void {
    this.pieces.splice(this.pieces.indexOf(piece), 1);
    this.#eat(piece, -1);
  }

  #eat(piece: Piece, sign: 1 | -1): void {
    const { product, servings, station, leg, atMin } = piece;
    this.ledger.add(atMin, amountsOf(piece), sign);
    leg.carbG += sign * product.carbG * servings;
    if (station === null) {
      this.#use(product, sign * servings);
      const bag = this.#bagBefore(atMin);
      this.#carried[bag] = (this.#carried[bag] ?? 0) + sign * servings;
    } else this.#caffeineMg += sign * product.caffeineMg * servings;
  }

  /** Adds a capsule at a minute, or with -1 leaves one out; false where a constraint forbids it. */
  salt(atMin: number, count: 1 | -1): boolean {
    const { capsule } = this.menu;
    if (capsule === null) return false;
    const now = this.capsules.get(atMin) ?? 0;
    if (count > 0) {
      const isNeeded = this.wantedOf(capsule) > 0 || this.request.isUpset;
      if (!isNeeded && this.targets.sodiumMg - this.ledger.total.sodiumMg < RULES.leastSaltMg) return false;
      if (now >= (this.request.isUpset ? 1 : RULES.capsulesAtOnce)) return false;
      for (const other of this.capsules.keys()) {
        if (other !== atMin && Math.abs(other - atMin) < RULES.capsuleEveryMin) return false;
      }
      if ((this.used.get(capsule) ?? 0) + 1 > this.mostOf(capsule) + EPSILON) return false;
      if (capsule.caffeineMg > this.caffeineLeftMg + EPSILON) return false;
      if (this.ledger.refusal(atMin, { ...capsule, fluidMl: 0 }) !== null) return false;
    } else if (now === 0) return false;
    this.#swallow(capsule, atMin, count);
    this.#undo.push(() => this.#swallow(capsule, atMin, count === 1 ? -1 : 1));
    return true;
  }

  #swallow(capsule: Product, atMin: number, count: 1 | -1): void {
    const now = (this.capsules.get(atMin) ?? 0) + count;
    this.ledger.add(atMin, { ...capsule, fluidMl: 0 }, count);
    this.#use(capsule, count);
    if (now === 0) this.capsules.delete(atMin);
    else this.capsules.set(atMin, now);
  }

  /** Returns what the plan costs, in points. */
  cost(): number {
    return this.#price.total();
  }

  /** Returns what a plan costs before it is improved: a weaker mix ends concentration. */
  roughCost(): number {
    return this.#price.total() - this.#price.concentration();
  }
}
