import { ENGINE_VERSION } from '@musette/engine/prescribe';
import { unitsFor } from '@musette/languages/languages';
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  lt,
  type Placeholder,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { TagPart } from '#platform/http/answer.ts';
import { databaseOfAthlete, type PartnerContext } from '#platform/http/context.ts';
import { type Failure, fail } from '#platform/http/errors.ts';
import {
  type ActivityProductRow,
  type ActivityRow,
  type AthleteRow,
  activities,
  activityOutline,
  activityProducts,
  type FeedbackRow,
  feedback,
  type LearnedStateRow,
  type OwnProductDefinition,
  type OwnProductRow,
  ownProducts,
  type PrescriptionRow,
  type PrescriptionSummary,
  prescriptions,
} from '#platform/storage/athlete-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { isOwnProductId } from '#platform/storage/ids.ts';
import { selectLiveAthlete } from '#platform/storage/live-athlete.ts';
import { withNumbers } from '#platform/storage/prescription-columns.ts';
import { composedOnce, isOneOf } from '#platform/storage/statements.ts';
import { engineInput, fingerprintOf } from './engine-input.ts';
import { learnedStateOf, selectLearned } from './read-athlete.ts';

const { inputs: _inputs, ...summaryColumns } = getTableColumns(prescriptions);
const { stateAfter: _state, prescribed: _prescribed, ...shownFeedbackColumns } = getTableColumns(feedback);

/** A feedback row without the columns that are never shown: the state after it and the prescribed rates. */
export type ShownFeedback = Omit<FeedbackRow, 'stateAfter' | 'prescribed'>;

type StoredPrescription = PrescriptionSummary & Partial<Pick<PrescriptionRow, 'inputs'>>;

/** An attached product. `own` is null for one of the catalogue, and for one of the athlete's own that was deleted. */
interface AttachedProductRow extends ActivityProductRow {
  readonly own: OwnProductDefinition | null;
}

/** The columns of an attached product. */
export const attachedColumns = {
  ...getTableColumns(activityProducts),
  // Drizzle omits the tables of columns where it reads only one, so they are written out.
  own: sql<OwnProductDefinition | null>`CASE WHEN product_id GLOB 'cpr_*' THEN (SELECT own_products.definition FROM own_products WHERE own_products.id = activity_products.product_id AND own_products.athlete_id = activity_products.athlete_id) END`
    .mapWith(ownProducts.definition)
    .as('own'),
};

const ownOf = composedOnce((db, value: (name: 'athleteId') => Placeholder) =>
  db
    .select()
    .from(ownProducts)
    .where(eq(ownProducts.athleteId, value('athleteId')))
    .orderBy(ownProducts.id),
);

/** Selects all products of an athlete's own, oldest first. */
export function selectOwnProducts(db: Database, athleteId: string) {
  return ownOf(db, { athleteId });
}

/** Selects those of these products that belong to one of these athletes, with its identifier. */
export function selectOwners(db: Database, ids: readonly string[], athleteIds: readonly string[]) {
  return db
    .select({ id: ownProducts.id, athleteId: ownProducts.athleteId })
    .from(ownProducts)
    .where(and(isOneOf(ownProducts.id, ids), isOneOf(ownProducts.athleteId, athleteIds)));
}

/** An activity with everything shown with it, read in one batch. */
export interface ActivityDetails {
  readonly athlete: AthleteRow;
  readonly activity: ActivityRow;
  /** Includes its calculation inputs only if requested. */
  readonly prescription: StoredPrescription | null;
  readonly feedback: ShownFeedback | null;
  /** The athlete's learned state as of today. */
  readonly learned: LearnedStateRow | null;
  /** Products that the athlete plans to take, in the order attached. */
  readonly products: readonly AttachedProductRow[];
  /** Whether a product of the athlete's own was deleted while it was attached, and the products unchanged since. */
  readonly lacksProduct: boolean;
  /** Hash of the inputs that a calculation would have now. */
  readonly fingerprint: string;
}

/** Returns whether a calculation now would have other inputs than the stored one. */
export function isStale({ prescription, fingerprint }: ActivityDetails): boolean {
  return prescription !== null && prescription.fingerprint !== fingerprint;
}

/** Joins the parts of an activity and adds today's fingerprint. */
export async function toActivityDetails(
  athlete: AthleteRow,
  activity: ActivityRow,
  beside: {
    readonly prescription?: StoredPrescription | null | undefined;
    readonly products?: readonly AttachedProductRow[];
    readonly feedback?: ShownFeedback | null | undefined;
    readonly learned: LearnedStateRow | null | undefined;
  },
): Promise<ActivityDetails> {
  const { prescription = null, products = [], feedback = null, learned = null } = beside;
  const fingerprint = await fingerprintOf(engineInput(athlete, activity, learnedStateOf(learned)));
  return {
    athlete,
    activity,
    prescription: prescription ?? null,
    ...attachedFrom(products),
    feedback,
    learned,
    fingerprint,
  };
}

