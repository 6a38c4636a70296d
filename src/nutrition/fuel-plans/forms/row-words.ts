import { plainName } from '@musette/files/text-reader';
import { milligramsText } from '@musette/languages/amounts';
import type { Texts } from '@musette/languages/texts';
import type { FuelPlan } from '../fuel-plan.ts';
import { isUncounted, nameOf, shortNameOf } from '../names.ts';
import type { Fill, Intake, Leg, Plan, Portion, Product, Stop } from '../plan/model.ts';
import type { PlanView } from '../plan/view.ts';
import type { Row } from '../plan/views.ts';
import { cupsText, eatenText, shortAmountText, uncapitalized } from '../portion-words.ts';
import {
  allBottles,
  areAll,
  bottlesAlike,
  bottlesName,
  contentText,
  emptyAt,
  tabletText,
} from './bottle-words.ts';
import { joined, stopName } from './plan-words.ts';

/** The kind of an action, which a card and a drawing show by its shape. */
export type Sign = 'gel' | 'solid' | 'salt' | 'cup' | 'bottle' | 'caffeine' | 'none';

/** One thing to do. */
interface Action {
  readonly sign: Sign;
  /** For tables and devices. */
  readonly words: string;
  /** For cards: whole short names, because two words may name several products. */
  readonly brief: string;
}

/** The words for one minute of the plan. */
export interface RowWords {
  readonly atMin: number;
  /** `1:20`, or `−0:45` before the start. */
  readonly time: string;
  /** Kilometre on the course; null without a course, and before the start. */
  readonly atKm: number | null;
  /** The same as a number in the reader's units; empty if null. */
  readonly distance: string;
  /** The name of a stop; empty away from stops. */
  readonly place: string;
  readonly actions: readonly Action[];
  readonly isStation: boolean;
}

/** The rows of one leg. */
export interface RowGroup {
  /** The leg with its times; null in a session of one leg. */
  readonly heading: string | null;
  readonly leg: Leg;
  readonly rows: readonly RowWords[];
}

/** Lists what to do, leg by leg. Actions in the same minute share a row. */
export function rowGroups({ plan, view, activity }: FuelPlan, texts: Texts): readonly RowGroup[] {
  const { legs } = plan.request;
  const { rows } = view;
  const hasTenths = (activity.course?.distanceKm ?? 0) <= SHORT_COURSE_KM;
  const names = namesOf(rows, texts);
  return legs.map((leg, index) => {
    const ofLeg = rows.filter((row) => row.leg === index);
    const minutes = Map.groupBy(ofLeg, ({ atMin }) => Math.round(atMin));
    return {
      heading:
        legs.length > 1 ? legHeading(leg, ofLeg.length === 0 && isNothingDrunk(plan, index), texts) : null,
      leg,
      rows: [...minutes].map(([atMin, shared]): RowWords => {
        const atKm = atMin < 0 ? null : (shared[0]?.km ?? null);
        const stop = plan.stops[shared.find((row) => row.stop !== null)?.stop ?? -1];
        return {
          atMin,
          time: timeText(atMin, texts),
          atKm,
          distance: atKm === null ? '' : texts.measures.bareDistance(atKm, hasTenths),
          place: placeOf(stop, texts),
          actions: shared.flatMap((row) => marked(actionsOf(row, view, names, texts), stop)),
          isStation: stop !== undefined,
        };
      }),
    };
  });
}

/** Names a place; one that nobody listed has a question mark. */
function placeOf(stop: Stop | undefined, texts: Texts): string {
  if (stop === undefined || (stop.kind === 'refill' && stop.name === null)) return '';
  return stop.assumed ? `${stopName(stop, texts)} (?)` : stopName(stop, texts);
}

/** Marks actions at a stop that nobody listed, for cards. */
function marked(actions: readonly Action[], stop: Stop | undefined): readonly Action[] {
  if (stop?.assumed !== true) return actions;
  return actions.map((action) => ({ ...action, brief: action.brief === '' ? '' : `${action.brief} ?` }));
}

/** Formats a row for tables: the place, then what to do. */
export function wordsOf({ place, actions }: Pick<RowWords, 'place' | 'actions'>, texts: Texts): string {
  return capitalized(joined([place, ...actions.map(({ words }) => words)]), texts);
}

/** Courses and steps up to this length show tenths. */
export const SHORT_COURSE_KM = 15;

/** Formats a minute of the session; before the start, with a minus sign. */
export function timeText(atMin: number, { plan: { hours } }: Texts): string {
  return atMin < 0 ? `−${hours.moment({ min: -atMin })}` : hours.moment({ min: atMin });
}

/** Returns whether no bottle is drunk in a leg, or in the whole session. Rows do not tell: a bottle that lasts to the end has none. */
export function isNothingDrunk({ fills }: Plan, index?: number): boolean {
  return fills.every(({ leg }) => index !== undefined && leg !== index);
}

