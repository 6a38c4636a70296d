import type { UncertaintyField } from '@musette/engine/types';
import type { Measures } from '../amounts.ts';
import { numberFormat } from '../number-format.ts';
import type { NoteTexts, Words } from '../texts.ts';

const number = numberFormat('en');

/** Names of sports within a sentence. */
export const SPORTS: Words<'leg', 'type'> = {
  run: 'run',
  trail_run: 'trail run',
  treadmill_run: 'treadmill run',
  bike: 'bike',
  indoor_bike: 'indoor bike',
  swim: 'swim',
  open_water_swim: 'open water swim',
  row: 'row',
  ski: 'ski',
  hike: 'hike',
  walk: 'walk',
  lift: 'lift',
  other: 'other',
};
const SUGARS: Words<'sugars', 'hint'> = {
  any: 'any carbohydrate source',
  two_to_one: 'glucose and fructose about 2:1',
  one_to_zero_point_eight: 'glucose and fructose about 1:0.8',
};
const WISHES: Words<'wanted', 'by'> = {
  share_of_sweat: 'a share of your sweat',
  allowed_loss: 'your allowed fluid loss',
  plasma_sodium: 'your plasma sodium',
  carbohydrate_carrier: 'the fluid that carries your carbohydrate',
};
const RETENTION_KINDS: Words<'retention', 'kind'> = {
  usual: 'no known cause of water retention',
  older: 'aged 65 or over',
  impaired: 'a drug or condition that retains water',
};
const FEELS: Words<'felt', 'feel'> = {
  over_hydrated: 'over-hydrated',
  well_hydrated: 'well hydrated',
  slightly_dehydrated: 'slightly dehydrated',
  dehydrated: 'dehydrated',
};
const COMFORTS: Words<'gut', 'comfort'> = {
  excellent: 'excellent',
  good: 'good',
  fair: 'fair',
  poor: 'poor',
};
const ENERGIES: Words<'energy', 'energy'> = {
  surplus: 'surplus',
  adequate: 'adequate',
  low: 'low',
  bonked: 'bonked',
};
const INTAKES: Words<'gut', 'intake'> = {
  noted: '',
  prescribed: ' (as prescribed)',
  presumed: ' (the amount that would have been prescribed)',
};
const WITHOUT: Readonly<Record<UncertaintyField, (value: number | null, m: Measures) => string>> = {
  mass: (value, m) =>
    value === null
      ? 'without your body size, the limit is for a small body in the same event'
      : `without your weight, the limit is for ${m.mass(value, 1)} in the same event`,
  intensity: (value) =>
    `without the intensity, the limit is for the same event at level ${number(value ?? 0, 1)}`,
  heat: (value) => `without a heat level or weather, the limit is for the same event at heat level ${value}`,
  fitness: (value) => `without your fitness, the limit is for the same event at fitness level ${value}`,
  sex: () => 'without your sex, the limit is for a woman in the same event',
  age: (value) => `without your age, the limit is for age ${value} in the same event`,
};

