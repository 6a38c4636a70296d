import { CEILING_SHARE } from '@musette/engine/prescribe';
import { checkpointFor, doubtOf } from './assumed-water.ts';
import { COST, GRID_MIN, onGrid, RULES } from './costs.ts';
import { Ledger } from './ledger.ts';
import { HOUR_MIN, isSwim, kmAt, type Leg, type Request, type Stop, sumOf, type Vessel } from './model.ts';
import type { Pour, Water } from './parts.ts';
import {
  carriedIn,
  carriesFlasks,
  type DrunkPart,
  fillStepOf,
  oneAfterTheOther,
  WHOLE_UP_TO_ML,
} from './vessels.ts';

/** Drinking ends this long before the leg. */
const DRINK_UNTIL_END_MIN = 5;
/** A leg may miss this share of its fluid before a rider drinks cups. */
const MISSED = 0.1;
/** Stations at least this often replace a bottle on foot. */
const DENSE_MIN = 40;
/** Less than a mouthful is not worth a look, ml. */
export const SIP_ML = 25;
/** Nobody carries a bottle for less, if there are cups. */
const LEAST_CARRIED_ML = 100;
/** A flask that brings less than this share of the drink for this long is sipped. */
const SIPPED_SHARE = 0.15;
const SIPPED_FROM_MIN = 120;
/** A leg up to this long, without bottles and cups, is drunk for before it. */
const DRY_UP_TO_MIN = 45;
/** Cups that help an upset stomach: so many halves, with this much sodium. */
const USEFUL_HALF_CUPS = 2;
const USEFUL_MG = 100;
/** How a swimmer is fed. */
const FEED = { everyMin: 30, leastMl: 100, mostMl: 300, takesMin: 5 } as const;
/** Ways to drink. The cheapest is planned. */
const WAYS = [
  { cupsShare: 1, missed: 0.1, nearlyFull: 0.93, isCupsOnly: false },
  { cupsShare: 0.5, missed: 0.1, nearlyFull: 0.93, isCupsOnly: false },
  { cupsShare: 0, missed: 0.1, nearlyFull: 0.93, isCupsOnly: false },
  { cupsShare: 0, missed: 0, nearlyFull: 0.85, isCupsOnly: false },
  { cupsShare: 1, missed: 0.1, nearlyFull: 0.93, isCupsOnly: true },
] as const satisfies readonly Way[];

interface Way {
  /** The share of the cups at stations that bottles rely on, on foot. */
  readonly cupsShare: number;
  /** The share of its fluid that a span may miss before another filling is worth it. */
  readonly missed: number;
  /** From this share of its volume on, a bottle is filled to the brim at home. */
  readonly nearlyFull: number;
  /** Whether cups replace flasks, where stations are dense. */
  readonly isCupsOnly: boolean;
}
/** Most refills of a span, which bounds its time. */
const REFILLS_MAX = 60;
/** An assumed refill is planned no nearer to a bottle's end. */
const REFILL_SLACK_MIN = 10;

/** Plans fluid alone: the fewest stops at which bottles are filled, then cups for what they lack. */
export function planWater(request: Request): Water {
  const targetMl = sumOf(request.legs, ({ fluidMl }) => fluidMl);
  const ranked = WAYS.map((way) => {
    const water = new WaterPlan(request, way).plan();
    const cups = [...water.halfCups.values()].filter((count) => count > 0);
    const drunkMl =
      sumOf(water.pours, ({ volumeMl }) => volumeMl) + RULES.halfCupMl * sumOf(cups, (count) => count);
    const offPercent = targetMl > 0 ? (100 * Math.abs(drunkMl - targetMl)) / targetMl : 0;
    const filled = new Set(water.pours.map(({ stop }) => stop)).size;
    const cost =
      COST.fluidPercent * Math.max(0, offPercent - COST.free.fluid) +
      COST.fillStop * filled +
      (way.missed === 0 ? COST.neverMissed : 0) +
      COST.cupStopOnFoot * cups.length +
      sumOf([...request.legs.entries()], ([index, leg]) => flaskDoubt(leg, index, water, request)) +
      sumOf(water.pours, (pour) => besideCupsCost(pour, request));
    return { water, cost };
  });
  return ranked.reduce((best, one) => (one.cost < best.cost - 1e-9 ? one : best)).water;
}

