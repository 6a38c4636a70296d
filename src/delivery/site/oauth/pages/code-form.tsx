import type { PageTexts } from '#core/languages/page-texts.ts';

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
