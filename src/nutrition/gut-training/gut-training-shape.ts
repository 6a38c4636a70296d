import type { GutTrainingPlan } from '@musette/engine/gut-training';
import { RACE_ABOVE_PRACTISED_G_PER_HR } from '@musette/engine/prescribe';
import { GUT_TRAINING_REASONS } from '@musette/engine/types';
import { GUT_TRAINING } from '@musette/languages/english/gut-training';
import type { Texts } from '@musette/languages/texts';
import * as z from 'zod/mini';
import { exactly } from '#platform/http/answer.ts';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { toWire } from '#platform/http/wire-case.ts';
import { type Showing, teaserExtras, tierFields } from '../prescriptions/tier-shape.ts';
import type { PlannedGutTraining } from './plan-gut-training.ts';

const week = documented(
  z.object({
    week: described(z.int(), 'Counted from 1. The last week ends on race day.'),
    target_g_per_hr: described(z.number(), 'Carbohydrate per hour in each session.'),
    sessions: described(z.int(), 'Sessions of this week, at race effort.'),
    minutes: described(z.int(), 'Length of each session.'),
    hold: described(z.boolean(), 'True if the rate stays the same as the week before.'),
  }),
  { id: 'GutTrainingWeek' },
);

const schedule = documented(
  z.object({
    start_g_per_hr: described(z.number(), 'The rate this athlete has practised, or else probably tolerates.'),
    goal_g_per_hr: described(z.number(), 'The rate to build up to.'),
    reaches_g_per_hr: described(z.number(), 'The rate in the last week. The start if nothing is planned.'),
    weeks_needed: described(z.int(), 'Weeks needed to reach the goal.'),
    weeks: described(z.array(week), 'Empty if nothing is planned.'),
    reason: described(z.nullable(z.enum(GUT_TRAINING_REASONS)), 'Why nothing is planned.'),
  }),
  { id: 'GutTraining', description: 'How to build up to race carbohydrate, week by week.' },
);

export const GutTrainingAnswer = documented(
  z.object({
    gut_training: described(z.nullable(schedule), 'Null in teaser tier.'),
    requires_human_review: described(
      z.boolean(),
      'True if a professional should review this before the athlete follows it.',
    ),
    message: described(z.nullable(z.string()), 'Why nothing is planned, as text for the athlete.'),
    rules: described(
      z.array(z.string()),
      'How to practise and when to stop. Show all of them. Empty if nothing is planned.',
    ),
    ...tierFields,
  }),
  { id: 'GutTrainingAnswer' },
);
export type GutTrainingAnswer = z.output<typeof GutTrainingAnswer>;

const { rules } = GUT_TRAINING;

export const gutTrainingExample: GutTrainingAnswer = {
  tier: 'full',
  gut_training: {
    start_g_per_hr: 60,
    goal_g_per_hr: 90,
    reaches_g_per_hr: 90,
    weeks_needed: 4,
    weeks: [
      { week: 1, target_g_per_hr: 70, sessions: 2, minutes: 60, hold: false },
      { week: 2, target_g_per_hr: 80, sessions: 2, minutes: 90, hold: false },
      { week: 3, target_g_per_hr: 90, sessions: 2, minutes: 90, hold: false },
      { week: 4, target_g_per_hr: 90, sessions: 2, minutes: 60, hold: true },
    ],
    reason: null,
  },
  requires_human_review: false,
  message: null,
  rules: [rules.products(), rules.mixture(), rules.steps(), rules.stop(), rules.race({ mostGPerHr: 100 })],
};

/** Maps a schedule and its rules to the wire. Teaser tier omits the schedule. */
export async function gutTrainingToWire(
  ctx: Showing,
  { athlete, plan }: PlannedGutTraining,
  texts: Texts,
): Promise<GutTrainingAnswer> {
  const { tier, id, health } = athlete;
  const isTreated = health?.diabetesTreated === true;
  const shown: GutTrainingAnswer['gut_training'] = tier === 'full' ? toWire(plan) : null;
  return exactly({
    tier,
    gut_training: shown,
    requires_human_review: isTreated || plan.reason === 'eating_disorder',
    message: plan.reason && texts.gutTraining.reasons[plan.reason](),
    rules: tier === 'full' ? rulesOf(plan, texts, isTreated) : [],
    ...(await teaserExtras(ctx, tier, id)),
  });
}

function rulesOf({ weeks, reachesGPerHr }: GutTrainingPlan, texts: Texts, isTreated: boolean): string[] {
  const [first] = weeks;
  if (first === undefined) return [];
  const { rules } = texts.gutTraining;
  // Weeks have a hold after what they rise; the daily sessions before a near race have not.
  const isDaily = weeks.every(({ hold }) => !hold);
  return [
    isDaily ? rules.daily({ sessions: first.sessions }) : rules.products(),
    rules.mixture(),
    ...(isDaily ? [] : [rules.steps()]),
    rules.stop(),
    rules.race({ mostGPerHr: reachesGPerHr + RACE_ABOVE_PRACTISED_G_PER_HR }),
    ...(isTreated ? [rules.diabetes()] : []),
  ];
}
