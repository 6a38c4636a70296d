import { numberFormat } from '../number-format.ts';
import { PLAIN_HOURS } from '../phrasing.ts';
import type { ControlTexts, PlannerTexts, WhyTexts } from '../planner-texts.ts';

const number = numberFormat('en');

const CONTROLS: ControlTexts = {
  form: 'Session and athlete',
  session: 'Session',
  weather: 'Weather',
  you: 'About you',
  madeUp: 'A sample athlete. Enter your own figures.',
  measured: 'More, if you know it',
  health:
    'Health conditions and medication change these numbers too. Platforms send them; this page doesn’t ask.',
  calculate: 'Calculate',
  notKnown: 'Not sure',
  sex: 'Sex',
  sports: {
    run: 'Run',
    trail_run: 'Trail',
    bike: 'Ride',
    triathlon: 'Triathlon',
    hike: 'Hike',
    row: 'Row',
    ski: 'Ski',
    open_water_swim: 'Swim',
  },
  raceFormat: {
    label: 'Triathlon course',
    names: { sprint: 'Sprint', olympic: 'Olympic', '70.3': '70.3', ironman: 'Ironman' },
  },
  sexes: { female: 'Female', male: 'Male', unspecified: 'Prefer not to say' },
  dials: {
    duration_min: { label: 'Duration', unit: 'min' },
    intensity_level: { label: 'Intensity', unit: 'of 9' },
    temperature_c: { label: 'Temperature', unit: '°C' },
    humidity_percent: { label: 'Humidity', unit: '%' },
    age_years: { label: 'Age', unit: 'years' },
    height_cm: { label: 'Height', unit: 'cm' },
    body_mass_kg: { label: 'Weight', unit: 'kg' },
    fitness_level: { label: 'Fitness', unit: 'of 9' },
  },
  intensities: ['a stroll', 'very easy', 'easy', 'steady', 'brisk', 'firm', 'hard', 'very hard', 'all out'],
  fitness: [
    'untrained',
    'beginner',
    'recreational',
    'regular',
    'trained',
    'well trained',
    'competitive',
    'elite',
    'world class',
  ],
  ticks: {
    is_race_event: 'Race',
    shade: 'In the shade or at night',
    heat_acclimatized: 'Heat-acclimatised',
    gi_history: 'Stomach trouble in past races',
  },
  guesses: {
    sweat_level: {
      label: 'Sweat rate',
      figures: { 2: 'very light', 4: 'light', 5: 'average', 6: 'above average', 8: 'heavy' },
    },
    saltiness_level: { label: 'Salt stains', figures: { 2: 'none', 5: 'some', 8: 'a lot' } },
    carb_tolerance_g_per_hr: {
      label: 'Carbs you’ve practised',
      figures: { 30: '30 g/h', 45: '45 g/h', 60: '60 g/h', 75: '75 g/h', 90: '90 g/h', 120: '120 g/h' },
    },
  },
  measures: {
    distance_km: { label: 'Distance', unit: 'km' },
    elevation_gain_m: { label: 'Climb', unit: 'm' },
    altitude_m: { label: 'Altitude', unit: 'm' },
    pack_kg: { label: 'Weight carried', unit: 'kg' },
    average_power_w: { label: 'Average power', unit: 'W' },
    sweat_rate_ml_per_hr: { label: 'Measured sweat rate', unit: 'ml/h' },
    sweat_sodium_mg_per_l: { label: 'Measured sweat sodium', unit: 'mg/l' },
    usual_carb_g_per_hr: { label: 'Carbs you usually take', unit: 'g/h' },
    vo2max_ml_per_kg_min: { label: 'VO₂max', unit: 'ml/kg/min' },
    ftp_w: { label: 'FTP', unit: 'W' },
  },
  others: { birth_year: 'age', thermal_stress_level: 'heat', weather: 'weather' },
  bounds: ({ from, to }) => `This page plans from ${from} to ${to}.`,
};

