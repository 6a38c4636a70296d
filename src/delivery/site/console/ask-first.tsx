import type { Child } from 'hono/jsx';
import { isRefusal, type Refusal, refuse } from '#partner/console/audit.ts';
import { type Failure, isFailure } from '#platform/http/errors.ts';
import { ConfirmFirst, FormToken, MemberPage, refusalPage, respond } from './console-page.tsx';
import { type ConsolePage, isReady, type Visit } from './visit.ts';

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
  if (isFailure(question) || isRefusal(question)) return refusalPage(visit, question, '/console');
  const { title, button, children, typed, fields = {}, back } = question;
  return respond(
    visit.c,
    <MemberPage visit={visit} title={title}>
      {children}
      {isReady(visit) ? (
        <form method="post" action={visit.c.req.path} class="form">
          <FormToken visit={visit} />
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
          <p>
            <button class="button" type="submit">
              {button}
            </button>
          </p>
        </form>
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
