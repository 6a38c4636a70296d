import type { RaceTexts } from '@musette/languages/texts';
import type { Trajectory } from '../../prescriptions/trajectory-shape.ts';
import {
  type Bound,
  DRAWN_GUT_G,
  DRAWN_SCENARIOS,
  dryPercentOf,
  lowSweatOf,
  type Point,
  pointsOf,
  raceText,
  type Scenario,
  scenarioOf,
  spanOf,
  type Weighed,
} from './race-text.ts';
import { escaped, roundToHundredth, text } from './svg-text.ts';

/** Marked moments of a session, minutes from the start, and the weight that its sentences need. */
interface RaceMarks extends Weighed {
  readonly legs: readonly number[];
  readonly stations: readonly number[];
}

/** Size of a panel and of the field inside, in units; its letters are 15 of them. */
const PANEL = { width: 360, height: 196 } as const;
const FIELD = { left: 46, top: 6, width: 306, height: 160 } as const;

/** Style of the drawing; the page sets `--alarm`, `--accent`, `--band`, `--ink`, `--soft` and `--line`. */
export const RACE_STYLE =
  '.race{display:grid;grid-template-columns:repeat(auto-fit,minmax(15rem,1fr));gap:.6rem 1.2rem;break-inside:avoid}.race figure{margin:0}.race figcaption{font-weight:600}.race svg{display:block;width:100%;height:auto}.race svg svg{overflow:hidden}.race text{fill:var(--soft);font-size:15px;font-family:inherit}.race .frame,.race .leg{stroke:var(--line);fill:none}.race .zero{stroke:var(--soft)}.race .zone{fill:var(--alarm);opacity:.13}.race .zone-name{fill:var(--alarm);font-size:13px;paint-order:stroke;stroke:var(--paper);stroke-width:3;stroke-linejoin:round}.race .wide{fill:var(--band);opacity:.35}.race .near{fill:var(--band);opacity:.75;stroke:var(--soft);stroke-width:.8}.race path{fill:none;stroke-width:2.5;vector-effect:non-scaling-stroke;stroke-linejoin:round}.race .risk{fill:var(--alarm);opacity:.22}.race .planned{stroke:var(--ink);stroke-width:3.5}.race .ceiling{stroke:var(--alarm);stroke-dasharray:7 4}.race .low-sweat{stroke:var(--alarm);stroke-width:3.5;stroke-dasharray:14 3 3 3}.race .nothing{stroke:var(--soft);stroke-dasharray:2 4}.race .station{fill:var(--accent);stroke:none}.race-legend{display:flex;flex-wrap:wrap;gap:.15rem 1.1rem;list-style:none;padding:0;margin:.4rem 0}.race-legend li{display:flex;align-items:center;gap:.4rem}.race-legend svg{width:30px;flex:none}.race-legend rect{width:30px;height:10px}';

/** Shaded and named zones of a quantity. */
interface Zone {
  readonly from: number;
  /** The zone's beginning at each moment, if it moves. */
  readonly edge?: (point: Point) => number;
  readonly to: number;
  readonly name: string;
}

/** One quantity of a session. */
interface Quantity {
  readonly title: string;
  readonly value: (point: Point) => number | null;
  /** Null if there is no range. */
  readonly bound: ((bound: Bound) => number | null) | null;
  /** Whether it rises in steps. */
  readonly isFilled: boolean;
  /** The narrowest and the widest scale, from its lowest to its highest value. */
  readonly least: readonly [number, number];
  readonly most: readonly [number, number];
  readonly zones: readonly Zone[];
  /** The value at the start, drawn as a line. */
  readonly start: number | null;
  readonly scenarios: readonly Scenario['name'][];
}

/** The limits of blood sodium, mmol/l. */
const SODIUM = { start: 140, diluted: 135, concentrated: 147 } as const;

