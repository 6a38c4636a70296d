import { LONG_MIN, RULES } from './costs.ts';
import type { Draft } from './draft.ts';
import { cupOf, filledOf } from './drinks.ts';
import { TABLE_SALT } from './menu.ts';
import type { Cup, Station } from './parts.ts';

const BROTH_EVERY_MIN = 110;
const BROTH_FROM_MG = 300;

/** Adds the missing salt where the hour has least: broth in a long event, tablets in bottles, capsules with food. */
export function saltPlan(draft: Draft): void {
  if (lackMgOf(draft) < RULES.leastSaltMg && !draft.request.isUpset && !isSaltGiven(draft)) return;
  drinkBroth(draft);
  dissolveTablets(draft);
  swallowCapsules(draft);
}

const isSaltGiven = (draft: Draft): boolean =>
  [draft.menu.tablet, draft.menu.capsule].some((product) => product !== null && draft.wantedOf(product) > 0);

const lackMgOf = ({ targets, ledger }: Draft): number => targets.sodiumMg - ledger.total.sodiumMg;

function drinkBroth(draft: Draft): void {
  const { request, stations } = draft;
  if (!request.isUpset && request.endMin - request.fromMin <= LONG_MIN) return;
  let lastMin = request.fromMin;
  for (const station of stations) {
    const broth = cupOf(station, 'broth');
    const { atMin } = station.stop;
    if (broth === null) continue;
    if (request.isUpset) drinkMuchBroth(draft, station, broth);
    if (request.isUpset || atMin - lastMin < BROTH_EVERY_MIN || lackMgOf(draft) < BROTH_FROM_MG) continue;
    if (!draft.changeCup(station, cupOf(station, 'water'), broth)) continue;
    lastMin = atMin;
    if (lackMgOf(draft) > BROTH_FROM_MG) draft.changeCup(station, cupOf(station, 'water'), broth);
  }
}

/** With an upset stomach, broth replaces any other cup, or comes on top of them. */
function drinkMuchBroth(draft: Draft, station: Station, broth: Cup): void {
  for (let turn = 0; turn < RULES.halfCupsOnFoot && lackMgOf(draft) > broth.half.sodiumMg / 2; turn += 1) {
    const others = ['water', 'cola', 'carb', null] as const;
    const isDrunk = others.some((kind) =>
      kind === null
        ? broth.halves < 2 && draft.changeCup(station, null, broth)
        : draft.changeCup(station, cupOf(station, kind), broth),
    );
    if (!isDrunk) return;
  }
}

/** Salts one kind of bottle, so that two recipes stay two: the water, or the mix if there are no capsules. */
function dissolveTablets(draft: Draft): void {
  const { tablet, capsule } = draft.menu;
  // Nobody with an upset stomach weighs loose salt at a station.
  if (tablet === null || (draft.request.isUpset && tablet === TABLE_SALT)) return;
  const open = draft.bottles.filter(({ pour, drink }) => pour.fixed === null && drink?.from !== 'station');
  const water = open.filter(({ drink }) => drink === null);
  const mixed = open.filter(({ drink }) => drink !== null && drink === draft.mixes[0]);
  const isWanted = draft.wantedOf(tablet) > 0;
  const isTwoMixed =
    draft.mixes.every((mix) => open.some(({ drink }) => drink === mix)) && draft.mixes.length > 1;
  const isWaterSalted =
    !isTwoMixed && filledOf(water) > 0 && (capsule !== null || filledOf(water) >= filledOf(mixed));
  const group = isWaterSalted ? water : capsule !== null && !isWanted ? [] : mixed;
  const missingMg = Math.max(lackMgOf(draft), draft.wantedOf(tablet) * tablet.sodiumMg);
  const mgPerMl = Math.min(RULES.saltMgPerMl, missingMg / Math.max(1, filledOf(group)));
  for (const bottle of group) {
    const exact = (mgPerMl * bottle.pour.filledMl) / tablet.sodiumMg;
    // A mix is salted in all its bottles or in none.
    const halves = Math.max(group === mixed && mgPerMl > 0.1 ? 1 : 0, Math.round(2 * exact));
    const tablets = halves / 2;
    const isUseful = lackMgOf(draft) > 0.5 * tablets * tablet.sodiumMg || draft.wantedOf(tablet) >= tablets;
    if (tablets > 0 && isUseful && (tablet === TABLE_SALT || draft.mostOf(tablet) > 0)) {
      draft.fill(bottle, bottle.drink, tablets);
    }
  }
}

function swallowCapsules(draft: Draft): void {
  const { capsule } = draft.menu;
  if (capsule === null) return;
  const open = new Set(
    [
      ...saltMinutes(draft),
      ...draft.stations
        .filter(({ cups }) => cups.some(({ halves }) => halves > 0))
        .map(({ stop }) => stop.atMin),
    ].filter((minute) => minute >= draft.request.fromMin + 10),
  );
  const hour = (minute: number) => draft.ledger.hourFrom('sodiumMg', minute - 30);
  while (open.size > 0 && (lackMgOf(draft) > 0.6 * capsule.sodiumMg || draft.wantedOf(capsule) >= 1)) {
    const [first, ...others] = open;
    if (first === undefined) return;
    let best = first;
    for (const minute of others) if (hour(minute) < hour(best) - 1e-9) best = minute;
    if (!draft.salt(best, 1)) open.delete(best);
  }
}

/** Lists minutes for capsules: with food, or with an upset stomach once an hour from a bottle. */
export function saltMinutes({ request, pieces, bottles }: Draft): ReadonlySet<number> {
  if (!request.isUpset) return new Set(pieces.map(({ atMin }) => atMin));
  const minutes = new Set<number>();
  for (const { pour } of bottles) {
    for (let at = pour.fromMin; at < pour.toMin; at += 1) {
      if ((at - request.fromMin) % RULES.capsuleEveryMin === UPSET_FIRST_MIN) minutes.add(at);
    }
  }
  return minutes;
}

/** With an upset stomach the first capsule comes this soon. */
const UPSET_FIRST_MIN = 10;
