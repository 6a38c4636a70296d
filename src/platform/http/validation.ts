import * as z from 'zod/mini';
import { type Failure, invalid, PROBLEMS_MAX, type Problem } from './errors.ts';

const REQUIRED = 'is required';
/** The issue codes zod reports for a missing member: a wrong type, or a wrong value for an enumeration. */
const MISSING_SHOWS_AS: ReadonlySet<string | undefined> = new Set([
  'invalid_type',
  'invalid_value',
  'invalid_union',
]);

/** The message of an issue that no schema explained. */
const UNEXPLAINED = 'Invalid input';

z.config({
  // An issue without a message below reads so. Otherwise the first schema of zod's larger face, which a library for
  // assistants builds, would make English the language of all messages of its isolate.
  localeError: () => UNEXPLAINED,
  // Workers forbid code from strings. With `jitless`, tests run the same code as production.
  jitless: true,
  // Reported issues keep neither the input nor the schema, so missing members are detected here, and an issue about unknown
  // members carries the known names as its message.
  customError: (issue) => {
    if (issue.code === 'unrecognized_keys') return knownMembersOf(issue.inst).join(' ');
    return issue.input === undefined && MISSING_SHOWS_AS.has(issue.code) ? REQUIRED : undefined;
  },
});

function knownMembersOf(schema: unknown): readonly string[] {
  return schema instanceof z.ZodMiniObject ? Object.keys(schema.def.shape) : [];
}

type Issue = z.core.$ZodIssue;

function unknownField(meant: string | null): string {
  return meant === null ? 'unknown field' : `unknown field. Did you mean ${meant}?`;
}

/**
 * Returns the failure for a schema's issues. Its problems have pointers: `/a/0/b` in a body, `?a` in a query. It describes
 * the first hundred and counts the rest.
 */
export function refuseInvalid({ issues }: z.core.$ZodError, where: 'body' | 'query'): Failure {
  const suggestions = { left: SUGGESTIONS_MAX };
  const problems: Problem[] = [];
  let furtherProblems = 0;
  for (const issue of issues) {
    const count = issue.code === 'unrecognized_keys' ? issue.keys.length : 1;
    const remaining = PROBLEMS_MAX - problems.length;
    const described = remaining > 0 ? problemsOfIssue(firstOf(issue, remaining), where, suggestions) : [];
    problems.push(...described.slice(0, remaining));
    furtherProblems += Math.max(0, Math.max(count, described.length) - remaining);
  }
  return { ...invalid(...problems), furtherProblems };
}

/** Returns an issue with at most this many of its unknown members. */
function firstOf(issue: Issue, max: number): Issue {
  return issue.code === 'unrecognized_keys' ? { ...issue, keys: issue.keys.slice(0, max) } : issue;
}

/** The number of unknown fields per request that get a suggestion, because each compares all known names. */
const SUGGESTIONS_MAX = 20;

interface Suggestions {
  left: number;
}

function problemsOfIssue(issue: Issue, where: 'body' | 'query', suggestions: Suggestions): Problem[] {
  if (issue.code === 'unrecognized_keys') {
    const known = issue.message.split(' ').filter(Boolean);
    return issue.keys.map((key) => ({
      pointer: pointerTo([...issue.path, key], where),
      code: 'unknown_field',
      message: unknownField(suggestions.left-- > 0 ? nearestName(key, known) : null),
    }));
  }
  if (issue.code === 'invalid_union' && issue.message !== REQUIRED) {
    const meant = likeliestOption(issue.errors);
    if (meant) {
      return meant.flatMap((each) =>
        problemsOfIssue({ ...each, path: [...issue.path, ...each.path] }, where, suggestions),
      );
    }
    const types = [...new Set(issue.errors.flat().flatMap(typeExpectedOf))];
    const message = `must be ${types.map(article).join(' or ')}`;
    return [{ pointer: pointerTo(issue.path, where), code: 'invalid_type', message }];
  }
  return [{ pointer: pointerTo(issue.path, where), ...codeAndMessage(issue) }];
}

/**
 * Returns the issues of the union option that the caller most likely meant: of the right type, then with the fewest
 * unknown and missing members, then with the fewest issues. Null if no option has the value's type.
 */
