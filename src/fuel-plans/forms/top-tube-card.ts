import type { Product } from '../../catalogue/catalogue-copy.ts';
import { plainName } from '../../files/text-reader.ts';
import type { Language } from '../../languages/tags.ts';
import type { Texts } from '../../languages/texts.ts';
import type { FuelPlan } from '../fuel-plan.ts';
import type { Mark, PlannedItem } from '../plan/marks.ts';
import { displayNameOf, fluidMlOf, formOf, isPlainWater } from '../portions.ts';
import { medicalNotices } from './plan-words.ts';
import { roundToHundredth, servingsInWords, shortened, widthOf } from './svg-text.ts';

/**
 * Lines of 8 pt on a card of 120 mm between its first and last line, and characters that always fit on one.
 */
const LINES_MAX = 29;
const LINE_CHARACTERS = 20;
/** Characters beside the time of a row. */
const ROW_CHARACTERS = 15;
/** Products that get a letter; those after them are counted. */
const LETTERS = 'ABCDEFGHIJ';
/** Times for which one row of the card may stand, min. The shortest that fits is taken. */
const SPANS_MIN = [1, 20, 30, 45, 60, 90, 120, 180, 240, 480, 1440] as const;

/** A line of the card: what to take from this minute on. */
export interface CardRow {
  readonly atMin: number;
  readonly words: string;
}

/** Lists the rows of the top-tube card: letters for products, and intakes joined until all of them fit. */
export function topTubeRows(
  plan: FuelPlan,
  texts: Texts,
): {
  readonly legend: readonly string[];
  readonly rows: readonly CardRow[];
} {
  const { language } = texts;
  const { drawing, forms } = texts.plan;
  const products = plan.portions.map(({ product }) => product);
  const letterOf = (item: PlannedItem) => LETTERS[products.indexOf(item.product)] ?? '+';
  const legend = products.slice(0, LETTERS.length).map((product, index) => {
    const name = isPlainWater(product) ? drawing.water() : (plainName(displayNameOf(product)) ?? '');
    const unit = isInMl(product) ? ' (ml)' : '';
    return shortened(`${LETTERS[index]} ${name}`, LINE_CHARACTERS - unit.length) + unit;
  });
  const further = products.length > LETTERS.length ? [forms.cardOthers()] : [];
  const notices = medicalNotices(plan, texts).map((notice) => Math.ceil(widthOf(notice) / LINE_CHARACTERS));
  const room = LINES_MAX - legend.length - further.length - notices.reduce((sum, lines) => sum + lines, 0);
  let rows: readonly CardRow[] = [];
  for (const spanMin of SPANS_MIN) {
    rows = rowsOf(plan.marks, spanMin, letterOf, language);
    if (rows.reduce((sum, { words }) => sum + linesOf(words), 0) <= room) break;
  }
  return { legend: [...legend, ...further], rows };
}

function linesOf(words: string): number {
  return Math.ceil(words.length / ROW_CHARACTERS);
}

function rowsOf(
  marks: readonly Mark[],
  spanMin: number,
  letterOf: (item: PlannedItem) => string,
  language: Language,
): readonly CardRow[] {
  const spans = Map.groupBy(marks, ({ atMin }) => Math.floor(atMin / spanMin));
  return [...spans.values()].map((joined) => {
    const byLetter = Map.groupBy(
      joined.flatMap(({ items }) => items),
      letterOf,
    );
    const words = [...byLetter]
      .sort(([one], [other]) => placeOf(one) - placeOf(other))
      .map(([letter, items]) => `${amountOf(items, language)}${letter}`)
      .join(' ');
    return { atMin: joined[0]?.atMin ?? 0, words };
  });
}

/** Returns the place of a letter in the legend; what has none comes last. */
function placeOf(letter: string): number {
  const place = LETTERS.indexOf(letter);
  return place === -1 ? LETTERS.length : place;
}

/** Returns whether a product is counted in millilitres, as its line of the legend says. */
function isInMl(product: Product): boolean {
  return formOf(product) === 'drink' && (fluidMlOf(product) ?? 0) > 0;
}

function amountOf(items: readonly PlannedItem[], language: Language): string {
  if (items.every(({ product }) => isInMl(product))) {
    return String(Math.round(items.reduce((sum, item) => sum + item.fluidMl, 0)));
  }
  const servings = items.reduce((sum, item) => sum + item.servings, 0);
  return servingsInWords(roundToHundredth(servings), language);
}
