import { eventToWire } from '#partner/events/event-shape.ts';
import { listDeliveries, readDeliveredEvent } from '#partner/webhooks/deliveries.ts';
import type { Attempt, DeliveryRecord, DeliveryStatus } from '#partner/webhooks/delivery-shape.ts';
import { type Health, healthOf } from '#partner/webhooks/health.ts';
import { deliveryStatus } from '#partner/webhooks/requests.ts';
import { healthMessage } from '#partner/webhooks/webhook-shape.ts';
import { isFailure } from '#platform/http/errors.ts';
import { EVENT_TYPES } from '#platform/storage/event-types.ts';
import type { WebhookRow } from '#platform/storage/registry-schema.ts';
import { ConfirmFirst, StopLink } from './confirm.tsx';
import {
  Act,
  FormToken,
  Instant,
  MemberPage,
  NextPage,
  Problem,
  pageStatus,
  type Rejected,
  refusalPage,
  respond,
  Table,
} from './console-page.tsx';
import { asPartner, isReady, pathIn, pathParam, readPageOf, type Visit } from './visit.ts';

const DONE = {
  active: 'The webhook is active.',
  changed: 'The webhook was changed.',
  disabled: 'The webhook is disabled. Pending deliveries were cancelled.',
  redelivered: 'The delivery is being sent again.',
};

/** Shows a webhook with its deliveries of the last 30 days, newest first. */
export async function showWebhook(visit: Visit, rejected?: Rejected): Promise<Response> {
  const ctx = asPartner(visit);
  const { c, environment } = visit;
  const list = pathIn(environment, '/webhooks');
  const webhookId = pathParam(visit, 'webhook_id');
  const path = `${list}/${webhookId}`;
  const status = STATUSES.find((one) => one === c.req.query('status'));
  const page = await readPageOf(visit, path, {
    filters: { status },
    read: (wanted) => listDeliveries(ctx, webhookId, wanted, status),
    positionOf: ({ id }: DeliveryRecord) => [id],
  });
  if (isFailure(page)) return refusalPage(visit, page, list);
  const { webhook, successes } = page.found;
  return respond(
    c,
    <MemberPage visit={visit} title="Webhook" done={DONE}>
      <p class="lead">
        <code>{webhook.url}</code>
      </p>
      <HealthNotice webhook={webhook} />
      <Facts webhook={webhook} successes={successes} />
      {visit.isAdmin ? <Acts visit={visit} webhook={webhook} path={path} /> : null}
      {visit.isAdmin && !isReady(visit) && needsEnabling(webhook) ? (
        <ConfirmFirst visit={visit} to={webhook.status === 'disabled' ? 'enable it' : 'resume it'} />
      ) : null}
      {visit.isAdmin && isReady(visit) ? (
        <EditForm visit={visit} webhook={webhook} path={path} rejected={rejected} />
      ) : null}
      {visit.isAdmin && !isReady(visit) ? <ConfirmFirst visit={visit} to="change it" /> : null}
      <h2 id="deliveries">Deliveries</h2>
      <StatusFilter path={path} status={status} />
      {page.rows.length === 0 ? (
        <p>
          {status === undefined
            ? 'No event was sent in the last 30 days. Tests are not listed.'
            : `None is ${status}.`}
        </p>
      ) : (
        <Table
          caption="Last 30 days, newest first"
          columns={['Event and payload', 'Status', 'Attempts', 'Actions']}
        >
          {page.rows.map((delivery) => (
            <DeliveryLine visit={visit} delivery={delivery} path={path} />
          ))}
        </Table>
      )}
      <NextPage visit={visit} cursor={page.next_cursor} {...(status ? { filters: { status } } : {})} />
      <p>
        <a href={list}>All webhooks</a>
      </p>
    </MemberPage>,
    pageStatus(visit, rejected),
  );
}

const STATUSES = deliveryStatus.options;

