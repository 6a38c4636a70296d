import { fluidLimitKind } from '@musette/engine/prescribe';
import { type UncertaintyField, WARNING_CODES } from '@musette/engine/types';
import { audienceOf, ownNumberOf, type Warning as StoredWarning } from '@musette/engine/warnings';
import { assumedText, type Texts, warningText } from '@musette/languages/texts';
import * as z from 'zod/mini';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { between } from '#platform/http/wire-fields.ts';
import { fluidLimitFields } from './fluid-limit-shape.ts';
import type { PrescriptionNumbers } from './prescription-shape.ts';

/** Members of a warning besides its code. */
export const warningFields = {
  severity: documented(z.enum(['info', 'caution', 'danger']), {
    id: 'WarningSeverity',
    description: 'How serious it is.',
  }),
  message: described(z.string(), "Text for the athlete, with the athlete's own figures. Show it verbatim."),
};

/** Who reads a warning. */
const audience = documented(z.enum(['everyone', 'partner']), {
  id: 'WarningAudience',
  description:
    '`everyone`: show the message to the athlete. `partner`: for you and for coaches. Athletes read `assumed` of `safety` instead. Only an info can be for partners.',
});

/** The missing fields that a warning names, spelled as in requests. */
const NEEDED_FIELDS = {
  mass: 'body_mass_kg',
  intensity: 'intensity_level',
  heat: 'thermal_stress_level',
  fitness: 'fitness_level',
  sex: 'sex',
  age: 'birth_year',
} as const satisfies Record<UncertaintyField, string>;

/** The details that a doubted weight contradicts, and the inputs that may need more than the stated fitness sustains. */
const MASS_DOUBTS = ['height', 'before', 'size'] as const;
const HARD_INPUTS = ['measured', 'course'] as const;

const Warning = documented(
  z.object({
    code: documented(z.enum(WARNING_CODES), {
      id: 'WarningCode',
      description: 'Stable: the meaning of a code never changes. Later versions may add codes.',
    }),
    ...warningFields,
    audience,
    field: described(
      z.optional(z.enum(Object.values(NEEDED_FIELDS))),
      '`INPUT_NEEDED` only: the field to add. Omitted if it is the weight of an athlete who must not be asked for it.',
    ),
    least_kg: described(
      z.optional(z.nullable(z.number())),
      '`VERY_LONG_EVENT` only: the least weight to lose by the finish. Null below 8 hours, and if weight is missing, doubted or hidden.',
    ),
    most_kg: described(
      z.optional(z.nullable(z.number())),
      '`VERY_LONG_EVENT` only: the most. Null as `least_kg`.',
    ),
    plan_kg: described(
      z.optional(z.nullable(z.number())),
      '`VERY_LONG_EVENT` only: the weight that this plan alone may cost, where its careful limit leaves it dry. Else null.',
    ),
    reason: described(
      z.optional(z.enum(MASS_DOUBTS)),
      '`MASS_UNLIKELY` only: what the weight does not fit. `size`: without a height it may be in pounds.',
    ),
    stated_g_per_hr: described(
      z.optional(z.number()),
      '`CARB_TOLERANCE_UNLIKELY` only: the tolerance as stated.',
    ),
    used_g_per_hr: described(
      z.optional(z.number()),
      '`CARB_TOLERANCE_UNLIKELY` only: the tolerance that counts instead.',
    ),
    intensity: described(z.optional(z.boolean()), '`ASSUMED` only: true if the intensity was assumed.'),
    heat: described(z.optional(z.boolean()), '`ASSUMED` only: true if heat level and weather were assumed.'),
    age: described(z.optional(z.boolean()), '`ASSUMED` only: true if the age was assumed.'),
    effort_above_fitness: described(
      z.optional(z.nullable(z.enum(HARD_INPUTS))),
      '`CONFLICTING_INPUT` only: what needs more than the stated fitness sustains, pace or power or the course. Null if nothing does.',
    ),
  }),
  { id: 'Warning' },
);

