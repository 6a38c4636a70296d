import { numberFormat } from '#core/languages/number-format.ts';
import type { Language } from '#core/languages/tags.ts';

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

/** Formats servings with halves as people write them: ½, 1, 1½; others with the decimal sign of the language. */
export function servingsInWords(servings: number, language: Language): string {
  const whole = Math.floor(servings);
  if (servings === whole) return String(servings);
  if (servings - whole !== 0.5) return numberFormat(language)(roundToHundredth(servings));
  return `${whole === 0 ? '' : whole}½`;
}

/** Characters that take the width of two, and may end a line: those of Japanese. */
const WIDE_RANGES = '\\u2E80-\\u9FFF\\uF900-\\uFAFF\\uFF00-\\uFF60';
const WIDE = new RegExp(`[${WIDE_RANGES}]`);
const NARROW = `[^ \\t\\n${WIDE_RANGES}]`;
const UNIT_OF_NUMBER = `(?<=\\d) (?:%|g|mg|ml|km|min|h|L)(?![A-Za-z])${NARROW}*`;
/**
 * A wide character or a word, with the space before it and what may not be parted from it: a number has its unit, opening
 * brackets may not end a line, and stops, closing brackets and the long vowel may not begin one. A space that does not
 * break belongs to its word: French writes one before `;`, `:`, `!`, `?` and `%`.
 */
const UNITS = new RegExp(
  `[ \\t\\n]*[（「]*(?:[${WIDE_RANGES}]|${NARROW}+(?:${UNIT_OF_NUMBER})?)[、。，・：；？！）」〜ー]*`,
  'gu',
);

/** Returns the width of the content in characters of European letters. */
export function widthOf(content: string): number {
  return [...content].reduce((width, character) => width + (WIDE.test(character) ? 2 : 1), 0);
}

/** Breaks the content between words, or wide characters, into lines of at most the width of `max` characters. */
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
