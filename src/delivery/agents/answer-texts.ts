import type { Texts } from '@musette/languages/texts';
import * as z from 'zod/mini';
import { anyPrescription } from '#nutrition/prescriptions/prescription-shape.ts';
import { Safety } from '#nutrition/prescriptions/safety-shape.ts';
import { OWN_FORMATS } from '#platform/storage/athlete-schema.ts';
import {
  amountsOf,
  categoryOf,
  figure,
  type Read,
  type Sentences,
  saySafety,
  sportOf,
  textOf,
} from './sentences.ts';

const caffeine = z.object({
  doses: z.nullable(z.array(z.object({ at_min: z.number(), mg: z.number() }))),
  max_safe_mg: z.number(),
  warnings: z.array(z.object({ message: z.string() })),
});

const envelope = z.object({
  prescription: anyPrescription,
  safety: Safety,
  caffeine: z.nullable(caffeine),
  tier: z.string(),
  stale: z.boolean(),
});

export const textOfEnvelope = textOf(envelope, sayEnvelope);

function sayEnvelope(answer: Read<typeof envelope>, texts: Texts): Sentences {
  const { prescription, safety, tier, stale } = answer;
  return [
    stale && texts.assistant.stale(),
    ...sayDose(prescription, texts),
    ...(answer.caffeine ? sayCaffeine(answer.caffeine, texts) : []),
    tier === 'teaser' && texts.assistant.teaser(),
    ...saySafety(safety, texts),
  ];
}

function sayCaffeine({ doses, maxSafeMg, warnings }: Read<typeof caffeine>, texts: Texts): Sentences {
  const write = (amount: number) => figure(texts, amount);
  const moment = (atMin: number) =>
    atMin < 0 ? texts.assistant.beforeStart({ minutes: -atMin }) : `${write(atMin)} min`;
  const list = doses?.map(({ atMin, mg }) => `${write(mg)} mg (${moment(atMin)})`).join(', ') ?? '';
  return [
    texts.assistant.caffeine({ doses: list === '' ? null : list, maxMg: `${write(maxSafeMg)} mg` }),
    ...warnings.map(({ message }) => message),
  ];
}

const quantity = z.object({ steps: z.array(z.object({ note: z.string() })) });

const explanation = z.object({
  sweat_rate: quantity,
  carbohydrate: quantity,
  fluid: quantity,
  sodium: quantity,
  advice: z.array(z.string()),
});

export const textOfExplanation = textOf(
  z.extend(envelope, { explanation: z.optional(explanation) }),
  (answer, texts) => [...sayEnvelope(answer, texts), ...sayExplanation(answer.explanation, texts)],
);

function sayExplanation(explained: Read<typeof explanation> | undefined, texts: Texts): Sentences {
  if (!explained) return [];
  const { drawing } = texts.plan;
  const { sweatRate, advice } = texts.assistant;
  const quantities = [
    [sweatRate(), explained.sweatRate],
    [drawing.carbG(), explained.carbohydrate],
    [drawing.fluidMl(), explained.fluid],
    [drawing.sodiumMg(), explained.sodium],
  ] as const;
  const changesNothing = texts.notes.changes_nothing({}, texts.measures);
  const reasons = quantities.flatMap(([head, { steps }]) => {
    const shown = steps.map(({ note }) => note).filter((note) => note !== changesNothing);
    return shown.length === 0 ? [] : texts.plan.forms.headed({ head, content: `${shown.join('; ')}.` });
  });
  return [...reasons, explained.advice.length > 0 && advice({ list: explained.advice.join(' ') })];
}

const activity = z.object({
  id: z.string(),
  type: z.nullable(z.string()),
  duration_min: z.nullable(z.number()),
  scheduled_at: z.nullable(z.string()),
  scheduled_local: z.nullable(z.string()),
  prescription: z.nullable(anyPrescription),
  safety: z.nullable(Safety),
  prescription_stale: z.nullable(z.boolean()),
});

export const textOfActivity = textOf(activity, sayActivity);

export const textOfActivities = textOf(
  z.object({ data: z.array(activity), has_more: z.boolean() }),
  ({ data, hasMore }, texts) => [
    data.length === 0 ? texts.assistant.noActivities() : texts.assistant.activities({ count: data.length }),
    hasMore && texts.assistant.more(),
    ...data.flatMap((shown) => sayActivity(shown, texts)),
  ],
);

/** Mentions a dose only with its safety data. An answer with only one of them is treated as having neither. */
function sayActivity(shown: Read<typeof activity>, texts: Texts): Sentences {
  const { assistant } = texts;
  const { id, type, durationMin, scheduledAt, scheduledLocal, prescription, safety } = shown;
  const details = [
    id,
    type !== null && sportOf(texts, type),
    durationMin !== null && `${figure(texts, durationMin)} min`,
    clockOf(scheduledLocal ?? scheduledAt),
  ];
  const dose =
    prescription && safety
      ? [
          shown.prescriptionStale === true && assistant.stale(),
          ...sayDose(prescription, texts),
          ...saySafety(safety, texts),
        ]
      : [assistant.notCalculated()];
  return [assistant.activity({ details: details.filter(Boolean).join(', ') }), ...dose];
}

/** Formats a time on the wire: a local one as it is, an instant with `UTC`. */
function clockOf(time: string | null): string | null {
  const [, date, clock] = /^(.+)T(\d\d:\d\d)/.exec(time ?? '') ?? [];
  if (date === undefined) return time; // a day without a time
  return `${date} ${clock}${time?.endsWith('Z') ? ' UTC' : ''}`;
}

