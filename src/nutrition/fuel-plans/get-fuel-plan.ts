import { textsFor } from '#core/languages/languages.ts';
import type { Texts } from '#core/languages/texts.ts';
import { type Answer, ok } from '#platform/http/answer.ts';
import type { PartnerContext } from '#platform/http/context.ts';
import { type Failure, fail, isFailure } from '#platform/http/errors.ts';
import { teaserExtras } from '../prescriptions/tier-shape.ts';
import type { PlanForm } from './forms/choose-form.ts';
import { chargePlan, draftFuelPlan, type FuelPlan, type PlanRequest } from './fuel-plan.ts';
import { type FullPlan, fuelPlanToWire, type TeaserPlan } from './fuel-plan-shape.ts';
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
  const draft = await draftFuelPlan(ctx, athleteId, activityId, request);
  if (isFailure(draft)) return draft;
  const refusal = await refuseForm(ctx, draft.plan, request.form);
  if (refusal) return refusal;
  const isFollowed = request.withTrajectory === true || request.form === 'text/html';
  const drafted = isFollowed
    ? { ...draft.plan, trajectory: trajectoryOfPlan(draft.details, draft.plan, null) }
    : draft.plan;
  const plan = await chargePlan(ctx, draft, drafted, request.query);
  if (isFailure(plan)) return plan;
  return showPlan(ctx, plan, request.form, await textsFor(request.headers, plan.athlete.locale));
}

/** Rejects forms that are unavailable for this athlete or activity, without a charge. */
async function refuseForm(
  ctx: PartnerContext,
  { athlete, activity }: FuelPlan,
  form: PlanForm,
): Promise<Failure | null> {
  if (!FULL_TIER_FORMS.has(form)) return null;
  const refusal = await refuseTeaser(ctx, athlete);
  if (refusal) return refusal;
  return form === 'text/calendar' && activity.scheduledAt === null ? fail('not_scheduled') : null;
}

/** Renders a plan in a form. The form's code is loaded on first use. */
async function showPlan(
  ctx: PartnerContext,
  plan: FuelPlan,
  form: PlanForm,
  texts: Texts,
): Promise<ShownPlan> {
  const { tier, id } = plan.athlete;
  const vary = { Vary: 'Accept' };
  const more = { headers: vary, tiers: [tier], languages: [texts.language] };
  if (form === 'application/json') return ok(await fuelPlanToWire(ctx, plan, texts), more);
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
      return shown(form, drawFuelPlan(plan, texts, subscribe_url));
    }
    case 'text/html': {
      const { planPage } = await import('./forms/plan-page.ts');
      const page = planPage(plan, texts, subscribe_url);
      return shown('text/html; charset=utf-8', page, { 'Content-Security-Policy': INERT_PAGE });
    }
    case 'application/vnd.ant.fit': {
      const { planFit } = await import('./forms/plan-fit.ts');
      return shown(form, planFit(plan, texts), {
        'Content-Disposition': 'attachment; filename="fuel-plan.fit"',
      });
    }
    case 'text/plain': {
      const { planText } = await import('./forms/plan-text.ts');
      return shown('text/plain; charset=utf-8', planText(plan, texts, subscribe_url));
    }
    case 'text/calendar': {
      const { planCalendar } = await import('./forms/plan-calendar.ts');
      const startMs = plan.activity.scheduledAt ?? plan.activity.effectiveAt;
      return shown('text/calendar; charset=utf-8', planCalendar(plan, texts, { startMs, nowMs: ctx.nowMs }), {
        'Content-Disposition': 'attachment; filename="fuel-plan.ics"',
      });
    }
  }
}
