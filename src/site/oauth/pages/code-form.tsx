/** Renders the field for the code. `explanationId` names the text above it, for screen readers. */
export function CodeForm(props: { readonly explanationId: string; readonly problem?: string }) {
  const { explanationId, problem } = props;
  return (
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
        aria-describedby={problem ? `problem ${explanationId}` : explanationId}
        {...(problem ? { 'aria-invalid': 'true' } : {})}
      />
      <button class="primary" type="submit">
        Continue
      </button>
    </form>
  );
}