/** English phrases of notes. */
export const NOTES: NoteTexts = {
  as_provided: () => 'as given',
  assumed: () => 'not given, so assumed',
  from_weather: () => 'from the weather',
  from_level: () => 'from the thermal stress level',
  changes_nothing: () => 'no effect here',
  leg: ({ type, minutes, ofMinutes }) => `${SPORTS[type]}, ${minutes} min of ${ofMinutes}`,
  average_over_legs: () => 'average over the event, each leg counted by its time',
  level_fraction: () => 'share of VO2max at this level',
  level_fraction_not_used: () => 'share of VO2max at this level; power or pace is used instead',
  sustainable_fraction: () => 'share you can sustain for the whole event',
  fraction: () => 'the smaller of the level’s share and the sustainable share',
  fraction_measured: () => 'cost of the power or pace as a share of VO2max, up to the sustainable share',
  fraction_impossible: () => 'power or pace beyond human limits counts only in part',
  vo2max_stated: () => 'as given',
  vo2max_ftp: () => 'from functional threshold power',
  vo2max_fitness_level: () => 'from fitness level, sex and age; deliberately low',
  usable_vo2max_share: () => 'share of VO2max this sport can use',
  metabolic_level: () => 'fraction × VO2max × usable share × mass × 0.343 W per ml/min',
  metabolic_default: () => 'fraction × VO2max × usable share × mass × 0.343 W per ml/min',
  metabolic_impossible: () =>
    'power or pace beyond human limits counts only in part, but no less than the level',
  metabolic_power: () => 'average power ÷ gross efficiency',
  metabolic_pace: () => 'cost of pace, terrain and climbing',
  metabolic_course: () => 'energy of the course in this time',
  walk_share: () => 'share of time spent walking, from the average speed',
  climb_cost: () => 'cost of climbing and descending each metre',
  thermal_level: () => 'heat stress on a scale of 1 to 9',
  thermal_level_of_weather: ({ shown }) =>
    `heat stress on a scale of 1 to 9, from the weather; shown as ${shown}`,
  water_of_level: (_, m) => `from the thermal stress level; all colder water counts as ${m.temperature(18)}`,
  effective_temperature: () => 'clothing makes cold air feel milder',
  humidity: () => 'determines how much sweat evaporates',
  surface: () => 'from mass and height',
  skin_temperature: () => 'average over the body',
  heat_produced: () => 'metabolic rate minus mechanical work and breathing, per m² of skin',
  dry_exchange: () => 'heat lost to the air per degree of difference',
  added_heat: () => 'heat from the sun on a rider, or from the bike indoors',
  shade: () => 'heat that shade or night spares',
  required_evaporation: () => 'heat produced minus dry exchange × (skin − air); at most 60% can leave dry',
  evaporative_efficiency: () => 'share of sweat that evaporates; the rest drips off',
  sweat_per_surface: () => 'sweat for the required evaporation ÷ efficiency, never below a small minimum',
  average_person: () => 'an average person in this session: sweat per m² × surface × the factors above',
  average_person_in_water: () =>
    'an average person in this session: from water temperature, fraction, mass and the factors above',
  duration_factor: () => 'sweating declines slowly over the hours',
  age_factor: () => 'children and older adults sweat less',
  acclimatization_factor: () => 'heat-acclimatised',
  personal_learned: () => 'learned from your sessions',
  personal_measured: () =>
    'from the measured sweat rate, compared with an average person in a warm hour at tempo',
  personal_self_report: () => 'from your stated sweat level',
  personal_none: () => 'unknown, so average',
  sweat_rate: ({ highestLPerHr }, m) =>
    `average person × personal multiplier, at most ${m.litres(highestLPerHr, ' L')}/h`,
  guideline: ({ hours }) => `for ${number(hours, 2)} h`,
  intensity_factor: () => 'hard efforts burn more, easy ones less',
  race_factor: () => 'race: slightly above the guideline',
  training_factor: () => 'training: slightly below the guideline',
  size_factor: () => 'larger people use more, smaller people less',
  sport_factor: () => 'how easy it is to eat in this sport',
  fade_factor: () => 'appetite and gut tolerance fade over the hours',
  short_session_factor: () => 'short sessions need carbohydrate only if they are hard',
  need_factor: () => 'learned from your energy reports',
  unfed_swim_factor: () => 'you also eat for the swim on the ride',
  guideline_target: () => 'product of the factors above',
  trained_gut: () => 'extra for a trained gut, towards its tolerance',
  untrained_gut: () => 'no tolerance stated or learned',
  heat_factor: () => 'the gut absorbs less in the heat',
  target: () => '(guideline target + trained gut) × heat',
  oxidation: () => 'carbohydrate burned',
  demand: () => 'usable share of the carbohydrate burned',
  tolerance_declared: () => 'as given, with extra for practice outside races',
  tolerance_learned: () => 'learned from your gut comfort, on the cautious side',
  tolerance_gi_history: () => 'held at 60 g/h because of past gut trouble',
  tolerance_usual_intake: () => 'estimated from your sport, fitness and usual intake',
  tolerance_none: () => 'estimated from your sport and fitness',
  oxidation_size: () => 'smaller bodies use less of what they eat',
  oxidation_size_and_fade: () =>
    'smaller bodies use less of what they eat, and on foot an untested gut fades over the hours',
  tolerance_limit: () => 'tolerance × the factor above',
  absolute_limit: () => 'maximum for your age, gut and effort',
  soft_zero: () => 'the target or the lowest limit, whichever is smaller; below 18 g/h it fades to zero',
  place_in_event: () => 'after the rules for its place in the event',
  unfed_swim: () => 'no food or drink during a swim within an event',
  tired_run: ({ factor }) => `the gut is tired from the earlier legs: × ${number(factor, 2)}`,
  run_after_ride: ({ percent }) => `at most ${percent}% of the ride’s rate`,
  leg_fluid: () => 'this leg’s share of the fluid: you drink more on a ride than on foot',
  leg_sodium: () => 'taken with the fluid, at the same concentration in every leg',
  carried: ({ gramsPerLitre, eatenGPerHr }, m) =>
    `(drink at ${m.perLitre(gramsPerLitre)} g per ${m.litre('litre')} + ${eatenGPerHr} g/h eaten) ÷ the target`,
  none_needed: () => 'none needed',
  sugars: ({ hint }) => `sugars: ${SUGARS[hint]}`,
  breath: () => 'water lost through breathing',
  urine: () => 'water lost as urine',
  metabolic_water: () => 'water made by burning fuel, over the event',
  gas_exchange: () => 'mass lost as gas, over the event',
  losses: () => 'sweat + breathing + urine',
  sweat_sodium: () => 'sodium in sweat; sweat is saltier at higher sweat rates',
  end_sodium: () => 'plasma sodium at the end of the plan',
  mass_change: () => 'change in weight at the end of the plan',
  steady_water_mass: () => 'change in weight at unchanged body water: food eaten, less burned fuel',
  wish_share: ({ percent }) => `${percent}% of sweat`,
  wish_allowed_loss: ({ percent }) => `ends with a loss of ${number(percent, 1)}% of your weight`,
  wish_allowed_loss_hidden: () => 'ends without a large loss of water',
  wish_met_without_drinking: () => 'below zero, so no drinking needed',
  wish_plasma: () => 'keeps plasma sodium from rising above 144 mmol/L',
  wish_carrier: () => 'carries the carbohydrate',
  short_drink_factor: () => 'you need no fluid in the first half hour',
  wanted: ({ by }) => `fluid target, set by ${WISHES[by]}, × short-session factor`,
  limit_gut: () => 'the most your gut absorbs at this effort',
  limit_ceiling: () => '95% of the safety limit',
  limit_losses: ({ percent }) => `${percent}% of all losses`,
  limit_no_gain: () => 'no more than your body loses',
  limit_cautious: () => '60% of sweat, after a report of dangerous overdrinking',
  limit_hold: () =>
    'least fluid that keeps you from finishing too dry or too salty. It overrides the limits set by losses, by past overdrinking and by diuretics',
  limit_diuretics: () => '90% of the plan, until a doctor decides',
  limit_legs: () => 'fluid that no leg can take is left out',
  fluid: () => 'the target or the lowest limit, whichever is smaller, × medical factor',
  fluid_smallest: () => 'the target or the lowest limit, whichever is smaller',
  ceiling_sweat: () => 'sweat the safety limit can count on, before the margin of caution',
  retention: ({ kind }) => `probability that the kidneys keep surplus water (${RETENTION_KINDS[kind]})`,
  retention_in_event: () => 'probability that the kidneys keep surplus water in an event this long',
  persistence: () => 'share of athletes who keep drinking beyond thirst for this long',
  safety_z: () =>
    'standard deviations of caution: with the two probabilities above, a 2.5% risk that sweat is lower',
  sigma: () => 'standard deviation of ln sweat, from all sources',
  without_field: ({ field, value }, m) => WITHOUT[field](value, m),
  counted_breath: () => 'water you can count on losing through breathing',
  counted_carbohydrate: () => 'carbohydrate at the planned rate; its grams count as a gain',
  counted_sodium: (_, m) => `sodium credited to each ${m.litre('litre')}`,
  counted_own_sodium: () => 'sodium credited by the hour: half of your measured loss',
  long_event_share: () => 'beyond 12 hours the limit relies on less of the sweat',
  low_sweat: () => 'sweat × e^(−z·σ)',
  counted_urine: () => 'urine you can count on',
  allowed_gain: () => 'allowed weight gain',
  mass_limit: () =>
    'highest rate that leaves no more than the allowed surplus: sweat, breathing, urine and gas, minus carbohydrate',
  plasma_limit: () => 'highest rate that ends with plasma sodium at 135 mmol/L',
  symptom_limit: () =>
    'highest rate over those hours that leaves little surplus and ends above 130 mmol/L, where most symptoms begin',
  symptom_window: () => 'hours of drinking without once checking your body, at most 12',
  symptom_z: () =>
    'standard deviations of caution: with the kidneys’ probability above, a 5% risk that sweat is lower',
  gut_limit: () => 'the most your gut absorbs',
  session_limit: (_, m) =>
    `${m.litres(1.5, ' litres')} per session, but at least ${m.limit(500)} per hour, until a doctor decides`,
  max_safe_fluid: () =>
    'a planning limit, not a threshold of harm. Suppose people like you drank exactly this, thirsty or not, without once checking their body or urine, for the whole event or, in longer ones, for any 12 hours. Fewer than 1 in 20 would dilute their blood to 130 mmol/L. Up to 4 hours it is stricter: fewer than 1 in 40 below 135. Beyond 12 hours it no longer protects someone who sweats little and never checks',
  max_safe_fluid_floor: () => 'a sip, because the limits leave nothing more',
  salt_reference_measured: (_, m) => `measured; at a sweat rate of ${m.litres(1.2, ' L')}/h`,
  salt_reference_learned: (_, m) => `learned from lab values; at a sweat rate of ${m.litres(1.2, ' L')}/h`,
  salt_reference_self_report: (_, m) =>
    `from your stated saltiness, sex and acclimatisation; at a sweat rate of ${m.litres(1.2, ' L')}/h`,
  salt_reference_none: (_, m) =>
    `average for sex and acclimatisation; at a sweat rate of ${m.litres(1.2, ' L')}/h`,
  sodium_loss: () => 'sweat rate × concentration',
  planned_sodium: (_, m) =>
    `usual practice per ${m.litre('litre')} you drink, by duration, saltiness, sweat and heat`,
  practice: () => 'usual practice: planned concentration × fluid',
  plasma_need: () => 'keeps plasma sodium at 137 mmol/L',
  short_sodium_factor: () => 'plasma need counts from 1 hour, and in full from 1 h 45 min',
  measured_half: () => 'half the measured loss, in events over 3 hours',
  not_measured_half: () => 'only for measured sweat sodium, in events over 3 hours',
  sodium_wanted: () =>
    'the largest of usual practice, plasma need (× short-session factor, up to the loss limit) and half the measured loss',
  loss_limit: ({ percent }) => `${percent}% of the loss`,
  drink_limit: ({ mgPerL }, m) => `at most ${m.perLitre(mgPerL)} mg per ${m.litre('litre')} you drink`,
  medical_limit: () => 'until a doctor decides',
  loss_with_margin: ({ factor, leastMgPerHr }) =>
    `${number(factor)} × the loss, counting at least ${leastMgPerHr} mg/h`,
  limit_by_hours: () => 'highest rate for an event of this duration',
  max_safe_sodium: () => 'the loss plus its margin, within the limits',
  sodium: () =>
    'the target or the lowest limit, whichever is smaller. Planned sodium is at the low end of usual practice, below the middle of nearly every athlete’s record we compared. Up to the limit, taking more is a matter of taste, not of safety',
  within_30_percent: ({ percent, weight }) =>
    `probability of being within 30%: two in three true values are within about ${percent}%; counts for ${number(weight)} of 1`,
  within_30_percent_sure: ({ weight }) =>
    `in a session this short, nothing is far off; counts for ${number(weight)} of 1`,
  confidence: () =>
    'sum of each probability × its share: how often a full lab work-up would land within 30% of these numbers',
  weighed: ({ sweatRateMlPerHr }, m) => `a weighed session gave ${m.total(sweatRateMlPerHr)}/h`,
  wearable_read: ({ sweatRateMlPerHr }, m) => `a wearable read ${m.total(sweatRateMlPerHr)}/h`,
  felt: ({ feel, fluidMlPerHr }, m) => `you felt ${FEELS[feel]} after drinking ${m.total(fluidMlPerHr)}/h`,
  felt_as_prescribed: ({ feel, fluidMlPerHr }, m) =>
    `you felt ${FEELS[feel]}; no intake logged, ${m.total(fluidMlPerHr)}/h was prescribed`,
  gut: ({ comfort, carbGPerHr, intake }) =>
    `your gut was ${COMFORTS[comfort]} at ${carbGPerHr} g/h${INTAKES[intake]}`,
  gut_in_heat_or_hard_effort: ({ comfort, carbGPerHr, intake }) =>
    `your gut was ${COMFORTS[comfort]} at ${carbGPerHr} g/h${INTAKES[intake]}, in heat or hard effort`,
  energy: ({ energy, carbGPerHr, intake }) =>
    `your energy was ${ENERGIES[energy]} at ${carbGPerHr} g/h${INTAKES[intake]}`,
  sweat_sodium_measured: ({ sodiumMgPerL }) => `your sweat was measured at ${sodiumMgPerL} mg/L`,
  moved_with_other_sport: () => 'changed along with the other sport, half as much',
  weighing_not_usable: () =>
    'We learned nothing from the weighed session. It was too short, or its weights or sweat rate were not plausible. Are the weights in kilograms?',
  session_too_short_for_feeling: () =>
    'A session under 45 minutes says little about sweat, so nothing changed.',
  intake_not_noted: () => 'Without a logged intake, only an answer that points to less sweat counts.',
  nothing_learned: () =>
    'This report did not change your numbers. Add how your gut, energy and hydration felt, and what you ate and drank.',
  weighed_without_fluid: () => 'To get a sweat rate from two weigh-ins, we also need to know what you drank.',
  urine_not_noted: () =>
    'Nobody said whether you urinated, so this weighing can lower your limit but not raise it.',
  same_session: () => 'These hours were already weighed, so this weighing was not counted.',
  practised: ({ comfort, carbGPerHr, intake }) =>
    `your gut was ${COMFORTS[comfort]} at ${carbGPerHr} g/h${INTAKES[intake]}: your highest logged amount so far`,
  poor_gut_at_low_dose: () =>
    'Gut trouble at a low amount points to another cause. Your tolerance stays the same, and your gut history is noted.',
  ate_less_than_planned: () =>
    'You ate less than planned, which explains the low energy. The plan stays the same.',
  drank_too_much: ({ sessions }) =>
    `Drinking this much can dilute your blood. Your plans have less fluid for the next ${sessions} sessions.`,
  advice_no_swim_feed: () => 'Nothing to eat or drink during the swim.',
  advice_swim_feeds: () => 'Feed every 20 to 30 minutes, from a boat, a station or the end of the pool.',
  advice_first_transition: (_, m) =>
    `First transition: rinse your mouth after sea water, then take a sip of ${m.bareVolume(50)} to ${m.volume(100)}.`,
  advice_first_transition_long: (_, m) =>
    `First transition: rinse your mouth after sea water. Take a sip of ${m.bareVolume(50)} to ${m.volume(100)}, and a gel if you like. Both count towards the next leg.`,
  advice_early_ride: () =>
    'Start eating within the first 10 minutes of the ride. It’s where you take in most of your fuel.',
  advice_last_solids: () => 'Have your last solid food at least 30 minutes before the next transition.',
  advice_transition: () => 'Transition: a sip is enough.',
  advice_transition_long: () =>
    'Transition: take a sip, and up to 25 g as a gel if your stomach is calm. Both count towards the next leg.',
  advice_run_liquids: () => 'On the run, take only liquids and gels, in small portions.',
  advice_sugars: ({ hint }) => `Above 60 g/h, use ${SUGARS[hint]}.`,
  advice_before_start: (_, m) =>
    `Before the start, on top of this plan: 20 to 30 g of carbohydrate and at most ${m.limit(250)} in the last 15 minutes, if you are used to it.`,
  advice_nothing_new: () => 'Nothing new on race day. Use what you have practised.',
};
