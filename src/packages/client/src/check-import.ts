import { parseCsv, toRecord } from './csv.ts';

/** The types of `GET /v1/activity-types` with their names on other platforms. */
export interface TypeNames {
  readonly type: string;
  readonly strava: readonly string[];
  readonly garmin_fit: readonly string[];
  readonly garmin_connect?: readonly string[];
  readonly intervals_icu?: readonly string[];
  readonly training_peaks: readonly string[];
  readonly polar: readonly string[];
}

/** A row that the API would refuse, and why. */
export interface RefusedRow {
  /** The line of the file on which the row starts. */
  readonly line: number;
  /** The session's identifier, empty if the row has none. */
  readonly external_id: string;
  readonly reason: string;
}

/** The result of checking a file, and its rows as the API reads them. */
export interface CheckedImport {
  /** Why the file cannot be read at all, or null. */
  readonly unreadable: string | null;
  /** One sentence for each kind of problem, with lines. Every line if the change guesses about a person. */
  readonly findings: readonly string[];
  /** Rows with a mistake that only you can correct. They are not in `rows`. */
  readonly refused: readonly RefusedRow[];
  /** The other rows after all corrections. */
  readonly rows: readonly Readonly<Record<string, string>>[];
}

interface Row {
  readonly line: number;
  readonly row: Record<string, string>;
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
/** A file whose middle session is longer than this is in metres. */
const MIDDLE_KM_MAX = 500;
/** Nobody is this small, so the height is in metres. */
const HEIGHT_M_MAX = 3;
const LINES_SHOWN = 5;
/** Columns without decimals, so a comma before three digits separates thousands. */
const WHOLE = ['birth_year', 'duration_min'];
/** A comma that separates no thousands. */
const DECIMAL_COMMA = /^\d+,(?:\d{1,2}|\d{4,})$/;

/** Columns with numbers, by their names in the API, with its minimum and maximum. */
export const NUMBERS: Readonly<Record<string, readonly [number, number]>> = {
  body_mass_kg: [25, 200],
  height_cm: [100, 230],
  birth_year: [1900, 2100],
  fitness_level: [1, 9],
  duration_min: [1, DURATION_MIN_MAX],
  distance_km: [0.1, 2000],
  intensity_level: [1, 9],
  thermal_stress_level: [1, 9],
};

/** Columns that every row of sessions needs. */
const OF_SESSIONS = ['athlete_external_id', 'external_id', 'type', 'duration_min'];
const KNOWN = new Set([...Object.keys(NUMBERS), ...OF_SESSIONS, 'scheduled_at']);
/** Texts that exports write into a cell without a value. */
const PLACEHOLDER = /^(?:n\/?a|#n\/a|nan|null|none|nil|-+|—)$/i;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/;
const SPACED_MOMENT = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?: ?(UTC|Z))?$/;
const CLOCK = /^(\d{1,3}):([0-5]\d):([0-5]\d)$/;

/**
 * Checks rows of a CSV file, whose first line names columns as the API does. Corrects what has one meaning: decimal commas,
 * pounds, seconds, metres, names of sports on other platforms. Leaves out rows that the API would refuse, and says why.
 *
 * @param types what `listActivityTypes` returns, or an empty list to leave types as they are
 */
export function checkImport(csv: string, types: readonly TypeNames[]): CheckedImport {
  const { separator, columns, rows: parsed, openQuoteLine } = parseCsv(csv);
  const unreadable = whyUnreadable(columns, parsed.length, openQuoteLine);
  if (unreadable !== null) return { unreadable, findings: [], refused: [], rows: [] };

  const findings: string[] = [];
  const refused: RefusedRow[] = [];
  const rows: Row[] = [];
  const refuse = ({ line, row }: Row, reason: string) =>
    refused.push({ line, external_id: row.external_id ?? '', reason });
  for (const { line, cells } of parsed) {
    const row = toRecord(columns, cells);
    const isWhole =
      cells.length >= columns.length && cells.slice(columns.length).every((cell) => cell === '');
    if (isWhole) rows.push({ line, row });
    else refuse({ line, row }, `the row has ${cells.length} cells, and the header ${columns.length}`);
  }

  correctUnits(rows, separator, findings);
  const typeOf = typesByName(types);
  for (const [from, to] of namesIn(rows, typeOf)) {
    report(
      findings,
      correct(rows, 'type', (value) => (value === from ? to : value)),
      `Type ${from}, which is ${to} here`,
    );
  }

  const isSession = columns.includes('type') || columns.includes('duration_min');
  const missing = isSession ? OF_SESSIONS.filter((column) => !columns.includes(column)) : [];
  if (missing.length > 0) findings.push(`No column ${missing.join(', ')}, which every session needs.`);
  const unknown = columns.filter((column) => !KNOWN.has(column));
  if (unknown.length > 0) findings.push(`Columns that this check does not know: ${unknown.join(', ')}.`);
  const known = new Set(types.map(({ type }) => type));
  const whole = rows.filter((each) => {
    const reasons = reasonsToRefuse(each.row, known);
    if (reasons.length > 0) refuse(each, reasons.join('; '));
    return reasons.length === 0;
  });

  if (columns.includes('body_mass_kg')) {
    const text = 'No body mass in any row of the athlete, so the numbers are wider until you send it';
    report(findings, linesWithoutMass(whole), text);
  }
  if (columns.includes('external_id'))
    report(findings, linesRepeated(whole), 'An external_id that came before: the last one wins');
  refused.sort((one, other) => one.line - other.line);
  return { unreadable, findings, refused, rows: whole.map(({ row }) => row) };
}

function whyUnreadable(columns: readonly string[], rows: number, openQuoteLine: number | null) {
  if (openQuoteLine !== null) return `A quote opened on line ${openQuoteLine} is never closed.`;
  if (columns.length === 0) return 'The file is empty.';
  if (!columns.some((column) => KNOWN.has(column)))
    return `No column is named after a field of the API, such as athlete_external_id. The file has: ${columns.join(', ')}.`;
  return rows === 0 ? 'The file has a header and no rows.' : null;
}

/** Corrects placeholders, commas, units and dates, and reports what changed. */
function correctUnits(rows: readonly Row[], separator: string, findings: string[]): void {
  const numbers = Object.keys(NUMBERS);
  const middleOf = (column: string) => median(rows.map(({ row }) => Number(row[column] || Number.NaN)));

  const emptied = [...numbers, 'scheduled_at'].flatMap((column) =>
    correct(rows, column, (value) => (PLACEHOLDER.test(value) ? '' : value)),
  );
  report(findings, sortedLines(emptied), 'Placeholders such as n/a, emptied');
  const hasDecimalCommas =
    separator === ';' ||
    rows.some(({ row }) => numbers.some((column) => DECIMAL_COMMA.test(row[column] ?? '')));
  const withThousands = hasDecimalCommas ? WHOLE : [...WHOLE, 'distance_km'];
  const commas = numbers.flatMap((column) =>
    correct(rows, column, (value) => withPoint(value, withThousands.includes(column))),
  );
  report(findings, sortedLines(commas), 'Decimal commas, written with a point');

  const arePounds = middleOf('body_mass_kg') > MIDDLE_KG_MAX;
  const isPounds = (value: number) => value > 0 && (arePounds || value > HEAVY_KG);
  const toKg = (value: string) =>
    isPounds(Number(value)) ? String(Math.round(Number(value) * KG_PER_LB * 10) / 10) : value;
  const pounds = correct(rows, 'body_mass_kg', toKg);
  report(findings, pounds, 'Masses that look like pounds, converted to kilograms', !arePounds);
  const toCm = (value: string) =>
    Number(value) > 0 && Number(value) < HEIGHT_M_MAX ? String(Math.round(Number(value) * 100)) : value;
  report(findings, correct(rows, 'height_cm', toCm), 'Heights in metres, converted to centimetres');

  const areSeconds = middleOf('duration_min') > MIDDLE_MIN_MAX;
  const isSeconds = (value: number) => value > 0 && (areSeconds || value > DURATION_MIN_MAX);
  const toMinutes = (value: string) => (isSeconds(Number(value)) ? wholeMinutes(Number(value) / 60) : value);
  const seconds = correct(rows, 'duration_min', toMinutes);
  report(findings, seconds, 'Durations that look like seconds, converted to minutes', !areSeconds);
  const clocks = correct(rows, 'duration_min', minutesOfClock);
  report(findings, clocks, 'Durations as hours, minutes and seconds, converted to minutes');
  const toWhole = (value: string) => (/^\d+\.\d+$/.test(value) ? wholeMinutes(Number(value)) : value);
  report(findings, correct(rows, 'duration_min', toWhole), 'Durations rounded to minutes');

  const areMetres = middleOf('distance_km') > MIDDLE_KM_MAX;
  const toKm = (value: string) =>
    areMetres && Number(value) > 0 ? String(Math.round(Number(value)) / 1000) : value;
  report(
    findings,
    correct(rows, 'distance_km', toKm),
    'Distances that look like metres, converted to kilometres',
  );

  const toMoment = (value: string) =>
    value.replace(SPACED_MOMENT, (_, date, time, zone) => `${date}T${time}${zone === undefined ? '' : 'Z'}`);
  report(findings, correct(rows, 'scheduled_at', toMoment), 'Dates with a space, written with a T');
}

/** Corrects a column and returns the lines that changed. */
function correct(rows: readonly Row[], column: string, corrected: (value: string) => string): number[] {
  return rows.flatMap(({ line, row }) => {
    const before = row[column] ?? '';
    const after = before === '' ? '' : corrected(before);
    if (after === before) return [];
    row[column] = after;
    return [line];
  });
}

function sortedLines(lines: readonly number[]): number[] {
  return [...new Set(lines)].sort((one, other) => one - other);
}

/** Adds a finding with its first lines, or with every line. */
function report(findings: string[], lines: readonly number[], text: string, isEveryLineShown = false): void {
  if (lines.length === 0) return;
  const shown = isEveryLineShown ? lines : lines.slice(0, LINES_SHOWN);
  const rest = lines.length > shown.length ? ' …' : '';
  findings.push(
    `${text}: ${lines.length === 1 ? '1 row' : `${lines.length} rows`} (line ${shown.join(', ')}${rest}).`,
  );
}

/** Returns what only a person can correct in a row. */
function reasonsToRefuse(row: Readonly<Record<string, string>>, types: ReadonlySet<string>): string[] {
  const reasons = OF_SESSIONS.filter((column) => row[column] === '').map((column) => `${column} is missing`);
  for (const [column, [min, max]] of Object.entries(NUMBERS)) {
    const value = row[column] ?? '';
    const number = Number(value);
    if (value === '') continue;
    if (Number.isNaN(number)) reasons.push(`${column} ${value} is not a number`);
    else if (number < min || number > max) reasons.push(`${column} ${value} is not within ${min} to ${max}`);
  }
  const { type = '', scheduled_at = '' } = row;
  if (types.size > 0 && type !== '' && !types.has(type))
    reasons.push(
      `type ${type} is a name of no platform that we know: change it, or send the title to /v1/inference/activity-type`,
    );
  if (scheduled_at !== '' && !MOMENT.test(scheduled_at))
    reasons.push(
      `scheduled_at ${scheduled_at} is not written as 2026-11-21T09:30:00Z or 2026-11-21T09:30:00`,
    );
  return reasons;
}

/** Returns the first line of each athlete without a mass in any row. A row without an athlete counts by itself. */
function linesWithoutMass(rows: readonly Row[]): number[] {
  const idOf = ({ line, row }: Row) => row.athlete_external_id ?? row.external_id ?? line;
  const seen = new Set(rows.filter(({ row }) => row.body_mass_kg !== '').map(idOf));
  return rows.filter((each) => seen.size < seen.add(idOf(each)).size).map(({ line }) => line);
}

/** Returns the lines of sessions that came before. */
function linesRepeated(rows: readonly Row[]): number[] {
  const seen = new Set<string>();
  const isRepeated = ({ row: { athlete_external_id = '', external_id = '' } }: Row) =>
    seen.size === seen.add(JSON.stringify([athlete_external_id, external_id])).size;
  return rows.filter(isRepeated).map(({ line }) => line);
}

/**
 * Returns a number with a decimal comma as one with a point. A comma before three digits separates thousands in columns of
 * whole numbers, and in distances unless the file has decimal commas: there, 42,195 is a marathon.
 */
function withPoint(value: string, areThousands: boolean): string {
  if (areThousands && /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(value)) return value.replaceAll(',', '');
  if (/^\d{1,3}(\.\d{3})+,\d+$/.test(value)) return value.replaceAll('.', '').replace(',', '.');
  return /^-?\d+,\d+$/.test(value) ? value.replace(',', '.') : value;
}

function wholeMinutes(minutes: number): string {
  return String(Math.max(1, Math.round(minutes)));
}

function minutesOfClock(value: string): string {
  const [, hours, minutes, seconds] = CLOCK.exec(value) ?? [];
  return hours === undefined
    ? value
    : wholeMinutes(Number(hours) * 60 + Number(minutes) + Number(seconds) / 60);
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
    types.flatMap(
      ({ type, strava, garmin_fit, garmin_connect = [], intervals_icu = [], training_peaks, polar }) =>
        [
          ...strava,
          ...garmin_fit,
          ...garmin_connect,
          ...intervals_icu,
          ...training_peaks,
          ...polar,
          type,
        ].map((name) => [plainName(name), type] as const),
    ),
  );
}

/** Returns the names of types in a file that the API does not accept as they are, with its own. */
function namesIn(rows: readonly Row[], typeOf: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const names = new Set(rows.map(({ row }) => row.type ?? ''));
  return new Map(
    [...names].flatMap((name) => {
      const type = typeOf.get(plainName(name));
      return type === undefined || type === name ? [] : [[name, type] as const];
    }),
  );
}
