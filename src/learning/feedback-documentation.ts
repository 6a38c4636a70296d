import type { DocumentationByOperation } from '../http/operation-documentation.ts';
import { FeedbackAnswer, feedbackExample, feedbackInputExample } from './feedback-answers.ts';

const tag = 'Feedback';
const example = { ...feedbackExample, tier: 'full' };

export const feedbackDocumentation: DocumentationByOperation = {
  giveFeedback: {
    tag,
    summary: 'Give feedback on an activity',
    description:
      'How the session went and what was really taken. Later prescriptions of this athlete learn from it, and `learned` tells what moved. An activity has one feedback: another POST replaces it, and what was learned is recomputed from the history. To a token without `activities:read` and `profile:read` everything but identifiers, tier and dates is null.',
    bodyExample: feedbackInputExample,
    responses: {
      200: { description: 'The feedback, in the place of the earlier one.', schema: FeedbackAnswer, example },
      201: { description: 'The first feedback on this activity.', schema: FeedbackAnswer, example },
    },
  },
  getFeedback: {
    tag,
    summary: 'Read the feedback on an activity',
    description:
      'With what it moved, as the history stands today. To a token without `profile:read` everything but identifiers, tier and dates is null.',
    responses: { 200: { description: 'The feedback.', schema: FeedbackAnswer, example } },
  },
  deleteFeedback: {
    tag,
    summary: 'Delete the feedback on an activity',
    description: 'What was learned is recomputed as if it had never been given.',
    responses: { 204: { description: 'Gone.' } },
  },
};
