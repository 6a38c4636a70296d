import { milligramsText } from '@musette/languages/amounts';
import type { Texts } from '@musette/languages/texts';
import type { Stretch } from '../course/clock.ts';
import type { FuelPlan } from '../fuel-plan.ts';
import type { Fill, Intake, Stop } from '../plan/model.ts';
import { bottleName, pouredText } from './bottle-words.ts';
import { stationsOf, stopName } from './plan-words.ts';
import { isCup, signOf, sportName } from './row-words.ts';
import { drawMark, roundToHundredth, text, widthOf } from './svg-text.ts';

/** The edges of a strip, in units of its drawing. Its text is 11 units high. */
export interface Frame {
  readonly left: number;
  readonly right: number;
  /** The width of lane names on the left; 0 if they are above the lanes. */
  readonly names: number;
}

/** A drawn part with its top and bottom. */
interface Strip {
  readonly svg: string;
  readonly height: number;
}

/** Returns how far right a minute of the session is drawn. */
type TimeScale = (atMin: number) => number;

const LETTER = 6.6;
const NAME_HEIGHT = 15;
const LANE_HEIGHT = 20;
const BAR_HEIGHT = 16;
const POSTS_HEIGHT = 28;
const LEGS_HEIGHT = 16;
const AXIS_HEIGHT = 18;
/** Scale of marks relative to their outlines. */
const MARK_SCALE = 1.25;
const MARK_WIDTH = 12;
/** Steps between the times below a strip, and most of these times. */
const TICK_STEPS_MIN = [10, 15, 30, 60, 120, 180, 240, 480];
const TICKS_MAX = 8;
/** Half the width of a time, so that the last one stays inside. */
const TIME_HALF_WIDTH = 24;
/** Bold letters are wider. */
const BOLD_LETTER = 7.6;

/** The style of a strip; the drawing sets the colours. */
export const STRIP_STYLE = `
.s text { font-size: 11px }
.s .soft { fill: var(--soft) }
.s .halo { paint-order: stroke; stroke: var(--paper); stroke-width: 4; stroke-linejoin: round }
.line { stroke: var(--line); fill: none }
.way { stroke: var(--soft); stroke-width: 1 }
.climb { stroke: var(--ink); stroke-width: 3 }
.hill { fill: var(--band); opacity: .5 }
.post { stroke: var(--soft); stroke-dasharray: 2 2 }
.border { stroke: var(--ink); stroke-width: 1 }
.bar { stroke: var(--ink); fill: var(--band) }
.bar.plain { fill: var(--paper) }
.mark { fill: var(--accent) }
.ring { fill: var(--paper); stroke: var(--accent); stroke-width: 1.5 }
`;

/** One lane: its name, and its content drawn around a centre line. */
interface Lane {
  readonly name: string;
  readonly isEmpty: boolean;
  readonly draw: (y: number) => string;
}

/**
 * Draws a session from left to right: its legs, stations as posts, the course profile, bottles as bars over the
 * time in which they are drunk, and a different mark for each gel, solid, capsule and caffeine dose.
 */
export function drawStrip(plan: FuelPlan, texts: Texts, frame: Frame, top: number): Strip {
  const from = frame.left + frame.names;
  const x = (atMin: number) => roundToHundredth(from + ((frame.right - from) * atMin) / plan.durationMin);
  const posts = stationsOf(plan);
  const legs = plan.plan.request.legs.length > 1 ? LEGS_HEIGHT : 0;
  const postsTop = top + legs;
  const courseTop = postsTop + (posts.length > 0 ? POSTS_HEIGHT : 0);
  const lanesTop = courseTop + (hasCourse(plan) ? PROFILE_HEIGHT + 6 : 4);
  let bottom = lanesTop;
  const drawn = lanesOf(plan, texts, x).map(({ name, draw }) => {
    const laneTop = bottom;
    bottom += LANE_HEIGHT + (frame.names > 0 ? 0 : NAME_HEIGHT);
    const y = bottom - LANE_HEIGHT / 2;
    const nameY = frame.names > 0 ? y + 4 : laneTop + NAME_HEIGHT - 3;
    return text({ x: frame.left, y: nameY }, name, { style: 'name halo' }) + draw(y);
  });
  bottom += 4;
  return {
    height: bottom + AXIS_HEIGHT - top,
    svg: [
      '<g class="s">',
      ...posts.map(({ atMin }) => vertical('post', x(atMin), courseTop, bottom)),
      ...(legs > 0 ? drawLegs(plan, texts, x, { top, bottom }) : []),
      ...drawPostNames(plan, texts, x, postsTop),
      hasCourse(plan) ? drawProfile(plan, courseTop, x) : '',
      ...drawn,
      `<line class="way" x1="${from}" x2="${frame.right}" y1="${bottom}" y2="${bottom}"/>`,
      ...drawTimes(plan.durationMin, texts, x, bottom),
      '</g>',
    ].join(''),
  };
}

function vertical(style: string, x: number, top: number, bottom: number): string {
  return `<line class="${style}" x1="${x}" x2="${x}" y1="${top}" y2="${bottom}"/>`;
}

