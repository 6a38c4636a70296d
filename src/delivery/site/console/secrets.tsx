import type { PartnerContext } from '#platform/http/context.ts';
import { readClaim } from '#platform/http/idempotency.ts';

/**
 * Claims a form of which a second sending must not act again: reloading the page of a secret sends it once more. A form
 * without its number claims none that another could have.
 */
export function claimOnce(ctx: PartnerContext, path: string, once: string | null) {
  const headers = new Headers({ 'Idempotency-Key': `console-${once ?? crypto.randomUUID()}` });
  return readClaim(ctx, { method: 'POST', path, query: {}, body: {}, headers });
}

/** Shows a secret so that it can be selected by keyboard. */
export function Secret({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <section aria-label={label}>
      <pre class="secret" tabindex={0}>
        <code id="secret">{text}</code>
      </pre>
    </section>
  );
}
