import { activityTypeRoutes } from '../activities/activity-type-routes.ts';
import { activityBatchRoutes } from '../activities/batch-routes.ts';
import { activityRoutes } from '../activities/routes.ts';
import { routesOfAthletes } from '../activities/routes-of-athletes.ts';
import { alertRoutes } from '../alerting/routes.ts';
import { athleteRoutes } from '../athletes/routes.ts';
import { catalogueRoutes } from '../catalogue/routes.ts';
import { courseRoutes } from '../courses/routes.ts';
import { eventRoutes } from '../events/routes.ts';
import { attachRoutes } from '../fuel-plans/attach-routes.ts';
import { fuelPlanRoutes } from '../fuel-plans/routes.ts';
import { gutTrainingRoutes } from '../gut-training/routes.ts';
import type { Route } from '../http/route.ts';
import { inferenceRoutes } from '../inference/routes.ts';
import { keyRoutes } from '../keys/routes.ts';
import { learningRoutes } from '../learning/routes.ts';
import { oauthRoutes } from '../oauth/routes.ts';
import { accessRequestRoutes } from '../partners/access-request-routes.ts';
import { accountRoutes } from '../partners/account-routes.ts';
import { liveAccessRoutes } from '../partners/live-access-routes.ts';
import { partnerRoutes } from '../partners/routes.ts';
import { plannerRoutes } from '../planner/routes.ts';
import { prescriptionRoutes } from '../prescriptions/routes.ts';
import { privacyRoutes } from '../privacy/routes.ts';
import { recalculationRoutes } from '../recalculations/routes.ts';
import { jobRoutes } from '../retention/routes.ts';
import { sandboxRoutes } from '../sandbox/routes.ts';
import { webhookRoutes } from '../webhooks/routes.ts';
import { workoutRoutes } from '../workouts/routes.ts';
import { healthRoutes } from './health.ts';

/** The operations of the service with their documentation: the app mounts them, the OpenAPI document and tests use them. */
export const ROUTES: readonly Route[] = [
  ...athleteRoutes,
  ...activityRoutes,
  ...routesOfAthletes,
  ...activityTypeRoutes,
  ...activityBatchRoutes,
  ...prescriptionRoutes,
  ...gutTrainingRoutes,
  ...plannerRoutes,
  ...learningRoutes,
  ...attachRoutes,
  ...fuelPlanRoutes,
  ...catalogueRoutes,
  ...privacyRoutes,
  ...eventRoutes,
  ...accountRoutes,
  ...recalculationRoutes,
  ...keyRoutes,
  ...oauthRoutes,
  ...webhookRoutes,
  ...inferenceRoutes,
  ...workoutRoutes,
  ...courseRoutes,
  ...sandboxRoutes,
  ...partnerRoutes,
  ...accessRequestRoutes,
  ...liveAccessRoutes,
  ...jobRoutes,
  ...alertRoutes,
  ...healthRoutes,
];
