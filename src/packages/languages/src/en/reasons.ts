import type { AssumptionTexts, Change, ReasonTexts } from '../reason-texts.ts';

/** English sentences on what a plan takes for granted. */
export const ASSUMPTIONS: AssumptionTexts = {
  refills: ({ at, without }) => {
    if (at === 'boat') return `Assumes a boat with your bottle. Without it, the plan has ${without} in all.`;
    return at === 'race'
      ? `No stations are listed: ask the organiser where there is water. Without refills, your bottles hold ${without} in all.`
      : `Assumes you can refill at a tap, fountain or shop. Without that, your bottles hold ${without} in all.`;
  },
  cups: ({ without }) =>
    `Assumes a table of water about every 20 minutes. No stations are listed: ask the organiser where there is water. Without tables, the plan has ${without} in all.`,
  vessels: ({ bottles, without }) =>
    `No bottles are named, so the plan assumes ${bottles}. Without them, it has ${without} in all.`,
  stations_incomplete: ({ places, without }) =>
    places === null
      ? `Stations are incomplete: ask the organiser where there is water. Without more of them, the plan has ${without} in all.`
      : `Stations are incomplete: ask the organiser about water at ${places}. Without it, the plan has ${without} in all.`,
  laps: () => 'Assumes that the stations of your last lap come again until the end.',
  bottles_left: ({ amounts }) => `Assumes your bottles still hold: ${amounts}.`,
  device: () => 'water assumed: see plan',
};

const SUBJECTS: Readonly<Record<Change, (bottle: { readonly volume: string }) => string>> = {
  more_of_it: () => 'More of these products',
  another_food: () => 'Another food',
  drink_mix: () => 'A drink mix in your bottles',
  bottle: ({ volume }) => `Another bottle of ${volume}`,
  flask_on_run: ({ volume }) => `A flask of ${volume} on the run`,
  refill: () => 'Another refill',
  salt: () => 'Salt capsules',
  bag: () => 'A bag to restock from halfway',
};

/** English words for mishaps, and for what would have helped. */
export const REASONS: ReasonTexts = {
  helps: ({ change, volume, amount, missing }) => {
    const isMany = change === 'salt' || change === 'more_of_it';
    const subject = SUBJECTS[change]({ volume });
    return missing === null
      ? `${subject} ${isMany ? 'close' : 'closes'} the gap.`
      : `${subject} ${isMany ? 'bring' : 'brings'} ${amount} of the ${missing} that are missing.`;
  },
  limit: ({ max }) => `That is your limit: ${max} in an hour.`,
  stomach: ({ isLong, held }) =>
    [
      ...(isLong ? ['Vomiting, headache or confusion: stop, drink nothing, get medical help.'] : []),
      'Nausea alone: take salt first, then small sips. Gels, chews and solid food wait.',
      ...(held === null ? [] : [`${held} waits until more salt stays down.`]),
    ].join(' '),
  withoutAssumed: ({ note }) => `Without the assumed water: ${note}`,
  noDrink: () => 'No drink is needed.',
  along: ({ count, name, times }) => `take ${count} ${name}, eat at ${times}`,
};