function StatusFilter({
  path,
  status,
}: {
  readonly path: string;
  readonly status: DeliveryStatus | undefined;
}) {
  const link = (to: DeliveryStatus | undefined, label: string) => (
    <a
      href={to === undefined ? `${path}#deliveries` : `${path}?status=${to}#deliveries`}
      {...(to === status ? { 'aria-current': 'true' as const } : {})}
    >
      {label}
    </a>
  );
  return (
    <nav class="filter" aria-label="Deliveries by status">
      {link(undefined, 'All')}
      {STATUSES.map((one) => link(one, one))}
    </nav>
  );
}

function EditForm(props: {
  readonly visit: Visit;
  readonly webhook: WebhookRow;
  readonly path: string;
  readonly rejected: Rejected | undefined;
}) {
  const { visit, webhook, path, rejected } = props;
  return (
    <form method="post" action={path} class="form">
      <h2>Change</h2>
      <Problem rejected={rejected} />
      <FormToken visit={visit} />
      <WebhookEntries
        url={rejected?.entered.get('url') ?? webhook.url}
        events={rejected?.entered.get('events') ?? webhook.events.join(' ')}
      />
      <p>
        <button type="submit">Save changes</button>
      </p>
    </form>
  );
}

/** Renders the fields of a new or changed webhook. */
export function WebhookEntries({ url, events }: { readonly url: string; readonly events: string }) {
  return (
    <>
      <div class="entry">
        <label for="url">Address</label>
        <input id="url" name="url" type="url" required value={url} maxlength={2000} autocomplete="off" />
      </div>
      <div class="entry">
        <label for="events">Events</label>
        <p class="hint" id="events-hint">
          Types or groups such as <code>athlete.*</code>, separated by spaces. Use <code>*</code> for all.
        </p>
        <input
          id="events"
          name="events"
          required
          value={events}
          maxlength={1000}
          aria-describedby="events-hint"
          autocomplete="off"
        />
      </div>
    </>
  );
}

/** Shows what a delivery sends: the body of its event. */
export async function showDelivery(visit: Visit): Promise<Response> {
  const ctx = asPartner(visit);
  const { c, environment } = visit;
  const path = pathIn(environment, `/webhooks/${pathParam(visit, 'webhook_id')}`);
  const event = await readDeliveredEvent(
    ctx,
    pathParam(visit, 'webhook_id'),
    pathParam(visit, 'delivery_id'),
  );
  if (isFailure(event)) return refusalPage(visit, event, path);
  return respond(
    c,
    <MemberPage visit={visit} title="Payload">
      <p class="lead">
        <code>{event.type}</code>, the body of this delivery. Your server receives it in one line, and its
        signature covers exactly that.
      </p>
      <pre tabindex={0}>
        <code>{JSON.stringify(eventToWire(event), null, 2)}</code>
      </pre>
      <p>
        <a href={path}>Back to the webhook</a>
      </p>
    </MemberPage>,
  );
}

/** Returns whether enabling a webhook would make us send to it again. */
function needsEnabling(webhook: WebhookRow): boolean {
  return webhook.status === 'disabled' || healthOf(webhook).state !== 'healthy';
}

/** Says what the receiver refuses or fails to answer, and what to do about it. */
function HealthNotice({ webhook }: { readonly webhook: WebhookRow }) {
  const health = healthOf(webhook);
  if (webhook.status === 'disabled' || health.state === 'healthy') return null;
  return (
    <section class="notice" aria-label="Health">
      <p>
        <strong>{healthMessage(health)}</strong>
      </p>
      <p>{adviceFor(health)}</p>
      <p class="soft">
        Failing since <Instant atMs={health.since} />. As of <Instant atMs={health.asOf} />.
        {health.nextAttemptAt === null ? null : (
          <>
            {' '}
            Next attempt: <Instant atMs={health.nextAttemptAt} />.
          </>
        )}
      </p>
    </section>
  );
}

