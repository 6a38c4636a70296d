import { SIGN_IN } from '#partner/oauth/sign-in-rules.ts';
import { MINUTE_MS } from '#platform/clock.ts';
import { CodeForm } from './code-form.tsx';
import { type Frame, Layout } from './layout.tsx';

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
