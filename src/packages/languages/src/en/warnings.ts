import type { UncertaintyField } from '@musette/engine/types';
import { looksLikeLevel, sentences } from '../phrasing.ts';
import type { AssumedText, FluidLimitText, WarningTexts } from '../texts.ts';
import { SPORTS } from './notes.ts';

/** Names of missing fields within a sentence. */
const FIELDS: Readonly<Record<UncertaintyField, string>> = {
  mass: 'Your weight is',
  intensity: 'The intensity is',
  heat: 'The heat level or weather is',
  fitness: 'Your fitness level is',
  sex: 'Your sex is',
  age: 'Your age is',
};

/** English texts of warnings. */
export const WARNINGS: WarningTexts = {
  EAH_RISK_LONG_SLOW: ({ maxMlPerHr, inWater, hidesMass, condition }, m) => {
    if (condition === 'low_sodium_before')
      return `Your blood sodium has been too low before. Drink only when thirsty and stay under ${m.limit(maxMlPerHr)} per hour. Talk to a doctor before long events.`;
    if (condition === 'water_retaining_drug')
      return `One of your medicines makes your body hold on to water. Drink only when thirsty and stay under ${m.limit(maxMlPerHr)} per hour. Talk to your doctor before long events.`;
    return `${
      inWater
        ? 'Low blood sodium has been seen on long swims, even with modest drinking.'
        : 'In an event this long, drinking beyond thirst can dilute your blood.'
    } Drink only when thirsty, and never more than ${m.limit(maxMlPerHr)} per hour. If you ${hidesMass ? '' : 'gain weight or '}feel bloated, stop drinking.`;
  },
  INPUT_NEEDED: ({ field, hidesMass }) =>
    field === 'mass' && hidesMass
      ? 'Your body size is missing. For this event, it determines how much is safe to drink. Have your doctor or coach check these figures.'
      : `${FIELDS[field]} missing. For this event, it determines how much is safe to drink. Add it before you use these figures.`,
  EAH_PLAN_EXCEEDS_SAFE: ({ reportedMlPerHr, maxMlPerHr }, m) =>
    `You last reported drinking about ${m.total(reportedMlPerHr)} per hour. That may have been too much for you. In this session, stay under ${m.limit(maxMlPerHr)} per hour.`,
  EAH_OVERDRINK_REPORTED: ({ maxMlPerHr }, m) =>
    `A recent report shows drinking at a level that can dilute your blood. Drink only when thirsty and stay under ${m.limit(maxMlPerHr)} per hour. If you drink too much, drink nothing more until you have urinated. If you have a headache, vomit or feel confused after exercise, get medical help immediately.`,
  NSAID_RISK: () =>
    'Painkillers such as ibuprofen strain the kidneys during long exercise. They also make overdrinking more dangerous. Skip them on the day, or ask your doctor first.',
  HEAT_CAUTION: ({ afterIllness }) =>
    afterIllness
      ? 'You have had heat illness before. In warm conditions, train with someone, start slowly and stop at the first symptom.'
      : 'Hot conditions. Start slower, and use shade and cooling. Stop if you feel chilled, dizzy or confused.',
  HEAT_BLACK_FLAG: () =>
    'Very hot conditions. Many races are shortened or postponed at this level. Go easy and cool yourself often. Stop if you feel chilled, dizzy or confused.',
  HEAT_EXTREME: () =>
    'Extreme heat. Organisers cancel events at this level. Move the session or shorten it. No drinking plan makes it safe.',
  HEAT_UNACCLIMATISED: () =>
    'You are not heat-acclimatised yet. That takes 10 to 14 days of exercise in the heat. Until then, slow down.',
  HEAT_HARD_EFFORT: () =>
    'In this heat, a hard effort can cause heat stroke within an hour. Drinking does not prevent it. Choose an easy session or a cool place.',
  COLD_LOW_FLUID: ({ freezing, onlyFreezing }) =>
    onlyFreezing
      ? 'Choose warm drinks, and keep your bottles from freezing.'
      : `You need little fluid in the cold. Don’t force yourself to drink.${freezing ? ' Choose warm drinks, and keep your bottles from freezing.' : ''}`,
  COLD_IMMERSION: () =>
    'Cold water. Enter slowly, and wear a wetsuit where the rules allow it. Don’t swim alone. Get out if you can’t stop shivering.',
  DEHYDRATION_LARGE: ({ isDanger, hidesMass }) => {
    if (isDanger)
      return 'This plan leaves you well short of water, and drinking past the limit is not safe. Shorten the event, slow down or cool yourself.';
    return hidesMass
      ? 'You may finish drier than is comfortable. Drink and eat over the next hours, and tell someone if you feel unwell.'
      : 'You may finish drier than is comfortable. Weigh yourself afterwards, drink and eat over the next hours, and tell someone if you feel unwell.';
  },
  SWEAT_EXCEEDS_GUT: ({ sweatLPerHr }, m) =>
    `You may sweat about ${m.litres(sweatLPerHr, ' litres')} per hour, more than your stomach can take in at this effort. Don’t try to replace it all. Pacing and cooling help more.`,
  HEAT_FLUID_LOSS: ({ hidesMass }) =>
    `You will probably lose ${hidesMass ? 'a lot of fluid' : 'more than 2.5% of your weight'}. That is no reason to drink more, before or during the session. Drink only when thirsty, slow down and cool yourself.`,
  DRINK_TO_THIRST: () =>
    'For this session, thirst is a good enough guide. The fluid figure is only a suggestion, but never exceed the limit.',
  SODIUM_UNMEASURED: ({ lossMgPerHr }) =>
    `You may lose about ${lossMgPerHr} mg of sodium per hour, but that assumes an average athlete’s sweat. Take a sweat sodium test to get your own figure.`,
  CARB_ABOVE_TOLERANCE: ({ wantedGPerHr, toleranceGPerHr, leg }) =>
    `${leg === null ? '' : `On the ${SPORTS[leg]}: `}About ${wantedGPerHr} g/h could help you. We assume your gut handles ${toleranceGPerHr} g/h, so the plan stops there. Build up in training by 5 to 10 g/h every week or two, towards ${wantedGPerHr}.`,
  CARB_HIGH_UNTRAINED: ({ usualGPerHr, limitGPerHr }) =>
    `You say you usually take ${usualGPerHr} g/h. Above ${limitGPerHr} g/h, only a tested tolerance counts. Add yours once you have practised it at race effort.`,
  CARB_CONCENTRATED: ({ gramsPerLitre }, m) =>
    `In the planned fluid, the carbohydrate would come to ${m.perLitre(gramsPerLitre)} g per ${m.litre('litre')}, too concentrated for a bottle. Keep bottles at ${m.perLitre(80)} g per ${m.litre('litre')} or less, and take the rest as gels or food.`,
  GI_HISTORY: ({ carbGPerHr }) =>
    `Your gut has troubled you before. Up to ${carbGPerHr} g/h is a reasonable amount. Practise it in training, split it into small portions, and cut back early if your gut complains.`,
  INTAKE_NOT_NEEDED: () =>
    'You don’t need carbohydrate during a session of this length and effort. Eat normally before and after.',
  MOUTH_RINSE_OPTION: () =>
    'In a race this short, try rinsing your mouth with a sports drink for 5 to 10 seconds. It helps about as much as swallowing it.',
  YOUTH: ({ ageYears, tooLong }) =>
    tooLong
      ? `At ${ageYears}, plan something this long only with a doctor or an experienced coach. Use no caffeine products.`
      : `This athlete is ${ageYears}. Have a parent or coach go through the plan with them. Use no caffeine products. Carbohydrate stays within a lower limit for the age.`,
  OLDER_ADULT: () =>
    'With age, thirst comes later and the kidneys clear water more slowly. When you drink, take small sips, not large drinks, and stay under the limit.',
  PREGNANCY: ({ strenuous }) =>
    strenuous
      ? 'Pregnancy: talk to your doctor or midwife before exercising this hard or in this heat. Have at most 200 mg of caffeine a day. Don’t do gut training.'
      : 'Pregnancy: keep the effort comfortable, and check it with your doctor or midwife. Have at most 200 mg of caffeine a day. Don’t do gut training.',
  MEDICAL_SODIUM: ({ limitMgPerHr }) =>
    `With raised blood pressure or diuretic treatment, a doctor must set your sodium. Until then, this figure is a placeholder of at most ${limitMgPerHr} mg per hour. Do not exceed it, whatever range is shown.`,
  MEDICAL_FLUID: ({ limitMgPerHr, maxMlPerHr }, m) =>
    `With your heart or kidney condition, a doctor must set your fluid and sodium. Until then, these figures are placeholders. Do not exceed ${m.limit(maxMlPerHr)} or ${limitMgPerHr} mg per hour. Do not start anything longer than two hours on them.`,
  DIABETES: () =>
    'These are not insulin or medication doses. With treated diabetes, agree carbohydrate and medication for exercise with your diabetes team, and measure your glucose. Carry fast-acting sugar, even if the plan has none.',
  EATING_DISORDER_REDS: ({ nothingPlanned }) =>
    nothingPlanned
      ? 'A zero here does not mean training without food. Eat before and after, and have something during the session if you like. Please plan your fuelling with your care team.'
      : 'Eating enough around training matters most for you. Treat the carbohydrate as a minimum, and plan your fuelling with your care team.',
  VERY_LONG_EVENT: ({ beyondTwelveHours, massRule, leastKg, mostKg, planKg }, m) => {
    if (!massRule)
      return 'For an event this long, include real food and vary your flavours. Treat the hourly rates as averages, not a schedule.';
    return sentences([
      leastKg === null || mostKg === null
        ? 'If you feel bloated or your hands swell, drink nothing until you have urinated.'
        : `You should weigh ${m.bareMass(leastKg, 1)} to ${m.mass(mostKg, 1)} less at the finish, and half of that halfway. If you have lost less or feel bloated, drink nothing until you have urinated.`,
      planKg !== null &&
        `This plan stays under a careful limit, and on its own it may cost you ${m.mass(planKg, 1)}. If you have lost more than your number and are thirsty, only drink to thirst until you are back at your number, then stop.`,
      beyondTwelveHours &&
        (planKg === null
          ? 'Beyond twelve hours these figures are rough. Plan real food, varied flavours and sleep, and let thirst guide you within the limits.'
          : 'Beyond twelve hours these figures are rough. Plan real food, varied flavours and sleep, and let thirst guide you.'),
    ]);
  },
  EAH_SYMPTOMS: ({ hidesMass }) =>
    hidesMass
      ? 'Headache, vomiting or confusion: stop, drink nothing and get medical help.'
      : 'Headache, vomiting or confusion: stop, drink nothing and get medical help, whatever the scale says.',
  GLP1: () =>
    'Your medicine slows the stomach and dulls thirst and hunger. Eat and drink small amounts early, and practise everything first.',
  SGLT2: () =>
    'Your medicine can cause ketoacidosis. Never train long without carbohydrate, and get help if you feel sick or short of breath.',
  MASS_UNLIKELY: ({ against, hidesMass }) => {
    if (hidesMass) return 'One of your details looks unusual. Have your doctor or coach check these figures.';
    if (against === 'size')
      return 'Is this weight in kilograms? Add your height to confirm it. Until then, the fluid limit is that of a smaller body.';
    return `Is this weight in kilograms? It does not fit ${against === 'height' ? 'your height' : 'the weight given before'}. Check it. Until then, the fluid limit is that of a smaller body.`;
  },
  ALTITUDE: ({ altitudeM }, m) =>
    `At ${m.height(altitudeM)}, you lose more water through breathing and feel less hungry. The fluid figure already covers breathing, as far as the limit allows. Do not add to it.`,
  MASS_MISSING: ({ hidesMass }, m) =>
    hidesMass
      ? 'We don’t know your body size, so we used a cautious fluid limit. Stay under it.'
      : `We don’t know your weight. The figures assume ${m.mass(65)}, and the fluid limit assumes a light person. Add your weight to get your own figures.`,
  DATA_OUT_OF_RANGE: ({ mass, ageYears, duration }) =>
    sentences([
      mass &&
        'Your body size is outside the range covered by the studies behind these figures. Treat them as rough.',
      ageYears !== null &&
        `Age ${ageYears} is outside the range covered by the studies behind these figures. Treat them as rough.`,
      duration && 'Few studies cover events beyond 24 hours. Treat these figures as rough.',
    ]),
  ASSUMED: ({ intensity, heat, age }) =>
    sentences([
      intensity && 'No intensity was given, so we assumed a steady effort (level 5).',
      heat && 'No heat level or weather was given, so we assumed mild conditions (level 5).',
      age && 'No age was given, so we assumed 35, and a fluid limit for an older person.',
      'Add what is missing for better numbers.',
    ]),
  CARB_TOLERANCE_UNLIKELY: ({ statedGPerHr, usedGPerHr }) =>
    `Is a gut tolerance of ${statedGPerHr} g/h right? ${looksLikeLevel(statedGPerHr) ? 'It looks like a level from 1 to 9.' : 'That is very little.'} Check it. Until then it counts as ${usedGPerHr} g/h.`,
  CONFLICTING_INPUT: (conflict, m) =>
    sentences([
      conflict.weatherLevel !== null &&
        `Heat level ${conflict.statedLevel} was given, but the weather looks like level ${conflict.weatherLevel}. We used the level with the measured air temperature and humidity. Check both.`,
      conflict.effortAgainstLevel !== null &&
        `The power or pace doesn’t match intensity ${conflict.effortAgainstLevel}, so we used the power or pace. Long breaks within the duration explain this. Otherwise, check both.`,
      conflict.unsustainableLevel !== null &&
        `Nobody holds intensity ${conflict.unsustainableLevel} for this long, so we used what you can sustain. Enter the average for the whole session.`,
      conflict.sweatRateMlPerHr !== null &&
        `A sweat rate of ${m.total(conflict.sweatRateMlPerHr)} per hour is very unusual. Please repeat the test.`,
      conflict.impossibleEffort &&
        'Nobody can hold this power or pace for so long. It counts only in part or not at all. Check the value and the duration.',
      conflict.effortAboveFitness === 'measured' &&
        'Your pace or power is more than your fitness level sustains for this long. Check both. The figures follow the pace or power.',
      conflict.effortAboveFitness === 'course' &&
        'Your course and time need more than your fitness level sustains. Check them. The figures follow the course.',
    ]),
};

