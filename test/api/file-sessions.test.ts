import { finish } from '@musette/basics/work';
import { FIT_FIELD, FIT_MESSAGE } from '@musette/files/fit-profile';
import { readFit } from '@musette/files/fit-reader';
import ICAL from 'ical.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeActivity, makeAthlete, makePrescription } from '../support/builders.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { call, type Reply, refusal } from '../support/client.ts';
import { makePartner } from '../support/partners.ts';
import { FILE_SESSIONS, type FileSession } from './session-files.ts';
import type { WireItem, WireStation } from './wire-plan.ts';

type Mark = {
  at_min: number;
  items: WireItem[];
  carb_g: number;
  fluid_ml: number;
  sodium_mg: number;
  cumulative: Amounts;
};
type Row = {
  kind: string;
  at_min: number;
  leg: number;
  station: number | null;
  items: readonly { fluid_ml: number }[];
  bottles: readonly number[];
};
type Bottle = {
  vessel: number;
  volume_ml: number;
  fill_ml: number;
  drunk_ml: number;
  from_min: number;
  to_min: number;
};

/** Amounts of a plan as answers have them. */
interface Amounts {
  readonly carb_g: number;
  readonly fluid_ml: number;
  readonly sodium_mg: number;
}

/** The fullest hour of a plan as answers have it, from bottles drunk evenly and what is taken at once. */
function fullestHour(plan: Times, quantity: 'fluid_ml' | 'sodium_mg'): number {
  const before = (minute: number) => takenAt(plan, minute)[quantity];
  const first = Math.floor(plan.timeline[0]?.at_min ?? 0);
  const minutes = Array.from({ length: Math.max(1, plan.duration_min - first) }, (_, index) => first + index);
  return Math.max(0, ...minutes.map((minute) => before(minute + 60) - before(minute)));
}

/** The members of a plan that say when what is taken. */
interface Times {
  readonly duration_min: number;
  readonly timeline: readonly { readonly at_min: number; readonly cumulative: Amounts }[];
  readonly bottles: readonly {
    readonly carb_g: number;
    readonly sodium_mg: number;
    readonly drunk_ml: number;
    readonly from_min: number;
    readonly to_min: number;
  }[];
}

/** Returns what is taken before a minute if a plan is followed: entries of the timeline without the sips that are still to come. */
function takenAt({ timeline, bottles, duration_min }: Times, atMin: number): Amounts {
  const index = timeline.findLastIndex(({ at_min }) => at_min < atMin);
  const begun = timeline[index]?.cumulative ?? { carb_g: 0, fluid_ml: 0, sodium_mg: 0 };
  const untilMin = timeline[index + 1]?.at_min ?? duration_min;
  const ahead = bottles.map(({ carb_g, sodium_mg, drunk_ml, from_min, to_min }) => {
    const minutes = Math.min(to_min, untilMin) - Math.max(from_min, atMin);
    const share = index < 0 ? 0 : Math.max(0, minutes) / (to_min - from_min);
    return { carb_g: carb_g * share, sodium_mg: sodium_mg * share, fluid_ml: drunk_ml * share };
  });
  const left = (quantity: keyof Amounts) =>
    Math.max(0, begun[quantity] - ahead.reduce((sum, sip) => sum + sip[quantity], 0));
  return { carb_g: left('carb_g'), fluid_ml: left('fluid_ml'), sodium_mg: left('sodium_mg') };
}

/** A session after its walk from the file to its plan. */
interface Walk {
  readonly parsed: Reply['json'];
  readonly prescription: Reply['json'];
  readonly plan: Reply['json'];
  readonly marks: readonly Mark[];
  readonly rows: readonly Row[];
  readonly stations: readonly WireStation[];
  readonly planAs: (accept: string) => Promise<Reply>;
  readonly replan: (body: object) => Promise<Reply>;
}

