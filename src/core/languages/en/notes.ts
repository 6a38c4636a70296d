import type { UncertaintyField } from '../../engine/names.ts';
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
  share_of_sweat: 'share of sweat',
  allowed_loss: 'allowed loss',
  plasma_sodium: 'plasma sodium',
  carbohydrate_carrier: 'carrying the carbohydrate',
};
const RETENTION_KINDS: Words<'retention', 'kind'> = {
  usual: 'nothing known that holds water',
  older: 'from 65 years',
  impaired: 'a drug or condition that holds water',
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
  presumed: ' (as it would have been prescribed)',
};
const WITHOUT: Readonly<Record<UncertaintyField, (value: number | null) => string>> = {
  mass: (value) =>
    value === null
      ? 'without your body size the limit is that of the same event for a small body'
      : `without your weight the limit is that of the same event at ${number(value, 1)} kg`,
  intensity: (value) =>
    `without the intensity the limit is that of the same event at level ${number(value ?? 0, 1)}`,
  heat: (value) => `without heat level or weather the limit is that of the same event at heat level ${value}`,
  fitness: (value) => `without your fitness the limit is that of the same event at fitness level ${value}`,
  sex: () => 'without your sex the limit is that of the same event for a woman',
  age: (value) => `without your age the limit is that of the same event at ${value} years`,
};

