import type { Env, Limits } from '../env.ts';
import type { Terms } from '../guards/key-guard-state.ts';
import type { Payer, Principal, RequestContext } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import type { RouteAccess } from '../http/route.ts';
import type { KeyRecord } from '../storage/key-projection.ts';
import {
  chargedUnits,
  confirmBeforeWriting,
  knownToBeSpent,
  principalOf,
  refuseEnded,
  refuseTerms,
  refuseUntilRefilled,
} from './admit.ts';
import { askAhead, askStanding, type Decision, type Demand, decide, giveBack, poolOf } from './ask-guard.ts';
import { recordKeyUse } from './find-key.ts';

/** An athlete's page asks for no more than a request of its key that only reads, and no scope restricts it. */
const PAGE: RouteAccess = { access: 'partner', method: 'GET', scope: null };

const OF_PAGES = { isForPages: true } as const;

/** What the key of an athlete's page allows, and the way to admit the page. Nothing was taken from its budget. */
export interface Standing {
  /** Returns the refusal of the page, or makes the request the key's and returns what pays for it. */
  readonly admit: () => Failure | PagePayer;
}

/**
 * Asks what the key of an athlete's page allows, by a lease or by calling its guard. Takes nothing from the key's budget:
 * whoever presents a session that has ended is nobody's caller. So a page asks this while it reads its session, and takes
 * its units once the session has said that the page may be shown.
 *
 * @param issued the record of the key when the credential was issued. A budget that is smaller now holds
 * @throws StorageUnavailable if the guard did not respond
 */
export async function askForPage(ctx: RequestContext, issued: KeyRecord): Promise<Standing> {
  const asking = principalOf(ctx.env, issued);
  const { status, askedAtMs } = await askStanding(ctx, asking);
  const admit = (): Failure | PagePayer => {
    if (status.outcome !== 'alive') return refuseEnded(ctx, asking.keyId, status);
    const principal = { ...asking, limits: smallerOf(ctx.env, asking, status) };
    const spent = knownToBeSpent(ctx, poolOf(asking.keyId, OF_PAGES));
    const refusal =
      refuseTerms(issued, principal, status, PAGE) ?? spent ?? spentFor(status.pagesWaitSeconds ?? 0);
    if (refusal) return refusal;
    const payer = new PagePayer(ctx, principal);
    ctx.principal = principal;
    ctx.payer = payer;
    confirmBeforeWriting(ctx, principal, { askedAtMs, record: issued, route: PAGE });
    return payer;
  };
  return { admit };
}

function spentFor(retryAfterSeconds: number): Failure | null {
  return retryAfterSeconds === 0 ? null : fail('rate_limited', { retryAfterSeconds });
}

/** Returns the budgets of a credential, or what the partner has now where that is less. */
function smallerOf(
  env: Pick<Env, 'limits'>,
  { limits: issued, environment }: Principal,
  { budgets }: Terms,
): Limits {
  const now: Limits = { ...env.limits[environment], ...budgets };
  return {
    standardPerMin: Math.min(issued.standardPerMin, now.standardPerMin),
    productPerMin: Math.min(issued.productPerMin, now.productPerMin),
    productRecordsPerDay: Math.min(issued.productRecordsPerDay, now.productRecordsPerDay),
    exportsPerDay: Math.min(issued.exportsPerDay, now.exportsPerDay),
  };
}

/**
 * Takes what an athlete's page costs from the share of its key's budget that pages may take, and gives it back if the page
 * is then not shown.
 */
export class PagePayer implements Payer {
  readonly #ctx: RequestContext;
  readonly #principal: Principal;
  #paid: { readonly decision: Decision; readonly demand: Demand }[] = [];

  constructor(ctx: RequestContext, principal: Principal) {
    this.#ctx = ctx;
    this.#principal = principal;
  }

  /** @throws StorageUnavailable if the guard did not respond */
  readonly payUpTo = async (units: number): Promise<Failure | null> => {
    const [ctx, principal] = [this.#ctx, this.#principal];
    const paid = this.#paid.reduce((sum, { demand }) => sum + demand.units, 0);
    const further = Math.max(1, chargedUnits(principal.limits, units)) - paid;
    if (further <= 0) return null;
    const demand = { units: further, ...OF_PAGES };
    const decision = await decide(ctx, principal, demand);
    const { admission } = decision;
    if ('budget' in admission && admission.outcome === 'admitted') {
      this.#paid.push({ decision, demand });
      if (decision.isLent) askAhead(ctx, principal, OF_PAGES);
      recordKeyUse(ctx, principal.keyId);
      return null;
    }
    await this.giveBack();
    if (!('budget' in admission)) return refuseEnded(ctx, principal.keyId, admission);
    // Where several units do not fit, another page may still take fewer.
    return further === 1
      ? refuseUntilRefilled(ctx, poolOf(principal.keyId, OF_PAGES), admission)
      : fail('rate_limited', { retryAfterSeconds: admission.retryAfterSeconds });
  };

  readonly giveBack = async (): Promise<void> => {
    const paid = this.#paid;
    this.#paid = [];
    for (const { decision, demand } of paid) await giveBack(this.#ctx, this.#principal, decision, demand);
  };
}
