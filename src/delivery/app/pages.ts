import { cors } from 'hono/cors';
import { newService } from '#platform/http/service.ts';
import { failurePage, mountSite } from '../site/mount.ts';

/**
 * Serves pages, public documents, the authorization server and static files. Loaded lazily with the first
 * such request.
 */
export const pages = newService(failurePage);

// Tools from any origin may read these documents. Other pages stay closed to scripts from other sites.
const openToRead = cors({ origin: '*', allowMethods: ['GET', 'HEAD'] });
pages.use('/openapi.json', openToRead);
pages.use('/.well-known/*', openToRead);
mountSite(pages);
