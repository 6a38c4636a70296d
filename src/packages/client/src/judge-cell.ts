import type { Column } from './import-cells.ts';

const MOMENT = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/;
const MOMENT_FORMS = '2026-11-21T09:30:00Z, 2026-11-21T09:30:00 or 2026-11-21';
const STORED_YEARS = [Date.UTC(1970, 0, 1), Date.UTC(2101, 0, 1) - 1] as const;
/** As much of an address as the API checks. */
const EMAIL = /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/i;
const AGE_MIN_YEARS = 5;

/** Returns why the API would refuse a value that is not empty, or null. */
export function problemOf(name: string, { kind, min, max, options }: Column, value: string): string | null {
  switch (kind) {
    case 'number':
    case 'whole': {
      const number = Number(value);
      if (Number.isNaN(number)) return 'is not a number';
      if (kind === 'whole' && !Number.isInteger(number)) return 'is not a whole number';
      const most = name === 'birth_year' ? new Date().getUTCFullYear() - AGE_MIN_YEARS : max;
      return isWithin(number, min, most) ? null : `is not within ${min} to ${most}`;
    }
    case 'flag':
      return value === 'true' || value === 'false' ? null : 'is neither true nor false';
    case 'choice':
      return options?.includes(value) ? null : `is none of ${options?.join(', ')}`;
    case 'moment':
      return momentProblem(value);
    case 'zone':
      return isKnown(() => new Intl.DateTimeFormat('en', { timeZone: value })) && /^[a-z]/i.test(value)
        ? null
        : 'is no name of a time zone, such as Europe/Berlin';
    case 'language':
      return isKnown(() => Intl.getCanonicalLocales(value))
        ? textProblem(value, min, max)
        : 'is no language, such as de';
    case 'email':
      return EMAIL.test(value) ? textProblem(value, min, max) : 'is no email address';
    case 'text':
      return textProblem(value, min, max);
  }
}

function isWithin(number: number, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY): boolean {
  return number >= min && number <= max;
}

function textProblem(value: string, min: number | undefined, max: number | undefined): string | null {
  if (!isWithin(value.length, min, max)) return `has not ${min ?? 0} to ${max} characters`;
  // Neither NUL nor half of a surrogate pair can be stored.
  return /\0|\p{Surrogate}/u.test(value) ? 'has characters that cannot be stored' : null;
}

function isKnown(use: () => unknown): boolean {
  try {
    use();
    return true;
  } catch {
    return false;
  }
}

function momentProblem(value: string): string | null {
  const [, year, month, day, hour = '0', minute = '0', second = '0', zone] = MOMENT.exec(value) ?? [];
  if (year === undefined) return `is not written as ${MOMENT_FORMS}`;
  const ms = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const isDay = new Date(ms).getUTCMonth() === Number(month) - 1;
  if (!isDay || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59)
    return 'is no day or time that exists';
  const at = zone === undefined ? ms : Date.parse(value);
  return isWithin(at, ...STORED_YEARS) ? null : 'is not within the years 1970 to 2100';
}
