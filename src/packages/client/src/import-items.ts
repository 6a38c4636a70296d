import type { ActivityItem, AthleteItem } from './api-types.ts';
import type { Column } from './import-cells.ts';
import { COLUMNS } from './import-columns.ts';

/** The athletes and sessions in a checked file, as `syncAthletes` and `syncActivities` take them. */
export interface ImportItems {
  /** Each athlete once, with the last value of each column that is not empty. */
  readonly athletes: readonly AthleteItem[];
  readonly activities: readonly ActivityItem[];
}

type Row = Readonly<Record<string, string>>;

/** Returns whether a file with these columns lists sessions, and not only athletes. */
export function listsSessions(columns: readonly string[]): boolean {
  return columns.includes('type') || columns.includes('duration_min');
}

/** Returns the fields of the API that a column of a file sets, by the name of the column. */
export function columnsOf(columns: readonly string[]): ReadonlyMap<string, Column> {
  // A name or a time zone in a file of sessions is the session's.
  const { athlete, session } = COLUMNS;
  const known = listsSessions(columns) ? { ...athlete, ...session } : { ...session, ...athlete };
  return new Map(columns.flatMap((name) => (known[name] ? [[name, known[name]] as const] : [])));
}

/**
 * Turns the rows of a checked file into athletes and sessions. Takes columns, types and whole numbers from the OpenAPI document.
 * An empty cell is left out, which keeps what is stored.
 */
export function toItems(rows: readonly Row[]): ImportItems {
  const columns = Object.keys(rows[0] ?? {});
  const isOfSessions = listsSessions(columns);
  const athletes = new Map<string, Record<string, unknown>>();
  const activities: Record<string, unknown>[] = [];
  for (const row of rows) {
    const external_id = (isOfSessions ? row.athlete_external_id : row.external_id) ?? '';
    const ofAthlete = Object.keys(COLUMNS.athlete).filter(
      (name) => name !== 'external_id' && !(isOfSessions && name in COLUMNS.session),
    );
    if (external_id !== '')
      athletes.set(external_id, {
        ...athletes.get(external_id),
        external_id,
        ...fieldsOf(row, 'athlete', ofAthlete),
      });
    if (isOfSessions) activities.push(fieldsOf(row, 'session', Object.keys(COLUMNS.session)));
  }
  return { athletes: [...athletes.values()] as AthleteItem[], activities: activities as ActivityItem[] };
}

function fieldsOf(row: Row, of: keyof typeof COLUMNS, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const column = COLUMNS[of][name];
      const value = row[name] ?? '';
      return column === undefined || value === '' ? [] : [[name, fieldOf(column, value)]];
    }),
  );
}

function fieldOf({ kind }: Column, value: string): unknown {
  if (kind === 'number' || kind === 'whole') return Number(value);
  return kind === 'flag' ? value === 'true' : value;
}
