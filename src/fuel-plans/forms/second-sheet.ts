import { plainName } from '../../files/text-reader.ts';
import type { Texts } from '../../languages/texts.ts';
import type { FuelPlan } from '../fuel-plan.ts';
import type { Fill } from '../plan/bottles.ts';
import type { Station } from '../plan/stations.ts';
import { pocketCards, topTubeCards } from './cards.ts';
import {
  amountsInWords,
  bottleName,
  bottlesName,
  ingredientsInWords,
  measureInWords,
  medicalNotices,
  nameIn,
  recipeInWords,
  stationName,
  stopName,
  tenths,
} from './plan-words.ts';
import { type RowGroup, sportName } from './row-words.ts';
import { clock, escaped, widthOf, wrapped } from './svg-text.ts';

/** Renders the sheets to cut: cards, labels of bottles and tags of drop bags. */
export function secondSheet(plan: FuelPlan, groups: readonly RowGroup[], texts: Texts): string {
  const tubes = topTubeCards(plan, groups, texts);
  const pockets = pocketCards(plan, groups, texts);
  const labels = labelled(plan).map(
    ({ fill, refills }) => `<div class="row">${label(plan, fill, refills, texts)}</div>`,
  );
  const tags = plan.stations.filter(isPacked).map((station) => tag(plan, station, texts));
  return `<section class="cut"><p class="soft">${escaped(texts.plan.paper.cutting())}</p>${[
    ...cardRows(tubes, pockets),
    ...labels,
    ...inRows(tags, TAGS_IN_ROW),
  ].join('')}</section>`;
}

const TAGS_IN_ROW = 2;
const TUBES_IN_ROW = 4;
const POCKETS_IN_ROW = 2;
/** Top-tube cards that have room beside a pocket card. */
const TUBES_BESIDE_POCKET = 2;

/** Lays out cards: a pocket card beside the first two of the top tube, the others in rows of their own. */
function cardRows(tubes: readonly string[], pockets: readonly string[]): readonly string[] {
  const first = [...tubes.slice(0, TUBES_BESIDE_POCKET), ...pockets.slice(0, 1)].join('');
  return [
    `<div class="row">${first}</div>`,
    ...inRows(tubes.slice(TUBES_BESIDE_POCKET), TUBES_IN_ROW),
    ...inRows(pockets.slice(1), POCKETS_IN_ROW),
  ];
}

function inRows(parts: readonly string[], most: number): readonly string[] {
  const count = Math.ceil(parts.length / most);
  return Array.from(
    { length: count },
    (_, index) => `<div class="row">${parts.slice(index * most, (index + 1) * most).join('')}</div>`,
  );
}

/** A bottle that is filled before the session, and when it is filled again. */
interface Labelled {
  readonly fill: Fill;
  readonly refills: Fill[];
}

/**
 * Lists the bottles that get a label: those that are made before the session, for the start, a change of sports or a drop
 * bag. What is mixed at a station stands on the label of the bottle that it goes into; water needs no recipe.
 */
function labelled({ fills }: FuelPlan): readonly Labelled[] {
  const labels: Labelled[] = [];
  for (const fill of fills) {
    const { kind, offers } = fill.stop;
    const isWater = fill.ingredients.length === 0;
    const isPrepared = kind !== 'aid' || (offers.has('drop_bag') && !(isWater && offers.has('water')));
    const before = labels.findLast(({ fill: { vessel, legIndex } }) =>
      fill.vessel === null ? legIndex === fill.legIndex : vessel === fill.vessel,
    );
    if (isPrepared) labels.push({ fill, refills: [] });
    else if (!isWater && before !== undefined) before.refills.push(fill);
    else if (!isWater) labels.push({ fill, refills: [] });
  }
  return labels;
}

/** Lines of refills and of ingredients together up to which a label has its largest letters. */
const LARGE_LINES_MAX = 4;
/** Columns of a line of refills, in two columns of the label. */
const REFILL_COLUMNS = 40;

