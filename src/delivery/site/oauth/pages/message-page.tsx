import { type Frame, Layout } from './layout.tsx';

/** Explains why something failed and how the athlete can continue. Nothing is sent to any application. */
export function MessagePage(props: {
  readonly frame: Frame;
  readonly title: string;
  readonly text: string;
  readonly next?: { readonly href: string; readonly label: string };
  readonly requestId: string;
}) {
  return (
    <Layout title={props.title} frame={props.frame}>
      <h1>{props.title}</h1>
      <p>{props.text}</p>
      {props.next ? (
        <p>
          <a href={props.next.href}>{props.next.label}</a>
        </p>
      ) : null}
      <p class="soft">
        {props.frame.texts.pages.reference} <code>{props.requestId}</code>
      </p>
    </Layout>
  );
}
