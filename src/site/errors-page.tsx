import { ERRORS, type ErrorCode, type ErrorType } from '../http/errors.ts';
import { Layout } from './layout.tsx';

const TITLES: Readonly<Record<ErrorType, string>> = {
  authentication_error: 'Authentication',
  permission_error: 'Permission',
  invalid_request_error: 'Invalid requests',
  not_found_error: 'Not found',
  conflict_error: 'Conflicts',
  rate_limit_error: 'Limits',
  api_error: 'Errors on our side',
};

const ENTRIES = Object.entries(ERRORS).map(([code, entry]) => ({ code: code as ErrorCode, ...entry }));

/** Lists every error code, under the anchor that `documentation_url` names. */
export function ErrorsPage() {
  return (
    <Layout title="Errors · Musette">
      <h1>Errors</h1>
      <p class="lead">
        Every error has the same body: <code>error.type</code>, <code>code</code>, <code>message</code>, a
        link to its entry on this page, and the <code>request_id</code> to quote when you ask us. Let your
        program decide by <code>code</code>; messages may change.
      </p>
      {Object.entries(TITLES).map(([type, title]) => (
        <section>
          <h2>{title}</h2>
          <dl class="errors">
            {ENTRIES.filter((entry) => entry.type === type).map((entry) => (
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

/** Renders text between backticks as code, as the reference does. */
function withCode(text: string) {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part));
}
