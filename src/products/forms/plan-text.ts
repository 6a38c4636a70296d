import type { Texts } from '../../languages/texts.ts';
import type { FuelPlan } from '../fuel-plan.ts';
import { noteText } from '../plan/plan-notes.ts';
import { clock } from '../svg-text.ts';
import {
  ATTRIBUTION,
  alertsOf,
  amountInWords,
  amountsInWords,
  drunkFromTo,
  fillInWords,
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
  const perHour = `${Math.round(targets.carbGPerHr)} g carbohydrate, ${Math.round(targets.sodiumMgPerHr)} mg sodium, ${Math.round(targets.fluidMlPerHr)} ml fluid an hour`;
  const taken = portions.map(({ product, servings }) =>
    amountInWords({ product, servings, fluidMl: servings * (product.mixWaterMl ?? product.volumeMl ?? 0) }),
  );
  const products = taken.length === 0 ? '' : ` In all ${taken.join(', ')}.`;
  return `Fuel: ${perHour}, never above ${numbers.maxSafeFluidMlPerHr} ml fluid.${products} ${texts.plan.drawing.disclaimer()}`;
}

function fullLines(plan: FuelPlan, texts: Texts): readonly string[] {
  const { fills, stations, shoppingList, notes } = plan;
  const bottles = fills.map((fill) => {
    const vessel = vesselName(fill) ?? 'Carry';
    const words = [fillInWords(fill), drunkFromTo(fill), refillInWords(fill, fills)];
    return `${vessel}: ${words.filter((each) => each !== null).join(', ')}`;
  });
  return [
    planLine(plan, texts),
    '',
    titleOf(plan),
    ...alertsOf(plan, texts),
    ...section('Time   Carb g  Sodium mg  Fluid ml  Take', timelineRows(plan)),
    ...section('Stations', stations.flatMap(stationLines)),
    ...section('Bottles', bottles),
    ...section('Shopping list', shoppingList.map(shoppingInWords)),
    ...section('Notes', [...notes.map((note) => noteText(note, texts.plan)), ...remarksOn(plan, texts)]),
    '',
    ...safetyRemarks(plan, texts),
    texts.plan.drawing.disclaimer(),
  ];
}

function timelineRows({ marks }: FuelPlan): readonly string[] {
  return marks.map(({ atMin, items, carbG, sodiumMg, fluidMl }) => {
    const cells = [
      clock(atMin).padEnd(5),
      String(Math.round(carbG)).padStart(8),
      String(Math.round(sodiumMg)).padStart(11),
      String(Math.round(fluidMl)).padStart(10),
    ];
    return `${cells.join('')}  ${amountsInWords(items)}`;
  });
}

function stationLines(station: FuelPlan['stations'][number]): readonly string[] {
  const { stop, take, leaveWith } = station;
  if (stop.kind === 'end') return [stationName(station)];
  const taken = stop.kind === 'start' ? '' : `take ${amountsInWords(take)}; `;
  return [`${stationName(station)}: ${taken}leave with ${amountsInWords(leaveWith)}`];
}

function section(head: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', head, ...lines];
}

function teaserLines(plan: FuelPlan, texts: Texts, subscribeUrl: string | undefined): readonly string[] {
  const shown = withoutProducts(plan);
  return [
    `Fuel: ${teaserWords(shown, texts).join(' ')} Never above ${plan.numbers.maxSafeFluidMlPerHr} ml of fluid an hour. ${texts.plan.drawing.disclaimer()}`,
    '',
    titleOf(shown),
    ...alertsOf(shown, texts),
    ...remarksOn(shown, texts),
    ...safetyRemarks(shown, texts),
    texts.plan.drawing.disclaimer(),
    `${texts.plan.drawing.invitation()} ${subscribeUrl ?? ''}`.trim(),
    ATTRIBUTION,
  ];
}
