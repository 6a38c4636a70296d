import type { Hono } from 'hono';
import type { AnswerWithPage, ServiceEnv } from '#platform/http/service.ts';
import { mountBrand } from './brand-page.tsx';
import { mountGuides } from './guide-pages.tsx';
import { mountAccess } from './mount-access.tsx';
import { mountPlanner } from './mount-planner.tsx';
import { athleteFailurePage } from './oauth/browser.tsx';
import { mountOAuth } from './oauth/mount-oauth.tsx';
import { mountDocuments } from './reference-pages.tsx';
import { siteFailurePage } from './site-page.tsx';
import { mountSubscribe } from './subscribe-page.tsx';

/** Mounts every page and public document, and the OAuth endpoints. None of them needs an API key. */
export function mountSite(app: Hono<ServiceEnv>): void {
  mountOAuth(app);
  mountPlanner(app);
  mountAccess(app);
  mountDocuments(app);
  mountGuides(app);
  mountSubscribe(app);
  mountBrand(app);
}

/** Answers a failure with a page in the layout of its section. */
export const failurePage: AnswerWithPage = (c, failure) => {
  const isAthletesPath = /^\/(oauth|account|dev|a)\//.test(c.req.path);
  return isAthletesPath && failure.failure !== 'route_not_found'
    ? athleteFailurePage(c, failure)
    : siteFailurePage(c, failure);
};