const WHY: WhyTexts = {
  heading: 'Why these numbers',
  titles: {
    carbohydrate: 'Carbohydrate',
    fluid: 'Fluid',
    limit: 'The fluid limit',
    sodium: 'Sodium',
  },
  steps: 'Every step',
  carbohydrate: {
    target: ({ duration, guidelineG }) =>
      `Guidelines suggest about ${guidelineG} g/h for ${duration}. We adjusted that to your effort, size and sport.`,
    legs: 'An average over the whole event. Most goes in where it is easiest to eat.',
    practised: ({ grams }) => `Limited by what your gut has practised: about ${grams} g/h in this session.`,
    assumed: ({ grams, targetG }) =>
      `We assume your gut handles ${grams} g/h, so the plan stops there. Build up by 5–10 g/h every week or two, towards ${targetG}.`,
    giHistory: ({ grams }) =>
      `Held at ${grams} g/h because your stomach has given you trouble before. Build up in training first.`,
    demand: 'Limited by how much carbohydrate you burn at this effort. More would just sit in your gut.',
    untrained: ({ grams }) => `Stops at ${grams} g/h, the most to try with a gut that hasn’t practised.`,
    absolute: ({ grams }) => `Stops at ${grams} g/h, the most that the research supports.`,
    young: 'Kept lower because of your age.',
    drink:
      'Limited by how little you need to drink. More carbohydrate would make the bottles too concentrated.',
    none: 'None needed for a session this short or this easy.',
  },
  fluid: {
    share: ({ sweat, percent }) =>
      `You’d sweat about ${sweat}/h. Replacing ${percent}% of that is enough here.`,
    loss: ({ sweat }) => `You’d sweat about ${sweat}/h. This keeps your weight loss moderate.`,
    plasma: ({ sweat }) => `You’d sweat about ${sweat}/h. This keeps your blood sodium from rising too far.`,
    carrier: 'Enough to wash down the carbohydrate.',
    short: 'Scaled down for a short session.',
    gap: ' ',
    gut: 'Limited by what a stomach can take in at this effort. You’d sweat more than that.',
    limit: ({ limitMl }, m) => `Kept just below your limit of ${m.limit(limitMl)}/h.`,
    losses: ({ sweat }) => `You’d sweat about ${sweat}/h. The plan replaces only part of it.`,
    noGain: 'Limited to what you lose. More would only add weight.',
    none: 'None needed. Drink if you’re thirsty.',
    other: 'Held back for safety.',
  },
  limit: {
    unknownSex: 'We don’t know your sex, so the limit is the lower one.',
    mass: ({ sweat, cautious }) =>
      `We expect you to sweat about ${sweat}/h, but it could be as little as ${cautious}/h. If it is, drinking more than this could leave you heavier than you started.`,
    plasma: ({ sweat, cautious }) =>
      `We expect you to sweat about ${sweat}/h, but it could be as little as ${cautious}/h. If it is, drinking more than this could dilute your blood sodium.`,
    symptoms: ({ sweat, cautious }) =>
      `We expect you to sweat about ${sweat}/h, but it could be as little as ${cautious}/h. Over this many hours, drinking more than this could then dilute your blood sodium enough to make you ill.`,
    gut: 'More than this is unlikely to leave your stomach at this effort.',
    floor: 'You lose so little here that only sips are safe.',
    other: 'Held back for safety.',
  },
  sodium: {
    practice: ({ mgPerL }, m) =>
      `Set by usual practice: about ${m.perLitre(mgPerL)} mg per ${m.litre('litre')} you drink.`,
    need: 'Enough to keep your blood sodium steady over these hours.',
    measured: 'Half of the sodium you lose, as measured.',
    losses: 'Limited to part of the sodium you sweat out.',
    drink: 'Limited so that your drink stays drinkable.',
    limit: 'Kept just below the limit.',
    none: 'None needed for a session like this.',
  },
};

/** English words of the planner. */
export const PLANNER: PlannerTexts = {
  controls: CONTROLS,
  quantities: { carbohydrate: 'Carbohydrate', fluid: 'Fluid', sodium: 'Sodium' },
  ...PLAIN_HOURS,
  everyHour: 'Per hour',
  perHour: 'per hour',
  limit: ({ amount }) => `Max ${amount} per hour`,
  shortLimit: ({ amount }) => `max ${amount}`,
  range: ({ from, to, unit }) => `Lab testing would probably put you at ${from}–${to} ${unit}.`,
  rangeToLimit: ({ from, unit }) =>
    `Lab testing would probably put you between ${from} ${unit} and the limit.`,
  mayNeed: ({ upTo, limit, unit, field }) =>
    `You may need up to ${upTo} ${unit} an hour. Until “${field}” is known, stay under ${limit} ${unit}.`,
  total: ({ amount }) => `${amount} in total`,
  litres: ({ value }) => `${number(value)} l`,
  during: 'During the session',
  nothing: 'You don’t need to take anything. Drink if you’re thirsty, and stay below the limit.',
  lanes: {
    drink: 'Sports drink',
    water: 'Water',
    gel: 'Gels and chews',
    food: 'Food',
    capsule: 'Salt capsules',
  },
  strength: ({ gPerL }, m) => `${m.perLitre(gPerL)} g of carbohydrate per ${m.litre('litre')}`,
  until: ({ time }) => `until ${time}`,
  list: (parts) => parts.join(', '),
  asList: 'Step by step',
  sum: ({ carbG, targetG }) => `This adds up to ${carbG} of ${targetG} g of carbohydrate.`,
  thirst: 'Drink when you’re thirsty. The plan is a guide. The limit is a limit.',
  review: 'A professional should review these numbers first.',
  confidence: ({ percent }) =>
    `${percent}% confidence: how often a full lab work-up would land within 30% of these numbers.`,
  driver: ({ field, what, percent }) =>
    `What would help most: ${field}. It would narrow the ${what.toLowerCase()} estimate by ${percent}%.`,
  failed: 'No connection to the service. These numbers are for your earlier settings.',
  tooMany:
    'Too many changes in a minute. These numbers are for your earlier settings and will update shortly.',
  outOfDate: 'Not updated',
  announced: ({ carbG, fluid, limit }) =>
    `${carbG} grams of carbohydrate and ${fluid} per hour. Maximum ${limit} per hour.`,
  why: WHY,
};
