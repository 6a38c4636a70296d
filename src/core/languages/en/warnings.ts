import type { UncertaintyField } from '../../engine/names.ts';
import { numberFormat } from '../number-format.ts';
import { sentences } from '../phrasing.ts';
import type { WarningTexts } from '../texts.ts';
import { SPORTS } from './notes.ts';

const number = numberFormat('en');

/** Names of missing fields within a sentence. */
const FIELDS: Readonly<Record<UncertaintyField, string>> = {
  mass: 'Your weight is',
  intensity: 'The intensity is',
  heat: 'The heat level or the weather is',
  fitness: 'Your fitness level is',
  sex: 'Your sex is',
  age: 'Your age is',
};

/** English texts of warnings. */
export const WARNINGS: WarningTexts = {
  EAH_RISK_LONG_SLOW: ({ maxMlPerHr, inWater, hidesMass, condition }) => {
    if (condition === 'low_sodium_before')
      return `Your blood sodium has been too low before. Drink only when thirsty, stay under ${maxMlPerHr} ml an hour, and talk to a doctor before long events.`;
    if (condition === 'water_retaining_drug')
      return `One of your medicines makes the body hold water. Drink only when thirsty and stay under ${maxMlPerHr} ml an hour; ask your doctor before long events.`;
    return `${
      inWater
        ? 'Long swims have shown low blood sodium even at modest drinking.'
        : 'In an event this long, drinking past thirst can dilute the blood.'
    } Drink only when thirsty, and never more than ${maxMlPerHr} ml an hour; if you ${hidesMass ? '' : 'gain weight or '}feel bloated, stop drinking.`;
  },
  INPUT_NEEDED: ({ field, hidesMass }) =>
    field === 'mass' && hidesMass
      ? 'Your body size is missing, and for this event it decides how much is safe to drink. Have your doctor or coach check these figures.'
      : `${FIELDS[field]} missing, and for this event it decides how much is safe to drink. Add it before you use these figures.`,
  EAH_PLAN_EXCEEDS_SAFE: ({ reportedMlPerHr, maxMlPerHr }) =>
    `You last reported drinking about ${reportedMlPerHr} ml an hour, which may have been too much for you. For this session stay under ${maxMlPerHr} ml an hour.`,
  EAH_OVERDRINK_REPORTED: ({ maxMlPerHr }) =>
    `A recent report shows drinking that can dilute the blood. Drink only when thirsty, and stay under ${maxMlPerHr} ml an hour; after drinking too much, drink nothing until you have urinated. Headache, vomiting or confusion after exercise: get medical help at once.`,
  NSAID_RISK: () =>
    'Painkillers such as ibuprofen during long exercise strain the kidneys and make drinking too much more dangerous. Leave them out on the day, or ask your doctor first.',
  HEAT_CAUTION: ({ afterIllness }) =>
    afterIllness
      ? 'You have had heat illness before. In warm conditions train with someone, start slowly, and stop at the first sign.'
      : 'Hot conditions: start slower, use shade and cooling, stop if you feel chilled, dizzy or confused.',
  HEAT_BLACK_FLAG: () =>
    'Very hot conditions: many races shorten or postpone at this level. Go easy, cool yourself often, stop if you feel chilled, dizzy or confused.',
  HEAT_EXTREME: () =>
    'Extreme heat: event organisers cancel at this level. Move the session or shorten it; no drinking plan makes it safe.',
  HEAT_UNACCLIMATISED: () =>
    'You are not used to heat. Getting used to it takes 10 to 14 days of exercise in the heat; until then lower the pace.',
  HEAT_HARD_EFFORT: () =>
    'Hard effort in this heat can cause heat stroke within the hour; drinking does not prevent it. Choose an easy session or a cool place.',
  COLD_LOW_FLUID: ({ freezing }) =>
    `In the cold you need little fluid. Don’t force it.${freezing ? ' Choose warm drinks, and keep your bottles from freezing.' : ''}`,
  COLD_IMMERSION: () =>
    'Cold water: enter slowly, wear a wetsuit where rules allow it, do not swim alone, and get out if you cannot stop shivering.',
  DEHYDRATION_LARGE: ({ isOutside }) =>
    isOutside
      ? 'This plan would leave you well short of fluid at the end, and drinking past the limit would not be safe either. Shorten the event, slow down or cool yourself, and have someone check the plan with you.'
      : 'Even with this plan you will probably end well short of fluid, because a stomach takes in no more. So do not drink more than planned: slow down, cool yourself, and drink only when thirsty afterwards.',
  SWEAT_EXCEEDS_GUT: ({ sweatLPerHr }) =>
    `You may sweat about ${number(sweatLPerHr, 1)} litres an hour, more than a stomach takes in at this effort. Do not try to replace it all: pace and cooling do more.`,
  HEAT_FLUID_LOSS: ({ hidesMass }) =>
    `You will probably lose ${hidesMass ? 'much fluid' : 'more than 2.5 % of body mass'}. That is no reason to drink more, before or on the way: drink only when thirsty, slow down, cool yourself.`,
  DRINK_TO_THIRST: () =>
    'For this session thirst is a good enough guide: the fluid figure is only a suggestion; its limit always holds, never drink past it.',
  SODIUM_UNMEASURED: ({ lossMgPerHr }) =>
    `You may lose about ${lossMgPerHr} mg of sodium an hour, but that figure assumes an average athlete’s sweat. A sweat sodium test would make it yours.`,
  CARB_ABOVE_TOLERANCE: ({ wantedGPerHr, toleranceGPerHr, leg }) =>
    `${leg === null ? '' : `On the ${SPORTS[leg]}: `}About ${wantedGPerHr} g an hour could help you, but we assume your gut handles ${toleranceGPerHr} g, so the plan stops there. Build up by 5 to 10 g an hour every week or two in training, towards ${wantedGPerHr}.`,
  CARB_HIGH_UNTRAINED: ({ usualGPerHr, limitGPerHr }) =>
    `You say you usually take ${usualGPerHr} g an hour. Above ${limitGPerHr} g only a tested tolerance counts: state yours once you have practised it at race effort.`,
  CARB_CONCENTRATED: ({ gramsPerLitre }) =>
    `For each litre drunk the plan has ${gramsPerLitre} g of carbohydrate, too thick for a bottle. Keep bottles at 80 g a litre or less and take the rest as gels or food.`,
  GI_HISTORY: ({ carbGPerHr }) =>
    `Your gut has troubled you before, and up to ${carbGPerHr} g an hour is a fair amount. Practise it in training, spread it into small portions, and step back early if it complains.`,
  INTAKE_NOT_NEEDED: () =>
    'A session of this length and effort needs no carbohydrate during it. Eat normally before and after.',
  MOUTH_RINSE_OPTION: () =>
    'In a race this short, rinsing the mouth with a sports drink for 5 to 10 seconds helps about as much as swallowing it.',
  YOUTH: ({ ageYears, tooLong }) =>
    tooLong
      ? `This is too long to plan for someone aged ${ageYears} without a doctor or an experienced coach. No caffeine products.`
      : `This athlete is ${ageYears}: a parent or coach should go through the plan with them. No caffeine products; carbohydrate stays within a lower limit for the age.`,
  OLDER_ADULT: () =>
    'With age thirst comes later and the kidneys clear water more slowly. When you drink, take small sips, not large drinks, and stay under the limit.',
  PREGNANCY: ({ strenuous }) =>
    strenuous
      ? 'Pregnancy: talk to your doctor or midwife before exercising this hard or in this heat. Caffeine at most 200 mg a day; no gut training.'
      : 'Pregnancy: keep to what is comfortable and clear it with your doctor or midwife. Caffeine at most 200 mg a day; no gut training.',
  MEDICAL_SODIUM: ({ limitMgPerHr }) =>
    `With raised blood pressure or diuretic treatment a doctor must set your sodium. The figure here is a placeholder at or under ${limitMgPerHr} mg an hour until then; do not go above it, whatever a range shows.`,
  MEDICAL_FLUID: ({ limitMgPerHr, maxMlPerHr }) =>
    `With your heart or kidney condition a doctor must set your fluid and sodium. Until then these figures are placeholders: do not go above ${maxMlPerHr} ml or ${limitMgPerHr} mg an hour, and do not start anything longer than two hours on them.`,
  DIABETES: () =>
    'These are not insulin or medication doses. With treated diabetes, agree carbohydrate and medication for exercise with your diabetes team and measure your glucose. Carry fast sugar, even if the plan has none.',
  EATING_DISORDER_REDS: ({ nothingPlanned }) =>
    nothingPlanned
      ? 'A zero here does not mean training without food: eat before and after, and take something during if you like. Please plan fuelling together with your care team.'
      : 'Eating enough around training matters most for you: take the carbohydrate as a minimum, and plan fuelling together with your care team.',
  VERY_LONG_EVENT: ({ beyondTwelveHours, massRule, hidesMass }) => {
    if (!massRule)
      return 'For an event this long, include real food and vary your flavours. Treat the hourly rates as averages, not a schedule.';
    return sentences([
      hidesMass
        ? 'In an event this long people drink too much as well as too little. Drink when you are thirsty. If you feel bloated or your hands swell, drink nothing until you have urinated. Headache, vomiting or confusion: stop and get medical help.'
        : 'In an event this long people drink too much as well as too little. Drink when you are thirsty; weigh yourself where you can. If you are heavier than at the start, or bloated, drink nothing until you have urinated. Headache, vomiting or confusion: stop and get medical help.',
      beyondTwelveHours &&
        'Beyond twelve hours the figures are rough: plan real food, changing flavours and sleep, and go by thirst and appetite within the limits.',
    ]);
  },
  ALTITUDE: ({ altitudeM }) =>
    `At ${altitudeM} m you lose more water with your breath and feel less hungry. The fluid figure already counts the breath, as far as the limit allows: do not add to it.`,
  MASS_MISSING: ({ hidesMass }) =>
    hidesMass
      ? 'Body size is not known, so a cautious fluid limit was used.'
      : 'Body mass is not known: the numbers assume 65 kg and the fluid limit assumes a light person. Adding it makes both yours.',
  DATA_OUT_OF_RANGE: ({ mass, ageYears, duration, intensityMissing, heatMissing }) =>
    sentences([
      mass && 'Your body size is outside what the studies behind these numbers covered: treat them as rough.',
      ageYears !== null &&
        `Age ${ageYears} is outside what the studies behind these numbers covered: treat them as rough.`,
      duration && 'Few studies cover events beyond 24 hours: treat these numbers as rough.',
      intensityMissing && 'No intensity was provided; a steady effort (level 5) was assumed.',
      heatMissing && 'No heat level or weather was provided; mild conditions (level 5) were assumed.',
    ]),
  CONFLICTING_INPUT: (conflict) =>
    sentences([
      conflict.weatherLevel !== null &&
        `Heat level ${conflict.statedLevel} was provided, but the weather looks like level ${conflict.weatherLevel}. The level was used with the measured air: check both.`,
      conflict.effortAgainstLevel !== null &&
        `The power or pace and intensity ${conflict.effortAgainstLevel} do not fit each other; power or pace was used. With long breaks in the duration that is expected; otherwise check both.`,
      conflict.unsustainableLevel !== null &&
        `Nobody holds intensity ${conflict.unsustainableLevel} for so long; what you can sustain was used instead. Give the average of the whole session.`,
      conflict.sweatRateMlPerHr !== null &&
        `A sweat rate of ${Math.round(conflict.sweatRateMlPerHr)} ml an hour is very unusual: please repeat the test.`,
      conflict.impossibleEffort &&
        'The power or pace is more than anyone holds for this long; it counts only in part or not at all. Check the value and the duration.',
      conflict.effortAboveFitness &&
        'Your pace or power is more than your fitness level sustains for this long. Check both; the figures follow the pace or power.',
    ]),
};
