import type { RequestContext } from '../http/context.ts';
import { sendMail } from '../http/send-mail.ts';

/** Mails a sign-in code. */
export function sendCode(ctx: RequestContext, to: string, code: string, minutes: number): void {
  sendMail(ctx, {
    to,
    subject: `${code} is your Musette code`,
    text: `Your code is ${code}. It is valid for ${minutes} minutes, once, in the browser that asked for it.\n\nIf you did not ask for a code, ignore this mail: without the code nobody can sign in. Musette never asks for your code by mail or phone.\n`,
  });
}
