import { massText, servingsText, weighedText } from '@musette/languages/amounts';
import type { Texts } from '@musette/languages/texts';
import { genericIdOf } from '../../catalogue/generic-foods.ts';
import { shortNameOf } from '../names.ts';
import type { Fill, Plan, Vessel } from '../plan/model.ts';
import type { PackedRecipe } from '../plan/packing.ts';
import { pouredVolumes } from '../poured-volumes.ts';

/** Bottles with the same content. */
interface BottlesAlike {
  readonly fills: readonly Fill[];
  /** `Bottle 1 + 2`. */
  readonly names: string;
  /** The content of one: `2 bags`, `water`. */
  readonly content: string;
  /** The same of all: `2 bags each`. */
  readonly each: string;
}

/** Groups bottles by their content. */
export function bottlesAlike(
  plan: Plan,
  bottles: readonly Fill[],
  contentOf: (fill: Fill) => string,
  texts: Texts,
): readonly BottlesAlike[] {
  return [...Map.groupBy(bottles, contentOf)].map(([content, fills]) => {
    const kind = fills[0]?.vessel.kind ?? 'bottle';
    const isCounted = fills.length > 1 && /\d/.test(content);
    const each = isCounted ? texts.plan.paper.each({ amount: content, kind }) : content;
    return { fills, names: bottlesName(plan, fills, texts), content, each };
  });
}

/** Returns when everything is drunk that was filled before these bottles; 0 if nothing was. */
export function emptyAt({ fills }: Plan, [first]: readonly Fill[]): number {
  const before = fills.filter(
    ({ leg, stop }) => first !== undefined && leg === first.leg && stop < first.stop,
  );
  return Math.max(0, ...before.map(({ toMin }) => toMin));
}

/** Returns whether these are all bottles of their leg. */
export function areAll(plan: Plan, fills: readonly Fill[]): boolean {
  return new Set(fills.map(({ vessel }) => vessel)).size === vesselsOf(plan, fills[0]?.leg ?? 0).length;
}

/** Names all bottles of several fillings within a sentence: `both bottles`. */
export function allBottles(fills: readonly Fill[], { plan: { paper } }: Texts): string {
  const vessels = new Set(fills.map(({ vessel }) => vessel));
  return paper.all({ kind: fills[0]?.vessel.kind ?? 'bottle', count: vessels.size });
}

/** Says what goes into a bottle, and how far it is filled unless to the top. */
export function contentText(plan: Plan, fill: Fill, recipes: readonly PackedRecipe[], texts: Texts): string {
  const mark = isFull(fill) ? [] : [markText(plan, fill, texts)];
  return [mixText(fill, recipes, texts), ...mark].join(' · ');
}

/** Says what is in a bottle: bags of powder, tablets, a drink, or water. Grams appear only if `isWeighed`. */
export function mixText(
  fill: Fill,
  recipes: readonly PackedRecipe[],
  texts: Texts,
  isWeighed = false,
): string {
  const { recipe, tablet } = fill;
  const packed = recipes.find(({ fills }) => fills.includes(fill));
  const main =
    recipe === null
      ? texts.plan.foods.water
      : packed === undefined || recipe.product.form === 'ready'
        ? shortNameOf(recipe.product, texts)
        : powderText(fill, packed, isWeighed, texts);
  return [main, ...(tablet === null ? [] : [tabletText(tablet, texts)])].join(' + ');
}

/** Says how much powder a bottle takes: in whole bags if possible, otherwise by weight if `isWeighed`, or only by name. */
function powderText(fill: Fill, recipe: PackedRecipe, isWeighed: boolean, texts: Texts): string {
  const count = wholeBags(fill, recipe);
  if (hasBags(recipe) && count !== null) return texts.plan.paper.bags({ count });
  const name = shortNameOf(recipe.product, texts);
  return isWeighed ? `${bagAmount(recipe, fill.filledMl / recipe.bagForMl, texts)} ${name}` : name;
}

/** Returns whether powder is carried or waits at a stop, which needs bags. Bottles that are mixed at home need none. */
export function hasBags({ bagsCarried, bagsByStop, isSaltedWater, product }: PackedRecipe): boolean {
  return !isSaltedWater && product.form !== 'ready' && (bagsCarried > 0 || bagsByStop.length > 0);
}

