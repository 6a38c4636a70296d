import * as z from 'zod/mini';
import type { DocumentationByOperation } from '../http/operation-documentation.ts';
import { pageOf } from '../http/pagination.ts';
import { Athlete, athleteExample, WrittenAthlete } from './answer-schemas.ts';

const tag = 'Athletes';

export const athleteDocumentation: DocumentationByOperation = {
  createAthlete: {
    tag,
    summary: 'Create an athlete',
    description:
      "Creates an athlete in the key's environment. Everything is optional, and everything that you tell makes later prescriptions more personal; `missing_fields` says what would help most.",
    bodyExample: {
      external_id: 'rider-1042',
      sex: 'female',
      birth_year: 1991,
      body_mass_kg: 58,
      height_cm: 168,
      fitness_level: 6,
      sweat_level: 6,
      carb_tolerance_g_per_hr: 75,
      diet: { vegan: true },
    },
    responses: { 201: { description: 'The athlete.', schema: Athlete, example: athleteExample } },
  },
  listAthletes: {
    tag,
    summary: 'List athletes',
    description: "Your athletes in the key's environment, newest first.",
    responses: {
      200: {
        description: 'A page of athletes.',
        schema: pageOf(Athlete),
        example: { data: [athleteExample], has_more: false, next_cursor: null },
      },
    },
  },
  getAthlete: {
    tag,
    summary: 'Read an athlete',
    description: 'Honours `If-None-Match`.',
    responses: { 200: { description: 'The athlete.', schema: Athlete, example: athleteExample } },
  },
  updateAthlete: {
    tag,
    summary: 'Change an athlete',
    description:
      'Changes the fields that are sent; `null` clears one. A change of a field that the engine reads makes stored prescriptions stale. A token may not send `email` or `external_id` (403), and without `profile:read` sees identifier, environment, tier and dates only. Honours `If-Match`.',
    bodyExample: { body_mass_kg: 57.2, heat_acclimatized: true },
    responses: {
      200: {
        description: 'The athlete after the change.',
        schema: z.union([Athlete, WrittenAthlete]),
        example: athleteExample,
      },
    },
  },
};
