import type { Work } from '@musette/basics/work';
import { optionsAt } from './construct.ts';
import { onGrid, RULES } from './costs.ts';
import type { Draft } from './draft.ts';
import { readyDrink, stationDrinkAt, strengthsOf } from './drinks.ts';
import { isSwim, ML_PER_L } from './model.ts';
import type { Bottle, Cup, Drink, Piece, Station } from './parts.ts';
import { saltMinutes } from './salts.ts';
import { carriesFlasks } from './vessels.ts';

/** A change is worth this many points, or it is rounding. */
const BETTER = 1e-6;
const PASSES = 4;
const SHIFTS_MIN = [-5, 5, -10, 10] as const;
/** Minutes around a change at which something is eaten instead. */
const NEAR_MIN = [0, -15, 15, -30, 30] as const;
const STRENGTH_STEPS_G_PER_L = [-10, -5, -2, -1, 1, 2, 5, 10] as const;
/** Cola is drunk in events at least this long. */
const COLA_FROM_MIN = 300;
const GAP_FROM_MIN = 30;
/** Below this share of the carbohydrate, more is looked for first. */
const SHORT_SHARE = 0.97;

/** Improves a draft by small changes until nothing helps, or this many plans were looked at. */
export function* improveInSteps(draft: Draft, looks: number): Work<void> {
  yield* new Search(draft, looks).run();
}

/** Time of one look at the longest events, µs. */
const LOOK_US = 100;

class Search {
  readonly #draft: Draft;
  #left: number;
  #cost: number;

  constructor(draft: Draft, looks: number) {
    this.#draft = draft;
    this.#left = looks;
    this.#cost = draft.cost();
  }

