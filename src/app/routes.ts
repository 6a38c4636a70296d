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

/** The operations of the service with their documentation: the app mounts them, the OpenAPI document and tests use them. */
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
