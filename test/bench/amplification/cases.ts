import { ROUTES } from '#delivery/app/routes.ts';
import type { Route } from '#platform/http/route.ts';
import { callOf } from '../../support/route-calls.ts';
import { LOADED, type SubjectName, TEN_LEGS, TWO_DAYS, WEEK, type World } from './world.ts';

/** Lists the worst known inputs of each operation. A better one that the search finds is added here. */

/** The groups that are sent together, by forty connections and by fifty. */
export const KINDS = ['plan', 'replan', 'export', 'batch', 'file', 'validation', 'other'] as const;
export type Kind = (typeof KINDS)[number];

/** A request that costs as much, or is answered with as much, as any that is known. */
export interface Case {
  readonly operationId: string;
  readonly name: string;
  readonly kind: Kind;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** The units that the reference states. */
  readonly units: number;
  /** Whether the operation is open to callers without a key. */
  readonly isKeyless: boolean;
}

interface WorstInput {
  readonly name: string;
  /** Default: 1, or what its bytes cost as a file or as a failed validation. */
  readonly units?: number | ((world: World) => number);
  readonly kind?: Kind;
  readonly at?: SubjectName;
  readonly query?: (world: World) => string;
  readonly accept?: string;
  readonly body?: (world: World) => unknown;
  /** A body as text, for what is repeated too often to be built first. */
  readonly text?: () => string;
  readonly mediaType?: string;
}

const KIB = 1024;
/** The largest body that counts as one unit if it is invalid. */
export const ONE_UNIT_BYTES = 64 * KIB;
const ACTIVITY_BYTES = 256 * KIB;
const BATCH_BYTES = 512 * KIB;
const FILE_UNIT_BYTES = 256 * KIB;

const repeated = <Item>(count: number, item: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => item(index));

/** Repeats a member between two texts until the body has its size. */
function filled(
  bytes: number,
  before: string,
  member: string | ((index: number) => string),
  after: string,
): string {
  const parts: string[] = [];
  for (let left = bytes - before.length - after.length, index = 0; ; index++) {
    const part = typeof member === 'string' ? member : member(index);
    left -= part.length + 1;
    if (left < 0) return before + parts.join(',') + after;
    parts.push(part);
  }
}

const RUN = '"type":"run","duration_min":60';
const STATION = '"distance_km":10,"aid_stations":';
const unknownMember = (index: number) => `"${index.toString(36)}":0`;
const times = (count: number, member: string) => `[${repeated(count, () => member).join(',')}]`;
const session = (members: string) => `{"activity":{${RUN},${members}}}`;
/** As many of a member as fit into a body of one unit, whatever their number may be. */
const filledSession = (
  members: string,
  member: string | ((index: number) => string),
  after: string,
  bytes = ONE_UNIT_BYTES,
) => filled(bytes, `{"activity":{${RUN}${members}`, member, `${after}}}`);

/** Bodies of a calculation that are not valid. The activity routes take the same session without the wrapper. */
const INVALID_SCENARIOS: readonly WorstInput[] = [
  // No list is longer than it may be, so each member is looked at.
  {
    name: '105 × 200 empty steps',
    text: () => session(`"steps":${times(105, `{"repeat":2,"steps":${times(200, '{}')}}`)}`),
  },
  {
    name: '200 × 200 numbers as steps',
    text: () => session(`"steps":${times(200, `{"repeat":2,"steps":${times(200, '0')}}`)}`),
  },
  { name: '200 empty steps', text: () => session(`"steps":${times(200, '{}')}`) },
  {
    name: '2,000 empty points',
    text: () => session(`"course":{"distance_km":10,"points":${times(2000, '{}')}}`),
  },
  {
    name: '2,000 points of strangers',
    text: () => session(`"course":{"distance_km":10,"points":${times(2000, '{"a":0,"b":0,"c":0,"d":0}')}}`),
  },
  {
    name: '60 × 20 wrong offers',
    text: () => session(`"course":{${STATION}${times(60, `{"km":1,"offers":${times(20, '0')}}`)}}`),
  },
  {
    name: '48 empty hours and 8 empty bottles',
    text: () => session(`"weather":${times(48, '{}')},"vessels":${times(8, '{"kind":0}')}`),
  },
  // Lists that are too long.
  { name: '64 KiB of empty steps', text: () => filledSession(',"steps":[', '{}', ']') },
  { name: '256 KiB of empty steps', text: () => filledSession(',"steps":[', '{}', ']', ACTIVITY_BYTES) },
  {
    name: '64 KiB of empty points',
    text: () => filledSession(',"course":{"distance_km":10,"points":[', '{}', ']}'),
  },
  {
    name: '64 KiB of offers of a station',
    text: () => filledSession(`,"course":{${STATION}[{"km":1,"offers":[`, '0', ']}]}'),
  },
  { name: '64 KiB of empty segments', text: () => filledSession(',"segments":[', '{}', ']') },
  // Names that nobody knows.
  { name: '64 KiB of unknown members', text: () => filledSession(',', unknownMember, '') },
  { name: '256 KiB of unknown members', text: () => filledSession(',', unknownMember, '', ACTIVITY_BYTES) },
  {
    name: 'an unknown member with a name of 64 KiB',
    text: () => session(`"${'~'.repeat(ONE_UNIT_BYTES - 70)}":0`),
  },
  {
    name: 'unknown members with names of 200 slashes',
    text: () => filledSession(',', (index) => `"${'/'.repeat(195)}${index}":0`, ''),
  },
  {
    name: 'unknown members with names of control characters',
    text: () => filledSession(',', (index) => `"${'\\u0001'.repeat(30)}${index}":0`, ''),
  },
];

