import type { WarningCode, WarningParameters } from '#core/engine/warning-codes.ts';

/** Describes a warning to the partner whose application shows it. */
export interface WarningEntry<Code extends WarningCode = WarningCode> {
  readonly meaning: string;
  readonly trigger: string;
  readonly show: string;
  /** Parameters of the sample text. */
  readonly sample: WarningParameters[Code];
}

/** One entry for each of these codes. */
export type WarningEntries<Code extends WarningCode> = { readonly [Each in Code]: WarningEntry<Each> };

/** Advice shared by many warnings. */
export const SHOW_ALONGSIDE = 'Show the text next to the numbers, expanded.';
export const SHOW_BEFORE =
  'Show the text before the numbers, in your danger colour. It must not be permanently dismissible.';
export const SHOW_DETAIL = 'Show the text in the plan details.';
