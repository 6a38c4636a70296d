import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/clock.ts';

/** Times and limits of the partner's console (CONTRACT §18). */
export const CONSOLE = {
  /** A session ends this long after its sign-in, even if it is in use. */
  sessionLivesMs: 12 * HOUR_MS,
  /** A session ends after this long without a request. */
  idleMs: HOUR_MS,
  /** An entered code also confirms acts on production, members and termination for this long. */
  confirmsMs: 10 * MINUTE_MS,
  invitationLivesMs: 72 * HOUR_MS,
  /** Invitations that a partner may send per day. Each is an unsolicited email. */
  invitationsPerDay: 20,
  /**
   * Members and open invitations of a partner. Every admin gets each notice, so this also limits the emails
   * of one act.
   */
  membersMax: 50,
  /** The address of a removed member or an ended invitation is kept for this long. */
  removedKeptMs: 30 * DAY_MS,
  auditKeptMs: 400 * DAY_MS,
} as const;
