import type { Texts } from '#core/languages/texts.ts';
import type { FuelPlan } from '../fuel-plan.ts';
import { fluidMlOf, isPlainWater } from '../portions.ts';
import {
  ATTRIBUTION,
  alertsOf,
  amountsText,
  amountText,
  bottleName,
  medicalAlerts,
  notesOf,
  recipeText,
  remarksOn,
  safetyRemarks,
  shoppingText,
  stationName,
  teaserWords,
  titleOf,
  withoutProducts,
} from './plan-words.ts';
import { rowGroups } from './row-words.ts';
import { widthOf } from './svg-text.ts';

/**
 * Writes a plan as plain text: one line for a workout description, then the tables. In teaser tier it has
 * the categories and ranges, and the link to subscribe.
 *
 * @param subscribeUrl link of the teaser tier; unused in full tier
 */
export function planText(plan: FuelPlan, texts: Texts, subscribeUrl: string | undefined): string {
  const lines =
    plan.athlete.tier === 'full' ? fullLines(plan, texts) : teaserLines(plan, texts, subscribeUrl);
  return `${lines.join('\n')}\n`;
}

/** Sums up a plan in one line, for a workout description. */
export function planLine(plan: FuelPlan, texts: Texts): string {
  const { targets, portions, numbers } = plan;
  const { forms, drawing } = texts.plan;
  const waterMl = portions.reduce((sum, { product, servings }) => {
    const isWater = isPlainWater(product) || product.mixWaterMl !== null;
    return sum + (isWater ? servings * (fluidMlOf(product) ?? 0) : 0);
  }, 0);
  const taken = [
    ...portions
      .filter(({ product }) => !isPlainWater(product))
      .map((portion) => amountText({ ...portion, fluidMl: 0 }, texts)),
    ...(waterMl > 0 ? [forms.waterMl({ amountMl: Math.round(waterMl) })] : []),
  ];
  const line = forms.line({
    carbG: Math.round(targets.carbGPerHr),
    sodiumMg: Math.round(targets.sodiumMgPerHr),
    fluidMl: Math.round(targets.fluidMlPerHr),
    maxMl: numbers.maxSafeFluidMlPerHr,
    products: taken.length === 0 ? null : taken.join(', '),
  });
  return [...medicalAlerts(plan, texts), line, drawing.disclaimer()].join(' ');
}

function fullLines(plan: FuelPlan, texts: Texts): readonly string[] {
  const { fills, stations, shoppingList } = plan;
  const { forms, paper, drawing, hours } = texts.plan;
  const bottles = fills.map((fill) =>
    forms.headed({
      head: bottleName(fill, texts),
      content: `${recipeText(fill, texts)} · ${paper.until({ time: hours.moment({ min: fill.toMin }) })}`,
    }),
  );
  return [
    planLine(plan, texts),
    '',
    titleOf(plan, texts),
    ...alertsOf(plan, texts),
    ...timeline(plan, texts),
    ...section(
      forms.stations(),
      stations
        .filter((station) => station.stop.kind === 'end' || whatIsDone(station) !== 'nothing')
        .map((station) => stationLine(station, texts)),
    ),
    ...section(forms.bottles(), bottles),
    ...section(
      forms.shopping(),
      shoppingList.map((item) => shoppingText(item, texts)),
    ),
    ...section(forms.notes(), notesOf(plan, texts)),
    '',
    ...safetyRemarks(plan, texts),
    drawing.disclaimer(),
    drawing.allergens(),
  ];
}

/** Lists what to do, leg by leg, in aligned columns; nothing if there is nothing to do. */
function timeline(plan: FuelPlan, texts: Texts): readonly string[] {
  const groups = rowGroups(plan, texts);
  const rows = groups.flatMap((group) => group.rows);
  if (rows.length === 0) return ['', texts.plan.paper.nothing()];
  const { forms, paper, hours } = texts.plan;
  const hasKm = rows.some(({ km }) => km !== null);
  const timeWidth = Math.max(
    widthOf(forms.time()),
    ...rows.map(({ atMin }) => widthOf(hours.moment({ min: atMin }))),
  );
  const kmWidth = Math.max(...rows.map(({ km }) => widthOf(km ?? '')));
  const line = (time: string, km: string, words: string) =>
    [filled(time, timeWidth), ...(hasKm ? [filled(km, kmWidth)] : []), words].join('  ');
  return groups.flatMap((group, index) => [
    ...(index === 0 || group.heading !== null ? [''] : []),
    ...(group.heading === null ? [] : [group.heading]),
    ...(index === 0 && group.heading === null ? [line(forms.time(), '', paper.toDo())] : []),
    ...group.rows.map(({ atMin, km, words }) => line(hours.moment({ min: atMin }), km ?? '', words)),
  ]);
}

function filled(words: string, width: number): string {
  return words + ' '.repeat(Math.max(0, width - widthOf(words)));
}

/** Formats what is carried from the start or a transition, or picked up at a station; the end has only its name. */
function stationLine(station: FuelPlan['stations'][number], texts: Texts): string {
  const { stop, take, leaveWith } = station;
  const head = stationName(station, texts);
  const { forms } = texts.plan;
  const [taken, carriedOn] = [amountsText(take, texts), amountsText(leaveWith, texts)];
  const content = {
    nothing: '',
    // It starts a sentence on devices, but follows a colon here.
    taken: uncapitalized(forms.deviceStation({ taken }), texts),
    carried: forms.atStart({ carriedOn }),
  }[whatIsDone(station)];
  return stop.kind === 'end' || content === '' ? head : forms.headed({ head, content });
}

/** Returns the kind of a stop's content. Everything picked up at a transition is carried on. */
function whatIsDone({ stop, take, leaveWith }: FuelPlan['stations'][number]) {
  if (stop.kind === 'start' || stop.kind === 'transition')
    return leaveWith.length > 0 ? 'carried' : 'nothing';
  return take.length > 0 ? 'taken' : 'nothing';
}

function uncapitalized(words: string, { language }: Texts): string {
  return words.charAt(0).toLocaleLowerCase(language) + words.slice(1);
}

function section(head: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', head, ...lines];
}

function teaserLines(plan: FuelPlan, texts: Texts, subscribeUrl: string | undefined): readonly string[] {
  const shown = withoutProducts(plan);
  const { forms, drawing } = texts.plan;
  const words = teaserWords(shown, texts).join(' ');
  const line = forms.teaserLine({ words, maxMl: plan.numbers.maxSafeFluidMlPerHr });
  return [
    [...medicalAlerts(plan, texts), line, drawing.disclaimer()].join(' '),
    '',
    titleOf(shown, texts),
    ...alertsOf(shown, texts),
    ...remarksOn(shown, texts),
    ...safetyRemarks(shown, texts),
    texts.plan.drawing.disclaimer(),
    `${texts.plan.drawing.invitation()} ${subscribeUrl ?? ''}`.trim(),
    ATTRIBUTION,
  ];
}
