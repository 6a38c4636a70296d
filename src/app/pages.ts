import { cors } from 'hono/cors';
import { newService } from '../http/service.ts';
import { mountSite, siteFailurePage } from '../site/mount.tsx';
import { mountBrand } from '../site/mount-brand.tsx';
import { mountSubscribe } from '../site/mount-subscribe.tsx';
import { athletesFailurePage, isAthletesPath } from '../site/oauth/html.tsx';
import { mountOAuth } from '../site/oauth/mount.tsx';

/**
 * Answers browsers and the tools that read public documents: pages, the authorization server, static files. Loaded with
 * the first such request, because no call of the API needs it.
 */
export const pages = newService((c, failure) =>
  isAthletesPath(c.req.path) && failure.failure !== 'route_not_found'
    ? athletesFailurePage(c, failure)
    : siteFailurePage(c, failure),
);

// Tools of any origin read these documents. Scripts of other sites need no other page.
const openToRead = cors({ origin: '*', allowMethods: ['GET', 'HEAD'] });
pages.use('/openapi.json', openToRead);
pages.use('/.well-known/*', openToRead);
mountOAuth(pages);
mountSite(pages);
mountSubscribe(pages);
mountBrand(pages);