/** The same bodies for the routes that take an activity alone. */
const INVALID_ACTIVITIES: readonly WorstInput[] = INVALID_SCENARIOS.map(({ name, text }) => ({
  name,
  text: () => (text?.() ?? '').replace(/^\{"activity":/, '').slice(0, -1),
}));

const scenario = (activity: object) => ({
  activity,
  profile: { sex: 'male', body_mass_kg: 70, height_cm: 177 },
});
const EVERYTHING = () => '?include=explanation,trajectory';

const CALCULATIONS: readonly WorstInput[] = [
  { name: 'two days by the hour, 200 steps', body: () => scenario(TWO_DAYS), query: EVERYTHING },
  { name: 'ten legs over two days by the hour', body: () => scenario(TEN_LEGS), query: EVERYTHING },
  { name: 'two days with 2,000 points and 60 stations', body: () => scenario(LOADED), query: EVERYTHING },
  {
    name: 'a brick over two days in as few bytes as possible',
    body: () => ({ activity: { type: 'brick', duration_min: 2880 } }),
    query: EVERYTHING,
  },
];

const itemOf =
  ({ subjects }: World, activity: object) =>
  (index: number) => ({
    ...activity,
    athlete_id: subjects.usual.athlete_id,
    external_id: `item-${index}`,
  });

/** Words of several sports with amounts, as long as a title and a description may be. */
const WORDS =
  "3x(10' Z4 / 2' easy) 40 min bike → 5 km run, Koppel 2h30 rower, nage 1500 m; trail 12k D+800; ";
const longText = (characters: number) =>
  WORDS.repeat(Math.ceil(characters / WORDS.length)).slice(0, characters);
const LONG_TITLE = {
  title: longText(2000),
  description: longText(10_000),
  tags: repeated(50, (index) => longText(97) + index),
};

function gpx(bytes: number, element: string | ((index: number) => string)): string {
  return filled(bytes, '<gpx><trk><trkseg>', element, '</trkseg></trk></gpx>').replaceAll('>,<', '><');
}

const trackPoint = (index: number) =>
  `<trkpt lat="${(46 + index / 1e4).toFixed(4)}" lon="8.1"><ele>${index % 900}</ele></trkpt>`;
const waypoint = (index: number) =>
  `<wpt lat="${(46 + index / 1e4).toFixed(4)}" lon="8.1"><name>water</name></wpt>`;

const FILES: readonly WorstInput[] = [
  { name: '256 KiB of track points', text: () => gpx(FILE_UNIT_BYTES, trackPoint) },
  {
    name: '256 KiB of the shortest points',
    text: () => gpx(FILE_UNIT_BYTES, (index) => `<trkpt lat="${index % 90}" lon="1"/>`),
  },
  { name: '256 KiB of the shortest elements', text: () => gpx(FILE_UNIT_BYTES, '<a/>') },
  {
    name: '2,000 track points and 128 KiB of stations',
    text: () =>
      gpx(FILE_UNIT_BYTES / 2, trackPoint).replace(
        '<trk>',
        `${repeated(1900, (index) => waypoint(index)).join('')}<trk>`,
      ),
  },
  {
    name: '2,000 track points near all of 500 stations',
    text: () =>
      `<gpx>${repeated(500, () => waypoint(0)).join('')}<trk><trkseg>${repeated(2000, (index) => trackPoint((index % 2) * 10)).join('')}</trkseg></trk></gpx>`,
  },
  { name: '256 KiB of nested elements', text: () => '<a>'.repeat(FILE_UNIT_BYTES / 3) },
  {
    name: '256 KiB of entities',
    text: () => `<gpx><name>${'&amp;'.repeat(FILE_UNIT_BYTES / 5 - 10)}</name></gpx>`,
  },
  { name: '1 MiB of track points', text: () => gpx(KIB * KIB, trackPoint) },
];

const ZWO = (element: string) =>
  `<workout_file><sportType>bike</sportType><workout>${element.repeat(FILE_UNIT_BYTES / element.length - 3)}</workout></workout_file>`;

const WORKOUTS: readonly WorstInput[] = [
  { name: '256 KiB of ramps', text: () => ZWO('<Ramp Duration="20" PowerLow="0.1" PowerHigh="2"/>') },
  {
    name: '256 KiB of intervals',
    text: () => ZWO('<IntervalsT Repeat="7" OnDuration="1" OffDuration="1" OnPower="1" OffPower="1"/>'),
  },
  {
    name: '256 KiB of ERG lines',
    mediaType: 'text/plain',
    text: () =>
      `[COURSE HEADER]\nMINUTES WATTS\n[END COURSE HEADER]\n[COURSE DATA]\n${repeated(20_000, (at) => `${at / 60} ${at % 400}`).join('\n')}\n[END COURSE DATA]`,
  },
  {
    name: '256 KiB of steps of intervals.icu',
    mediaType: 'application/json',
    text: () =>
      filled(FILE_UNIT_BYTES, '{"steps":[', '{"duration":9,"power":{"value":99,"units":"%ftp"}}', ']}'),
  },
  {
    name: '64 nested repetitions of intervals.icu',
    mediaType: 'application/json',
    text: () => `{"steps":[${'{"reps":50,"steps":['.repeat(64)}{"duration":1}${']}'.repeat(64)}]}`,
  },
];

const FORMS = ['application/json', 'image/svg+xml', 'text/html', 'text/plain'] as const;
/** The form of a watch, which a plan without a course refuses. */
const FORMS_OF_COURSE = [...FORMS, 'application/vnd.ant.fit'] as const;
/** 1 unit per started 6 hours, plus 1 per started 20 stations. */
const PLAN_UNITS: Readonly<Record<SubjectName, number>> = {
  usual: 1,
  history: 8,
  twoDays: 8,
  loaded: 11,
  tenLegs: 11,
  attached: 11,
};
const PLANNED: readonly SubjectName[] = ['twoDays', 'loaded', 'tenLegs', 'attached'];
const PLANS: readonly WorstInput[] = PLANNED.flatMap((at) =>
  (at === 'twoDays' ? FORMS : FORMS_OF_COURSE).map((accept) => ({
    name: `${at} as ${accept}`,
    kind: 'plan' as const,
    units: PLAN_UNITS[at],
    at,
    accept,
    query: () => (at === 'attached' ? '' : '?suggest=true&include=trajectory'),
  })),
);

const taken = { carb_g: 20, fluid_ml: 300, sodium_mg: 100 };
const REPLANS: readonly WorstInput[] = PLANNED.flatMap((at) => [
  {
    name: `${at} after an hour`,
    kind: 'replan' as const,
    units: PLAN_UNITS[at],
    at,
    body: () => ({ at_min: 60, taken, suggest: at !== 'attached' }),
  },
  {
    name: `${at} with a hundred products left`,
    kind: 'replan' as const,
    units: PLAN_UNITS[at],
    at,
    query: () => '?include=trajectory',
    body: ({ productIds }: World) => ({
      at_min: 1,
      taken,
      stomach: 'poor',
      products_left: repeated(100, (index) => ({
        product_id: productIds[index % productIds.length],
        servings: 1 + index / 100,
      })),
    }),
  },
]);

const ITEMS_PER_UNIT = 10;

/** A batch whose items hold as many problems as their share of a body. */
function invalidBatch(list: string, items: number): readonly WorstInput[] {
  const share = Math.floor(BATCH_BYTES / items) - 60;
  return [
    {
      name: `${items} empty items`,
      units: items / ITEMS_PER_UNIT,
      text: () => `{"${list}":${times(items, '{}')}}`,
    },
    {
      name: `${items} items full of unknown members`,
      units: Math.max(items / ITEMS_PER_UNIT, BATCH_BYTES / ONE_UNIT_BYTES),
      text: () => `{"${list}":[${repeated(items, () => filled(share, '{', unknownMember, '}')).join(',')}]}`,
    },
    {
      name: `${items} items of 200 empty steps each`,
      units: items / ITEMS_PER_UNIT,
      text: () =>
        `{"${list}":${times(items, `{"${list === 'scenarios' ? 'activity":{"' : ''}steps":${times(200, '{}')}${list === 'scenarios' ? '}' : ''}}`)}}`,
    },
    { name: '512 KiB of empty items', text: () => filled(BATCH_BYTES, `{"${list}":[`, '{}', ']}') },
  ];
}

const tool = (name: string, args: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});

const AGENTS: readonly WorstInput[] = [
  {
    name: 'a plan of two days with sixty stations',
    kind: 'plan',
    units: PLAN_UNITS.loaded,
    body: ({ subjects }) =>
      tool('get_fuel_plan', { ...subjects.loaded, suggest: true, include: 'trajectory' }),
  },
  {
    name: 'a replan of two days with sixty stations',
    kind: 'replan',
    units: PLAN_UNITS.loaded,
    body: ({ subjects }) => tool('replan', { ...subjects.loaded, at_min: 60, taken, suggest: true }),
  },
  {
    name: 'a calculation of ten legs',
    body: () => tool('calculate_nutrition', { ...scenario(TEN_LEGS), include: 'explanation,trajectory' }),
  },
  {
    name: 'a calculation with 105 × 200 empty steps',
    text: () =>
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"calculate_nutrition","arguments":${session(`"steps":${times(105, `{"repeat":2,"steps":${times(200, '{}')}}`)}`)}}}`,
  },
  { name: 'the longest title', body: () => tool('infer_activity_type', LONG_TITLE) },
  {
    name: 'a hundred activities',
    body: ({ subjects }) => tool('list_activities', { athlete_id: subjects.history.athlete_id, limit: 100 }),
  },
  { name: 'all tools', body: () => ({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }) },
  { name: '64 KiB of nested arrays', text: () => '['.repeat(ONE_UNIT_BYTES) },
];

/** The worst known inputs by operation, in addition to the example of each. */
const WORST: Readonly<Record<string, readonly WorstInput[]>> = {
  calculateNutrition: [...CALCULATIONS, ...INVALID_SCENARIOS],
  tryCalculation: [...CALCULATIONS.map(({ query: _, ...input }) => input), ...INVALID_SCENARIOS],
  calculateNutritionBatch: [
    {
      name: '50 × two days',
      units: 5,
      body: () => ({ scenarios: repeated(50, () => scenario(TWO_DAYS)) }),
      query: () => '?include=explanation',
    },
    {
      name: '50 × ten legs',
      units: 50,
      body: () => ({ scenarios: repeated(50, () => scenario(TEN_LEGS)) }),
      query: () => '?include=explanation',
    },
    ...invalidBatch('scenarios', 50),
  ],
  createActivity: [
    {
      name: 'two days with 2,000 points, calculated',
      at: 'usual',
      body: () => LOADED,
      query: () => '?calculate=true',
    },
    { name: 'ten legs, calculated', at: 'usual', body: () => TEN_LEGS, query: () => '?calculate=true' },
    ...INVALID_ACTIVITIES,
  ],
  updateActivity: [
    {
      name: 'two days with 2,000 points, calculated',
      at: 'loaded',
      body: () => LOADED,
      query: () => '?calculate=true',
    },
    {
      name: 'the first of a long history',
      at: 'history',
      body: () => ({ intensity_level: 5 }),
      query: () => '?calculate=true',
    },
    ...INVALID_ACTIVITIES,
  ],
  upsertActivities: [
    {
      name: '100 × two days, calculated',
      units: 10,
      kind: 'batch',
      body: (world) => ({ activities: repeated(100, itemOf(world, TWO_DAYS)), calculate: true }),
    },
    {
      name: '100 × ten legs, calculated',
      units: 100,
      kind: 'batch',
      body: (world) => ({ activities: repeated(100, itemOf(world, TEN_LEGS)), calculate: true }),
    },
    ...invalidBatch('activities', 100),
  ],
  deleteActivities: [
    {
      name: '100 absent',
      units: 10,
      kind: 'batch',
      body: (world) => ({ activities: repeated(100, itemOf(world, {})) }),
    },
    ...invalidBatch('activities', 100),
  ],
  upsertAthletes: [
    {
      name: '100 with fifty unknown products each',
      units: 10,
      kind: 'batch',
      body: () => ({
        athletes: repeated(100, (index) => ({
          external_id: `unknown-${index}`,
          fuel_preferences: {
            avoids: repeated(50, (at) => `prd_${index}_${at}`),
            owns: repeated(50, (at) => `prd_${at}`),
          },
        })),
      }),
    },
    ...invalidBatch('athletes', 100),
  ],
  updateAthlete: [
    {
      name: 'a hundred unknown products',
      kind: 'validation',
      at: 'usual',
      body: () => ({
        fuel_preferences: { avoids: repeated(50, (at) => `a${at}`), owns: repeated(50, (at) => `o${at}`) },
      }),
    },
  ],
  getPrescription: [
    { name: 'ten legs, explained', at: 'tenLegs', query: EVERYTHING },
    { name: 'two days, explained', at: 'loaded', query: EVERYTHING },
  ],
  calculatePrescription: [
    { name: 'ten legs, explained', at: 'tenLegs', query: () => '?include=safety,explanation' },
    { name: 'two days, explained', at: 'loaded', query: () => '?include=safety,explanation' },
  ],
  listActivities: [{ name: 'a hundred of ten legs', at: 'history', query: () => '?limit=100' }],
  listActivitiesOfAthletes: [
    {
      name: 'two weeks of the squad',
      units: ({ squad }) => Math.ceil(squad.length / ITEMS_PER_UNIT),
      query: ({ squad }) => `?athlete_ids=${squad.join(',')}&from=${WEEK.from}&to=${WEEK.to}&limit=100`,
    },
  ],
  getActivity: [{ name: 'with 2,000 points', at: 'loaded' }],
  listAthletes: [{ name: 'a hundred', query: () => '?limit=100' }],
  listEvents: [{ name: 'a hundred', query: () => '?limit=100' }],
  listProducts: [
    {
      name: 'a search by many words',
      query: ({ subjects }) =>
        `?athlete_id=${subjects.usual.athlete_id}&limit=25&q=${'gel%20drink%20bar%20'.repeat(6).slice(0, 90)}`,
    },
  ],
  getFuelPlan: PLANS,
  replanFuelPlan: REPLANS,
  exportAthlete: [
    {
      name: 'a long history of ten legs',
      kind: 'export',
      at: 'history',
      units: ({ historyActivities }) => Math.ceil((historyActivities * TEN_LEGS.segments.length) / 50),
    },
  ],
  giveFeedback: [
    {
      name: 'on the first session of a long history',
      at: 'history',
      body: () => ({ gi_comfort: 'poor', notes: longText(4000) }),
    },
  ],
  createSweatTest: [
    {
      name: 'before a long history',
      at: 'history',
      body: () => ({
        type: 'run',
        duration_min: 60,
        body_mass_before_kg: 70,
        body_mass_after_kg: 69,
        fluid_ml: 0,
        tested_at: '2020-01-01T00:00:00Z',
      }),
    },
  ],
  getLearned: [{ name: 'from a long history', at: 'history' }],
  planGutTraining: [
    {
      name: 'for a race in two years',
      at: 'loaded',
      body: ({ subjects }) => ({ activity_id: subjects.loaded.activity_id, race_at: '2028-11-01T00:00:00Z' }),
    },
  ],
  inferActivityType: [{ name: 'the longest title', body: () => LONG_TITLE }],
  inferBrick: [{ name: 'the longest title', body: () => LONG_TITLE }],
  attachProducts: [
    {
      name: 'twenty-five products',
      at: 'attached',
      body: ({ productIds }) => ({
        products: productIds.map((product_id) => ({ product_id, servings: 10 })),
      }),
    },
  ],
  parseCourse: FILES,
  parseRecording: FILES,
  parseWorkout: WORKOUTS,
};

/** Ends what other cases need, or asks all stores. */
const NOT_SENT: ReadonlySet<string> = new Set(['eraseAthlete', 'resetSandbox', 'getReadiness']);

/** Operations that use up what they make, so that only their first requests succeed. */
function idsFor(route: Route, { subjects }: World, at: SubjectName) {
  return route.method === 'DELETE' ? { athlete_id: subjects[at].athlete_id ?? '' } : subjects[at];
}

/** Returns all cases of a world: the example of each operation and its worst known inputs. */
export function casesOf(world: World): readonly Case[] {
  const routes = ROUTES.filter(
    ({ access, operationId }) => access !== 'operator' && !NOT_SENT.has(operationId),
  );
  // The example's athlete grows with every case that creates an activity.
  const hasExample = ({ operationId }: Route) => operationId !== 'exportAthlete';
  return [
    ...routes.flatMap((route) => [
      ...(hasExample(route) ? [exampleOf(route, world)] : []),
      ...worstOf(route, world),
    ]),
    ...AGENTS.map((input) => assistantCase(input, world)),
    ...pageCases(world),
  ];
}

/** An athlete's pages, which have no key: what they cost is taken from the share of their key's budget. */
function pageCases({ pageTokens }: World): Case[] {
  const page = (
    name: string,
    path: string,
    fields: Readonly<Record<string, string>>,
    units: number,
  ): Case => ({
    operationId: 'showAthletePage',
    name,
    kind: path === '/a/plan' && units > 1 ? 'plan' : 'other',
    method: 'POST',
    path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-dest': 'iframe' },
    body: new URLSearchParams(fields).toString(),
    units,
    isKeyless: true,
  });
  const { loaded: token, ended } = pageTokens;
  const notes = 'x'.repeat(ONE_UNIT_BYTES - 1024);
  return [
    page('the page of a plan of two days with sixty stations', '/a/plan', { token }, PLAN_UNITS.loaded),
    page('the page of an ended session', '/a/plan', { token: ended }, 0),
    page('the page for feedback', '/a/feedback', { token }, 1),
    page('feedback with notes of 63 KiB', '/a/feedback', { token, send: '1', notes }, 1),
    page('a token of 63 KiB', '/a/plan', { token: `${token}${notes.slice(token.length)}` }, 0),
  ];
}

function exampleOf(route: Route, world: World): Case {
  const { path, options } = callOf(route, idsFor(route, world, 'usual'));
  const body = options.body === undefined ? null : JSON.stringify(options.body);
  return {
    operationId: route.operationId,
    name: 'the example',
    kind: 'other',
    method: route.method,
    path,
    headers: headersOf(route, world, options.headers),
    body: typeof options.rawBody === 'string' ? options.rawBody : body,
    units: 1,
    isKeyless: route.access === 'public',
  };
}

function worstOf(route: Route, world: World): Case[] {
  return (WORST[route.operationId] ?? []).map((input) => {
    const example = exampleOf(route, world);
    const { path } = callOf(route, idsFor(route, world, input.at ?? 'usual'));
    const query = input.query?.(world);
    const type = input.mediaType === undefined ? {} : { 'content-type': input.mediaType };
    const kind = input.kind ?? kindOf(route, input);
    const body = bodyOf(input, world) ?? example.body;
    return {
      ...example,
      name: input.name,
      kind,
      path: query === undefined ? path : `${path.replace(/\?.*/, '')}${query}`,
      headers: { ...example.headers, ...type, ...(input.accept ? { accept: input.accept } : {}) },
      body,
      units: unitsOf(input, kind, body, world),
    };
  });
}

function unitsOf({ units }: WorstInput, kind: Kind, body: string | null, world: World): number {
  if (typeof units === 'function') return units(world);
  const bytes = new TextEncoder().encode(body ?? '').length;
  const bytesPerUnit = { file: FILE_UNIT_BYTES, validation: ONE_UNIT_BYTES };
  if (units !== undefined || !(kind === 'file' || kind === 'validation')) return units ?? 1;
  return Math.max(1, Math.ceil(bytes / bytesPerUnit[kind]));
}

function kindOf(route: Route, { text }: WorstInput): Kind {
  if (route.file) return 'file';
  if (text) return 'validation';
  return route.operationId === 'calculateNutritionBatch' ? 'batch' : 'other';
}

function assistantCase(input: WorstInput, world: World): Case {
  const kind = input.kind ?? (input.text ? 'validation' : 'other');
  const body = bodyOf(input, world);
  return {
    operationId: 'callAgents',
    name: input.name,
    kind,
    method: 'POST',
    path: '/mcp',
    headers: {
      authorization: `Bearer ${world.key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body,
    units: unitsOf(input, kind, body, world),
    isKeyless: false,
  };
}

function bodyOf({ body, text }: WorstInput, world: World): string | null {
  if (text) return text();
  return body ? JSON.stringify(body(world)) : null;
}

function headersOf(route: Route, { key }: World, more: Readonly<Record<string, string>> = {}) {
  return {
    ...(route.access === 'public' ? {} : { authorization: `Bearer ${key}` }),
    ...(route.body || route.file ? { 'content-type': 'application/json' } : {}),
    ...more,
  };
}
