import { SPORT_OF_TYPE } from '#core/engine/tables.ts';
import type { Texts } from '#core/languages/texts.ts';
import { plainName } from '#platform/files/text-reader.ts';
import type { FuelPlan } from '../fuel-plan.ts';
import { hasDuration, medicalNotices } from './plan-words.ts';
import type { RowGroup, RowWords } from './row-words.ts';
import { escaped, widthOf, wrapped } from './svg-text.ts';

/** Room of a column: lines between head and limit, and letters that always fit on a line. */
interface Room {
  readonly lines: number;
  readonly columns: number;
}

/** 45 × 130 mm in 9 pt, lines of 4 mm, without the limit. */
const TOP_TUBE: Room = { lines: 30, columns: 22 };
/** One of two columns on half of an 85 × 54 mm card. */
const POCKET: Room = { lines: 11, columns: 21 };
/** Letters across half of the pocket card. */
const FACE_COLUMNS = 42;
const COLUMNS_OF_FACE = 2;
/** Most rows next to the numbers on a card with one half. */
const FEW_ENTRIES = 4;
/** Most lines of the session's name on a card; a longer name is on the sheet only. */
const NAME_LINES_MAX = 2;
/** Extra columns for bold letters. */
const BOLD_COLUMNS = 3;

/** A line of a card that is not split. */
interface Entry {
  readonly html: string;
  readonly lines: number;
  /** Whether it must not be the last line of its card. */
  readonly isHeading: boolean;
}

/** Renders the top-tube card of a ride, 45 × 130 mm, and further ones if the ride does not fit on it. */
export function topTubeCards(plan: FuelPlan, groups: readonly RowGroup[], texts: Texts): readonly string[] {
  const { columns, lines } = TOP_TUBE;
  const entries = entriesOf(groups.filter(isRidden), columns, texts);
  if (entries.length === 0) return [];
  const pages = paged(entries, lines - fixedLines(plan, columns, texts));
  return pages.map(
    (page) =>
      `<section class="card tube">${face(plan, `<div>${html(page)}</div>`, columns, texts)}</section>`,
  );
}

/**
 * Renders the pocket card, 85 × 54 mm when folded once, and more if the plan does not fit on one. If the rows
 * leave a half empty, it shows the numbers. In a triathlon the ride is on the top tube only.
 */
export function pocketCards(plan: FuelPlan, groups: readonly RowGroup[], texts: Texts): readonly string[] {
  const { columns, lines } = POCKET;
  const onFoot = groups.filter((group) => !isRidden(group));
  const entries = entriesOf(onFoot.some(({ rows }) => rows.length > 0) ? onFoot : groups, columns, texts);
  if (entries.length === 0) return [];
  const pages = paged(entries, lines - fixedLines(plan, FACE_COLUMNS, texts));
  const rows = inTwos(pages).map((pair) => pair.map((page) => `<div>${html(page)}</div>`).join(''));
  const faceOf = (content: string) => `<div class="face">${face(plan, content, FACE_COLUMNS, texts)}</div>`;
  const [only] = rows;
  // A few rows share a card that is not folded with the numbers.
  if (pages.length === 1 && only !== undefined && entries.length <= FEW_ENTRIES) {
    return [`<section class="card pocket single">${faceOf(numbers(plan, texts) + only)}</section>`];
  }
  const contents = rows.length % 2 === 0 ? rows : [numbers(plan, texts), ...rows];
  const faces = contents.map(faceOf);
  return inTwos(faces).map((pair) => `<section class="card pocket">${pair.join('')}</section>`);
}

function isRidden({ type }: RowGroup): boolean {
  return SPORT_OF_TYPE[type] === 'bike';
}

function inTwos<Part>(parts: readonly Part[]): readonly (readonly Part[])[] {
  const count = Math.ceil(parts.length / COLUMNS_OF_FACE);
  return Array.from({ length: count }, (_, index) =>
    parts.slice(COLUMNS_OF_FACE * index, COLUMNS_OF_FACE * (index + 1)),
  );
}

function html(entries: readonly Entry[]): string {
  return entries.map((entry) => entry.html).join('');
}

