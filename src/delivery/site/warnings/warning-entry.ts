import type { WarningCode, WarningParameters } from '#core/engine/warning-codes.ts';

/** Describes a warning to the partner whose application shows it. */
export interface WarningEntry<Code extends WarningCode = WarningCode> {
  readonly meaning: string;
  readonly trigger: string;
  readonly show: string;
  /** Parameters of the sample of its text. */
  readonly sample: WarningParameters[Code];
}

/** One entry for each of these codes. */
export type WarningEntries<Code extends WarningCode> = { readonly [Each in Code]: WarningEntry<Each> };

/** Advice that many warnings share. */
export const SHOW_BESIDE = 'The text beside the numbers, open.';
export const SHOW_BEFORE = 'The text before the numbers, in the colour of danger, not dismissible for good.';
export const SHOW_DETAIL = 'The text in the details of the plan.';