async function walk({ kind, mediaType, file, profile, activity }: FileSession): Promise<Walk> {
  const { testKey: key } = await makePartner();
  const { json: parsed } = await call('POST', `/v1/${kind}s/parse`, {
    key,
    rawBody: file,
    headers: { 'content-type': mediaType },
  });
  const { distance_km, elevation_gain_m, points, aid_stations, name, type, duration_min, steps } = parsed;
  const read =
    kind === 'course'
      ? { course: { distance_km, elevation_gain_m, points, aid_stations } }
      : { name, type, duration_min, steps };
  const athlete = await makeAthlete(key, { ...profile });
  const { path } = await makeActivity(key, athlete.id, { ...activity, ...read });
  const prescription = await makePrescription(key, path);
  const planAs = (accept: string) =>
    call('GET', `${path}/fuel-plan?suggest=true`, { key, headers: { accept } });
  const { json: plan } = await planAs('application/json');
  const replan = (situation: object) => call('POST', `${path}/fuel-plan/replan`, { key, body: situation });
  const { timeline: marks, rows, stations } = plan;
  return { parsed, prescription, plan, marks, rows, stations, planAs, replan };
}

const NAMES = ['marathon', 'granFondo', 'hundredMiles', 'ironman', 'intervals'] as const;
type Name = (typeof NAMES)[number];
const walks = new Map<Name, Walk>();

function walked(name: Name): Walk {
  const found = walks.get(name);
  if (found === undefined) throw new Error(`${name} was not walked`);
  return found;
}

beforeAll(async () => {
  await loadTestCatalogue();
  for (const name of NAMES) walks.set(name, await walk(FILE_SESSIONS[name]));
});

const clock = (min: number) => `${Math.floor(min / 60)}:${String(min % 60).padStart(2, '0')}`;
/** Lists the minutes at which something is to be done, and those at which a leg of several begins. */
const minutesOf = ({ plan, rows }: Walk) => {
  const legs: { start_min: number }[] = plan.legs.length > 1 ? plan.legs : [];
  const minutes = [...rows.map(({ at_min }) => at_min), ...legs.map(({ start_min }) => start_min)];
  return [...new Set(minutes)].sort((a, b) => a - b);
};

const fluidOf = (items: readonly WireItem[]) => items.reduce((sum, { fluid_ml }) => sum + fluid_ml, 0);

/** Lists the food of a mark: neither drinks nor salt. */
function foodOf({ plan }: Walk, { items }: { readonly items: readonly WireItem[] }): readonly WireItem[] {
  const foods: { product_id: string; category: string }[] = plan.products.filter(
    ({ category }: { category: string }) => FOOD.has(category),
  );
  return items.filter((item) => foods.some(({ product_id }) => product_id === item.product_id));
}

const FOOD = new Set(['gel', 'isotonic_gel', 'chew', 'bar', 'waffle', 'real_food']);
const GELS = new Set(['gel', 'isotonic_gel']);

/** Percent by which a note says that a quantity is off; 0 without one. */
function noted({ plan }: Walk, quantity: string): number {
  const note = plan.notes.find((each: { quantity: string }) => each.quantity === quantity);
  return Math.abs(note?.percent_off ?? 0);
}

