import type { RequestContext } from '#platform/http/context.ts';
import { sendEmail } from '#platform/http/outgoing.ts';

/** Texts of the email with a sign-in code, in the athlete's language. */
export interface CodeEmail {
  readonly subject: (figures: { readonly code: string }) => string;
  readonly text: (figures: { readonly code: string; readonly minutes: number }) => string;
}

/** Emails a sign-in code. */
export function sendCode(
  ctx: RequestContext,
  texts: CodeEmail,
  figures: { readonly to: string; readonly code: string; readonly minutes: number },
): void {
  const { to, code, minutes } = figures;
  sendEmail(ctx, { to, subject: texts.subject({ code }), text: texts.text({ code, minutes }) });
}
