import type { PageTexts } from '../../../languages/page-texts.ts';

/** Renders the field for the code. `explanationId` names the text above it, for screen readers. */
export function CodeForm(props: {
  readonly texts: PageTexts['code'];
  readonly explanationId: string;
  readonly isWrong?: boolean;
}) {
  const { texts, explanationId, isWrong = false } = props;
  return (
    <form method="post" action="/oauth/login/verify">
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
