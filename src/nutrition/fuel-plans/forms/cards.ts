import { plainName } from '@musette/files/text-reader';
import type { Texts } from '@musette/languages/texts';
import type { FuelPlan } from '../fuel-plan.ts';
import { maximumText, medicalNotices, stopName } from './plan-words.ts';
import { type RowGroup, type RowWords, SHORT_COURSE_KM, type Sign, sportName } from './row-words.ts';
import { escaped, widthOf, wrapped } from './svg-text.ts';

/** Most lines of a card, with its title and the ceiling on the last one. */
const LINES_MAX = 14;
/** Kilometres and times with more columns are in smaller letters. */
const SHORT_COLUMNS = 6;
/** Columns of the words next to a kilometre, and next to a longer time or step; they take at most two lines. */
const WORDS_COLUMNS = 13;
const WORDS_COLUMNS_NARROW = 11;
const WORDS_LINES = 2;
/** Most columns of a card's title. */
const TITLE_COLUMNS = 18;

/** Outlines of signs in a square of 10 units. Shapes differ, so nothing depends on colour. */
const SIGNS: Readonly<Record<Sign, string>> = {
  gel: '<path d="M5 1L9.5 9H.5z"/>',
  solid: '<path d="M1.2 1.2h7.6v7.6H1.2z"/>',
  salt: '<path d="M5 .3L9.7 5L5 9.7L.3 5z"/>',
  cup: '<circle cx="5" cy="5" r="4"/>',
  bottle:
    '<path d="M8.3 3A4 4 0 1 0 9 5.6" fill="none" stroke="currentColor" stroke-width="1.5"/><path d="M9.6.6V4.4H5.8z"/>',
  caffeine:
    '<path d="M.8 4h6.4v3a2.2 2.2 0 0 1-2.2 2.2H3A2.2 2.2 0 0 1 .8 7z"/><path d="M7.2 4.7h.8a1.1 1.1 0 0 1 0 2.6h-.9M2.7 2.8q-.6-.9 0-1.9M5 2.8q-.6-.9 0-1.9" fill="none" stroke="currentColor"/>',
  none: '',
};

/** Draws the sign of an action. */
export function signSvg(sign: Sign): string {
  return `<svg class="sign" viewBox="0 0 10 10" aria-hidden="true" fill="currentColor">${SIGNS[sign]}</svg>`;
}

/** A line of a card: a sign, at most two words, and where or when. */
interface Line {
  readonly sign: Sign;
  readonly words: string;
  /** Kilometre on a course, else minute. */
  readonly at: number;
  /** Whether `where` is a bare number on the course. */
  readonly isDistance: boolean;
  /** Kilometre, mile or time as text; a step for folded lines. */
  readonly where: string;
}

/** A card's lines under its title. */
interface Card {
  readonly title: string;
  readonly lines: readonly Line[];
}

/** Renders the cards of a plan, 45 × 130 mm: one, or one for each leg, drop bag and fourteen lines. */
export function cards(plan: FuelPlan, groups: readonly RowGroup[], texts: Texts): readonly string[] {
  const notices = medicalNotices(plan, texts);
  const most = LINES_MAX - 2 - notices.length;
  return groups
    .flatMap((group) => cardsOfLeg(plan, group, most, texts))
    .map(({ title, lines }) => {
      const unit = lines.some(({ isDistance }) => isDistance) ? texts.measures.distanceUnit : '';
      return [
        '<section class="card">',
        `<p class="head"><span>${escaped(title)}</span><span>${unit}</span></p>`,
        ...notices.map((notice) => `<p class="max">${escaped(notice)}</p>`),
        ...lines.map(
          ({ sign, words, where }) =>
            `<p class="line">${signSvg(sign)}<span>${escaped(words)}</span><b${widthOf(where) > SHORT_COLUMNS ? ' class="long"' : ''}>${escaped(where)}</b></p>`,
        ),
        `<p class="max last">${escaped(maximumText(plan, texts))}</p></section>`,
      ].join('');
    });
}

function cardsOfLeg(plan: FuelPlan, group: RowGroup, most: number, texts: Texts): readonly Card[] {
  const title = group.heading === null ? cardTitle(plan, group, texts) : sportName(group.leg.type, texts);
  const rows = group.rows.filter(({ atMin }) => atMin >= 0);
  for (const isTight of [false, true]) {
    const lines = folded(linesOf(rows), texts, isTight);
    if (lines.length <= most) return lines.length === 0 ? [] : [{ title, lines }];
  }
  const parts = byBag(plan, group, texts).map(({ from, rows: part }, index): Card => {
    const lines = linesOf(part);
    return {
      title: index === 0 || from === null ? title : from,
      lines: folded(lines, texts, lines.length > most),
    };
  });
  return together(parts, most).flatMap(({ title: from, lines }) => {
    const count = Math.ceil(lines.length / most);
    const size = Math.ceil(lines.length / count);
    return Array.from({ length: count }, (_, index) => ({
      title: from,
      lines: lines.slice(index * size, (index + 1) * size),
    }));
  });
}

