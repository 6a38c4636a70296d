import type { Text } from './text.ts';

/** Returns a function that picks a word's singular or plural form by the plural rules of `Intl`. */
export function plural(
  language: string,
  { one, other }: { readonly one: string; readonly other: string },
): (count: number) => string {
  const rules = new Intl.PluralRules(language);
  return (count) => (rules.select(count) === 'one' ? one : other);
}

/** Returns a text of an amount and its word: `½ tablet`, `2 tablets`. Amounts up to 1 are singular. */
export function counted(
  language: string,
  words: { readonly one: string; readonly other: string },
): (parameters: { readonly count: number; readonly amount: string }) => string {
  const word = plural(language, words);
  return ({ count, amount }) => `${amount} ${word(Math.max(1, count))}`;
}

/** Returns whether a rate was probably meant as a level from 1 to 9. */
export function looksLikeLevel(rate: number): boolean {
  return rate >= 1 && rate <= 9;
}

/** Joins the sentences that apply and skips false. */
export function sentences(parts: readonly (string | false)[], space = ' '): string {
  return parts.filter((part) => part !== false).join(space);
}

/** Formats of a language for a duration and for a moment of the session. */
export interface Hours {
  readonly duration: Text<{ readonly min: number }>;
  readonly moment: Text<{ readonly min: number }>;
}

/** Hours with international symbols: 5 h 30 min, and 5:30. */
export const PLAIN_HOURS: Hours = {
  duration: ({ min }) => {
    const { hours, minutes } = durationParts(min);
    if (hours === 0) return `${minutes} min`;
    return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`;
  },
  moment: ({ min }) => clock(min),
};

/** Hours as French writes them: 45 min, 3 h 30, and a moment as 0 h 45. */
export const FRENCH_HOURS: Hours = {
  duration: ({ min }) => (min < 59.5 ? `${Math.round(min)} min` : FRENCH_HOURS.moment({ min })),
  moment: ({ min }) => {
    const { hours, minutes } = durationParts(min);
    return minutes === 0 ? `${hours} h` : `${hours} h ${String(minutes).padStart(2, '0')}`;
  },
};

/** Hours in Japanese: 5時間30分, and 5:30. */
export const JAPANESE_HOURS: Hours = {
  duration: ({ min }) => {
    const { hours, minutes } = durationParts(min);
    return `${hours === 0 ? '' : `${hours}時間`}${minutes === 0 && hours > 0 ? '' : `${minutes}分`}`;
  },
  moment: ({ min }) => clock(min),
};

/** Formats a duration in minutes as hours and minutes: 5:30. */
function clock(min: number): string {
  const { hours, minutes } = durationParts(min);
  return `${hours}:${String(minutes).padStart(2, '0')}`;
}

/** Divides a duration into whole hours and minutes. */
function durationParts(min: number): { readonly hours: number; readonly minutes: number } {
  const whole = Math.round(min);
  return { hours: Math.floor(whole / 60), minutes: whole % 60 };
}
