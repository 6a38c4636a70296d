import * as z from 'zod/mini';
import type { UncertaintyField } from '#core/engine/names.ts';
import {
  type Warning as StoredWarning,
  WARNING_SEVERITIES,
  type WarningCode,
} from '#core/engine/warning-codes.ts';
import { type Texts, warningText } from '#core/languages/texts.ts';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { between } from '#platform/http/wire-fields.ts';
import type { PrescriptionNumbers } from './prescription-shape.ts';

/** Members of a warning beside its code. */
export const warningFields = {
  severity: documented(z.enum(['info', 'caution', 'danger']), {
    id: 'WarningSeverity',
    description: 'How serious it is.',
  }),
  message: described(
    z.string(),
    "Words for the athlete, with the athlete's own figures. Show them as they are.",
  ),
};

const warningCodes = Object.keys(WARNING_SEVERITIES).filter(
  (name): name is WarningCode => name in WARNING_SEVERITIES,
);

/** The fields whose absence a warning names, as requests name them. */
const NEEDED_FIELDS = {
  mass: 'body_mass_kg',
  intensity: 'intensity_level',
  heat: 'thermal_stress_level',
  fitness: 'fitness_level',
  sex: 'sex',
  age: 'birth_year',
} as const satisfies Record<UncertaintyField, string>;

const Warning = documented(
  z.object({
    code: documented(z.enum(warningCodes), {
      id: 'WarningCode',
      description: 'Stable; its meaning never changes. Later versions may add codes.',
    }),
    ...warningFields,
    field: described(
      z.optional(z.enum(Object.values(NEEDED_FIELDS))),
      'Only of `INPUT_NEEDED`: the field to add. It is left out where it is the weight of an athlete who must not be asked for it.',
    ),
  }),
  { id: 'Warning' },
);

export const Safety = documented(
  z.object({
    max_safe_fluid_ml_per_hr: described(
      z.number(),
      'Planning limit, not a threshold of harm. If people like this athlete drank exactly this, thirsty or not, for the whole event, or in longer events for any 12 hours without once checking weight or urine, fewer than 1 in 20 would dilute their blood to 130 mmol/L, where symptoms begin. Up to 4 hours it is stricter: fewer than 1 in 40 below 135. Beyond 12 hours it no longer protects someone who sweats little and never checks: the weight rule of `VERY_LONG_EVENT` does.',
    ),
    max_safe_sodium_mg_per_hr: described(z.number(), 'Planning limit for sodium.'),
    confidence_score: described(
      between(0, 1),
      'Expected share of the three numbers that a full laboratory work-up would leave within 30 %.',
    ),
    not_instructions: z.literal(true),
    warnings: z.array(Warning),
    requires_human_review: z.boolean(),
  }),
  {
    id: 'Safety',
    description: 'Calculated for the athlete and the same in every tier. It must be shown with the numbers.',
  },
);

export type Safety = z.output<typeof Safety>;

export const safetyExample = {
  max_safe_fluid_ml_per_hr: 880,
  max_safe_sodium_mg_per_hr: 1160,
  confidence_score: 0.846,
  not_instructions: true,
  warnings: [
    {
      code: 'HEAT_CAUTION',
      severity: 'caution',
      message:
        'Hot conditions. Start slower, and use shade and cooling. Stop if you feel chilled, dizzy or confused.',
    },
    {
      code: 'SWEAT_EXCEEDS_GUT',
      severity: 'info',
      message:
        'You may sweat about 1.1 litres per hour, more than your stomach can take in at this effort. Don’t try to replace it all. Pacing and cooling help more.',
    },
  ],
  requires_human_review: false,
} satisfies Safety;

/** Renders stored warnings: code, severity, the sentence that must be shown, and the field that one of them asks for. */
export function warningsToWire(warnings: readonly StoredWarning[], texts: Texts): Safety['warnings'] {
  return warnings.map((warning) => ({
    code: warning.code,
    severity: warning.severity,
    message: warningText(texts, warning),
    ...neededField(warning),
  }));
}

function neededField(warning: StoredWarning) {
  if (warning.code !== 'INPUT_NEEDED') return {};
  const { field, hidesMass } = warning.parameters;
  return field === 'mass' && hidesMass ? {} : { field: NEEDED_FIELDS[field] };
}

/** Maps the safety data to the wire: the same in every tier. */
export function safetyToWire(numbers: PrescriptionNumbers, texts: Texts): Safety {
  return {
    max_safe_fluid_ml_per_hr: numbers.maxSafeFluidMlPerHr,
    max_safe_sodium_mg_per_hr: numbers.maxSafeSodiumMgPerHr,
    confidence_score: numbers.confidenceScore,
    not_instructions: true,
    warnings: warningsToWire(numbers.warnings, texts),
    requires_human_review: numbers.requiresHumanReview,
  };
}
