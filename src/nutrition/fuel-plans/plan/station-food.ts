import type { CaffeineDose } from '#core/engine/caffeine.ts';
import type { FuelPreferences } from '#platform/storage/athlete-schema.ts';
import type { Product } from '../../catalogue/catalogue-copy.ts';
import { genericFood, genericIdOf } from '../../catalogue/generic-foods.ts';
import type { AthleteLimits } from '../limits-of-athlete.ts';
import type { PlanTargets } from '../targets.ts';
import { type Candidate, sourcedFor } from './candidates.ts';
import { PIECE_MAX_G } from './cost-table.ts';
import type { StationCups } from './lay-out-mix.ts';
import type { FedLeg } from './leg-mix.ts';
import { type Ground, JOINS_MIN } from './place-food.ts';
import { biteOf, isLiked } from './pool.ts';
import { BROTH_MG } from './salts.ts';
import { type CaffeineToServe, CONTENT, type Served } from './serve-caffeine.ts';
import type { Stop } from './stops.ts';

/** Context of the stations' offers: the athlete and the catalogue. */
interface Guest {
  readonly products: readonly Product[];
  readonly athlete: AthleteLimits;
  readonly preferences: FuelPreferences;
}

/** Lists the offers of a station that suit this athlete, with their figures. */
function offeredAt({ kind, offers }: Stop, { products, athlete, preferences }: Guest): readonly Candidate[] {
  if (kind !== 'aid') return [];
  const known = [...offers].flatMap((offer) => {
    const generic = genericIdOf({ id: offer });
    const product = generic === null ? products.find(({ id }) => id === offer) : genericFood(generic);
    return product === undefined || !isLiked(product, preferences) ? [] : [product];
  });
  return sourcedFor(known, athlete);
}

/** Lists food that stops hand out and this athlete eats; the first choice rotates from stop to stop. */
export function handoutsOf(stops: readonly Stop[], guest: Guest): Ground['handouts'] {
  return stops.flatMap((stop, index) => {
    const bites = offeredAt(stop, guest).flatMap((candidate) => {
      const { form, caffeineMg, carbG } = candidate;
      if (caffeineMg > 0 || carbG === 0 || (form !== 'gel' && form !== 'chew' && form !== 'solid')) return [];
      return [biteOf(candidate, carbG > PIECE_MAX_G ? HALF : 1, form)];
    });
    // Real food comes first: it is recognisable, while a bar may be of any brand.
    const [real, others] = [bites.filter(({ isReal }) => isReal), bites.filter(({ isReal }) => !isReal)];
    const turn = real.length === 0 ? 0 : index % real.length;
    return [...real.slice(turn), ...real.slice(0, turn), ...others].map((bite) => ({ stop, bite }));
  });
}

const HALF = 0.5;

/** Returns whether stations hand out real food where solids are eaten. */
export function isRealHanded(handouts: Ground['handouts'], legs: readonly FedLeg[]): boolean {
  return legs.some(
    ({ leg, carrier }) =>
      carrier.solidEveryMin !== null &&
      handouts.some(
        ({ stop: { atMin }, bite }) => bite.isReal && atMin >= leg.startMin && atMin < leg.endMin,
      ),
  );
}

/** Time between two cups of broth, min, and its most sodium as a fraction of the hourly ceiling. Engineering choices. */
const BROTH_EVERY_MIN = 120;
const BROTH_OF_CEILING = 0.75;
/** Broth is drunk in events beyond this, min. */
const BROTH_FROM_MIN = 240;

/** Lists stations for a cup of broth: in long events, far enough apart, if an hour has room. */
export function brothStops(stops: readonly Stop[], guest: Guest, targets: PlanTargets): readonly Stop[] {
  if (60 * targets.hours < BROTH_FROM_MIN || BROTH_MG > BROTH_OF_CEILING * targets.maxSodiumMgPerHr)
    return [];
  const broth = genericFood('broth');
  const found: Stop[] = [];
  for (const stop of stops) {
    const isFar = stop.atMin - (found.at(-1)?.atMin ?? 0) >= BROTH_EVERY_MIN;
    if (isFar && offeredAt(stop, guest).some(({ product }) => product === broth)) found.push(stop);
  }
  return found;
}

/** Most cups of cola at one station. Engineering choice. */
const COLAS_MAX = 2;
/** A dose counts as served if less than this is missing, mg. Engineering choice. */
const LACKING_MG = 15;

/**
 * Adds cola to caffeine doses at stations within ten minutes: as many cups as the dose still needs, never more than
 * is safe in total. The rest stays unserved.
 */
export function colasFor(
  stops: readonly Stop[],
  { served, unserved }: Served,
  caffeine: CaffeineToServe | null,
  guest: Guest,
): { readonly cups: readonly StationCups[]; readonly unserved: readonly CaffeineDose[] } {
  const cola = genericFood('cola');
  const cupMg = cola.caffeineMg ?? 0;
  const cups: StationCups[] = [];
  let plannedMg = served.reduce((sum, { candidate }) => sum + candidate.caffeineMg, 0);
  const colaMgAt = (dueMin: number, lackingMg: number) => {
    const stop = stops.find(
      (one) =>
        Math.abs(one.atMin - dueMin) <= JOINS_MIN &&
        one.atMin <= (caffeine?.lastMin ?? 0) &&
        !cups.some((other) => other.stop === one) &&
        offeredAt(one, guest).some(({ product }) => product === cola),
    );
    const roomMg = Math.min(lackingMg * CONTENT.most, (caffeine?.maxSafeMg ?? 0) - plannedMg);
    const count = Math.min(COLAS_MAX, Math.floor(roomMg / cupMg));
    if (stop === undefined || count < 1) return 0;
    cups.push({ stop, product: cola, count });
    plannedMg += count * cupMg;
    return count * cupMg;
  };
  for (const { dueMin, dose, candidate } of served) {
    const lackingMg = dose.mg - candidate.caffeineMg;
    if (lackingMg >= LACKING_MG) colaMgAt(dueMin, lackingMg);
  }
  const left = unserved.flatMap((dose) => {
    const mg = dose.mg - colaMgAt(dose.atMin, dose.mg);
    return mg >= LACKING_MG ? [{ ...dose, mg }] : [];
  });
  return { cups, unserved: left };
}
