import { SIGN_IN } from '../../../oauth/sign-in-rules.ts';
import { CodeForm } from './code-form.tsx';
import { Layout } from './layout.tsx';

/** Says that no code was sent because too many were not used. The same for every address, known or not. */
export function NotSentPage(props: {
  readonly nonce: string;
  readonly waitMinutes: number;
  /** Whether this browser has asked for a code within the last minutes: it may have one to enter. */
  readonly isCodeExpected: boolean;
  readonly signInHref: string;
}) {
  const { waitMinutes } = props;
  return (
    <Layout title="No code was sent" nonce={props.nonce}>
      <h1>No code was sent</h1>
      <p>
        At most {SIGN_IN.unusedPerHour} codes an hour and {SIGN_IN.unusedPerDay} a day go to an address while
        nobody uses them, and this address has had them. The next can be sent in {waitMinutes}{' '}
        {waitMinutes === 1 ? 'minute' : 'minutes'}.
      </p>
      <p class="soft">
        If you did not ask for them, somebody else did. Without the code nobody can sign in, and a browser in
        which you have signed in before can still ask for one.
      </p>
      {props.isCodeExpected ? (
        <>
          <p id="explanation">
            The newest code that this browser asked for may still be valid. Enter it here:
          </p>
          <CodeForm explanationId="explanation" />
        </>
      ) : null}
      <p>
        <a href={props.signInHref}>Back to the sign-in page</a>
      </p>
    </Layout>
  );
}