/** What the athlete reads where values were assumed. */
export const ASSUMED: AssumedText = ({ intensity, heat, age }) =>
  sentences([
    heat && intensity && 'Calculated for mild weather and a steady effort.',
    heat && !intensity && 'Calculated for mild weather.',
    intensity && !heat && 'Calculated for a steady effort.',
    age && 'We don’t know your age, so your fluid limit is that of an older person.',
  ]);

/** What the fluid limit means. */
export const FLUID_LIMIT: FluidLimitText = ({ kind, hours, leastKg, mostKg }, m) => {
  if (kind === 'risk_limit')
    return hours <= 4
      ? 'If people like you drank exactly this, thirsty or not, fewer than 1 in 40 would fall below 135 mmol/L of blood sodium.'
      : 'If people like you drank exactly this, thirsty or not, fewer than 1 in 20 would fall to 130 mmol/L of blood sodium, where symptoms begin.';
  return sentences([
    'A limit for planning, not a threshold of harm. In studies many finishers drank more, and some of them fell ill.',
    leastKg !== null &&
      mostKg !== null &&
      `Beyond 8 hours your own weight protects you: at the finish, expect to weigh ${m.bareMass(leastKg, 1)} to ${m.mass(mostKg, 1)} less. If you have lost less, drink nothing until you have urinated.`,
  ]);
};