function adviceFor({ state, refusedTypes }: Health): string {
  if (state === 'stopped') {
    return 'Fix your server, then resume. Everything that waits is sent in order. After five days without a success the webhook is disabled.';
  }
  if (refusedTypes.length === 0) return 'We retry automatically. To retry now, fix your server, then resume.';
  return 'Fix your server, then send it a test of this type, or resume. Other types continue meanwhile. A type that is refused for five days is removed from this webhook.';
}

function Facts({ webhook, successes }: { readonly webhook: WebhookRow; readonly successes: number }) {
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
    </dl>
  );
}

function Acts(props: { readonly visit: Visit; readonly webhook: WebhookRow; readonly path: string }) {
  const { visit, webhook, path } = props;
  const isActive = webhook.status === 'active';
  const { refusedTypes } = healthOf(webhook);
  return (
    <>
      {isActive ? (
        <TestForm visit={visit} path={path} type={refusedTypes[0]?.type ?? 'webhook.test'} />
      ) : null}
      <p>
        {isActive && isReady(visit) && needsEnabling(webhook) ? (
          <>
            <Act visit={visit} action={`${path}/enable`} label="Resume" />{' '}
          </>
        ) : null}
        {isActive ? <StopLink href={`${path}/disable`} label="Disable" /> : null}
        {isActive || !isReady(visit) ? null : <Act visit={visit} action={`${path}/enable`} label="Enable" />}{' '}
        <StopLink href={`${path}/rotate-secret`} label="Rotate secret" />{' '}
        <StopLink href={`${path}/delete`} label="Delete" />
      </p>
    </>
  );
}

function TestForm(props: { readonly visit: Visit; readonly path: string; readonly type: string }) {
  const { visit, path } = props;
  return (
    <form method="post" action={`${path}/test`} class="form">
      <FormToken visit={visit} />
      <div class="entry">
        <label for="type">Test event</label>
        <p class="hint" id="type-hint">
          Sends an example now, marked as a test. Its identifiers do not exist.
        </p>
        <select id="type" name="type" aria-describedby="type-hint">
          {EVENT_TYPES.toSorted().map((type) => (
            <option value={type} selected={type === props.type}>
              {type}
            </option>
          ))}
        </select>
      </div>
      <p>
        <button type="submit">Send a test event</button>
      </p>
    </form>
  );
}

function DeliveryLine(props: {
  readonly visit: Visit;
  readonly delivery: DeliveryRecord;
  readonly path: string;
}) {
  const { visit, delivery, path } = props;
  return (
    <tr>
      <th scope="row">
        {delivery.type}
        <br />
        <a href={`${path}/deliveries/${delivery.id}`}>
          <code>{delivery.eventId}</code>
        </a>
      </th>
      <td data-label="Status">
        {delivery.status}
        {delivery.nextAttemptAt === null ? null : (
          <>
            , next <Instant atMs={delivery.nextAttemptAt} />
          </>
        )}
      </td>
      <td data-label="Attempts">
        <ol class="attempts">
          {delivery.attempts.slice(-3).map((attempt) => (
            <li>
              <Instant atMs={attempt.atMs} />: {attemptText(attempt)}
            </li>
          ))}
        </ol>
      </td>
      <td data-label="Actions">
        {visit.isAdmin ? (
          <Act
            visit={visit}
            action={`${path}/deliveries/${delivery.id}/redeliver`}
            label={delivery.status === 'pending' ? 'Send now' : 'Send again'}
            of={delivery.eventId}
          />
        ) : null}
      </td>
    </tr>
  );
}

/** Describes the outcome of an attempt. */
export function attemptText({ outcome, statusCode, durationMs }: Attempt): string {
  const status = statusCode === null ? '' : ` (${statusCode})`;
  const texts = {
    answered: `Status ${statusCode}`,
    unreachable: `Unreachable${status}`,
    too_slow: 'Timed out',
  };
  return `${texts[outcome]} after ${durationMs} ms`;
}
