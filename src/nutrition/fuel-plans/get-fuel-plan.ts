import { textsFor } from '@musette/languages/languages';
import type { Texts } from '@musette/languages/texts';
import { type Answer, ok } from '#platform/http/answer.ts';
import type { PartnerContext, Payer } from '#platform/http/context.ts';
import { type Failure, fail, isFailure } from '#platform/http/errors.ts';
import { inTurn, type Pace } from '#platform/http/heavy-work.ts';
import { accessWhilePaying, refuseSpent } from '../catalogue/guard-access.ts';
import { teaserExtras } from '../prescriptions/tier-shape.ts';
import { dayWithoutTime, momentOf } from '../records/schedule.ts';
import {
  accessOf,
  chargeCalculation,
  chargeProducts,
  type DraftPlan,
  draftFuelPlan,
  type FuelPlan,
  type PlanInputs,
  type PlanRequest,
  readPlanInputs,
  unitsOfPlan,
} from './fuel-plan.ts';
import type { FullPlan, PlanForm, TeaserPlan } from './fuel-plan-shape.ts';
import { fuelPlanToWire } from './plan-to-wire.ts';
import { trajectoryOfPlan } from './plan-trajectory.ts';
import { refuseTeaser } from './refusals.ts';

type ShownPlan = Answer<FullPlan | TeaserPlan, 200>;

/** Forms with exact amounts and times only, unavailable in teaser tier. */
const FULL_TIER_FORMS: ReadonlySet<PlanForm> = new Set(['text/calendar', 'application/vnd.ant.fit']);

/** Content policy of an inert page: no scripts, no forms, nothing loaded. */
const INERT_PAGE = "sandbox; default-src 'none'; style-src 'unsafe-inline'";

/**
 * Plans when to take each product, attached or chosen by the service, and renders it in a form. A
 * plan shows products, so it counts against the athlete's budgets and is logged like any other access, in every form.
 */
export async function getFuelPlan(
  ctx: PartnerContext,
  athleteId: string,
  activityId: string,
  request: PlanRequest & {
    readonly form: PlanForm;
    readonly headers: Headers;
    readonly withTrajectory?: boolean;
  },
): Promise<ShownPlan | Failure> {
  const inputs = await readPlanInputs(ctx, athleteId, activityId);
  if (isFailure(inputs)) return inputs;
  const refusal = await refuseForm(ctx, inputs.details, request.form);
  if (refusal) return refusal;
  const refused = await chargeCalculation(ctx, inputs);
  if (refused) return refused;
  const { draft, drafted } = await draftInTurn(ctx, inputs, request);
  const plan = await chargeProducts(ctx, draft, drafted, request.query);
  if (isFailure(plan)) return plan;
  return showPlan(ctx, plan, request.form, await textsFor(request.headers, plan.athlete, request.units));
}

/** Calculates a plan in turns. Nothing of it may be shown until its products are charged and logged. */
function draftInTurn(
  ctx: PartnerContext,
  inputs: PlanInputs,
  request: PlanRequest & { readonly withTrajectory?: boolean },
): Promise<{ readonly draft: DraftPlan; readonly drafted: FuelPlan }> {
  return inTurn(ctx.principal, async (pace) => {
    const draft = await pace.run(draftFuelPlan(inputs, request));
    const { plan } = draft;
    const trajectory = request.withTrajectory
      ? { trajectory: trajectoryOfPlan(draft.details, plan, null) }
      : {};
    return { draft, drafted: { ...plan, ...trajectory } };
  });
}

/**
 * Calculates the plan of an athlete's page, and pays for it while the access to its products is charged and logged. The page
 * has asked before whether its key and the athlete's budget may pay at all.
 */
export async function payForPlan(
  ctx: PartnerContext,
  inputs: PlanInputs,
  request: PlanRequest & { readonly withTrajectory?: boolean },
  payer: Payer,
): Promise<FuelPlan | Failure> {
  if (inputs.spent) return refuseSpent(ctx, inputs.spent);
  const { drafted } = await draftInTurn(ctx, inputs, request);
  const athlete = await accessWhilePaying(ctx, accessOf(inputs.details, drafted, request.query), {
    pay: () => payer.payUpTo(unitsOfPlan(inputs.details)),
    giveBack: () => payer.giveBack(),
  });
  return isFailure(athlete) ? athlete : drafted;
}

/** Rejects forms that are unavailable for this athlete or activity, without a charge. */
async function refuseForm(
  ctx: PartnerContext,
  { athlete, activity }: PlanInputs['details'],
  form: PlanForm,
): Promise<Failure | null> {
  if (!FULL_TIER_FORMS.has(form)) return null;
  const refusal = await refuseTeaser(ctx, athlete);
  if (refusal) return refusal;
  if (form === 'text/calendar' && momentOf(activity) === null && dayWithoutTime(activity) === null)
    return fail('not_scheduled');
  return form === 'application/vnd.ant.fit' && !hasPositions(activity) ? fail('course_required') : null;
}

/** Returns whether a device can follow the course: at least two of its points have positions. */
function hasPositions({ course }: PlanInputs['details']['activity']): boolean {
  const points = course?.points ?? [];
  return points.filter(({ lat, lon }) => lat !== null && lon !== null).length >= 2;
}

/** Renders a plan in a form in a turn of its own. The form's code is loaded on first use. */
async function showPlan(
  ctx: PartnerContext,
  plan: FuelPlan,
  form: PlanForm,
  texts: Texts,
): Promise<ShownPlan> {
  const { tier, id } = plan.athlete;
  const vary = { Vary: 'Accept' };
  const more = { headers: vary, tiers: [tier], languages: [texts.tag] };
  // The access to the products is already charged.
  const render = <Shown>(work: (pace: Pace) => Promise<Shown> | Shown) =>
    inTurn(ctx.principal, work, 'as long as it takes');
  if (form === 'application/json') return ok(await render(() => fuelPlanToWire(ctx, plan, texts)), more);
  const { subscribe_url } = await teaserExtras(ctx, tier, id);
  const shown = (type: string, body: string | Uint8Array<ArrayBuffer>, headers = {}): Answer<never, 200> => ({
    status: 200,
    content: { type, body },
    ...more,
    headers: { ...vary, ...headers },
  });
  switch (form) {
    case 'image/svg+xml': {
      const { drawFuelPlan } = await import('./forms/draw-fuel-plan.ts');
      return shown(form, await render(() => drawFuelPlan(plan, texts, subscribe_url)));
    }
    case 'text/html': {
      const { planPageInSteps } = await import('./forms/plan-page.ts');
      const page = await render((pace) => pace.run(planPageInSteps(plan, texts, subscribe_url)));
      return shown('text/html; charset=utf-8', page, { 'Content-Security-Policy': INERT_PAGE });
    }
    case 'application/vnd.ant.fit': {
      const { planFit } = await import('./forms/fit-course.ts');
      return shown(form, await render(() => planFit(plan, texts)), {
        'Content-Disposition': 'attachment; filename="fuel-plan.fit"',
      });
    }
    case 'text/plain': {
      const { planText } = await import('./forms/plan-text.ts');
      const text = await render(() => planText(plan, texts, subscribe_url));
      return shown('text/plain; charset=utf-8', text);
    }
    case 'text/calendar': {
      const { planCalendar } = await import('./forms/plan-calendar.ts');
      const calendar = await render(() => planCalendar(plan, texts, ctx.nowMs));
      return shown('text/calendar; charset=utf-8', calendar, {
        'Content-Disposition': 'attachment; filename="fuel-plan.ics"',
      });
    }
  }
}
