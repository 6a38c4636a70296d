import { isRefused, refuse } from '#partner/console/audit.ts';
import { redeliver } from '#partner/webhooks/deliveries.ts';
import type { Attempt } from '#partner/webhooks/delivery-shape.ts';
import { healthOf } from '#partner/webhooks/health.ts';
import { WebhookInput, WebhookTest } from '#partner/webhooks/requests.ts';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateSecret,
  testWebhook,
  updateWebhook,
} from '#partner/webhooks/webhooks.ts';
import { isFailure } from '#platform/http/errors.ts';
import { refuseInvalid } from '#platform/http/validation.ts';
import { fromWire } from '#platform/http/wire-case.ts';
import type { WebhookRow } from '#platform/storage/registry-schema.ts';
import { seeOther } from '../oauth/browser.tsx';
import { bodyOnce, ConfirmFirst, claimOnce, Once, Secret, stopPages } from './confirm.tsx';
import {
  MemberForm,
  MemberPage,
  NextPage,
  Problem,
  pageStatus,
  type Rejected,
  refusalPage,
  respond,
  respondWithSecret,
  Table,
} from './console-page.tsx';
import {
  ADMIN_FORM,
  asPartner,
  BOTH,
  type ConsolePage,
  isReady,
  pathIn,
  pathParam,
  perform,
  readPageOf,
  type Visit,
} from './visit.ts';
import { attemptText, showDelivery, showWebhook, WebhookEntries } from './webhook-page.tsx';

/** Sends something and changes nothing, so it needs no code. */
const sending = { method: 'POST', environments: BOTH, role: 'admin' } as const;
const read = { method: 'GET', environments: BOTH, role: 'viewer' } as const;

export const webhookPages: readonly ConsolePage[] = [
  { ...read, path: '/webhooks', handler: (visit) => showWebhooks(visit) },
  { ...read, path: '/webhooks/:webhook_id', handler: (visit) => showWebhook(visit) },
  { ...read, path: '/webhooks/:webhook_id/deliveries/:delivery_id', handler: showDelivery },
  { ...ADMIN_FORM, method: 'POST', path: '/webhooks', handler: makeWebhook },
  { ...sending, path: '/webhooks/:webhook_id/test', handler: test },
  { ...ADMIN_FORM, method: 'POST', path: '/webhooks/:webhook_id', handler: change },
  { ...ADMIN_FORM, method: 'POST', path: '/webhooks/:webhook_id/enable', handler: enable },
  ...stopPages({ ...ADMIN_FORM, path: '/webhooks/:webhook_id/disable' }, askToDisable, disable),
  ...stopPages({ ...ADMIN_FORM, path: '/webhooks/:webhook_id/rotate-secret' }, askToRotate, rotate),
  ...stopPages({ ...ADMIN_FORM, path: '/webhooks/:webhook_id/delete' }, askToDelete, remove),
  { ...sending, path: '/webhooks/:webhook_id/deliveries/:delivery_id/redeliver', handler: sendAgain },
];

function listPath({ environment }: Visit): string {
  return pathIn(environment, '/webhooks');
}

function idOf(visit: Visit): string {
  return pathParam(visit, 'webhook_id');
}

async function showWebhooks(visit: Visit, rejected?: Rejected): Promise<Response> {
  const ctx = asPartner(visit);
  const path = listPath(visit);
  const { c } = visit;
  const page = await readPageOf(visit, path, {
    read: (wanted) => listWebhooks(ctx, wanted),
    positionOf: ({ id }: WebhookRow) => [id],
  });
  if (isFailure(page)) return refusalPage(visit, page, path);
  return respond(
    c,
    <MemberPage
      visit={visit}
      title="Webhooks"
      done={{ deleted: 'The webhook and its deliveries were deleted.' }}
    >
      <p class="lead">
        Where your events are sent. <a href="/docs/guides/webhooks">How to verify them</a>
      </p>
      {page.rows.length === 0 ? (
        <p>No webhooks yet.</p>
      ) : (
        <Table caption="Webhooks" columns={['Address', 'Events', 'Status']}>
          {page.rows.map((webhook) => (
            <tr>
              <th scope="row">
                <a href={`${path}/${webhook.id}`}>{webhook.url}</a>
              </th>
              <td data-label="Events">{webhook.events.join(', ')}</td>
              <td data-label="Status">{statusOf(webhook)}</td>
            </tr>
          ))}
        </Table>
      )}
      <NextPage visit={visit} cursor={page.next_cursor} />
      {visit.isAdmin && isReady(visit) ? <NewWebhookForm visit={visit} rejected={rejected} /> : null}
      {visit.isAdmin && !isReady(visit) ? <ConfirmFirst visit={visit} to="add a webhook" /> : null}
    </MemberPage>,
    pageStatus(visit, rejected),
  );
}

