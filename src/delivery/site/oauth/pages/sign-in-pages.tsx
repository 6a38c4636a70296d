import type { PageTexts } from '@musette/languages/texts';
import { SIGN_IN } from '#partner/oauth/sign-in-rules.ts';
import { MINUTE_MS } from '#platform/clock.ts';
import type { Email } from '#platform/http/outgoing.ts';
import { EMAIL_CHARACTERS_MAX } from '#platform/http/wire-fields.ts';
import { utcMinute } from '#platform/local-time.ts';
import { type Frame, Layout, NAMES, withNames } from './layout.tsx';

/** Shows the form for the email address. */
export function SignInPage(props: {
  readonly frame: Frame;
  /** The client that the athlete comes from; null for the account page. */
  readonly clientName: string | null;
  readonly authorizationQuery: string | null;
  readonly email?: string;
  readonly isWrong?: boolean;
}) {
  const { frame, clientName, authorizationQuery, email, isWrong = false } = props;
  const { signIn: texts } = frame.texts.pages;
  return (
    <Layout title={texts.title} frame={frame}>
      <h1>
        {clientName === null ? texts.heading : withNames(texts.headingFor(NAMES), { client: clientName })}
      </h1>
      <p class="soft">{texts.lead}</p>
      <form method="post" action="/oauth/login/start">
        {authorizationQuery === null ? null : (
          <input type="hidden" name="authorization_query" value={authorizationQuery} />
        )}
        {isWrong ? (
          <p class="problem" id="problem" role="alert">
            {texts.wrong}
          </p>
        ) : null}
        <label for="email">{texts.email}</label>
        <input
          type="email"
          id="email"
          name="email"
          autocomplete="email"
          required
          maxlength={EMAIL_CHARACTERS_MAX}
          value={email ?? ''}
          {...(isWrong ? { 'aria-invalid': 'true', 'aria-describedby': 'problem' } : {})}
        />
        <button class="primary" type="submit">
          {texts.send}
        </button>
      </form>
    </Layout>
  );
}

/** Shows the form for the emailed code. */
export function CodePage(props: {
  readonly frame: Frame;
  readonly isWrong?: boolean;
  /** Whether only known addresses get codes now. */
  readonly isCrowded?: boolean;
  readonly showOutbox: boolean;
}) {
  const { frame, isWrong = false, isCrowded = false } = props;
  const { code: texts } = frame.texts.pages;
  return (
    <Layout title={texts.title} frame={frame}>
      <h1>{texts.title}</h1>
      <p id="explanation">
        {isCrowded
          ? texts.crowded
          : texts.sent({ digits: SIGN_IN.codeDigits, minutes: SIGN_IN.codeLivesMs / MINUTE_MS })}
      </p>
      {props.showOutbox ? (
        <p class="notice" lang="en">
          This is a local installation. Find the code in the <a href="/dev/outbox">outbox</a>.
        </p>
      ) : null}
      <CodeForm texts={texts} explanationId="explanation" isWrong={isWrong} />
    </Layout>
  );
}

/**
 * Explains that no code was sent because too many are unused. It is identical for known and unknown
 * addresses.
 */
export function NotSentPage(props: {
  readonly frame: Frame;
  readonly waitMinutes: number;
  /** True if this browser recently requested a code and may have one to enter. */
  readonly isCodeExpected: boolean;
  readonly signInHref: string;
}) {
  const { frame, waitMinutes: minutes } = props;
  const { notSent: texts, code, signIn } = frame.texts.pages;
  return (
    <Layout title={texts.title} frame={frame}>
      <h1>{texts.title}</h1>
      <p>{texts.limit({ perHour: SIGN_IN.unusedPerHour, perDay: SIGN_IN.unusedPerDay, minutes })}</p>
      <p class="soft">{texts.others}</p>
      {props.isCodeExpected ? (
        <>
          <p id="explanation">{texts.expected}</p>
          <CodeForm texts={code} explanationId="explanation" />
        </>
      ) : null}
      <p>
        <a href={props.signInHref}>{signIn.back}</a>
      </p>
    </Layout>
  );
}

/** Renders the code field. `explanationId` refers to the text above it, for screen readers. */
export function CodeForm(props: {
  readonly texts: PageTexts['code'];
  readonly explanationId: string;
  readonly isWrong?: boolean;
  readonly action?: string;
  readonly fields?: Readonly<Record<string, string>>;
}) {
  const { texts, explanationId, isWrong = false, action = '/oauth/login/verify', fields = {} } = props;
  return (
    <form method="post" action={action}>
      {Object.entries(fields).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      {isWrong ? (
        <p class="problem" id="problem" role="alert">
          {texts.wrong}
        </p>
      ) : null}
      <label for="code">{texts.label}</label>
      <input
        id="code"
        name="code"
        type="text"
        inputmode="numeric"
        autocomplete="one-time-code"
        required
        maxlength={12}
        aria-describedby={isWrong ? `problem ${explanationId}` : explanationId}
        {...(isWrong ? { 'aria-invalid': 'true' } : {})}
      />
      <button class="primary" type="submit">
        {texts.next}
      </button>
    </form>
  );
}

/** Matches a page address. The capturing group keeps it when a text is split. */
const ADDRESS = /(https?:\/\/\S+)/;

/** Lists the emails that a deployed service would have sent. */
export function OutboxPage(props: { readonly frame: Frame; readonly emails: readonly Email[] }) {
  return (
    <Layout title="Outbox" frame={props.frame}>
      <h1>Outbox</h1>
      <p class="soft">Emails that a deployed service would have sent, newest first.</p>
      {props.emails.length === 0 ? <p>No emails yet.</p> : null}
      {props.emails.map((email) => (
        <article class="connection">
          <h2>{email.subject}</h2>
          <p class="soft">
            To {email.to}, {utcMinute(email.atMs)}
          </p>
          <pre>
            {email.text.split(ADDRESS).map((part) => (ADDRESS.test(part) ? <a href={part}>{part}</a> : part))}
          </pre>
        </article>
      ))}
    </Layout>
  );
}
