import { CARB } from '@musette/engine/types';
import { FILL_STEP_ML } from '../portions.ts';
import { COST, concentratedFromGPerL, costInARow, GRID_MIN, LONG_MIN, RULES } from './costs.ts';
import type { Counted, Ledger } from './ledger.ts';
import type { Mealtimes } from './mealtimes.ts';
import { TABLE_SALT } from './menu.ts';
import { isSwim, type Product, type Request, type Stop, sumOf } from './model.ts';
import { type Bottle, type LegDraft, type Piece, SOLD_BY_SERVING, type Station } from './parts.ts';
import { carriesFlasks } from './vessels.ts';

/** Carbohydrate up to which a total may miss its target by half a gel, g. */
const SMALL_TARGET_G = 40;
const HALF_A_GEL_G = 12.5;
/** A leg below this rate is not held to an even one, g/h; a smaller one needs no solids, g. */
const EVEN_FROM_G_PER_HR = 15;
const SOLIDS_FROM_G = 30;
/** From this share of a leg's carbohydrate on, the drink carries. */
const CARRYING_SHARE = 0.35;
const REAL_EVERY_MIN = 120;

/** The parts of a draft that have a price. */
interface Priced {
  readonly request: Request;
  readonly ledger: Ledger;
  readonly targets: Counted;
  readonly legs: readonly LegDraft[];
  readonly stations: readonly Station[];
  readonly bottles: readonly Bottle[];
  readonly mealtimes: Mealtimes;
  readonly pieces: readonly Piece[];
  readonly capsules: ReadonlyMap<number, number>;
  readonly used: ReadonlyMap<Product, number>;
  wantedOf(product: Product): number;
}

/** The costs of a draft. Those of its drinks are kept until a drink changes. */
export class Price {
  readonly #draft: Priced;
  readonly #hardness: readonly number[];
  readonly #tallies = new Map<Product, { times: number; halves: number }>();
  readonly #concentratedFromGPerL: number;
  #drinkCost: number | null = null;

  constructor(draft: Priced) {
    this.#draft = draft;
    const { hindrances, endMin } = draft.request;
    this.#concentratedFromGPerL = concentratedFromGPerL(draft.targets);
    this.#hardness = hardnessOf(hindrances, endMin);
  }

  /** Says that a bottle or a cup changed. */
  drinksChanged(): void {
    this.#drinkCost = null;
  }

