import { COST, costInARow, GRID_MIN, LONG_MIN, onGrid, RULES } from './costs.ts';
import { serveDoses } from './doses.ts';
import { Draft } from './draft.ts';
import { pourDrinks } from './drinks.ts';
import { type Menu, pieceG } from './menu.ts';
import { isSwim, type Product, type Request, sumOf } from './model.ts';
import { type LegDraft, type Piece, pocketOf, type Station, type Water } from './parts.ts';
import { saltPlan } from './salts.ts';
import { carriesFlasks } from './vessels.ts';

/** Less carbohydrate than this needs no food. */
const LEAST_EATEN_G = 8;
/** Smaller pieces are eaten several at a time, up to about this much. */
const SMALL_G = 9;
const MOUTHFUL_G = 20;
const MOUTHFUL_MOST = 6;
/** Points for each gram and milligram that the sum so far is off what is due. */
const DUE_G = 0.06;
const DUE_MG = 0.0012;
/**
 * Makes a first plan: drinks, caffeine, food at an even rhythm, then salt. Each step only adds what fits.
 *
 * @param eatenShare of what given products leave missing, the part that stations hand out as food; the rest is drunk
 */
export function construct(request: Request, water: Water, menu: Menu, eatenShare = 0): Draft {
  const draft = new Draft(request, water, menu);
  if (request.supply !== null) {
    const [mixedG, ownG] = [menu.mixes, menu.foods].map((products) =>
      sumOf(products, (product) => draft.wantedOf(product) * product.carbG),
    );
    const target = Math.max(1, draft.targets.carbG);
    const missingG = Math.max(0, target - (mixedG ?? 0) - (ownG ?? 0));
    draft.handedG = eatenShare * missingG;
    draft.drinkShare = Math.max(0, Math.min(0.95, 1 - (draft.handedG + (ownG ?? 0)) / target));
  }
  pourDrinks(draft);
  serveDoses(draft);
  if (request.supply !== null) draft.openMinutes = openMinutesOf(draft);
  for (const leg of draft.legs) eatThroughLeg(draft, leg);
  placeGiven(draft);
  saltPlan(draft);
  return draft;
}

/** Returns how many servings are eaten at once: small pieces together. */
export function mouthfulOf(product: Product): number {
  const grams = pieceG(product);
  if (grams >= SMALL_G || grams < 0.5) return product.piece;
  return product.piece * Math.min(MOUTHFUL_MOST, Math.max(1, Math.floor(MOUTHFUL_G / grams)));
}

const handedServings = new WeakMap<Product, readonly number[]>();

/** Returns the servings that one takes from a table: one, or half of what is large or salty. */
function servingsHanded(product: Product): readonly number[] {
  const known = handedServings.get(product);
  if (known !== undefined) return known;
  const servings = [1, 0.5].filter((part) => {
    const carbG = part * product.carbG;
    const isHalved = product.carbG > 24 || product.isSavoury;
    return carbG <= RULES.pieceMostG && (part === 1 || (isHalved && product.form !== 'gel')) && carbG >= 5;
  });
  handedServings.set(product, servings);
  return servings;
}

function ownPiece(leg: LegDraft, product: Product, servings: number, atMin: number): Piece {
  return { atMin, station: null, leg, product, servings, isDose: false };
}

/** Lists what can be eaten at a minute: from the table of a stop, and from the pocket. */
export function optionsAt(draft: Draft, atMin: number, station: Station | null): readonly Piece[] {
  const leg = draft.legAt(atMin);
  const own = draft.menu.foods.map((product) => ownPiece(leg, product, mouthfulOf(product), atMin));
  if (station === null) return own;
  const handed = station.stop.foods.flatMap((product) =>
    servingsHanded(product).map(
      (servings): Piece => ({ atMin, station, leg, product, servings, isDose: false }),
    ),
  );
  return [...handed, ...own];
}

/** Lays out a leg's food at an even rhythm; a faster one, where moments that are taken leave too much missing. */
function eatThroughLeg(draft: Draft, leg: LegDraft): void {
  const rhythm = rhythmOf(draft, leg);
  if (rhythm === null) return;
  const start = draft.mark();
  const eat = (count: number) => {
    eatAtRhythm(draft, leg, rhythm, count);
    fillGaps(draft, leg);
    return draft.cost();
  };
  const first = rhythm.count;
  const last = Math.min(rhythm.most, first + FASTER);
  let [best, least, eaten] = [first, Number.POSITIVE_INFINITY, first];
  for (let count = first; count <= last; count += 1) {
    draft.undoTo(start);
    const cost = eat(count);
    eaten = count;
    if (cost < least - 1e-9) [best, least] = [count, cost];
    if (leg.leg.carbG - leg.carbG < Math.max(MISSING_G, MISSING_SHARE * leg.leg.carbG)) break;
  }
  if (eaten === best) return;
  draft.undoTo(start);
  eat(best);
}

