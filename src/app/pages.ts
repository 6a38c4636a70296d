import { cors } from 'hono/cors';
import { newService } from '../http/service.ts';
import { failurePage, mountSite } from '../site/mount.ts';

/**
 * Answers browsers and the tools that read public documents: pages, the authorization server, static files.
 * Loaded with the first such request, because no call of a platform needs any of it.
 */
export const pages = newService(failurePage);

// Documents that tools of any origin read. No other page is meant for another site's script.
const openToRead = cors({ origin: '*', allowMethods: ['GET', 'HEAD'] });
pages.use('/openapi.json', openToRead);
pages.use('/.well-known/*', openToRead);
mountSite(pages);