function statusOf(webhook: WebhookRow): string {
  const { status, disabledReason } = webhook;
  if (status === 'disabled') return `disabled: ${disabledReason ?? 'requested'}`;
  const { state } = healthOf(webhook);
  return state === 'healthy' ? 'active' : `active, ${state}`;
}

function NewWebhookForm(props: { readonly visit: Visit; readonly rejected: Rejected | undefined }) {
  const { visit, rejected } = props;
  return (
    <MemberForm visit={visit} action={listPath(visit)} button="Add webhook">
      <h2>Add a webhook</h2>
      <Problem rejected={rejected} />
      <Once />
      <WebhookEntries
        url={rejected?.entered.get('url') ?? ''}
        events={rejected?.entered.get('events') ?? '*'}
      />
    </MemberForm>
  );
}

/** Reads the fields of both forms of a webhook. */
function inputOf(sent: URLSearchParams) {
  const events = (sent.get('events') ?? '').split(/[\s,]+/).filter((name) => name !== '');
  return WebhookInput.safeParse({ url: (sent.get('url') ?? '').trim(), events });
}

async function change(visit: Visit, sent: URLSearchParams): Promise<Response> {
  const show = (refused: Rejected['refused']) => showWebhook(visit, { refused, entered: sent });
  const input = inputOf(sent);
  if (!input.success) return show(refuseInvalid(input.error, 'body'));
  const { url, events } = input.data;
  const notice = 'A production webhook was changed';
  const changed = await perform(visit, { action: 'webhook.change', subjectId: idOf(visit), notice }, () =>
    updateWebhook(asPartner(visit), idOf(visit), { url, events }),
  );
  if (isRefused(changed)) return show(changed);
  return seeOther(visit.c, `${listPath(visit)}/${idOf(visit)}?done=changed`);
}

async function makeWebhook(visit: Visit, sent: URLSearchParams): Promise<Response> {
  const ctx = asPartner(visit);
  const path = listPath(visit);
  const show = (refused: Rejected['refused']) => showWebhooks(visit, { refused, entered: sent });
  const input = inputOf(sent);
  if (!input.success) return show(refuseInvalid(input.error, 'body'));
  const claim = await claimOnce(ctx, path, sent);
  if (isFailure(claim)) return refusalPage(visit, claim, path);
  const made = await perform(
    visit,
    { action: 'webhook.create', notice: 'A production webhook was created' },
    async () => bodyOnce(await createWebhook(ctx, fromWire(input.data), claim), SHOWN),
    ({ id }) => id,
  );
  if (isRefused(made)) return show(made);
  return showSecret(visit, made.id, made.secret);
}

const SHOWN = refuse(409, 'This webhook was already added.');

async function test(visit: Visit, sent: URLSearchParams): Promise<Response> {
  const page = `${listPath(visit)}/${idOf(visit)}`;
  const input = WebhookTest.safeParse({ type: sent.get('type') ?? undefined });
  if (!input.success) return refusalPage(visit, refuseInvalid(input.error, 'body'), page);
  const { type = 'webhook.test' } = input.data;
  const attempt = await perform<Attempt>(visit, { action: 'webhook.test', subjectId: idOf(visit) }, () =>
    testWebhook(asPartner(visit), idOf(visit), type),
  );
  if (isRefused(attempt)) return refusalPage(visit, attempt, page);
  return respond(
    visit.c,
    <MemberPage visit={visit} title="Test event">
      <p class="lead">
        <code>{type}</code>: {attemptText(attempt)}
      </p>
      <p>
        <a href={page}>Back to the webhook</a>
      </p>
    </MemberPage>,
  );
}