type Ids = (name: 'athleteId' | 'activityId') => Placeholder;

const whichActivity = (id: Ids) =>
  and(eq(activities.id, id('activityId')), eq(activities.athleteId, id('athleteId')));
const activityOf = composedOnce((db, id: Ids) =>
  db.select(activityOutline).from(activities).where(whichActivity(id)),
);
const activityWithCourseOf = composedOnce((db, id: Ids) =>
  db.select(getTableColumns(activities)).from(activities).where(whichActivity(id)),
);
const ofActivity = (id: Ids) =>
  and(eq(prescriptions.activityId, id('activityId')), eq(prescriptions.athleteId, id('athleteId')));
const prescriptionOf = composedOnce((db, id: Ids) =>
  db.select(summaryColumns).from(prescriptions).where(ofActivity(id)),
);
const derivablePrescriptionOf = composedOnce((db, id: Ids) =>
  db.select().from(prescriptions).where(ofActivity(id)),
);
const productsOf = composedOnce((db, id: Ids) =>
  db
    .select(attachedColumns)
    .from(activityProducts)
    .where(eq(activityProducts.activityId, id('activityId'))),
);
const feedbackOf = composedOnce((db, id: Ids) =>
  db
    .select(shownFeedbackColumns)
    .from(feedback)
    .where(and(eq(feedback.activityId, id('activityId')), eq(feedback.athleteId, id('athleteId')))),
);

interface DetailOptions {
  readonly withInputs?: boolean;
  readonly withCoursePoints?: boolean;
  readonly withOwnProducts?: boolean;
}

/** An activity as read, with its database. */
export interface ReadDetails extends ActivityDetails {
  readonly db: Database;
  /** All products of the athlete's own, if requested. */
  readonly ownProducts: readonly OwnProductRow[];
}

/** Builds the queries for an activity with everything shown with it, for one batch. */
export function selectDetails(
  db: Database,
  partnerId: string,
  ids: { readonly athleteId: string; readonly activityId: string },
  { withInputs, withCoursePoints }: DetailOptions,
) {
  return [
    selectLiveAthlete(db, partnerId, ids.athleteId),
    withCoursePoints ? activityWithCourseOf(db, ids) : activityOf(db, ids),
    withInputs ? derivablePrescriptionOf(db, ids) : prescriptionOf(db, ids),
    productsOf(db, ids),
    feedbackOf(db, ids),
    selectLearned(db, ids.athleteId),
  ] as const;
}

/** Selects the prescriptions of the activities in the subquery. */
export function selectPrescriptionsOf(db: Database, activityIds: SQLWrapper) {
  return db.select(summaryColumns).from(prescriptions).where(inArray(prescriptions.activityId, activityIds));
}

/** Selects the attached products of the activities in the subquery. */
export function selectProductsOf(db: Database, activityIds: SQLWrapper) {
  return db
    .select(attachedColumns)
    .from(activityProducts)
    .where(inArray(activityProducts.activityId, activityIds));
}

/** Selects the feedback of the activities in the subquery. */
export function selectFeedbackOf(db: Database, activityIds: SQLWrapper) {
  return db.select(shownFeedbackColumns).from(feedback).where(inArray(feedback.activityId, activityIds));
}

/** Rows that belong to several activities, as selected. */
interface RowsBeside {
  readonly prescriptions: Awaited<ReturnType<typeof selectPrescriptionsOf>>;
  readonly products: readonly AttachedProductRow[];
  readonly feedback: readonly ShownFeedback[];
}

/** Returns a function that finds the prescription, products and feedback of an activity among these rows. */
export function besideEach(rows: RowsBeside) {
  const prescriptionOf = new Map(rows.prescriptions.map((row) => [row.activityId, withNumbers(row)]));
  const attachedTo = Map.groupBy(rows.products, ({ activityId }) => activityId);
  const feedbackOn = new Map(rows.feedback.map((row) => [row.activityId, row]));
  return (id: string) => ({
    prescription: prescriptionOf.get(id),
    products: attachedTo.get(id) ?? [],
    feedback: feedbackOn.get(id),
  });
}

/** The activities that are near a moment: enough for the sessions of a day and the next one. */
const NEARBY_MAX = 12;

type Near = (name: 'athleteId' | 'fromMs' | 'beforeMs') => Placeholder;