/** Draws a session over time: panels of weight, blood sodium and gut, a legend, and a text version. */
export function drawRace(trajectory: Trajectory, marks: RaceMarks, texts: RaceTexts): string {
  const panels = quantitiesOf(trajectory, texts).map((quantity) => panel(trajectory, quantity, marks, texts));
  const words = raceText(trajectory, marks, texts).map(({ scenario, sentences }) => {
    const name = scenario === null ? '' : `<b>${escaped(scenario)}</b><br>`;
    return `<p>${name}${escaped(joined(sentences))}</p>`;
  });
  const marked = [
    ...(marks.legs.length > 0 ? [texts.transitionMarks()] : []),
    ...(marks.stations.length > 0 ? [texts.stationMarks()] : []),
  ];
  const explained = marked.length > 0 ? `<p>${escaped(joined(marked))}</p>` : '';
  return `<div class="race">${panels.join('')}</div>${legend(trajectory, texts)}<div class="notes">${words.join('')}${explained}</div>`;
}

/** Joins sentences; Japanese full stops need no space. */
function joined(sentences: readonly string[]): string {
  return sentences.join(' ').replaceAll('。 ', '。');
}

function quantitiesOf(trajectory: Trajectory, texts: RaceTexts): readonly Quantity[] {
  const planned = pointsOf(trajectory, 'planned');
  const dry = dryPercentOf(trajectory);
  const weight: Quantity = {
    title: texts.weight(),
    value: (point) => point.body_mass_change_percent,
    bound: (bound) => bound.body_mass_change_percent,
    isFilled: false,
    least: [-3, 2.5],
    most: [-9, 6],
    zones: [
      {
        from: 0,
        edge: (point) => point.steady_water_mass_change_percent ?? 0,
        to: 100,
        name: texts.zoneMoreWater(),
      },
      { from: -100, to: dry, name: texts.zoneLighter() },
    ],
    start: 0,
    scenarios: DRAWN_SCENARIOS,
  };
  const sodium: Quantity = {
    title: texts.sodium(),
    value: (point) => point.plasma_sodium_mmol_per_l,
    bound: (bound) => bound.plasma_sodium_mmol_per_l,
    isFilled: false,
    least: [132, 149],
    most: [124, 156],
    zones: [
      { from: SODIUM.concentrated, to: 1000, name: texts.zoneConcentrated() },
      { from: 0, to: SODIUM.diluted, name: texts.zoneDiluted() },
    ],
    start: SODIUM.start,
    scenarios: DRAWN_SCENARIOS,
  };
  const gut: Quantity = {
    title: texts.gut(),
    value: (point) => point.carb_in_gut_g,
    bound: null,
    isFilled: true,
    least: [0, 80],
    most: [0, 300],
    zones: [],
    start: null,
    scenarios: ['planned'],
  };
  const hasWeight = planned.some((point) => point.body_mass_change_percent !== null);
  const hasSodium = planned.some((point) => point.plasma_sodium_mmol_per_l !== null);
  const hasGut = planned.some((point) => point.carb_in_gut_g >= DRAWN_GUT_G);
  return [...(hasWeight ? [weight] : []), ...(hasSodium ? [sodium] : []), ...(hasGut ? [gut] : [])];
}

/** The coordinates of minutes and values inside the field of a panel. */
interface Scale {
  readonly x: (minute: number) => number;
  readonly y: (value: number) => number;
  readonly low: number;
  readonly high: number;
}

function scaleOf(trajectory: Trajectory, quantity: Quantity): Scale {
  const { low: driest = [], high: wettest = [] } = scenarioOf(trajectory, 'thirst') ?? {};
  const { bound } = quantity;
  const values = [
    ...quantity.scenarios.flatMap((name) => pointsOf(trajectory, name).map(quantity.value)),
    ...(bound === null ? [] : [...driest, ...wettest, ...lowSweatOf(trajectory)].map(bound)),
  ].filter((value) => value !== null);
  const low = Math.max(quantity.most[0], Math.min(quantity.least[0], ...values));
  const high = Math.min(quantity.most[1], Math.max(quantity.least[1], ...values));
  const { fromMin, toMin } = spanOf(trajectory);
  const spanMin = Math.max(1, toMin - fromMin);
  return {
    low,
    high,
    x: (minute) => roundToHundredth(((minute - fromMin) / spanMin) * FIELD.width),
    y: (value) => roundToHundredth(((high - value) / (high - low)) * FIELD.height),
  };
}