/** Combines the parts between drop bags on one card as long as they fit. */
function together(parts: readonly Card[], most: number): readonly Card[] {
  const all: Card[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (last === undefined || last.lines.length + part.lines.length > most) all.push(part);
    else all[all.length - 1] = { title: last.title, lines: [...last.lines, ...part.lines] };
  }
  return all;
}

/** Returns the name of the session for a card, or its sport if the name is missing or too long for a line. */
function cardTitle({ activity }: FuelPlan, { leg }: RowGroup, texts: Texts): string {
  const name = plainName(activity.name) ?? '';
  return name !== '' && widthOf(name) <= TITLE_COLUMNS ? name : sportName(leg.type, texts);
}

/** Divides the rows of a leg at its drop bags. `from` names the bag's stop, or is null for the first part. */
function byBag({ plan }: FuelPlan, { leg, rows }: RowGroup, texts: Texts) {
  const bags = plan.stops.filter(
    ({ kind, hasBag, atMin }) => kind === 'aid' && hasBag && atMin >= leg.startMin && atMin < leg.endMin,
  );
  const starts = [null, ...bags];
  return starts
    .map((bag, index) => {
      const fromMin = bag?.atMin ?? 0;
      const toMin = starts[index + 1]?.atMin ?? Number.POSITIVE_INFINITY;
      return {
        from: bag === null ? null : stopName(bag, texts).slice(0, TITLE_COLUMNS),
        rows: rows.filter(({ atMin }) => atMin >= fromMin && atMin < toMin),
      };
    })
    .filter((part) => part.rows.length > 0);
}

function linesOf(rows: readonly RowWords[]): readonly Line[] {
  return rows.flatMap(({ atMin, time, atKm, distance, actions }) => {
    const isDistance = atKm !== null;
    const [at, where] = isDistance ? [atKm, distance] : [atMin, time];
    const bySign = Map.groupBy(
      actions.filter(({ brief }) => brief !== ''),
      ({ sign }) => sign,
    );
    // Cups of one station are one line if they fit, and so are two bottles with one drink.
    const shown = [...bySign].flatMap(([sign, alike]) => {
      const briefs = [...new Set(alike.map(({ brief }) => brief))];
      const together = briefs.join(' + ');
      const isOne = sign === 'cup' && fits(together, WORDS_COLUMNS);
      return (isOne ? [together] : briefs).map((words) => ({ sign, words }));
    });
    return shown.map((line) => ({ ...line, at, isDistance, where }));
  });
}

/** At least this many equal lines are folded into one: of stops, and of food. */
const FOLDED_MIN = 3;
const FOLDED_FOOD_MIN = 5;
/** The steps between folded lines may differ from their mean by at most this share. */
const STEPS_WITHIN = 0.2;

/** Folds equal lines at even steps: cups and bottles of stations, and if `isTight` everything. */
function folded(lines: readonly Line[], texts: Texts, isTight: boolean): readonly Line[] {
  const { measures, plan } = texts;
  const groups = Map.groupBy(lines, ({ sign, words, isDistance }) => `${sign} ${isDistance} ${words}`);
  const unfolded = new Set(lines);
  const endAt = Math.max(...lines.map(({ at }) => at));
  const foldedLines = [...groups.values()].flatMap((alike): readonly Line[] => {
    const [first] = alike;
    const isStop = first?.sign === 'cup' || first?.sign === 'bottle';
    const least = isStop ? FOLDED_MIN : FOLDED_FOOD_MIN;
    if (first === undefined || alike.length < least || !(isStop || isTight)) return [];
    const steps = alike.slice(1).map(({ at }, index) => at - (alike[index]?.at ?? 0));
    const mean = steps.reduce((sum, step) => sum + step, 0) / steps.length;
    if (steps.some((step) => Math.abs(step - mean) > STEPS_WITHIN * mean)) return [];
    const step = first.isDistance
      ? `${measures.bareDistance(mean, mean <= SHORT_COURSE_KM)} ${measures.distanceUnit}`
      : plan.hours.duration({ min: round5(mean) });
    const slack = mean * (1 + STEPS_WITHIN);
    const isThroughout = first.at <= slack && (alike.at(-1)?.at ?? 0) >= endAt - slack;
    const words = isThroughout ? first.words : `${first.words} ${first.where}–${alike.at(-1)?.where}`;
    if (!fits(words, WORDS_COLUMNS_NARROW)) return [];
    for (const line of alike) unfolded.delete(line);
    return [{ ...first, words, isDistance: false, where: plan.paper.every({ step }) }];
  });
  return [...foldedLines, ...lines.filter((line) => unfolded.has(line))];
}

function fits(words: string, columns: number): boolean {
  return wrapped(words, columns).length <= WORDS_LINES;
}

function round5(minutes: number): number {
  return 5 * Math.round(minutes / 5);
}
