/**
 * Short notes of explanations, learning and advice as values: a code and its parameters. Texts outside the engine
 * render them.
 */

import type { EnergyLevel, GiComfort, HydrationFeel, SingleSportType, UncertaintyField } from './names.ts';

interface Percent {
  readonly percent: number;
}

interface Felt {
  readonly feel: HydrationFeel;
  readonly fluidMlPerHr: number;
}

/** Source of a session's intake: noted, prescribed, or the amount that would have been prescribed. */
export type IntakeSource = 'noted' | 'prescribed' | 'presumed';

interface GutAnswer {
  readonly comfort: GiComfort;
  readonly carbGPerHr: number;
  readonly intake: IntakeSource;
}

interface EnergyAnswer {
  readonly energy: EnergyLevel;
  readonly carbGPerHr: number;
  readonly intake: IntakeSource;
}

/** Sugars that a rate requires: any, or glucose and fructose in a ratio. */
export type SugarHint = 'any' | 'two_to_one' | 'one_to_zero_point_eight';

/** The four goals for fluid; the largest sets the target. */
type FluidWish = 'share_of_sweat' | 'allowed_loss' | 'plasma_sodium' | 'carbohydrate_carrier';

/** A class of athletes by how readily their kidneys keep surplus water. */
export type RetentionKind = 'usual' | 'older' | 'impaired';

type None = Readonly<Record<string, never>>;

