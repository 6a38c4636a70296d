import { finish, type Work } from '@musette/basics/work';
import type { Warning } from '@musette/engine/warnings';
import type { Texts } from '@musette/languages/texts';
import type { FuelPlan } from '../fuel-plan.ts';
import { drawRace } from './draw-race.ts';
import { drawStrip } from './draw-strip.ts';
import { packPage } from './pack-page.ts';
import { PAGE_STYLE } from './page-style.ts';
import {
  ATTRIBUTION,
  alertsOf,
  joined,
  lastWords,
  maximumText,
  nameOfPlan,
  notesOf,
  pageTitleOf,
  ratesOf,
  startText,
  stationsOf,
  teaserRemarks,
  teaserWords,
  titleOf,
  withoutProducts,
} from './plan-words.ts';
import { isNothingDrunk, type RowGroup, rowGroups, sportName, wordsOf } from './row-words.ts';
import { escaped, wrapped } from './svg-text.ts';

/**
 * Renders a plan as sheets to print on A4 or Letter: one to read in the session, and one for the night before with what
 * to pack, and labels, tags and cards to cut out. With a trajectory, a third shows the session over time. It has no
 * script and loads nothing. In teaser tier it has categories, ranges and the link to subscribe.
 *
 * @param subscribeUrl link of the teaser tier; unused in full tier
 */
export function planPage(plan: FuelPlan, texts: Texts, subscribeUrl: string | undefined): string {
  return finish(planPageInSteps(plan, texts, subscribeUrl));
}

/** Time to draw a part of the page, rounded up from what the longest sessions take. */
const PART_US = 4000;

/** Does the same in steps, for a turn that pauses between them. */
export function* planPageInSteps(
  plan: FuelPlan,
  texts: Texts,
  subscribeUrl: string | undefined,
): Work<string> {
  const parts = yield* planPartsInSteps(plan, texts, {
    subscribe: linkTo(subscribeUrl, texts.plan.drawing.invitation()),
    attribution: ATTRIBUTION,
  });
  return [
    `<!doctype html><html lang="${texts.language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${escaped(pageTitleOf(plan, texts))}</title><style>${PAGE_STYLE}</style></head>`,
    `<body><main><h1>${escaped(nameOfPlan(plan, texts))}</h1>`,
    ...parts,
    '</main></body></html>',
  ].join('\n');
}

/** The links of the teaser tier, as HTML. */
interface TeaserLinks {
  readonly subscribe: string;
  readonly attribution: string;
}

/** Renders the content of the page under its heading, in steps. */
export function* planPartsInSteps(plan: FuelPlan, texts: Texts, links: TeaserLinks): Work<readonly string[]> {
  return plan.athlete.tier === 'full' ? yield* fullParts(plan, texts) : teaserParts(plan, texts, links);
}

/** Returns a link as HTML, or nothing without an address. */
export function linkTo(address: string | undefined, label: string, attributes = ''): string {
  return address === undefined ? '' : `<a href="${escaped(address)}"${attributes}>${escaped(label)}</a>`;
}

function* fullParts(plan: FuelPlan, texts: Texts): Work<readonly string[]> {
  const groups = rowGroups(plan, texts);
  yield PART_US;
  const first = sheet(plan, groups, texts);
  yield PART_US;
  const packed = packPage(plan, groups, texts);
  yield PART_US;
  return [first, packed, sessionOverTime(plan, texts)];
}

/** Draws the session over time for a coach, if its trajectory was asked for and is known. */
function sessionOverTime(shown: FuelPlan, texts: Texts): string {
  const { trajectory, plan, numbers, athlete } = shown;
  if (!trajectory) return '';
  const marks = {
    legs: plan.request.legs.slice(1).map(({ startMin }) => startMin),
    stations: stationsOf(shown).map(({ atMin }) => atMin),
    bodyMassKg: numbers.warnings.some(namesWeight) ? athlete.bodyMassKg : null,
    measures: texts.measures,
  };
  const maximum = maximumText(shown, texts);
  return [
    `<section class="over-time"><div class="ends"><h2>${escaped(texts.plan.race.title())}</h2><p class="max">${escaped(maximum)}</p></div>`,
    drawRace(trajectory, marks, texts.plan.race),
    '</section>',
  ].join('\n');
}

/** Returns whether a warning names kilograms: neither missing, nor doubted, nor to be hidden. */
function namesWeight(warning: Warning): boolean {
  return warning.code === 'VERY_LONG_EVENT' && warning.parameters.leastKg !== null;
}

/** Width of the strip in its own units, so that its text of 11 units is 8.4 pt on paper. */
const STRIP_WIDTH = 720;
const STRIP_NAMES = 92;

