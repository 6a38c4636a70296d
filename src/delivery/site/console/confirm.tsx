import { PAGES } from '@musette/languages/english/pages';
import type { Child } from 'hono/jsx';
import { isRefused, type Refusal, refuse } from '#partner/console/audit.ts';
import { finishConfirmation, startConfirmation } from '#partner/console/sign-in.ts';
import { newSecret } from '#partner/oauth/sign-in-rules.ts';
import type { Answer } from '#platform/http/answer.ts';
import type { PartnerContext } from '#platform/http/context.ts';
import { type Failure, isFailure } from '#platform/http/errors.ts';
import { type Replayed, readClaim } from '#platform/http/idempotency.ts';
import { dropCookie, readCookie, seeOther } from '../oauth/browser.tsx';
import { FormToken, MemberForm, MemberPage, refusalPage, respond } from './console-page.tsx';
import {
  askForCode,
  CONSOLE_CODE_COOKIE,
  callerOf,
  codeIn,
  plainMessage,
  showCodeForm,
} from './sign-in-pages.tsx';
import { ACCOUNT, type ConsolePage, isReady, type Visit } from './visit.ts';

const common = { environments: ACCOUNT, role: 'viewer', afterTermination: true } as const;

export const confirmPages: readonly ConsolePage[] = [
  { ...common, method: 'GET', path: '/console/confirm', handler: offerCode },
  { ...common, method: 'POST', path: '/console/confirm', handler: sendCode },
  { ...common, method: 'POST', path: '/console/confirm/code', handler: takeCode },
];

/** Renders a link for entering a code, in place of the forms that need one. */
export function ConfirmFirst({ visit, to }: { readonly visit: Visit; readonly to: string }) {
  const next = encodeURIComponent(visit.c.req.path);
  return (
    <p class="notice">
      <a href={`/console/confirm?next=${next}`}>Enter a code</a> to {to}. We’ll email it to you. It is valid
      for ten minutes.
    </p>
  );
}

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

/** The texts and the question of a page that stops something. */
interface Question {
  readonly title: string;
  /** Names the act and its object, such as "Revoke Backend". */
  readonly button: string;
  /** Says what stops, and from when. */
  readonly children: Child;
  /** A name that has to be typed, for what cannot be undone and athletes notice. */
  readonly typed?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly back: string;
}

type Ask = (visit: Visit) => Promise<Question | Failure | Refusal>;
type Rules = Omit<ConsolePage, 'method' | 'handler' | 'stops'>;

/**
 * Builds the page that asks before something stops, and the form behind it at the same path. Nothing else shows that form, so
 * one click never stops anything.
 */
export function stopPages(
  { needsCode, ...rules }: Rules,
  ask: Ask,
  act: ConsolePage['handler'],
): readonly ConsolePage[] {
  return [
    { ...rules, method: 'GET', handler: (visit) => showQuestion(visit, ask) },
    { ...rules, ...(needsCode ? { needsCode } : {}), method: 'POST', stops: true, handler: act },
  ];
}

async function showQuestion(visit: Visit, ask: Ask): Promise<Response> {
  const question = await ask(visit);
  if (isRefused(question)) return refusalPage(visit, question, '/console');
  const { title, button, children, typed, fields = {}, back } = question;
  return respond(
    visit.c,
    <MemberPage visit={visit} title={title}>
      {children}
      {isReady(visit) ? (
        <MemberForm visit={visit} action={visit.c.req.path} button={button}>
          {Object.entries(fields).map(([name, value]) => (
            <input type="hidden" name={name} value={value} />
          ))}
          {typed === undefined ? null : (
            <div class="entry">
              <label for="typed">
                To confirm, type <bdi>{typed}</bdi>
              </label>
              <input id="typed" name="typed" required maxlength={200} autocomplete="off" />
            </div>
          )}
        </MemberForm>
      ) : (
        <ConfirmFirst visit={visit} to="continue" />
      )}
      <p>
        <a href={back}>Cancel</a>
      </p>
    </MemberPage>,
  );
}

/** Returns the refusal of a form in which the name was not typed as shown, or null. */
export function refuseTyped(form: URLSearchParams, name: string) {
  const plain = (text: string) => text.normalize('NFC').trim().replaceAll(/\s+/g, ' ');
  return plain(form.get('typed') ?? '') === plain(name)
    ? null
    : refuse(422, 'Nothing was changed. Type the name exactly as shown.');
}

/** Renders the link to a page that asks first. */
export function StopLink(props: { readonly href: string; readonly label: string; readonly of?: string }) {
  const { href, label, of } = props;
  return (
    <a class="act" href={href} {...(of === undefined ? {} : { 'aria-label': `${label}: ${of}` })}>
      {label}
    </a>
  );
}

/** Renders the number of a form, for `claimOnce`. */
export function Once() {
  return <input type="hidden" name="once" value={newSecret()} />;
}

/**
 * Claims a form so that resubmitting it has no effect, because reloading a page that shows a secret submits it again. A
 * form without a number gets a random one, so it never shares a claim.
 */
export function claimOnce(ctx: PartnerContext, path: string, sent: URLSearchParams) {
  const headers = new Headers({ 'Idempotency-Key': `console-${sent.get('once') ?? crypto.randomUUID()}` });
  return readClaim(ctx, { method: 'POST', path, query: {}, body: {}, headers });
}

/** Returns the body of what a form created, or `shown` if the same form was sent before. */
export function bodyOnce<Body extends object>(
  answer: Answer<Body> | Replayed | Failure,
  shown: Refusal,
): Body | Refusal | Failure {
  if (isFailure(answer)) return answer;
  return 'replayedBody' in answer || !answer.body ? shown : answer.body;
}

/** Shows a secret that can be selected by keyboard, with a copy button. For pages of `respondWithSecret`. */
export function Secret({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <section aria-label={label}>
      <pre class="secret" tabindex={0}>
        <code id="secret">{text}</code>
      </pre>
      <script src="/assets/documents.js" defer></script>
    </section>
  );
}
