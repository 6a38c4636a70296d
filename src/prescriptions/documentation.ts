import type { DocumentationByOperation } from '../http/operation-documentation.ts';
import { BatchAnswer, barePrescription, Envelope, envelopeExample, prescriptionExample } from './schemas.ts';

const tag = 'Prescriptions';
const scenarioExample = {
  profile: { sex: 'male', birth_year: 1990, body_mass_kg: 70, height_cm: 177, fitness_level: 4 },
  activity: {
    type: 'run',
    duration_min: 210,
    intensity_level: 7,
    thermal_stress_level: 4,
    is_race_event: true,
  },
};

export const prescriptionDocumentation: DocumentationByOperation = {
  calculatePrescription: {
    tag,
    summary: 'Calculate the prescription of an activity',
    description:
      'Calculates from the activity and the profile of this moment, stores the result over any earlier one and answers the prescription itself. The safety data is in the envelope that `Content-Location` names; show them together.',
    responses: {
      200: {
        description: 'The prescription, not wrapped.',
        schema: barePrescription,
        example: prescriptionExample,
        headers: { 'Content-Location': 'Where the envelope with the safety data can be read.' },
      },
    },
  },
  getPrescription: {
    tag,
    summary: 'Read the prescription of an activity',
    description:
      'The most recently calculated prescription with its safety data. `stale` tells that the activity, the profile or the engine has changed since. Honours `If-None-Match`; the tag changes with anything that would change the numbers.',
    responses: { 200: { description: 'The envelope.', schema: Envelope, example: envelopeExample } },
  },
  calculateNutrition: {
    tag,
    summary: 'Calculate without storing',
    description:
      'A prescription for an activity that need not exist, for a stored athlete, for the profile in the request, or for the one laid over the other. Nothing is stored.',
    bodyExample: scenarioExample,
    responses: { 200: { description: 'The envelope.', schema: Envelope, example: envelopeExample } },
  },
  calculateNutritionBatch: {
    tag,
    summary: 'Calculate up to 50 scenarios without storing',
    description:
      'Answers in the order of the scenarios. An invalid, unknown or other-environment scenario is an `error` item whose pointers are relative to that scenario; the others are not affected.',
    bodyExample: { scenarios: [scenarioExample] },
    responses: {
      200: {
        description: 'One result a scenario.',
        schema: BatchAnswer,
        example: { results: [envelopeExample] },
      },
    },
  },
};