/** Draws the border of each leg, and its sport if it fits. */
function drawLegs(
  { plan: { request } }: FuelPlan,
  texts: Texts,
  x: TimeScale,
  { top, bottom }: { readonly top: number; readonly bottom: number },
): readonly string[] {
  return request.legs.map(({ type, startMin, endMin }) => {
    const [from, to] = [x(startMin), x(endMin)];
    const name = sportName(type, texts);
    const border = vertical('border', from, top, bottom);
    if (to - from < widthOf(name) * BOLD_LETTER + 8) return border;
    return border + text({ x: from + 4, y: top + 11 }, name, { style: 'name' });
  });
}

/** A post's label: its centre, and its line of two. */
interface PostName {
  readonly name: string;
  readonly middle: number;
  readonly line: number;
}

/**
 * Draws the labels above the posts on two lines: names or kilometres, whichever of them label more posts. The
 * rows of the plan name every station.
 */
function drawPostNames(plan: FuelPlan, texts: Texts, x: TimeScale, top: number): readonly string[] {
  const posts = stationsOf(plan);
  const { distance, bareDistance } = texts.measures;
  const forms = [
    posts.map((stop) => (stop.name === null ? '' : stopName(stop, texts))),
    ...[distance, bareDistance].map((along) => posts.map(({ km }) => (km === null ? '' : along(km, false)))),
  ];
  const places = forms.map((names) => placedNames(posts, names, x, plan.durationMin));
  const most = Math.max(...places.map(({ length }) => length));
  const shown = places.find(({ length }) => length === most) ?? [];
  return shown.map(({ name, middle, line }) =>
    text({ x: roundToHundredth(middle), y: top + 10 + 13 * line }, name, {
      style: 'soft halo',
      anchor: 'middle',
    }),
  );
}

/** Places the names of posts on two lines, and drops those that do not fit. */
function placedNames(
  posts: readonly Stop[],
  names: readonly string[],
  x: TimeScale,
  durationMin: number,
): readonly PostName[] {
  const drawnTo = [x(0) - 4, x(0) - 4];
  return posts.flatMap(({ atMin }, index) => {
    const name = names[index] ?? '';
    const half = (widthOf(name) * LETTER) / 2;
    const middle = Math.min(Math.max(x(atMin), x(0) + half), x(durationMin) - half);
    const line = drawnTo.findIndex((to) => middle - half >= to + 4);
    if (name === '' || line < 0) return [];
    drawnTo[line] = middle + half;
    return [{ name, middle, line }];
  });
}

function lanesOf({ plan, durationMin }: FuelPlan, texts: Texts, x: TimeScale): readonly Lane[] {
  const { paper, forms } = texts.plan;
  const bars: Lane = {
    name: forms.bottles(),
    isEmpty: plan.fills.length === 0,
    draw: (y) =>
      plan.fills
        .map((fill) => drawBar(fill, [bottleName(plan, fill, texts), pouredText(plan, fill, texts)], x, y))
        .join(''),
  };
  const taken = plan.intakes.filter(({ atMin }) => atMin >= 0);
  const marks = (['gel', 'solid', 'capsule', 'cup'] as const).map((lane): Lane => {
    const ofLane = taken.filter((intake) => laneOf(intake) === lane);
    const moments = [...new Set(ofLane.map(({ atMin }) => atMin))].sort((one, other) => one - other);
    return {
      name: paper.lanes[lane],
      isEmpty: moments.length === 0,
      draw: (y) => drawMarks(lane === 'cup' ? 'drink' : lane, moments, x, y),
    };
  });
  const doses = [...Map.groupBy(taken, ({ atMin }) => atMin)].flatMap(([atMin, items]) => {
    const mg = items.reduce((sum, { product, servings }) => sum + product.caffeineMg * servings, 0);
    return mg < 1 ? [] : [{ atMin, mg }];
  });
  const caffeine: Lane = {
    name: paper.lanes.caffeine,
    isEmpty: doses.length === 0,
    draw: (y) => drawCaffeine(doses, x, y, durationMin),
  };
  return [bars, ...marks, caffeine].filter(({ isEmpty }) => !isEmpty);
}

/** The lane of an intake: its caffeine has a lane of its own as well. */
function laneOf(intake: Intake): 'gel' | 'solid' | 'capsule' | 'cup' {
  if (isCup(intake)) return 'cup';
  const sign = signOf({ product: { ...intake.product, caffeineMg: 0 } });
  return sign === 'salt' ? 'capsule' : sign === 'gel' ? 'gel' : 'solid';
}

function drawMarks(
  form: Parameters<typeof drawMark>[0],
  moments: readonly number[],
  x: TimeScale,
  y: number,
): string {
  const gaps = moments.slice(1).map((atMin, index) => x(atMin) - x(moments[index] ?? 0));
  // Marks of a long session shrink to avoid overlaps.
  const size = Math.min(MARK_SCALE, Math.max(0.6, Math.min(...gaps, MARK_WIDTH * MARK_SCALE) / MARK_WIDTH));
  return moments.map((atMin) => drawMark(form, { x: x(atMin), y }, size)).join('');
}

