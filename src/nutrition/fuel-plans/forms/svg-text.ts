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

/** Japanese characters: two columns wide, and a line may end after each. */
const WIDE_RANGES = '\\u2E80-\\u9FFF\\uF900-\\uFAFF\\uFF00-\\uFF60';
const WIDE = new RegExp(`[${WIDE_RANGES}]`);
const NARROW = `[^ \\t\\n${WIDE_RANGES}]`;
const HOURS = '\\d+時間(?:\\d+分)?';
const UNIT_OF_NUMBER = `(?<=\\d) (?:%|g|mg|ml|km|min|h|L)(?![A-Za-z])${NARROW}*`;
/**
 * A wide character or a word, with the space before it and everything that stays with it. Numbers keep their unit, opening
 * brackets never end a line, and stops, closing brackets and the long vowel never begin one. A no-break space belongs to
 * its word: French writes one before `;`, `:`, `!`, `?` and `%`.
 */
const UNITS = new RegExp(
  `[ \\t\\n]*[（「]*(?:${HOURS}|[${WIDE_RANGES}]|${NARROW}+(?:${UNIT_OF_NUMBER})?)[、。，・：；？！）」〜ー]*`,
  'gu',
);

/** Returns the width of the content in columns of a European letter. */
export function widthOf(content: string): number {
  return [...content].reduce((width, character) => width + (WIDE.test(character) ? 2 : 1), 0);
}

/** Wraps the content between words or wide characters into lines of at most `max` columns. */
export function wrapped(content: string, max: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const [unit] of content.matchAll(UNITS)) {
    if (line !== '' && widthOf(line) + widthOf(unit) > max) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? unit.replace(/^[ \t\n]+/, '') : line + unit;
  }
  return line === '' ? lines : [...lines, line];
}

/** Escapes the content for XML. */
export function escaped(content: string): string {
  return content
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
