import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/clock.ts';

/** Times and limits of the partner's console (CONTRACT §17). */
export const CONSOLE = {
  /** A session ends this long after its sign-in, whatever is done with it. */
  sessionLivesMs: 12 * HOUR_MS,
  /** A session ends after this time without a request. */
  idleMs: HOUR_MS,
  /** Time for which an entered code also confirms acts on production, members and termination. */
  confirmsMs: 10 * MINUTE_MS,
  invitationLivesMs: 72 * HOUR_MS,
  /** Invitations that a partner may send in a day: each is an email to an address that never asked for one. */
  invitationsPerDay: 20,
  /** Members and open invitations of a partner. Every admin gets each notice, so it also bounds what one act sends. */
  membersMax: 50,
  /** Time for which the address of a removed member, or of an invitation that has ended, is kept. */
  removedKeptMs: 30 * DAY_MS,
  auditKeptMs: 400 * DAY_MS,
} as const;
