import type { DocumentationByOperation } from '../http/operation-documentation.ts';
import { Learned, learnedExample } from './schemas.ts';

export const learningDocumentation: DocumentationByOperation = {
  getLearned: {
    tag: 'Feedback',
    summary: 'Read what was learned about an athlete',
    description:
      'Every quantity that feedback and sweat tests can move: what is believed today, how surely, and after how many observations. Prescriptions use this state, whatever the date of the activity.',
    responses: { 200: { description: 'The quantities.', schema: Learned, example: learnedExample } },
  },
};