/** Asks before an act on the page's webhook. Names it by its address without the scheme. */
async function ask(visit: Visit, title: string, verb: string, stops: string) {
  const webhook = await getWebhook(asPartner(visit), idOf(visit));
  if (isFailure(webhook)) return webhook;
  const children = (
    <>
      <p class="lead">{stops}</p>
      <dl class="facts">
        <dt>Address</dt>
        <dd>
          <code>{webhook.url}</code>
        </dd>
        <dt>Events</dt>
        <dd>{webhook.events.join(', ')}</dd>
      </dl>
    </>
  );
  const name = webhook.url.replace(/^https?:\/\//, '');
  return { title, button: `${verb} ${name}`, children, back: `${listPath(visit)}/${webhook.id}` };
}

function askToDisable(visit: Visit) {
  const stops =
    'No more events are sent to this address, and pending deliveries are cancelled. After you enable it again, it receives events from then on.';
  return ask(visit, 'Disable a webhook', 'Disable', stops);
}

function askToRotate(visit: Visit) {
  const stops =
    'You get a new signing secret. Both secrets sign for 24 hours. After that, a receiver that only knows the old one rejects our events.';
  return ask(visit, 'Rotate a signing secret', 'Rotate the secret of', stops);
}

function askToDelete(visit: Visit) {
  const stops =
    'No more events are sent to this address. The webhook, its secret and its deliveries are deleted. You cannot undo this.';
  return ask(visit, 'Delete a webhook', 'Delete', stops);
}

function enable(visit: Visit): Promise<Response> {
  return setStatus(visit, 'active', 'A production webhook was enabled');
}

function disable(visit: Visit): Promise<Response> {
  return setStatus(visit, 'disabled', 'A production webhook was disabled');
}

async function setStatus(visit: Visit, status: WebhookRow['status'], notice: string): Promise<Response> {
  const page = `${listPath(visit)}/${idOf(visit)}`;
  const changed = await perform(visit, { action: 'webhook.set_status', subjectId: idOf(visit), notice }, () =>
    updateWebhook(asPartner(visit), idOf(visit), { status }),
  );
  if (isRefused(changed)) return refusalPage(visit, changed, listPath(visit));
  return seeOther(visit.c, `${page}?done=${status}`);
}

async function rotate(visit: Visit): Promise<Response> {
  const rotated = await perform(
    visit,
    {
      action: 'webhook.rotate_secret',
      subjectId: idOf(visit),
      notice: 'The secret of a production webhook was rotated',
    },
    () => rotateSecret(asPartner(visit), idOf(visit)),
  );
  if (isRefused(rotated)) return refusalPage(visit, rotated, listPath(visit));
  return showSecret(visit, rotated.webhook.id, rotated.secret);
}

async function remove(visit: Visit): Promise<Response> {
  const removed = await perform<true>(
    visit,
    { action: 'webhook.delete', subjectId: idOf(visit), notice: 'A production webhook was deleted' },
    async () => (await deleteWebhook(asPartner(visit), idOf(visit))) ?? true,
  );
  if (isRefused(removed)) return refusalPage(visit, removed, listPath(visit));
  return seeOther(visit.c, `${listPath(visit)}?done=deleted`);
}

async function sendAgain(visit: Visit): Promise<Response> {
  const deliveryId = pathParam(visit, 'delivery_id');
  const page = `${listPath(visit)}/${idOf(visit)}`;
  const sent = await perform(visit, { action: 'webhook.redeliver', subjectId: idOf(visit) }, () =>
    redeliver(asPartner(visit), idOf(visit), deliveryId),
  );
  if (isRefused(sent)) return refusalPage(visit, sent, page);
  return seeOther(visit.c, `${page}?done=redelivered`);
}

function showSecret(visit: Visit, webhookId: string, secret: string): Promise<Response> {
  return respondWithSecret(
    visit.c,
    <MemberPage visit={visit} title="Signing secret">
      <p class="lead">Copy it into your secret store now. We can’t show it again.</p>
      <Secret text={secret} label="Signing secret" />
      <p>
        <a href={`${listPath(visit)}/${webhookId}`}>Go to the webhook</a>
      </p>
    </MemberPage>,
  );
}
