/** The types of `GET /v1/activity-types` with their names on other platforms. */
export interface TypeNames {
  readonly type: string;
  readonly strava: readonly string[];
  readonly garmin_fit: readonly string[];
  readonly training_peaks: readonly string[];
  readonly polar: readonly string[];
}

/** What a check of a file found, and the same rows as the API reads them. */
export interface CheckedImport {
  /** One sentence for each kind of problem, with the lines of its first rows. */
  readonly findings: readonly string[];
  /** The file after all corrections that need no guess about a person. */
  readonly rows: readonly Readonly<Record<string, string>>[];
}

const KG_PER_LB = 0.453_592_37;
/** Adults above this mass are rare, so in kilograms it is likelier a mistake. */
const HEAVY_KG = 130;
/** Half of all adult athletes weigh less than this, so a file whose middle is above it is in pounds. */
const MIDDLE_KG_MAX = 100;
/** The longest session of the API is 48 hours. */
const DURATION_MIN_MAX = 2_880;
/** A file whose middle session is longer than ten hours is in seconds. */
const MIDDLE_MIN_MAX = 600;
const LINES_SHOWN = 5;

/** Columns with numbers, by their names in the API. */
const NUMBERS = [
  'body_mass_kg',
  'height_cm',
  'birth_year',
  'fitness_level',
  'duration_min',
  'distance_km',
  'intensity_level',
  'thermal_stress_level',
];

/**
 * Checks rows of a CSV file, whose first line names columns as the API does: decimal commas, pounds, seconds, names of
 * sports on other platforms, missing masses and repeated identifiers. Corrects the first four.
 *
 * @param types what `listActivityTypes` returns, or an empty list to leave types as they are
 */
export function checkImport(csv: string, types: readonly TypeNames[]): CheckedImport {
  const findings: string[] = [];
  const rows = readCsv(csv).map((row, index) => ({ line: index + 2, row }));
  const report = (lines: readonly number[], text: string) => {
    if (lines.length === 0) return;
    const shown = lines.slice(0, LINES_SHOWN).join(', ') + (lines.length > LINES_SHOWN ? ' …' : '');
    findings.push(`${text}: ${lines.length} ${lines.length === 1 ? 'row' : 'rows'} (line ${shown}).`);
  };
  /** Corrects a column and returns the lines that changed. */
  const correct = (column: string, corrected: (value: string) => string): number[] =>
    rows.flatMap(({ line, row }) => {
      const before = row[column] ?? '';
      const after = before === '' ? '' : corrected(before);
      if (after === before) return [];
      row[column] = after;
      return [line];
    });
  const middleOf = (column: string) => median(rows.map(({ row }) => Number(row[column] || Number.NaN)));

  const commas = NUMBERS.flatMap((column) => correct(column, withPoint));
  report(
    [...new Set(commas)].sort((one, other) => one - other),
    'Decimal commas, written with a point',
  );
  const arePounds = middleOf('body_mass_kg') > MIDDLE_KG_MAX;
  const toKg = (value: string) =>
    arePounds || Number(value) > HEAVY_KG ? String(Math.round(Number(value) * KG_PER_LB * 10) / 10) : value;
  report(correct('body_mass_kg', toKg), 'Masses that look like pounds, converted to kilograms');
  const areSeconds = middleOf('duration_min') > MIDDLE_MIN_MAX;
  const toMinutes = (value: string) =>
    areSeconds || Number(value) > DURATION_MIN_MAX
      ? String(Math.max(1, Math.round(Number(value) / 60)))
      : value;
  report(correct('duration_min', toMinutes), 'Durations that look like seconds, converted to minutes');
  const typeOf = typesByName(types);
  for (const [from, to] of namesIn(rows, typeOf)) {
    report(
      correct('type', (value) => (value === from ? to : value)),
      `Type ${from}, which is ${to} here`,
    );
  }
  const linesWhere = (isSo: (row: Readonly<Record<string, string>>) => boolean) =>
    rows.filter(({ row }) => isSo(row)).map(({ line }) => line);
  if (types.length > 0) {
    const isUnknown = ({ type = '' }) => type !== '' && !types.some((each) => each.type === type);
    report(
      linesWhere(isUnknown),
      'Types that no platform uses: change them, or send the titles to /v1/inference',
    );
  }
  const isNotANumber = (row: Readonly<Record<string, string>>) =>
    NUMBERS.some((column) => row[column] && Number.isNaN(Number(row[column])));
  report(linesWhere(isNotANumber), 'Text where a number belongs');
  report(
    linesWhere((row) => row.body_mass_kg === ''),
    'No body mass, so the numbers are wider until you send it',
  );
  const seen = new Set<string>();
  const isRepeated = ({ athlete_external_id = '', external_id = '' }) => {
    const id = `${athlete_external_id} ${external_id}`;
    return seen.size === seen.add(id).size;
  };
  if (rows.some(({ row }) => row.external_id))
    report(linesWhere(isRepeated), 'An external_id that came before: the last one wins');
  return { findings, rows: rows.map(({ row }) => row) };
}

/** Writes rows as a CSV file with the columns of the first. */
export function writeCsv(rows: readonly Readonly<Record<string, string>>[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = rows.map((row) => columns.map((column) => cell(row[column] ?? '')).join(','));
  return [columns.join(','), ...lines, ''].join('\n');
}

/** Reads a CSV file with commas, semicolons or tabs, quotes and a header into rows by column. */
export function readCsv(csv: string): Record<string, string>[] {
  const text = csv.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const [header = ''] = text.split('\n', 1);
  const separator = [';', '\t', ','].find((each) => header.includes(each)) ?? ',';
  const lines: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  const endCell = () => {
    lines.at(-1)?.push(cell.trim());
    cell = '';
  };
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '"' && isQuoted && text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) cell += character;
    else if (character === separator) endCell();
    else if (character === '\n') {
      endCell();
      lines.push([]);
    } else cell += character;
  }
  endCell();
  const [columns = [], ...rest] = lines.filter((line) => line.some((each) => each !== ''));
  return rest.map((line) => Object.fromEntries(columns.map((column, at) => [column, line[at] ?? ''])));
}

/** Returns a number with a decimal comma as one with a point. A comma before three digits may separate thousands. */
function withPoint(value: string): string {
  if (/^\d{1,3}(,\d{3})+$/.test(value)) return value.replaceAll(',', '');
  return /^\d+,\d+$/.test(value) ? value.replace(',', '.') : value;
}

function median(values: readonly number[]): number {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function typesByName(types: readonly TypeNames[]): ReadonlyMap<string, string> {
  return new Map(
    types.flatMap(({ type, strava, garmin_fit, training_peaks, polar }) =>
      [...strava, ...garmin_fit, ...training_peaks, ...polar, type].map(
        (name) => [plainName(name), type] as const,
      ),
    ),
  );
}

/** Returns the names of types in a file that the API does not accept as they are, with its own. */
function namesIn(
  rows: readonly { readonly row: Readonly<Record<string, string>> }[],
  typeOf: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const names = new Set(rows.map(({ row }) => row.type ?? ''));
  return new Map(
    [...names].flatMap((name) => {
      const type = typeOf.get(plainName(name));
      return type === undefined || type === name ? [] : [[name, type] as const];
    }),
  );
}
