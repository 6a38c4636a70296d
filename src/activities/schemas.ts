import * as z from 'zod';
import { Feedback } from '../feedback/schemas.ts';
import { docs } from '../http/documentation.ts';
import { instant } from '../http/wire-fields.ts';
import { anyPrescription, attribution, Safety, safetyExample } from '../prescriptions/schemas.ts';
import { AttachedProduct, Coverage, emptyCoverageExample } from '../products/coverage-schemas.ts';
import { activityFields, activityType, durationMin } from './fields.ts';

export const ActivityInput = z.strictObject(activityFields).register(docs, { id: 'ActivityInput' });

export const ActivityPatch = z
  .strictObject({ ...activityFields, type: activityType.optional(), duration_min: durationMin.optional() })
  .register(docs, { id: 'ActivityPatch', description: 'An absent field stays as it is; `null` clears it.' });

const { type, duration_min, ...optional } = activityFields;

export const Activity = z
  .object({
    id: z.string(),
    athlete_id: z.string(),
    type,
    duration_min,
    intensity_level: optional.intensity_level.unwrap(),
    thermal_stress_level: optional.thermal_stress_level.unwrap(),
    is_race_event: optional.is_race_event.unwrap(),
    name: optional.name.unwrap(),
    scheduled_at: instant.nullable(),
    external_id: optional.external_id.unwrap(),
    weather: optional.weather.unwrap(),
    average_power_w: optional.average_power_w.unwrap(),
    altitude_m: optional.altitude_m.unwrap(),
    segments: optional.segments.unwrap(),
    prescription: anyPrescription
      .nullable()
      .register(docs, { description: 'Null before the first calculation.' }),
    safety: Safety.nullable(),
    prescription_stale: z.boolean().register(docs, {
      description:
        'Whether calculating again today would start from other inputs. False before the first calculation.',
    }),
    tier: z.enum(['teaser', 'full']),
    attribution: attribution.optional(),
    subscribe_url: z.url().optional().register(docs, { description: 'Teaser tier only.' }),
    products: z.array(AttachedProduct),
    coverage: Coverage.nullable().register(docs, { description: 'Null in teaser tier.' }),
    feedback: Feedback.nullable(),
    created_at: instant,
    updated_at: instant,
  })
  .register(docs, { id: 'Activity' });

export const ActivityTypeEntry = z
  .object({
    type: activityType,
    label: z.string(),
    is_multi_sport: z.boolean(),
    strava: z.array(z.string()),
    garmin_fit: z.array(z.string()),
    training_peaks: z.array(z.string()),
    polar: z.array(z.string()),
  })
  .register(docs, { id: 'ActivityType' });

export const activityExample = {
  id: 'act_01kajz8w3t5v9c2b7n4m6q8r0s',
  athlete_id: 'ath_t001jcc9q0x8v5n3m1t7k2b6h4dz',
  type: 'run',
  duration_min: 210,
  intensity_level: 7,
  thermal_stress_level: 4,
  is_race_event: true,
  name: 'City marathon',
  scheduled_at: '2026-11-29T08:00:00.000Z',
  external_id: null,
  weather: null,
  average_power_w: null,
  altitude_m: null,
  segments: null,
  prescription: {
    carb_g_per_hr: 60,
    sodium_mg_per_hr: 310,
    fluid_ml_per_hr: 340,
    total_carb_g: 210,
    total_sodium_mg: 1113,
    total_fluid_ml: 1204,
    calculated_at: '2026-11-21T09:30:00.000Z',
  },
  safety: safetyExample,
  prescription_stale: false,
  tier: 'full',
  products: [],
  coverage: emptyCoverageExample,
  feedback: null,
  created_at: '2026-11-21T09:30:00.000Z',
  updated_at: '2026-11-21T09:30:00.000Z',
};
