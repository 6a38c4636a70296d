import type { Texts } from '#core/languages/texts.ts';
import { plainName } from '#platform/files/text-reader.ts';
import type { FuelPlan } from '../fuel-plan.ts';
import type { Fill } from '../plan/bottles.ts';
import type { Station } from '../plan/stations.ts';
import { pocketCards, topTubeCards } from './cards.ts';
import {
  amountsText,
  bottleName,
  bottlesName,
  ingredientsText,
  measureText,
  medicalNotices,
  nameIn,
  recipeText,
  stationName,
  stopName,
  tenths,
} from './plan-words.ts';
import { type RowGroup, sportName } from './row-words.ts';
import { escaped, widthOf, wrapped } from './svg-text.ts';

/** Renders the sheets to cut: cards, labels of bottles and tags of drop bags. */
export function secondSheet(plan: FuelPlan, groups: readonly RowGroup[], texts: Texts): string {
  const tubes = topTubeCards(plan, groups, texts);
  const pockets = pocketCards(plan, groups, texts);
  const labels = labelled(plan).map((each) => label(plan, each, texts));
  const tags = plan.stations.filter(isPacked).map((station) => tag(plan, station, texts));
  const cards = cardRows(tubes, pockets);
  // One row holds a top-tube card, a pocket card and a stack of tags.
  const isOpen = cards.length > 0 && tubes.length <= 1 && pockets.length % POCKETS_IN_ROW === 1;
  const stacked = isOpen ? tags.slice(0, TAGS_IN_STACK) : [];
  const stack = stacked.length === 0 ? [] : [`<div>${stacked.join('')}</div>`];
  const rows = [
    ...labels.map((each) => [each]),
    ...cards.map((row, index) => (index === cards.length - 1 ? [...row, ...stack] : row)),
    ...inRows(tags.slice(stacked.length), TAGS_IN_ROW),
  ].map((parts) => `<div class="row">${parts.join('')}</div>`);
  if (rows.length === 0) return '';
  return `<section class="cut"><p class="soft">${escaped(texts.plan.paper.cutting())}</p>${rows.join('')}</section>`;
}

const TAGS_IN_ROW = 3;
const TAGS_IN_STACK = 3;
const TUBES_IN_ROW = 4;
const POCKETS_IN_ROW = 2;
/** Top-tube cards that fit next to a pocket card. */
const TUBES_BESIDE_POCKET = 2;

/** Lays out cards: a pocket card next to the first two of the top tube, the rest in separate rows. */
function cardRows(tubes: readonly string[], pockets: readonly string[]): readonly (readonly string[])[] {
  if (tubes.length === 0) return inRows(pockets, POCKETS_IN_ROW);
  return [
    [...tubes.slice(0, TUBES_BESIDE_POCKET), ...pockets.slice(0, 1)],
    ...inRows(tubes.slice(TUBES_BESIDE_POCKET), TUBES_IN_ROW),
    ...inRows(pockets.slice(1), POCKETS_IN_ROW),
  ];
}

function inRows(parts: readonly string[], most: number): readonly (readonly string[])[] {
  const count = Math.ceil(parts.length / most);
  return Array.from({ length: count }, (_, index) => parts.slice(index * most, (index + 1) * most));
}

/** Bottles with one recipe, and their later mixes at stations. */
interface Labelled {
  readonly fills: readonly [Fill, ...Fill[]];
  readonly refills: readonly Fill[];
}

/**
 * Lists the labels: one for bottles with the same recipe, prepared for the start, a transition or a drop bag. A drink
 * mixed at a station is on the label of its bottle, or on the tag of the bag with its
 * powder. Water and drinks that come ready need no label.
 */
function labelled({ fills }: FuelPlan): readonly Labelled[] {
  const labels: { readonly fills: [Fill, ...Fill[]]; readonly refills: Fill[] }[] = [];
  for (const fill of fills.filter(isMixed)) {
    const alike = labels.find((label) => isAlike(label.fills[0], fill));
    const before = labels.findLast((label) =>
      label.fills.some(({ vessel, legIndex }) =>
        fill.vessel === null ? legIndex === fill.legIndex : vessel === fill.vessel,
      ),
    );
    if (alike !== undefined) alike.fills.push(fill);
    else if (isFromBag(fill)) continue;
    else if (fill.stop.kind === 'aid' && !fill.stop.offers.has('drop_bag') && before)
      before.refills.push(fill);
    else labels.push({ fills: [fill], refills: [] });
  }
  return labels;
}

/** Returns whether a bottle needs a recipe: its powder or tablets have to be measured. */
function isMixed({ ingredients }: Fill): boolean {
  return ingredients.some(({ measure }) => measure.unit !== 'ml');
}

/** Returns whether a bottle is mixed at a station with powder from the athlete's own bag. */
function isFromBag({ stop: { kind, offers }, ingredients }: Fill): boolean {
  return kind === 'aid' && offers.has('drop_bag') && offers.has('water') && ingredients.length > 0;
}

/** Returns whether two bottles have the same recipe, kind and sport. */
function isAlike(one: Fill, other: Fill): boolean {
  return (
    one.kind === other.kind &&
    one.legIndex === other.legIndex &&
    one.fillMl === other.fillMl &&
    one.ingredients.length === other.ingredients.length &&
    one.ingredients.every(({ product, measure: { unit, amount } }, index) => {
      const same = other.ingredients[index];
      return same?.product === product && same.measure.unit === unit && same.measure.amount === amount;
    })
  );
}

