import { expect } from 'vitest';
import { answerProblems } from './answer-problems.ts';

/** Checks an answer of the suite against the promises of all answers (see `answerProblems`). */
export function checkResponse(request: Request, response: Response, body: string): void {
  const { status, headers } = response;
  const path = new URL(request.url).pathname;
  const problems = answerProblems({ method: request.method, path, status, headers, body });
  expect(problems, `${request.method} ${path} → ${status}`).toEqual([]);
}
