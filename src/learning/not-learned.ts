import type { LearnedChange } from '../engine/learning.ts';
import { plainNote } from '../engine/notes.ts';
import type { Note } from '../engine/types.ts';
import { noteText, type Texts } from '../languages/texts.ts';

/** Why feedback or a test moved no quantity. The last one stands alone: the others did not apply. */
export const NOT_LEARNED_CODES = [
  'weighing_not_usable',
  'weighed_without_fluid',
  'session_too_short_for_feeling',
  'intake_not_noted',
  'poor_gut_at_low_dose',
  'ate_less_than_planned',
  'nothing_learned',
] as const;

interface NotLearned {
  readonly code: (typeof NOT_LEARNED_CODES)[number];
  readonly message: string;
}

/** Returns why an event moved no quantity, in words for the athlete; nothing if it moved one. */
export function whyNotLearned(
  { changes, remarks }: { readonly changes: readonly LearnedChange[]; readonly remarks: readonly Note[] },
  texts: Texts,
): NotLearned[] {
  if (changes.length > 0) return [];
  const reasons = remarks.flatMap((remark) => {
    const code = NOT_LEARNED_CODES.find((known) => remark.code === known);
    return code === undefined ? [] : [reason(code, texts)];
  });
  return reasons.length > 0 ? reasons : [reason('nothing_learned', texts)];
}

function reason(code: NotLearned['code'], texts: Texts): NotLearned {
  return { code, message: noteText(texts, plainNote(code)) };
}
