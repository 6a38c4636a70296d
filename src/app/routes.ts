import { activityRoutes } from '../activities/routes.ts';
import { athleteRoutes } from '../athletes/routes.ts';
import { healthRoutes } from '../health/routes.ts';
import type { Route } from '../http/route.ts';
import { inferenceRoutes } from '../inference/routes.ts';
import { keyRoutes } from '../keys/routes.ts';
import { learningRoutes } from '../learning/routes.ts';
import { oauthRoutes } from '../oauth/routes.ts';
import { partnerRoutes } from '../partners/routes.ts';
import { prescriptionRoutes } from '../prescriptions/routes.ts';
import { privacyRoutes } from '../privacy/routes.ts';
import { productRoutes } from '../products/routes.ts';
import { sandboxRoutes } from '../sandbox/routes.ts';

/** Every operation of the service, with its documentation: mounted by the app, walked by the OpenAPI document and by tests. */
export const ROUTES: readonly Route[] = [
  ...athleteRoutes,
  ...activityRoutes,
  ...prescriptionRoutes,
  ...learningRoutes,
  ...productRoutes,
  ...privacyRoutes,
  ...keyRoutes,
  ...oauthRoutes,
  ...inferenceRoutes,
  ...sandboxRoutes,
  ...partnerRoutes,
  ...healthRoutes,
];
