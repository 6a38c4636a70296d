import * as z from 'zod/mini';
import type { DocumentationByOperation } from '../http/operation-documentation.ts';
import { pageOf } from '../http/pagination.ts';
import {
  SweatTest,
  sweatTestExample,
  sweatTestInputExample,
  WrittenSweatTest,
} from './sweat-test-answers.ts';

const tag = 'Feedback';

export const sweatTestDocumentation: DocumentationByOperation = {
  createSweatTest: {
    tag,
    summary: 'Record a sweat test',
    description:
      'A session weighed before and after, everything taken in and passed noted. Answers the sweat rate with its standard error; it teaches far more than answers about feelings do.',
    bodyExample: sweatTestInputExample,
    responses: {
      201: {
        description: 'The sweat test. To a token without `profile:read`: identifiers, tier and dates only.',
        schema: z.union([SweatTest, WrittenSweatTest]),
        example: sweatTestExample,
      },
    },
  },
  listSweatTests: {
    tag,
    summary: 'List sweat tests',
    description: 'Newest first by `tested_at`.',
    responses: {
      200: {
        description: 'A page of sweat tests.',
        schema: pageOf(SweatTest),
        example: { data: [sweatTestExample], has_more: false, next_cursor: null },
      },
    },
  },
  getSweatTest: {
    tag,
    summary: 'Read a sweat test',
    description: 'With what it moved, as the history stands today.',
    responses: { 200: { description: 'The sweat test.', schema: SweatTest, example: sweatTestExample } },
  },
  deleteSweatTest: {
    tag,
    summary: 'Delete a sweat test',
    description: 'For one that was mistyped. What was learned is recomputed as if it had never been there.',
    responses: { 204: { description: 'Gone.' } },
  },
};
