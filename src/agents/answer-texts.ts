import * as z from 'zod/mini';
import { type Camelized, fromWire } from '../http/wire-case.ts';
import { anyPrescription, Safety } from '../prescriptions/answers.ts';
import { TEXTS } from './texts.ts';

type Sentences = readonly (string | false)[];

/**
 * Makes the text of a tool's answer from the few members that it says, so that an answer may gain others. An answer of
 * another shape is said by a reference to the structured content, without a number.
 */
function textOf<Schema extends z.ZodMiniType>(
  schema: Schema,
  say: (answer: Camelized<z.output<Schema>>) => Sentences,
): (answer: unknown) => string {
  return (answer) => {
    const read = z.safeParse(schema, answer);
    return read.success ? say(fromWire(read.data)).filter(Boolean).join(' ') : TEXTS.readStructured;
  };
}

type Read<Schema extends z.ZodMiniType> = Camelized<z.output<Schema>>;

const envelope = z.object({
  prescription: anyPrescription,
  safety: Safety,
  tier: z.string(),
  stale: z.boolean(),
});

export const textOfEnvelope = textOf(envelope, sayEnvelope);

function sayEnvelope({ prescription, safety, tier, stale }: Read<typeof envelope>): Sentences {
  return [
    stale && TEXTS.stale,
    ...sayDose(prescription),
    tier === 'teaser' && TEXTS.teaser,
    TEXTS.safety(safety),
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
  (answer) => [...sayEnvelope(answer), ...sayExplanation(answer.explanation)],
);

function sayExplanation(explained: Read<typeof explanation> | undefined): Sentences {
  if (!explained) return [];
  const { sweatRate, carbohydrate, fluid, sodium, advice } = explained;
  const quantities = Object.entries({ 'sweat rate': sweatRate, carbohydrate, fluid, sodium });
  const said = quantities.map(([name, { steps }]) => {
    const notes = steps.map(({ note }) => note);
    return TEXTS.steps(name, notes);
  });
  return [...said, advice.length > 0 && TEXTS.advice(advice)];
}

const activity = z.object({
  id: z.string(),
  type: z.nullable(z.string()),
  duration_min: z.nullable(z.number()),
  scheduled_at: z.nullable(z.string()),
  prescription: z.nullable(anyPrescription),
  safety: z.nullable(Safety),
  prescription_stale: z.nullable(z.boolean()),
});

export const textOfActivity = textOf(activity, sayActivity);

export const textOfActivities = textOf(
  z.object({ data: z.array(activity), has_more: z.boolean() }),
  ({ data, hasMore }) => [TEXTS.activityCount(data.length, hasMore), ...data.flatMap(sayActivity)],
);

/** Says no dose without its safety data: an answer that had one without the other is said to have none. */
function sayActivity(shown: Read<typeof activity>): Sentences {
  const { prescription, safety } = shown;
  const dose =
    prescription && safety
      ? [shown.prescriptionStale === true && TEXTS.stale, ...sayDose(prescription), TEXTS.safety(safety)]
      : [TEXTS.notCalculated];
  return [TEXTS.session(shown), ...dose];
}

function sayDose(prescription: Read<typeof anyPrescription>): Sentences {
  if ('totalCarbG' in prescription) {
    const { totalCarbG: carbG, totalSodiumMg: sodiumMg, totalFluidMl: fluidMl } = prescription;
    return [TEXTS.dose(prescription), TEXTS.totals({ carbG, sodiumMg, fluidMl })];
  }
  const { carbGPerHrRange, sodiumMgPerHrRange, fluidMlPerHrRange } = prescription;
  return [TEXTS.doseRanges(carbGPerHrRange, sodiumMgPerHrRange, fluidMlPerHrRange)];
}

const fullPlan = z.object({
  safety: Safety,
  prescription_stale: z.boolean(),
  timeline: z.array(
    z.object({
      at_min: z.number(),
      items: z.array(z.object({ name: z.string(), servings: z.number(), fluid_ml: z.number() })),
    }),
  ),
  totals: z.object({ carb_g: z.number(), sodium_mg: z.number(), fluid_ml: z.number() }),
  coverage: z.object({ warnings: z.array(z.object({ message: z.string() })) }),
  notes: z.array(z.object({ message: z.string() })),
});

const teaserPlan = z.object({ safety: Safety, categories: z.array(z.string()) });

export const textOfFuelPlan = textOf(z.union([fullPlan, teaserPlan]), (plan) =>
  'timeline' in plan
    ? sayPlan(plan)
    : [TEXTS.teaser, TEXTS.categories(plan.categories), TEXTS.safety(plan.safety)],
);

function sayPlan({
  safety,
  prescriptionStale,
  timeline,
  totals,
  coverage,
  notes,
}: Read<typeof fullPlan>): Sentences {
  const marks = timeline.map(({ atMin, items }) => TEXTS.mark(atMin, items.map(TEXTS.item)));
  const warnings = [...coverage.warnings, ...notes].map(({ message }) => message);
  return [
    prescriptionStale && TEXTS.stale,
    ...(marks.length === 0 ? [TEXTS.emptyPlan] : [...marks, TEXTS.planned(totals)]),
    warnings.length > 0 && TEXTS.planWarnings(warnings),
    TEXTS.safety(safety),
  ];
}

export const textOfInference = textOf(
  z.object({
    inferred_type: z.string(),
    confidence: z.number(),
    intensity_hint: z.string(),
    intensity_level: z.nullable(z.number()),
    is_race_event: z.boolean(),
    duration_min: z.nullable(z.number()),
  }),
  (inferred) => [
    TEXTS.inferred(inferred.inferredType, inferred.confidence),
    TEXTS.inferredEffort(inferred.intensityHint, inferred.intensityLevel),
    inferred.isRaceEvent && TEXTS.isRace,
    TEXTS.inferredDuration(inferred.durationMin),
  ],
);

export const textOfProducts = textOf(
  z.object({
    data: z.array(z.object({ id: z.string(), brand: z.string(), name: z.string(), category: z.string() })),
    has_more: z.boolean(),
  }),
  ({ data, hasMore }) => [
    TEXTS.productCount(data.length, hasMore),
    ...data.map(TEXTS.product),
    TEXTS.labelFigures,
  ],
);

const change = z.object({
  parameter: z.string(),
  before: z.number(),
  after: z.number(),
  unit: z.string(),
});

export const textOfFeedback = textOf(z.object({ learned: z.nullable(z.array(change)) }), ({ learned }) => [
  TEXTS.feedbackStored,
  ...(learned === null ? [] : [TEXTS.learnedFrom(learned), TEXTS.notADose]),
]);

const estimate = z.object({
  parameter: z.string(),
  mean: z.number(),
  standard_deviation: z.number(),
  unit: z.string(),
  observations: z.number(),
});

export const textOfLearned = textOf(z.object({ data: z.array(estimate) }), ({ data }) => [
  TEXTS.learned(data),
  TEXTS.notADose,
]);
