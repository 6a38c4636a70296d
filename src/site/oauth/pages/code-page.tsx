import { MINUTE_MS } from '../../../clock.ts';
import { SIGN_IN } from '../../../oauth/sign-in-rules.ts';
import { CodeForm } from './code-form.tsx';
import { Layout } from './layout.tsx';

/** Shows the form for the code that was sent. */
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
        We sent you a code of {SIGN_IN.codeDigits} digits by e-mail. It works for{' '}
        {SIGN_IN.codeLivesMs / MINUTE_MS} minutes, in this browser only.
      </p>
      {props.showOutbox ? (
        <p class="notice">
          This is a local installation. Find the code in the <a href="/dev/outbox">outbox</a>.
        </p>
      ) : null}
      <CodeForm explanationId="explanation" {...(problem ? { problem } : {})} />
    </Layout>
  );
}
