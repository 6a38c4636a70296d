import { HOUR_MS, MINUTE_MS } from '../clock.ts';

/** Limits that keep a six-digit code from being guessed and a mailbox from being flooded. */
export const SIGN_IN = {
  codeDigits: 6,
  codeLivesMs: 10 * MINUTE_MS,
  /** Wrong codes that one sign-in accepts. */
  triesMax: 5,
  /**
   * Unused codes that may be sent to one address, and the same number to browsers that have proved the
   * address before. Used codes do not count: their user owns the mailbox. Five tries each leave a guesser 25
   * in a million an hour.
   */
  unusedPerHour: 5,
  unusedPerDay: 20,
  sessionLivesMs: HOUR_MS,
} as const;

/** Trims and lower-cases an e-mail address, as sign-in compares it. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}
