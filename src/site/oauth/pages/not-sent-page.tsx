import { SIGN_IN } from '../../../oauth/sign-in-rules.ts';
import { CodeForm } from './code-form.tsx';
import { Layout } from './layout.tsx';

/**
 * Explains that no code was sent because too many were unused. It reads the same for every address, known or
 * not.
 */
export function NotSentPage(props: {
  readonly nonce: string;
  readonly waitMinutes: number;
  /** True if this browser asked for a code within the last minutes and may have one to enter. */
  readonly isCodeExpected: boolean;
  readonly signInHref: string;
}) {
  const { waitMinutes } = props;
  return (
    <Layout title="No code was sent" nonce={props.nonce}>
      <h1>No code was sent</h1>
      <p>
        We send at most {SIGN_IN.unusedPerHour} unused codes an hour, and {SIGN_IN.unusedPerDay} a day, to one
        address. This address has reached that limit. You can ask for the next code in {waitMinutes}{' '}
        {waitMinutes === 1 ? 'minute' : 'minutes'}.
      </p>
      <p class="soft">
        If you did not ask for them, somebody else did. Nobody can sign in without the code. A browser in
        which you have signed in before can still ask for one.
      </p>
      {props.isCodeExpected ? (
        <>
          <p id="explanation">
            The newest code that you asked for in this browser may still work. Enter it here:
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
