/** The words and types of the engine: sports, sessions, athletes, what a calculation shows. */

export { isMultiSportType, resolveLegs } from '../src/multisport.ts';
export {
  GUT_TRAINING_REASONS,
  type GutTrainingReason,
  RACE_FORMATS,
  SCENARIOS,
  STEP_MEASURES,
  type StepMeasure,
  type UncertaintyField,
  WARNING_CODES,
  type WarningCode,
} from '../src/names.ts';
export { type NoteCode, type NoteParameters, plainNote } from '../src/notes.ts';
export { CARB, SPORT_OF_TYPE } from '../src/tables.ts';
export {
  type ActivityType,
  type Driver,
  type DriverField,
  type EffortStep,
  type EngineActivity,
  type EngineAthlete,
  type Estimate,
  type EventWeather,
  type Explanation,
  type HealthFlags,
  type Intake,
  MULTI_SPORT_TYPES,
  type MultiSportType,
  type Note,
  type ProjectedEnd,
  type Projection,
  type RaceFormat,
  type RateRanges,
  type Rates,
  type Segment,
  type Sex,
  type ShownRange,
  SINGLE_SPORT_TYPES,
  type SingleSportType,
  UNKNOWN_ATHLETE,
  UNKNOWN_SESSION,
  type Weather,
  type WeatherHour,
} from '../src/types.ts';