  *run(): Work<void> {
    for (let pass = 0; pass < PASSES && this.#left > 0; pass += 1) {
      const before = this.#cost;
      for (const change of [
        () => this.#isShort() && this.#addMore(),
        () => this.#changeBottles(),
        () => this.#changeCups(),
        () => this.#swapAndDrop(),
        () => this.#exchange(),
        () => this.#shift(),
        () => (pass > 0 || !this.#isShort()) && this.#addMore(),
        () => this.#changeSalt(),
        () => this.#draft.request.supply === null && this.#tradeDrinks(),
      ]) {
        const left = this.#left;
        change();
        yield (left - this.#left) * LOOK_US;
      }
      if (this.#cost >= before - BETTER) return;
    }
  }

  /** Makes a change if no constraint forbids it and the plan is cheaper; else nothing changes. */
  #try(change: () => boolean): boolean {
    if (this.#left <= 0) return false;
    const mark = this.#draft.mark();
    if (!change()) {
      this.#draft.undoTo(mark);
      return false;
    }
    return this.#keep(mark);
  }

  #keep(mark: number): boolean {
    this.#left -= 1;
    const cost = this.#draft.cost();
    if (cost < this.#cost - BETTER) {
      this.#cost = cost;
      return true;
    }
    this.#draft.undoTo(mark);
    return false;
  }

  #isShort(): boolean {
    const { ledger, targets } = this.#draft;
    return ledger.total.carbG < SHORT_SHARE * targets.carbG;
  }

  #put(piece: Piece): boolean {
    if (this.#draft.refusal(piece) !== null) return false;
    this.#draft.put(piece);
    return true;
  }

  #replace(before: Piece, after: Piece): boolean {
    return this.#try(() => {
      this.#draft.take(before);
      return this.#put(after);
    });
  }

  // Food

  /** Eats more: in the widest gaps first, then at stops. */
  #addMore(): void {
    const { request, stations } = this.#draft;
    const times = [request.fromMin, ...this.#draft.pieces.map(({ atMin }) => atMin), request.endMin];
    const handing = new Set(
      stations.filter(({ stop }) => stop.foods.length > 0).map(({ stop }) => stop.atMin),
    );
    const gaps = times
      .slice(1)
      .map((to, index) => ({ from: times[index] ?? to, to }))
      .filter(({ from, to }) => to - from >= GAP_FROM_MIN || handing.has(from) || handing.has(to))
      .sort((one, other) => other.to - other.from - (one.to - one.from));
    for (const gap of gaps) this.#addIn(gap);
    for (const station of stations) {
      for (const piece of optionsAt(this.#draft, station.stop.atMin, station)) {
        if (piece.station !== null) this.#try(() => this.#put(piece));
      }
    }
  }

  #addIn({ from, to }: { readonly from: number; readonly to: number }): boolean {
    const inside = this.#draft.stations
      .filter(({ stop }) => stop.atMin > from && stop.atMin < to && stop.kind !== 'start')
      .slice(0, 2)
      .map(({ stop }) => stop.atMin);
    const middle = onGrid((from + to) / 2);
    const minutes = [middle, middle - 10, middle + 10].map((minute) => this.#draft.mealtimes.near(minute));
    for (const atMin of new Set([...inside, ...minutes])) {
      const station = this.#draft.mealtimes.stationAt(atMin);
      if (station === null && isSwim(this.#draft.legAt(atMin).leg)) continue;
      for (const piece of optionsAt(this.#draft, atMin, station)) {
        if (this.#left <= 0) return false;
        if (this.#try(() => this.#put(piece))) return true;
      }
    }
    return false;
  }

  #swapAndDrop(): void {
    for (const piece of [...this.#draft.pieces]) {
      if (piece.isDose || this.#left <= 0) continue;
      let now = piece;
      for (const other of optionsAt(this.#draft, piece.atMin, this.#draft.mealtimes.stationAt(piece.atMin))) {
        if (other.product === now.product && other.servings === now.servings) continue;
        if (this.#replace(now, other)) now = other;
      }
      this.#try(() => {
        this.#draft.take(now);
        return true;
      });
    }
  }

  /** Exchanges neighbours, for a change of taste; what is chewed where that is not usual, with any other piece. */
  #exchange(): void {
    const { pieces } = this.#draft;
    for (let i = 0; i < pieces.length && this.#left > 0; i += 1) {
      const first = pieces[i];
      if (first === undefined || first.isDose || first.station !== null) continue;
      const others = this.#draft.mealtimes.isChewedElsewhere(first)
        ? [...pieces]
        : pieces.slice(i + 1, i + 4);
      for (const other of others) {
        const one = pieces[i];
        if (one === undefined || other.isDose || other.station !== null) continue;
        if (one.product === other.product || one.atMin === other.atMin || !pieces.includes(other)) continue;
        this.#try(() => {
          this.#draft.take(one);
          this.#draft.take(other);
          return (
            this.#put({ ...other, atMin: one.atMin, leg: one.leg }) &&
            this.#put({ ...one, atMin: other.atMin, leg: other.leg })
          );
        });
      }
    }
  }

  #shift(): void {
    for (const piece of [...this.#draft.pieces]) {
      if (piece.isDose || piece.station !== null || this.#left <= 0) continue;
      SHIFTS_MIN.some((shift) => {
        const atMin = this.#draft.mealtimes.near(onGrid(piece.atMin + shift));
        return this.#replace(piece, { ...piece, atMin, leg: this.#draft.legAt(atMin) });
      });
    }
  }

  // Bottles

  #changeBottles(): void {
    const { bottles, mixes, request } = this.#draft;
    for (const bottle of bottles) {
      const { drink, tablets, pour } = bottle;
      if (pour.fixed !== null) continue;
      const station = stationDrinkAt(bottle);
      const contents: (Drink | null)[] = [null, ...mixes.filter(({ servingsPerMl }) => servingsPerMl > 0)];
      for (const mix of mixes) if (mix.servingsPerMl === 0) this.#beginMix(mix, bottle);
      if (station !== null) contents.push(readyDrink(station));
      for (const content of contents) {
        if (content?.product !== drink?.product) this.#try(() => this.#draft.fill(bottle, content, 0));
      }
      if (tablets > 0 && drink === null) this.#try(() => this.#draft.fill(bottle, null, 0));
    }
    this.#exchangeBottles();
    if (request.supply === null) for (const mix of mixes) this.#changeStrength(mix);
  }

  /** Mixes a first bottle of a drink. */
  #beginMix(mix: Drink, bottle: Bottle): void {
    const { least, usual, most } = strengthsOf(mix.product);
    for (const strength of new Set([least, usual, most])) {
      this.#try(() => this.#draft.mixAt(mix, strength) && this.#draft.fill(bottle, mix, 0));
    }
  }

  /** Mixes the drink into the neighbouring bottle instead. */
  #exchangeBottles(): void {
    const { bottles } = this.#draft;
    for (const [index, one] of bottles.entries()) {
      const other = bottles[index + 1];
      if (other === undefined || one.drink === other.drink || !isExchangeable(one, other)) continue;
      const [first, second] = [
        { drink: one.drink, tablets: one.tablets },
        { drink: other.drink, tablets: other.tablets },
      ];
      this.#try(
        () =>
          this.#draft.fill(one, null, 0) &&
          this.#draft.fill(other, null, 0) &&
          this.#draft.fill(one, second.drink, second.tablets) &&
          this.#draft.fill(other, first.drink, first.tablets),
      );
    }
  }

  #changeStrength(mix: Drink): void {
    const { least, most } = strengthsOf(mix.product);
    if (least === most || mix.servingsPerMl === 0) return;
    for (const step of STRENGTH_STEPS_G_PER_L) {
      const strength = mix.servingsPerMl + step / ML_PER_L / mix.product.carbG;
      if (strength >= least && strength <= most) this.#try(() => this.#draft.mixAt(mix, strength));
    }
  }

  /** Drinks water instead of something sweet and eats something near it: both, or neither. */
  #tradeDrinks(): void {
    for (const station of this.#draft.stations) {
      const carb = station.cups.find(({ kind, halves }) => kind === 'carb' && halves > 0);
      const water = station.cups.find(({ kind }) => kind === 'water');
      if (carb === undefined || water === undefined) continue;
      this.#trade(station.stop.atMin, () => {
        for (let left = carb.halves; left > 0; left -= 1) {
          if (!this.#draft.changeCup(station, carb, water)) return false;
        }
        return true;
      });
    }
    for (const bottle of this.#draft.bottles) {
      const { fixed, fromMin, toMin } = bottle.pour;
      if (bottle.drink === null || fixed !== null) continue;
      this.#trade(onGrid((fromMin + toMin) / 2), () => this.#draft.fill(bottle, null, 0));
    }
  }

  #trade(aroundMin: number, change: () => boolean): void {
    if (this.#left <= 0) return;
    const mark = this.#draft.mark();
    if (change()) {
      const { fromMin, endMin } = this.#draft.request;
      for (const shift of NEAR_MIN) {
        const atMin = this.#draft.mealtimes.near(shift === 0 ? aroundMin : onGrid(aroundMin + shift));
        if (atMin <= fromMin || atMin >= endMin) continue;
        for (const piece of optionsAt(this.#draft, atMin, this.#draft.mealtimes.stationAt(atMin))) {
          if (this.#try(() => this.#put(piece))) return;
        }
      }
    }
    this.#draft.undoTo(mark);
  }

  // Cups

  #changeCups(): void {
    for (const station of this.#draft.stations) {
      const allowed = station.cups.filter((cup) => cup.kind !== 'cola' || this.#isColaWanted(cup));
      if (this.#isShort()) this.#drinkMore(station, allowed);
      for (const from of station.cups) {
        for (const to of allowed) {
          if (to !== from && from.halves > 0) this.#try(() => this.#draft.changeCup(station, from, to));
        }
      }
    }
  }

  #isColaWanted({ half }: Cup): boolean {
    const { request, caffeineLeftMg } = this.#draft;
    const isUseful = request.isUpset || (request.doses.length > 0 && request.endMin >= COLA_FROM_MIN);
    return isUseful && caffeineLeftMg >= half.caffeineMg;
  }

  /** Drinks half a cup more of what brings carbohydrate. */
  #drinkMore(station: Station, allowed: readonly Cup[]): void {
    const most = carriesFlasks(station.leg.leg) ? RULES.halfCupsOnFoot : RULES.halfCupsOnRide;
    for (const cup of allowed) {
      if (cup.half.carbG < 1 || cup.kind === 'broth') continue;
      for (let turn = 0; turn < 2; turn += 1) {
        const halves = station.cups.reduce((total, one) => total + one.halves, 0);
        if (halves < most) this.#try(() => this.#draft.changeCup(station, null, cup));
      }
    }
  }

  // Salt

  #changeSalt(): void {
    for (const minute of saltMinutes(this.#draft)) {
      if (minute >= 0) this.#try(() => this.#draft.salt(minute, 1));
    }
    for (const minute of [...this.#draft.capsules.keys()]) this.#try(() => this.#draft.salt(minute, -1));
  }
}

function isExchangeable(one: Bottle, other: Bottle): boolean {
  return (
    one.pour.fixed === null &&
    other.pour.fixed === null &&
    one.drink?.from !== 'station' &&
    other.drink?.from !== 'station' &&
    one.pour.filledMl === other.pour.filledMl
  );
}