/** Returns what flasks cost that nobody named, on foot and on skis. */
function flaskDoubt(leg: Leg, index: number, { pours }: Water, request: Request): number {
  const isUnnamed = pours.some((pour) => pour.leg === index && pour.vessel.number === null);
  return isUnnamed && carriesFlasks(leg) ? doubtOf(leg, request.stops) : 0;
}

/** Returns what a flask costs that is carried past cups: few fillings, drunk soon, are easier than many sips. */
function besideCupsCost(
  { leg: index, stop, vessel, volumeMl, fromMin, toMin }: Pour,
  request: Request,
): number {
  const leg = request.legs[index];
  const hasCups = request.stops.some(
    ({ cups, atMin }) => cups.length > 0 && atMin > fromMin && atMin < toMin,
  );
  if (leg === undefined || !carriesFlasks(leg)) return 0;
  const legMlPerMin = leg.fluidMl / (leg.endMin - leg.startMin);
  const isSipped =
    toMin - fromMin >= SIPPED_FROM_MIN && volumeMl < SIPPED_SHARE * legMlPerMin * (toMin - fromMin);
  const isSmallRefill = stop.cups.length > 0 && !stop.hasBag && vessel.volumeMl <= WHOLE_UP_TO_ML;
  return (hasCups && isSipped ? COST.sipped : 0) + (isSmallRefill ? COST.smallRefill : 0);
}

/** A part of a leg between two stops at which bottles are filled. */
interface Span {
  readonly stop: Stop;
  readonly fromMin: number;
  readonly toMin: number;
  readonly needMl: number;
  readonly capacityMl: number;
}

/** A leg with what is carried in it. */
interface Ground {
  readonly leg: Leg;
  readonly index: number;
  readonly untilMin: number;
  readonly mlPerMin: number;
  readonly bottles: readonly Vessel[];
  readonly capacityMl: number;
  readonly cupStops: readonly Stop[];
}

class WaterPlan {
  readonly #request: Request;
  readonly #way: Way;
  readonly #ledger: Ledger;
  readonly #stops: Stop[];
  readonly #lastFillMin: number;
  readonly #pours: Pour[] = [];
  readonly #halfCups = new Map<Stop, number>();

  constructor(request: Request, way: Way) {
    this.#request = request;
    this.#way = way;
    this.#ledger = new Ledger(request);
    this.#stops = [...request.stops];
    this.#lastFillMin = request.endMin - RULES.lastFillBeforeEndMin;
  }

