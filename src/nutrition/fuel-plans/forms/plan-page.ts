import type { Texts } from '#core/languages/texts.ts';
import { finish, type Work } from '#platform/http/heavy-work.ts';
import type { FuelPlan } from '../fuel-plan.ts';
import { drawRace } from './draw-race.ts';
import { firstSheet } from './first-sheet.ts';
import { PAGE_STYLE } from './page-style.ts';
import {
  ATTRIBUTION,
  alertsOf,
  nameOfPlan,
  remarksOn,
  safetyRemarks,
  teaserWords,
  titleOf,
  withoutProducts,
} from './plan-words.ts';
import { rowGroups } from './row-words.ts';
import { secondSheet } from './second-sheet.ts';
import { escaped } from './svg-text.ts';

/**
 * Renders a plan as sheets to print on A4 or Letter: one to read, and one to cut out, with cards for the top tube and the
 * pocket, bottle labels and drop-bag tags. It has no script and loads nothing. In teaser tier it has
 * categories, ranges and the link to subscribe.
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
  const parts =
    plan.athlete.tier === 'full' ? yield* fullParts(plan, texts) : teaserParts(plan, texts, subscribeUrl);
  return [
    `<!doctype html><html lang="${texts.language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${escaped(titleOf(plan, texts))}</title><style>${PAGE_STYLE}</style></head>`,
    `<body><main><h1>${escaped(nameOfPlan(plan, texts))}</h1>`,
    ...parts,
    '</main></body></html>',
  ].join('\n');
}

function* fullParts(plan: FuelPlan, texts: Texts): Work<readonly string[]> {
  const groups = rowGroups(plan, texts);
  yield PART_US;
  const first = firstSheet(plan, groups, texts);
  yield PART_US;
  const overTime = sessionOverTime(plan, texts);
  yield PART_US;
  return [first, overTime, secondSheet(plan, groups, texts)];
}

/** Draws the session over time, on the first sheet if it has the room, if its trajectory is known. */
function sessionOverTime(plan: FuelPlan, texts: Texts): string {
  const { trajectory, legs, stations, numbers } = plan;
  if (!trajectory) return '';
  const marks = {
    legs: legs.slice(1).map(({ startMin }) => startMin),
    stations: stations.flatMap(({ stop: { kind, atMin } }) => (kind === 'aid' ? [atMin] : [])),
  };
  const review = numbers.requiresHumanReview ? [texts.plan.drawing.review()] : [];
  const alerts = [...alertsOf(plan, texts), ...review].map(
    (alert) => `<p class="alert">${escaped(alert)}</p>`,
  );
  const maximum = texts.plan.paper.maximum({ maxMl: numbers.maxSafeFluidMlPerHr });
  return [
    `<section class="over-time"><div class="ends"><h2>${escaped(texts.plan.race.title())}</h2><p class="max">${escaped(maximum)}</p></div>${alerts.join('')}`,
    drawRace(trajectory, marks, texts.plan.race),
    '</section>',
  ].join('\n');
}

function paragraphs(lines: readonly string[]): string {
  return `<div class="notes">${lines.map((line) => `<p>${escaped(line)}</p>`).join('')}</div>`;
}

function teaserParts(plan: FuelPlan, texts: Texts, subscribeUrl: string | undefined): readonly string[] {
  const shown = withoutProducts(plan);
  const link =
    subscribeUrl === undefined
      ? ''
      : `<p><a href="${escaped(subscribeUrl)}">${texts.plan.drawing.invitation()}</a></p>`;
  return [
    paragraphs([
      ...alertsOf(shown, texts),
      ...teaserWords(shown, texts),
      ...remarksOn(shown, texts),
      ...safetyRemarks(shown, texts),
      texts.plan.drawing.disclaimer(),
    ]),
    link,
    `<p>${ATTRIBUTION}</p>`,
  ];
}
