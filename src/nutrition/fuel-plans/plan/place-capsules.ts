import type { Mix } from './choose-mix.ts';
import { addIntake, hasRoom } from './hourly-check.ts';
import type { ItemsByMinute } from './items-by-minute.ts';
import type { Ground, PlacedBite } from './place-food.ts';
import { drinkTimes } from './pour-legs.ts';

/** Adds salt capsules where the hours around them have room, and returns how many are left. */
export function placeCapsules(
  moments: ItemsByMinute,
  { salts: { capsule } }: Pick<Mix, 'salts'>,
  bites: readonly PlacedBite[],
  { legs, gridMin }: Pick<Ground, 'legs' | 'gridMin'>,
): number {
  if (capsule === null) return 0;
  const maxMgPerHr = legs[0]?.leg.maxSodiumMgPerHr ?? 0;
  // With food if there is enough, to avoid separate moments; not with salty food.
  const eaten = bites.filter(({ stop, bite }) => stop === null && !bite.isSavoury).map(({ atMin }) => atMin);
  const drunk = legs.flatMap(({ leg }) => drinkTimes(leg, gridMin));
  const times = eaten.length >= capsule.steps ? eaten : drunk;
  const { product, ...salt } = capsule.salt;
  const taken = moments.sodium();
  // An hour that is full stays full: every capsule adds to it.
  const full = new Set<number>();
  const isOpen = (toMin: number) => {
    if (full.has(toMin)) return false;
    const move = { amount: salt.stepMg, fromMin: Number.NEGATIVE_INFINITY, toMin };
    const isFree = hasRoom(taken, move, maxMgPerHr);
    if (!isFree) full.add(toMin);
    return isFree;
  };
  for (let count = 0; count < capsule.steps; count += 1) {
    const dueMin = times[Math.floor(((count + 0.5) * times.length) / capsule.steps)] ?? 0;
    const atMin = nearest(times, dueMin, isOpen) ?? nearest(drunk, dueMin, isOpen);
    // If one does not fit, the others do not fit either.
    if (atMin === undefined) return capsule.steps - count;
    moments.add(atMin, { product, servings: 1, fluidMl: 0, stop: null });
    addIntake(taken, { atMin, amount: salt.stepMg });
  }
  return 0;
}

/** Finds the open time nearest to a minute; the earlier one if two are equally near. */
function nearest(
  times: readonly number[],
  minute: number,
  isOpen: (minute: number) => boolean,
): number | undefined {
  const from = times.findIndex((time) => time >= minute);
  let later = from === -1 ? times.length : from;
  let earlier = later - 1;
  while (earlier >= 0 || later < times.length) {
    const [before = Number.NEGATIVE_INFINITY, after = Number.POSITIVE_INFINITY] = [
      times[earlier],
      times[later],
    ];
    const isBefore = minute - before <= after - minute;
    if (isBefore) earlier -= 1;
    else later += 1;
    const next = isBefore ? before : after;
    if (isOpen(next)) return next;
  }
  return undefined;
}
