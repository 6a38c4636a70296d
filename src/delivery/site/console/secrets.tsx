import type { PartnerContext } from '#platform/http/context.ts';
import { readClaim } from '#platform/http/idempotency.ts';

/**
 * Claims a form so that resubmitting it has no effect, because reloading a page that shows a secret submits it again. A
 * form without a number gets a random one, so it never shares a claim.
 */
export function claimOnce(ctx: PartnerContext, path: string, once: string | null) {
  const headers = new Headers({ 'Idempotency-Key': `console-${once ?? crypto.randomUUID()}` });
  return readClaim(ctx, { method: 'POST', path, query: {}, body: {}, headers });
}

/** Shows a secret that can be selected by keyboard. */
export function Secret({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <section aria-label={label}>
      <pre class="secret" tabindex={0}>
        <code id="secret">{text}</code>
      </pre>
    </section>
  );
}