function sayDose(prescription: Read<typeof anyPrescription>, texts: Texts): Sentences {
  const { drawing } = texts.plan;
  const { total } = texts.measures;
  const write = (amount: number) => figure(texts, amount);
  if ('totalCarbG' in prescription) {
    const { carbGPerHr, sodiumMgPerHr, fluidMlPerHr, ...totals } = prescription;
    const perHour = { carbG: carbGPerHr, sodiumMg: sodiumMgPerHr, fluidMl: fluidMlPerHr };
    const all = { carbG: totals.totalCarbG, sodiumMg: totals.totalSodiumMg, fluidMl: totals.totalFluidMl };
    return [
      drawing.perHour(amountsOf(perHour, write, total)),
      texts.assistant.inAll(amountsOf(all, write, total)),
    ];
  }
  const { carbGPerHrRange, sodiumMgPerHrRange, fluidMlPerHrRange } = prescription;
  const ranges = { carbG: carbGPerHrRange, sodiumMg: sodiumMgPerHrRange, fluidMl: fluidMlPerHrRange };
  return [
    drawing.perHour(
      amountsOf(
        ranges,
        ({ min, max }) => `${write(min)}–${write(max)}`,
        ({ min, max }) => `${total(min).replace(/\D+$/, '')}–${total(max)}`,
      ),
    ),
  ];
}

export const textOfInference = textOf(
  z.object({
    inferred_type: z.string(),
    confidence: z.number(),
    intensity_level: z.nullable(z.number()),
    is_race_event: z.boolean(),
    duration_min: z.nullable(z.number()),
  }),
  ({ inferredType, confidence, intensityLevel, isRaceEvent, durationMin }, texts) => {
    const { inferred, intensity, isRace, duration, noDuration } = texts.assistant;
    return [
      inferred({ sport: sportOf(texts, inferredType), confidencePercent: Math.round(confidence * 100) }),
      intensityLevel !== null && intensity({ level: intensityLevel }),
      isRaceEvent && isRace(),
      durationMin === null ? noDuration() : duration({ minutes: durationMin }),
    ];
  },
);

export const textOfProducts = textOf(
  z.object({
    data: z.array(z.object({ id: z.string(), brand: z.string(), name: z.string(), category: z.string() })),
    has_more: z.boolean(),
  }),
  ({ data, hasMore }, texts) => {
    const { products, noProducts, more, ofLabels } = texts.assistant;
    return [
      data.length === 0 ? noProducts() : products({ count: data.length }),
      hasMore && more(),
      ...data.map(
        ({ id, brand, name, category }) => `${id}: ${brand} ${name} (${categoryOf(texts, category)}).`,
      ),
      ofLabels(),
    ];
  },
);

const ownProduct = z.object({
  id: z.string(),
  format: z.enum(OWN_FORMATS),
  carb_g: z.nullable(z.number()),
  sodium_mg: z.nullable(z.number()),
  fluid_ml: z.nullable(z.number()),
});

export const textOfOwnProducts = textOf(
  z.object({
    data: z.array(ownProduct),
    has_more: z.boolean(),
  }),
  ({ data, hasMore }, texts) => {
    const { assistant, plan, planner, measures } = texts;
    const { carbG, sodiumMg, fluidMl } = plan.drawing;
    const figuresOf = (product: Read<typeof ownProduct>) =>
      planner.list([
        ...(product.carbG === null ? [] : [`${carbG()} ${figure(texts, product.carbG)} g`]),
        ...(product.sodiumMg === null ? [] : [`${sodiumMg()} ${figure(texts, product.sodiumMg)} mg`]),
        ...(product.fluidMl === null ? [] : [`${fluidMl()} ${measures.volume(product.fluidMl)}`]),
      ]);
    return [
      data.length === 0 ? assistant.noProducts() : assistant.products({ count: data.length }),
      hasMore && assistant.more(),
      ...data.map((product, index) => {
        const name = assistant.ownProduct({ number: index + 1, form: assistant.formats[product.format] });
        return `${plan.forms.headed({ head: `${product.id}, ${name}`, content: figuresOf(product) })}.`;
      }),
      assistant.ofAthlete(),
    ];
  },
);

const change = z.object({
  parameter: z.string(),
  before: z.number(),
  after: z.number(),
  unit: z.string(),
});

export const textOfFeedback = textOf(
  z.object({ learned: z.nullable(z.array(change)) }),
  ({ learned }, texts) => {
    const { feedbackStored, taught, taughtNothing, notADose } = texts.assistant;
    if (learned === null) return [feedbackStored()];
    const list = learned
      .map(
        ({ parameter, before, after, unit }) =>
          `${parameter} ${figure(texts, before)} → ${figure(texts, after)} ${unit}`,
      )
      .join('; ');
    return [feedbackStored(), list === '' ? taughtNothing() : taught({ list }), notADose()];
  },
);

const estimate = z.object({
  parameter: z.string(),
  mean: z.number(),
  standard_deviation: z.nullable(z.number()),
  unit: z.string(),
  observations: z.number(),
});

export const textOfLearned = textOf(z.object({ data: z.array(estimate) }), ({ data }, texts) => {
  const { known, knownNothing, notADose } = texts.assistant;
  const list = data
    .map(
      ({ parameter, mean, standardDeviation: deviation, unit, observations }) =>
        `${parameter} ${figure(texts, mean)}${deviation === null ? '' : ` ± ${figure(texts, deviation)}`} ${unit} (n = ${observations})`,
    )
    .join('; ');
  return [list === '' ? knownNothing() : known({ list }), notADose()];
});