/** How many more pieces are tried than should be enough, and what may be missing. */
const FASTER = 3;
const MISSING_G = 10;
const MISSING_SHARE = 0.03;

interface Rhythm {
  readonly count: number;
  readonly most: number;
  readonly isFirst: boolean;
  readonly beforeEndMin: number;
}

/** Returns how many pieces bring what a leg's drinks do not; null if none are needed. */
function rhythmOf(draft: Draft, leg: LegDraft): Rhythm | null {
  const { request, menu, targets } = draft;
  const { startMin, endMin, forms, carbG } = leg.leg;
  if (forms.size === 0 || carbG <= 0) return null;
  const share = carbG / Math.max(1, targets.carbG);
  const givenG = share * (draft.handedG + sumOf(menu.foods, (food) => draft.wantedOf(food) * food.carbG));
  const foodG = Math.max(givenG, carbG - leg.carbG);
  if (foodG < LEAST_EATEN_G) return null;
  const main = menu.foods.slice(0, 2);
  const usualG = main.length > 0 ? sumOf(main, pieceG) / main.length : MOUTHFUL_G;
  const isFirst = leg.index === 0 && request.fromMin === 0;
  const beforeEndMin =
    leg.index === draft.legs.length - 1 ? RULES.lastBeforeEndMin : RULES.afterTransitionMin;
  const openMin = endMin - startMin - (isFirst ? RULES.firstMin : AFTER_START_MIN) - beforeEndMin;
  const most = Math.max(1, Math.min(Math.floor(openMin / RULES.spacingMin) + 1, piecesIn(draft, leg, share)));
  const givenPieces =
    share * (sumOf(menu.foods, (food) => draft.wantedOf(food) / food.piece) + draft.handedG / MOUTHFUL_G);
  const wanted = Math.max(Math.round(givenPieces), Math.round(foodG / Math.max(1, usualG)));
  return { count: Math.max(1, Math.min(most, wanted)), most, isFirst, beforeEndMin };
}

/** Returns how many pieces there are for a leg: what pockets hold from bag to bag, or what was given, and those of stations. */
function piecesIn(draft: Draft, { leg }: LegDraft, share: number): number {
  const { stations, request, menu } = draft;
  const inLeg = stations.filter(({ stop }) => stop.atMin > leg.startMin && stop.atMin < leg.endMin);
  const handed = inLeg.filter(({ stop }) => stop.foods.length > 0).length;
  if (request.supply === null) {
    return pocketOf(leg) * (1 + inLeg.filter(({ stop }) => stop.hasBag).length) + handed;
  }
  const given = sumOf(
    menu.foods,
    (food) => (draft.mostOf(food) - (draft.used.get(food) ?? 0)) / mouthfulOf(food),
  );
  return Math.ceil(share * given) + 1 + handed;
}

/** The first food of a later leg, and of the rest of a session. */
const AFTER_START_MIN = 10;

function eatAtRhythm(draft: Draft, leg: LegDraft, { isFirst, beforeEndMin }: Rhythm, count: number): void {
  const { startMin, endMin } = leg.leg;
  const every = (endMin - startMin) / (count + 0.5);
  const firstMin =
    startMin + (isFirst ? Math.max(RULES.firstMin, Math.min(30, every)) : Math.min(every, AFTER_START_MIN));
  const lastMin = Math.max(firstMin, endMin - beforeEndMin - 0.35 * every);
  const isInWater = isSwim(leg.leg);
  // A fast rhythm leaves less time to wait for a station.
  const snapMin = Math.min(20, 0.48 * every, every - RULES.spacingMin);
  for (let turn = 0; turn < count; turn += 1) {
    const ideal =
      count === 1
        ? firstMin + 0.4 * (lastMin - firstMin)
        : firstMin + (turn * (lastMin - firstMin)) / (count - 1);
    const progress = (turn + 1) / count;
    const station = nearestStation(draft, leg, ideal, isInWater ? every : snapMin);
    const moments = isInWater ? [] : [0, -10, 10].map((shift) => momentNear(draft, onGrid(ideal) + shift));
    if (station !== null) moments.unshift({ atMin: station.stop.atMin, station });
    moments.some((moment) => putBest(draft, leg, { ...moment, progress }));
    // A second bite where one does not bring what the time needs.
    if (station !== null && station.stop.foods.length > 0) {
      putBest(draft, leg, { atMin: station.stop.atMin, station, progress });
    }
  }
}