/** Shows the numbers of the session, and its length unless its name has it. */
function numbers({ activity, targets, durationMin }: FuelPlan, texts: Texts): string {
  const { drawing, paper, hours } = texts.plan;
  const isNamed = hasDuration(plainName(activity.name) ?? '', durationMin, hours);
  const shown = [
    ...(isNamed ? [] : [hours.duration({ min: durationMin })]),
    `${drawing.carbG()} ${Math.round(targets.carbGPerHr)} g ${paper.perHour()}`,
    `${drawing.sodiumMg()} ${Math.round(targets.sodiumMgPerHr)} mg ${paper.perHour()}`,
    `${drawing.fluidMl()} ${Math.round(targets.fluidMlPerHr)} ml ${paper.perHour()}`,
  ];
  return `<div>${shown.map((line) => `<p>${escaped(line)}</p>`).join('')}</div>`;
}

/** Returns the name of the session for a card; none if it needs too many lines. */
function cardName({ activity }: FuelPlan, columns: number): string {
  const name = plainName(activity.name) ?? '';
  return linesOf(name, columns - BOLD_COLUMNS) <= NAME_LINES_MAX ? name : '';
}

/** Returns the most lines that these words need, even if a word is longer than a line. */
function linesOf(words: string, columns: number): number {
  return wrapped(words, columns).reduce(
    (sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / columns)),
    0,
  );
}

/** Returns how many lines of a card its name, its guidance and a medical notice take. */
function fixedLines(plan: FuelPlan, columns: number, texts: Texts): number {
  const notices = medicalNotices(plan, texts).map((notice) => linesOf(notice, columns - BOLD_COLUMNS));
  const guidance = linesOf(texts.plan.paper.guidance(), columns);
  const name = linesOf(cardName(plan, columns), columns - BOLD_COLUMNS);
  return name + guidance + notices.reduce((sum, lines) => sum + lines, 0);
}

/** Renders a card: the name, any medical notice, the rows, and the limit on its last line. */
function face(plan: FuelPlan, content: string, columns: number, texts: Texts): string {
  const { paper } = texts.plan;
  const name = cardName(plan, columns);
  const head = name === '' ? '' : `<p class="strong">${escaped(name)}</p>`;
  const notices = medicalNotices(plan, texts).map((notice) => `<p class="strong">${escaped(notice)}</p>`);
  const maximum = paper.maximum({ maxMl: plan.numbers.maxSafeFluidMlPerHr });
  return `<div>${head}${notices.join('')}<div class="lines">${content}</div></div><div><p>${escaped(paper.guidance())}</p><p class="max">${escaped(maximum)}</p></div>`;
}

function entriesOf(groups: readonly RowGroup[], columns: number, texts: Texts): readonly Entry[] {
  return groups.flatMap(({ heading, rows }) => [
    ...(heading === null
      ? []
      : [
          {
            html: `<p class="strong">${escaped(heading)}</p>`,
            lines: linesOf(heading, columns - BOLD_COLUMNS),
            isHeading: rows.length > 0,
          },
        ]),
    ...rows.filter(({ brief }) => brief !== '').map((row) => entryOf(row, columns, texts)),
  ]);
}

function entryOf({ km, atMin, brief }: RowWords, columns: number, { plan: { hours } }: Texts): Entry {
  const moment = hours.moment({ min: atMin });
  const place = km === null ? moment : `${km} · ${moment}`;
  const line = `${place} · ${brief}`;
  return {
    html: `<p><b>${escaped(place)}</b> · ${escaped(brief)}</p>`,
    lines: linesOf(line, columns),
    isHeading: false,
  };
}

/** Divides entries among cards with this many lines; a heading stays with the row below it. */
function paged(entries: readonly Entry[], lines: number): readonly (readonly Entry[])[] {
  const pages: Entry[][] = [[]];
  let used = 0;
  for (const [index, entry] of entries.entries()) {
    const needed = entry.lines + (entry.isHeading ? (entries[index + 1]?.lines ?? 0) : 0);
    if (used > 0 && used + needed > lines) {
      pages.push([]);
      used = 0;
    }
    pages.at(-1)?.push(entry);
    used += entry.lines;
  }
  return pages;
}
