/** Makes the steps of an explanation, each with the origin of its value. */

import { type Note, type PlainNoteCode, plainNote } from './notes.ts';
import type { ExplanationStep } from './types.ts';

/** Origin of a value that no source gives. */
export const CHOICE = 'engineering choice';

/** Returns the origin of a value if only its direction comes from a source. */
export function direction(source: string): string {
  return `${source} (direction only; the value is an ${CHOICE})`;
}

interface StepDetails {
  readonly unit?: string;
  readonly note: PlainNoteCode | Note;
  readonly source?: string;
}

/** Makes a step; `source` defaults to an engineering choice. */
export function step(term: string, value: ExplanationStep['value'], details: StepDetails): ExplanationStep {
  return {
    term,
    value: typeof value === 'number' ? tidy(value) : value,
    unit: details.unit ?? null,
    note: typeof details.note === 'string' ? plainNote(details.note) : details.note,
    source: details.source ?? CHOICE,
  };
}

/** Makes the step of a factor; the note of a factor of exactly 1 says that it has no effect. */
export function factor(term: string, value: number, details: StepDetails): ExplanationStep {
  return step(term, value, value === 1 ? { ...details, note: 'changes_nothing' } : details);
}

/** Rounds to five significant digits, enough to recompute by hand. */
function tidy(value: number): number {
  return Number(value.toPrecision(5));
}