/** Returns how many bags a bottle takes; null if it is filled at home with another amount. */
export function wholeBags({ filledMl }: Fill, { bagForMl }: PackedRecipe): number | null {
  const bags = filledMl / bagForMl;
  return Math.abs(bags - Math.round(bags)) < 0.01 ? Math.round(bags) : null;
}

/** Says how much powder is in so many bags: its weight, or its carbohydrate if nobody knows the weight of a serving. */
export function bagAmount(
  { product, gramsPerBag, servingsPerBag }: PackedRecipe,
  bags: number,
  texts: Texts,
): string {
  if (gramsPerBag !== null) return weighedText(gramsPerBag * bags, texts.language);
  const servings = servingsPerBag * bags;
  if (product.form === 'tablet')
    return texts.plan.paper.tablets({ count: servings, amount: servingsText(servings) });
  return texts.plan.paper.pack.carbohydrate({ amount: massText(product.carbG * servings) });
}

/** Says how many tablets or pinches of salt a bottle takes. */
export function tabletText({ product, servings }: NonNullable<Fill['tablet']>, texts: Texts): string {
  const count = { count: servings, amount: servingsText(servings) };
  const { paper } = texts.plan;
  return genericIdOf(product) === 'salt' ? paper.pinches(count) : paper.tablets(count);
}

/** A bottle counts as full or half full within this share of its volume. */
const MARK_WITHIN = 0.03;

function isFull({ filledMl, vessel: { volumeMl } }: Fill): boolean {
  return filledMl >= volumeMl * (1 - MARK_WITHIN);
}

/** Says how far a bottle is filled. */
export function markText(plan: Plan, fill: Fill, texts: Texts): string {
  const { filledMl, vessel } = fill;
  const { marks } = texts.plan.paper;
  if (isFull(fill)) return marks.full();
  const isHalf = Math.abs(filledMl / vessel.volumeMl - 0.5) < MARK_WITHIN;
  return isHalf ? marks.half() : marks.at({ amount: pouredText(plan, fill, texts) });
}

/** Says how much is poured into a bottle, rounded so that no hour exceeds the printed ceiling. */
export function pouredText(plan: Plan, fill: Fill, { measures }: Texts): string {
  const known = pouredOf.get(plan);
  const volumes =
    known?.measures === measures
      ? known.volumes
      : pouredVolumes(plan, plan.request.ceilings.fluidMl, measures);
  pouredOf.set(plan, { measures, volumes });
  return volumes[plan.fills.indexOf(fill)] ?? measures.volume(fill.filledMl);
}

/** The rounding of each bottle depends on all others, so it is done once per plan. */
const pouredOf = new WeakMap<
  Plan,
  { readonly measures: Texts['measures']; readonly volumes: readonly string[] }
>();

/** Lists the bottles of a leg, in the order in which they are first filled. */
function vesselsOf({ fills }: Plan, leg: number): readonly Vessel[] {
  return [...new Set(fills.filter((fill) => fill.leg === leg).map(({ vessel }) => vessel))];
}

/** Names the bottle of a filling: `Bottle 1`, or `Flask` if it is the only one of its leg. */
export function bottleName(plan: Plan, { vessel, leg }: Fill, { plan: { vessels } }: Texts): string {
  const alike = vesselsOf(plan, leg).filter(({ kind }) => kind === vessel.kind);
  const name = vessels[vessel.kind];
  return alike.length < 2 ? name : `${name} ${alike.indexOf(vessel) + 1}`;
}

/** Names the bottles of several fillings: `Bottle 1 + 2`. */
export function bottlesName(plan: Plan, fills: readonly Fill[], texts: Texts): string {
  const names = fills.map((fill) => bottleName(plan, fill, texts));
  const kinds = Map.groupBy(new Set(names), (name) => name.replace(/ \d+$/, ''));
  const numbersOf = (alike: readonly string[]) => alike.flatMap((name) => / (\d+)$/.exec(name)?.[1] ?? []);
  return [...kinds]
    .map(([kind, alike]) => [kind, numbersOf(alike).join(' + ')].filter((part) => part !== '').join(' '))
    .join(' · ');
}
