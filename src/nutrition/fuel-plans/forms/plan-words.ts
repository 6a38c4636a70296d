import { fluidLimitKind } from '@musette/engine/prescribe';
import { CARB } from '@musette/engine/types';
import { forAthlete } from '@musette/engine/warnings';
import { plainName } from '@musette/files/text-reader';
import { type Hours, massText, milligramsText, PLAIN_HOURS } from '@musette/languages/amounts';
import { assumedText, type Texts, warningText } from '@musette/languages/texts';
import { effectiveMs } from '#platform/local-time.ts';
import { teaserRanges } from '../../prescriptions/prescription-shape.ts';
import { fluidLimitToWire, warningsToWire } from '../../prescriptions/safety-shape.ts';
import { dayWithoutTime, momentOf } from '../../records/schedule.ts';
import { coverageWarningsToWire } from '../coverage-shape.ts';
import type { FuelPlan } from '../fuel-plan.ts';
import type { Amounts, Stop } from '../plan/model.ts';
import { assumptionText, noteTexts } from '../plan-notes.ts';
import { categoriesOf } from '../plan-to-wire.ts';

/** Lists the warnings of the calculation and of the products, which come first in every form. */
export function alertsOf({ numbers, coverage }: FuelPlan, texts: Texts): readonly string[] {
  return [...warningsToWire(numbers.warnings, texts), ...coverageWarningsToWire(coverage.warnings, texts)]
    .filter((warning) => !isAdvice(warning))
    .map(({ message }) => `⚠ ${message}`);
}

/** Less fluid than this is not planned, ml. */
const NO_DRINK_BELOW_ML = 100;

function isAdvice({ severity }: { readonly severity: string }): boolean {
  return severity === 'info';
}

/** Lists the warning that precedes every figure: with a heart or kidney condition, a doctor must set them. */
export function medicalAlerts({ numbers }: FuelPlan, texts: Texts): readonly string[] {
  return numbers.warnings
    .filter(({ code }) => code === 'MEDICAL_FLUID')
    .map((warning) => `⚠ ${warningText(texts, warning)}`);
}

/** Lists the same warning, short enough for labels, cards and devices. */
export function medicalNotices(plan: FuelPlan, texts: Texts): readonly string[] {
  return medicalAlerts(plan, texts).map(() => texts.plan.forms.medical());
}

/** Lists the remarks of a plan, each once: missed targets first, then remarks on its products, and advice. */
export function notesOf(plan: FuelPlan, texts: Texts): readonly string[] {
  const stale = plan.targets.isStale ? [texts.plan.notes.stale()] : [];
  const ofProducts = coverageWarningsToWire(plan.coverage.warnings, texts)
    .filter(isAdvice)
    .map(({ message }) => message);
  const assumed = plan.view.assumptions.map((each) => assumptionText(each, texts));
  const { targets, totals } = plan.view;
  const isUnneeded = totals.fluidMl === 0 && targets.fluidMl > 0 && targets.fluidMl < NO_DRINK_BELOW_ML;
  const noDrink = isUnneeded ? [texts.plan.reasons.noDrink()] : [];
  return [
    ...new Set([
      ...noteTexts(plan.plan, texts),
      ...noDrink,
      ...assumed,
      ...stale,
      ...ofProducts,
      ...adviceOf(plan, texts, isThick(plan)),
    ]),
  ];
}

/** Lists what was assumed and the advice for athletes. Only a plan with thick drinks warns of them. */
function adviceOf({ numbers }: FuelPlan, texts: Texts, isThick = true): readonly string[] {
  const assumed = assumedText(numbers.warnings, texts);
  const advice = warningsToWire(forAthlete(numbers.warnings), texts)
    .filter((warning) => isAdvice(warning) && (isThick || warning.code !== 'CARB_CONCENTRATED'))
    .map(({ message }) => message);
  return assumed === null ? advice : [assumed, ...advice];
}

/** Returns whether a plan pours a drink with more carbohydrate than a bottle should hold, or nothing at all. */
function isThick({ view: { brings } }: FuelPlan): boolean {
  const drinks = brings.filter(({ fluidMl }) => fluidMl > 0);
  const isAbove = ({ carbG, fluidMl }: Amounts) => 1000 * carbG > CARB.concentratedAboveGPerL * fluidMl;
  return drinks.length === 0 || drinks.some(isAbove);
}

/** Lists the safety data other than warnings, the same in every tier. */
function safetyRemarks({ numbers }: FuelPlan, texts: Texts): readonly string[] {
  const {
    measures,
    plan: { drawing },
  } = texts;
  const ceilings = drawing.ceilings({
    fluid: measures.sheetLimit(numbers.maxSafeFluidMlPerHr),
    sodium: milligramsText(numbers.maxSafeSodiumMgPerHr),
    confidencePercent: Math.round(numbers.confidenceScore * 100),
  });
  // In the longest events the athlete's own number protects more than a limit, so it comes first.
  const limits =
    fluidLimitKind(numbers.durationMin / 60) === 'planning_limit'
      ? [fluidLimitToWire(numbers, texts).fluid_limit_text, ceilings]
      : [ceilings];
  return numbers.requiresHumanReview ? [...limits, drawing.review()] : limits;
}

/** Joins the safety data and the disclaimers to one paragraph. */
export function lastWords(plan: FuelPlan, texts: Texts): string {
  const { drawing } = texts.plan;
  const sentences = [...safetyRemarks(plan, texts), drawing.disclaimer(), drawing.allergens()];
  return sentences.join(texts.planner.why.fluid.gap);
}

