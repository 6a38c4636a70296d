/** A row of a CSV file with the line it starts on. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** A CSV file as cells. */
export interface CsvTable {
  readonly separator: string;
  readonly columns: readonly string[];
  readonly rows: readonly CsvRow[];
  /** The line of a quote that is never closed, which hides all rows after it. */
  readonly openQuoteLine: number | null;
}

/** Reads a CSV file with commas, semicolons or tabs, quotes and a header into rows by column. */
export function readCsv(csv: string): Record<string, string>[] {
  const { columns, rows } = parseCsv(csv);
  return rows.map(({ cells }) => toRecord(columns, cells));
}

/** Writes rows as a CSV file with the columns of the first. */
export function writeCsv(rows: readonly Readonly<Record<string, string>>[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = rows.map((row) => columns.map((column) => cell(row[column] ?? '')).join(','));
  return [columns.join(','), ...lines, ''].join('\n');
}

/** Parses a CSV file. Skips empty lines, and Excel's line `sep=;` above the header. */
export function parseCsv(csv: string): CsvTable {
  const text = csv.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const [, declared] = /^"?sep=(.)"?\n/.exec(text) ?? [];
  const header = text.split('\n')[declared === undefined ? 0 : 1] ?? '';
  const separator = declared ?? [';', '\t', ','].find((each) => header.includes(each)) ?? ',';
  const rows: { line: number; cells: string[] }[] = [{ line: 1, cells: [] }];
  let cell = '';
  let line = 1;
  let openQuoteLine: number | null = null;
  const endCell = () => {
    rows.at(-1)?.cells.push(cell.trim());
    cell = '';
  };
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '\n') line += 1;
    if (openQuoteLine !== null) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else openQuoteLine = null;
    } else if (character === '"' && cell.trim() === '') openQuoteLine = line;
    else if (character === separator) endCell();
    else if (character === '\n') {
      endCell();
      rows.push({ line, cells: [] });
    } else cell += character;
  }
  endCell();
  if (declared !== undefined) rows.shift();
  const [head, ...rest] = rows.filter(({ cells }) => cells.some((each) => each !== ''));
  return { separator, columns: head?.cells ?? [], rows: rest, openQuoteLine };
}

/** Returns the cells of a row by column. Missing cells are empty. */
export function toRecord(columns: readonly string[], cells: readonly string[]): Record<string, string> {
  return Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? '']));
}

/** Decodes a file as programs on any system save it: UTF-8, UTF-16 with a byte order mark, or Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
