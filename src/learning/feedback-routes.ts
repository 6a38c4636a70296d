import { created, noContent, ok } from '../http/answer.ts';
import { isFailure } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';
import { fromWire } from '../http/wire-case.ts';
import { deleteFeedback } from './delete-feedback.ts';
import { FeedbackAnswer, feedbackExample, feedbackInputExample } from './feedback-answers.ts';
import { FeedbackInput } from './feedback-requests.ts';
import { feedbackAnswer } from './feedback-wire.ts';
import { getFeedback } from './get-feedback.ts';
import { giveFeedback } from './give-feedback.ts';

const tag = 'Feedback';

const example = { ...feedbackExample, tier: 'full' };

const path = '/v1/athletes/{athlete_id}/activities/{activity_id}/feedback';

export const feedbackRoutes = [
  defineRoute({
    method: 'POST',
    path,
    operationId: 'giveFeedback',
    tag,
    summary: 'Give feedback on an activity',
    description:
      'How the session went and what was really taken. Later prescriptions of this athlete learn from it, and `learned` tells what moved. An activity has one feedback: another POST replaces it, and what was learned is recomputed from the history. To a token without `activities:read` and `profile:read` everything but identifiers, tier and dates is null.',
    bodyExample: feedbackInputExample,
    responses: {
      200: { description: 'The feedback, in the place of the earlier one.', schema: FeedbackAnswer, example },
      201: { description: 'The first feedback on this activity.', schema: FeedbackAnswer, example },
    },
    access: 'partner',
    scope: 'feedback:write',
    body: FeedbackInput,
    errors: ['athlete_not_found', 'activity_not_found'],
    async handler(ctx, { params, body }) {
      const given = await giveFeedback(ctx, params.athlete_id, params.activity_id, fromWire(body));
      if (isFailure(given)) return given;
      const { feedback, tier, isFirst } = given;
      const answer = await feedbackAnswer(ctx, feedback, tier);
      const location = `${ctx.env.baseUrl}/v1/athletes/${feedback.athleteId}/activities/${feedback.activityId}/feedback`;
      return isFirst ? created(location, answer, { tiers: [tier] }) : ok(answer, { tiers: [tier] });
    },
  }),
  defineRoute({
    method: 'GET',
    path,
    operationId: 'getFeedback',
    tag,
    summary: 'Read the feedback on an activity',
    description:
      'With what it moved, as the history stands today. To a token without `profile:read` everything but identifiers, tier and dates is null.',
    responses: { 200: { description: 'The feedback.', schema: FeedbackAnswer, example } },
    access: 'partner',
    scope: 'activities:read',
    errors: ['athlete_not_found', 'activity_not_found', 'feedback_not_found'],
    async handler(ctx, { params }) {
      const found = await getFeedback(ctx, params.athlete_id, params.activity_id);
      if (isFailure(found)) return found;
      const { feedback, tier } = found;
      return ok(await feedbackAnswer(ctx, feedback, tier), { tiers: [tier] });
    },
  }),
  defineRoute({
    method: 'DELETE',
    path,
    operationId: 'deleteFeedback',
    tag,
    summary: 'Delete the feedback on an activity',
    description: 'What was learned is recomputed as if it had never been given.',
    responses: { 204: { description: 'Gone.' } },
    access: 'partner',
    scope: 'feedback:write',
    errors: ['athlete_not_found', 'activity_not_found', 'feedback_not_found'],
    async handler(ctx, { params }) {
      const outcome = await deleteFeedback(ctx, params.athlete_id, params.activity_id);
      return isFailure(outcome) ? outcome : noContent();
    },
  }),
];
