import { activityDocumentation } from '../activities/documentation.ts';
import { athleteDocumentation } from '../athletes/documentation.ts';
import { healthDocumentation } from '../health/documentation.ts';
import { type DocumentedRoute, documentRoutes } from '../http/operation-documentation.ts';
import { inferenceDocumentation } from '../inference/documentation.ts';
import { keyDocumentation } from '../keys/documentation.ts';
import { learningDocumentation } from '../learning/documentation.ts';
import { feedbackDocumentation } from '../learning/feedback-documentation.ts';
import { sweatTestDocumentation } from '../learning/sweat-test-documentation.ts';
import { oauthDocumentation } from '../oauth/documentation.ts';
import { partnerDocumentation } from '../partners/documentation.ts';
import { prescriptionDocumentation } from '../prescriptions/documentation.ts';
import { privacyDocumentation } from '../privacy/documentation.ts';
import { attachDocumentation } from '../products/attach-documentation.ts';
import { productDocumentation } from '../products/documentation.ts';
import { fuelPlanDocumentation } from '../products/fuel-plan-documentation.ts';
import { sandboxDocumentation } from '../sandbox/documentation.ts';
import { ROUTES } from './routes.ts';

/**
 * Every operation of the service with what is said of it: walked by the OpenAPI document and by the tests,
 * by neither Worker.
 */
export const DOCUMENTED_ROUTES: readonly DocumentedRoute[] = documentRoutes(ROUTES, [
  athleteDocumentation,
  activityDocumentation,
  prescriptionDocumentation,
  feedbackDocumentation,
  sweatTestDocumentation,
  learningDocumentation,
  productDocumentation,
  attachDocumentation,
  fuelPlanDocumentation,
  privacyDocumentation,
  keyDocumentation,
  oauthDocumentation,
  inferenceDocumentation,
  sandboxDocumentation,
  partnerDocumentation,
  healthDocumentation,
]);