/** Returns a minute at which food may be taken, with the stop that is made then. */
function momentNear(draft: Draft, minute: number): Omit<Moment, 'progress'> {
  const atMin = draft.mealtimes.near(minute);
  return { atMin, station: atMin === minute ? null : draft.mealtimes.stationAt(atMin) };
}

/** Finds the stop nearest to a minute at which food is handed out, or that is made anyway. */
function nearestStation(draft: Draft, { leg }: LegDraft, minute: number, within: number): Station | null {
  let best: Station | null = null;
  let least = within;
  for (const station of draft.stations) {
    const { stop } = station;
    const isUseful = stop.foods.length > 0 || isSwim(leg) || (carriesFlasks(leg) && station.isVisited);
    const isInLeg = stop.atMin >= leg.startMin + RULES.afterTransitionMin && stop.atMin < leg.endMin - 5;
    const apart = Math.abs(stop.atMin - minute);
    if (!isUseful || !isInLeg || stop.kind === 'start' || apart > least) continue;
    if (best === null || apart < least) [best, least] = [station, apart];
  }
  return best;
}

/** Adds pieces in the widest gaps until less than half a piece is missing. */
function fillGaps(draft: Draft, leg: LegDraft): void {
  if (isSwim(leg.leg)) return;
  const closed = new Set<number>();
  while (leg.leg.carbG - leg.carbG > 10) {
    const times = [
      leg.leg.startMin,
      ...draft.pieces.filter((piece) => piece.leg === leg).map(({ atMin }) => atMin),
      leg.leg.endMin,
    ];
    let gap: readonly [number, number] | null = null;
    let widest = 2 * RULES.spacingMin - 1;
    for (const [index, from] of times.entries()) {
      const to = times[index + 1] ?? from;
      if (to - from > widest && !closed.has(from)) {
        gap = [from, to];
        widest = to - from;
      }
    }
    if (gap === null) return;
    const [from, to] = gap;
    const middle = onGrid((from + to) / 2);
    const isFilled = [0, -5, 5, -10, 10, -20, 20].some((shift) => {
      const moment = momentNear(draft, middle + shift);
      return moment.atMin > from && moment.atMin < to && putBest(draft, leg, { ...moment, progress: 1 });
    });
    if (!isFilled) closed.add(from);
  }
}

/** A minute, with the part of the leg's food that is due by then. */
interface Moment {
  readonly atMin: number;
  readonly station: Station | null;
  readonly progress: number;
}

/** Adds the piece that brings carbohydrate and sodium so far nearest to what is due; false if none helps. */
function putBest(draft: Draft, leg: LegDraft, { atMin, station, progress }: Moment): boolean {
  const { request, targets, pieces, ledger } = draft;
  const index = draft.indexAfter(atMin);
  let eatenG = leg.carbG - leg.drunkG;
  for (const piece of pieces.slice(index))
    if (piece.leg === leg) eatenG -= piece.product.carbG * piece.servings;
  const dueG = progress * (leg.leg.carbG - leg.drunkG) - eatenG;
  if (dueG <= 0 && request.supply === null) return false;
  const dueShare = (atMin - request.fromMin) / (request.endMin - request.fromMin);
  const dueMg = targets.sodiumMg * dueShare - ledger.until('sodiumMg', atMin);
  let solid = index - 1;
  while (solid >= 0 && pieces[solid]?.product.form !== 'solid') solid -= 1;
  const lastSolidMin = pieces[solid]?.atMin ?? leg.leg.startMin - 15;
  const isLong = request.endMin - request.fromMin > LONG_MIN;
  const isHandedDue = (grams: number) => draft.handedG > 0 && draft.handedG - handedSoFar(draft) > grams / 2;
  let best: Piece | null = null;
  let least = Math.abs(dueG) * DUE_G - 0.05;
  for (const piece of optionsAt(draft, atMin, station)) {
    const { product, servings } = piece;
    const grams = product.carbG * servings;
    let cost = Math.abs(dueG - grams) * DUE_G;
    cost += (Math.abs(dueMg - product.sodiumMg * servings) - Math.abs(dueMg)) * DUE_MG;
    if (pieces[index - 1]?.product === product)
      cost += AGAIN + costInARow(timesInARow(pieces, product, index));
    if (product.form === 'solid') {
      const { solidEveryMin, isRealFood } = leg.leg.usual;
      const isDue = solidEveryMin !== null && atMin - lastSolidMin >= solidEveryMin;
      cost += isDue ? -0.6 : isRealFood ? 0 : 0.25;
    }
    if (draft.mealtimes.isChewedElsewhere(piece)) cost += COST.chewedElsewhere;
    if (piece.station !== null) cost -= isHandedDue(grams) ? 1.3 : 0.15;
    else if (!draft.used.has(product) && request.supply === null) cost += COST.product;
    if (isLong && (product.isReal || product.isSavoury)) cost -= 0.2;
    if (piece.station === null && draft.wantedOf(product) > 0) {
      const due = shareBetween(draft, product, request.fromMin, atMin + 1) * draft.mostOf(product);
      const aheadOfTime = (draft.used.get(product) ?? 0) - due;
      cost += EARLY * Math.max(0, aheadOfTime / servings) - 1.2;
    }
    if (cost < least && draft.refusal(piece) === null) [best, least] = [piece, cost];
  }
  if (best === null) return false;
  draft.put(best);
  return true;
}

