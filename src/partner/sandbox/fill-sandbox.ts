import { principalOfPartner, type RequestContext } from '#platform/http/context.ts';
import type { Failure } from '#platform/http/errors.ts';
import type { PartnerRow } from '#platform/storage/registry-schema.ts';
import { resetSandbox, type SandboxSet } from './reset-sandbox.ts';

/**
 * Fills the sandbox of a partner that has no key yet with the standard athletes. If interrupted, leaves some
 * of them, which the next run, or a reset by the partner, replaces.
 */
export function fillSandbox(ctx: RequestContext, partner: PartnerRow): Promise<SandboxSet | Failure> {
  return resetSandbox({ ...ctx, principal: principalOfPartner(ctx.env, partner, 'test', '') });
}
