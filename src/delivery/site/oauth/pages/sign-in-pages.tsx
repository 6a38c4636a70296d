import { type Frame, Layout } from './layout.tsx';
import { NAMES, withNames } from './names.tsx';

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
          maxlength={254}
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
