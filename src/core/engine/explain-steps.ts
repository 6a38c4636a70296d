/** Builds the steps of an explanation, each with the source of its value. */

import { type Note, type PlainNoteCode, plainNote } from './notes.ts';
import type { ExplanationStep } from './types.ts';

/** Source of a value between cited or recalled figures. */
export const CHOICE = 'value: engineering choice';

/** Returns the source of a value whose direction is from the literature and whose size is a choice. */
export function direction(source: string): string {
  return `direction: ${source}; ${CHOICE}`;
}

interface StepDetails {
  readonly unit?: string;
  readonly note: PlainNoteCode | Note;
  readonly source?: string;
}

/** Builds a step. `source` defaults to an engineering choice. */
export function step(term: string, value: ExplanationStep['value'], details: StepDetails): ExplanationStep {
  return {
    term,
    value: typeof value === 'number' ? tidy(value) : value,
    unit: details.unit ?? null,
    note: typeof details.note === 'string' ? plainNote(details.note) : details.note,
    source: details.source ?? CHOICE,
  };
}

/** Builds the step of a factor. A factor of exactly 1 gets a note that it changes nothing. */
export function factor(term: string, value: number, details: StepDetails): ExplanationStep {
  return step(term, value, value === 1 ? { ...details, note: 'changes_nothing' } : details);
}

/** Rounds to five significant digits: enough to recompute by hand. */
function tidy(value: number): number {
  return Number(value.toPrecision(5));
}