/** Lists what ends every text of the teaser tier: advice, safety data and the disclaimer. */
export function teaserRemarks(plan: FuelPlan, texts: Texts): readonly string[] {
  return [...adviceOf(plan, texts), ...safetyRemarks(plan, texts), texts.plan.drawing.disclaimer()];
}

/** Returns the plan without texts that name product amounts, for the teaser tier. */
export function withoutProducts(plan: FuelPlan): FuelPlan {
  return { ...plan, suggestion: null, coverage: { ...plan.coverage, warnings: [] } };
}

export const ATTRIBUTION = 'Powered by Musette';

/** Lists what the teaser tier shows instead of the plan: product categories and ranges. */
export function teaserWords(plan: FuelPlan, texts: Texts): readonly string[] {
  const { drawing } = texts.plan;
  const categories = categoriesOf(plan)
    .map((category) => texts.plan.categories[category])
    .sort();
  const from =
    categories.length === 0
      ? drawing.noProducts()
      : drawing.categories({ list: texts.planner.list(categories) });
  const ranges = teaserRanges(plan.numbers);
  type Range = { readonly min: number; readonly max: number };
  const span = ({ min, max }: Range, format: (amount: number) => string) =>
    `${format(min).replace(/\D+$/, '')}–${format(max)}`;
  const perHour = drawing.perHour({
    carb: span(ranges.carb_g_per_hr_range, massText),
    sodium: span(ranges.sodium_mg_per_hr_range, milligramsText),
    fluid: span(ranges.fluid_ml_per_hr_range, texts.measures.total),
  });
  return [from, perHour];
}

/** Formats the three numbers per hour, and the fluid ceiling. */
export function ratesOf({ targets, numbers }: FuelPlan, { measures }: Texts) {
  return {
    carb: massText(targets.carbGPerHr),
    sodium: milligramsText(targets.sodiumMgPerHr),
    fluid: measures.total(targets.fluidMlPerHr),
    maximum: measures.limit(numbers.maxSafeFluidMlPerHr),
  };
}

/** Formats the fluid ceiling as it ends every card: `MAX 670 ml/h`. */
export function maximumText(plan: FuelPlan, texts: Texts): string {
  return texts.plan.paper.maximum({ rate: `${ratesOf(plan, texts).maximum}/h` });
}

/** Returns the title of a plan on one line, with the activity's name, else its sport. */
export function titleOf(plan: FuelPlan, texts: Texts): string {
  const { activity, durationMin } = plan;
  const { drawing, forms, hours } = texts.plan;
  const name = plainName(activity.name) ?? sportsOf(plan, texts);
  const duration = hours.duration({ min: durationMin });
  return hasDuration(name, durationMin, hours)
    ? forms.headed({ head: drawing.title(), content: name })
    : forms.named({ name, duration });
}

/** Returns the title of a page with a plan, which tells it from others in tabs, histories and files: with sport and day. */
export function pageTitleOf(plan: FuelPlan, texts: Texts): string {
  const start = momentOf(plan.activity);
  const day = new Intl.DateTimeFormat(texts.language, { dateStyle: 'long', timeZone: 'UTC' });
  return joined([
    titleOf(plan, texts),
    plainName(plan.activity.name) === null ? '' : sportsOf(plan, texts),
    start === null ? '' : day.format(effectiveMs(start)),
  ]);
}

/** Names the sport of a session, or those of its legs. */
function sportsOf({ plan }: FuelPlan, { plan: { sports } }: Texts): string {
  return [...new Set(plan.request.legs.map(({ type }) => sports[type]))].join(' + ');
}

/** Returns whether a name already has this duration, with or without spaces: `Gran fondo 4 h`. */
function hasDuration(name: string, min: number, hours: Hours): boolean {
  return [hours.duration({ min }), PLAIN_HOURS.duration({ min })].some((duration) =>
    new RegExp(`(?<!\\d)${duration.replaceAll(/\s+/g, '\\s*')}(?![\\d\\p{L}])`, 'iu').test(name),
  );
}

/** Returns the name of a session, else the title of its plan. */
export function nameOfPlan(plan: FuelPlan, texts: Texts): string {
  return plainName(plan.activity.name) ?? titleOf(plan, texts);
}

/** Formats the local start, else the start in UTC, or the day if it has no time; null if it is not scheduled. */
export function startText({ activity }: FuelPlan, { language }: Texts): string | null {
  const start = momentOf(activity);
  const day = { dateStyle: 'long', timeZone: 'UTC' } as const;
  if (start === null) {
    const isDay = dayWithoutTime(activity) !== null;
    return isDay ? new Intl.DateTimeFormat(language, day).format(activity.effectiveAt) : null;
  }
  const format = new Intl.DateTimeFormat(language, { ...day, timeStyle: 'short', hourCycle: 'h23' });
  const text = format.format(effectiveMs(start));
  return start.localMs === null ? `${text} UTC` : text;
}

/** Joins the non-empty parts of a line. */
export function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' · ');
}

/** Lists the aid stations. */
export function stationsOf({ plan }: FuelPlan): readonly Stop[] {
  return plan.stops.filter(({ kind }) => kind === 'aid');
}

/** Names a stop as its course does, else by its kind; adds the sport if two stops share a name. */
export function stopName(
  { name, kind, namesake }: Pick<Stop, 'name' | 'kind' | 'namesake'>,
  { plan: { stops, sports } }: Texts,
): string {
  const own = plainName(name);
  if (own === null) return stops[kind];
  return namesake === undefined ? own : `${own} (${sports[namesake]})`;
}
