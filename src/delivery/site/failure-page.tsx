import type { Failure } from '#platform/http/errors.ts';
import { failureWords } from '#platform/http/failure-words.ts';
import { Layout } from './layout.tsx';

/** Explains a failure and links to other pages. */
export function FailurePage(props: { readonly failure: Failure; readonly requestId: string }) {
  const { title, message } = failureWords(props.failure);
  return (
    <Layout title={`${title} · Musette`}>
      <h1>{title}</h1>
      <p class="lead">{message}</p>
      <p>
        Go to the <a href="/">home page</a> or the <a href="/docs">API reference</a>.
      </p>
      <p>
        If you contact us about this, quote request <code>{props.requestId}</code>.
      </p>
    </Layout>
  );
}
