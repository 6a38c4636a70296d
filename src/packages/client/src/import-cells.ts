/** What the OpenAPI document says of a field that one cell of a file can hold. */
export interface Column {
  readonly kind: 'number' | 'whole' | 'flag' | 'choice' | 'text' | 'email' | 'moment' | 'zone' | 'language';
  /** Bounds of a number, or of the length of a text. */
  readonly min?: number;
  readonly max?: number;
  readonly options?: readonly string[];
}

const KG_PER_LB = 0.453_592_37;

/** Units that people write behind a number, by the unit at the end of a column's name, and their size in it. */
const UNITS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  kg: { kg: 1, kgs: 1, kilo: 1, kilos: 1, lb: KG_PER_LB, lbs: KG_PER_LB, pounds: KG_PER_LB, g: 0.001 },
  cm: { cm: 1, m: 100, mm: 0.1, in: 2.54, inches: 2.54 },
  km: { km: 1, kms: 1, m: 0.001, mi: 1.609_344, mile: 1.609_344, miles: 1.609_344, yd: 0.000_914_4 },
  m: { m: 1, km: 1000, ft: 0.3048, feet: 0.3048 },
  w: { w: 1, watt: 1, watts: 1, kw: 1000 },
  min: {
    min: 1,
    mins: 1,
    minutes: 1,
    minuten: 1,
    m: 1,
    "'": 1,
    h: 60,
    hr: 60,
    hrs: 60,
    hours: 60,
    std: 60,
    s: 1 / 60,
    sec: 1 / 60,
  },
};

