import { ATHLETE_PAGES } from '#platform/storage/athlete-schema.ts';
import { athletePages } from '../../src/delivery/site/athlete/mount-athlete.tsx';

/** What opens an athlete's page: the token of a frame in a form, the cookie of a browser, or the code of a link. */
export type PageCredential = 'token' | 'cookie' | 'code';

/** A request for an athlete's page. */
export interface PageRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly credential: PageCredential;
}

const FIXED: readonly PageRoute[] = ATHLETE_PAGES.flatMap((page) => [
  { method: 'GET', path: `/a/${page}`, credential: 'cookie' },
  { method: 'POST', path: `/a/${page}`, credential: 'token' },
  { method: 'POST', path: `/a/${page}`, credential: 'cookie' },
]);

/** Every request that the pages of athletes answer, for the tables that walk over all of them. */
export const PAGE_ROUTES: readonly PageRoute[] = [
  ...FIXED,
  { method: 'GET', path: '/a/s/:code', credential: 'code' },
  { method: 'POST', path: '/a/s/:code', credential: 'code' },
];

/** Lists what the service has mounted, so that a page that is added tomorrow must be in the table. */
export function mountedPages(): readonly string[] {
  const mounted = athletePages.routes.filter(({ path, method }) => method !== 'ALL' && path !== '/*');
  return [...new Set(mounted.map(({ method, path }) => `${method} ${path}`))];
}