  /** Returns the points of the draft as it is now. */
  total(): number {
    this.#drinkCost ??= this.#costOfDrinks();
    const { total } = this.#draft.ledger;
    const { carbG, sodiumMg, fluidMl } = this.#draft.targets;
    const off = (have: number, target: number) => (target > 0 ? (100 * (have - target)) / target : 0);
    const carbFree = carbG < SMALL_TARGET_G ? (100 * HALF_A_GEL_G) / carbG : COST.free.carb;
    const sodium =
      sodiumMg > 0 ? (100 * (total.sodiumMg - sodiumMg)) / Math.max(COST.smallSodiumMg, sodiumMg) : 0;
    const lowCost = this.#draft.request.isUpset ? COST.sodiumLowUpsetPercent : COST.sodiumLowPercent;
    const sodiumCost = sodium > 0 ? COST.sodiumHighPercent : lowCost;
    return (
      missCost(off(total.carbG, carbG), {
        free: carbFree,
        near: COST.nearPercent.carb,
        beyond: COST.carbPercent,
      }) +
      COST.carbBelowHalfPercent * Math.max(0, -50 - off(total.carbG, carbG)) +
      missCost(sodium, { free: COST.free.sodium, near: COST.nearPercent.other, beyond: sodiumCost }) +
      missCost(off(total.fluidMl, fluidMl), {
        free: COST.free.fluid,
        near: COST.nearPercent.other,
        beyond: COST.fluidPercent,
      }) +
      this.concentration() +
      sumOf(this.#draft.legs, (leg) => this.#legCost(leg)) +
      this.#foodCost() +
      this.#productCost() +
      this.#drinkCost +
      this.#saltCost()
    );
  }

  /** Returns the points for carbohydrate that the fluid does not dilute enough. */
  concentration(): number {
    const { ledger, request } = this.#draft;
    const { carbG, fluidMl } = ledger.total;
    const hours = (request.endMin - request.fromMin) / 60;
    if (hours < CARB.concentratedFromHours || carbG < CARB.concentratedFromGPerHr * hours) return 0;
    const gPerL = (1000 * carbG) / (fluidMl + FILL_STEP_ML);
    const overPercent = 100 * (gPerL / this.#concentratedFromGPerL - 1);
    if (overPercent <= 0) return 0;
    return Math.min(COST.concentratedMost, COST.concentrated + COST.concentratedPercent * overPercent);
  }

  #legCost({ leg, carbG, drunkG }: LegDraft): number {
    if (leg.carbG <= 0) return 0;
    const { startMin, endMin, usual } = leg;
    const perHour = (60 * leg.carbG) / (endMin - startMin);
    let cost = 0;
    if (this.#draft.legs.length > 1) {
      const percent = (100 * (carbG - leg.carbG)) / leg.carbG;
      const isPaying = percent > 0 && this.#draft.request.isRest;
      const price = COST.legPercent * (isPaying ? COST.legPayingTimes : 1);
      cost += price * Math.max(0, Math.abs(percent) - COST.legFree);
    }
    if (usual.isFree || perHour <= EVEN_FROM_G_PER_HR) return cost;
    for (let at = startMin; at + 60 <= endMin; at += 60) {
      const deviation = (this.#draft.ledger.hourFrom('carbG', at) - perHour) / perHour;
      cost += COST.unevenHour * deviation * deviation;
    }
    const share = drunkG / leg.carbG;
    const outside = Math.max(0, usual.share.from - share) + Math.max(0, share - usual.share.to);
    return cost + COST.sharePercent * 100 * outside;
  }

  #foodCost(): number {
    const { request, pieces } = this.#draft;
    const isLong = request.endMin - request.fromMin > LONG_MIN;
    for (const tally of this.#tallies.values()) tally.times = tally.halves = 0;
    let cost = pieces.length === 0 && this.#draft.targets.carbG > 2 * HALF_A_GEL_G ? COST.nothing : 0;
    let inARow = 0;
    let before: Piece | null = null;
    let realMin = request.fromMin;
    for (const piece of pieces) {
      const { product, servings, atMin, leg } = piece;
      if (before === null || before.atMin !== atMin) {
        const isStop = piece.station !== null || this.#draft.mealtimes.stationAt(atMin)?.isVisited === true;
        cost += isStop ? COST.momentAtStop : COST.moment;
        cost += this.#gapCost(before?.atMin ?? this.#draft.mealtimes.fedFromMin, atMin, before?.leg ?? leg);
        cost += COST.hard * (this.#hardness[Math.floor(atMin / GRID_MIN)] ?? 0);
      } else cost += COST.secondBite;
      inARow = before?.product === product ? inARow + 1 : 1;
      cost += costInARow(inARow);
      if (this.#draft.request.supply !== null && this.#draft.mealtimes.isChewedElsewhere(piece)) {
        cost += COST.chewedElsewhere;
      }
      const tally = this.#tallyOf(product);
      tally.times += 1;
      if (tally.times > 10) cost += COST.dozens;
      if (servings % 1 !== 0 && piece.station === null) tally.halves += servings;
      if (product.isReal || product.isSavoury) realMin = atMin;
      else if (isLong && atMin - realMin > REAL_EVERY_MIN) {
        cost += COST.realMissing;
        realMin = atMin;
      }
      before = piece;
    }
    const last = before?.leg ?? this.#draft.legs[0];
    if (last !== undefined) {
      cost += this.#gapCost(
        before?.atMin ?? this.#draft.mealtimes.fedFromMin,
        request.endMin - RULES.lastBeforeEndMin,
        last,
      );
    }
    for (const { halves } of this.#tallies.values()) if (halves % 1 !== 0) cost += COST.halfLeft / 2;
    return cost + sumOf(this.#draft.legs, (leg) => this.#solidCost(leg));
  }

  #tallyOf(product: Product): { times: number; halves: number } {
    const known = this.#tallies.get(product);
    if (known !== undefined) return known;
    const tally = { times: 0, halves: 0 };
    this.#tallies.set(product, tally);
    return tally;
  }

  #solidCost({ leg }: LegDraft): number {
    const { usual, startMin, endMin, carbG } = leg;
    if (usual.solidEveryMin === null || usual.isFree || carbG < SOLIDS_FROM_G) return 0;
    const wanted = Math.floor((usual.solidUntil * (endMin - startMin)) / usual.solidEveryMin / 1.5);
    let solids = 0;
    for (const { product, atMin } of this.#draft.pieces) {
      if (product.form === 'solid' && atMin >= startMin && atMin < endMin) solids += 1;
    }
    return COST.solidMissing * Math.max(0, wanted - solids);
  }

  #productCost(): number {
    const { supply } = this.#draft.request;
    let cost = 0;
    if (supply !== null) {
      for (const product of this.#draft.request.home) cost += COST.unused * this.#draft.wantedOf(product);
      return cost;
    }
    const brands = new Set<string>();
    for (const [product, servings] of this.#draft.used) {
      if (product === TABLE_SALT) continue;
      if (isFromPack(product) && servings <= product.piece + 1e-6) cost += COST.singlePiece;
      cost += COST.product + (product.isSure ? 0 : COST.unsure) + (product.isHomemade ? COST.homemade : 0);
      if (product.brand !== 'Generic') brands.add(product.brand);
    }
    return cost + COST.brand * Math.max(0, brands.size - 1);
  }

  #gapCost(fromMin: number, toMin: number, { leg, drunkG }: LegDraft): number {
    if (leg.usual.isFree || isSwim(leg) || leg.carbG <= 0) return 0;
    const share = drunkG > CARRYING_SHARE * leg.carbG ? COST.gapShareWithDrink : 1;
    return COST.gapMinute * share * Math.max(0, toMin - fromMin - COST.gapFreeMin);
  }

  #costOfDrinks(): number {
    let cost = 0;
    let filledAt: Stop | null = null;
    for (const { pour, drink, tablets } of this.#draft.bottles) {
      const { stop, volumeMl } = pour;
      if (stop.kind !== 'start' && stop.kind !== 'transition') {
        if (stop !== filledAt) cost += COST.fillStop;
        if (drink?.from === 'home') {
          cost += stop.hasBag ? COST.bagFromDropBag : (COST.bagOnTheWay * volumeMl) / 250;
        }
      }
      cost += COST.tablet * tablets;
      filledAt = stop;
    }
    for (const station of this.#draft.stations) cost += this.#cupCost(station);
    return cost;
  }

  #cupCost({ stop, leg, cups }: Station): number {
    let [kinds, others, cost] = [0, 0, 0];
    for (const { kind, halves } of cups) {
      if (halves === 0) continue;
      kinds += 1;
      if (kind !== 'water') others += halves;
      const { endMin, isUpset } = this.#draft.request;
      if (isUpset) continue;
      if (kind === 'cola' && stop.atMin < endMin / 2) cost += COST.earlyCola;
      if (kind === 'broth') {
        if (endMin < LONG_MIN) cost += COST.earlyBroth;
        cost += COST.muchBroth * Math.max(0, halves - 2);
      }
    }
    if (kinds === 0) return 0;
    cost += carriesFlasks(leg.leg) ? COST.cupStopOnFoot : COST.cupStopOnRide;
    return cost + COST.otherHalfCup * others + COST.otherKind * (kinds - 1);
  }