/** Most lines of refills and ingredients on a label with the largest letters. */
const LARGE_LINES_MAX = 4;
/** Most bottles of one label with their places and times; of more, only the table says them. */
const USES_MAX = 3;
/** Columns of a line of refills, in two columns of the label. */
const REFILL_COLUMNS = 40;
/** Columns of a line across the label. */
const USES_COLUMNS = 90;

function label(plan: FuelPlan, { fills, refills }: Labelled, texts: Texts): string {
  const { paper, drawing, forms, hours } = texts.plan;
  const [fill] = fills;
  const until = ({ toMin }: Fill) => paper.until({ time: hours.moment({ min: toMin }) });
  const measures = fill.ingredients
    .filter(({ measure }) => measure.unit !== 'ml')
    .map((ingredient) => measureText(ingredient, texts));
  const drink = measures.length > 0 ? measures.join(' + ') : nameIn(fill.product, texts);
  const recipe = [drink, `${fill.fillMl} ml`, ...(fills.length === 1 ? [until(fill)] : [])];
  const uses =
    fills.length === 1 || fills.length > USES_MAX
      ? []
      : fills.map((one) => forms.headed({ head: place(one, texts), content: until(one) }));
  const lines = refills.map((refill) =>
    forms.headed({
      head: `${place(refill, texts)} · ${bottleName(refill, texts)}`,
      content: `${recipeText(refill, texts)} · ${until(refill)}`,
    }),
  );
  const brings = [
    `${drawing.carbG()} ${Math.round(fill.carbG)} g`,
    `${drawing.sodiumMg()} ${Math.round(fill.sodiumMg)} mg`,
  ].join(' · ');
  const heights =
    lines.reduce((sum, line) => sum + wrapped(line, 2 * REFILL_COLUMNS).length, 0) +
    wrapped(uses.join(' · '), USES_COLUMNS).length;
  const style =
    heights + fill.ingredients.length > LARGE_LINES_MAX || widthOf(recipe.join(' · ')) > 30
      ? 'label full'
      : 'label';
  const leg = plan.legs[fill.legIndex];
  const head = [
    bottlesName(fills, texts),
    ...(fills.length > 1 ? [`× ${fills.length}`] : []),
    ...(plan.legs.length > 1 && leg ? [sportName(leg.type, texts)] : []),
  ].join(' · ');
  const ingredients = ingredientsText(fill, texts).map((each) => `<li>${escaped(each)}</li>`);
  return [
    `<section class="${style}">`,
    ...medicalNotices(plan, texts).map((notice) => `<p class="max">${escaped(notice)}</p>`),
    `<div class="ends"><h3>${escaped(head)}</h3><p class="max">${escaped(paper.maximum({ maxMl: plan.numbers.maxSafeFluidMlPerHr }))}</p></div>`,
    `<p class="recipe">${escaped(recipe.join(' · '))}</p>`,
    `<ul class="mix">${ingredients.join('')}</ul>`,
    uses.length === 0 ? '' : `<p class="uses">${escaped(uses.join(' · '))}</p>`,
    lines.length === 0
      ? ''
      : `<div class="refills">${lines.map((line) => `<p>${escaped(line)}</p>`).join('')}</div>`,
    `<div class="ends"><p class="brings">${escaped(brings)}</p><p>${escaped(fills.length > 1 ? '' : place(fill, texts))}</p></div></section>`,
  ].join('');
}

/** Formats where a bottle is filled: its kilometre, else the name of the place. */
function place({ stop }: Fill, texts: Texts): string {
  const name = stopName({ stop }, texts);
  return stop.km === null || stop.kind === 'start' ? name : `${name}, km ${tenths(stop.km, texts)}`;
}

/** Returns whether the athlete packs a bag for a place: a drop bag or a transition bag. */
function isPacked({ stop, take, leaveWith }: Station): boolean {
  if (stop.kind === 'transition') return leaveWith.length > 0;
  return stop.kind === 'aid' && stop.offers.has('drop_bag') && take.length > 0;
}

/** Renders the tag of a bag: its bottles and mixes, and food, but not the water of the place. */
function tag(plan: FuelPlan, station: Station, texts: Texts): string {
  const { stop, take, leaveWith } = station;
  const fills = plan.fills.filter((fill) => fill.stop === stop);
  const mixed = fills.filter(isFromBag);
  const handed = plan.marks.flatMap(({ items }) => items).filter((item) => item.stop === stop);
  const ingredients = fills.flatMap((fill) => fill.ingredients);
  const others = new Set([...ingredients, ...handed].map(({ product }) => product));
  const ready = stop.kind === 'aid' && stop.offers.has('water') ? [] : fills;
  const food = (stop.kind === 'transition' ? leaveWith : take).filter(
    ({ product, fluidMl }) => product !== null && fluidMl === 0 && !others.has(product),
  );
  const lines = [
    ...(ready.length > 0 ? [bottlesName(ready, texts)] : []),
    ...mixed.map((fill) =>
      texts.plan.forms.headed({ head: bottleName(fill, texts), content: recipeText(fill, texts) }),
    ),
    ...food.map((item) => amountsText([item], texts)),
  ].map((line) => `<li>${escaped(line)}</li>`);
  const kind = stop.kind === 'transition' ? '' : `<p>${escaped(texts.plan.paper.dropBag())}</p>`;
  const name = plainName(plan.activity.name);
  return [
    `<section class="tag"><div><h3>${escaped(stationName(station, texts))}</h3>${kind}<ul>${lines.join('')}</ul></div>`,
    `<p>${escaped(name === null || widthOf(name) > 80 ? '' : name)}</p></section>`,
  ].join('');
}
