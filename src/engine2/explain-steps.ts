/** One step of an explanation, and the words for where a value comes from. */

import { type Note, type NoteCode, note } from './notes.ts';
import type { ExplanationStep } from './types.ts';

export const CHOICE = 'value: engineering choice';

/** Direction from a source, size ours. */
export function direction(source: string): string {
  return `direction: ${source}; ${CHOICE}`;
}

interface StepDetails {
  readonly unit?: string;
  readonly note: NoteCode | Note;
  readonly source?: string;
}

/** Makes a step; `source` defaults to an engineering choice. */
export function step(term: string, value: ExplanationStep['value'], details: StepDetails): ExplanationStep {
  return {
    term,
    value: typeof value === 'number' ? tidy(value) : value,
    unit: details.unit ?? null,
    note: typeof details.note === 'string' ? note(details.note) : details.note,
    source: details.source ?? CHOICE,
  };
}

/** Five significant digits: enough to recompute by hand. */
function tidy(value: number): number {
  return Number(value.toPrecision(5));
}
