import { type Catalogue, catalogueOf } from '#nutrition/catalogue/catalogue-copy.ts';
import { askProducts, type ProductsSpent } from '#nutrition/catalogue/guard-access.ts';
import {
  type ActivityDetails,
  joinDetails,
  selectDetails,
  selectNearby,
  selectOwnProducts,
} from '#nutrition/records/read-activity.ts';
import { dayWithoutTime } from '#nutrition/records/schedule.ts';
import { askForPage } from '#platform/access/admit-page.ts';
import { beginLookUp } from '#platform/access/failed-attempts.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, waitSeconds } from '#platform/clock.ts';
import {
  isPartnerContext,
  type PartnerContext,
  type Payer,
  type RequestContext,
  registryOf,
} from '#platform/http/context.ts';
import { type Failure, fail, isFailure } from '#platform/http/errors.ts';
import { localAt } from '#platform/local-time.ts';
import { requireAthleteDatabase } from '#platform/storage/athlete-databases.ts';
import type {
  AthletePage,
  AthleteRow,
  OwnProductRow,
  PageSessionRow,
} from '#platform/storage/athlete-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { requireAddressOfAthlete } from '#platform/storage/ids.ts';
import type { KeyRecord } from '#platform/storage/key-projection.ts';
import { originsIn, selectPartner } from '#platform/storage/partner.ts';
import type { Presented } from './credentials.ts';
import { forgetSession, recallSession, rememberSession } from './known-sessions.ts';
import { countView } from './repository.ts';

/** Page views of a session in a minute. A person needs a few. */
const VIEWS_PER_MIN = 60;

/** The content of a page for an athlete who may see it. */
export interface OpenedPage {
  readonly ctx: PartnerContext;
  readonly session: PageSessionRow;
  readonly athlete: AthleteRow;
  /** The athlete's session that the page is about, or null if none is planned. */
  readonly activity: ActivityDetails | null;
  /** All of that day, in order, if the athlete may switch between them. */
  readonly ofDay: readonly ActivityDetails[];
  readonly ownProducts: readonly OwnProductRow[];
  readonly catalogue: Catalogue | null;
  /** The athlete's budget of product requests, if it is known to be spent. */
  readonly spent: ProductsSpent | null;
  /** Takes what the page costs. */
  readonly payer: Payer;
}

/** The result of opening a page. The session is known even if it has ended: its origins may frame the explanation. */
interface PageOutcome {
  readonly session: PageSessionRow | null;
  readonly opened: OpenedPage | Failure;
}

interface PageRequest {
  readonly page: AthletePage;
  /** The activity that the athlete has chosen, or null. */
  readonly activityId: string | null;
  readonly address: string | undefined;
}

/**
 * Opens a page for the holder of a session's credential. One round counts the view, reads the session with what it shows,
 * and asks what its key and the athlete's budget of products allow, which costs neither anything. The session must be live,
 * show this page and not exceed its views; its key must be usable, as for a request with the key itself; and the athlete
 * must exist. Only then can the page take what it costs.
 */
export async function openPage(
  ctx: RequestContext,
  presented: Presented,
  request: PageRequest,
): Promise<PageOutcome> {
  const { grant, hash } = presented;
  const db = requireAthleteDatabase(ctx.env, ctx.log, requireAddressOfAthlete(grant.athleteId));
  ctx.log.partnerId = grant.partnerId;
  ctx.log.keyId = grant.keyId;
  ctx.log.environment = presented.environment;
  const known = recallSession(ctx, hash);
  const waiting = known && tooManyViews(known, ctx.nowMs);
  if (known && waiting) return { session: known, opened: waiting };
  const lookUp = await beginLookUp(ctx, request.address, { hash, isKnown: known !== undefined });
  if (lookUp.limited) return { session: null, opened: lookUp.limited };
  const isPlan = request.page === 'plan';
  const [standing, found, catalogue, spent] = await Promise.all([
    askForPage(ctx, recordOf(presented)),
    readSession(ctx, db, presented, request),
    isPlan ? catalogueOf(ctx) : null,
    isPlan ? askProducts(ctx.env, grant, grant.limits) : null,
  ]).finally(lookUp.end);
  const { session, athlete, activities, ownProducts } = found;
  const isLive = session !== undefined && session.expiresAt > ctx.nowMs && athlete !== undefined;
  if (!isLive) {
    forgetSession(ctx, hash);
    return { session: session ?? null, opened: await lookUp.refuse(ENDED) };
  }
  rememberSession(ctx, hash, session);
  const tooMany = tooManyViews(session, ctx.nowMs);
  if (tooMany) return { session, opened: tooMany };
  if (!session.pages.includes(request.page)) return { session, opened: ENDED };
  const payer = standing.admit();
  if (isFailure(payer)) return { session, opened: payer };
  if (!isPartnerContext(ctx)) throw new Error('an admitted caller must have a principal');
  const chosen = choose(activities, request, session.activityId, ctx.nowMs);
  if (isFailure(chosen)) return { session, opened: chosen };
  return { session, opened: { ctx, session, athlete, ownProducts, catalogue, spent, payer, ...chosen } };
}

const ENDED = fail('session_not_found');

/**
 * Returns the origins that may frame a failure whose session is deleted, purged or was not read: those that the partner in
 * the signed credential allows now, so that its page is told what to do.
 */
export async function originsWithoutSession(
  ctx: RequestContext,
  { grant, environment }: Presented,
): Promise<readonly string[]> {
  const registry = registryOf(ctx);
  const [[partner]] = await registry.batch([selectPartner(registry, grant.partnerId)]);
  return partner ? originsIn(environment, partner) : [];
}