/** English phrases of notes. */
export const NOTES: NoteTexts = {
  as_provided: () => 'as provided',
  assumed: () => 'not provided: assumed',
  from_weather: () => 'from the weather',
  from_level: () => 'of the thermal stress level',
  changes_nothing: () => 'changes nothing here',
  leg: ({ type, minutes, ofMinutes }) => `${SPORTS[type]}, ${minutes} min of ${ofMinutes}`,
  average_over_legs: () => 'average over the event, each leg by its time',
  level_fraction: () => 'share of VO2max that the level asks for',
  level_fraction_not_used: () =>
    'share of VO2max that the level asks for; power or pace is used in its place',
  sustainable_fraction: () => 'what can be held for the whole event',
  fraction: () => 'the smaller of level and sustainable',
  fraction_measured: () => 'what power or pace costs, as a share of VO2max; at most what is sustainable',
  fraction_impossible: () => 'power or pace beyond human limits counts only in part',
  vo2max_stated: () => 'as provided',
  vo2max_ftp: () => 'from functional threshold power',
  vo2max_fitness_level: () => 'from fitness level, sex and age; deliberately low',
  usable_vo2max_share: () => 'part of VO2max that this sport can use',
  metabolic_level: () => 'fraction × VO2max × usable share × mass × 0.343 W for each ml/min',
  metabolic_default: () => 'fraction × VO2max × usable share × mass × 0.343 W for each ml/min',
  metabolic_impossible: () => 'power or pace beyond human limits counts only in part, at least the level',
  metabolic_power: () => 'average power ÷ gross efficiency',
  metabolic_pace: () => 'cost of pace, ground and climb',
  walk_share: () => 'share of the time walking, from the average speed',
  climb_cost: () => 'cost of each metre climbed and descended again',
  thermal_level: () => 'stress of heat on a scale of 1 to 9',
  thermal_level_of_weather: ({ shown }) =>
    `stress of heat on a scale of 1 to 9, from the weather; shown as ${shown}`,
  water_of_level: () => 'of the thermal stress level; 18 °C stands for all colder water',
  effective_temperature: () => 'clothing makes cold air milder',
  humidity: () => 'decides how much sweat evaporates',
  surface: () => 'from mass and height',
  skin_temperature: () => 'mean over the body',
  heat_produced: () => 'metabolic rate less work and breath, per m² of skin',
  dry_exchange: () => 'heat lost to the air per degree',
  required_evaporation: () =>
    'heat produced less dry exchange × (skin − air), of which at most 60 % can leave dry',
  evaporative_efficiency: () => 'share of the sweat that evaporates; the rest drips off',
  sweat_per_surface: () => 'sweat for the required evaporation ÷ efficiency, never below a small floor',
  average_person: () => 'an average person in this session: sweat per m² × surface × the factors above',
  average_person_in_water: () =>
    'an average person in this session: from water temperature, fraction, mass and the factors above',
  duration_factor: () => 'sweating declines slowly over hours',
  age_factor: () => 'children and older adults sweat less',
  acclimatization_factor: () => 'used to heat',
  personal_learned: () => 'learned from your sessions',
  personal_measured: () => 'from the measured sweat rate, read as a warm hour at tempo over an average one',
  personal_self_report: () => 'from the sweat level',
  personal_none: () => 'not known: average',
  sweat_rate: ({ highestLPerHr }) =>
    `average person × personal multiplier, at most ${number(highestLPerHr)} L/h`,
  guideline: ({ hours }) => `for ${number(hours, 2)} h`,
  intensity_factor: () => 'more is burned when hard, less when easy',
  race_factor: () => 'race: a little above the guideline',
  training_factor: () => 'training: a little below the guideline',
  size_factor: () => 'larger people use more, smaller ones less',
  sport_factor: () => 'how well one eats in this sport',
  fade_factor: () => 'appetite and gut fade over hours',
  short_session_factor: () => 'short sessions are fed only if hard',
  need_factor: () => 'learned from energy reports',
  unfed_swim_factor: () => 'the ride also feeds the swim',
  guideline_target: () => 'product of the factors above',
  trained_gut: () => 'what a trained gut adds towards its tolerance',
  untrained_gut: () => 'no tolerance was declared or learned',
  heat_factor: () => 'the gut takes less in heat',
  target: () => '(guideline target + trained gut) × heat',
  oxidation: () => 'carbohydrate burned',
  demand: () => 'usable share of what is burned',
  tolerance_declared: () => 'as provided, with a training allowance outside races',
  tolerance_learned: () => 'learned from gut comfort, on the cautious side',
  tolerance_gi_history: () => 'held at 60 g/h because the gut has troubled before',
  tolerance_usual_intake: () => 'from sport, fitness and usual intake',
  tolerance_none: () => 'from sport and fitness',
  oxidation_size: () => 'smaller bodies use less of what they eat',
  oxidation_size_and_fade: () =>
    'smaller bodies use less of what they eat, and on foot an untested gut fades over hours',
  tolerance_limit: () => 'tolerance × the factor above',
  absolute_limit: () => 'highest for this athlete’s age, gut and effort',
  soft_zero: () => 'the smallest of target and limits; below 18 g/h it fades to nothing',
  place_in_event: () => 'after the rules of its place in the event',
  unfed_swim: () => 'a swim inside an event is not fed',
  tired_run: ({ factor }) => `the gut is tired after the legs before: × ${number(factor, 2)}`,
  run_after_ride: ({ percent }) => `at most ${percent} % of the ride before it`,
  leg_fluid: () => 'this leg’s part of the event: on a ride more is drunk than on foot',
  leg_sodium: () => 'with the fluid, at one concentration in all legs',
  carried: ({ gramsPerLitre, eatenGPerHr }) =>
    `the drink carries ${gramsPerLitre} g for each litre, and ${eatenGPerHr} g/h are eaten: that over what is wanted`,
  none_needed: () => 'none is needed',
  sugars: ({ hint }) => `sugars: ${SUGARS[hint]}`,
  breath: () => 'water lost with the breath',
  urine: () => 'water lost as urine',
  metabolic_water: () => 'water made by burning fuel, over the event',
  gas_exchange: () => 'mass lost as gas, over the event',
  losses: () => 'sweat + breath + urine',
  sweat_sodium: () => 'sodium in sweat, saltier at higher sweat rates',
  end_sodium: () => 'plasma sodium at the end of the plan',
  mass_change: () => 'body mass at the end of the plan',
  wish_share: ({ percent }) => `${percent} % of sweat`,
  wish_allowed_loss: ({ percent }) => `ends with a loss of ${number(percent, 1)} % of mass`,
  wish_allowed_loss_hidden: () => 'ends without a large loss of water',
  wish_met_without_drinking: () => 'below zero: met without drinking',
  wish_plasma: () => 'keeps plasma sodium from rising above 144 mmol/L',
  wish_carrier: () => 'carries the carbohydrate',
  short_drink_factor: () => 'the first half hour needs none',
  wanted: ({ by }) => `the largest of the four (${WISHES[by]}) × short-session factor`,
  limit_gut: () => 'what the gut takes at this effort',
  limit_ceiling: () => '95 % of the ceiling',
  limit_losses: ({ percent }) => `${percent} % of all losses`,
  limit_no_gain: () => 'no more than leaves the body',
  limit_cautious: () => '60 % of sweat, after a report of dangerous drinking',
  limit_hold: () =>
    'least fluid that keeps the end from being too dry or too salty; the limits by losses, after drinking too much and with diuretics give way to it',
  limit_diuretics: () => '90 % of the plan, until a physician decides',
  limit_legs: () => 'what no leg can take is left out',
  fluid: () => 'the smallest of wanted and limits × medical factor',
  fluid_smallest: () => 'the smallest of wanted and limits',
  range_max: () => 'upper end of the range; the shown range ends at the ceiling',
  ceiling_sweat: () => 'sweat that the ceiling may count on, before caution',
  retention: ({ kind }) => `probability that the kidneys keep surplus water (${RETENTION_KINDS[kind]})`,
  persistence: () => 'share of athletes who go on drinking past thirst for so long',
  safety_z: () =>
    'standard deviations of caution: with the two probabilities above, a risk of 2.5 % that sweat is lower',
  sigma: () => 'standard deviation of ln sweat, all sources',
  without_field: ({ field, value }) => WITHOUT[field](value),
  counted_breath: () => 'water lost with the breath that can be counted on',
  counted_carbohydrate: () => 'carbohydrate at the planning rate; its grams count as gained',
  counted_sodium: () => 'sodium that each litre is credited with',
  low_sweat: () => 'sweat × e^(−z·σ)',
  counted_urine: () => 'urine that can be counted on',
  allowed_gain: () => 'gain of mass that is allowed',
  mass_limit: () =>
    'highest rate that leaves no more surplus than is allowed: sweat, breath, urine and gas, less carbohydrate',
  plasma_limit: () => 'highest rate that ends at a plasma sodium of 135 mmol/L',
  symptom_limit: () =>
    'highest rate over those hours that ends above 130 mmol/L, where symptoms begin, and leaves little surplus',
  symptom_window: () => 'hours of drinking without once checking the body, at most 12',
  symptom_z: () =>
    'standard deviations of caution: with the kidneys’ probability above, a risk of 5 % that sweat is lower',
  gut_limit: () => 'what the gut takes at most',
  session_limit: () => '1.5 litres a session, but at least 500 ml an hour, until a physician decides',
  max_safe_fluid: () =>
    'a planning limit, not a threshold of harm: if people like you drank exactly this, thirsty or not, for the whole event or in longer ones for any 12 hours without once checking their body or urine, fewer than 1 in 20 would dilute their blood to 130 mmol/L. Up to 4 hours it is stricter: fewer than 1 in 40 below 135. Beyond 12 hours it no longer protects someone who sweats little and never checks',
  max_safe_fluid_floor: () => 'a sip: the limits leave nothing',
  salt_reference_measured: () => 'measured; at a sweat rate of 1.2 L/h',
  salt_reference_learned: () => 'learned from laboratory values; at a sweat rate of 1.2 L/h',
  salt_reference_self_report: () => 'from saltiness, sex and acclimatisation; at a sweat rate of 1.2 L/h',
  salt_reference_none: () => 'average for sex and acclimatisation; at a sweat rate of 1.2 L/h',
  sodium_loss: () => 'sweat rate × concentration',
  planned_sodium: () => 'usual practice for each litre drunk, by hours, salt, sweat and heat',
  salty_share: () => 'how far plasma sodium rises anyway, 0 to 1',
  practice: () => 'planned concentration × fluid × (1 − half of the share above)',
  plasma_need: () => 'keeps plasma sodium at 137 mmol/L',
  short_sodium_factor: () => 'what plasma needs counts from 1 hour on, in full from 1 h 45 min',
  measured_half: () => 'half of a measured loss, in events beyond 3 hours',
  not_measured_half: () => 'counts for measured sweat sodium only, beyond 3 hours',
  sodium_wanted: () =>
    'the largest of practice, need (× short-session factor, at most the loss limit) and measured half',
  loss_limit: ({ percent }) => `${percent} % of the loss`,
  drink_limit: ({ mgPerL }) => `at most ${mgPerL} mg in each litre drunk`,
  medical_limit: () => 'until a physician decides',
  loss_with_margin: ({ factor, leastMgPerHr }) =>
    `${number(factor)} × the loss; counted as ${leastMgPerHr} mg/h at least`,
  limit_by_hours: () => 'highest rate for an event of these hours',
  max_safe_sodium: () => 'the loss with its margin, within the limits',
  sodium: () =>
    'the smallest of wanted and limits. Planned sodium lies at the lower end of practice, below the middle of nearly every athlete’s record we compared; more is a matter of taste, not of safety, up to the ceiling',
  within_30_percent: ({ percent, weight }) =>
    `probability to be within 30 %: two of three truths lie within about ${percent} %; counts ${number(weight)} of 1`,
  within_30_percent_sure: ({ weight }) =>
    `nothing or next to nothing is planned, which is sure; counts ${number(weight)} of 1`,
  within_30_percent_open: ({ weight }) =>
    `probability to be within 30 %: little may be needed or much; counts ${number(weight)} of 1`,
  confidence: () =>
    'sum of each probability × what it counts: the share of the three numbers that a laboratory would leave within 30 %',
  weighed: ({ sweatRateMlPerHr }) => `a weighed session gave ${sweatRateMlPerHr} ml/h`,
  felt: ({ feel, fluidMlPerHr }) => `you felt ${FEELS[feel]} after drinking ${fluidMlPerHr} ml/h`,
  felt_as_prescribed: ({ feel, fluidMlPerHr }) =>
    `you felt ${FEELS[feel]}; intake not noted, ${fluidMlPerHr} ml/h was prescribed`,
  gut: ({ comfort, carbGPerHr, intake }) =>
    `your gut was ${COMFORTS[comfort]} at ${carbGPerHr} g/h${INTAKES[intake]}`,
  gut_in_heat_or_hard_effort: ({ comfort, carbGPerHr, intake }) =>
    `your gut was ${COMFORTS[comfort]} at ${carbGPerHr} g/h${INTAKES[intake]}, in heat or hard effort`,
  energy: ({ energy, carbGPerHr, intake }) =>
    `your energy was ${ENERGIES[energy]} at ${carbGPerHr} g/h${INTAKES[intake]}`,
  sweat_sodium_measured: ({ sodiumMgPerL }) => `your sweat was measured at ${sodiumMgPerL} mg/L`,
  moved_with_other_sport: () => 'moved with the other sport, half as far',
  weighing_not_usable: () =>
    'The weighed session was too short or its sweat rate not believable; it taught nothing.',
  session_too_short_for_feeling: () => 'A session under 45 minutes says little about sweat; nothing moved.',
  intake_not_noted: () => 'Without a noted intake only an answer that points to less sweat counts.',
  nothing_learned: () =>
    'This report did not change your numbers. Add how your gut, energy and hydration felt, and what you ate and drank.',
  weighed_without_fluid: () =>
    'Two weights tell a sweat rate only together with what was drunk between them.',
  urine_not_noted: () => 'Urine was not noted; the fluid limit allows for some.',
  practised: ({ comfort, carbGPerHr, intake }) =>
    `your gut was ${COMFORTS[comfort]} at ${carbGPerHr} g/h${INTAKES[intake]}: the highest noted dose so far`,
  poor_gut_at_low_dose: () =>
    'A poor gut at a low dose points elsewhere than to the dose; tolerance stays, gut history is noted.',
  ate_less_than_planned: () =>
    'Less was eaten than planned, which explains the empty feeling; the plan itself stays.',
  drank_too_much: ({ sessions }) =>
    `This drinking can dilute the blood; fluid is held back for the next ${sessions} sessions.`,
  advice_no_swim_feed: () => 'Nothing to eat or drink during the swim.',
  advice_swim_feeds: () =>
    'Take feeds every 20 to 30 minutes, from a boat, a station or the end of the pool.',
  advice_first_transition: () => 'First transition: rinse the mouth after sea water, a sip of 50 to 100 ml.',
  advice_first_transition_long: () =>
    'First transition: rinse the mouth after sea water, a sip of 50 to 100 ml, a gel if you like; both count towards the next leg.',
  advice_early_ride: () => 'Start eating within the first 10 minutes of the ride: most fuel goes in here.',
  advice_last_solids: () => 'Last solid food at least 30 minutes before the next transition.',
  advice_transition: () => 'Transition: a sip is enough.',
  advice_transition_long: () =>
    'Transition: a sip, and up to 25 g as a gel if the stomach is calm; both count towards the next leg.',
  advice_run_liquids: () => 'On the run take liquids and gels only, in small portions.',
  advice_sugars: ({ hint }) => `Above 60 g an hour use ${SUGARS[hint]}.`,
  advice_before_start: () =>
    'Before the start, beside this plan: 20 to 30 g of carbohydrate and at most 250 ml in the last 15 minutes, if you are used to it.',
  advice_nothing_new: () => 'Nothing new on race day: use what you have practised.',
};
