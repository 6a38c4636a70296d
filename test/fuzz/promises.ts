import { answerProblems } from '../support/answer-problems.ts';
import { prescriptionProblems } from './prescription-problems.ts';
import type { FuzzRequest } from './request-arbitrary.ts';
import type { FuzzWorld, Ids } from './world.ts';

export interface FuzzAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Returns the promises that an answer breaks, whatever the request. Empty if it kept them all. */
export function brokenPromises(
  world: FuzzWorld,
  request: FuzzRequest,
  answer: FuzzAnswer,
  seenRequestIds: Set<string>,
): string[] {
  const { status, headers, text } = answer;
  // A client leaves out segments of one dot, however they are encoded.
  const { pathname: path } = new URL(`http://service${request.path}`);
  const problems = answerProblems({ method: request.method, path, status, headers, body: text });
  if (status >= 500 && !isDeepReadiness(request, answer)) problems.push(`a ${status}`);
  const id = headers.get('X-Request-Id') ?? '';
  if (seenRequestIds.has(id)) problems.push(`the request id ${id} came twice`);
  seenRequestIds.add(id);
  // The operator sees all partners.
  if (!path.startsWith('/operator/')) problems.push(...leaks(world, request, answer));
  // The document of the API has examples of parts of answers.
  return path === '/openapi.json' ? problems : [...problems, ...prescriptionProblems(text)];
}

/** Returns whether a 503 is that of deep readiness, which reports an alert where no cron runs. A HEAD has no text. */
function isDeepReadiness({ method, path }: FuzzRequest, { status, text }: FuzzAnswer): boolean {
  const isAlert = method === 'HEAD' ? /[?&]deep\b/.test(path) : text.includes('alerting');
  return status === 503 && path.startsWith('/health/ready?') && isAlert;
}

/** Returns leaks in the answer: data of another partner, or of production in a sandbox. */
function leaks(world: FuzzWorld, request: FuzzRequest, { status, headers, text }: FuzzAnswer): string[] {
  const location = headers.get('Location') ?? '';
  // A list repeats the athletes that it was asked for and did not find.
  const shown = text.replace(/"not_found":\[[^\]]*\]/, '');
  const isIn = (id: string) => shown.includes(id) || location.includes(id);
  const found = (ids: Ids, whose: string) =>
    Object.values(ids)
      .flat()
      .filter(isIn)
      .map((id) => `the answer names ${id}, which is ${whose}`);
  const key = /^Bearer +(\S+)/i.exec(request.headers.authorization ?? '')?.[1];
  const caller = world.callers.find((known) => known.key === key);
  return [
    ...found(world.foreignIds, "another partner's"),
    ...(caller?.environment === 'test' && status < 400 ? found(world.liveIds, 'of production') : []),
  ];
}
