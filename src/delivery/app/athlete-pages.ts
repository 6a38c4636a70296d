import { newService } from '#platform/http/service.ts';
import { mountAthlete } from '../site/athlete/mount-athlete.tsx';
import { failurePage } from '../site/mount.ts';

/** Answers athletes who open pages through a partner. Loaded lazily with the first such request. */
export const athletePages = newService(failurePage);

mountAthlete(athletePages);
