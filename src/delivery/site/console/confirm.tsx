import { PAGES } from '#core/languages/en/pages.ts';
import { finishConfirmation, startConfirmation } from '#partner/console/sign-in.ts';
import { dropCookie, readCookie } from '../oauth/cookies.ts';
import { seeOther } from '../oauth/forms.tsx';
import { FormToken, MemberPage, respond } from './console-page.tsx';
import { askForCode, CONSOLE_CODE_COOKIE, callerOf, codeIn, plainMessage, showCodeForm } from './sign-in.tsx';
import { ACCOUNT, type ConsolePage, type Visit } from './visit.ts';

const common = { environments: ACCOUNT, role: 'viewer', afterTermination: true } as const;

export const confirmPages: readonly ConsolePage[] = [
  { ...common, method: 'GET', path: '/console/confirm', handler: offerCode },
  { ...common, method: 'POST', path: '/console/confirm', handler: sendCode },
  { ...common, method: 'POST', path: '/console/confirm/code', handler: takeCode },
];

/** Returns the page to continue to. Only console pages are allowed. */
function nextOf(next: string | null | undefined): string {
  return next && /^\/console(\/[\w-]+)*$/.test(next) ? next : '/console';
}

function offerCode(visit: Visit): Promise<Response> {
  const next = nextOf(visit.c.req.query('next'));
  return respond(
    visit.c,
    <MemberPage visit={visit} title="Enter a code">
      <p class="lead">
        To change production keys, webhooks, OAuth clients, members or the account, enter a code that we email
        to you.
      </p>
      <form method="post" action="/console/confirm">
        <FormToken visit={visit} />
        <input type="hidden" name="next" value={next} />
        <p>
          <button class="button" type="submit">
            Send me a code
          </button>
        </p>
      </form>
    </MemberPage>,
  );
}

function targetOf(visit: Visit, form: URLSearchParams) {
  const fields = { form_token: visit.token, next: nextOf(form.get('next')) };
  return { action: '/console/confirm/code', fields };
}

async function sendCode(visit: Visit, form: URLSearchParams): Promise<Response> {
  const { c, session } = visit;
  const started = await startConfirmation(c.env, session, callerOf(c));
  return askForCode(c, started, targetOf(visit, form));
}

async function takeCode(visit: Visit, form: URLSearchParams): Promise<Response> {
  const { c, session } = visit;
  const cookie = readCookie(c, CONSOLE_CODE_COOKIE);
  switch (await finishConfirmation(c.env, session, cookie, codeIn(form))) {
    case 'wrong-code':
      return showCodeForm(c, targetOf(visit, form), true);
    case 'no-sign-in':
      return plainMessage(c, 400, PAGES.messages.deadCode);
    case 'confirmed':
      dropCookie(c, CONSOLE_CODE_COOKIE);
      return seeOther(c, nextOf(form.get('next')));
  }
}