/** Composes the statements for activities between two times with their courses, prescriptions, products and feedback. */
function nearby(order: typeof asc | typeof desc) {
  const isNear = (near: Near) =>
    and(
      eq(activities.athleteId, near('athleteId')),
      gte(activities.effectiveAt, near('fromMs')),
      lt(activities.effectiveAt, near('beforeMs')),
    );
  const sorted = [order(activities.effectiveAt), order(activities.id)] as const;
  const idsOf = (db: Database, near: Near) =>
    db
      .select({ id: activities.id })
      .from(activities)
      .where(isNear(near))
      .orderBy(...sorted)
      .limit(NEARBY_MAX);
  return {
    activities: composedOnce((db, near: Near) =>
      db
        .select()
        .from(activities)
        .where(isNear(near))
        .orderBy(...sorted)
        .limit(NEARBY_MAX),
    ),
    prescriptions: composedOnce((db, near: Near) => selectPrescriptionsOf(db, idsOf(db, near))),
    products: composedOnce((db, near: Near) => selectProductsOf(db, idsOf(db, near))),
    feedback: composedOnce((db, near: Near) => selectFeedbackOf(db, idsOf(db, near))),
  };
}

const NEARBY = { asc: nearby(asc), desc: nearby(desc) };

/** Builds the queries for the first or last activities between two times with everything shown with them, for one batch. */
export function selectNearby(
  db: Database,
  partnerId: string,
  near: { readonly athleteId: string; readonly fromMs: number; readonly beforeMs: number },
  order: keyof typeof NEARBY,
) {
  const statements = NEARBY[order];
  return [
    selectLiveAthlete(db, partnerId, near.athleteId),
    statements.activities(db, near),
    statements.prescriptions(db, near),
    statements.products(db, near),
    statements.feedback(db, near),
    selectLearned(db, near.athleteId),
  ] as const;
}

interface DetailRows extends RowsBeside {
  readonly athlete: AthleteRow;
  readonly activities: readonly ActivityRow[];
  readonly learned: LearnedStateRow | undefined;
}

/** Joins the parts of each activity. */
export function joinDetails({ athlete, learned, ...rows }: DetailRows): Promise<readonly ActivityDetails[]> {
  const beside = besideEach(rows);
  return Promise.all(
    rows.activities.map((activity) =>
      toActivityDetails(athlete, activity, { ...beside(activity.id), learned }),
    ),
  );
}

/** Reads an activity of one of the caller's athletes. Returns 404 for the first missing resource. */
export async function readActivity(
  ctx: PartnerContext,
  athleteId: string,
  activityId: string,
  options: DetailOptions = {},
): Promise<ReadDetails | Failure> {
  const db = databaseOfAthlete(ctx, athleteId);
  if (!db) return fail('athlete_not_found');
  const ids = { athleteId, activityId };
  const { details, ownProducts } = await readWithOwn(
    db,
    athleteId,
    selectDetails(db, ctx.principal.partnerId, ids, options),
    options,
  );
  const [[athlete], [activity], [prescription], products, [storedFeedback], [learned]] = details;
  if (!athlete) return fail('athlete_not_found');
  if (!activity) return fail('activity_not_found');
  const beside = {
    prescription: prescription && withNumbers(prescription),
    products,
    feedback: storedFeedback,
    learned,
  };
  return { db, ownProducts, ...(await toActivityDetails(athlete, activity, beside)) };
}

async function readWithOwn(
  db: Database,
  athleteId: string,
  queries: ReturnType<typeof selectDetails>,
  { withOwnProducts }: DetailOptions,
) {
  if (!withOwnProducts) return { details: await db.batch(queries), ownProducts: [] };
  const [ownProducts, ...details] = await db.batch([selectOwnProducts(db, athleteId), ...queries]);
  return { details, ownProducts };
}

/** Returns the attached products that still exist, in order, and whether one was deleted. */
export function attachedFrom(
  rows: readonly AttachedProductRow[],
): Pick<ActivityDetails, 'products' | 'lacksProduct'> {
  const products = inAttachedOrder(rows.filter(isPresent));
  return { products, lacksProduct: products.length < rows.length };
}

/** Returns whether an attached product still exists. The catalogue keeps all of its own. */
function isPresent({ productId, own }: AttachedProductRow): boolean {
  return own !== null || !isOwnProductId(productId);
}

/** Sorts products by the request that attached them, then by position within it. */
function inAttachedOrder(rows: readonly AttachedProductRow[]): readonly AttachedProductRow[] {
  return [...rows].sort((a, b) => a.attachedAt - b.attachedAt || a.position - b.position);
}

export { shownFeedbackColumns };

/**
 * Returns the parts of an activity's ETag, including those of its prescription. Today's fingerprint is one of
 * them: a profile change must invalidate a partner's cache although no row of this activity changed.
 */
export function tagPartsOf({ athlete, activity, prescription, fingerprint }: ActivityDetails): TagPart[] {
  return [
    activity.id,
    activity.revision,
    athlete.tier,
    unitsFor(athlete),
    prescription?.calculatedAt ?? null,
    prescription?.fingerprint ?? null,
    fingerprint,
    ENGINE_VERSION,
  ];
}
