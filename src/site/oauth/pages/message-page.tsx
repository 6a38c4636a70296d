import { Layout } from './layout.tsx';

/** Explains why something failed and how the athlete can continue. Nothing is sent to any application. */
export function MessagePage(props: {
  readonly nonce: string;
  readonly title: string;
  readonly message: string;
  readonly next?: { readonly href: string; readonly label: string };
  readonly requestId: string;
}) {
  return (
    <Layout title={props.title} nonce={props.nonce}>
      <h1>{props.title}</h1>
      <p>{props.message}</p>
      {props.next ? (
        <p>
          <a href={props.next.href}>{props.next.label}</a>
        </p>
      ) : null}
      <p class="soft">
        Reference: <code>{props.requestId}</code>
      </p>
    </Layout>
  );
}
