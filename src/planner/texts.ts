import { clock } from '../fuel-plans/forms/svg-text.ts';
import type { Choice, DialName, GuessName, Sport, TickName } from './choice.ts';

/** All words of the planner and its page. Numbers are put in where they are used. */
export const TEXTS = {
  title: 'Musette: what to eat and drink on the way',
  headline: 'What to eat and drink on the way.',
  lead: 'Carbohydrate, sodium and fluid for one session and one person, with a ceiling that is theirs. Move something.',
  controls: 'Session and person',
  session: 'Session',
  weather: 'Weather',
  person: 'Person',
  calculate: 'Calculate',
  notKnown: 'not known',
  perHour: 'an hour',
  perHourShort: '/h',
  confidence: (percent: number) =>
    `Confidence ${percent} %: the expected share of the three numbers that a full laboratory work-up would leave within 30 %.`,
  knowing: (field: string, what: string, percent: number) =>
    `Knowing your ${field} would help most: the range of ${what} would be ${percent} % narrower.`,
  stayUnder: (amount: string) => `Stay under ${amount} an hour`,
  under: (amount: number) => `under ${amount}`,
  range: (from: number, to: number, unit: string) =>
    `A laboratory would put it between ${from} and ${to} ${unit}.`,
  rangeToCeiling: (from: number, unit: string) =>
    `A laboratory would put it between ${from} ${unit} and the ceiling.`,
  carbohydrate: 'Carbohydrate',
  sodium: 'Sodium',
  fluid: 'Fluid',
  inAll: (amount: string) => `${amount} in all`,
  everyHour: 'Every hour',
  onTheWay: 'On the way',
  nothing: 'Nothing is needed on the way. Drink if you are thirsty, and stay under the ceiling.',
  drinkLane: 'Sports drink',
  strength: (gPerL: number) => `${gPerL} g of carbohydrate per litre`,
  until: (time: string) => `until ${time}`,
  waterLane: 'Water',
  gelLane: 'Gels and chews',
  foodLane: 'Food',
  capsuleLane: 'Salt capsules',
  asList: 'Step by step, as a list',
  adds: (carbG: number, targetG: number) => `This adds up to ${carbG} of ${targetG} g of carbohydrate.`,
  thirst: 'Drink when you are thirsty. The plan is a guide, the ceiling is a limit.',
  review: 'A professional should review these numbers.',
  why: 'Why',
  whyCarbohydrate: 'Why this much carbohydrate',
  whySodium: 'Why this much sodium',
  whyFluid: 'Why this much fluid',
  whyCeiling: 'Why this ceiling of fluid',
  decidedBy: (term: string, note: string) => `Decided by the ${term}: ${note}.`,
  outOfDate:
    'Too many changes in a minute. These numbers belong to the settings before; the next ones come by themselves.',
  failed: 'The service did not answer. These numbers belong to the settings before.',
  announced: (carbG: number, fluidMl: number, ceilingMl: number) =>
    `${carbG} grams of carbohydrate and ${fluidMl} millilitres an hour. Stay under ${ceilingMl} millilitres an hour.`,
  code: 'The same request, from your code',
  codeLead:
    'It runs as it stands: this path needs no key. With a key, send the same body to /v1/nutrition/calculate.',
  sex: 'Sex',
  onwards: 'From here to your athletes',
  steps: [
    {
      title: 'Get a sandbox key',
      text: 'Tell us your platform and what you want to build. A person reads it; then you get a link by e-mail.',
      href: '/access',
      link: 'Ask for access',
    },
    {
      title: 'Follow a guide',
      text: 'From the first request to the nightly sync of a whole platform, in curl, TypeScript and Python, or with our client.',
      href: '/docs/guides/',
      link: 'Read the guides',
    },
    {
      title: 'Look up the rest',
      text: 'Every operation, field, warning and error, with examples that the engine has calculated.',
      href: '/docs',
      link: 'Open the reference',
    },
  ],
  promises: 'What you can rely on',
  promiseList: [
    {
      title: 'The ceiling is never missing',
      text: 'Drinking too much has killed runners. Every answer states the most that this person should plan to drink, from their sweat rate and how certain it is. It is never generic and never behind a paywall.',
    },
    {
      title: 'Numbers that show their work',
      text: 'Each step is there with its value, unit and source, and the limit that applied. Confidence is a probability, not a reward for a complete profile.',
    },
    {
      title: 'Your athletes’ data is yours',
      text: 'Export everything with one call, erase everything with another. Sandbox and production are separate databases.',
    },
  ],
} as const;

export const SPORT_TEXTS: Readonly<Record<Sport, string>> = {
  run: 'Run',
  trail_run: 'Trail',
  bike: 'Ride',
  triathlon: 'Triathlon',
  hike: 'Hike',
  row: 'Row',
  ski: 'Ski',
  open_water_swim: 'Swim',
};

/** Names a leg: the legs of the usual events are sports of the planner. */
export function legName(type: string): string {
  return Object.entries(SPORT_TEXTS).find(([sport]) => sport === type)?.[1] ?? type;
}

export const SEX_TEXTS: Readonly<Record<Choice['sex'], string>> = {
  unspecified: 'Not said',
  female: 'Female',
  male: 'Male',
};

export const DIAL_TEXTS: Readonly<Record<DialName, { readonly label: string; readonly unit: string }>> = {
  duration_min: { label: 'Duration', unit: 'min' },
  intensity_level: { label: 'Intensity', unit: 'of 9' },
  temperature_c: { label: 'Temperature', unit: '°C' },
  humidity_percent: { label: 'Humidity', unit: '%' },
  body_mass_kg: { label: 'Body mass', unit: 'kg' },
};

export const TICK_TEXTS: Readonly<Record<TickName, string>> = {
  is_race_event: 'It is a race',
  heat_acclimatized: 'Used to the heat',
};

export const GUESS_TEXTS: Readonly<
  Record<GuessName, { readonly label: string; readonly figures: Readonly<Record<number, string>> }>
> = {
  sweat_level: {
    label: 'Sweats',
    figures: { 2: 'very little', 4: 'a little less', 5: 'like others', 6: 'a little more', 8: 'very much' },
  },
  saltiness_level: { label: 'Salt stains', figures: { 2: 'none', 5: 'some', 8: 'a lot' } },
  carb_tolerance_g_per_hr: {
    label: 'Gut is used to',
    figures: { 30: '30 g an hour', 60: '60 g an hour', 90: '90 g an hour', 120: '120 g an hour' },
  },
};

/** Words of intensity, from 1 to 9. */
const INTENSITY_TEXTS = [
  'a stroll',
  'very easy',
  'easy',
  'steady',
  'brisk',
  'firm',
  'hard',
  'very hard',
  'all out',
] as const;

/** Returns the meaning of a dial's number in words, if the number alone does not say it. */
export function dialInWords(name: DialName, value: number): string {
  if (name === 'duration_min') return `${clock(value)} h`;
  return name === 'intensity_level' ? (INTENSITY_TEXTS[value - 1] ?? '') : '';
}