/** Names a leg with its times, and says if nothing is taken during it. */
function legHeading({ type, startMin, endMin }: Leg, isEmpty: boolean, texts: Texts): string {
  const { moment } = texts.plan.hours;
  const heading = `${sportName(type, texts)} ${moment({ min: startMin })}–${moment({ min: endMin })}`;
  if (!isEmpty) return heading;
  return texts.plan.forms.headed({ head: heading, content: texts.plan.paper.nothing() });
}

/** Sports shown by a shorter name: a plan does not depend on the venue. */
const SHOWN_AS: Partial<Record<Leg['type'], Leg['type']>> = {
  treadmill_run: 'run',
  indoor_bike: 'bike',
  open_water_swim: 'swim',
};

/** Returns the name of a leg's sport as a heading. */
export function sportName(type: Leg['type'], texts: Texts): string {
  return capitalized(texts.plan.sports[SHOWN_AS[type] ?? type], texts);
}

/** Names the sport of a leg of several; empty in a session of one leg. */
export function sportOfLeg({ request: { legs } }: Plan, index: number, texts: Texts): string {
  const leg = legs[index];
  return leg === undefined || legs.length === 1 ? '' : sportName(leg.type, texts);
}

/** Starts a text with a capital letter. */
export function capitalized(words: string, { language }: Texts): string {
  return words.charAt(0).toLocaleUpperCase(language) + words.slice(1);
}

type NameOf = (product: Product) => string;

/** Names of what is eaten: for tables and devices, and in at most two words. */
interface Names {
  readonly full: NameOf;
  readonly brief: NameOf;
}

function actionsOf(row: Row, view: PlanView, names: Names, texts: Texts): readonly Action[] {
  const { paper } = texts.plan;
  const { plan } = view;
  const cups = row.intakes.filter(isCup);
  const food = row.intakes.filter((intake) => !isCup(intake));
  const before = row.atMin < 0 ? [plainAction(beforeStart(row.atMin, texts))] : [];
  const emptied = bottlesName(plan, row.finished, texts);
  const finished = emptied === '' ? [] : [plainAction(paper.finish({ bottle: emptied }), 'bottle')];
  const caffeine =
    row.caffeineMg < 1 ? [] : [plainAction(paper.withCaffeine({ amount: milligramsText(row.caffeineMg) }))];
  return [
    ...before,
    ...fillActions(row, view, texts),
    // Before the food, because it may come from the bag.
    ...pickUpActions(row, view, texts),
    ...cups.map(
      (cup): Action => ({
        sign: 'cup',
        words: cupsText(cup, texts),
        brief: shortNameOf(cup.product, texts),
      }),
    ),
    ...food.map(
      (item): Action => ({
        sign: signOf(item),
        words: eatenText(item, texts, names.full(item.product)),
        brief: isUncounted(item.product)
          ? names.brief(item.product)
          : eatenText(item, texts, names.brief(item.product)),
      }),
    ),
    ...caffeine,
    ...finished,
  ];
}

/** Makes an action that cards leave out, unless it has a sign. */
function plainAction(words: string, sign: Sign = 'none'): Action {
  return { sign, words, brief: '' };
}

function beforeStart(atMin: number, { plan: { paper, hours } }: Texts): string {
  return paper.beforeStart({ duration: hours.duration({ min: -atMin }) });
}

/** Returns whether an intake is a drink that a station hands out. */
export function isCup({ stop, fluidMl, product: { category } }: Intake): boolean {
  return stop !== null && fluidMl > 0 && category !== 'isotonic_gel';
}

/** Returns the kind of food as cards and drawings show it. */
export function signOf({ product: { form, caffeineMg } }: Pick<Intake, 'product'>): Sign {
  if (caffeineMg > 0) return 'caffeine';
  if (form === 'capsule' || form === 'tablet') return 'salt';
  return form === 'gel' || form === 'ready' ? 'gel' : 'solid';
}

/** Lists the fillings of a stop: in one sentence if all bottles get the same, otherwise by bottle. */
function fillActions(row: Row, { plan, recipes }: PlanView, texts: Texts): readonly Action[] {
  const { forms, paper } = texts.plan;
  if (row.filled.length === 0) return [];
  const stop = plan.stops[row.stop ?? -1];
  if (stop?.kind === 'transition') return [plainAction(bottlesName(plan, row.filled, texts))];
  if (isExchanged(plan, stop)) return [];
  const contentOf = (fill: Fill) => contentText(plan, fill, recipes, texts);
  const groups = bottlesAlike(plan, row.filled, contentOf, texts);
  const filled = groups.map(({ fills, names, content, each }): Action => {
    const words = areAll(plan, fills)
      ? joined([paper.fill({ bottles: allBottles(fills, texts) }), each])
      : forms.headed({ head: names, content: each });
    return { sign: 'bottle', words, brief: briefOf(fills, content, texts) };
  });
  // At a swimmer's feeding stop, a bottle waits.
  if (row.kind !== 'refill' || stop?.hasBag) return filled;
  const time = timeText(Math.max(row.atMin, emptyAt(plan, row.filled)), texts);
  const [first, ...others] = groups;
  const all = allBottles(row.filled, texts);
  const refill = (bottles: string) => paper.refill({ bottles, time });
  if (first === undefined || others.length > 0) return [plainAction(refill(all)), ...filled];
  const bottles = areAll(plan, first.fills) ? all : uncapitalized(first.names, texts);
  const brief = briefOf(first.fills, first.content, texts);
  return [{ sign: 'bottle', words: joined([refill(bottles), first.each]), brief }];
}

