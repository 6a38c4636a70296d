import type { Texts } from '../../languages/texts.ts';
import type { FuelPlan } from '../fuel-plan.ts';
import { noteText } from '../plan/plan-notes.ts';
import {
  ATTRIBUTION,
  alertsOf,
  amountInWords,
  amountsInWords,
  drunkFromTo,
  fillInWords,
  medicalAlerts,
  refillInWords,
  remarksOn,
  safetyRemarks,
  shoppingInWords,
  stationName,
  teaserWords,
  titleOf,
  vesselName,
  withoutProducts,
} from './plan-words.ts';
import { clock, widthOf } from './svg-text.ts';

/**
 * Writes a plan as plain text: first one line for the description of a workout, then the tables. In teaser tier it has
 * the categories and ranges, and the link to subscribe.
 *
 * @param subscribeUrl link of the teaser tier; unused in full tier
 */
export function planText(plan: FuelPlan, texts: Texts, subscribeUrl: string | undefined): string {
  const lines =
    plan.athlete.tier === 'full' ? fullLines(plan, texts) : teaserLines(plan, texts, subscribeUrl);
  return `${lines.join('\n')}\n`;
}

/** Says a whole plan in one line, for the description of a workout. */
export function planLine(plan: FuelPlan, texts: Texts): string {
  const { targets, portions, numbers } = plan;
  const taken = portions.map(({ product, servings }) =>
    amountInWords(
      { product, servings, fluidMl: servings * (product.mixWaterMl ?? product.volumeMl ?? 0) },
      texts,
    ),
  );
  const { forms, drawing } = texts.plan;
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
  const { fills, stations, shoppingList, notes } = plan;
  const { forms } = texts.plan;
  const bottles = fills.map((fill) => {
    const vessel = vesselName(fill, texts) ?? forms.carried();
    const words = [fillInWords(fill, texts), drunkFromTo(fill, texts), refillInWords(fill, fills, texts)];
    return forms.headed({ head: vessel, content: words.filter((each) => each !== null).join(', ') });
  });
  return [
    planLine(plan, texts),
    '',
    titleOf(plan, texts),
    ...alertsOf(plan, texts),
    ...timeline(plan, texts),
    ...section(
      forms.stations(),
      stations
        .filter(({ stop, take, leaveWith }) => stop.kind === 'end' || take.length + leaveWith.length > 0)
        .map((station) => stationLine(station, texts)),
    ),
    ...section(forms.bottles(), bottles),
    ...section(
      forms.shopping(),
      shoppingList.map((item) => shoppingInWords(item, texts)),
    ),
    ...section(forms.notes(), [
      ...notes.map((note) => noteText(note, texts.plan)),
      ...remarksOn(plan, texts),
    ]),
    '',
    ...safetyRemarks(plan, texts),
    texts.plan.drawing.disclaimer(),
  ];
}

/** Lists the table of intakes, its columns as wide as their heads; nothing if there are none. */
function timeline({ marks }: FuelPlan, texts: Texts): readonly string[] {
  if (marks.length === 0) return [];
  const { forms, drawing } = texts.plan;
  const heads = [`${drawing.carbG()} g`, `${drawing.sodiumMg()} mg`, `${drawing.fluidMl()} ml`];
  const timeWidth = Math.max(5, widthOf(forms.time()));
  const row = (time: string, cells: readonly string[], taken: string) => {
    const columns = cells.map((cell, index) => space(widthOf(heads[index] ?? '') - widthOf(cell)) + cell);
    return [time + space(timeWidth - widthOf(time)), ...columns, taken].join('  ');
  };
  const rows = marks.map(({ atMin, items, carbG, sodiumMg, fluidMl }) => {
    const cells = [carbG, sodiumMg, fluidMl].map((amount) => String(Math.round(amount)));
    return row(clock(atMin), cells, amountsInWords(items, texts));
  });
  return ['', row(forms.time(), heads, forms.take()), ...rows];
}

function space(width: number): string {
  return ' '.repeat(Math.max(0, width));
}

function stationLine(station: FuelPlan['stations'][number], texts: Texts): string {
  const { stop, take, leaveWith } = station;
  const name = stationName(station, texts);
  if (stop.kind === 'end') return name;
  const carriedOn = amountsInWords(leaveWith, texts);
  const { forms } = texts.plan;
  const content =
    stop.kind === 'start'
      ? forms.atStart({ carriedOn })
      : forms.atStation({ taken: amountsInWords(take, texts), carriedOn });
  return forms.headed({ head: name, content });
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
