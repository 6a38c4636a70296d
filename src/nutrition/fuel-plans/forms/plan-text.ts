import type { Texts } from '@musette/languages/texts';
import type { FuelPlan } from '../fuel-plan.ts';
import { amountText } from '../portion-words.ts';
import { packLists } from './pack-page.ts';
import {
  ATTRIBUTION,
  alertsOf,
  lastWords,
  medicalAlerts,
  notesOf,
  ratesOf,
  teaserRemarks,
  teaserWords,
  titleOf,
  withoutProducts,
} from './plan-words.ts';
import { isNothingDrunk, type RowWords, rowGroups, wordsOf } from './row-words.ts';
import { unbroken, widthOf } from './svg-text.ts';

/**
 * Writes a plan as plain text: one line for a workout description, then what to do, and what to pack. In teaser tier it
 * has the categories and ranges, and the link to subscribe.
 *
 * @param subscribeUrl link of the teaser tier; unused in full tier
 */
export function planText(plan: FuelPlan, texts: Texts, subscribeUrl: string | undefined): string {
  const lines =
    plan.athlete.tier === 'full' ? fullLines(plan, texts) : teaserLines(plan, texts, subscribeUrl);
  return `${unbroken(lines.join('\n'))}\n`;
}

/** Sums up a plan in one line, for a workout description. */
function planLine(plan: FuelPlan, texts: Texts): string {
  const { forms, drawing } = texts.plan;
  const own = plan.view.own.map((portion) => amountText(portion, texts));
  const products = own.length === 0 ? null : own.join(', ');
  const line = forms.line({ ...ratesOf(plan, texts), products });
  return [...medicalAlerts(plan, texts), line, drawing.disclaimer()].join(' ');
}

function fullLines(plan: FuelPlan, texts: Texts): readonly string[] {
  return [
    planLine(plan, texts),
    '',
    titleOf(plan, texts),
    ...alertsOf(plan, texts),
    ...notesOf(plan, texts),
    ...whatToDo(plan, texts),
    ...packLists(plan, texts).flatMap(({ heading, lines }) => [
      '',
      heading,
      ...lines.map(({ words }) => words),
    ]),
    '',
    lastWords(plan, texts),
  ];
}

/** Lists what to do, leg by leg, in aligned columns; nothing if there is nothing to do. */
function whatToDo(plan: FuelPlan, texts: Texts): readonly string[] {
  const groups = rowGroups(plan, texts);
  const rows = groups.flatMap((group) => group.rows);
  const { forms, paper } = texts.plan;
  if (rows.length === 0) return isNothingDrunk(plan.plan) ? ['', paper.nothing()] : [];
  const timeWidth = Math.max(widthOf(forms.time()), ...rows.map(({ time }) => widthOf(time)));
  const distanceOf = ({ distance }: RowWords) =>
    distance === '' ? '' : `${texts.measures.distanceUnit} ${distance}`;
  const kmWidth = Math.max(...rows.map((row) => widthOf(distanceOf(row))));
  const line = (time: string, km: string, words: string) =>
    [padded(time, timeWidth), ...(kmWidth > 0 ? [padded(km, kmWidth)] : []), words].join('  ');
  return groups.flatMap((group, index) => [
    ...(index === 0 || group.heading !== null ? [''] : []),
    ...(group.heading === null ? [] : [group.heading]),
    ...(index === 0 && group.heading === null ? [line(forms.time(), '', paper.toDo())] : []),
    ...group.rows.map((row) => line(row.time, distanceOf(row), wordsOf(row, texts))),
  ]);
}

function padded(words: string, width: number): string {
  return words + ' '.repeat(Math.max(0, width - widthOf(words)));
}

function teaserLines(plan: FuelPlan, texts: Texts, subscribeUrl: string | undefined): readonly string[] {
  const shown = withoutProducts(plan);
  const { forms, drawing } = texts.plan;
  const words = teaserWords(shown, texts).join(' ');
  const line = forms.teaserLine({ words, maximum: ratesOf(plan, texts).maximum });
  return [
    [...medicalAlerts(plan, texts), line, drawing.disclaimer()].join(' '),
    '',
    titleOf(shown, texts),
    ...alertsOf(shown, texts),
    ...teaserRemarks(shown, texts),
    `${drawing.invitation()} ${subscribeUrl ?? ''}`.trim(),
    ATTRIBUTION,
  ];
}
