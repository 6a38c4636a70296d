import type { Texts } from '#core/languages/texts.ts';
import type { FuelPlan } from '../fuel-plan.ts';
import { shortNameOf } from '../names.ts';
import type { PlannedItem } from '../plan/marks.ts';
import type { PlanRow } from '../plan/plan-rows.ts';
import { bottlesName, joined, stopName, tenths } from './plan-words.ts';
import { carriedFrom, itemWords, placeWords, type Said, stationWords } from './station-words.ts';

/** Something to do at one minute, as text. */
export interface RowWords {
  readonly atMin: number;
  /** Null without a course. */
  readonly km: string | null;
  /** For tables. */
  readonly words: string;
  /** For cards and devices: just `gel` if the plan has only one kind. */
  readonly brief: string;
  readonly isStation: boolean;
}

/** The rows of one leg. */
export interface RowGroup {
  /** The leg with its times; null in a session of one leg. */
  readonly heading: string | null;
  readonly type: FuelPlan['legs'][number]['type'];
  readonly rows: readonly RowWords[];
}

/** Lists what to do, leg by leg. Actions in the same minute share a row. */
export function rowGroups(plan: FuelPlan, texts: Texts): readonly RowGroup[] {
  const say = speaker(plan, texts);
  const groups = plan.legs.map((leg, legIndex) => {
    const ofLeg = plan.rows.filter((row) => row.legIndex === legIndex);
    const minutes = Map.groupBy(ofLeg, ({ atMin }) => Math.round(atMin));
    const rows = [...minutes].map(([atMin, shared]) => rowWords(atMin, shared, say, plan, texts));
    return {
      heading: plan.legs.length > 1 ? legHeading(leg, texts) : null,
      type: leg.type,
      rows: legIndex === 0 ? [...startRow(plan, texts), ...rows] : rows,
    };
  });
  return groups;
}

/** Returns the row of what to start with; none if nothing is carried. */
function startRow(plan: FuelPlan, texts: Texts): readonly RowWords[] {
  const [start] = plan.stations;
  if (start === undefined || start.stop.kind !== 'start' || start.leaveWith.length === 0) return [];
  const fills = plan.fills.filter(({ stop }) => stop === start.stop);
  const km = start.stop.km === null ? null : kmText(start.stop.km, 0, texts);
  const words = placeWords(stopName(start, texts), carriedFrom(start, fills, texts));
  return [
    {
      atMin: start.stop.atMin,
      km: plan.stretches.length > 0 ? km : null,
      words,
      brief: '',
      isStation: false,
    },
  ];
}

/** Names a leg with its times, and says if nothing is taken during it. */
export function legHeading(
  { type, startMin, endMin, forms }: FuelPlan['legs'][number],
  texts: Texts,
): string {
  const { moment } = texts.plan.hours;
  const heading = `${sportName(type, texts)} ${moment({ min: startMin })}–${moment({ min: endMin })}`;
  if (forms.size > 0) return heading;
  return texts.plan.forms.headed({ head: heading, content: texts.plan.paper.nothing() });
}

/** Sports shown by a shorter name: a plan does not depend on the venue. */
const SHOWN_AS: Partial<Record<FuelPlan['legs'][number]['type'], FuelPlan['legs'][number]['type']>> = {
  treadmill_run: 'run',
  indoor_bike: 'bike',
  open_water_swim: 'swim',
};

/** Returns the name of a leg's sport as a heading. */
export function sportName(type: FuelPlan['legs'][number]['type'], texts: Texts): string {
  const name = texts.plan.sports[SHOWN_AS[type] ?? type];
  return capitalized(name, texts);
}

function rowWords(
  atMin: number,
  shared: readonly PlanRow[],
  say: (row: PlanRow) => Said,
  { activity, fills }: FuelPlan,
  texts: Texts,
): RowWords {
  const empty = fills.filter(({ number }) =>
    shared.some((row) => row.kind === 'finish_bottle' && row.bottle === number),
  );
  const finished = empty.length === 0 ? '' : texts.plan.paper.finish({ bottle: bottlesName(empty, texts) });
  const said = shared.map(say);
  const km = shared[0]?.km ?? null;
  const caffeineMg = shared.reduce(
    (sum, row) => sum + (row.kind === 'finish_bottle' ? 0 : row.caffeineMg),
    0,
  );
  const caffeine =
    caffeineMg >= 0.5 ? [texts.plan.paper.withCaffeine({ amountMg: Math.round(caffeineMg) })] : [];
  return {
    atMin,
    km: km === null ? null : kmText(km, activity.course?.distanceKm ?? 0, texts),
    words: capitalized(joined([...said.map(({ words }) => words), ...caffeine, finished]), texts),
    brief: joined([...said.map(({ brief }) => brief), ...caffeine, finished]),
    isStation: shared.some(({ kind }) => kind === 'station'),
  };
}

function capitalized(words: string, { language }: Texts): string {
  return words.charAt(0).toLocaleUpperCase(language) + words.slice(1);
}

/** Courses up to this length show kilometres with one decimal. */
const SHORT_COURSE_KM = 15;

function kmText(km: number, distanceKm: number, texts: Texts): string {
  return `km ${distanceKm > SHORT_COURSE_KM ? Math.round(km) : tenths(km, texts)}`;
}

/** Returns a function that renders a row of this plan as text. */
function speaker(plan: FuelPlan, texts: Texts): (row: PlanRow) => Said {
  const briefOf = briefNames(plan, texts);
  const fillOf = new Map(plan.fills.map((fill) => [fill.number, fill]));
  const { list } = texts.planner;
  return (row) => {
    switch (row.kind) {
      case 'eat': {
        return {
          words: list(row.items.map((item) => itemWords(item, shortNameOf(item.product, texts), texts))),
          brief: list(row.items.map((item) => itemWords(item, briefOf(item), texts))),
        };
      }
      case 'finish_bottle':
        // Bottles that are empty in the same minute are named together.
        return { words: '', brief: '' };
      case 'station': {
        const station = plan.stations[row.stationIndex];
        if (station === undefined) return { words: '', brief: '' };
        const fills = row.bottles.flatMap((number) => fillOf.get(number) ?? []);
        return stationWords({ row, station, fills }, briefOf, texts);
      }
    }
  };
}

/** Categories whose name alone is clear on a card. */
const CLEAR_CATEGORIES: ReadonlySet<PlannedItem['product']['category']> = new Set([
  'gel',
  'isotonic_gel',
  'bar',
  'waffle',
]);

/** Returns a function that names products on cards: by a clear category with one product, else by the short name. */
function briefNames({ rows }: FuelPlan, texts: Texts): (item: PlannedItem) => string {
  const products = new Set(
    rows.flatMap((row) => (row.kind === 'eat' ? row.items : [])).map(({ product }) => product),
  );
  const ofCategory = Map.groupBy(products, ({ category }) => category);
  return ({ product }) => {
    const isOnly = ofCategory.get(product.category)?.length === 1 && CLEAR_CATEGORIES.has(product.category);
    return isOnly ? texts.plan.categories[product.category] : shortNameOf(product, texts);
  };
}