const WITH_UNIT = /^([-+]?\d[\d.,\u0020\u00a0\u202f]*?)\s*([a-z']+)\.?$/i;
const FEET = /^(\d)\s*(?:'|′|ft)\s*(?:(\d{1,2}(?:\.\d+)?)\s*(?:"|″|''|in)?)?$/i;

/** Returns a number with a unit in the unit of its column, such as `72.4 kg` or `5'11"`. Any other text stays as it is. */
export function inUnitOf(column: string, value: string): string {
  const unit = column.slice(column.lastIndexOf('_') + 1);
  const [, feet, inches = '0'] = (unit === 'cm' && FEET.exec(value)) || [];
  if (feet !== undefined) return decimal((Number(feet) * 12 + Number(inches)) * 2.54, 1);
  const [, amount = '', name = ''] = WITH_UNIT.exec(value) ?? [];
  const size = UNITS[unit]?.[name.toLowerCase()];
  if (size === undefined) return value;
  if (size === 1) return amount.trim();
  const number = Number(plainNumber(amount, false));
  return Number.isNaN(number) ? value : decimal(number * size, 3);
}

/**
 * Returns a number as the API writes it: with a point, and without separators of thousands. A comma before three digits
 * separates thousands only where they are expected: elsewhere, 42,195 is a marathon.
 */
export function plainNumber(value: string, areThousands: boolean): string {
  const text = value.replace(/(?<=\d)[\u0020\u00a0\u202f'’](?=\d{3}(?!\d))/g, '');
  if (areThousands && /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(text)) return text.replaceAll(',', '');
  if (/^\d{1,3}(\.\d{3})+,\d+$/.test(text)) return text.replaceAll('.', '').replace(',', '.');
  if (/^-?\d+,\d+$/.test(text)) return text.replace(',', '.');
  return text;
}

/** Returns a number as text, rounded to this many decimals at most. */
export function decimal(value: number, decimals: number): string {
  return String(Math.round(value * 10 ** decimals) / 10 ** decimals);
}

/** Returns a duration as whole minutes, at least one. */
export function wholeMinutes(minutes: number): string {
  return String(Math.max(1, Math.round(minutes)));
}

const CLOCK = /^(\d{1,3}):([0-5]\d):([0-5]\d)(?:\.\d+)?$/;
const SHORT_CLOCK = /^(\d{1,3}):([0-5]\d)$/;
const WORDS =
  /^(?:PT)?(?:(\d{1,3}(?:[.,]\d+)?)\s*h(?:rs?|ours?|eures?|oras?)?)?\s*(?:(\d{1,4})\s*(?:m(?:in(?:ute)?s?)?)?)?\s*(?:(\d{1,2})\s*s(?:ec)?)?$/i;
/** A column whose clocks of two parts are in the middle above it is in minutes and seconds: nobody trains for ten hours a day. */
const SHORT_CLOCK_HOURS_MAX = 10;

/** Returns whether the clocks of two parts in a column, such as `1:30`, are minutes and seconds. */
export function areMinutesAndSeconds(values: readonly string[]): boolean {
  const hours = values.flatMap((value) => SHORT_CLOCK.exec(value)?.[1] ?? []).map(Number);
  return median(hours) >= SHORT_CLOCK_HOURS_MAX;
}

/** Returns a duration written as a clock or as text, such as `1:30`, `1:30:00` or `1h30`, in minutes, or the text as it is. */
export function minutesOf(value: string, isShortInSeconds: boolean): string {
  const [, hours, minutes, seconds] = CLOCK.exec(value) ?? [];
  if (hours !== undefined) return wholeMinutes(Number(hours) * 60 + Number(minutes) + Number(seconds) / 60);
  const [, first, second] = SHORT_CLOCK.exec(value) ?? [];
  if (first !== undefined) {
    const inMinutes = Number(first) * 60 + Number(second);
    return wholeMinutes(isShortInSeconds ? inMinutes / 60 : inMinutes);
  }
  const [, h, min, s] = (/[hms]/i.test(value) && WORDS.exec(value)) || [];
  if (h === undefined && min === undefined && s === undefined) return value;
  return wholeMinutes(Number((h ?? '0').replace(',', '.')) * 60 + Number(min ?? 0) + Number(s ?? 0) / 60);
}

const DATE_AND_TIME =
  /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})(?:[ T,]+(\d{1,2}):(\d\d)(?::(\d\d(?:\.\d+)?))?\s*([ap]\.?m\.?)?)?\s*(Z|UTC|[+-]\d\d:?\d\d)?$/i;

/** Order of day and month in dates with slashes. Null where a file does not show it. */
export type DayOrder = 'day first' | 'month first' | null;

/** Returns which of day and month comes first in a column: a number above twelve is a day. */
export function dayOrderOf(values: readonly string[]): DayOrder {
  const dates = values.flatMap((value) => {
    const [, first = '', mark, second] = DATE_AND_TIME.exec(value) ?? [];
    return mark === '/' && first.length < 3 ? [[Number(first), Number(second)] as const] : [];
  });
  const isDayFirst = dates.some(([first]) => first > 12);
  const isMonthFirst = dates.some(([, second]) => second > 12);
  if (isDayFirst === isMonthFirst) return null;
  return isDayFirst ? 'day first' : 'month first';
}

/**
 * Returns a date and time as the API reads it, or the text as it is. With points, as in `25.11.2026`, the day comes first. With
 * slashes the order is that of the column.
 */
export function momentOf(value: string, order: DayOrder): string {
  const [, first = '', mark, second = '', third = '', hour, minute, seconds, half, zone] =
    DATE_AND_TIME.exec(value) ?? [];
  if (mark === undefined) return value;
  const ymd = dateParts([first, second, third], mark, order);
  if (ymd === null) return value;
  const [year = '', ...rest] = ymd;
  const date = [year, ...rest.map((part) => part.padStart(2, '0'))].join('-');
  if (hour === undefined) return date;
  const afternoon = half?.toLowerCase().startsWith('p') ? 12 : 0;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + afternoon;
  const time = [String(hours).padStart(2, '0'), minute, ...(seconds === undefined ? [] : [seconds])].join(
    ':',
  );
  return `${date}T${time}${zoneOf(zone)}`;
}

function dateParts(
  [first, second, third]: readonly [string, string, string],
  mark: string,
  order: DayOrder,
): readonly string[] | null {
  if (first.length === 4) return [first, second, third];
  if (third.length !== 4) return null;
  if (mark === '.') return [third, second, first];
  if (mark === '/' && order === 'month first') return [third, first, second];
  return mark === '/' && order === 'day first' ? [third, second, first] : null;
}

function zoneOf(zone: string | undefined): string {
  if (zone === undefined) return '';
  if (/^(z|utc)$/i.test(zone)) return 'Z';
  return zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;
}

/** Pairs of letters for sex. A letter alone may mean either: `M` is male in English and a woman in Spanish. */
const SEX_LETTERS: readonly Readonly<Record<string, string>>[] = [
  { f: 'female', m: 'male', x: 'unspecified' },
  { w: 'female', m: 'male', d: 'unspecified' },
  { m: 'female', h: 'male' },
  { f: 'female', h: 'male' },
];
const SEX_WORDS: Readonly<Record<string, string>> = {
  ...wordsFor('female', 'f. female woman weiblich frau femme femenino mujer femminile femmina donna 女 女性'),
  ...wordsFor(
    'male',
    'm. male man männlich mann homme masculin masculino hombre maschile maschio uomo 男 男性',
  ),
  ...wordsFor('unspecified', 'unspecified divers diverse other non-binary nonbinary unknown'),
};

function wordsFor(meaning: string, words: string): Record<string, string> {
  return Object.fromEntries(words.split(' ').map((word) => [word, meaning]));
}

/** Returns what each entry of a column of sex means, as far as the column says it: letters only if they are one known pair. */
export function sexesOf(values: readonly string[]): ReadonlyMap<string, string> {
  const entries = [...new Set(values.filter((value) => value !== ''))];
  const letters = new Set(entries.map((entry) => entry.toLowerCase()).filter((entry) => entry.length === 1));
  const isPair = (pair: Readonly<Record<string, string>>) => {
    const [female = '', male = ''] = Object.keys(pair);
    return letters.has(female) && letters.has(male) && [...letters].every((letter) => letter in pair);
  };
  const pair = SEX_LETTERS.find(isPair) ?? {};
  return new Map(
    entries.flatMap((entry) => {
      const meant = SEX_WORDS[entry.toLowerCase()] ?? pair[entry.toLowerCase()];
      return meant === undefined ? [] : [[entry, meant] as const];
    }),
  );
}

const YES = new Set(['true', 'yes', 'y', '1', 'ja', 'j', 'oui', 'si', 'sí', 'sì', 'wahr', 'vrai', 'x']);
const NO = new Set(['false', 'no', 'n', '0', 'nein', 'non', 'falsch', 'faux']);

/** Returns yes or no, in several languages, as the API writes it, or the text as it is. */
export function flagOf(value: string): string {
  const word = value.toLowerCase();
  if (YES.has(word)) return 'true';
  return NO.has(word) ? 'false' : value;
}

/** Returns the middle of some numbers, NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
