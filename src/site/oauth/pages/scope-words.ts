import type { Scope } from '../../../http/route.ts';

/** Each scope in words for the athlete who is asked to allow it. */
export const SCOPE_WORDS: Readonly<Record<Scope, { readonly title: string; readonly detail: string }>> = {
  'profile:read': {
    title: 'See your profile',
    detail:
      'Your name, e-mail, body measures, sweat and fitness levels, health conditions, sweat tests and what we have learned about you; together with your activities also your feedback.',
  },
  'profile:write': {
    title: 'Change your profile',
    detail: 'Correct and complete your profile, except for your e-mail address.',
  },
  'activities:read': {
    title: 'See your activities',
    detail: 'Your training sessions and races: which sport, when, how long and how hard.',
  },
  'activities:write': {
    title: 'Add and change activities',
    detail: 'Create, change and delete training sessions and races.',
  },
  'prescriptions:read': {
    title: 'See what to eat and drink',
    detail:
      'Your carbohydrate, sodium and fluid prescriptions, their safety limits and warnings, which may name a health condition.',
  },
  'prescriptions:create': {
    title: 'Calculate what to eat and drink',
    detail: 'Calculate a prescription for an activity, and update it when something changes.',
  },
  'feedback:write': {
    title: 'Give feedback for you',
    detail: 'Report what you took and how it felt, which makes later prescriptions more personal.',
  },
  'products:read': {
    title: 'Find products',
    detail: 'Search the product catalogue for you. Each search is logged.',
  },
};

/** Returns the words of a stored scope; null for a scope that no longer exists, which is not shown. */
export function scopeWords(scope: string): { readonly title: string; readonly detail: string } | null {
  return Object.entries(SCOPE_WORDS).find(([name]) => name === scope)?.[1] ?? null;
}
