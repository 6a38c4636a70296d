import { SIGN_IN } from '#partner/oauth/sign-in-rules.ts';
import { CodeForm } from './code-form.tsx';
import { type Frame, Layout } from './layout.tsx';

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
