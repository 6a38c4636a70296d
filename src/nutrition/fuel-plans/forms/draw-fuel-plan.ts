import type { Texts } from '#core/languages/texts.ts';
import type { FuelPlan } from '../fuel-plan.ts';
import { drawPanels, PANEL_STYLE, PANELS_HEIGHT } from './draw-panels.ts';
import { drawStrip, STRIP_STYLE } from './draw-strip.ts';
import {
  ATTRIBUTION,
  alertsOf,
  notesOf,
  remarksOn,
  safetyRemarks,
  shoppingText,
  startText,
  teaserWords,
  titleOf,
  withoutProducts,
} from './plan-words.ts';
import { type RowGroup, rowGroups } from './row-words.ts';
import { escaped, text, wrapped } from './svg-text.ts';

/** Width of the drawing in its own units: pixels on a phone 360 wide, larger on a wide screen. */
const WIDTH = 360;
const LEFT = 12;
const RIGHT = 348;
/** Characters that always fit between left and right: plain, bold, and of the title. */
const LINE_CHARACTERS = 52;
const NAME_CHARACTERS = 46;
const TITLE_CHARACTERS = 36;
const LINE_HEIGHT = 16;
const TITLE_HEIGHT = 20;

const STYLE = `svg{--ink:#1c1917;--soft:#57534e;--paper:#fffdfa;--line:#d6cec5;--band:#fed7aa;--accent:#b93c0a;--alarm:#b91c1c}
@media (prefers-color-scheme:dark){svg{--ink:#f5f2ee;--soft:#b8b0a8;--paper:#191614;--line:#4a433c;--band:#5a3416;--accent:#fb923c;--alarm:#f87171}}
text{font:12px system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;fill:var(--ink)}
.soft{fill:var(--soft)}.head{font-size:15px;font-weight:700}.name{font-weight:600}.alarm{fill:var(--alarm);font-weight:700}.paper{fill:var(--paper)}
${STRIP_STYLE}
${PANEL_STYLE}
@media (min-width:640px){text,.s text{font-size:9px}.head{font-size:12px}}`;

/**
 * Draws a plan as SVG: the session from left to right, what to do and when, and the sums of carbohydrate, sodium and fluid
 * against the prescription and the personal limits. It follows the light or dark setting. Its
 * description contains everything it shows. In teaser tier it has categories and ranges instead of the
 * plan's numbers.
 *
 * @param subscribeUrl link of the teaser tier; unused in full tier
 */
export function drawFuelPlan(plan: FuelPlan, texts: Texts, subscribeUrl: string | undefined): string {
  return plan.athlete.tier === 'full' ? drawFull(plan, texts) : drawTeaser(plan, texts, subscribeUrl);
}

function drawFull(plan: FuelPlan, texts: Texts): string {
  const { drawing } = texts.plan;
  const groups = rowGroups(plan, texts);
  const title = wrapped(titleOf(plan, texts), TITLE_CHARACTERS);
  const headTop = title.length * TITLE_HEIGHT + 16;
  const head = headLines(plan, texts);
  const stripTop = headTop + head.length * LINE_HEIGHT;
  const strip = drawStrip(plan, texts, { left: LEFT, right: RIGHT, names: 0 }, stripTop);
  const body = bodyLines(plan, groups, texts);
  const bodyTop = stripTop + strip.height + 18;
  const panelsTop = bodyTop + body.length * LINE_HEIGHT;
  const foot = [
    ...inLines(notesOf(plan, texts), ''),
    ...inLines([drawing.legend(), ...lastWords(plan, texts)], 'soft'),
  ];
  const footTop = panelsTop + PANELS_HEIGHT;
  const size = { height: footTop + foot.length * LINE_HEIGHT, language: texts.language };
  return svg(size, titleOf(plan, texts), describe(plan, groups, texts), [
    ...title.map((line, index) => text({ x: LEFT, y: 20 + index * TITLE_HEIGHT }, line, { style: 'head' })),
    drawLines(head, headTop),
    strip.svg,
    drawLines(body, bodyTop),
    drawPanels(plan, texts, { left: LEFT, right: RIGHT }, panelsTop),
    drawLines(foot, footTop),
  ]);
}

/** Lists the start, the warnings, which precede every figure, and the three numbers with their limit. */
function headLines(plan: FuelPlan, texts: Texts): readonly Line[] {
  const { paper, drawing } = texts.plan;
  const { targets, numbers } = plan;
  const start = startText(plan, texts);
  const amounts = [
    `${drawing.carbG()} ${Math.round(targets.carbGPerHr)} g`,
    `${drawing.sodiumMg()} ${Math.round(targets.sodiumMgPerHr)} mg`,
    `${drawing.fluidMl()} ${Math.round(targets.fluidMlPerHr)} ml`,
  ].join(' · ');
  return [
    ...inLines(start === null ? [] : [start], 'soft'),
    ...inLines(alertsOf(plan, texts), 'name'),
    ...inLines([`${amounts} ${paper.perHour()}`], 'name'),
    ...inLines([paper.maximum({ maxMl: numbers.maxSafeFluidMlPerHr })], 'alarm'),
  ];
}

