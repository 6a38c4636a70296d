import { cors } from 'hono/cors';
import { newService } from '#platform/http/service.ts';
import { failurePage, mountSite } from '../site/mount.ts';

/**
 * Answers browsers and the tools that read public documents: pages, the authorization server, static files. Loaded with
 * the first such request, because no call of the API needs it.
 */
export const pages = newService(failurePage);

// Tools of any origin read these documents. Scripts of other sites need none of the other pages.
const openToRead = cors({ origin: '*', allowMethods: ['GET', 'HEAD'] });
pages.use('/openapi.json', openToRead);
pages.use('/.well-known/*', openToRead);
mountSite(pages);