  plan(): Water {
    const legs =
      sumOf(this.#request.legs, ({ fluidMl }) => fluidMl) < LEAST_CARRIED_ML ? [] : this.#request.legs;
    for (const [index, leg] of legs.entries()) {
      if (leg.fluidMl <= 0 || !leg.forms.has('drink')) continue;
      if (isSwim(leg)) this.#feedSwimmer(leg, index);
      else this.#fillLeg({ ...leg, fluidMl: leg.fluidMl + this.#dryAheadMl(index) }, index);
    }
    // Assumed refills were appended.
    const place = new Map(this.#stops.map((stop, index) => [stop, index]));
    const order = (one: Stop, other: Stop) =>
      one.atMin - other.atMin || (place.get(one) ?? 0) - (place.get(other) ?? 0);
    return {
      stops: this.#stops.sort(order),
      pours: this.#pours.sort((one, other) => one.fromMin - other.fromMin),
      halfCups: this.#halfCups,
    };
  }

  /** Returns the fluid of a short next leg in which nothing can be drunk: it is drunk ahead. */
  #dryAheadMl(index: number): number {
    const next = this.#request.legs[index + 1];
    if (next === undefined || next.endMin - next.startMin > DRY_UP_TO_MIN) return 0;
    const hasCups = this.#stops.some(
      ({ atMin, cups }) => cups.length > 0 && atMin > next.startMin && atMin < next.endMin,
    );
    return hasCups || carriedIn(next, this.#request).length > 0 ? 0 : next.fluidMl;
  }

  /** Adds a stop that nobody listed, at a checkpoint if one is near. */
  #assume(atMin: number, hasBag: boolean, checkpoint?: Request['checkpoints'][number]): Stop {
    const first = this.#request.stops[0];
    const stop: Stop = {
      km: checkpoint?.km ?? kmAt(this.#request.stretches, atMin),
      atMin,
      name: checkpoint?.name ?? null,
      kind: 'refill',
      offers: new Set(hasBag ? ['water', 'drop_bag'] : ['water']),
      place: null,
      isOnFoot: first?.isOnFoot ?? false,
      assumed: true,
      hasWater: true,
      hasBag,
      cups: [],
      foods: [],
    };
    this.#stops.push(stop);
    return stop;
  }

  /** A swimmer drinks at feeding stops only, all at once. */
  #feedSwimmer(leg: Leg, index: number): void {
    const minutes = leg.endMin - leg.startMin;
    const listed = this.#stops.filter(
      ({ atMin, kind, hasWater, hasBag }) =>
        atMin > leg.startMin + FEED.takesMin &&
        atMin < leg.endMin - FEED.takesMin &&
        kind !== 'start' &&
        (hasWater || hasBag),
    );
    const count = leg.refills === 'none' ? 0 : this.#feedsOf(leg);
    const everyMin = minutes / (count + 1);
    const assumed = Array.from({ length: count }, (_, turn) => leg.startMin + onGrid((turn + 1) * everyMin))
      // Feeds that somebody listed are used before any that nobody did.
      .filter((atMin) => listed.every((stop) => Math.abs(stop.atMin - atMin) >= everyMin / 2))
      .map((atMin) => this.#assume(atMin, true));
    const feeds = [...listed, ...assumed].sort((one, other) => one.atMin - other.atMin);
    const [vessel] = carriedIn(leg, this.#request);
    if (vessel === undefined) return;
    const eachMl = Math.min(FEED.mostMl, vessel.volumeMl, leg.fluidMl / Math.max(1, feeds.length));
    const { homeStepMl: stepMl } = this.#request;
    // What rounding adds or leaves out counts at the next stop.
    let roundedMl = 0;
    for (const stop of feeds) {
      const fromMin = stop.atMin;
      const toMin = Math.min(fromMin + FEED.takesMin, leg.endMin);
      const dueMl = Math.min(FEED.mostMl, eachMl - roundedMl);
      const pouredMl = Math.floor(dueMl / stepMl + 0.5) * stepMl;
      roundedMl = pouredMl - dueMl;
      for (let ml = pouredMl; ml > 0; ml -= stepMl) {
        if (ml > vessel.volumeMl || !this.#drink(fromMin, toMin, ml)) continue;
        this.#pours.push({
          stop,
          leg: index,
          vessel,
          filledMl: ml,
          volumeMl: ml,
          fromMin,
          toMin,
          fixed: null,
        });
        break;
      }
    }
  }

  /** Returns how often a swimmer is fed: worth each pause, and with room in every hour. */
  #feedsOf({ startMin, endMin, fluidMl }: Leg): number {
    const minutes = endMin - startMin;
    const most = Math.floor((minutes - 10) / FEED.everyMin);
    for (let count = Math.min(most, Math.floor(fluidMl / FEED.leastMl)); count > 0; count -= 1) {
      const inAnHour = Math.ceil(HOUR_MIN / (minutes / (count + 1)));
      const eachMl = fluidMl / count + this.#request.homeStepMl / 2;
      const isSmall = fluidMl / count <= FEED.mostMl;
      if (isSmall && inAnHour * eachMl <= this.#request.ceilings.fluidMl) return count;
    }
    return most;
  }