  #saltCost(): number {
    let cost = 0;
    for (const [atMin, count] of this.#draft.capsules) {
      const isAlone =
        !this.#draft.request.isUpset &&
        this.#draft.mealtimes.stationAt(atMin) === null &&
        !this.#draft.pieces.some((piece) => piece.atMin === atMin);
      cost += COST.capsule * count + (isAlone ? 1 : 0);
    }
    return cost;
  }
}

/** Returns whether food comes from a pack of many servings, rather than each in its wrapper. */
const isFromPack = ({ form, category }: Product): boolean =>
  (form === 'solid' || form === 'chew') && !SOLD_BY_SERVING.has(category);

interface MissPrice {
  /** Percent that are nearly free. */
  readonly free: number;
  readonly near: number;
  readonly beyond: number;
}

/** Returns what a miss of this many percent costs. */
function missCost(percent: number, { free, near, beyond }: MissPrice): number {
  const off = Math.abs(percent);
  return near * Math.min(off, free) + beyond * Math.max(0, off - free);
}

/** Returns how much harder than usual eating is, for every five minutes, 0–1. */
function hardnessOf(hindrances: Request['hindrances'], endMin: number): readonly number[] {
  const hardness: number[] = Array.from({ length: Math.ceil(endMin / GRID_MIN) + 1 }, () => 0);
  for (const { fromMin, toMin, ease } of hindrances) {
    const last = Math.min(toMin / GRID_MIN, hardness.length);
    for (let i = Math.ceil(fromMin / GRID_MIN); i < last; i += 1) {
      hardness[i] = Math.max(hardness[i] ?? 0, 1 - ease);
    }
  }
  return hardness;
}
