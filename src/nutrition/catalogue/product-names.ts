import { isOwnProductId } from '#platform/storage/ids.ts';
import type { ProductRow } from '#platform/storage/registry-schema.ts';

/** Short names of brands. */
export const BRAND_ALIASES: Readonly<Record<string, readonly string[]>> = {
  'Science in Sport': ['sis'],
  'Precision Fuel & Hydration': ['pfh', 'pf&h', 'pfandh', 'precision hydration', 'ph'],
  'GU Energy': ['gu', 'roctane'],
  'Honey Stinger': ['honeystinger'],
  Näak: ['naak', 'nak'],
  Hüma: ['huma'],
  'Hammer Nutrition': ['hammergel'],
  'Skratch Labs': ['scratch'],
  'Military Energy Gum': ['meg'],
  'Liquid I.V.': ['liquid iv', 'liquidiv'],
  Neversecond: ['never second', 'never2', 'nvr2'],
  PowerBar: ['power bar'],
  Nduranz: ['endurance nduranz'],
  'Overstim.s': ['overstims', 'overstim'],
  SaltStick: ['salt stick'],
  'Bonk Breaker': ['bonkbreaker'],
};

/**
 * Splits a text into unique lower-case words without accents, so that a name that repeats a word ("Gel 100
 * CAF 100") does not match better than the plain one. Like people do, treats `PF&H` as one word and `gel100`
 * as two.
 */
export function words(text: string): string[] {
  const found = text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replaceAll('pf&h', 'pfh')
    .match(/\p{Letter}+|\p{Number}+/gu);
  return [...new Set(found)];
}

/** Normalizes a brand for the filter: resolves short names and ignores accents, case and spaces. */
export function brandKey(brand: string): string {
  const key = words(brand).join('');
  return BRAND_OF_ALIAS.get(key) ?? key;
}

const BRAND_OF_ALIAS = new Map(
  Object.entries(BRAND_ALIASES).flatMap(([brand, aliases]) =>
    aliases.map((alias) => [words(alias).join(''), words(brand).join('')] as const),
  ),
);

/** Columns of a short name. A wide character takes two. */
const SHORT_NAME_COLUMNS = 18;

/** Brands as people say them. */
const SPOKEN: ReadonlyMap<string, string> = new Map([
  ['Applied Nutrition', 'Applied'],
  ['GU Energy', 'GU'],
  ['Generic', ''],
  ['Hammer Nutrition', 'Hammer'],
  ['Kendal Mint Co', ''],
  ['Military Energy Gum', 'Military'],
  ['PURE Sports Nutrition', 'PURE'],
  ['Precision Fuel & Hydration', ''],
  ['Science in Sport', 'SiS'],
  ['Skratch Labs', 'Skratch'],
  ['The Right Stuff', 'Right Stuff'],
  ['Transparent Labs', 'Transparent'],
]);

/** Fixed short names, by brand and name, for products whose shortened names would collide. */
const OWN: ReadonlyMap<string, string> = new Map([
  ['Bonk Breaker Energy Bar Peanut Butter & Jelly', 'Bonk Breaker PB&J'],
  ['Bonk Breaker Protein + Energy Bar Apple Cinnamon', 'Bonk Breaker Apple'],
  ['Enervit C2:1PRO Carbo Chews', 'Enervit 2:1 Chews'],
  ['Enervit C2:1PRO Isocarb', 'Enervit 2:1 Drink'],
  ['Gatorade Thirst Quencher Powder', 'Gatorade Powder'],
  ['Gatorade Thirst Quencher (bottle)', 'Gatorade Bottle'],
  ['Generic Pinch of Table Salt in Water', 'Pinch of salt'],
  ['Generic Pinch of Table Sugar in Water', 'Pinch of sugar'],
  ['Generic Table Salt in Water', 'Table salt'],
  ['Generic Table Sugar in Water', 'Table sugar'],
  ['Hammer Nutrition Endurolytes Extreme', 'Endurolytes Extr.'],
  ['Hammer Nutrition Endurolytes Fizz', 'Endurolytes Fizz'],
  ['Hammer Nutrition Endurolytes', 'Endurolytes'],
  ['Honey Stinger Organic Energy Chews', 'H. Stinger Chews'],
  ['Honey Stinger Organic Waffle', 'H. Stinger Waffle'],
  ['Maurten Drink Mix 320 CAF 100', 'Maurten 320 100 mg'],
  ['Maurten Gel 100 CAF 100', 'Maurten CAF 100 mg'],
  ['Maurten Solid 225 C', 'Maurten 225 Cocoa'],
  ['Nduranz Nrgy Unit Drink 45', 'Nduranz Drink 45'],
  ['Nduranz Nrgy Unit Drink 90', 'Nduranz Drink 90'],
  ['Neversecond C30 Fuel Bar', 'Neversec. C30 Bar'],
  ['Neversecond C30 Sports Drink', 'Neversec. C30 Mix'],
  ['PowerBar PowerGel Shots', 'PowerGel Shots'],
  ['SaltStick FastChews', 'SaltStick Chews'],
  ['SaltStick Vitassium', 'Vitassium'],
]);

/**
 * Short names of labels that come with and without caffeine, by brand and name without it. All of them end in the figure of
 * their label, also 0 mg, so that neither is taken for the other.
 */