/** Draws a ring for each dose, with its milligrams if they fit. */
function drawCaffeine(
  doses: readonly { readonly atMin: number; readonly mg: number }[],
  x: TimeScale,
  y: number,
  endMin: number,
): string {
  return doses
    .map(({ atMin, mg }, index) => {
      const at = x(atMin);
      const next = doses[index + 1];
      const label = milligramsText(mg);
      const isFitting = x(next?.atMin ?? endMin) - at > label.length * LETTER + (next === undefined ? 8 : 14);
      const words = isFitting
        ? text({ x: roundToHundredth(at + 8), y: y + 4 }, label, { style: 'soft' })
        : '';
      return `<circle class="ring" cx="${at}" cy="${y}" r="5"/>${words}`;
    })
    .join('');
}

/** Draws a bottle over the time in which it is drunk, with as much of its name and volume as fits. */
function drawBar(fill: Fill, [name, poured]: readonly [string, string], x: TimeScale, y: number): string {
  const [from, to] = [x(fill.fromMin), x(fill.toMin)];
  const labels = [`${name} · ${poured}`, name, name.replace(/^\D+/, '')];
  const label = labels.find((each) => widthOf(each) * LETTER < to - from - 4) ?? '';
  const width = roundToHundredth(Math.max(2, to - from - 1));
  const style = fill.recipe === null ? 'bar plain' : 'bar';
  const bar = `<rect class="${style}" x="${from}" y="${y - BAR_HEIGHT / 2}" width="${width}" height="${BAR_HEIGHT}" rx="4"/>`;
  return bar + text({ x: roundToHundredth(from + width / 2), y: y + 4 }, label, { anchor: 'middle' });
}

function drawTimes(
  durationMin: number,
  { plan: { hours } }: Texts,
  x: TimeScale,
  bottom: number,
): readonly string[] {
  const stepMin = TICK_STEPS_MIN.find((step) => durationMin / step <= TICKS_MAX) ?? 480;
  const count = Math.floor(durationMin / stepMin) + 1;
  return Array.from({ length: count }, (_, index) => {
    const at = x(index * stepMin);
    const isLast = x(durationMin) - at < TIME_HALF_WIDTH;
    const anchor = index === 0 ? 'start' : isLast ? 'end' : 'middle';
    return (
      vertical('way', at, bottom, bottom + 3) +
      text({ x: at, y: bottom + 14 }, hours.moment({ min: index * stepMin }), { style: 'soft', anchor })
    );
  });
}

/** Height of the profile of a course. */
const PROFILE_HEIGHT = 34;
/** Least gradient of a drawn climb: 3 %, like the easiest climbs on maps. Engineering choice. */
const CLIMB_GRADIENT = 0.03;
/** Least height of the whole lane, m, so that a flat course looks flat. */
const HEIGHT_MIN_M = 200;
const METRES_PER_KM = 1000;

/** Returns whether there is a profile to draw: a course that climbs anywhere. */
function hasCourse({ plan: { request } }: FuelPlan): boolean {
  return request.stretches.some(({ gradient }) => gradient !== 0);
}

/** Draws the profile of a course over time, with climbs in bold. */
function drawProfile({ plan: { request } }: FuelPlan, top: number, x: TimeScale): string {
  const { stretches } = request;
  const heights = heightsM(stretches);
  const [lowest, highest] = [Math.min(...heights), Math.max(...heights)];
  const perM = PROFILE_HEIGHT / Math.max(HEIGHT_MIN_M, highest - lowest);
  const bottom = top + PROFILE_HEIGHT;
  const y = (heightM: number) => roundToHundredth(bottom - (heightM - lowest) * perM);
  const lines = stretches.map(({ fromMin, toMin, gradient }, index) => {
    const [from, to] = [heights[index] ?? 0, heights[index + 1] ?? 0];
    const style = gradient >= CLIMB_GRADIENT ? 'climb' : 'way';
    return `<line class="${style}" x1="${x(fromMin)}" y1="${y(from)}" x2="${x(toMin)}" y2="${y(to)}"/>`;
  });
  const outline = stretches.map(({ toMin }, index) => `${x(toMin)},${y(heights[index + 1] ?? 0)}`);
  const from = stretches[0]?.fromMin ?? 0;
  const points = [
    `${x(from)},${bottom}`,
    `${x(from)},${y(0)}`,
    ...outline,
    `${x(stretches.at(-1)?.toMin ?? 0)},${bottom}`,
  ];
  return `<polygon class="hill" points="${points.join(' ')}"/>${lines.join('')}`;
}

/** Lists the heights above the start at the ends of the stretches, m. */
function heightsM(stretches: readonly Stretch[]): readonly number[] {
  let heightM = 0;
  return [
    0,
    ...stretches.map(({ fromKm, toKm, gradient }) => {
      heightM += gradient * (toKm - fromKm) * METRES_PER_KM;
      return heightM;
    }),
  ];
}