/** Lists what to do, leg by leg, and what to buy. */
function bodyLines({ shoppingList }: FuelPlan, groups: readonly RowGroup[], texts: Texts): readonly Line[] {
  const rows = groups.flatMap(({ heading, rows }) => [
    ...inLines(heading === null ? [] : [heading], 'name'),
    ...inLines(
      rows.map((row) => rowLine(row, texts)),
      '',
    ),
  ]);
  const { forms, paper } = texts.plan;
  const items = shoppingList.map((item) => shoppingText(item, texts));
  return [
    ...(rows.length === 0 ? inLines([paper.nothing()], '') : rows),
    ...(items.length === 0 ? [] : inLines([forms.shopping()], 'name')),
    ...inLines(items, ''),
  ];
}

function rowLine({ atMin, km, words }: RowGroup['rows'][number], { plan: { hours } }: Texts): string {
  return [hours.moment({ min: atMin }), ...(km === null ? [] : [km]), words].join(' · ');
}

/** Lists the safety data and the disclaimers. */
function lastWords(plan: FuelPlan, texts: Texts): readonly string[] {
  const { drawing } = texts.plan;
  return [...safetyRemarks(plan, texts), drawing.disclaimer(), drawing.allergens()];
}

interface Line {
  readonly content: string;
  readonly style: string;
}

function inLines(remarks: readonly string[], style: string): readonly Line[] {
  return remarks
    .flatMap((remark) => wrapped(remark, style === 'name' ? NAME_CHARACTERS : LINE_CHARACTERS))
    .map((content) => ({ content, style }));
}

function drawLines(lines: readonly Line[], top: number): string {
  return lines
    .map(({ content, style }, index) => text({ x: LEFT, y: top + index * LINE_HEIGHT }, content, { style }))
    .join('');
}

function drawTeaser(plan: FuelPlan, texts: Texts, subscribeUrl: string | undefined): string {
  const { drawing } = texts.plan;
  const shown = withoutProducts(plan);
  const alerts = alertsOf(shown, texts);
  const said = [...teaserWords(shown, texts), ...remarksOn(shown, texts)];
  const foot = [...safetyRemarks(shown, texts), drawing.disclaimer()];
  const lines = [...inLines(alerts, 'name'), ...inLines(said, ''), ...inLines(foot, 'soft')];
  const invitation = drawing.invitation();
  const top = TITLE_HEIGHT + 22;
  const bottom = top + lines.length * LINE_HEIGHT + 6;
  const words = [...alerts, ...said, ...foot, invitation, subscribeUrl ?? '', ATTRIBUTION].join(' ');
  const link = text({ x: LEFT, y: bottom }, invitation, { style: 'name' });
  return svg({ height: bottom + 30, language: texts.language }, drawing.title(), words, [
    text({ x: LEFT, y: 20 }, drawing.title(), { style: 'head' }),
    drawLines(lines, top),
    subscribeUrl === undefined ? link : `<a href="${escaped(subscribeUrl)}">${link}</a>`,
    text({ x: LEFT, y: bottom + 18 }, ATTRIBUTION, { style: 'soft' }),
  ]);
}

interface Sheet {
  readonly height: number;
  readonly language: string;
}

function svg(
  { height, language }: Sheet,
  title: string,
  description: string,
  parts: readonly string[],
): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="100%" style="max-width:900px" lang="${language}" role="img" aria-labelledby="title description">`,
    `<title id="title">${escaped(title)}</title><desc id="description">${escaped(description)}</desc>`,
    `<style>${STYLE}</style><rect class="paper" width="${WIDTH}" height="${height}"/>`,
    ...parts,
    '</svg>',
  ].join('\n');
}

/** Describes the whole plan as text, for readers who cannot see it. */
function describe(plan: FuelPlan, groups: readonly RowGroup[], texts: Texts): string {
  const { drawing } = texts.plan;
  const { targets } = plan;
  const end = plan.marks.at(-1)?.cumulative ?? { carbG: 0, sodiumMg: 0, fluidMl: 0 };
  return [
    `${titleOf(plan, texts)}.`,
    ...alertsOf(plan, texts),
    ...groups.flatMap(({ heading, rows }) => [
      ...(heading === null ? [] : [`${heading}.`]),
      ...rows.map((row) => `${rowLine(row, texts)}.`),
    ]),
    drawing.totals({
      carbG: Math.round(end.carbG),
      targetCarbG: targets.carbG,
      sodiumMg: Math.round(end.sodiumMg),
      targetSodiumMg: targets.sodiumMg,
      fluidMl: Math.round(end.fluidMl),
      targetFluidMl: targets.fluidMl,
    }),
    ...notesOf(plan, texts),
    ...lastWords(plan, texts),
  ].join(' ');
}
