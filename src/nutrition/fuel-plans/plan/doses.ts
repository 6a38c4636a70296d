import { COST, onGrid, RULES } from './costs.ts';
import type { Draft } from './draft.ts';
import { cupOf } from './drinks.ts';
import { byId } from './menu.ts';
import { type Product, type Request, sumOf } from './model.ts';

/** A dose counts as served if less than this is missing, mg. */
export const LACKING_MG = 15;
/** A product serves between these shares of a dose. Cola serves what is lacking, in this many half cups. */
const DOSE = { least: 0.5, most: 1.3, triedProducts: 6, colaHalves: 4 } as const;

/** Puts the caffeine at its minutes, in the product nearest to the dose, then in cola. */
export function serveDoses(draft: Draft): void {
  let laterMg = sumOf(draft.request.doses, ({ mg }) => mg);
  for (const dose of draft.request.doses) {
    laterMg -= dose.mg;
    const lackingMg = dose.mg - serveDose(draft, dose, draft.caffeineLeftMg - laterMg);
    if (lackingMg >= LACKING_MG) drinkCola(draft, { ...dose, mg: lackingMg });
  }
}

type Dose = Request['doses'][number];

/** @param mostMg what leaves enough below the limit for the later doses; exceeded only if nothing weaker fits */
function serveDose(draft: Draft, { atMin, mg, untilMin }: Dose, mostMg: number): number {
  const { request, targets, ledger } = draft;
  const mgPerG = targets.sodiumMg / Math.max(1, targets.carbG);
  const brands = new Set(
    [...draft.mixes.map(({ product }) => product), ...draft.menu.foods].map(({ brand }) => brand),
  );
  const surplusPercent = (ml: number) =>
    (100 * Math.min(ml, Math.max(0, ledger.total.fluidMl + ml - targets.fluidMl))) /
    Math.max(1, targets.fluidMl);
  const badness = (one: Product) =>
    Math.abs(one.caffeineMg - mg) / mg +
    0.002 * Math.max(0, one.sodiumMg - mgPerG * one.carbG) +
    // The water in an isotonic gel comes on top of what is planned.
    COST.fluidPercent * surplusPercent(one.fluidMl) +
    (one.isSure ? 0 : COST.unsure) +
    (brands.has(one.brand) ? 0 : COST.brand) +
    (draft.used.has(one) ? 0 : COST.product);
  const fitting = request.home
    .filter(
      ({ caffeineMg, form, carbG, purpose }) =>
        caffeineMg >= DOSE.least * mg &&
        caffeineMg <= DOSE.most * mg &&
        (form === 'gel' || form === 'chew' || form === 'solid') &&
        carbG <= RULES.within15G &&
        (purpose !== 'other' || request.supply !== null),
    )
    .toSorted(
      (one, other) =>
        Number(one.caffeineMg > mostMg) - Number(other.caffeineMg > mostMg) ||
        badness(one) - badness(other) ||
        byId(one, other),
    );
  const minutes =
    atMin < 0
      ? [atMin]
      : [0, 5, -5, 10, -10]
          .map((shift) => draft.mealtimes.near(onGrid(atMin) + shift))
          .filter(
            (minute) =>
              Math.abs(minute - atMin) <= RULES.doseWithinMin && minute <= Math.max(untilMin, atMin),
          );
  for (const product of fitting.slice(0, DOSE.triedProducts)) {
    for (const minute of minutes) {
      const piece = {
        atMin: minute,
        station: null,
        leg: draft.legAt(minute),
        product,
        servings: 1,
        isDose: true,
      };
      if (draft.refusal(piece) !== null) continue;
      draft.put(piece);
      return product.caffeineMg;
    }
  }
  return 0;
}

function drinkCola(draft: Draft, { atMin, mg, untilMin }: Dose): void {
  const station = draft.stations.find(
    ({ stop, cups }) =>
      Math.abs(stop.atMin - atMin) <= RULES.doseWithinMin &&
      stop.atMin <= untilMin &&
      cups.some(({ kind }) => kind === 'cola'),
  );
  const cola = station === undefined ? null : cupOf(station, 'cola');
  if (station === undefined || cola === null) return;
  const halves = Math.min(DOSE.colaHalves, Math.floor((DOSE.most * mg) / cola.half.caffeineMg));
  const water = cupOf(station, 'water');
  for (let count = 0; count < halves; count += 1) {
    const instead = water !== null && water.halves > 0 ? water : null;
    if (!draft.changeCup(station, instead, cola)) return;
  }
}