function panel(trajectory: Trajectory, quantity: Quantity, marks: RaceMarks, texts: RaceTexts): string {
  const scale = scaleOf(trajectory, quantity);
  const { left, top, width, height } = FIELD;
  const inside = [
    ...quantity.zones.map((zone) => zoneOf(zone, pointsOf(trajectory, 'planned'), scale)),
    ...bands(trajectory, quantity, scale),
    ...riskOf(trajectory, quantity, scale),
    ...marks.legs.map(
      (minute) => `<line class="leg" x1="${scale.x(minute)}" x2="${scale.x(minute)}" y2="${height}"/>`,
    ),
    ...(quantity.start === null
      ? []
      : [
          `<line class="zero" x2="${width}" y1="${scale.y(quantity.start)}" y2="${scale.y(quantity.start)}"/>`,
        ]),
    ...quantity.scenarios
      .toReversed()
      .map((name) => lineOf(pointsOf(trajectory, name), name, quantity, scale)),
    ...marks.stations.map((minute) => stationOf(scale.x(minute))),
  ];
  const bottom = marks.stations.length > 0 ? STATION_HEIGHT : 0;
  const names = quantity.zones.map((zone) => zoneName(zone, scale, bottom));
  return [
    `<figure><figcaption>${escaped(quantity.title)}</figcaption>`,
    `<svg viewBox="0 0 ${PANEL.width} ${PANEL.height}" aria-hidden="true" focusable="false">`,
    `<svg x="${left}" y="${top}" width="${width}" height="${height}">${inside.join('')}${names.join('')}</svg>`,
    `<rect class="frame" x="${left}" y="${top}" width="${width}" height="${height}"/>`,
    ...valueTicks(scale).map(({ value, label }) =>
      text({ x: left - 5, y: top + scale.y(value) + 5 }, label, { anchor: 'end' }),
    ),
    ...timeTicks(trajectory).map(({ minute, anchor }) =>
      text({ x: left + scale.x(minute), y: top + height + 18 }, texts.moment({ min: minute }), { anchor }),
    ),
    '</svg></figure>',
  ].join('');
}

function zoneOf({ from, to, edge }: Zone, points: readonly Point[], scale: Scale): string {
  if (edge) {
    const corners = points.map((each) => cornerOf(each, edge(each), scale));
    return `<polygon class="zone" points="0,0 ${corners.join(' ')} ${FIELD.width},0"/>`;
  }
  const top = scale.y(Math.min(to, scale.high));
  const bottom = scale.y(Math.max(from, scale.low));
  return bottom <= top
    ? ''
    : `<rect class="zone" width="${FIELD.width}" y="${top}" height="${roundToHundredth(bottom - top)}"/>`;
}

/** Height of a label in a zone. */
const LINE_HEIGHT = 16;

/** Labels a zone in its outer corner, above the station marks, unless it is too flat. */
function zoneName({ from, to, name }: Zone, scale: Scale, bottom: number): string {
  const isAbove = to > scale.high;
  const height = isAbove ? scale.y(from) : FIELD.height - scale.y(to);
  if (height < LINE_HEIGHT) return '';
  return text({ x: 6, y: isAbove ? 14 : FIELD.height - 5 - bottom }, name, { style: 'zone-name' });
}

function bands(trajectory: Trajectory, { bound }: Quantity, scale: Scale): readonly string[] {
  if (bound === null) return [];
  return (['planned', 'thirst'] as const).map((name) => {
    const { low = [], high = [] } = scenarioOf(trajectory, name) ?? {};
    const corners = [...low, ...high.toReversed()].map((each) => cornerOf(each, bound(each), scale));
    return `<polygon class="${name === 'planned' ? 'wide' : 'near'}" points="${corners.join(' ')}"/>`;
  });
}

