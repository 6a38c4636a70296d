import { databaseOfAthlete, type PartnerContext } from '#platform/http/context.ts';
import { type Failure, fail } from '#platform/http/errors.ts';
import { selectLiveAthlete } from '#platform/storage/live-athlete.ts';
import { withNumbers } from '#platform/storage/prescription-columns.ts';
import { type ActivityDetails, toActivityDetails } from '../records/read-activity.ts';
import { selectLearned } from '../records/read-athlete.ts';
import {
  type ActivityFilter,
  type selectFeedbackOf,
  selectPage,
  type selectPrescriptionsOf,
  type selectProductsOf,
} from './page-repository.ts';

export type { ActivityFilter };

/** Reads a page of an athlete's activities, newest first, with their prescriptions, products and feedback. */
export async function listActivities(
  ctx: PartnerContext,
  athleteId: string,
  filter: ActivityFilter,
): Promise<readonly ActivityDetails[] | Failure> {
  const db = databaseOfAthlete(ctx, athleteId);
  if (!db) return fail('athlete_not_found');
  const [[athlete], [learned], rows, prescriptions, products, feedback] = await db.batch([
    selectLiveAthlete(db, ctx.principal.partnerId, athleteId),
    selectLearned(db, athleteId),
    ...selectPage(db, athleteId, filter),
  ]);
  if (!athlete) return fail('athlete_not_found');
  const beside = besideEach({ prescriptions, products, feedback });
  return Promise.all(rows.map((row) => toActivityDetails(athlete, row, { ...beside(row.id), learned })));
}

/** Rows that belong to the activities of a page, as selected. */
interface PageRows {
  readonly prescriptions: Awaited<ReturnType<typeof selectPrescriptionsOf>>;
  readonly products: Awaited<ReturnType<typeof selectProductsOf>>;
  readonly feedback: Awaited<ReturnType<typeof selectFeedbackOf>>;
}

/** Returns a function that finds the prescription, products and feedback of an activity on the page. */
export function besideEach({ prescriptions, products, feedback }: PageRows) {
  const prescriptionOf = new Map(prescriptions.map((row) => [row.activityId, withNumbers(row)]));
  const feedbackOf = new Map(feedback.map((row) => [row.activityId, row]));
  return (id: string) => ({
    prescription: prescriptionOf.get(id),
    products: products.filter(({ activityId }) => activityId === id),
    feedback: feedbackOf.get(id),
  });
}
