import type { Failure } from '../http/errors.ts';
import { failureWords } from '../http/failure-words.ts';
import { Layout } from './layout.tsx';

/** Tells what failed, and where to go on. */
export function FailurePage(props: { readonly failure: Failure; readonly requestId: string }) {
  const { title, message } = failureWords(props.failure);
  return (
    <Layout title={`${title} · Musette`}>
      <h1>{title}</h1>
      <p class="lead">{message}</p>
      <p>
        <a href="/">Home</a>, or the <a href="/docs">reference</a>.
      </p>
      <p>
        Reference of this request: <code>{props.requestId}</code>
      </p>
    </Layout>
  );
}
