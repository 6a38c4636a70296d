/** The catalogue of short notes in explanations, learning and advice: code and parameters in, a phrase out. */

type Values = Readonly<Record<string, number | string>>;

function plain(text: string): (values: Values) => string {
  return () => text;
}

const FEELS: Readonly<Record<string, string>> = {
  over_hydrated: 'over-hydrated',
  well_hydrated: 'well hydrated',
  slightly_dehydrated: 'slightly dehydrated',
  dehydrated: 'dehydrated',
};

function intakeWords(source: number | string | undefined): string {
  if (source === 'prescribed') return ' (as prescribed)';
  return source === 'presumed' ? ' (as it would have been prescribed)' : '';
}

const ENGLISH = {
  as_provided: plain('as provided'),
  assumed: plain('not provided: assumed'),
  from_weather: plain('from the weather'),
  from_level: plain('of the thermal stress level'),
  leg: ({ type, minutes, ofMinutes }: Values) => `${type}, ${minutes} min of ${ofMinutes}`,
  average_over_legs: plain('average over the event, each leg by its time'),
  level_fraction: plain('share of VO2max that the level asks for'),
  sustainable_fraction: plain('what can be held for the whole event'),
  fraction: plain('the smaller of level and sustainable; with power or pace what they cost'),
  vo2max_stated: plain('as provided'),
  vo2max_ftp: plain('from functional threshold power'),
  vo2max_fitness_level: plain('from fitness level, sex and age; deliberately low'),
  metabolic_level: plain('fraction × VO2max × share usable in this sport × mass'),
  metabolic_default: plain('fraction × VO2max × share usable in this sport × mass'),
  metabolic_power: plain('average power ÷ gross efficiency'),
  metabolic_pace: plain('cost of pace, ground and climb'),
  thermal_level: plain('stress of heat on a scale of 1 to 9'),
  humidity: plain('decides how much sweat evaporates'),
  surface: plain('from mass and height'),
  skin_temperature: plain('mean over the body'),
  heat_produced: plain('metabolic rate less work and breath, per m² of skin'),
  dry_exchange: plain('heat lost to the air per degree'),
  required_evaporation: plain('heat produced less what leaves dry'),
  evaporative_efficiency: plain('the rest drips off'),
  average_person: plain('an average person in this session'),
  duration_factor: plain('sweating declines slowly over hours; counted in the average person'),
  age_factor: plain('children and older adults sweat less; counted in the average person'),
  acclimatization_factor: plain('used to heat; counted in the average person'),
  personal_learned: plain('learned from your sessions'),
  personal_measured: plain('from the measured sweat rate, read as a warm hour at tempo'),
  personal_self_report: plain('from the sweat level'),
  personal_none: plain('not known: average'),
  sweat_rate: plain('average person × personal multiplier'),
  guideline: ({ hours }: Values) => `for ${hours} h`,
  intensity_factor: plain('less is burned when easy'),
  race_factor: plain('race: nothing held back'),
  training_factor: plain('training: a little held back'),
  size_factor: plain('larger people use more'),
  sport_factor: plain('eating while doing this sport'),
  fade_factor: plain('appetite and gut fade over hours'),
  short_session_factor: plain('short sessions are fed only if hard'),
  need_factor: plain('learned from energy reports'),
  unfed_swim_factor: plain('the ride also feeds the swim'),
  guideline_target: plain('product of the factors above'),
  trained_gut: plain('what a trained gut adds towards its tolerance'),
  heat_factor: plain('the gut takes less in heat'),
  target: plain('(guideline target + trained gut) × heat'),
  oxidation: plain('carbohydrate burned'),
  demand: plain('usable share of what is burned'),
  tolerance_declared: plain('as provided, with a training allowance outside races'),
  tolerance_learned: plain('learned from gut comfort, on the cautious side'),
  tolerance_usual_intake: plain('from sport, fitness and usual intake'),
  tolerance_none: plain('from sport and fitness'),
  oxidation_size: plain('smaller bodies use less of what they eat'),
  tolerance_limit: plain('tolerance × size'),
  absolute_limit: plain('highest for this athlete and effort'),
  soft_zero: plain('the smallest of target and limits; too little to matter becomes nothing'),
  place_in_event: plain('after the rules of its place in the event'),
  unfed_swim: plain('a swim inside an event is not fed'),
  tired_run: plain('the gut is tired after hours of racing'),
  run_after_ride: plain('at most four fifths of the ride before it'),
  carried: ({ gramsPerLitre }: Values) =>
    `at most ${gramsPerLitre} g for each litre drunk, beside what is eaten`,
  sugars: ({ hint }: Values) => `sugars: ${hint}`,
  breath: plain('water lost with the breath'),
  urine: plain('water lost as urine'),
  metabolic_water: plain('water made by burning fuel, over the event'),
  gas_exchange: plain('mass lost as gas, over the event'),
  losses: plain('sweat + breath + urine'),
  sweat_sodium: plain('sodium in sweat, saltier at higher sweat rates'),
  end_sodium: plain('plasma sodium at the end of the plan'),
  mass_change: plain('body mass at the end of the plan'),
  risk_below_135: plain('probability of ending below 135 mmol/L'),
  wish_share: ({ share }: Values) => `${share} of sweat`,
  wish_allowed_loss: ({ percent }: Values) => `ends with a loss of ${percent} % of mass`,
  wish_plasma: plain('keeps plasma sodium from rising above 144 mmol/L'),
  wish_carrier: plain('carries the carbohydrate'),
  short_drink_factor: plain('the first half hour needs none'),
  wanted: ({ by }: Values) => `the largest of the four (${by}) × short-session factor`,
  limit_gut: plain('what the gut takes at this effort'),
  limit_ceiling: plain('95 % of the ceiling'),
  limit_losses: plain('share of all losses'),
  limit_no_gain: plain('no gain of mass'),
  limit_cautious: plain('60 % of sweat, after a report of dangerous drinking'),
  medical_factor: plain('held back until a physician decides'),
  fluid: plain('the smallest of wanted and limits × medical factor'),
  ceiling_sweat: plain('sweat that the ceiling may count on, before caution'),
  retention: ({ kind }: Values) => `probability that the kidneys keep surplus water (${kind})`,
  safety_z: plain('standard deviations of caution for a risk of 2.5 %'),
  sigma: plain('standard deviation of ln sweat, all sources'),
  gap_factor: ({ field }: Values) => `low end of what is missing (${field})`,
  no_gap: plain('nothing is missing'),
  low_sweat: plain('sweat × gap factor × e^(−z·σ)'),
  counted_urine: plain('urine that can be counted on'),
  allowed_gain: plain('gain of mass that is allowed'),
  mass_limit: plain('highest rate without gaining more'),
  plasma_limit: plain('highest rate that ends at 135 mmol/L'),
  gut_limit: plain('what the gut takes at most'),
  max_safe_fluid: plain('planning limit: risk of plasma sodium below 135 or of gaining mass kept at 2.5 %'),
  salt_reference: plain('at a sweat rate of 1.2 L/h'),
  sodium_loss: plain('sweat rate × concentration'),
  planned_sodium: plain('for each litre drunk'),
  salty_share: plain('how far plasma sodium rises anyway; halves practice'),
  practice: plain('planned concentration × fluid, halved where the blood grows salty'),
  plasma_need: plain('keeps plasma sodium at 137 mmol/L'),
  measured_half: plain('half of a measured loss'),
  sodium_wanted: plain('the largest of practice, need and measured half'),
  loss_limit: plain('80 % of the loss'),
  drink_limit: plain('no saltier drink'),
  medical_limit: plain('until a physician decides'),
  max_safe_sodium: plain('the loss with a margin, within fixed limits; the plan stays 5 % below'),
  sodium: plain('the smallest of wanted and limits'),
  within_30_percent: ({ sd, weight }: Values) => `ln sd ${sd}, weight ${weight}`,
  confidence: plain('expected share of the three numbers that a laboratory would leave within 30 %'),
  weighed: ({ sweatRateMlPerHr }: Values) => `a weighed session gave ${sweatRateMlPerHr} ml/h`,
  felt: ({ feel, fluidMlPerHr }: Values) =>
    `you felt ${FEELS[String(feel)] ?? feel} after drinking ${fluidMlPerHr} ml/h`,
  felt_as_prescribed: ({ feel, fluidMlPerHr }: Values) =>
    `you felt ${FEELS[String(feel)] ?? feel}; intake not noted, ${fluidMlPerHr} ml/h was prescribed`,
  gut: ({ comfort, carbGPerHr, intake }: Values) =>
    `your gut was ${comfort} at ${carbGPerHr} g/h${intakeWords(intake)}`,
  gut_in_heat_or_hard_effort: ({ comfort, carbGPerHr, intake }: Values) =>
    `your gut was ${comfort} at ${carbGPerHr} g/h${intakeWords(intake)}, in heat or hard effort`,
  energy: ({ energy, carbGPerHr, intake }: Values) =>
    `your energy was ${energy} at ${carbGPerHr} g/h${intakeWords(intake)}`,
  sweat_sodium_measured: ({ sodiumMgPerL }: Values) => `your sweat was measured at ${sodiumMgPerL} mg/L`,
  moved_with_other_sport: plain('moved half as far with the other sport'),
  weighing_not_usable: plain(
    'The weighed session was too short or its sweat rate not believable; it taught nothing.',
  ),
  session_too_short_for_feeling: plain('A session under 45 minutes says little about sweat; nothing moved.'),
  intake_not_noted: plain('Without a noted intake only an answer that points to less sweat counts.'),
  weighed_without_fluid: plain(
    'Two weights tell a sweat rate only together with what was drunk between them.',
  ),
  poor_gut_at_low_dose: plain(
    'A poor gut at a low dose points elsewhere than to the dose; tolerance stays, gut history is noted.',
  ),
  ate_less_than_planned: plain(
    'Less was eaten than planned, which explains the empty feeling; the plan itself stays.',
  ),
  drank_too_much: ({ sessions }: Values) =>
    `This drinking can dilute the blood; fluid is held back for the next ${sessions} sessions.`,
  advice_no_swim_feed: plain('Nothing to eat or drink during the swim.'),
  advice_swim_feeds: plain('Take feeds at stations every 20 to 30 minutes.'),
  advice_first_transition: plain('First transition: rinse the mouth after sea water, a sip of 50 to 100 ml.'),
  advice_first_transition_long: plain(
    'First transition: rinse the mouth after sea water, a sip of 50 to 100 ml, a gel if you like.',
  ),
  advice_early_ride: plain('Start eating within the first 10 minutes of the ride: most fuel goes in here.'),
  advice_last_solids: plain('Last solid food at least 30 minutes before the next transition.'),
  advice_transition: plain('Transition: a sip is enough.'),
  advice_transition_long: plain('Transition: a sip, and up to 25 g as a gel if the stomach is calm.'),
  advice_run_liquids: plain('On the run take liquids and gels only, in small portions.'),
  advice_sugars: ({ hint }: Values) => `Above 60 g an hour use ${hint}.`,
  advice_before_start: plain(
    'Before the start: 20 to 30 g of carbohydrate and up to 250 ml in the last 15 minutes, if you are used to it.',
  ),
  advice_nothing_new: plain('Nothing new on race day: use what you have practised.'),
} as const satisfies Record<string, (values: Values) => string>;

export type NoteCode = keyof typeof ENGLISH;

/** A note as it is stored: code and parameters. */
export interface Note {
  readonly code: NoteCode;
  readonly parameters: Values;
}

/** Renders a stored note. */
export function noteText({ code, parameters }: Note): string {
  return ENGLISH[code](parameters);
}

export function note(code: NoteCode, parameters: Values = {}): Note {
  return { code, parameters };
}
