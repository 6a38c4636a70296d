import { DAY_MS } from './clock.ts';
import { dropOldest } from './isolate-memory.ts';

/** A local clock: the date and time it shows, read as if it were UTC. */
type LocalMs = number;

/**
 * Formats of the time zones that were asked for last. Each takes some 30 kB and 50 µs to make, and a partner's athletes
 * live in a few zones.
 */
const formats = new Map<string, Intl.DateTimeFormat>();
const FORMATS_MAX = 50;

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(zone, made);
  dropOldest(formats, FORMATS_MAX);
  return made;
}

const ZONE_LENGTH_MAX = 64;

/** Returns whether this is a name of the time zone database, such as `Europe/Berlin`. An offset such as `+02:00` is not. */
export function isTimeZone(name: string): boolean {
  if (name.length > ZONE_LENGTH_MAX || !/^[a-z]/i.test(name)) return false;
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** Returns the local clock in a time zone at an instant. */
export function localAt(atMs: number, zone: string): LocalMs {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of formatOf(zone).formatToParts(atMs)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  // The format has whole seconds. Offsets have too, so that the milliseconds are the instant's.
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((atMs % 1000) + 1000) % 1000);
}

/**
 * Returns the instant at which the clock in a time zone shows this local time, like `compatible` in Temporal: the first of
 * two when clocks go back, and as much later as clocks go forward for a time that they skip.
 */
export function instantOf(localMs: LocalMs, zone: string): number {
  const [before = 0, after = 0] = [-DAY_MS, DAY_MS].map((ms) => localAt(localMs + ms, zone) - localMs - ms);
  const candidates = [localMs - Math.max(before, after), localMs - Math.min(before, after)];
  return candidates.find((atMs) => localAt(atMs, zone) === localMs) ?? localMs - before;
}

/** A moment as written: an instant, with the offset of its clock unless it ends in `Z`, or a local time. */
export interface WrittenMoment {
  /** The instant. Null for a local time. */
  readonly atMs: number | null;
  /** The local clock. Null for an instant in UTC, which says nothing about the local time. */
  readonly localMs: LocalMs | null;
}

/** Splits a moment into its clock and its zone: `Z`, an offset, or nothing. */
const WRITTEN = /^(.+?)(Z|[+-]\d\d:\d\d)?$/;

/** Reads an ISO 8601 date and time. Without a zone it is a local time. Returns NaN for other texts. */
export function readMoment(text: string): WrittenMoment {
  const [, clock = '', zone] = WRITTEN.exec(text) ?? [];
  const localMs = Date.parse(`${clock}Z`);
  if (zone === undefined) return { atMs: null, localMs };
  // RFC 9557: like `Z`, `-00:00` says nothing about the local time.
  if (zone === 'Z' || zone === '-00:00') return { atMs: localMs, localMs: null };
  return { atMs: Date.parse(text), localMs };
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Returns noon of a day without a time, such as `2026-11-29`: where lists order it. Null for other texts. */
export function noonOfDay(text: string | null): LocalMs | null {
  return text !== null && DAY.test(text) ? Date.parse(`${text}T12:00:00Z`) : null;
}

/** Writes a local clock without a zone, with milliseconds only if it has any. */
export function isoLocal(localMs: LocalMs): string {
  return new Date(localMs).toISOString().replace(/(\.000)?Z$/, '');
}

/** Writes an instant for people whose time zone is unknown: to the minute, with `UTC`. */
export function utcMinute(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** A moment in time as far as it is known. */
export interface KnownMoment {
  /** Null for a local time without a time zone. */
  readonly atMs: number | null;
  /** Null for an instant without a time zone. */
  readonly localMs: LocalMs | null;
}

/** Returns what is known of a moment: as it was written, and in its time zone if that is known. */
export function inZone({ atMs, localMs }: WrittenMoment, zone: string | null): KnownMoment {
  if (zone === null) return { atMs, localMs };
  // A local time that the clocks skip is moved.
  const knownMs = atMs ?? instantOf(localMs ?? 0, zone);
  return { atMs: knownMs, localMs: localAt(knownMs, zone) };
}

/**
 * Returns the position of a moment among others, by which lists are ordered and days are selected: the local clock if it is
 * known, else the instant.
 */
export function effectiveMs({ atMs, localMs }: KnownMoment): number {
  return localMs ?? atMs ?? 0;
}

/** Writes a moment for an answer: the instant in UTC if it is known, else the local time. */
export function isoMoment({ atMs, localMs }: KnownMoment): string {
  return atMs === null ? isoLocal(localMs ?? 0) : new Date(atMs).toISOString();
}

/** Writes the local time next to an instant. Null if it is not known, or if the moment is a local time already. */
export function isoLocalOrNull({ atMs, localMs }: KnownMoment): string | null {
  return atMs === null || localMs === null ? null : isoLocal(localMs);
}