/** Lists the minutes at which each given food could be eaten, which may be few: where others fit, those are eaten. */
function openMinutesOf(draft: Draft): ReadonlyMap<Product, readonly number[]> {
  const { fromMin, endMin } = draft.request;
  const count = Math.floor((endMin - fromMin) / RULES.spacingMin);
  const minutes = Array.from({ length: count }, (_, turn) =>
    draft.mealtimes.near(onGrid(fromMin + (turn + 0.5) * RULES.spacingMin)),
  );
  const isOpen = (product: Product) => (atMin: number) => {
    const piece = ownPiece(draft.legAt(atMin), product, mouthfulOf(product), atMin);
    return !draft.mealtimes.isChewedElsewhere(piece) && draft.refusal(piece) === null;
  };
  return new Map(draft.menu.foods.map((product) => [product, minutes.filter(isOpen(product))]));
}

/** Returns the share of the minutes for a given food that lie between two. */
function shareBetween({ openMinutes }: Draft, food: Product, fromMin: number, toMin: number): number {
  const open = openMinutes.get(food) ?? [];
  let within = 0;
  for (const minute of open) if (minute >= fromMin && minute < toMin) within += 1;
  return within / Math.max(1, open.length);
}

/** Points for each piece of a given food that is eaten before its share of the time. */
const EARLY = 2;
/** Points for the same food as just before. */
const AGAIN = 0.1;

/** Returns how often a product would come in a row if it were eaten before the piece at an index. */
function timesInARow(pieces: readonly Piece[], product: Product, index: number): number {
  let first = index;
  let last = index;
  while (pieces[first - 1]?.product === product) first -= 1;
  while (pieces[last]?.product === product) last += 1;
  return last - first + 1;
}

const handedSoFar = ({ pieces }: Draft): number =>
  sumOf(pieces, ({ station, product, servings }) => (station === null ? 0 : product.carbG * servings));

/** Places given products that have no minute yet, as far from other food as possible. */
function placeGiven(draft: Draft): void {
  const { request, stations } = draft;
  if (request.supply === null) return;
  const minutes = new Set(stations.filter(({ stop }) => stop.kind !== 'start').map(({ stop }) => stop.atMin));
  for (let minute = onGrid(request.fromMin); minute < request.endMin; minute += GRID_MIN) minutes.add(minute);
  for (const product of draft.menu.foods) {
    let isPlaced = true;
    while (isPlaced && draft.wantedOf(product) > 1e-6) {
      const servings = Math.min(draft.wantedOf(product), mouthfulOf(product));
      const byDistance = [...minutes]
        .map((atMin) => ({
          piece: ownPiece(draft.legAt(atMin), product, servings, atMin),
          apart: Math.min(...draft.pieces.map((piece) => Math.abs(piece.atMin - atMin))),
        }))
        .filter(({ apart }) => apart === 0 || apart >= RULES.spacingMin)
        .map((one) => ({ ...one, isUnusual: draft.mealtimes.isChewedElsewhere(one.piece) }))
        .sort(
          (one, other) =>
            Number(one.isUnusual) - Number(other.isUnusual) ||
            other.apart - one.apart ||
            one.piece.atMin - other.piece.atMin,
        );
      isPlaced = byDistance.some(({ piece }) => {
        if (draft.refusal(piece) !== null) return false;
        draft.put(piece);
        return true;
      });
    }
  }
}
