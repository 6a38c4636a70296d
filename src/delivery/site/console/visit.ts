import type { MemberSession } from '#partner/console/sessions.ts';
import type { Environment } from '#platform/env.ts';
import type { PartnerContext } from '#platform/http/context.ts';
import { principalOfPartner } from '#platform/http/partner-principal.ts';
import type { Role } from '#platform/storage/console-schema.ts';
import type { PageContext } from '../site-page.tsx';

/** A request of a member to a page of the console, after its checks. */
export interface Visit {
  readonly c: PageContext;
  readonly session: MemberSession;
  /** The token that each form of this session carries. */
  readonly token: string;
  readonly isAdmin: boolean;
  /** Whether a code was entered in the last ten minutes. */
  readonly isConfirmed: boolean;
  /** The environment of the page; null for pages of the whole account. */
  readonly environment: Environment | null;
}

/** Path segments of the environments, as people read them. */
export const ENVIRONMENT_PATHS = { test: 'sandbox', live: 'production' } as const;

/** Returns the path of a page in its environment, with what follows. */
export function pathIn(environment: Environment | null, rest: string): string {
  return `/console/${ENVIRONMENT_PATHS[environment ?? 'test']}${rest}`;
}

/** Returns the caller of the API's verbs on a page of an environment: the partner itself, without a key. */
export function asPartner({ c, session, environment }: Visit): PartnerContext {
  const { member, partner } = session;
  return { ...c.env, principal: principalOfPartner(c.env.env, partner, environment ?? 'test', member.id) };
}

/** A page or form of the console, with what it asks of who opens it. */
export interface ConsolePage {
  readonly method: 'GET' | 'POST';
  /** Within its environment, if it has one: `/keys` of both is mounted below each. */
  readonly path: string;
  readonly environments: readonly (Environment | null)[];
  readonly role: Role;
  /** A form that needs a code entered in the last ten minutes: always, or in production. */
  readonly needsCode?: 'always' | 'live';
  /** Open for 30 days after the account was terminated. */
  readonly afterTermination?: boolean;
  readonly handler: (visit: Visit, form: URLSearchParams) => Response | Promise<Response>;
}

/** Pages of the whole account. */
export const ACCOUNT = [null] as const;
export const BOTH = ['test', 'live'] as const;
export const SANDBOX = ['test'] as const;

/** Returns the environment of a visit as an act's audit row has it; nothing on pages of neither. */
export function inEnvironment({ environment }: Pick<Visit, 'environment'>) {
  return environment === null ? {} : { environment };
}
