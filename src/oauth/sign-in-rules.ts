/** Limits that keep a six-digit code from being guessed and a mailbox from being flooded. */
export const SIGN_IN = {
  codeDigits: 6,
  codeLivesMs: 10 * 60_000,
  /** Wrong codes that one sign-in accepts. */
  triesMax: 5,
  /**
   * Unused codes that may be sent to one address, and as many to browsers that have proved the address
   * before. Used codes do not count: their user owns the mailbox. Five tries each leave a guesser 25 in a
   * million an hour.
   */
  unusedPerHour: 5,
  unusedPerDay: 20,
  sessionLivesMs: 60 * 60_000,
} as const;

/** Trims and lower-cases an e-mail address, as sign-in compares it. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}
