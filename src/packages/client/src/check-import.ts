import { parseCsv, toRecord } from './csv.ts';
import {
  areMinutesAndSeconds,
  type Column,
  dayOrderOf,
  decimal,
  flagOf,
  inUnitOf,
  median,
  minutesOf,
  momentOf,
  plainNumber,
  sexesOf,
  wholeMinutes,
} from './import-cells.ts';
import { columnsOf, listsSessions } from './import-items.ts';
import { problemOf } from './judge-cell.ts';

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

/** Options of a check. */
export interface CheckOptions {
  /** Empties optional cells that the API would refuse, in place of leaving out their rows. */
  readonly dropCells?: boolean;
}

/** The result of checking a file, and its rows as the API reads them. */
export interface CheckedImport {
  /** Why the file cannot be read at all, or null. */
  readonly unreadable: string | null;
  /** One sentence for each kind of problem, with lines. Every line if the change guesses about a person. */
  readonly findings: readonly string[];
  /** Rows with a mistake that only you can correct. They are not in `rows`. */
  readonly refused: readonly RefusedRow[];
  /** Cells that were emptied with `dropCells`, and why. */
  readonly emptied: readonly RefusedRow[];
  /** The other rows after all corrections. */
  readonly rows: readonly Readonly<Record<string, string>>[];
}

interface Row {
  readonly line: number;
  readonly row: Record<string, string>;
}

/** A file while it is corrected. */
interface Sheet {
  readonly rows: readonly Row[];
  readonly columns: ReadonlyMap<string, Column>;
  readonly findings: string[];
  /** Lines with a unit in the cell, by column. What they say is not guessed again. */
  readonly stated: Map<string, ReadonlySet<number>>;
}

const KG_PER_LB = 0.453_592_37;
/** Adults above this mass are rare, so in kilograms it is likelier a mistake. */
const HEAVY_KG = 130;
/** From this mass on, a person without a height is asked about: half of those may be pounds. */
const DOUBTFUL_KG = 110;
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
/** A comma that separates no thousands. */
const DECIMAL_COMMA = /^\d+,(?:\d{1,2}|\d{4,})$/;

/** The fastest that a person covers a session of each sport, km/h. Above the records of an hour. Other sports have none. */
const FASTEST_KM_PER_HR: Readonly<Record<string, number>> = {
  ...{ run: 24, trail_run: 22, treadmill_run: 24, walk: 16, hike: 12, swim: 7, open_water_swim: 7, row: 22 },
  ...{ bike: 65, indoor_bike: 65, ski: 60, triathlon: 45, duathlon: 45, brick: 50 },
};

/** Whoever moves more slowly than this part of it has another unit. */
const SLOWEST_PART = 40;

