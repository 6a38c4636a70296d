import { newService } from '#platform/http/service.ts';
import { mountConsole } from '../site/console/mount-console.tsx';
import { failurePage } from '../site/mount.ts';

/** Answers the members of partners. Loaded with the first such request, because no other needs it. */
export const consolePages = newService(failurePage);

mountConsole(consolePages);
