import type { Texts } from '#core/languages/texts.ts';
import { plainName } from '#platform/files/text-reader.ts';
import { shortNameOf } from '../names.ts';
import type { Fill } from '../plan/bottles.ts';
import type { PlannedItem } from '../plan/marks.ts';
import type { StationRow } from '../plan/plan-rows.ts';
import type { PlanItem, Station } from '../plan/stations.ts';
import { isPlainWater } from '../portions.ts';
import {
  amountText,
  bottleName,
  bottlesName,
  isReadyDrink,
  joined,
  recipeText,
  stopName,
  weighed,
} from './plan-words.ts';
import { roundToHundredth, servingsText } from './svg-text.ts';

/** Text of a row, for tables and for cards. */
export interface Said {
  readonly words: string;
  readonly brief: string;
}

/** A row at a station, with its fillings. */
interface AtStation {
  readonly row: StationRow;
  readonly station: Station;
  readonly fills: readonly Fill[];
}

/** Formats the actions at a station: bottles, cups, food and drop bag. */
export function stationWords(
  { row, station, fills }: AtStation,
  briefOf: (item: PlannedItem) => string,
  texts: Texts,
): Said {
  const { paper } = texts.plan;
  const name = stopName(station, texts);
  const cups = row.cups.map(({ product, servings }) =>
    paper.cups({
      count: servings,
      amount: servingsText(roundToHundredth(servings), texts.language),
      drink: cupName(product, texts),
    }),
  );
  const eaten = (nameIn: (item: PlannedItem) => string) =>
    row.eaten.map((item) => itemWords(item, nameIn(item), texts));
  const shortName = ({ product }: PlannedItem) => shortNameOf(product, texts);
  if (station.stop.kind === 'transition') {
    const here = [...cups, ...eaten(shortName)];
    return {
      words: placeWords(name, [...carriedFrom(station, fills, texts), ...here]),
      brief: placeWords(name, here),
    };
  }
  const handed = new Set([...row.cups, ...row.eaten].map(({ product }) => product));
  const hasBag =
    station.stop.offers.has('drop_bag') &&
    station.take.some((item) => isPacked(item) && !(item.product && handed.has(item.product)));
  const bag = hasBag ? [paper.dropBag()] : [];
  return {
    words: placeWords(name, [...filled(fills, texts), ...cups, ...eaten(shortName), ...bag]),
    brief: placeWords(name, [
      ...(fills.length > 0 ? [bottlesName(fills, texts)] : []),
      ...cups,
      ...eaten(briefOf),
      ...bag,
    ]),
  };
}

/** Lists what is carried from the start or a transition: bottles, then food and powder. */
export function carriedFrom(station: Station, fills: readonly Fill[], texts: Texts): readonly string[] {
  const packed = station.leaveWith.filter(isPacked).map((item) => withoutDissolved(item, fills));
  return [
    ...(fills.length > 0 ? [bottlesName(fills, texts)] : []),
    ...packed.filter(({ servings }) => servings > 0).map((item) => packedWords(item, texts)),
  ];
}

/** Subtracts from an item what is dissolved in bottles filled at the same place: tablets in a drink. */
function withoutDissolved(item: PlanItem, fills: readonly Fill[]): PlanItem {
  const dissolved = fills
    .flatMap(({ product, ingredients }) => ingredients.filter((one) => one.product !== product))
    .filter(({ product }) => product === item.product)
    .reduce((sum, { servings }) => sum + servings, 0);
  return { ...item, servings: roundToHundredth(item.servings - dissolved) };
}

/** Joins a place and its actions. */
export function placeWords(name: string, content: readonly string[]): string {
  return joined([name, ...content]);
}

/** Returns whether the row of a filling has its recipe: at a station without a bag that has the bottle. */
export function isSpeltOut({ stop, ingredients }: Fill): boolean {
  const isInBag = stop.offers.has('drop_bag') && (ingredients.length > 0 || !stop.offers.has('water'));
  return stop.kind === 'aid' && !isInBag;
}

/** Formats the fillings at a station, with the recipe unless a drop bag has the labelled bottle. */
function filled(fills: readonly Fill[], texts: Texts): readonly string[] {
  const labelled = fills.filter((fill) => !isSpeltOut(fill));
  return [
    ...(labelled.length > 0 ? [bottlesName(labelled, texts)] : []),
    ...fills.filter(isSpeltOut).map((fill) =>
      texts.plan.forms.headed({
        head: bottleName(fill, texts),
        content: recipeText(fill, texts, ({ product }) => shortNameOf(product, texts)),
      }),
    ),
  ];
}

/** Returns whether an item is carried as is, not in a bottle or handed out. */
function isPacked({ product, fluidMl }: PlanItem): boolean {
  return product !== null && fluidMl === 0 && !isReadyDrink(product);
}

/** Formats a packed amount: powder by weight. */
function packedWords(item: PlanItem, texts: Texts): string {
  const { product } = item;
  return product === null
    ? ''
    : amountText(item, texts, plainName(shortNameOf(product, texts)) ?? product.id);
}

function cupName(product: PlannedItem['product'], texts: Texts): string {
  const name = isPlainWater(product) ? texts.plan.drawing.water() : shortNameOf(product, texts);
  // Nouns start with a lower-case letter within a sentence, except in German.
  return texts.language === 'de' ? name : name.charAt(0).toLocaleLowerCase(texts.language) + name.slice(1);
}

/** Formats an amount of food: food that is not counted by its weight, a single piece without a number. */
export function itemWords({ product, servings }: PlannedItem, name: string, { language }: Texts): string {
  const weight = weighed({ product, servings }, name);
  if (weight !== null) return weight;
  const shown = roundToHundredth(servings);
  if (shown === 1) return name;
  return shown < 1
    ? `${servingsText(shown, language)} ${name}`
    : `${servingsText(shown, language)} × ${name}`;
}
