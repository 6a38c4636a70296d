import type { Email } from '#platform/http/send-email.ts';
import { type Frame, Layout } from './layout.tsx';

/** An address of a page; the group keeps it when a text is split at it. */
const ADDRESS = /(https?:\/\/\S+)/;

/** Lists the mails that a deployed service would have sent. */
export function OutboxPage(props: { readonly frame: Frame; readonly mails: readonly Email[] }) {
  return (
    <Layout title="Outbox" frame={props.frame}>
      <h1>Outbox</h1>
      <p class="soft">Mails that a deployed service would have sent, newest first.</p>
      {props.mails.length === 0 ? <p>No mails yet.</p> : null}
      {props.mails.map((mail) => (
        <article class="connection">
          <h2>{mail.subject}</h2>
          <p class="soft">
            To {mail.to}, {new Date(mail.atMs).toISOString()}
          </p>
          <pre>
            {mail.text.split(ADDRESS).map((part) => (ADDRESS.test(part) ? <a href={part}>{part}</a> : part))}
          </pre>
        </article>
      ))}
    </Layout>
  );
}