const BEFORE_CAFFEINE: ReadonlyMap<string, string> = new Map([
  ['Clif Bloks', 'Clif Bloks'],
  ['Clif Shot Energy Gel', 'Clif Shot'],
  ['Enervit C2:1PRO Carbo Gel', 'Enervit Gel'],
  ['GU Energy Energy Chews', 'GU Chews'],
  ['GU Energy Energy Gel', 'GU Gel'],
  ['GU Energy Liquid Energy Gel', 'GU Liquid'],
  ['GU Energy Roctane Energy Drink Mix', 'GU Roct. Mix'],
  ['GU Energy Roctane Energy Gel', 'GU Roct. Gel'],
  ['Hammer Nutrition Hammer Gel', 'Hammer Gel'],
  ['Hammer Nutrition Hammer Gel Espresso', 'Hammer Gel'],
  ['Hammer Nutrition Hammer Gel Tropical', 'Hammer Gel'],
  ['High5 Energy Gel', 'High5 Gel'],
  ['High5 Energy Gel Aqua', 'High5 Aqua'],
  ['Honey Stinger Energy Chews', 'Stinger Chew'],
  ['Honey Stinger Organic Energy Gel', 'Stinger Gel'],
  ['Hüma Chia Energy Gel', 'Hüma Gel'],
  ['Hüma Chia Energy Gel Plus', 'Hüma Plus'],
  ['Nduranz Nrgy Unit Gel 45', 'Nduranz G45'],
  ['Nduranz Nrgy Unit Gel 45 Cherry', 'Nduranz G45'],
  ['Nduranz Nrgy Unit Gel 45 Coffee Amarena', 'Nduranz G45'],
  ['Neversecond C30 Energy Gel', 'C30 Gel'],
  ['Nuun Sport', 'Nuun Sport'],
  ['PowerBar PowerGel Hydro', 'Hydro Gel'],
  ['PowerBar PowerGel Hydro Cola', 'Hydro Cola'],
  ['PowerBar PowerGel Hydro Mojito', 'Hydro Mojito'],
  ['PowerBar PowerGel Original', 'PowerGel'],
  ['Precision Fuel & Hydration PF 30 Gel', 'PF 30 Gel'],
  ['Run Gum Gum', 'Run Gum'],
  ['SaltStick Caps Plus', 'SaltSt. Plus'],
  ['Science in Sport GO Isotonic Energy Gel', 'SiS GO Iso'],
  ['Skratch Labs Energy Chews Sport Fuel', 'Skratch Chew'],
  ['Skratch Labs Hydration Sport Drink Mix Matcha & Lemon', 'Skratch Mix'],
  ['Styrkr GEL30', 'GEL30'],
  ['Styrkr MIX90', 'MIX90'],
  ['TORQ Energy Gel', 'TORQ Gel'],
  ['Tailwind Endurance Fuel', 'Tailwind'],
  ['UCAN Edge Energy Gel', 'UCAN Edge'],
]);

/** Returns what a label says without its caffeine. */
export function uncaffeinatedLabel({ brand, name }: Pick<ProductRow, 'brand' | 'name'>): string {
  const plain = name.replace(/\s*\([^)]*\)/g, '').replace(/\+|\bCaffein(?:e|ated)\b/g, ' ');
  return `${brand} ${plain.replace(/\s+/g, ' ').trim()}`;
}

/** Words that say least, in the order in which they are dropped from a name that is too long. */
const FILLERS = [
  'Energy',
  'Organic',
  'Original',
  'Sport',
  'Sports',
  'Endurance',
  'Performance',
  'Natural',
  'Electrolyte',
  'Electrolytes',
  'Carbo',
  'Carb',
  'Drink',
  'Powder',
  'Mix',
  'Fuel',
  'Ultra',
  'Long',
  'Distance',
  'Caffeine',
  'Gel',
  'Bar',
];

/**
 * Returns a product's name in at most 18 columns, with whole words if possible, and the caffeine of its label if it has some or
 * is also sold with some. Athletes know a product of their own by its name, without the brand.
 */
export function shortProductName(product: Pick<ProductRow, 'id' | 'brand' | 'name' | 'caffeineMg'>): string {
  const { name, caffeineMg } = product;
  const brand = isOwnProductId(product.id) ? '' : product.brand;
  const own = OWN.get(`${brand} ${name}`);
  if (own !== undefined) return own;
  const stem = BEFORE_CAFFEINE.get(uncaffeinatedLabel({ brand, name }));
  if (stem !== undefined && caffeineMg !== null) return `${stem} ${caffeineMg} mg`;
  const dose = caffeineMg === null || caffeineMg === 0 ? '' : `${caffeineMg} mg`;
  const plain = name
    .replace(/\s*\([^)]*\)/g, '')
    .replace(/ [+&] /g, ' ')
    .replace(new RegExp(`\\b${caffeineMg}$`), '')
    .trim();
  const spoken = SPOKEN.get(brand) ?? brand;
  // A name may consist of what is left out.
  const words = (plain === '' ? name : plain.startsWith(spoken) ? plain : `${spoken} ${plain}`)
    .split(/\s+/)
    .filter((word) => word !== '');
  const columnsLeft = SHORT_NAME_COLUMNS - (dose === '' ? 0 : columnsOf(dose) + 1);
  let shown = words;
  for (const filler of FILLERS) {
    if (columnsOf(shown.join(' ')) <= columnsLeft) break;
    const others = shown.filter((word) => word !== filler);
    if (others.length > 0) shown = others;
  }
  while (shown.length > 1 && columnsOf(shown.join(' ')) > columnsLeft) shown = shown.slice(0, -1);
  return [firstColumns(shown.join(' '), columnsLeft), dose].filter((part) => part !== '').join(' ');
}

/** Characters that take two columns. */
const WIDE = /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]/;

function columnsOf(text: string): number {
  return [...text].reduce((sum, character) => sum + (WIDE.test(character) ? 2 : 1), 0);
}

function firstColumns(text: string, most: number): string {
  let shown = '';
  for (const character of text) {
    if (columnsOf(shown + character) > most) break;
    shown += character;
  }
  return shown.trim();
}