/** Renders the sheet to read: limits, notes, the drawing, and what to do. */
function sheet(plan: FuelPlan, groups: readonly RowGroup[], texts: Texts): string {
  return [
    `<p class="when">${escaped(whenText(plan, texts))}</p>`,
    ...alertsOf(plan, texts).map((alert) => `<p class="alert">${escaped(alert)}</p>`),
    numbers(plan, texts),
    paragraphs([...notesOf(plan, texts), lastWords(plan, texts)]),
    strip(plan, texts),
    table(plan, groups, texts),
  ].join('\n');
}

/** Formats the session's start, duration and sports. */
function whenText(plan: FuelPlan, texts: Texts): string {
  const { legs } = plan.plan.request;
  const sports = [...new Set(legs.map(({ type }) => sportName(type, texts)))].join(', ');
  return joined([startText(plan, texts) ?? '', texts.plan.hours.duration({ min: plan.durationMin }), sports]);
}

/** Shows the three numbers, and the limit in a separate frame. */
function numbers(plan: FuelPlan, texts: Texts): string {
  const { drawing, paper } = texts.plan;
  const { carb, sodium, fluid } = ratesOf(plan, texts);
  const shown = [
    [carb, drawing.carbG()],
    [sodium, drawing.sodiumMg()],
    [fluid, drawing.fluidMl()],
  ] as const;
  const boxes = shown.map(
    ([amount, name]) => `<p><b>${escaped(amount)}</b> ${escaped(`${name} ${paper.perHour()}`)}</p>`,
  );
  return `<div class="numbers">${boxes.join('')}<p class="max"><b>${escaped(maximumText(plan, texts))}</b> ${escaped(drawing.fluidMl())}</p></div>`;
}

function strip(plan: FuelPlan, texts: Texts): string {
  const { svg, height } = drawStrip(plan, texts, { left: 2, right: STRIP_WIDTH - 6, names: STRIP_NAMES }, 2);
  return `<div class="scroll" tabindex="0" role="group" aria-label="${escaped(titleOf(plan, texts))}"><svg class="strip" viewBox="0 0 ${STRIP_WIDTH} ${height + 4}" aria-hidden="true">${svg}</svg></div>`;
}

/** Most lines of a table with one column of large letters, and with two. */
const ONE_COLUMN_LINES = 14;
const LARGE_LINES = 40;
/** Letters of what to do on a line in one of two columns. */
const COLUMNS_OF_WORDS = 36;

function table({ plan }: FuelPlan, groups: readonly RowGroup[], texts: Texts): string {
  const { measures } = texts;
  const { forms, paper } = texts.plan;
  const hasKm = plan.request.stretches.length > 0;
  const columns = hasKm ? 3 : 2;
  const rows = groups.flatMap((group) => group.rows);
  if (rows.length === 0) {
    return isNothingDrunk(plan) ? `<p class="alert">${escaped(paper.nothing())}</p>` : '';
  }
  const bodies = groups.map((group) => {
    const head =
      group.heading === null
        ? ''
        : `<tr class="leg"><th colspan="${columns}" scope="rowgroup">${escaped(group.heading)}</th></tr>`;
    const lines = group.rows.map((row) => {
      const km = hasKm ? `<td class="km">${row.distance}</td>` : '';
      return `<tr><td><b>${escaped(row.time)}</b></td>${km}<td>${escaped(wordsOf(row, texts))}</td></tr>`;
    });
    return `<tbody>${head}${lines.join('')}</tbody>`;
  });
  const km = hasKm ? `<th scope="col" class="km">${measures.distanceUnit}</th>` : '';
  const head = `<thead><tr><th scope="col">${escaped(forms.time())}</th>${km}<th scope="col">${escaped(paper.toDo())}</th></tr></thead>`;
  const lines =
    groups.filter(({ heading }) => heading !== null).length +
    rows.flatMap((row) => wrapped(wordsOf(row, texts), COLUMNS_OF_WORDS)).length;
  const style = lines <= ONE_COLUMN_LINES ? 'rows short' : lines <= LARGE_LINES ? 'rows large' : 'rows dense';
  return `<div class="${style}"><table>${head}${bodies.join('')}</table></div>`;
}

function paragraphs(lines: readonly string[]): string {
  return `<div class="notes">${lines.map((line) => `<p>${escaped(line)}</p>`).join('')}</div>`;
}

function teaserParts(plan: FuelPlan, texts: Texts, links: TeaserLinks): readonly string[] {
  const shown = withoutProducts(plan);
  return [
    paragraphs([...alertsOf(shown, texts), ...teaserWords(shown, texts), ...teaserRemarks(shown, texts)]),
    links.subscribe === '' ? '' : `<p>${links.subscribe}</p>`,
    `<p>${links.attribution}</p>`,
  ];
}
