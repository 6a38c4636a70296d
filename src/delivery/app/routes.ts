import { activityBatchRoutes } from '#nutrition/activities/batch-routes.ts';
import { activityRoutes, activityTypeRoutes } from '#nutrition/activities/routes.ts';
import { routesOfAthletes } from '#nutrition/activities/routes-of-athletes.ts';
import { athleteRoutes } from '#nutrition/athletes/routes.ts';
import { catalogueRoutes } from '#nutrition/catalogue/routes.ts';
import { courseRoutes } from '#nutrition/courses/routes.ts';
import { attachRoutes } from '#nutrition/fuel-plans/attach-routes.ts';
import { fuelPlanRoutes } from '#nutrition/fuel-plans/routes.ts';
import { gutTrainingRoutes } from '#nutrition/gut-training/routes.ts';
import { inferenceRoutes } from '#nutrition/inference/routes.ts';
import { learningRoutes } from '#nutrition/learning/routes.ts';
import { ownProductRoutes } from '#nutrition/own-products/routes.ts';
import { plannerRoutes } from '#nutrition/planner/routes.ts';
import { prescriptionRoutes } from '#nutrition/prescriptions/routes.ts';
import { recordingRoutes } from '#nutrition/recordings/routes.ts';
import { workoutRoutes } from '#nutrition/workouts/routes.ts';
import { alertRoutes } from '#partner/alerting/routes.ts';
import { eventRoutes } from '#partner/events/routes.ts';
import { keyRoutes } from '#partner/keys/routes.ts';
import { oauthRoutes } from '#partner/oauth/routes.ts';
import { pageSessionRoutes } from '#partner/page-sessions/routes.ts';
import { accessRequestRoutes } from '#partner/partners/access-request-routes.ts';
import { accountRoutes } from '#partner/partners/account-routes.ts';
import { incidentRoutes } from '#partner/partners/incident-routes.ts';
import { liveAccessRoutes } from '#partner/partners/live-access-routes.ts';
import { operatorRoutes } from '#partner/partners/operator-routes.ts';
import { partnerRoutes } from '#partner/partners/routes.ts';
import { privacyRoutes } from '#partner/privacy/routes.ts';
import { recalculationRoutes } from '#partner/recalculations/routes.ts';
import { jobRoutes } from '#partner/retention/routes.ts';
import { sandboxRoutes } from '#partner/sandbox/routes.ts';
import { webhookRoutes } from '#partner/webhooks/routes.ts';
import type { Route } from '#platform/http/route.ts';
import { healthRoutes } from './health.ts';

/** The service's operations with their documentation, for the app, the OpenAPI document and tests. */
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
  ...ownProductRoutes,
  ...pageSessionRoutes,
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
  ...recordingRoutes,
  ...sandboxRoutes,
  ...partnerRoutes,
  ...operatorRoutes,
  ...incidentRoutes,
  ...accessRequestRoutes,
  ...liveAccessRoutes,
  ...jobRoutes,
  ...alertRoutes,
  ...healthRoutes,
];