  /** Drinks evenly between two minutes, if every hour has room. */
  #drink(fromMin: number, toMin: number, fluidMl: number): boolean {
    const amounts = { carbG: 0, sodiumMg: 0, fluidMl };
    this.#ledger.spread(fromMin, toMin, amounts, 1);
    if (this.#ledger.broken(fromMin, toMin) === null) return true;
    this.#ledger.spread(fromMin, toMin, amounts, -1);
    return false;
  }

  #fillLeg(leg: Leg, index: number): void {
    const { ceilings } = this.#request;
    const minutes = leg.endMin - leg.startMin;
    const untilMin = leg.endMin - DRINK_UNTIL_END_MIN;
    const inLeg = this.#stops.filter(({ atMin }) => atMin >= leg.startMin && atMin < untilMin);
    const cupStops = inLeg.filter(
      ({ cups, atMin }) => atMin > leg.startMin + 3 && cups.some(({ caffeineMg }) => caffeineMg === 0),
    );
    const isDense = cupStops.length >= 2 && minutes / (cupStops.length + 1) <= DENSE_MIN;
    const isUnnamed = carriedIn(leg, this.#request).every(({ number }) => number === null);
    const areCupsTried = isUnnamed ? cupStops.length > 0 : isDense;
    const isLeft = areCupsTried && carriesFlasks(leg) && this.#way.isCupsOnly;
    const bottles = isLeft ? [] : carriedIn(leg, this.#request);
    const ground: Ground = {
      leg,
      index,
      untilMin,
      mlPerMin: Math.min(leg.fluidMl / minutes, (CEILING_SHARE * ceilings.fluidMl) / 60),
      bottles,
      capacityMl: sumOf(bottles, ({ volumeMl }) => volumeMl),
      cupStops,
    };
    const fillStops = inLeg.filter(
      ({ hasWater, hasBag, kind, atMin }) =>
        (hasWater || hasBag) && (kind === 'start' || kind === 'transition' || atMin <= this.#lastFillMin),
    );
    if (this.#request.isUpset) this.#pourUseful(ground);
    if (ground.capacityMl > 0) this.#pourSpans(this.#spansOf(fillStops, ground), ground);
    this.#pourCups(ground);
  }

  /** Chooses the fewest stops at which bottles are filled, and adds refills where nobody listed any. */
  #spansOf(fillStops: readonly Stop[], ground: Ground): readonly Span[] {
    const { leg, untilMin, mlPerMin, capacityMl } = ground;
    // Drinking ends a little early, so it is a little faster.
    const pace = (leg.endMin - leg.startMin) / Math.max(1, untilMin - leg.startMin);
    const needOf = (fromMin: number, toMin: number) =>
      Math.max(0, mlPerMin * pace * (toMin - fromMin) - this.#cupsBetween(fromMin, toMin, ground));
    const spans: Span[] = [];
    let at = 0;
    for (;;) {
      const stop = fillStops[at];
      if (stop === undefined) return spans;
      const fromMin = stop.atMin;
      const endOf = (index: number) => fillStops[index]?.atMin ?? untilMin;
      let next = fillStops.length;
      while (next > at + 1 && needOf(fromMin, endOf(next)) > capacityMl * (1 + this.#way.missed)) next -= 1;
      const span = { stop, fromMin, toMin: endOf(next), needMl: needOf(fromMin, endOf(next)), capacityMl };
      const isShort = span.needMl > capacityMl * (1 + this.#way.missed) && leg.refills !== 'none';
      spans.push(...(isShort ? this.#refilled(span, ground) : [span]));
      at = next;
    }
  }

  /** Returns the fluid that cups bring on foot between two minutes; a rider fills and goes. */
  #cupsBetween(fromMin: number, toMin: number, { leg, cupStops, mlPerMin }: Ground): number {
    if (this.#request.isUpset) {
      const drunk = cupStops.filter(({ atMin }) => atMin > fromMin && atMin <= toMin);
      return RULES.halfCupMl * sumOf(drunk, (stop) => this.#halfCups.get(stop) ?? 0);
    }
    if (!carriesFlasks(leg)) return 0;
    let beforeMin = leg.startMin;
    let halves = 0;
    for (const { atMin } of cupStops) {
      if (atMin > fromMin && atMin <= toMin) {
        const due = Math.floor((mlPerMin * (atMin - beforeMin)) / RULES.halfCupMl);
        halves += Math.min(RULES.halfCupsOnFoot, Math.max(1, due));
      }
      beforeMin = atMin;
    }
    return halves * RULES.halfCupMl * this.#way.cupsShare;
  }

  /**
   * Divides a span that the bottles cannot cover by refills. Bottles leave the last sure stop full, and each refill comes well
   * before the last bottle is empty, or at a checkpoint before that.
   */
  #refilled({ stop, fromMin, toMin, needMl }: Span, { bottles, capacityMl }: Ground): readonly Span[] {
    const perMin = needMl / (toMin - fromMin);
    const step = Math.min(...bottles.map(fillStepOf));
    const spareMl = (RULES.refillAheadMin + REFILL_SLACK_MIN) * perMin;
    // A single small flask is refilled when it is empty.
    const isAhead = capacityMl - spareMl >= step;
    const spans: Span[] = [];
    let [at, from, contentMl] = [stop, fromMin, capacityMl];
    for (;;) {
      const leftMl = perMin * (toMin - from);
      const isLast = leftMl - contentMl <= (needMl * this.#way.missed) / 2 || spans.length >= REFILLS_MAX;
      const emptyMin = isLast ? toMin : Math.round(from + contentMl / perMin);
      const dueMin = isAhead ? Math.floor((emptyMin - RULES.refillAheadMin) / GRID_MIN) * GRID_MIN : emptyMin;
      const roomAt = (minute: number) => {
        if (!isAhead) return capacityMl;
        const roomMl = capacityMl - Math.max(0, emptyMin - minute) * perMin;
        return Math.floor(roomMl / step + 1e-6) * step;
      };
      const near = isLast ? undefined : checkpointFor(this.#request, dueMin, at.atMin);
      // A checkpoint that comes too early for a bottle to have room is passed.
      const checkpoint = near !== undefined && roomAt(near.atMin) > 0 ? near : undefined;
      const refillMin = checkpoint?.atMin ?? Math.max(at.atMin + 1, dueMin);
      const addedMl = roomAt(refillMin);
      const isDone = isLast || refillMin > this.#lastFillMin || addedMl <= 0;
      const untilMin = isDone ? toMin : emptyMin;
      spans.push({
        stop: at,
        fromMin: from,
        toMin: untilMin,
        needMl: perMin * (untilMin - from),
        capacityMl: contentMl,
      });
      if (isDone) return spans;
      [at, from, contentMl] = [this.#assume(refillMin, false, checkpoint), emptyMin, addedMl];
    }
  }

  /** Pours whole and half bottles, at home to the mark. What one span rounds away, the next one gets. */
  #pourSpans(spans: readonly Span[], { bottles, index, cupStops }: Ground): void {
    let carriedMl = 0;
    for (const { stop, fromMin, toMin, needMl, capacityMl } of spans) {
      const isHome = stop.kind === 'start' || stop.kind === 'transition';
      const stepOf = isHome ? () => this.#request.homeStepMl : fillStepOf;
      const leastMl = Math.min(...bottles.map(stepOf));
      let wantedMl = Math.min(capacityMl, Math.round((needMl + carriedMl) / leastMl) * leastMl);
      const full = isHome
        ? bottles.find(({ volumeMl }) => wantedMl < volumeMl && wantedMl > this.#way.nearlyFull * volumeMl)
        : undefined;
      if (full !== undefined) wantedMl = full.volumeMl;
      if (isHome && cupStops.length > 0 && wantedMl < LEAST_CARRIED_ML) wantedMl = 0;
      const isBeforeAssumed = cupStops.some(
        ({ assumed, atMin }) => assumed && atMin > fromMin && atMin < toMin,
      );
      if (isHome && isBeforeAssumed && bottles.some(({ number }) => number !== null)) wantedMl = capacityMl;
      // Where an hour has no room for the whole bottle, the rest stays in it.
      let pouredMl = 0;
      for (; wantedMl > 0 && pouredMl === 0; wantedMl -= SIP_ML) {
        const pours = oneAfterTheOther(wantedMl, bottles, stepOf, { fromMin, toMin });
        if (!this.#drinkAll(pours, fromMin, toMin)) continue;
        this.#pours.push(...pours.map((pour) => ({ ...pour, stop, leg: index, fixed: null })));
        pouredMl = wantedMl;
      }
      carriedMl = Math.max(-leastMl, Math.min(leastMl, needMl + carriedMl - pouredMl));
    }
  }

  #drinkAll(pours: readonly DrunkPart[], fromMin: number, toMin: number): boolean {
    const spread = (sign: 1 | -1) => {
      for (const { volumeMl, ...pour } of pours) {
        this.#ledger.spread(pour.fromMin, pour.toMin, { carbG: 0, sodiumMg: 0, fluidMl: volumeMl }, sign);
      }
    };
    spread(1);
    if (this.#ledger.broken(fromMin, toMin) === null) return true;
    spread(-1);
    return false;
  }

  /** With an upset stomach, salty and sweet cups come before the bottles. */
  #pourUseful({ leg, cupStops }: Ground): void {
    const half = { carbG: 0, sodiumMg: 0, fluidMl: RULES.halfCupMl };
    const useful = cupStops.filter(({ cups }) =>
      cups.some(({ carbG, sodiumMg }) => carbG > 1 || sodiumMg >= USEFUL_MG),
    );
    const halves = Math.min(useful.length * USEFUL_HALF_CUPS, Math.floor(leg.fluidMl / RULES.halfCupMl));
    for (const [turn, stop] of useful.entries()) {
      const share = (index: number) => Math.floor((index * halves) / useful.length);
      for (let count = 1; count <= share(turn + 1) - share(turn); count += 1) {
        if (this.#ledger.refusal(stop.atMin, half) !== null) break;
        this.#ledger.add(stop.atMin, half, 1);
        this.#halfCups.set(stop, count);
      }
    }
  }

  /** Cups bring what the bottles lack, half by half where a station serves the most minutes for each. */
  #pourCups({ leg, index, cupStops }: Ground): void {
    const pouredMl = sumOf(this.#pours, (pour) => (pour.leg === index ? pour.volumeMl : 0));
    const cupsMl = RULES.halfCupMl * sumOf(cupStops, (stop) => this.#halfCups.get(stop) ?? 0);
    let missingMl = leg.fluidMl - pouredMl - cupsMl;
    const isFoot = carriesFlasks(leg);
    if (!isFoot && missingMl < MISSED * leg.fluidMl) return;
    const most = isFoot ? RULES.halfCupsOnFoot : RULES.halfCupsOnRide;
    const half = { carbG: 0, sodiumMg: 0, fluidMl: RULES.halfCupMl };
    const open = new Map(
      cupStops.map((stop, turn) => {
        const before = cupStops[turn - 1]?.atMin ?? leg.startMin;
        const after = cupStops[turn + 1]?.atMin ?? leg.endMin;
        return [stop, Math.max(1, after - before)] as const;
      }),
    );
    while (missingMl > RULES.halfCupMl / 2 && open.size > 0) {
      let best: Stop | null = null;
      let least = Number.POSITIVE_INFINITY;
      for (const [stop, minutes] of open) {
        const perMin = ((this.#halfCups.get(stop) ?? 0) + 0.5) / minutes;
        if (perMin < least - 1e-9) [best, least] = [stop, perMin];
      }
      if (best === null) return;
      const count = this.#halfCups.get(best) ?? 0;
      if (count >= most || this.#ledger.refusal(best.atMin, half) !== null) {
        open.delete(best);
        continue;
      }
      this.#ledger.add(best.atMin, half, 1);
      this.#halfCups.set(best, count + 1);
      missingMl -= RULES.halfCupMl;
    }
  }
}
