import type { Scope } from '../../../http/route.ts';

/** What each scope means to the athlete who is asked for it. */
export const SCOPE_WORDS: Readonly<Record<Scope, { readonly title: string; readonly detail: string }>> = {
  'profile:read': {
    title: 'See your profile',
    detail:
      'Name, e-mail, body measures, sweat and fitness levels, the health conditions you told, sweat tests and what was learned about you; with your activities also your feedback.',
  },
  'profile:write': {
    title: 'Change your profile',
    detail: 'Correct and complete the same data, but for your e-mail address.',
  },
  'activities:read': {
    title: 'See your activities',
    detail: 'Training sessions and races: what, when, how long and how hard.',
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
    detail: 'Make a prescription for an activity, again whenever something changes.',
  },
  'feedback:write': {
    title: 'Give feedback for you',
    detail: 'Tell what you took and how it felt, which makes later prescriptions more personal.',
  },
  'products:read': {
    title: 'Look for products',
    detail: 'Search the product database for you; each search is logged.',
  },
};

/** The words of a stored scope; texts that are no scope any more have none and are not shown. */
export function wordsOf(scope: string): { readonly title: string; readonly detail: string } | null {
  return Object.entries(SCOPE_WORDS).find(([name]) => name === scope)?.[1] ?? null;
}
