import * as z from 'zod/mini';
import { described, documented } from '../http/openapi-metadata.ts';
import { instant, readable } from '../http/wire-fields.ts';
import { withheldSchema } from '../http/withheld-schema.ts';
import { Feedback } from '../learning/answers.ts';
import {
  anyPrescription,
  prescriptionExample,
  Safety,
  safetyExample,
  tierFields,
} from '../prescriptions/answers.ts';
import { AttachedProduct, Coverage, emptyCoverageExample } from '../products/coverage-answers.ts';
import { activityFields, activityType } from '../records/activity-fields.ts';

const { type, duration_min, ...optional } = activityFields;

export const Activity = documented(
  z.object({
    id: z.string(),
    athlete_id: z.string(),
    type,
    duration_min,
    intensity_level: readable(optional.intensity_level),
    thermal_stress_level: readable(optional.thermal_stress_level),
    is_race_event: readable(optional.is_race_event),
    name: readable(optional.name),
    scheduled_at: z.nullable(instant),
    external_id: readable(optional.external_id),
    weather: readable(optional.weather),
    average_power_w: readable(optional.average_power_w),
    altitude_m: readable(optional.altitude_m),
    segments: readable(optional.segments),
    prescription: described(
      z.nullable(anyPrescription),
      'Null before the first calculation, and to a token without `prescriptions:read`.',
    ),
    safety: described(z.nullable(Safety), 'Null if `prescription` is.'),
    prescription_stale: described(
      z.nullable(z.boolean()),
      'True if a recalculation today would start from other inputs. False before the first calculation; null to a token without `prescriptions:read`.',
    ),
    ...tierFields,
    products: described(
      z.nullable(z.array(AttachedProduct)),
      'Null to a token without `activities:read` and `products:read`.',
    ),
    coverage: described(
      z.nullable(Coverage),
      'Null in teaser tier, and to a token without `activities:read`, `products:read` and `prescriptions:read`.',
    ),
    feedback: described(
      z.nullable(Feedback),
      'Null if none was given, and to a token without `activities:read` and `profile:read`.',
    ),
    created_at: instant,
    updated_at: instant,
  }),
  { id: 'Activity' },
);

const OWN_FIELDS = Object.keys(activityFields);

export const WrittenActivity = withheldSchema(
  Activity,
  Object.keys(Activity.shape).filter((name) => !OWN_FIELDS.includes(name)),
  {
    id: 'WrittenActivity',
    description: 'An activity as a token with `activities:write` and without `activities:read` sees it.',
  },
);

export const ActivityTypeEntry = documented(
  z.object({
    type: activityType,
    label: z.string(),
    is_multi_sport: z.boolean(),
    strava: z.array(z.string()),
    garmin_fit: z.array(z.string()),
    training_peaks: z.array(z.string()),
    polar: z.array(z.string()),
  }),
  { id: 'ActivityType' },
);

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
  prescription: prescriptionExample,
  safety: safetyExample,
  prescription_stale: false,
  tier: 'full',
  products: [],
  coverage: emptyCoverageExample,
  feedback: null,
  created_at: '2026-11-21T09:30:00.000Z',
  updated_at: '2026-11-21T09:30:00.000Z',
};