function label(plan: FuelPlan, fill: Fill, refills: readonly Fill[], texts: Texts): string {
  const { paper, drawing, forms } = texts.plan;
  const until = paper.until({ time: clock(fill.toMin) });
  const measures = fill.ingredients
    .filter(({ measure }) => measure.unit !== 'ml')
    .map((ingredient) => measureInWords(ingredient, texts));
  const single = fill.ingredients.length === 1 && fill.ingredients[0]?.measure.unit === 'ml';
  const drink =
    fill.ingredients.length === 0 ? [drawing.water()] : single ? [nameIn(fill.product, texts)] : [];
  const recipe = [...(measures.length > 0 ? [measures.join(' + ')] : drink), `${fill.fillMl} ml`, until];
  const lines = refills.map((refill) =>
    forms.headed({
      head: `${place(refill, texts)} · ${bottleName(refill, texts)}`,
      content: `${recipeInWords(refill, texts)} · ${paper.until({ time: clock(refill.toMin) })}`,
    }),
  );
  const brings = [
    `${drawing.carbG()} ${Math.round(fill.carbG)} g`,
    `${drawing.sodiumMg()} ${Math.round(fill.sodiumMg)} mg`,
  ].join(' · ');
  const heights = lines.reduce((sum, line) => sum + wrapped(line, 2 * REFILL_COLUMNS).length, 0);
  const style =
    heights + fill.ingredients.length > LARGE_LINES_MAX || widthOf(recipe.join(' · ')) > 30
      ? 'label full'
      : 'label';
  const leg = plan.legs[fill.legIndex];
  const head =
    plan.legs.length > 1 && leg
      ? `${bottleName(fill, texts)} · ${sportName(leg.type, texts)}`
      : bottleName(fill, texts);
  const ingredients = ingredientsInWords(fill, texts).map((each) => `<li>${escaped(each)}</li>`);
  return [
    `<section class="${style}">`,
    ...medicalNotices(plan, texts).map((notice) => `<p class="max">${escaped(notice)}</p>`),
    `<div class="ends"><h3>${escaped(head)}</h3><p class="max">${escaped(paper.maximum({ maxMl: plan.numbers.maxSafeFluidMlPerHr }))}</p></div>`,
    `<p class="recipe">${escaped(recipe.join(' · '))}</p>`,
    ingredients.length === 0 ? '' : `<ul class="mix">${ingredients.join('')}</ul>`,
    lines.length === 0
      ? ''
      : `<div class="refills">${lines.map((line) => `<p>${escaped(line)}</p>`).join('')}</div>`,
    `<div class="ends"><p class="brings">${escaped(fill.ingredients.length === 0 ? '' : brings)}</p><p>${escaped(place(fill, texts))}</p></div></section>`,
  ].join('');
}

/** Says where a bottle is filled: by its kilometre, else by the name of the place. */
function place({ stop }: Fill, texts: Texts): string {
  const name = stopName({ stop, take: [], leaveWith: [] }, texts);
  return stop.km === null || stop.kind === 'start' ? name : `${name}, km ${tenths(stop.km, texts)}`;
}

/** Returns whether the athlete packs a bag for a place: a drop bag, or what lies ready for the next sport. */
function isPacked({ stop, take, leaveWith }: Station): boolean {
  if (stop.kind === 'transition') return leaveWith.length > 0;
  return stop.kind === 'aid' && stop.offers.has('drop_bag') && take.length > 0;
}

/** Renders the tag of a bag: labelled bottles and food, but not the water that the place has. */
function tag(plan: FuelPlan, station: Station, texts: Texts): string {
  const { stop, take, leaveWith } = station;
  const prepared = labelled(plan).flatMap(({ fill }) => (fill.stop === stop ? [fill] : []));
  const isMixedHere = stop.kind === 'aid' && stop.offers.has('water');
  const food = (stop.kind === 'transition' ? leaveWith : take).filter(
    ({ product, fluidMl }) => product !== null && fluidMl === 0,
  );
  const lines = [
    ...(prepared.length > 0 && !isMixedHere ? [bottlesName(prepared, texts)] : []),
    ...food.map((item) => amountsInWords([item], texts)),
  ].map((line) => `<li>${escaped(line)}</li>`);
  const kind = stop.kind === 'transition' ? '' : `<p>${escaped(texts.plan.paper.dropBag())}</p>`;
  const name = plainName(plan.activity.name);
  return [
    `<section class="tag"><div><h3>${escaped(stationName(station, texts))}</h3>${kind}<ul>${lines.join('')}</ul></div>`,
    `<p>${escaped(name === null || widthOf(name) > 80 ? '' : name)}</p></section>`,
  ].join('');
}