/** Returns the 429 of a session that has spent its views of the minute, else null. */
function tooManyViews({ views, viewedSince }: PageSessionRow, nowMs: number): Failure | null {
  const waitMs = viewedSince + MINUTE_MS - nowMs;
  if (views <= VIEWS_PER_MIN || waitMs <= 0 || waitMs > MINUTE_MS) return null;
  return fail('rate_limited', { retryAfterSeconds: waitSeconds(waitMs) });
}

/** Returns the record of a session's key as far as its credential knows it. The guard decides whether the key is usable. */
function recordOf({ grant, environment }: Presented): KeyRecord {
  const { shard } = requireAddressOfAthlete(grant.athleteId);
  return {
    keyId: grant.keyId,
    partnerId: grant.partnerId,
    environment,
    region: grant.guardRegion,
    status: 'active',
    expiresAt: null,
    partner: {
      status: 'active',
      defaultTier: 'teaser',
      terminatedAt: null,
      regions: [],
      shards: [shard],
      budgets: grant.limits,
    },
  };
}

/** The time that the nearest activities are looked for: an athlete's clock may be a day ahead of or behind UTC. */
const PLAN_FROM_MS = -36 * HOUR_MS;
const PLAN_TO_MS = 15 * DAY_MS;
const FEEDBACK_FROM_MS = -7 * DAY_MS;
const FEEDBACK_TO_MS = 26 * HOUR_MS;

/** Counts the view and reads the session, its athlete and the activities that the page may be about, in one batch. */
async function readSession(
  { nowMs }: RequestContext,
  db: Database,
  { grant, hash }: Presented,
  { page }: PageRequest,
) {
  const { athleteId, partnerId, activityId } = grant;
  const view = countView(db, { ...grant, hash }, nowMs);
  const isPlan = page === 'plan';
  const near = {
    athleteId,
    fromMs: nowMs + (isPlan ? PLAN_FROM_MS : FEEDBACK_FROM_MS),
    beforeMs: nowMs + (isPlan ? PLAN_TO_MS : FEEDBACK_TO_MS),
  };
  const own = selectOwnProducts(db, athleteId);
  const [[session], ownProducts, [athlete], activities, prescriptions, products, feedback, [learned]] =
    await db.batch(
      activityId === null
        ? [view, own, ...selectNearby(db, partnerId, near, isPlan ? 'asc' : 'desc')]
        : [view, own, ...selectDetails(db, partnerId, { athleteId, activityId }, { withCoursePoints: true })],
    );
  const rows = { activities, prescriptions, products, feedback, learned };
  return {
    session,
    athlete,
    ownProducts,
    activities: athlete && session ? await joinDetails({ athlete, ...rows }) : [],
  };
}

/** Chooses the activity of a page, and lists those of its day. 404 if the athlete asks for one that is not there. */
function choose(
  activities: readonly ActivityDetails[],
  { page, activityId: asked }: PageRequest,
  only: string | null,
  nowMs: number,
): Pick<OpenedPage, 'activity' | 'ofDay'> | Failure {
  const inOrder = activities.toSorted((one, other) => one.activity.effectiveAt - other.activity.effectiveAt);
  const named = asked ?? only;
  const wanted =
    named === null
      ? (page === 'plan' ? nextOf : lastOf)(inOrder, nowMs)
      : inOrder.find(({ activity }) => activity.id === named);
  if (wanted === undefined) {
    return named === null ? { activity: null, ofDay: [] } : fail('activity_not_found');
  }
  const ofDay = inOrder.filter(({ activity }) => dayOf(activity) === dayOf(wanted.activity));
  return { activity: wanted, ofDay };
}

type Timed = Pick<
  ActivityDetails['activity'],
  'effectiveAt' | 'durationMin' | 'scheduledAt' | 'scheduledLocal' | 'scheduledSent' | 'timeZone'
>;

function dayOf({ effectiveAt }: Pick<Timed, 'effectiveAt'>): number {
  return Math.floor(effectiveAt / DAY_MS);
}

/** Returns the time that an activity's own clock shows now: local where it is known, else UTC. */
function nowOf({ scheduledAt, scheduledLocal, timeZone, ...activity }: Timed, nowMs: number): number {
  if (dayWithoutTime(activity) !== null && timeZone !== null) return localAt(nowMs, timeZone);
  return scheduledAt === null || scheduledLocal === null ? nowMs : nowMs + scheduledLocal - scheduledAt;
}

/** Returns when an activity begins and ends on its own clock. A day without a time lasts all day. */
function spanOf(activity: Timed): { readonly fromMs: number; readonly toMs: number } {
  const { effectiveAt, durationMin } = activity;
  if (dayWithoutTime(activity) === null)
    return { fromMs: effectiveAt, toMs: effectiveAt + durationMin * MINUTE_MS };
  const fromMs = dayOf(activity) * DAY_MS;
  return { fromMs, toMs: fromMs + DAY_MS };
}

/** Returns today's first session that has not ended, else today's last one, else the next. */
function nextOf(inOrder: readonly ActivityDetails[], nowMs: number): ActivityDetails | undefined {
  const today = inOrder.filter(
    ({ activity }) => dayOf(activity) === dayOf({ effectiveAt: nowOf(activity, nowMs) }),
  );
  return (
    today.find(({ activity }) => spanOf(activity).toMs > nowOf(activity, nowMs)) ??
    today.at(-1) ??
    inOrder.find(({ activity }) => activity.effectiveAt >= nowOf(activity, nowMs))
  );
}

/** Returns the last session that has begun, else the first of those that are about to. */
function lastOf(inOrder: readonly ActivityDetails[], nowMs: number): ActivityDetails | undefined {
  return inOrder.findLast(({ activity }) => spanOf(activity).fromMs <= nowOf(activity, nowMs)) ?? inOrder[0];
}
