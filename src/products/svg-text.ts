/** A place in a drawing. */
interface Point {
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

/** Formats a duration in minutes as hours and minutes: 5:30. */
export function clock(min: number): string {
  return `${Math.floor(min / 60)}:${String(Math.round(min % 60)).padStart(2, '0')}`;
}

/** Rounds a coordinate or an amount to two decimals. */
export function roundToHundredth(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Formats servings with halves as people write them: ½, 1, 1½. */
export function servingsInWords(servings: number): string {
  const whole = Math.floor(servings);
  if (servings - whole !== 0.5) return String(roundToHundredth(servings));
  return `${whole === 0 ? '' : whole}½`;
}

/** Cuts the content to at most `max` characters. */
export function shortened(content: string, max: number): string {
  return content.length <= max ? content : `${content.slice(0, max - 1)}…`;
}

/** Breaks the content between words into lines of at most `max` characters. */
export function wrapped(content: string, max: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of content.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > max) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
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
