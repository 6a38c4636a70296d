import type { Texts } from '#core/languages/texts.ts';
import type { FuelPlan } from '../fuel-plan.ts';
import { shortNameOf } from '../names.ts';
import type { Fill } from '../plan/bottles.ts';
import { drawStrip } from './draw-strip.ts';
import {
  alertsOf,
  bottlesName,
  notesOf,
  recipeText,
  safetyRemarks,
  shoppingText,
  startText,
  titleOf,
} from './plan-words.ts';
import { type RowGroup, sportName } from './row-words.ts';
import { isSpeltOut } from './station-words.ts';
import { escaped, wrapped } from './svg-text.ts';

/** Width of the strip in its own units, so that its text of 11 units is 8.4 pt on paper. */
const STRIP_WIDTH = 720;
const STRIP_NAMES = 92;
/** Most lines of a table with one column of large letters, and with two. */
const ONE_COLUMN_LINES = 8;
const LARGE_LINES = 16;
/** Letters of what to do on a line in one of two columns. */
const COLUMNS_OF_WORDS = 36;

/** Renders the sheet to read: numbers, limit and warnings, the drawing, what to do, what to buy. */
export function firstSheet(plan: FuelPlan, groups: readonly RowGroup[], texts: Texts): string {
  const { forms, drawing } = texts.plan;
  const items = plan.shoppingList.map(
    (item) => `<li><span class="box"></span>${escaped(shoppingText(item, texts))}</li>`,
  );
  const notes = notesOf(plan, texts);
  const last = [...safetyRemarks(plan, texts), drawing.disclaimer(), drawing.allergens()].join(
    texts.planner.why.fluid.gap,
  );
  return [
    `<p class="when">${escaped(whenText(plan, texts))}</p>`,
    ...alertsOf(plan, texts).map((alert) => `<p class="alert">${escaped(alert)}</p>`),
    numbers(plan, texts),
    strip(plan, texts),
    table(plan, groups, texts),
    items.length === 0 ? '' : `<h2>${escaped(forms.shopping())}</h2><ul class="list">${items.join('')}</ul>`,
    notes.length === 0 ? '' : `<h2>${escaped(forms.notes())}</h2>`,
    `<div class="notes">${recipes(plan, texts)}${[...notes, last].map((note) => `<p>${escaped(note)}</p>`).join('')}</div>`,
  ].join('\n');
}

/** Lists the bottle recipes that the table leaves out; bottles with one recipe are grouped. */
function recipes(plan: FuelPlan, texts: Texts): string {
  const { forms } = texts.plan;
  const fills = plan.fills.filter((fill) => !isSpeltOut(fill));
  const recipeOf = (fill: Fill) => recipeText(fill, texts, ({ product }) => shortNameOf(product, texts));
  const lines = [...Map.groupBy(fills, recipeOf)].map(([content, alike]) =>
    forms.headed({ head: bottlesName(alike, texts), content }),
  );
  if (lines.length === 0) return '';
  return `<p><b>${escaped(forms.bottles())}</b> ${escaped(lines.join(' · '))}</p>`;
}

/** Formats the session's start, duration and sports. */
function whenText(plan: FuelPlan, texts: Texts): string {
  const { durationMin, legs } = plan;
  const sports = [...new Set(legs.map(({ type }) => sportName(type, texts)))].join(', ');
  const start = startText(plan, texts);
  return [...(start === null ? [] : [start]), texts.plan.hours.duration({ min: durationMin }), sports].join(
    ' · ',
  );
}

/** Shows the three numbers, and the limit in a separate frame. */
function numbers({ targets, numbers: { maxSafeFluidMlPerHr } }: FuelPlan, texts: Texts): string {
  const { drawing, paper } = texts.plan;
  const shown = [
    [`${Math.round(targets.carbGPerHr)} g`, drawing.carbG()],
    [`${Math.round(targets.sodiumMgPerHr)} mg`, drawing.sodiumMg()],
    [`${Math.round(targets.fluidMlPerHr)} ml`, drawing.fluidMl()],
  ] as const;
  const boxes = shown.map(
    ([amount, name]) => `<p><b>${amount}</b> ${escaped(`${name} ${paper.perHour()}`)}</p>`,
  );
  const maximum = paper.maximum({ maxMl: maxSafeFluidMlPerHr });
  return `<div class="numbers">${boxes.join('')}<p class="max"><b>${escaped(maximum)}</b> ${escaped(drawing.fluidMl())}</p></div>`;
}

function strip(plan: FuelPlan, texts: Texts): string {
  const { svg, height } = drawStrip(plan, texts, { left: 2, right: STRIP_WIDTH - 6, names: STRIP_NAMES }, 2);
  return `<div class="scroll" tabindex="0" role="group" aria-label="${escaped(titleOf(plan, texts))}"><svg class="strip" viewBox="0 0 ${STRIP_WIDTH} ${height + 4}" aria-hidden="true">${svg}</svg></div>`;
}

function table({ stretches }: FuelPlan, groups: readonly RowGroup[], texts: Texts): string {
  const { forms, paper, hours } = texts.plan;
  const hasKm = stretches.length > 0;
  const columns = hasKm ? 3 : 2;
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  if (count === 0) return `<p class="alert">${escaped(paper.nothing())}</p>`;
  const bodies = groups.map(({ heading, rows }) => {
    const head =
      heading === null
        ? ''
        : `<tr class="leg"><th colspan="${columns}" scope="rowgroup">${escaped(heading)}</th></tr>`;
    const lines = rows.map(({ atMin, km, words }) => {
      const place = hasKm ? `<td class="km">${escaped(km?.replace(/^km /, '') ?? '')}</td>` : '';
      return `<tr><td><b>${hours.moment({ min: atMin })}</b></td>${place}<td>${escaped(words)}</td></tr>`;
    });
    return `<tbody>${head}${lines.join('')}</tbody>`;
  });
  const place = hasKm ? '<th scope="col">km</th>' : '';
  const head = `<thead><tr><th scope="col">${escaped(forms.time())}</th>${place}<th scope="col">${escaped(paper.toDo())}</th></tr></thead>`;
  const lines = groups.flatMap(({ heading, rows }) => [
    ...(heading === null ? [] : [heading]),
    ...rows.flatMap(({ words }) => wrapped(words, COLUMNS_OF_WORDS)),
  ]).length;
  const style = lines <= ONE_COLUMN_LINES ? 'rows short' : lines <= LARGE_LINES ? 'rows large' : 'rows dense';
  return `<div class="${style}"><table>${head}${bodies.join('')}</table></div>`;
}