describe.each(NAMES)('from a file to a plan: %s', (name) => {
  test('the plan is near the prescription and above a ceiling in no hour', () => {
    const session = walked(name);
    const { prescription, plan, marks } = session;
    const { totals, safety } = plan;
    const off = (planned: number, prescribed: number) => Math.abs(100 * (planned / prescribed - 1));
    // Near, or a note says how far off.
    expect(off(totals.carb_g, prescription.total_carb_g)).toBeLessThanOrEqual(
      Math.max(10, noted(session, 'carb')) + 1,
    );
    expect(off(totals.sodium_mg, prescription.total_sodium_mg)).toBeLessThanOrEqual(
      Math.max(15, noted(session, 'sodium')) + 1,
    );
    expect(off(totals.fluid_ml, prescription.total_fluid_ml)).toBeLessThanOrEqual(
      Math.max(15, noted(session, 'fluid')) + 1,
    );
    expect(fullestHour(plan, 'fluid_ml')).toBeLessThanOrEqual(safety.max_safe_fluid_ml_per_hr + 6);
    expect(fullestHour(plan, 'sodium_mg')).toBeLessThanOrEqual(safety.max_safe_sodium_mg_per_hr + 8);
    expect(marks.at(-1)?.cumulative.carb_g).toBeCloseTo(totals.carb_g, 0);
  });

  test('nothing is eaten in the first ten minutes, and two foods never at once', () => {
    const session = walked(name);
    const fed = session.marks.filter((mark) => foodOf(session, mark).length > 0);
    expect(fed[0]?.at_min).toBeGreaterThanOrEqual(10);
    for (const mark of fed) {
      expect(foodOf(session, mark).length, clock(mark.at_min)).toBeLessThanOrEqual(1);
    }
  });

  test('no bottle holds more than its volume or less than two mouthfuls, and everything drunk is in one or in a cup', () => {
    const { plan, rows } = walked(name);
    const bottles: readonly Bottle[] = plan.bottles;
    expect(bottles.length).toBeGreaterThan(0);
    for (const { fill_ml, volume_ml } of bottles) {
      expect(fill_ml).toBeLessThanOrEqual(volume_ml);
      expect(fill_ml).toBeGreaterThanOrEqual(50);
    }
    const cupsMl = rows.flatMap(({ items }) => items).reduce((sum, item) => sum + item.fluid_ml, 0);
    const drunkMl = bottles.reduce((sum, { drunk_ml }) => sum + drunk_ml, cupsMl);
    expect(Math.abs(drunkMl - plan.totals.fluid_ml)).toBeLessThanOrEqual(bottles.length);
  });

  test('stations give only what they offer, and water only to those who take some', () => {
    const { parsed, stations } = walked(name);
    const offered: { km: number; offers: string[] }[] = parsed.aid_stations ?? [];
    for (const { km, take, kind } of stations) {
      const offers = offered.find((station) => station.km === km)?.offers ?? [];
      for (const { generic } of take) {
        expect(
          offers.includes(generic ?? 'drop_bag') ||
            offers.includes('drop_bag') ||
            kind === 'transition' ||
            kind === 'refill',
        ).toBe(true);
      }
    }
    expect(stations.filter(({ kind }) => kind === 'aid')).toHaveLength(offered.length);
  });

  test('the page and the text name the ceiling, every station with something to take, and every filling', async () => {
    const { plan, rows, stations, planAs } = walked(name);
    const [page, text] = [await planAs('text/html'), await planAs('text/plain')];
    const limit = `${plan.safety.max_safe_fluid_ml_per_hr} ml`;
    for (const form of [page, text]) {
      expect(form.status).toBe(200);
      expect(form.text).toContain(limit);
      expect(form.text).not.toMatch(/NaN|undefined|Infinity|null/);
    }
    const visited = new Set(rows.map(({ station }) => station));
    for (const [index, { at_min }] of stations.entries()) {
      if (!visited.has(index)) continue;
      expect(text.text).toMatch(new RegExp(`^${clock(at_min)} `, 'm'));
      expect(page.text).toContain(`<td><b>${clock(at_min)}</b></td>`);
    }
    const atStart: readonly { from_min: number }[] = plan.bottles.filter(
      ({ number }: { number: number }) => !rows.some(({ bottles }) => bottles.includes(number)),
    );
    if (atStart.length > 0) expect(text.text).toMatch(/^Mix$/m);
  });

  test('the calendar has an alarm for everything to do, and ends its last line', async () => {
    const { planAs } = walked(name);
    const { text } = await planAs('text/calendar');
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
    const calendar = new ICAL.Component(ICAL.parse(text));
    const alarms = calendar.getFirstSubcomponent('vevent')?.getAllSubcomponents('valarm') ?? [];
    const minutes = alarms.map(
      (alarm) => ICAL.Duration.fromString(String(alarm.getFirstPropertyValue('trigger'))).toSeconds() / 60,
    );
    const due = minutesOf(walked(name));
    for (const minute of minutes) expect(due).toContain(minute);
    // Anything within the next ten minutes shares an alarm.
    for (const minute of due) {
      expect(
        minutes.some((at) => at <= minute && minute < at + 10),
        clock(minute),
      ).toBe(true);
    }
  });

  test('the FIT file is read back with everything to do in order', async () => {
    const { parsed, plan, rows, stations, planAs } = walked(name);
    const file = await planAs('application/vnd.ant.fit');
    if (!('points' in parsed)) {
      expect(refusal(file)).toMatchObject({ status: 409, code: 'course_required' });
      return;
    }
    const points: (string | null)[] = [];
    finish(
      readFit(file.bytes, new Set([FIT_MESSAGE.coursePoint]), (message) => {
        points.push(message.textOf(FIT_FIELD.coursePoint.name));
      }),
    );
    const isStop = ({ kind }: { kind: string }) => kind === 'station' || kind === 'refill';
    const visited = new Set(rows.filter(isStop).map(({ at_min }) => at_min));
    const shown = new Set(
      rows.filter(({ at_min }) => at_min >= 0).map(({ leg, at_min }) => `${leg} ${at_min}`),
    );
    const passed = stations.filter(({ kind, at_min }) => kind === 'aid' && !visited.has(at_min)).length;
    const legs = plan.legs.length > 1 ? plan.legs.length : 0;
    expect(points).toHaveLength(2 + legs + shown.size + passed);
    expect(points[0]).toMatch(/^Max fluid \d+ ml\/h$/);
    for (const point of points) expect(point).toMatch(/[\p{L}\d]/u);
  });

  test('the drawing has a post for every station, and no two of their names run into each other', async () => {
    const { stations, planAs } = walked(name);
    const { text } = await planAs('image/svg+xml');
    expect(text).not.toMatch(/NaN|undefined|Infinity/);
    const aid = stations.filter(({ kind }) => kind === 'aid').length;
    expect(text.match(/class="post"/g)?.length ?? 0).toBe(aid);
    const names = [
      ...text.matchAll(/<text x="([\d.]+)" y="([\d.]+)" class="soft" text-anchor="middle">([^<]+)</g),
    ];
    const lines = Map.groupBy(names, ([, , y]) => y);
    for (const line of lines.values()) {
      for (const [index, [, x, , words]] of line.entries()) {
        const before = line[index - 1];
        if (before === undefined) continue;
        const halves = 3 * ((words?.length ?? 0) + (before[3]?.length ?? 0));
        expect(Number(x) - Number(before[1]), words).toBeGreaterThan(halves);
      }
    }
  });

  test('planning the rest keeps an untouched plan, and never gives more fluid for having drunk more', async () => {
    const { plan, replan } = walked(name);
    const at_min = Math.round(0.4 * plan.duration_min);
    const taken = takenAt(plan, at_min);
    const { json: same } = await replan({ at_min, taken });
    const ahead = (one: { rows: readonly Row[] }) =>
      one.rows.filter((row) => row.at_min >= at_min).map((row) => [row.at_min, row.kind, row.items]);
    expect(ahead(same)).toEqual(ahead(plan));
    const { json: more } = await replan({ at_min, taken: { ...taken, fluid_ml: taken.fluid_ml + 200 } });
    // Bottles keep what is in them, so a little more drunk may change nothing ahead.
    expect(more.totals.fluid_ml).toBeLessThanOrEqual(same.totals.fluid_ml);
    const { json: poor } = await replan({ at_min, taken, stomach: 'poor' });
    // What is in the only bottle stays there.
    const most = name === 'intervals' ? 1 : 0.7;
    expect(poor.totals.carb_g).toBeLessThanOrEqual(most * same.totals.carb_g);
    // From four hours on, a poor stomach gets salt first, and fluid waits for it.
    const least = plan.duration_min < 240 ? 0.8 : 0.3;
    expect(poor.totals.fluid_ml).toBeGreaterThan(least * same.totals.fluid_ml);
    expect(fullestHour(poor, 'fluid_ml')).toBeLessThanOrEqual(plan.safety.max_safe_fluid_ml_per_hr + 6);
  });
});

