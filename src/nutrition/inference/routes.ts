import type { ActivityType } from '@musette/engine/types';
import { isVagueSport, typeOfSport } from '@musette/files/activity-types';
import type { InferenceInput } from '@musette/titles/infer';
import type { Recording } from '@musette/titles/recording';
import type * as z from 'zod/mini';
import { ok } from '#platform/http/answer.ts';
import { defineRoute } from '#platform/http/route.ts';
import { DISTANCE_KM_MAX, DISTANCE_KM_MIN } from '../records/course.ts';
import { ActivityTypeInference, BrickInference } from './inference-shape.ts';
import { ActivityTypeInferenceInput, BrickInferenceInput } from './requests.ts';

const tag = 'Inference';

export const inferenceRoutes = [
  defineRoute({
    method: 'POST',
    path: '/v1/inference/activity-type',
    operationId: 'inferActivityType',
    tag,
    summary: 'Infer the type of a session from its title',
    description: [
      'Reads title, description and tags in English, German, French, Spanish, Italian, Dutch, Portuguese, Danish, Norwegian, Swedish, Polish, Czech, Catalan, Turkish, Russian, Ukrainian, Korean, Japanese and Chinese using a lexicon and a grammar. Nothing is stored. English and Chinese were measured on real titles, the other seventeen languages only on titles written for the purpose.',
      'Any text gets an answer. If nothing names a sport, the type is `other` with a confidence of at most 0.2. A word in a language confirmed by neither `locale` nor another word gives at most 0.5. If a title starts with an indoor platform (Zwift, MyWhoosh, Rouvy, TrainingPeaks Virtual), only rides and runs are considered.',
      "`recording` adds what the platform's file says, and may be sent alone. A sport named there wins, unless the title states legs whose amounts add up to the recorded time within 25%. Speed, distance, time, climb, power and indoor setting count as likelihoods, and `evidence` names them.",
      'Together with the distance, moving time gives the speed and elevation gain the climb. Heart rate weighs little. `is_indoor` turns a run into a treadmill run and a ride into an indoor ride. Sport names that platforms use for anything (`Workout`, `Other`, `generic`, `Custom`, `training`, `Race`) count less than figures and words.',
      '`duration_min` is null unless the texts state the total of the session, by time, by distance or as the race itself. The parts that a text lists count as their sum with repetitions, or null if one has no time. A description in the text form of intervals.icu (`- 10m 60%`) counts its steps. Paces, efforts, times of day, send-offs, repetitions, pauses, climb, a single part, stages, legs of a relay, the kilometres of a pacer, ages and codes such as `W01D6a` are not totals. A range counts as its upper end. A distance is converted at the recorded speed if there is one, otherwise at a typical speed.',
    ].join(' '),
    bodyExample: {
      title: 'Langer Lauf 28 km im Taunus',
      locale: 'de',
      recording: { sport: 'Run', distance_km: 28.1, moving_time_min: 168, elevation_gain_m: 410 },
    },
    responses: {
      200: {
        description: 'The most likely type and its confidence.',
        schema: ActivityTypeInference,
        example: {
          inferred_type: 'run',
          confidence: 0.97,
          intensity_hint: 'endurance',
          intensity_level: 4,
          is_race_event: false,
          duration_min: 167,
          is_multi_sport: false,
          alternatives: [],
          evidence: [
            'recording: sport "Run"',
            'recording: speed 10 km/h',
            'recording: climb 14.6 m/km',
            'run: "langer lauf" (title, de)',
            'intensity endurance: "langer lauf"',
          ],
        },
      },
    },
    access: 'partner',
    scope: 'activities:read',
    body: ActivityTypeInferenceInput,
    errors: [],
    async handler(_ctx, { body }) {
      const { inferActivityType, lexicon } = await loadInference();
      const inferred = inferActivityType(toInput(body), lexicon);
      return ok(
        {
          inferred_type: inferred.inferredType,
          confidence: inferred.confidence,
          intensity_hint: inferred.intensityHint,
          intensity_level: inferred.intensityLevel,
          is_race_event: inferred.isRaceEvent,
          duration_min: inferred.durationMin,
          is_multi_sport: inferred.isMultiSport,
          alternatives: [...inferred.alternatives],
          evidence: [...inferred.evidence],
        },
        { locale: body.locale ?? null },
      );
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/v1/inference/activity-type/brick',
    operationId: 'inferBrick',
    tag,
    summary: 'Infer the legs of a multi-sport session from its title',
    description:
      'Reads titles such as "Koppel 3h Rad → 45\' Lauf" or "3x(20\' bike + 5\' run)" into legs. Complete segments can be posted as the `segments` of an activity. A `recording` that names one sport, or matches the distance or time of one leg, describes that leg, unless all legs together took its time. Otherwise its moving time is used for the whole session if `duration_min` is not provided.',
    bodyExample: { title: "Brick: 90' bike + 20' run" },
    responses: {
      200: {
        description: 'The legs stated in the text.',
        schema: BrickInference,
        example: {
          is_multi_sport: true,
          inferred_type: 'brick',
          confidence: 0.95,
          segments: [
            { type: 'bike', duration_min: 90, distance_km: null, intensity_level: null },
            { type: 'run', duration_min: 20, distance_km: null, intensity_level: null },
          ],
          total_duration_min: 110,
        },
      },
    },
    access: 'partner',
    scope: 'activities:read',
    body: BrickInferenceInput,
    errors: [],
    async handler(_ctx, { body }) {
      const input = { ...toInput(body), durationMin: body.duration_min ?? null };
      const { inferBrick, lexicon } = await loadInference();
      const inferred = inferBrick(input, lexicon);
      return ok({
        is_multi_sport: inferred.isMultiSport,
        inferred_type: inferred.inferredType,
        confidence: inferred.confidence,
        segments: inferred.segments.map((leg) => ({
          type: leg.type,
          duration_min: leg.durationMin,
          distance_km: legKmOrNull(leg.distanceKm),
          intensity_level: leg.intensityLevel,
        })),
        total_duration_min: inferred.totalDurationMin,
      });
    },
  }),
];

/** Loads the inference and its word lists on an isolate's first use, because no other request needs them. */
async function loadInference() {
  const [inference, { loadLexicon }] = await Promise.all([
    import('@musette/titles/infer'),
    import('@musette/titles/lexicon'),
  ]);
  return { ...inference, lexicon: loadLexicon() };
}

function toInput({
  title,
  description,
  tags,
  locale,
  recording,
}: z.output<typeof ActivityTypeInferenceInput>): InferenceInput {
  return {
    title: title ?? null,
    description: description ?? null,
    tags: tags ?? [],
    locale: locale ?? null,
    recording: recording ? toRecording(recording) : null,
    tagTypes: typesOfTags(tags ?? []),
  };
}

/** Returns a leg's distance if an activity accepts it, so that the legs can be posted unchanged. */
function legKmOrNull(distanceKm: number | null): number | null {
  return distanceKm !== null && distanceKm >= DISTANCE_KM_MIN && distanceKm <= DISTANCE_KM_MAX
    ? distanceKm
    : null;
}

function toRecording(
  recording: NonNullable<z.output<typeof ActivityTypeInferenceInput>['recording']>,
): Recording {
  const sport = recording.sport || null;
  return {
    sport,
    sportType: sport === null ? null : typeOfSport(sport),
    isVague: sport !== null && isVagueSport(sport),
    distanceKm: recording.distance_km ?? null,
    movingTimeMin: recording.moving_time_min ?? null,
    elevationGainM: recording.elevation_gain_m ?? null,
    averagePowerW: recording.average_power_w ?? null,
    averageHeartRateBpm: recording.average_heart_rate_bpm ?? null,
    isIndoor: recording.is_indoor ?? null,
  };
}

function typesOfTags(tags: readonly string[]): ReadonlyMap<string, ActivityType> {
  return new Map(
    tags.flatMap((tag) => {
      const type = isVagueSport(tag) ? null : typeOfSport(tag);
      return type === null ? [] : [[tag, type] as const];
    }),
  );
}
