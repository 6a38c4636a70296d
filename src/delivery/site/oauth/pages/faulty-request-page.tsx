import { type Frame, Layout } from './layout.tsx';
import { NAMES, withNames } from './names.tsx';

/**
 * Explains that a client's request was invalid, with the error for its developers and a link back to the
 * client.
 */
export function FaultyRequestPage(props: {
  readonly frame: Frame;
  readonly requestId: string;
  /** The client's address with the error parameters. */
  readonly href: string;
  readonly children: string;
}) {
  const { frame, href } = props;
  const { pages } = frame.texts;
  const { title, text } = pages.messages.faultyRequest;
  return (
    <Layout title={title} frame={frame}>
      <h1>{title}</h1>
      <p>{text}</p>
      <p>
        <code lang="en">{props.children}</code>
      </p>
      <p>
        <a class="button" href={href} rel="noreferrer">
          {withNames(pages.goBack(NAMES), { host: new URL(href).host })}
        </a>
      </p>
      <p class="soft">
        {pages.reference} <code>{props.requestId}</code>
      </p>
    </Layout>
  );
}
