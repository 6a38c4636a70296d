import type { CatalogueEntry } from './entries.ts';

/**
 * The most sodium in a labelled serving, by category, in mg: about 1.5 times the highest that a label of that kind shows.
 * Engineering choices, against a figure in the wrong unit.
 */
const SODIUM_MAX_MG: Readonly<Record<CatalogueEntry['category'], number>> = {
  gel: 400,
  isotonic_gel: 300,
  chew: 250,
  bar: 400,
  waffle: 250,
  drink_mix: 900,
  ready_to_drink: 800,
  electrolyte_drink: 2000,
  electrolyte_tablet: 1200,
  electrolyte_capsule: 400,
  electrolyte_chew: 200,
  caffeine_chew: 200,
  real_food: 600,
};

/** Grams of salt for a mg of sodium. */
const SALT_G_PER_SODIUM_MG = 2.54 / 1000;

/**
 * Returns what is implausible in a catalogue, a line for each problem. A schema accepts 75 g of carbohydrate in a gel of 10 g;
 * an athlete who follows it goes without.
 */
export function problemsOf(entries: readonly CatalogueEntry[]): readonly string[] {
  return [
    ...repeated(entries, ({ id }) => id),
    ...repeated(entries, (entry) => labelOf(entry).toLowerCase()),
    ...entries.flatMap((entry) => problemsOfEntry(entry).map((problem) => `${labelOf(entry)}: ${problem}`)),
  ];
}

/** Returns a product's brand and name. */
export function labelOf({ brand, name }: Pick<CatalogueEntry, 'brand' | 'name'>): string {
  return `${brand} ${name}`;
}

function repeated(
  entries: readonly CatalogueEntry[],
  keyOf: (entry: CatalogueEntry) => string,
): readonly string[] {
  const seen = new Set<string>();
  return entries.flatMap((entry) => {
    const key = keyOf(entry);
    if (seen.has(key)) return [`${labelOf(entry)}: ${key} is in the catalogue twice`];
    seen.add(key);
    return [];
  });
}

function problemsOfEntry(entry: CatalogueEntry): readonly string[] {
  const { carbG, sugarG = 0, proteinG = 0, sodiumMg = 0, massG = Number.POSITIVE_INFINITY } = entry;
  const solidG = (carbG ?? 0) + proteinG;
  const recalled: readonly string[] = entry.recalledFields ?? [];
  const problems: (readonly [isWrong: boolean, problem: string])[] = [
    [carbG !== undefined && sugarG > carbG, `${sugarG} g of sugar in ${carbG} g of carbohydrate`],
    [solidG > massG, `${solidG} g of carbohydrate and protein in ${massG} g`],
    [sodiumMg * SALT_G_PER_SODIUM_MG > 1.05 * massG, `${sodiumMg} mg of sodium is more salt than ${massG} g`],
    [
      sodiumMg > SODIUM_MAX_MG[entry.category],
      `${sodiumMg} mg of sodium; a serving of this category has ${SODIUM_MAX_MG[entry.category]} at most`,
    ],
    [
      !energyAgrees(entry) && entry.note === undefined,
      `${entry.energyKcal} kcal does not agree with ${carbG} g of carbohydrate and ${proteinG} g of protein, and no note says why`,
    ],
    [energyAgrees(entry) && entry.note !== undefined, 'a note about energy that agrees'],
    [entry.vegan === true && recalled.includes('vegan'), 'vegan is only recalled'],
    [entry.glutenFree === true && recalled.includes('glutenFree'), 'gluten-free is only recalled'],
    [entry.caffeineMg === 0 && recalled.includes('caffeineMg'), 'free of caffeine is only recalled'],
    ...recalled.map(
      (field) =>
        [Reflect.get(entry, field) === undefined, `recalls ${field}, which it does not have`] as const,
    ),
    [/verified|official/i.test(JSON.stringify(entry)), 'no product is verified or official'],
    [Object.values(entry).includes(''), 'an empty text; leave an unknown figure out'],
  ];
  return problems.filter(([isWrong]) => isWrong).map(([, problem]) => problem);
}

/** 4 kcal a gram; fat is unknown to us, so where it is plausible more energy than that is no contradiction. */
function energyAgrees(entry: CatalogueEntry): boolean {
  if (entry.energyKcal === undefined || entry.carbG === undefined) return true;
  const expected = 4 * (entry.carbG + (entry.proteinG ?? 0));
  const slack = Math.max(10, 0.12 * expected);
  const mayHaveFat = ['bar', 'waffle', 'real_food'].includes(entry.category);
  const difference = entry.energyKcal - expected;
  return difference >= -slack && (mayHaveFat || difference <= slack);
}