function likeliestOption(options: readonly (readonly Issue[])[]): readonly Issue[] | null {
  const ofType = options.filter(
    (issues) => !issues.some(({ path, code }) => path.length === 0 && code === 'invalid_type'),
  );
  const distance = (issues: readonly Issue[]) =>
    issues.reduce((sum, issue) => sum + (isForeignOrMissing(issue) ? FOREIGN_WEIGHT : 1), 0);
  return ofType.toSorted((a, b) => distance(a) - distance(b))[0] ?? null;
}

/** Returns the expected type for an issue about a whole value, and nothing for other issues. */
function typeExpectedOf(issue: Issue): readonly string[] {
  return issue.code === 'invalid_type' && issue.path.length === 0 ? [issue.expected] : [];
}

/** An unknown or missing member outweighs any number of wrong values. */
const FOREIGN_WEIGHT = 1000;

function isForeignOrMissing({ code, path, message }: Issue): boolean {
  return (code === 'unrecognized_keys' && path.length === 0) || (message === REQUIRED && path.length === 1);
}

/** Returns the pointer of a problem: `/a/0/b` in a body, `?a` in a query. */
export function pointerTo(path: readonly PropertyKey[], where: 'body' | 'query'): string {
  const tokens = path.map((token) => String(token).replaceAll('~', '~0').replaceAll('/', '~1'));
  if (where === 'query') return `?${tokens.join('/')}`;
  return tokens.map((token) => `/${token}`).join('');
}

function codeAndMessage(issue: Issue): { code: string; message: string } {
  if (issue.message === REQUIRED) return { code: 'required', message: REQUIRED };
  switch (issue.code) {
    case 'invalid_type':
      return { code: 'invalid_type', message: `must be ${article(issue.expected)}` };
    case 'too_small':
      return {
        code: 'too_small',
        message: `must ${boundOf(issue.origin)} at least ${issue.minimum}${unitOf(issue.origin, issue.minimum)}`,
      };
    case 'too_big':
      return {
        code: 'too_big',
        message: `must ${boundOf(issue.origin)} at most ${issue.maximum}${unitOf(issue.origin, issue.maximum)}`,
      };
    case 'invalid_value':
      // A schema may explain a value that is a name elsewhere.
      return {
        code: 'invalid_value',
        message: issue.message === UNEXPLAINED ? `must be one of: ${listOf(issue.values)}` : issue.message,
      };
    case 'invalid_format':
      return { code: 'invalid_format', message: formatMessage(issue) };
    case 'custom':
      return {
        code: typeof issue.params?.code === 'string' ? issue.params.code : 'invalid_value',
        message: issue.message,
      };
    case 'unrecognized_keys':
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'not_multiple_of':
      return { code: 'invalid_value', message: issue.message };
  }
}

const LISTED_VALUES_MAX = 10;

function listOf(values: readonly unknown[]): string {
  const listed = values.slice(0, LISTED_VALUES_MAX).map(String).join(', ');
  const left = values.length - LISTED_VALUES_MAX;
  return left > 0 ? `${listed} and ${left} more` : listed;
}

function article(expected: string): string {
  const name = expected === 'int' ? 'integer' : expected;
  return /^[aeiou]/.test(name) ? `an ${name}` : `a ${name}`;
}

function boundOf(origin: string): string {
  return origin === 'string' || origin === 'array' ? 'have' : 'be';
}

function unitOf(origin: string, count: number | bigint): string {
  const plural = Number(count) === 1 ? '' : 's';
  if (origin === 'string') return ` character${plural}`;
  return origin === 'array' ? ` item${plural}` : '';
}

function formatMessage(issue: { readonly format: string; readonly message: string }): string {
  switch (issue.format) {
    case 'email':
      return 'must be an email address';
    case 'datetime':
      return 'must be an ISO 8601 date and time with a zone, such as 2026-11-21T09:30:00Z';
    case 'date':
      return 'must be a date such as 2026-11-21';
    default:
      // Our own patterns carry a message.
      return issue.message;
  }
}

/** Words that callers use for quantities with a different name here. */
const OTHER_WORDS: Readonly<Record<string, readonly string[]>> = {
  weight: ['body', 'mass'],
  gender: ['sex'],
};

/**
 * Names that people send first for what has another name here, in lower case without separators. A member of another is
 * named with a point.
 */
