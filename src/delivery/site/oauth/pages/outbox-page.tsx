import type { Email } from '#platform/http/send-email.ts';
import { type Frame, Layout } from './layout.tsx';

/** Matches a page address. The capturing group keeps it when a text is split. */
const ADDRESS = /(https?:\/\/\S+)/;

/** Lists the emails that a deployed service would have sent. */
export function OutboxPage(props: { readonly frame: Frame; readonly emails: readonly Email[] }) {
  return (
    <Layout title="Outbox" frame={props.frame}>
      <h1>Outbox</h1>
      <p class="soft">Emails that a deployed service would have sent, newest first.</p>
      {props.emails.length === 0 ? <p>No emails yet.</p> : null}
      {props.emails.map((email) => (
        <article class="connection">
          <h2>{email.subject}</h2>
          <p class="soft">
            To {email.to}, {new Date(email.atMs).toISOString()}
          </p>
          <pre>
            {email.text.split(ADDRESS).map((part) => (ADDRESS.test(part) ? <a href={part}>{part}</a> : part))}
          </pre>
        </article>
      ))}
    </Layout>
  );
}
