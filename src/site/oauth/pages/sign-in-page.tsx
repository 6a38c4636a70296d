import { Layout } from './layout.tsx';

/** Shows the form for the address that the code is sent to. */
export function SignInPage(props: {
  readonly nonce: string;
  /** The client that the athlete comes from; null on the way to the account page. */
  readonly clientName: string | null;
  readonly authorizationQuery: string | null;
  readonly email?: string;
  readonly problem?: string;
}) {
  const { clientName, authorizationQuery, email, problem } = props;
  return (
    <Layout title="Sign in" nonce={props.nonce}>
      {clientName === null ? (
        <h1>Sign in to your connections</h1>
      ) : (
        <h1>
          Sign in to connect <bdi>{clientName}</bdi>
        </h1>
      )}
      <p class="soft">We send you a code by e-mail. You do not need a password.</p>
      <form method="post" action="/oauth/login/start">
        {authorizationQuery === null ? null : (
          <input type="hidden" name="authorization_query" value={authorizationQuery} />
        )}
        {problem ? (
          <p class="problem" id="problem" role="alert">
            {problem}
          </p>
        ) : null}
        <label for="email">E-mail address</label>
        <input
          type="email"
          id="email"
          name="email"
          autocomplete="email"
          required
          maxlength={254}
          value={email ?? ''}
          {...(problem ? { 'aria-invalid': 'true', 'aria-describedby': 'problem' } : {})}
        />
        <button class="primary" type="submit">
          Send me a code
        </button>
      </form>
    </Layout>
  );
}
