/** What a drawing is made of: text that is escaped, numbers without tails, times of day as athletes read them. */

export function text(x: number, y: number, content: string, style: string, anchor = 'start'): string {
  return `<text x="${x}" y="${y}" class="${style}" text-anchor="${anchor}">${escaped(content)}</text>`;
}

/** Hours and minutes of a duration in minutes: 5:30. */
export function clock(min: number): string {
  return `${Math.floor(min / 60)}:${String(Math.round(min % 60)).padStart(2, '0')}`;
}

export function tidy(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Halves as people write them: ½, 1, 1½; anything else as a number. */
export function servingsInWords(servings: number): string {
  const whole = Math.floor(servings);
  if (servings - whole !== 0.5) return String(tidy(servings));
  return `${whole === 0 ? '' : whole}½`;
}

export function shortened(content: string, max: number): string {
  return content.length <= max ? content : `${content.slice(0, max - 1)}…`;
}

/** The content in lines of at most so many characters, broken between words. */
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

export function escaped(content: string): string {
  return content
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
