import { raw } from 'hono/html';
import { linkTo, planPartsInSteps } from '#nutrition/fuel-plans/forms/plan-page.ts';
import { ATTRIBUTION, nameOfPlan, pageTitleOf } from '#nutrition/fuel-plans/forms/plan-words.ts';
import { planInputsOf } from '#nutrition/fuel-plans/fuel-plan.ts';
import { payForPlan } from '#nutrition/fuel-plans/get-fuel-plan.ts';
import { prescribeActivity } from '#nutrition/prescriptions/prescription-row.ts';
import { teaserExtras } from '#nutrition/prescriptions/tier-shape.ts';
import { isStale } from '#nutrition/records/read-activity.ts';
import type { OpenedPage } from '#partner/page-sessions/open-page.ts';
import { isFailure } from '#platform/http/errors.ts';
import { inTurn } from '#platform/http/heavy-work.ts';
import { type AthleteVisit, failureMessage, message, NEW_TAB, OfDay, respond } from './athlete-page.tsx';

/**
 * Shows the plan of a session as its sheets do: limit, warnings and notes, what to do, what to pack, and the session over
 * time. Products are chosen unless some are attached. Costs what the plan costs, and counts as a product access. The
 * numbers are current: if their inputs have changed since, the page calculates them again, and stores nothing.
 */
export async function showPlan(visit: AthleteVisit, opened: OpenedPage): Promise<Response> {
  const { c, texts } = visit;
  const { ctx, activity, athlete, catalogue, payer } = opened;
  const words = texts.pages.athlete;
  if (activity === null || catalogue === null) {
    const unpaid = await payer.payUpTo(1);
    return unpaid ? failureMessage(visit, unpaid) : message(visit, words.noSession);
  }
  c.header('X-Service-Data-Attribution', athlete.tier === 'full' ? 'optional' : 'required');
  const current = isStale(activity) ? await prescribeActivity(activity, ctx.nowMs) : activity;
  const inputs = planInputsOf(current, opened.ownProducts, catalogue, opened.spent);
  if (isFailure(inputs)) return failureMessage(visit, inputs);
  const request = {
    suggest: activity.products.length === 0,
    caffeine: null,
    units: null,
    query: '/a/plan',
    withTrajectory: athlete.tier === 'full',
  };
  const plan = await payForPlan(ctx, inputs, request, payer);
  if (isFailure(plan)) return failureMessage(visit, plan);
  const { subscribe_url } = await teaserExtras(ctx, athlete.tier, athlete.id);
  const links = {
    subscribe: linkTo(subscribe_url, texts.plan.drawing.invitation(), NEW_TAB),
    attribution: linkTo(ctx.env.baseUrl, ATTRIBUTION, NEW_TAB),
  };
  const parts = await inTurn(
    ctx.principal,
    (pace) => pace.run(planPartsInSteps(plan, texts, links)),
    'as long as it takes',
  );
  const children = (
    <>
      <OfDay visit={visit} opened={opened} page="plan" />
      <h1>{nameOfPlan(plan, texts)}</h1>
      {plan.numbers.requiresHumanReview ? <p class="alert review">{texts.plan.drawing.review()}</p> : null}
      {raw(parts.join('\n'))}
      {visit.way.kind === 'frame' ? (
        <button class="print" type="button" hidden>
          {words.print}
        </button>
      ) : null}
    </>
  );
  return respond(visit, { title: pageTitleOf(plan, texts), signal: { state: 'ready' }, children });
}
