import type { RequestContext } from '#platform/http/context.ts';
import type { Success } from '#platform/http/idempotency.ts';
import type { Route } from '#platform/http/route.ts';

/** Operations that answer with a prescription in the shape of its athlete's tier. */
const PRESCRIPTIONS: readonly string[] = ['calculatePrescription', 'getPrescription', 'calculateNutrition'];

/** Partners that this isolate has noted. */
const noted = new Set<string>();
const NOTED_MAX = 10_000;

/**
 * Ticks the console's checklist item once a sandbox key has read a teaser prescription. Writes once per isolate and
 * partner, after the answer.
 */
export function noteTeaserRead(ctx: RequestContext, route: Route, { tiers }: Success): void {
  const { principal } = ctx;
  if (principal?.environment !== 'test' || principal.athleteId !== null) return;
  if (!PRESCRIPTIONS.includes(route.operationId) || !tiers?.includes('teaser')) return;
  const { partnerId } = principal;
  if (noted.has(partnerId)) return;
  if (noted.size >= NOTED_MAX) noted.clear();
  noted.add(partnerId);
  const note = async () => {
    const { noteDone } = await import('#partner/console/account.ts');
    await noteDone(ctx.env, partnerId, ['teaser_read']);
  };
  ctx.waitUntil(note().catch(() => noted.delete(partnerId)));
}