export const Safety = documented(
  z.object({
    max_safe_fluid_ml_per_hr: described(
      z.number(),
      'Planning limit, not a threshold of harm. In our model, if people like this athlete drank exactly this, thirsty or not: up to 4 hours fewer than 1 in 40 fall below 135 mmol/L. In longer events fewer than 1 in 20 fall to 130, where most symptoms begin, over any 12 hours without one check of weight or urine. From 8 hours finishers’ own weight protects them: see `fluid_limit_kind` and `steady_water_mass_change_percent`.',
    ),
    ...fluidLimitFields,
    max_safe_sodium_mg_per_hr: described(z.number(), 'Planning limit for sodium.'),
    confidence_score: described(
      between(0, 1),
      'How often a full lab work-up would land within 30% of the three numbers, as a share from 0 to 1.',
    ),
    not_instructions: z.literal(true),
    assumed: described(
      z.nullable(z.string()),
      'What was assumed because nobody stated it, in a sentence for the athlete: show it in place of `ASSUMED`. Null if nothing was.',
    ),
    warnings: z.array(Warning),
    requires_human_review: z.boolean(),
  }),
  {
    id: 'Safety',
    description: 'Calculated for this athlete and identical in every tier. Always show it with the numbers.',
  },
);

export type Safety = z.output<typeof Safety>;

export const safetyExample: Safety = {
  max_safe_fluid_ml_per_hr: 870,
  fluid_limit_kind: 'risk_limit',
  fluid_limit_text:
    'If people like you drank exactly this, thirsty or not, fewer than 1 in 40 would fall below 135 mmol/L of blood sodium.',
  max_safe_sodium_mg_per_hr: 1150,
  confidence_score: 0.715,
  not_instructions: true,
  assumed: null,
  warnings: [
    {
      code: 'HEAT_CAUTION',
      severity: 'caution',
      audience: 'everyone',
      message:
        'Hot conditions. Start slower, and use shade and cooling. Stop if you feel chilled, dizzy or confused.',
    },
    {
      code: 'SWEAT_EXCEEDS_GUT',
      severity: 'info',
      audience: 'everyone',
      message:
        'You may sweat about 1.0 litres per hour, more than your stomach can take in at this effort. Don’t try to replace it all. Pacing and cooling help more.',
    },
  ],
  requires_human_review: false,
};

/** Renders stored warnings: code, severity, the text to show, and the field to add, if any. */
export function warningsToWire(warnings: readonly StoredWarning[], texts: Texts): Safety['warnings'] {
  return warnings.map((warning) => ({
    code: warning.code,
    severity: warning.severity,
    audience: audienceOf(warning.code),
    message: warningText(texts, warning),
    ...detailsOf(warning),
  }));
}

/** Returns the parameters of a warning that programs need. */
function detailsOf(warning: StoredWarning) {
  switch (warning.code) {
    case 'INPUT_NEEDED': {
      const { field, hidesMass } = warning.parameters;
      return field === 'mass' && hidesMass ? {} : { field: NEEDED_FIELDS[field] };
    }
    case 'VERY_LONG_EVENT':
      return {
        least_kg: warning.parameters.leastKg,
        most_kg: warning.parameters.mostKg,
        plan_kg: warning.parameters.planKg,
      };
    case 'CARB_TOLERANCE_UNLIKELY': {
      const { statedGPerHr, usedGPerHr } = warning.parameters;
      return { stated_g_per_hr: statedGPerHr, used_g_per_hr: usedGPerHr };
    }
    case 'ASSUMED':
      return warning.parameters;
    case 'MASS_UNLIKELY':
      return { reason: warning.parameters.against };
    case 'CONFLICTING_INPUT':
      return { effort_above_fitness: warning.parameters.effortAboveFitness };
    default:
      return {};
  }
}

/** Returns what a fluid ceiling means, for the session that was calculated. */
export function fluidLimitToWire(
  { durationMin, warnings }: Pick<PrescriptionNumbers, 'durationMin' | 'warnings'>,
  texts: Texts,
) {
  const hours = durationMin / 60;
  const kind = fluidLimitKind(hours);
  const { leastKg, mostKg } = ownNumberOf(warnings);
  return {
    fluid_limit_kind: kind,
    fluid_limit_text: texts.fluidLimit({ kind, hours, leastKg, mostKg }, texts.measures),
  };
}

/** Maps the safety data to the wire, identical in every tier. */
export function safetyToWire(numbers: PrescriptionNumbers, texts: Texts): Safety {
  return {
    max_safe_fluid_ml_per_hr: numbers.maxSafeFluidMlPerHr,
    ...fluidLimitToWire(numbers, texts),
    max_safe_sodium_mg_per_hr: numbers.maxSafeSodiumMgPerHr,
    confidence_score: numbers.confidenceScore,
    not_instructions: true,
    assumed: assumedText(numbers.warnings, texts),
    warnings: warningsToWire(numbers.warnings, texts),
    requires_human_review: numbers.requiresHumanReview,
  };
}