/** Every code with the parameters of its phrase. */
export interface NoteParameters {
  as_provided: None;
  assumed: None;
  from_weather: None;
  from_level: None;
  changes_nothing: None;
  leg: { readonly type: SingleSportType; readonly minutes: number; readonly ofMinutes: number };
  average_over_legs: None;
  level_fraction: None;
  level_fraction_not_used: None;
  sustainable_fraction: None;
  fraction: None;
  fraction_measured: None;
  fraction_impossible: None;
  vo2max_stated: None;
  vo2max_ftp: None;
  vo2max_fitness_level: None;
  usable_vo2max_share: None;
  metabolic_level: None;
  metabolic_default: None;
  metabolic_impossible: None;
  metabolic_power: None;
  metabolic_pace: None;
  metabolic_course: None;
  thermal_level: None;
  thermal_level_of_weather: { readonly shown: number };
  water_of_level: None;
  effective_temperature: None;
  humidity: None;
  surface: None;
  skin_temperature: None;
  heat_produced: None;
  dry_exchange: None;
  added_heat: None;
  shade: None;
  required_evaporation: None;
  evaporative_efficiency: None;
  sweat_per_surface: None;
  average_person: None;
  average_person_in_water: None;
  duration_factor: None;
  age_factor: None;
  acclimatization_factor: None;
  personal_learned: None;
  personal_measured: None;
  personal_self_report: None;
  personal_none: None;
  sweat_rate: { readonly highestLPerHr: number };
  guideline: { readonly hours: number };
  intensity_factor: None;
  race_factor: None;
  training_factor: None;
  size_factor: None;
  sport_factor: None;
  fade_factor: None;
  short_session_factor: None;
  need_factor: None;
  unfed_swim_factor: None;
  guideline_target: None;
  trained_gut: None;
  untrained_gut: None;
  heat_factor: None;
  target: None;
  oxidation: None;
  demand: None;
  tolerance_declared: None;
  tolerance_learned: None;
  tolerance_gi_history: None;
  tolerance_usual_intake: None;
  tolerance_none: None;
  oxidation_size: None;
  oxidation_size_and_fade: None;
  tolerance_limit: None;
  absolute_limit: None;
  soft_zero: None;
  place_in_event: None;
  unfed_swim: None;
  tired_run: { readonly factor: number };
  run_after_ride: Percent;
  leg_fluid: None;
  leg_sodium: None;
  carried: { readonly gramsPerLitre: number; readonly eatenGPerHr: number };
  none_needed: None;
  sugars: { readonly hint: SugarHint };
  breath: None;
  urine: None;
  metabolic_water: None;
  gas_exchange: None;
  losses: None;
  sweat_sodium: None;
  end_sodium: None;
  mass_change: None;
  steady_water_mass: None;
  wish_share: Percent;
  wish_allowed_loss: Percent;
  wish_allowed_loss_hidden: None;
  wish_met_without_drinking: None;
  wish_plasma: None;
  wish_carrier: None;
  short_drink_factor: None;
  wanted: { readonly by: FluidWish };
  limit_gut: None;
  limit_ceiling: None;
  limit_losses: Percent;
  limit_no_gain: None;
  limit_cautious: None;
  limit_hold: None;
  limit_diuretics: None;
  walk_share: None;
  climb_cost: None;
  limit_legs: None;
  fluid: None;
  fluid_smallest: None;
  ceiling_sweat: None;
  retention: { readonly kind: RetentionKind };
  retention_in_event: None;
  persistence: None;
  safety_z: None;
  sigma: None;
  without_field: {
    readonly field: UncertaintyField;
    /** Null if the value must not be shown or is not a number. */
    readonly value: number | null;
  };
  counted_breath: None;
  counted_carbohydrate: None;
  counted_sodium: None;
  counted_own_sodium: None;
  long_event_share: None;
  low_sweat: None;
  counted_urine: None;
  allowed_gain: None;
  mass_limit: None;
  plasma_limit: None;
  symptom_limit: None;
  symptom_window: None;
  symptom_z: None;
  gut_limit: None;
  session_limit: None;
  max_safe_fluid: None;
  max_safe_fluid_floor: None;
  salt_reference_measured: None;
  salt_reference_learned: None;
  salt_reference_self_report: None;
  salt_reference_none: None;
  sodium_loss: None;
  planned_sodium: None;
  practice: None;
  plasma_need: None;
  short_sodium_factor: None;
  measured_half: None;
  not_measured_half: None;
  sodium_wanted: None;
  loss_limit: Percent;
  drink_limit: { readonly mgPerL: number };
  medical_limit: None;
  loss_with_margin: { readonly factor: number; readonly leastMgPerHr: number };
  limit_by_hours: None;
  max_safe_sodium: None;
  sodium: None;
  within_30_percent: { readonly percent: number; readonly weight: number };
  within_30_percent_sure: { readonly weight: number };
  confidence: None;
  weighed: { readonly sweatRateMlPerHr: number };
  wearable_read: { readonly sweatRateMlPerHr: number };
  felt: Felt;
  felt_as_prescribed: Felt;
  gut: GutAnswer;
  gut_in_heat_or_hard_effort: GutAnswer;
  energy: EnergyAnswer;
  sweat_sodium_measured: { readonly sodiumMgPerL: number };
  moved_with_other_sport: None;
  weighing_not_usable: None;
  session_too_short_for_feeling: None;
  intake_not_noted: None;
  weighed_without_fluid: None;
  urine_not_noted: None;
  same_session: None;
  practised: GutAnswer;
  poor_gut_at_low_dose: None;
  ate_less_than_planned: None;
  nothing_learned: None;
  drank_too_much: { readonly sessions: number };
  advice_no_swim_feed: None;
  advice_swim_feeds: None;
  advice_first_transition: None;
  advice_first_transition_long: None;
  advice_early_ride: None;
  advice_last_solids: None;
  advice_transition: None;
  advice_transition_long: None;
  advice_run_liquids: None;
  advice_sugars: { readonly hint: SugarHint };
  advice_before_start: None;
  advice_nothing_new: None;
}

/** Every code of a note. Codes are stored, so never rename or remove one. */
export type NoteCode = keyof NoteParameters;

/** The codes whose phrase has no parameters. */
export type PlainNoteCode = {
  [Code in NoteCode]: NoteParameters[Code] extends None ? Code : never;
}[NoteCode];

/** A note as stored: code and parameters. */
export type Note<Code extends NoteCode = NoteCode> = {
  readonly [Each in Code]: { readonly code: Each; readonly parameters: NoteParameters[Each] };
}[Code];

const NOTHING: None = {};

/** Makes a note whose parameters fit its code. */
export function note<Code extends NoteCode>(code: Code, parameters: NoteParameters[Code]): Note<Code> {
  return { code, parameters };
}

/** Makes a note without parameters. */
export function plainNote(code: PlainNoteCode): Note {
  return note(code, NOTHING);
}