const MEANT: Readonly<Record<string, readonly string[]>> = {
  birth_year: ['age', 'agey', 'dob', 'birthday', 'birthdate', 'dateofbirth', 'yearofbirth', 'born'],
  body_mass_kg: ['bodyweight', 'weightlb', 'weightlbs', 'mass', 'kg'],
  sex: ['gender', 'female', 'male'],
  ftp_w: ['ftpwatts', 'functionalthresholdpower'],
  vo2max_ml_per_kg_min: ['vo2', 'vo2max'],
  fitness_level: ['level', 'experience'],
  intensity_level: ['rpe', 'effort', 'zone', 'perceivedexertion'],
  'weather.temperature_c': ['temperature', 'temperaturec', 'temp', 'tempc', 'airtemperature'],
  'weather.humidity_percent': ['humidity', 'humiditypercent', 'relativehumidity'],
  'fuel_preferences.avoids': ['allergies', 'allergens', 'allergy', 'intolerances', 'dislikes'],
  'diet.vegan': ['vegan', 'isvegan'],
  'diet.gluten_free': ['glutenfree', 'celiac', 'coeliac'],
  'health.pregnant': ['pregnant', 'ispregnant', 'pregnancy'],
  'health.hypertension': ['hypertension', 'bloodpressure'],
  duration_min: [
    'durations',
    'durationseconds',
    'durationsec',
    'movingtime',
    'elapsedtime',
    'minutes',
    'length',
  ],
  distance_km: ['distancem', 'distancemi', 'distancemiles', 'km', 'kilometers', 'kilometres', 'miles'],
  elevation_gain_m: [
    'climb',
    'climbm',
    'ascent',
    'ascentm',
    'totalelevationgain',
    'elevation',
    'elevgain',
    'vert',
  ],
  scheduled_at: [
    'date',
    'start',
    'startdate',
    'starttime',
    'startedat',
    'startdatelocal',
    'when',
    'datetime',
    'day',
  ],
  type: ['sport', 'sporttype', 'activitytype', 'discipline', 'activity'],
  name: ['title', 'label'],
  time_zone: ['tz', 'timezone', 'zone'],
  locale: ['language', 'lang'],
  average_power_w: ['watts', 'averagewatts', 'avgpower', 'power', 'normalizedpower'],
  external_id: ['id', 'externalid', 'userid', 'uid', 'clientid'],
  is_race_event: ['race', 'israce', 'event', 'competition'],
  heat_acclimatized: ['acclimatized', 'acclimatised', 'heatacclimatised', 'heatadapted'],
  sweat_rate_ml_per_hr: ['sweatratelperh', 'sweatrate'],
  carb_tolerance_g_per_hr: ['carbsperhour', 'carbsgperhr', 'maxcarbs', 'guttolerance'],
};

/** Returns the field that people mean by a name, if the request has it or the member that holds it. */
function meantBy(name: string, known: readonly string[]): string | null {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const fields = Object.keys(MEANT).filter((field) => MEANT[field]?.includes(plain));
  return fields.find((field) => known.includes(field.split('.')[0] ?? field)) ?? null;
}

/** Names that differ in more than this share of letters are not considered misspellings. */
const DIFFERENT_SHARE_MAX = 1 / 3;

/** Longer texts are not misspelt fields and are not worth the cost of a comparison. */
const LENGTH_MAX = 64;

/**
 * Returns the known name that the caller most likely meant: the same name in another spelling (`bodyMassKg`), one that people
 * send for it (`age`), a name that contains all its words (`body_mass`, `weight_kg`), or the name with the fewest different
 * letters. Null if none is close.
 */
export function nearestName(name: string, known: readonly string[]): string | null {
  const words = wordsOf(name);
  if (name.length > LENGTH_MAX || words.length === 0) return null;
  const typed = words.join('_');
  const meant = known.includes(typed) ? typed : meantBy(name, known);
  if (meant !== null) return meant;
  const ranked = known
    .map((candidate) => ({ candidate, distance: distanceBetween(typed, candidate) }))
    .filter(
      ({ candidate, distance }) =>
        hasAll(wordsOf(candidate), words) ||
        distance <= Math.max(1, Math.floor(typed.length * DIFFERENT_SHARE_MAX)),
    )
    .toSorted((a, b) => a.distance - b.distance);
  return ranked[0]?.candidate ?? null;
}

function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .flatMap((word) => OTHER_WORDS[word] ?? [word]);
}

/** Returns whether all of these words are among the others. A single short word is not enough. */
function hasAll(among: readonly string[], words: readonly string[]): boolean {
  return words.join('').length >= 3 && words.every((word) => among.includes(word));
}

/** Counts the letters to insert, delete, replace or swap with a neighbour (optimal string alignment). */
function distanceBetween(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = row;
  }
  return last[other.length] ?? 0;
}
