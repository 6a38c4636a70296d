import { ERROR_GROUPS, ERRORS_LEAD } from './error-list.ts';
import { Layout } from './layout.tsx';

/** Lists every error code under the anchor that `documentation_url` links to. */
export function ErrorsPage() {
  return (
    <Layout title="Errors · Musette" markdown="/docs/errors.md">
      <h1>Errors</h1>
      <p class="lead">{withCode(ERRORS_LEAD)}</p>
      {ERROR_GROUPS.map(({ title, entries }) => (
        <section>
          <h2>{title}</h2>
          <dl class="errors">
            {entries.map((entry) => (
              <div id={entry.code}>
                <dt>
                  <code>{entry.code}</code> <span class="status">{entry.status}</span>
                </dt>
                <dd>
                  <p>{entry.message}</p>
                  <p>{withCode(entry.remedy)}</p>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Layout>
  );
}

/** Renders text between backticks as code. */
function withCode(text: string) {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part));
}