describe('what a coach looks at', () => {
  test('a gran fondo is slow on its passes, and nobody rides on at motorway speed', () => {
    const { stations } = walked('granFondo');
    for (const [index, { km, at_min }] of stations.slice(1).entries()) {
      const before = stations[index];
      const kmPerHr = (60 * (km - (before?.km ?? 0))) / (at_min - (before?.at_min ?? 0));
      expect(kmPerHr, `to km ${km}`).toBeGreaterThan(8);
      expect(kmPerHr, `to km ${km}`).toBeLessThan(47);
    }
  });

  test('a marathon runner never carries more than a flask and a half, and starts with gels for the whole way', () => {
    const { stations, plan } = walked('marathon');
    const gels = plan.products.filter(({ category }: { category: string }) => GELS.has(category));
    expect(stations[0]?.leave_with.filter(({ product_id }) => gels[0]?.product_id === product_id)).toEqual([
      expect.objectContaining({ servings: gels[0]?.servings }),
    ]);
    for (const { leave_with } of stations) expect(fluidOf(leave_with)).toBeLessThanOrEqual(500);
  });

  test('the drop bags of a hundred miles hold what is eaten until the next one', () => {
    const session = walked('hundredMiles');
    const { stations, marks } = session;
    const bags = stations.filter(({ take }) => take.some(({ product_id }) => product_id !== null));
    expect(bags.map(({ km }) => Math.round(km))).toEqual([50, 78, 110]);
    for (const [index, { at_min, take }] of bags.entries()) {
      const untilMin = bags[index + 1]?.at_min ?? Number.POSITIVE_INFINITY;
      const eaten = marks
        .filter((mark) => mark.at_min >= at_min && mark.at_min < untilMin)
        .flatMap((mark) => foodOf(session, mark));
      const sum = (items: readonly { servings: number }[]) =>
        items.reduce((total, { servings }) => total + servings, 0);
      const foods = new Set(eaten.map(({ product_id }) => product_id));
      expect(sum(take.filter(({ product_id }) => foods.has(product_id)))).toBeCloseTo(sum(eaten), 6);
    }
    for (const { leave_with } of stations) expect(fluidOf(leave_with)).toBeLessThanOrEqual(1600);
  });

  test('in an Ironman nothing is taken in the swim, the run is fuelled by gels, and no runner carries a litre', () => {
    const session = walked('ironman');
    const { stations, marks, plan } = session;
    expect(marks[0]?.at_min).toBeGreaterThanOrEqual(70);
    const gels = plan.products.filter(({ category }: { category: string }) => GELS.has(category));
    const run = marks.filter(({ at_min }) => at_min > 415).flatMap((mark) => foodOf(session, mark));
    expect(run.length).toBeGreaterThan(3);
    const known = new Set(gels.map(({ product_id }: { product_id: string }) => product_id));
    // A bar that is left from the ride may be eaten at the start of the run.
    expect(run.filter(({ product_id }) => !known.has(product_id)).length).toBeLessThanOrEqual(1);
    const change = stations.find(({ name }) => name?.startsWith('T2'));
    expect(Math.abs((change?.at_min ?? 0) - 415)).toBeLessThanOrEqual(1);
    for (const { km, leave_with } of stations.filter(({ km }) => km > 183)) {
      expect(fluidOf(leave_with), `km ${km}`).toBeLessThan(1000);
    }
  });

  test('between hard intervals gels come in the rests', () => {
    const session = walked('intervals');
    const { marks } = session;
    const hard = Array.from({ length: 5 }, (_, index) => 15 + 8 * index);
    const gels = marks.filter((mark) => foodOf(session, mark).length > 0).map(({ at_min }) => at_min);
    expect(gels.length).toBeGreaterThan(0);
    for (const atMin of gels) {
      expect(hard.some((fromMin) => atMin > fromMin && atMin + 3 < fromMin + 5)).toBe(false);
      expect(hard).not.toContain(atMin);
    }
  });
});
