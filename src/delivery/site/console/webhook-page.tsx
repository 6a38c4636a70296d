import { listDeliveries } from '#partner/webhooks/deliveries.ts';
import type { Attempt, Delivery } from '#partner/webhooks/delivery.ts';
import { healthOf } from '#partner/webhooks/health.ts';
import { isFailure } from '#platform/http/errors.ts';
import { readPage } from '#platform/http/pagination.ts';
import type { WebhookRow } from '#platform/storage/registry-schema.ts';
import { StopLink } from './ask-first.tsx';
import {
  Act,
  ConfirmFirst,
  Instant,
  MemberPage,
  NextPage,
  refusalPage,
  respond,
  Table,
} from './console-page.tsx';
import { asPartner, isReady, pathIn, type Visit } from './visit.ts';

const DONE: Readonly<Record<string, string>> = {
  active: 'The webhook is active and receives events from now on.',
  disabled: 'The webhook is disabled. Pending deliveries were cancelled.',
  redelivered: 'The delivery is being sent again.',
};

/** Shows a webhook with its deliveries of the last 30 days, newest first. */
export async function showWebhook(visit: Visit): Promise<Response> {
  const ctx = asPartner(visit);
  const { c, environment } = visit;
  const list = pathIn(environment, '/webhooks');
  const webhookId = c.req.param('webhook_id') ?? '';
  const path = `${list}/${webhookId}`;
  const cursor = c.req.query('cursor');
  const page = await readPage(
    ctx,
    { path, query: cursor === undefined ? {} : { cursor } },
    {
      read: (wanted) => listDeliveries(ctx, webhookId, wanted, undefined),
      positionOf: ({ id }: Delivery) => [id],
    },
  );
  if (isFailure(page)) return refusalPage(visit, page, list);
  const { webhook, successes } = page.found;
  return respond(
    c,
    <MemberPage visit={visit} title="Webhook" done={DONE[c.req.query('done') ?? ''] ?? null}>
      <p class="lead">
        <code>{webhook.url}</code>
      </p>
      <Facts webhook={webhook} successes={successes} />
      {visit.isAdmin ? <Acts visit={visit} webhook={webhook} path={path} /> : null}
      {visit.isAdmin && webhook.status === 'disabled' && !isReady(visit) ? (
        <ConfirmFirst visit={visit} to="enable it" />
      ) : null}
      <h2>Deliveries</h2>
      {page.rows.length === 0 ? (
        <p>Nothing was sent in the last 30 days.</p>
      ) : (
        <Table caption="Deliveries" columns={['Event', 'Status', 'Attempts', 'Actions']}>
          {page.rows.map((delivery) => (
            <DeliveryLine visit={visit} delivery={delivery} path={path} />
          ))}
        </Table>
      )}
      <NextPage visit={visit} cursor={page.next_cursor} />
      <p>
        <a href={list}>All webhooks</a>
      </p>
    </MemberPage>,
  );
}

function Facts({ webhook, successes }: { readonly webhook: WebhookRow; readonly successes: number }) {
  const { since } = healthOf(webhook);
  return (
    <dl class="facts">
      <dt>Identifier</dt>
      <dd>
        <code>{webhook.id}</code>
      </dd>
      <dt>Events</dt>
      <dd>{webhook.events.join(', ')}</dd>
      <dt>Status</dt>
      <dd>{webhook.status}</dd>
      <dt>Successful deliveries in 30 days</dt>
      <dd>{successes}</dd>
      {since === null ? null : (
        <>
          <dt>Failing since</dt>
          <dd>
            <Instant atMs={since} />
          </dd>
        </>
      )}
    </dl>
  );
}

function Acts(props: { readonly visit: Visit; readonly webhook: WebhookRow; readonly path: string }) {
  const { visit, webhook, path } = props;
  const isActive = webhook.status === 'active';
  return (
    <p>
      {isActive ? <Act visit={visit} action={`${path}/test`} label="Send a test event" /> : null}{' '}
      {isActive ? <StopLink href={`${path}/disable`} label="Disable" /> : null}
      {isActive || !isReady(visit) ? null : <Act visit={visit} action={`${path}/enable`} label="Enable" />}{' '}
      <StopLink href={`${path}/rotate-secret`} label="Rotate secret" />{' '}
      <StopLink href={`${path}/delete`} label="Delete" />
    </p>
  );
}

function DeliveryLine(props: { readonly visit: Visit; readonly delivery: Delivery; readonly path: string }) {
  const { visit, delivery, path } = props;
  return (
    <tr>
      <th scope="row">
        {delivery.type}
        <br />
        <code>{delivery.eventId}</code>
      </th>
      <td>
        {delivery.status}
        {delivery.nextAttemptAt === null ? null : (
          <>
            , next <Instant atMs={delivery.nextAttemptAt} />
          </>
        )}
      </td>
      <td>
        <ol class="attempts">
          {delivery.attempts.slice(-3).map((attempt) => (
            <li>
              <Instant atMs={attempt.atMs} />: {attemptText(attempt)}
            </li>
          ))}
        </ol>
      </td>
      <td>
        {visit.isAdmin && delivery.status !== 'pending' ? (
          <Act
            visit={visit}
            action={`${path}/deliveries/${delivery.id}/redeliver`}
            label="Send again"
            of={delivery.eventId}
          />
        ) : null}
      </td>
    </tr>
  );
}

/** Describes the outcome of an attempt. */
export function attemptText({ statusCode, durationMs }: Attempt): string {
  const outcome = statusCode === null ? 'No response' : `Status ${statusCode}`;
  return `${outcome} after ${durationMs} ms`;
}
