import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/clock.ts';
import type { Environment } from '#platform/env.ts';
import type { Role } from '#platform/storage/console-schema.ts';

/** The acts of the console and the operator's decisions about a partner, as the audit page names them. */
export const ACTS = {
  'session.start': 'Signed in',
  'member.invite': 'Invited a member',
  'member.join': 'Accepted an invitation',
  'member.remove': 'Removed a member',
  'member.set_role': 'Changed a member’s role',
  'member.leave': 'Left',
  'invitation.withdraw': 'Withdrew an invitation',
  'key.create': 'Created an API key',
  'key.rotate': 'Rotated an API key',
  'key.revoke': 'Revoked an API key',
  'webhook.create': 'Created a webhook',
  'webhook.change': 'Changed a webhook’s address or events',
  'webhook.set_status': 'Enabled or disabled a webhook',
  'webhook.rotate_secret': 'Rotated a webhook’s secret',
  'webhook.test': 'Sent a test event',
  'webhook.redeliver': 'Sent a delivery again',
  'webhook.delete': 'Deleted a webhook',
  'sandbox.reset': 'Reset the sandbox',
  'client.create': 'Created an OAuth client',
  'client.rotate_secret': 'Rotated an OAuth client’s secret',
  'client.delete': 'Deleted an OAuth client',
  'origins.set': 'Changed the allowed origins',
  'live_access.request': 'Requested live access',
  'live_access.approve': 'Opened production',
  'contact.set': 'Replaced the contact',
  'contact.set_alone': 'Replaced the contact and removed everyone else',
  'termination.request': 'Requested termination',
  'termination.withdraw': 'Withdrew the request for termination',
  'partner.terminate': 'Terminated the account',
  'partner.suspend': 'Suspended the account',
  'partner.resume': 'Resumed the account',
} as const;

export type ConsoleAct = keyof typeof ACTS;

/** An act about to be performed. */
export interface Act {
  readonly action: ConsoleAct;
  readonly environment?: Environment;
  /** The identifier of its subject, if known in advance. */
  readonly subjectId?: string;
  /** The role that it requires. Default: admin. */
  readonly role?: Role;
  /** Whether it is still possible while the partner is suspended and after it was terminated. */
  readonly afterTermination?: boolean;
  /**
   * Notifies every admin. In an environment, the subject's identifier follows the text. Never contains a secret, nor a name
   * that anyone may have chosen.
   */
  readonly notice?: string;
}

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
  /** The address of a removed member or an ended invitation is retained for this long. */
  removedRetainedMs: 30 * DAY_MS,
  auditRetainedMs: 400 * DAY_MS,
} as const;
