/** A place in a drawing. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Renders an escaped line of text; `style` is a class of the drawing. */
export function text(
  { x, y }: Point,
  content: string,
  { style = '', anchor = 'start' }: { readonly style?: string; readonly anchor?: string } = {},
): string {
  return `<text x="${x}" y="${y}" class="${style}" text-anchor="${anchor}">${escaped(content)}</text>`;
}

/** Rounds a coordinate or an amount to two decimals. */
export function roundToHundredth(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Outlines of what is taken, around their centre. Shapes differ, so nothing depends on colour. */
export const MARKS = {
  drink: 'M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z',
  gel: 'M0-4.5l4.5 8h-9z',
  chew: 'M-4.5-2.5h9v5h-9z',
  solid: 'M-3.5-3.5h7v7h-7z',
  capsule: 'M0-4.5l4.5 4.5-4.5 4.5-4.5-4.5z',
} as const;

/** Draws an intake. */
export function drawMark(form: keyof typeof MARKS, { x, y }: Point, size: number): string {
  return `<path class="mark" transform="translate(${x} ${y}) scale(${roundToHundredth(size)})" d="${MARKS[form]}"/>`;
}

const NO_BREAK_SPACE = '\u00A0';
/** Joins characters between which no space is written. */
const WORD_JOINER = '\u2060';

/**
 * A space inside an amount: after a number before its unit, between hours and minutes, around `×`, after a fraction, after
 * `km`, and after a count that begins an item of a list; and before a middle dot, which never begins a line.
 */
const SPACE_OF_AMOUNT = new RegExp(
  [
    '(?<=[\\d½¼¾]) (?=(?:%|×|m?g|m?l|kg|lb|k?m|mi|ft|min|h|L|fl oz|mmol|°[CF])(?!\\p{Script=Latin}))',
    '(?<=\\d[ \u00A0]h) (?=\\d)',
    '(?<=\\d[ \u00A0]fl) (?=oz)',
    '(?<=[\\d½¼¾][ \u00A0]×) ',
    '(?<=[½¼¾]) (?=\\p{L})',
    '(?<=\\S) (?=· )',
    '(?<=(?<!\\p{L})(?:km|mi)) (?=\\d)',
    '(?<=(?:^|\\(|[·:+,] )\\d{1,2}) (?=\\p{L})',
  ].join('|'),
  'gmu',
);
/** Japanese counters of amounts. A string, because bundling escapes no literal expression and the bundle is Latin-1. */
const COUNTERS = '時間(?:\\d+分)?|分|つまみ|パック|錠|杯|個|本|週|回|歳|人';
/** A number and its Japanese counter, which a line may otherwise end within. */
const COUNTER_OF_AMOUNT = new RegExp(`[\\d½¼¾](?:${COUNTERS})`, 'gu');

/** Keeps the number of an amount on one line with its unit. */
export function unbroken(content: string): string {
  return content
    .replace(SPACE_OF_AMOUNT, NO_BREAK_SPACE)
    .replace(COUNTER_OF_AMOUNT, (amount) => [...amount].join(WORD_JOINER));
}

/** Japanese characters: two columns wide, and a line may end after each. */
const WIDE_RANGES = '\\u2E80-\\u9FFF\\uF900-\\uFAFF\\uFF00-\\uFF60';
const WIDE = new RegExp(`[${WIDE_RANGES}]`);
const WORD = `(?:[${WIDE_RANGES}]|[^ \\t\\n${WORD_JOINER}${WIDE_RANGES}]+)`;
/**
 * A wide character or a word, with the space before it and everything that stays with it. Opening brackets never end a
 * line, and stops, closing brackets and the long vowel never begin one. A no-break space belongs to its word.
 */
const UNITS = new RegExp(
  `[ \\t\\n]*[（「]*${WORD}(?:${WORD_JOINER}${WORD})*[、。，・：；？！）」〜ー]*`,
  'gu',
);

/** Returns the width of the content in columns of a European letter. */
export function widthOf(content: string): number {
  return [...content.replaceAll(WORD_JOINER, '')].reduce(
    (width, character) => width + (WIDE.test(character) ? 2 : 1),
    0,
  );
}

/** Wraps the content between words or wide characters into lines of at most `max` columns. */
export function wrapped(content: string, max: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const [unit] of unbroken(content).matchAll(UNITS)) {
    if (line !== '' && widthOf(line) + widthOf(unit) > max) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? unit.replace(/^[ \t\n]+/, '') : line + unit;
  }
  return line === '' ? lines : [...lines, line];
}

/** Escapes the content for XML and keeps its amounts on one line. */
export function escaped(content: string): string {
  return unbroken(content)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
