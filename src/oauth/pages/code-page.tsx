import { SIGN_IN } from '../sign-in-rules.ts';
import { Layout } from './layout.tsx';

/** Asks for the code. Says the same whether or not a mail was sent. */
export function CodePage(props: {
  readonly nonce: string;
  readonly problem?: string;
  readonly showOutbox: boolean;
}) {
  const { problem } = props;
  return (
    <Layout title="Enter your code" nonce={props.nonce}>
      <h1>Enter your code</h1>
      <p id="explanation">
        We sent {SIGN_IN.codeDigits} digits to your address. They are valid for {SIGN_IN.codeLivesMs / 60_000}{' '}
        minutes, in this browser only.
      </p>
      {props.showOutbox ? (
        <p class="notice">
          This is a local installation: read the code in the <a href="/dev/outbox">outbox</a>.
        </p>
      ) : null}
      <form method="post" action="/oauth/login/verify">
        {problem ? (
          <p class="problem" id="problem" role="alert">
            {problem}
          </p>
        ) : null}
        <label for="code">Code</label>
        <input
          id="code"
          name="code"
          type="text"
          inputmode="numeric"
          autocomplete="one-time-code"
          required
          maxlength={12}
          aria-describedby={problem ? 'problem explanation' : 'explanation'}
          {...(problem ? { 'aria-invalid': 'true' } : {})}
        />
        <button class="primary" type="submit">
          Continue
        </button>
      </form>
    </Layout>
  );
}