/** Columns that every row of sessions needs. */
const OF_SESSIONS = ['athlete_external_id', 'external_id', 'type', 'duration_min'];
/** Texts that exports write into a cell without a value. */
const PLACEHOLDER = /^(?:n\/?a|#n\/a|#value!|nan|null|none|nil|undefined|unknown|\?+|-+|—|–)$/i;

/**
 * Checks rows of a CSV file, whose first line names columns as the API does. Corrects what has one meaning: decimal commas,
 * units, dates, pounds, seconds, metres, names of sports on other platforms. Leaves out rows that the API would refuse, and
 * says why.
 *
 * @param types what `listActivityTypes` returns, or an empty list to leave types as they are
 */
export function checkImport(
  csv: string,
  types: readonly TypeNames[],
  { dropCells = false }: CheckOptions = {},
): CheckedImport {
  const { separator, columns: names, rows: parsed, openQuoteLine } = parseCsv(csv);
  const columns = columnsOf(names);
  const unreadable = whyUnreadable(names, columns, parsed.length, openQuoteLine);
  if (unreadable !== null) return { unreadable, findings: [], refused: [], emptied: [], rows: [] };

  const findings: string[] = [];
  const refused: RefusedRow[] = [];
  const emptied: RefusedRow[] = [];
  const rows: Row[] = [];
  const noted = ({ line, row }: Row, reason: string) => ({
    line,
    external_id: row.external_id ?? '',
    reason,
  });
  for (const { line, cells } of parsed) {
    const row = toRecord(names, cells);
    const isWhole = cells.length >= names.length && cells.slice(names.length).every((cell) => cell === '');
    if (isWhole) rows.push({ line, row });
    else
      refused.push(noted({ line, row }, `the row has ${cells.length} cells, and the header ${names.length}`));
  }

  const sheet: Sheet = { rows, columns, findings, stated: new Map() };
  correctNumbers(sheet, separator);
  correctDurations(sheet);
  correctWords(sheet);
  const typeOf = typesByName(types);
  for (const [from, to] of namesIn(rows, typeOf)) {
    const changed = correct(rows, 'type', (value) => (value === from ? to : value));
    report(findings, changed, `Type ${from}, which is ${to} here`);
  }
  correctDistances(sheet);

  const required = listsSessions(names) ? OF_SESSIONS : ['external_id'];
  const missing = required.filter((column) => !names.includes(column));
  if (missing.length > 0 && listsSessions(names))
    findings.push(`No column ${missing.join(', ')}, which every session needs.`);
  const unknown = names.filter((column) => !columns.has(column));
  if (unknown.length > 0) findings.push(`Columns that this check does not know: ${unknown.join(', ')}.`);
  const known = new Set(types.map(({ type }) => type));
  const whole = rows.filter((each) => {
    const { fatal, optional } = problemsOf(each.row, sheet, required, known);
    const reasons = [...fatal, ...(dropCells ? [] : optional.map(({ reason }) => reason))];
    if (reasons.length > 0) refused.push(noted(each, reasons.join('; ')));
    else {
      for (const { column, reason } of optional) {
        emptied.push(noted(each, reason));
        each.row[column] = '';
      }
    }
    return reasons.length === 0;
  });

  if (columns.has('body_mass_kg')) {
    const text = 'No body mass in any row of the athlete, so the numbers are wider until you send it';
    report(findings, linesWithoutMass(whole), text);
    const doubtful = whole.filter(({ row }) => Number(row.body_mass_kg) >= DOUBTFUL_KG && !row.height_cm);
    const lines = doubtful.map(({ line }) => line);
    report(
      findings,
      lines,
      `Masses from ${DOUBTFUL_KG} kg without a height: check that none is in pounds`,
      true,
    );
  }
  const earlier = new Set(names.includes('external_id') ? linesReplaced(whole) : []);
  report(
    findings,
    [...earlier],
    'An external_id that comes again below: that row is kept, and this one is not',
  );
  refused.sort((one, other) => one.line - other.line);
  const kept = whole.filter(({ line }) => !earlier.has(line));
  return { unreadable, findings, refused, emptied, rows: kept.map(({ row }) => row) };
}

function whyUnreadable(
  names: readonly string[],
  columns: ReadonlyMap<string, Column>,
  rows: number,
  openQuoteLine: number | null,
) {
  if (openQuoteLine !== null) return `A quote opened on line ${openQuoteLine} is never closed.`;
  if (names.length === 0) return 'The file is empty.';
  if (columns.size === 0)
    return `No column is named after a field of the API, such as athlete_external_id. The file has: ${names.join(', ')}.`;
  return rows === 0 ? 'The file has a header and no rows.' : null;
}

function namesOfKind({ columns }: Sheet, ...kinds: readonly Column['kind'][]): string[] {
  return [...columns].flatMap(([name, { kind }]) => (kinds.includes(kind) ? [name] : []));
}

/** Corrects placeholders, units, commas, pounds and heights, and reports what changed. */
function correctNumbers(sheet: Sheet, separator: string): void {
  const { rows, findings, columns } = sheet;
  const numbers = namesOfKind(sheet, 'number', 'whole');
  const optional = [...columns.keys()].filter(
    (name) => !OF_SESSIONS.includes(name) || name === 'duration_min',
  );
  const blank = optional.flatMap((column) =>
    correct(rows, column, (value) => (PLACEHOLDER.test(value) ? '' : value)),
  );
  report(findings, sortedLines(blank), 'Placeholders such as n/a, emptied');
  const units = numbers.flatMap((column) => {
    const lines = correct(rows, column, (value) => inUnitOf(column, value));
    sheet.stated.set(column, new Set(lines));
    return lines;
  });
  report(findings, sortedLines(units), 'Units written in the cell, such as 72.4 kg, read');
  const hasDecimalCommas =
    separator === ';' ||
    rows.some(({ row }) => numbers.some((column) => DECIMAL_COMMA.test(row[column] ?? '')));
  const withThousands = [...namesOfKind(sheet, 'whole'), ...(hasDecimalCommas ? [] : ['distance_km'])];
  const commas = numbers.flatMap((column) =>
    correct(rows, column, (value) => plainNumber(value, withThousands.includes(column))),
  );
  report(findings, sortedLines(commas), 'Decimal commas, written with a point');

  const masses = guessable(sheet, 'body_mass_kg');
  const arePounds = median(valuesOf(masses, 'body_mass_kg').map(Number)) > MIDDLE_KG_MAX;
  const isPounds = (value: number) => value > 0 && (arePounds || value > HEAVY_KG);
  const toKg = (value: string) => (isPounds(Number(value)) ? decimal(Number(value) * KG_PER_LB, 1) : value);
  const pounds = correct(masses, 'body_mass_kg', toKg);
  report(findings, pounds, 'Masses that look like pounds, converted to kilograms', !arePounds);
  const toCm = (value: string) =>
    Number(value) > 0 && Number(value) < HEIGHT_M_MAX ? String(Math.round(Number(value) * 100)) : value;
  report(
    findings,
    correct(guessable(sheet, 'height_cm'), 'height_cm', toCm),
    'Heights in metres, converted to centimetres',
  );
  const levels = namesOfKind(sheet, 'whole').filter((column) => column !== 'duration_min');
  const wholes = levels.flatMap((column) => correct(rows, column, (value) => value.replace(/\.0+$/, '')));
  report(findings, sortedLines(wholes), 'Whole numbers with .0, written without');
}

function correctDurations(sheet: Sheet): void {
  const { rows, findings, stated } = sheet;
  const areShort = areMinutesAndSeconds(valuesOf(rows, 'duration_min'));
  const clocks = correct(rows, 'duration_min', (value) => minutesOf(value, areShort));
  const forms = areShort ? 'as minutes and seconds' : 'as hours, minutes and seconds';
  report(findings, clocks, `Durations ${forms}, converted to minutes`);
  stated.set('duration_min', new Set([...(stated.get('duration_min') ?? []), ...clocks]));
  const bare = guessable(sheet, 'duration_min');
  const areSeconds = median(valuesOf(bare, 'duration_min').map(Number)) > MIDDLE_MIN_MAX;
  const isSeconds = (value: number) => value > 0 && (areSeconds || value > DURATION_MIN_MAX);
  const toMinutes = (value: string) => (isSeconds(Number(value)) ? wholeMinutes(Number(value) / 60) : value);
  const seconds = correct(bare, 'duration_min', toMinutes);
  report(findings, seconds, 'Durations that look like seconds, converted to minutes', !areSeconds);
  const toWhole = (value: string) => (/^\d+\.\d+$/.test(value) ? wholeMinutes(Number(value)) : value);
  report(findings, correct(rows, 'duration_min', toWhole), 'Durations rounded to minutes');
}

/** Corrects dates, letters of sex, yes and no, and names of options. */
function correctWords(sheet: Sheet): void {
  const { rows, findings, columns } = sheet;
  for (const column of namesOfKind(sheet, 'moment')) {
    const order = dayOrderOf(valuesOf(rows, column));
    const dates = correct(rows, column, (value) => momentOf(value, order));
    report(findings, dates, 'Dates in other forms, such as 25.11.2026 07:30, written as 2026-11-25T07:30');
  }
  const meanings = sexesOf(valuesOf(rows, 'sex'));
  const sexes = correct(rows, 'sex', (value) => meanings.get(value) ?? value);
  report(findings, sexes, `Sex, read as ${[...meanings].map(([from, to]) => `${from} ${to}`).join(', ')}`);
  const words = [...columns].flatMap(([name, { kind, options = [] }]) => {
    if (kind === 'flag') return correct(rows, name, flagOf);
    if (kind !== 'choice' || name === 'type') return [];
    const meant = (value: string) => options.find((option) => option === value.toLowerCase()) ?? value;
    return correct(rows, name, meant);
  });
  report(findings, sortedLines(words), 'Yes, no and names of options, written as the API does');
}

/** Converts distances in metres, of the file or of one sport: swims are often in metres next to rides in kilometres. */
function correctDistances(sheet: Sheet): void {
  const { findings } = sheet;
  const toKm = (value: string) => (Number(value) > 0 ? String(Math.round(Number(value)) / 1000) : value);
  const withDistance = guessable(sheet, 'distance_km').filter(({ row }) => Number(row.distance_km) > 0);
  const sports = [...new Set(withDistance.map(({ row }) => row.type ?? ''))];
  const ofSport = sports.map(
    (type) => [type, withDistance.filter(({ row }) => (row.type ?? '') === type)] as const,
  );
  const isInMetres = (type: string, ofType: readonly Row[]) => {
    const fastest = FASTEST_KM_PER_HR[type];
    if (fastest === undefined)
      return median(ofType.map(({ row }) => Number(row.distance_km))) > MIDDLE_KM_MAX;
    const inMetres = ofType.map(({ row }) => speedOf(row) / 1000);
    const likely = inMetres.filter((speed) => speed <= fastest && speed > fastest / SLOWEST_PART);
    return likely.length > ofType.length / 2;
  };
  const inMetres = ofSport.filter(([type, ofType]) => isInMetres(type, ofType));
  const lines = new Map(
    inMetres.map(([type, ofType]) => [type, correct(ofType, 'distance_km', toKm)] as const),
  );
  if (inMetres.length === ofSport.length) {
    const text = 'Distances that look like metres, converted to kilometres';
    report(findings, sortedLines([...lines.values()].flat()), text);
    return;
  }
  for (const [type, ofType] of lines)
    report(findings, ofType, `Distances of ${type} that look like metres, converted to kilometres`, true);
}

function speedOf(row: Readonly<Record<string, string>>): number {
  return Number(row.distance_km) / (Number(row.duration_min) / 60);
}

/** Returns the rows whose cell in a column states no unit, so that the column as a whole shows it. */
function guessable({ rows, stated }: Sheet, column: string): readonly Row[] {
  return rows.filter(({ line }) => !stated.get(column)?.has(line));
}

function valuesOf(rows: readonly Row[], column: string): string[] {
  return rows.flatMap(({ row }) => row[column] || []);
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

interface Problems {
  /** In cells that every row needs. */
  readonly fatal: readonly string[];
  readonly optional: readonly { readonly column: string; readonly reason: string }[];
}

/** Returns what only a person can correct in a row. */
function problemsOf(
  row: Readonly<Record<string, string>>,
  { columns }: Sheet,
  required: readonly string[],
  types: ReadonlySet<string>,
): Problems {
  const fatal = required.filter((column) => row[column] === '').map((column) => `${column} is missing`);
  const optional: { column: string; reason: string }[] = [];
  for (const [column, form] of columns) {
    const value = row[column] ?? '';
    if (value === '' || column === 'type') continue;
    const problem = problemOf(column, form, value) ?? contradictionOf(column, row);
    if (problem === null) continue;
    const reason = `${column} ${shortened(value)} ${problem}`;
    if (required.includes(column)) fatal.push(reason);
    else optional.push({ column, reason });
  }
  const { type = '' } = row;
  if (types.size > 0 && type !== '' && !types.has(type))
    fatal.push(
      `type ${type} is a name of no platform that we know: change it, or send the title to /v1/inference/activity-type`,
    );
  return { fatal, optional };
}

/** Returns why a value cannot be right next to the others of its row, or null. */
function contradictionOf(column: string, row: Readonly<Record<string, string>>): string | null {
  const { type = '' } = row;
  if (column === 'race_format' && type !== '' && type !== 'triathlon') return 'is for triathlon only';
  const fastest = FASTEST_KM_PER_HR[type];
  const speed = Number(row.duration_min) > 0 ? speedOf(row) : 0;
  const isTooFast = column === 'distance_km' && fastest !== undefined && speed > fastest;
  return isTooFast ? `is farther than anyone gets in ${row.duration_min} min of ${type}` : null;
}

function shortened(value: string): string {
  return value.length > 40 ? `${value.slice(0, 39)}…` : value;
}

/** Returns the first line of each athlete without a mass in any row. A row without an athlete counts by itself. */
function linesWithoutMass(rows: readonly Row[]): number[] {
  const idOf = ({ line, row }: Row) => row.athlete_external_id ?? row.external_id ?? line;
  const seen = new Set(rows.filter(({ row }) => row.body_mass_kg !== '').map(idOf));
  return rows.filter((each) => seen.size < seen.add(idOf(each)).size).map(({ line }) => line);
}

/** Returns the lines of rows whose session, or athlete, comes again below. A batch may name each only once. */
function linesReplaced(rows: readonly Row[]): number[] {
  const seen = new Set<string>();
  const isReplaced = ({ row: { athlete_external_id = '', external_id = '' } }: Row) =>
    seen.size === seen.add(JSON.stringify([athlete_external_id, external_id])).size;
  const fromBelow = [...rows].reverse().filter(isReplaced);
  return fromBelow.map(({ line }) => line).reverse();
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
