import { HOUR_MS, MINUTE_MS } from '../clock.ts';

/** Limits that keep a code from being guessed, also one of very many, and a mailbox from being flooded. */
export const SIGN_IN = {
  codeDigits: 8,
  codeLivesMs: 10 * MINUTE_MS,
  /** Wrong codes that one sign-in accepts. */
  triesMax: 5,
  /**
   * Wrong codes that one sign-in accepts while codes are sprayed, unless its browser has proved the address before: a
   * typo locks nobody out, and a code is worth less than half as much to a guesser.
   */
  triesMaxWhenSprayed: 2,
  /** Wrong codes of all addresses within an hour that count as spraying. All of them together hit once in 11 years. */
  sprayedPerHour: 1000,
  /**
   * Unused codes that may be sent to one address, and the same number to browsers that have proved the
   * address before. Used codes do not count: their user owns the mailbox. Five tries each leave a guesser 25
   * in 100 million an hour.
   */
  unusedPerHour: 5,
  unusedPerDay: 20,
  /**
   * Unused codes that one network address may ask for, for whichever mailboxes, unless its browser has proved the
   * mailbox before. Enough for a race expo behind one address, where most codes are used.
   */
  unusedPerCallerAndHour: 100,
  sessionLivesMs: HOUR_MS,
} as const;

/** Trims and lower-cases an e-mail address, as sign-in compares it. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}
