import { answerProblems } from '../support/answer-problems.ts';
import type { FuzzRequest, FuzzWorld } from './request-arbitrary.ts';

export interface FuzzAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** What an answer to any request at all may not do. An empty list means that it kept every promise. */
export function brokenPromises(
  world: FuzzWorld,
  request: FuzzRequest,
  answer: FuzzAnswer,
  seenRequestIds: Set<string>,
): string[] {
  const { status, headers, text } = answer;
  const path = request.path.split('?')[0] ?? '';
  const problems = answerProblems({ method: request.method, path, status, headers, body: text });
  if (status >= 500) problems.push(`a ${status}`);
  const id = headers.get('X-Request-Id') ?? '';
  if (seenRequestIds.has(id)) problems.push(`the request id ${id} came twice`);
  seenRequestIds.add(id);
  for (const foreign of Object.values(world.foreignIds).flat()) {
    if (text.includes(foreign)) problems.push(`the answer names ${foreign}, which is another partner's`);
  }
  return [...problems, ...prescriptionProblems(text)];
}

/** Every prescription anywhere in an answer keeps to its own safety block. */
function prescriptionProblems(text: string): string[] {
  if (!text.includes('max_safe_fluid_ml_per_hr')) return [];
  const problems: string[] = [];
  visit(JSON.parse(text), (node) => {
    const { prescription, safety } = node;
    if (!isRecord(prescription) || !isRecord(safety)) return;
    const atMost = (name: string, limit: unknown) => {
      const value =
        prescription[name] ??
        (isRecord(prescription[`${name}_range`]) ? maxOf(prescription[`${name}_range`]) : undefined);
      if (typeof value === 'number' && typeof limit === 'number' && value > limit) {
        problems.push(`${name} ${value} is above ${limit}`);
      }
    };
    atMost('fluid_ml_per_hr', safety.max_safe_fluid_ml_per_hr);
    atMost('sodium_mg_per_hr', safety.max_safe_sodium_mg_per_hr);
    atMost('carb_g_per_hr', prescription.carb_g_per_hr_range ? 150 : 120);
    if (safety.not_instructions !== true) problems.push('not_instructions is not true');
  });
  return problems;
}

function maxOf(range: unknown): unknown {
  return isRecord(range) ? range.max : undefined;
}

function visit(node: unknown, look: (node: Record<string, unknown>) => void): void {
  if (Array.isArray(node)) for (const item of node) visit(item, look);
  if (!isRecord(node)) return;
  look(node);
  for (const member of Object.values(node)) visit(member, look);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