/** Says what goes in for a card: the salt that must not be forgotten, else bags or the drink. */
function briefOf([fill]: readonly Fill[], content: string, texts: Texts): string {
  if (fill?.recipe === null && fill.tablet !== null) return tabletText(fill.tablet, texts);
  return content.split(/ · | \+ /)[0] ?? content;
}

/** In races up to this long nobody mixes at a station, so a drop bag has filled bottles. Engineering choice. */
const EXCHANGED_UP_TO_MIN = 300;

/** Returns whether the athlete takes filled bottles from a bag, instead of mixing powder there. */
export function isExchanged({ request }: Plan, stop: Stop | undefined): boolean {
  if (!stop?.hasBag || stop.kind !== 'aid') return false;
  return !stop.hasWater || request.endMin <= EXCHANGED_UP_TO_MIN;
}

/** Lists what is picked up from a bag: filled bottles, powder, and food until the next bag. */
function pickUpActions(row: Row, { plan, pack }: PlanView, texts: Texts): readonly Action[] {
  const stop = plan.stops[row.stop ?? -1];
  if (stop === undefined || !stop.hasBag) return [];
  const { paper, forms } = texts.plan;
  const bag = pack.bags.find((each) => each.stop === row.stop);
  const isTaken = row.filled.length > 0 && isExchanged(plan, stop);
  const items = [
    ...(isTaken ? [bottlesName(plan, row.filled, texts)] : []),
    ...(bag?.powder ?? []).map(({ bags }) => paper.bags({ count: Math.ceil(bags) })),
    ...leftOf(bag?.food ?? [], row).map((portion) => shortAmountText(portion, texts)),
  ];
  if (items.length === 0) return [];
  const list = texts.planner.list(items);
  if (stop.kind !== 'aid') return [plainAction(list)];
  const words = forms.headed({ head: paper.dropBag(), content: list });
  return [{ sign: isTaken ? 'bottle' : 'none', words, brief: paper.dropBag() }];
}

/** Leaves out what is eaten on the spot. */
function leftOf(food: readonly Portion[], { intakes }: Row): readonly Portion[] {
  return food.flatMap(({ product, servings }) => {
    const eaten = intakes.filter((intake) => intake.stop === null && intake.product === product);
    const left = servings - eaten.reduce((sum, intake) => sum + intake.servings, 0);
    return left > 0.01 ? [{ product, servings: left }] : [];
  });
}

/** Categories whose name alone is clear on a card. */
const CLEAR_CATEGORIES: ReadonlySet<Product['category']> = new Set(['gel', 'isotonic_gel', 'bar', 'waffle']);

/** Names the products of a plan, each in the shortest form that tells it from the others. */
function namesOf(rows: readonly Row[], texts: Texts): Names {
  const products = new Set(rows.flatMap(({ intakes }) => intakes.map(({ product }) => product)));
  const ofCategory = Map.groupBy(products, ({ category }) => category);
  const category: NameOf = (product) =>
    ofCategory.get(product.category)?.length === 1 && CLEAR_CATEGORIES.has(product.category)
      ? texts.plan.categories[product.category]
      : '';
  const short: NameOf = (product) => shortNameOf(product, texts);
  const whole: NameOf = (product) => plainName(nameOf(product, texts)) ?? '';
  const shortestOf =
    (...forms: readonly NameOf[]): NameOf =>
    (product) => {
      const isClear = (form: NameOf) =>
        form(product) !== '' &&
        [...products].every((other) => other === product || form(other) !== form(product));
      return forms.find(isClear)?.(product) ?? short(product);
    };
  /** The words that no other name has, which tell two long names apart. */
  const ownWords: NameOf = (product) => {
    const others = new Set(
      [...products].flatMap((other) => (other === product ? [] : whole(other).split(' '))),
    );
    return whole(product)
      .split(' ')
      .filter((word) => !others.has(word))
      .join(' ');
  };
  return {
    full: shortestOf(short, whole),
    brief: shortestOf(category, short, ownWords),
  };
}
