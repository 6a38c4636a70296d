import type { DocumentationByOperation } from '../http/operation-documentation.ts';
import { ActivityTypeInference, BrickInference } from './answer-schemas.ts';

const tag = 'Inference';

export const inferenceDocumentation: DocumentationByOperation = {
  inferActivityType: {
    tag,
    summary: 'Infer the type of a session from its title',
    description: [
      'Reads title, description and tags in English, German, French, Spanish, Italian, Dutch, Portuguese, Danish, Norwegian, Swedish, Polish, Czech, Catalan, Turkish, Russian, Ukrainian, Korean, Japanese and Chinese by a lexicon and a grammar; nothing is stored.',
      'Any text is answered: if nothing names a sport, the type is `other` with a confidence of at most 0.2. A word of a language that neither `locale` nor another word speaks gives at most 0.5, and the name of an indoor platform in front (Zwift, MyWhoosh, Rouvy, TrainingPeaks Virtual) leaves rides and runs.',
      "`recording` adds what the platform's file says, and is a question by itself: its sport decides except on legs of several sports, which the words tell; speed, climb, power and whether it was indoors weigh in as likelihoods, and `evidence` names them.",
      'With its distance, a moving time gives the speed and an elevation gain the climb; a heart rate weighs little, and `is_indoor` makes a run one on a treadmill and a ride one on a trainer. Names of sports that platforms use for anything (`Workout`, `Other`, `generic`, `Custom`, `training`, `Race`) come after figures and words.',
      '`duration_min` is null unless the title states a total, by time, by distance or by the race that it names: paces, clock times, pauses, climb, parts and stages are not totals.',
    ].join(' '),
    bodyExample: {
      title: 'Langer Lauf 28 km im Taunus',
      locale: 'de',
      recording: { sport: 'Run', distance_km: 28.1, moving_time_min: 168, elevation_gain_m: 410 },
    },
    responses: {
      200: {
        description: 'The likeliest type, and how sure that is.',
        schema: ActivityTypeInference,
        example: {
          inferred_type: 'run',
          confidence: 0.97,
          intensity_hint: 'endurance',
          intensity_level: 4,
          is_race_event: false,
          duration_min: 185,
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
  },
  inferBrick: {
    tag,
    summary: 'Infer the legs of a multi-sport session from its title',
    description:
      'Reads titles such as "Koppel 3h Rad → 45\' Lauf" or "3x(20\' bike + 5\' run)" into legs. Segments that are complete can be posted as the `segments` of an activity. A `recording` whose sport, distance or time is that of one leg answers that leg; else its moving time is the whole session\'s if `duration_min` is not sent.',
    bodyExample: { title: "Brick: 90' bike + 20' run" },
    responses: {
      200: {
        description: 'The legs that the words tell.',
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
  },
};
