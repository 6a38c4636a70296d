import { newService } from '#platform/http/service.ts';
import { mountConsole } from '../site/console/mount-console.tsx';
import { failurePage } from '../site/mount.ts';

/** Answers partners' members. Loaded lazily with the first such request. */
export const consolePages = newService(failurePage);

mountConsole(consolePages);
