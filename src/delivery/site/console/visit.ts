import { performAct, type Refusal } from '#partner/console/audit.ts';
import type { Act } from '#partner/console/console-rules.ts';
import type { MemberSession } from '#partner/console/sessions.ts';
import { ENVIRONMENTS, type Environment } from '#platform/env.ts';
import { type PartnerContext, principalOfPartner } from '#platform/http/context.ts';
import type { Failure } from '#platform/http/errors.ts';
import { type Found, readPage } from '#platform/http/pagination.ts';
import type { GuardRegion } from '#platform/regions.ts';
import type { Role } from '#platform/storage/console-schema.ts';
import type { PageContext } from '../site-page.tsx';

/** A member's request for a console page, after its checks. */
export interface Visit {
  readonly c: PageContext;
  readonly session: MemberSession;
  /** The token that every form of this session carries. */
  readonly token: string;
  readonly isAdmin: boolean;
  /** True if a code was entered in the last ten minutes. */
  readonly isConfirmed: boolean;
  /** The environment of the page, or null for account pages. */
  readonly environment: Environment | null;
}

/** Human-readable path segments of the environments. */
export const ENVIRONMENT_PATHS = { test: 'sandbox', live: 'production' } as const;

const REGION_NAMES: Readonly<Record<GuardRegion, string>> = {
  wnam: 'Western North America',
  enam: 'Eastern North America',
  sam: 'South America',
  weur: 'Western Europe',
  eeur: 'Eastern Europe',
  apac: 'Asia-Pacific',
  oc: 'Oceania',
  afr: 'Africa',
  me: 'Middle East',
  eu: 'European Union only',
};

/** Returns a region's name with its code, which the API uses. */
export function regionName(region: GuardRegion): string {
  return `${REGION_NAMES[region]} (${region})`;
}

/** Returns the path of a page in an environment. */
export function pathIn(environment: Environment | null, rest: string): string {
  return `/console/${ENVIRONMENT_PATHS[environment ?? 'test']}${rest}`;
}

/** Returns a parameter of the page's path. */
export function pathParam({ c }: Visit, name: string): string {
  return c.req.param(name) ?? '';
}

/** Returns the context for API calls from a page of an environment: the partner itself, without a key. */
export function asPartner({ c, session, environment }: Visit): PartnerContext {
  const { member, partner } = session;
  return { ...c.env, principal: principalOfPartner(c.env.env, partner, environment ?? 'test', member.id) };
}

/** Reads the page of a list that the request's `cursor` asks for. The list's cursors are bound to this path. */
export function readPageOf<Row, Read extends Found<Row>>(
  visit: Visit,
  path: string,
  list: Parameters<typeof readPage<Row, Read>>[2],
) {
  // After a refused form, the list begins anew.
  const cursor = visit.c.req.method === 'GET' ? visit.c.req.query('cursor') : undefined;
  return readPage(asPartner(visit), { path, query: cursor === undefined ? {} : { cursor } }, list);
}

/** A page or form of the console, with its access rules. */
export interface ConsolePage {
  readonly method: 'GET' | 'POST';
  /** Relative to its environment, if any: `/keys` is mounted under both. */
  readonly path: string;
  readonly environments: readonly (Environment | null)[];
  readonly role: Role;
  /** Requires a code entered in the last ten minutes, either always or only in production. */
  readonly needsCode?: 'always' | 'live';
  /** Stays open while the account is suspended, and for 30 days after it was terminated. */
  readonly afterTermination?: boolean;
  /** Stops something. Only the page at its own path, which says what stops, shows this form. */
  readonly stops?: boolean;
  /** May also be loaded as an image. */
  readonly isImage?: boolean;
  readonly handler: (visit: Visit, form: URLSearchParams) => Response | Promise<Response>;
}

/** For account pages. */
export const ACCOUNT = [null] as const;
export const BOTH = ENVIRONMENTS;
export const SANDBOX = ['test'] as const;

/** The rules of forms that change keys, clients or webhooks. */
export const ADMIN_FORM = { environments: BOTH, role: 'admin', needsCode: 'live' } as const;

/** Returns whether a page needs a code in an environment. */
export function needsCodeIn({ needsCode }: Pick<ConsolePage, 'needsCode'>, environment: Environment | null) {
  return needsCode === 'always' || (needsCode === 'live' && environment === 'live');
}

/** Returns whether a page belongs to production, and production is not open yet. */
export function isClosed({ session, environment }: Pick<Visit, 'session' | 'environment'>): boolean {
  return environment === 'live' && session.partner.liveAccessAt === null;
}

/** Returns whether acts that need a code are permitted now. The sandbox needs none. */
export function isReady({ environment, isConfirmed }: Pick<Visit, 'environment' | 'isConfirmed'>): boolean {
  return environment === 'test' || isConfirmed;
}

/**
 * Performs and records an act of the page's member, in the page's environment. In the sandbox, its notice is not sent.
 */
export function perform<Result>(
  { c, session, environment }: Visit,
  { notice, ...act }: Omit<Act, 'environment'>,
  run: () => Promise<Result | Failure | Refusal>,
  subjectOf?: (result: Result) => string | null,
): Promise<Result | Failure | Refusal> {
  const noticed = { ...act, ...(environment !== 'test' && notice !== undefined && { notice }) };
  return performAct(
    c.env,
    session,
    { ...noticed, ...(environment !== null && { environment }) },
    run,
    subjectOf,
  );
}