function cornerOf({ at_min }: { readonly at_min: number }, value: number | null, scale: Scale): string {
  return `${scale.x(at_min)},${scale.y(value ?? 0)}`;
}

/** Fills the area between the limit at the expected sweat and at little sweat, and draws the latter. */
function riskOf(trajectory: Trajectory, { bound, value }: Quantity, scale: Scale): readonly string[] {
  const lowSweat = lowSweatOf(trajectory);
  if (bound === null || lowSweat.length === 0) return [];
  const line = lowSweat.map((each) => cornerOf(each, bound(each), scale));
  const expected = pointsOf(trajectory, 'ceiling').map((each) => cornerOf(each, value(each), scale));
  return [
    `<polygon class="risk" points="${[...line, ...expected.toReversed()].join(' ')}"/>`,
    `<path class="low-sweat" d="M${line.join('L')}"/>`,
  ];
}

function lineOf(points: readonly Point[], name: string, quantity: Quantity, scale: Scale): string {
  const place = (minute: number, value: number) => `${scale.x(minute)} ${scale.y(value)}`;
  const steps = points.flatMap((point, index) => {
    const value = quantity.value(point) ?? 0;
    const before = points[index - 1];
    const here = place(point.at_min, value);
    if (!quantity.isFilled || before === undefined || value <= (quantity.value(before) ?? 0)) return [here];
    // Intake arrives at once, so the line rises at the intake, not towards it.
    return [place(point.at_min, Math.max(0, value - (point.carb_g - before.carb_g))), here];
  });
  return `<path class="${name}" d="M${steps.join('L')}"/>`;
}

const STATION_HEIGHT = 9;

function stationOf(x: number): string {
  const { height } = FIELD;
  return `<polygon class="station" points="${x - 5},${height} ${x + 5},${height} ${x},${height - STATION_HEIGHT}"/>`;
}

/** Steps between labels of values. */
const VALUE_STEPS = [0.5, 1, 2, 5, 10, 20, 50, 100];
const VALUE_LABELS_MAX = 6;

function valueTicks({ low, high }: Scale): readonly { readonly value: number; readonly label: string }[] {
  const step = VALUE_STEPS.find((each) => (high - low) / each <= VALUE_LABELS_MAX) ?? 100;
  const first = Math.ceil(low / step);
  const count = Math.floor(high / step) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const value = (first + index) * step;
    return { value, label: String(value).replace('-', '−') };
  });
}

function timeTicks(trajectory: Trajectory) {
  const { fromMin, toMin } = spanOf(trajectory);
  return [
    { minute: fromMin, anchor: 'start' },
    { minute: Math.round((fromMin + toMin) / 2), anchor: 'middle' },
    { minute: toMin, anchor: 'end' },
  ];
}

/** Before this minute thirst corrects nothing, so both ranges are the same. */
const THIRST_FROM_MIN = 240;

function legend(trajectory: Trajectory, texts: RaceTexts): string {
  const line = (name: string) => `<path class="${name}" d="M0 5H30"/>`;
  const entries = [
    [line('planned'), texts.plan()],
    ['<rect class="near"/>', texts.range()],
    ...(spanOf(trajectory).toMin > THIRST_FROM_MIN
      ? [['<rect class="wide"/>', texts.wideRange()] as const]
      : []),
    [line('ceiling'), texts.ceiling()],
    [line('low-sweat'), texts.lowSweat()],
    [line('nothing'), texts.nothing()],
  ] as const;
  const shown = entries.map(
    ([mark, words]) =>
      `<li><svg class="key" viewBox="0 0 30 10" aria-hidden="true" focusable="false">${mark}</svg>${escaped(words)}</li>`,
  );
  return `<ul class="race race-legend">${shown.join('')}</ul>`;
}
