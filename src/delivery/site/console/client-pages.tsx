import { isRefused, refuse } from '#partner/console/audit.ts';
import type { NewClient } from '#partner/oauth/client-shape.ts';
import {
  createClient,
  deleteClient,
  getClient,
  listClients,
  rotateClientSecret,
} from '#partner/oauth/clients.ts';
import { ClientInput } from '#partner/oauth/requests.ts';
import { type Failure, isFailure } from '#platform/http/errors.ts';
import { SCOPES } from '#platform/http/route.ts';
import { isScope } from '#platform/http/scopes.ts';
import { refuseInvalid } from '#platform/http/validation.ts';
import { fromWire } from '#platform/http/wire-case.ts';
import type { ClientRow } from '#platform/storage/registry-schema.ts';
import { seeOther } from '../oauth/browser.tsx';
import {
  bodyOnce,
  ConfirmFirst,
  claimOnce,
  Once,
  refuseTyped,
  Secret,
  StopLink,
  stopPages,
} from './confirm.tsx';
import {
  Day,
  MemberForm,
  MemberPage,
  NextPage,
  Problem,
  pageStatus,
  type Rejected,
  refusalPage,
  respond,
  respondWithSecret,
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

export const clientPages: readonly ConsolePage[] = [
  {
    method: 'GET',
    path: '/oauth-clients',
    environments: BOTH,
    role: 'viewer',
    handler: (visit) => showClients(visit),
  },
  { ...ADMIN_FORM, method: 'POST', path: '/oauth-clients', handler: makeClient },
  ...stopPages({ ...ADMIN_FORM, path: '/oauth-clients/:client_id/rotate-secret' }, askToRotate, rotate),
  ...stopPages({ ...ADMIN_FORM, path: '/oauth-clients/:client_id/delete' }, askToDelete, remove),
];

function listPath({ environment }: Visit): string {
  return pathIn(environment, '/oauth-clients');
}

async function showClients(visit: Visit, rejected?: Rejected): Promise<Response> {
  const ctx = asPartner(visit);
  const { c } = visit;
  const path = listPath(visit);
  const page = await readPageOf(visit, path, {
    read: (wanted) => listClients(ctx, wanted),
    positionOf: ({ clientId }: ClientRow) => [clientId],
  });
  if (isFailure(page)) return refusalPage(visit, page, path);
  return respond(
    c,
    <MemberPage
      visit={visit}
      title="OAuth clients"
      done={{ deleted: 'The client was deleted and its connections were ended.' }}
    >
      <p class="lead">
        Applications that athletes can connect to. <a href="/docs/guides/oauth">How OAuth works here</a>
      </p>
      {page.rows.length === 0 ? <p>No clients yet.</p> : null}
      {page.rows.map((client) => (
        <ClientEntry visit={visit} client={client} />
      ))}
      <NextPage visit={visit} cursor={page.next_cursor} />
      {visit.isAdmin && isReady(visit) ? <NewClientForm visit={visit} rejected={rejected} /> : null}
      {visit.isAdmin && !isReady(visit) ? <ConfirmFirst visit={visit} to="create a client" /> : null}
    </MemberPage>,
    pageStatus(visit, rejected),
  );
}

function ClientEntry({ visit, client }: { readonly visit: Visit; readonly client: ClientRow }) {
  const path = `${listPath(visit)}/${client.clientId}`;
  return (
    <section class="item">
      <h2>
        <bdi>{client.name}</bdi>
      </h2>
      <dl class="facts">
        <dt>client_id</dt>
        <dd>
          <code>{client.clientId}</code>
        </dd>
        <dt>Redirect addresses</dt>
        <dd>
          {client.redirectUris.map((uri) => (
            <div>
              <code>{uri}</code>
            </div>
          ))}
        </dd>
        <dt>Scopes</dt>
        <dd>{client.allowedScopes.filter(isScope).join(', ')}</dd>
        <dt>Since</dt>
        <dd>
          <Day atMs={client.createdAt} />
          {client.isPublic ? ', public: no secret' : ''}
        </dd>
      </dl>
      {visit.isAdmin ? (
        <p>
          {client.isPublic ? null : (
            <StopLink href={`${path}/rotate-secret`} label="Rotate secret" of={client.name} />
          )}{' '}
          <StopLink href={`${path}/delete`} label="Delete" of={client.name} />
        </p>
      ) : null}
    </section>
  );
}

function NewClientForm(props: { readonly visit: Visit; readonly rejected: Rejected | undefined }) {
  const { visit, rejected } = props;
  return (
    <MemberForm visit={visit} action={listPath(visit)} button="Create client">
      <h2>Create a client</h2>
      <Problem rejected={rejected} />
      <Once />
      <div class="entry">
        <label for="name">Name</label>
        <p class="hint" id="name-hint">
          Shown to athletes on the consent page.
        </p>
        <input
          id="name"
          name="name"
          value={rejected?.entered.get('name') ?? ''}
          required
          maxlength={80}
          aria-describedby="name-hint"
          autocomplete="off"
        />
      </div>
      <div class="entry">
        <label for="redirect_uris">Redirect addresses</label>
        <p class="hint" id="redirect-hint">
          One per line.
        </p>
        <textarea id="redirect_uris" name="redirect_uris" rows={3} required aria-describedby="redirect-hint">
          {rejected?.entered.get('redirect_uris') ?? ''}
        </textarea>
      </div>
      <fieldset>
        <legend>Scopes</legend>
        {SCOPES.map((scope) => (
          <label class="tick">
            <input
              type="checkbox"
              name="scope"
              value={scope}
              checked={rejected?.entered.getAll('scope').includes(scope) ?? false}
            />{' '}
            <code>{scope}</code>
          </label>
        ))}
      </fieldset>
      <p>
        <label class="tick">
          <input type="checkbox" name="public" value="true" /> Public client: it cannot keep a secret
        </label>
      </p>
    </MemberForm>
  );
}

async function makeClient(visit: Visit, sent: URLSearchParams): Promise<Response> {
  const ctx = asPartner(visit);
  const path = listPath(visit);
  const lines = (sent.get('redirect_uris') ?? '').split(/\s+/).filter((line) => line !== '');
  const input = await ClientInput.safeParseAsync({
    name: (sent.get('name') ?? '').trim(),
    redirect_uris: lines,
    allowed_scopes: sent.getAll('scope'),
    public: sent.get('public') === 'true',
  });
  if (!input.success) {
    return showClients(visit, { refused: refuseInvalid(input.error, 'body'), entered: sent });
  }
  const claim = await claimOnce(ctx, path, sent);
  if (isFailure(claim)) return refusalPage(visit, claim, path);
  const made = await perform(
    visit,
    { action: 'client.create', notice: 'A production OAuth client was created' },
    async () => bodyOnce(await createClient(ctx, fromWire(input.data), claim), SHOWN),
    ({ client_id }) => client_id,
  );
  if (isRefused(made)) return refusalPage(visit, made, path);
  return showClient(visit, made.client_id, secretOf(made));
}

/** Returns the secret of a new client, or null if the client is public. */
function secretOf(client: NewClient): string | null {
  return 'client_secret' in client && typeof client.client_secret === 'string' ? client.client_secret : null;
}

const SHOWN = refuse(409, 'This client was already created.');

function clientIdOf(visit: Visit): string {
  return pathParam(visit, 'client_id');
}

async function askToRotate(visit: Visit) {
  const client = await getClient(asPartner(visit), clientIdOf(visit));
  if (isFailure(client)) return client;
  const children = (
    <p class="lead">
      The old secret fails immediately, and so do token requests until your servers use the new one.
      Connections and tokens stay valid.
    </p>
  );
  const button = `Rotate the secret of ${client.name}`;
  return { title: 'Rotate a client secret', button, children, back: listPath(visit) };
}

async function askToDelete(visit: Visit) {
  const client = await getClient(asPartner(visit), clientIdOf(visit));
  if (isFailure(client)) return client;
  const { name } = client;
  const children = (
    <p class="lead">
      Every connection of this client ends now, and its tokens fail. Athletes would have to connect again, to
      another client. You cannot undo this.
    </p>
  );
  return {
    title: 'Delete an OAuth client',
    button: `Delete ${name}`,
    children,
    typed: name,
    back: listPath(visit),
  };
}

async function rotate(visit: Visit): Promise<Response> {
  const clientId = clientIdOf(visit);
  const rotated = await perform(
    visit,
    {
      action: 'client.rotate_secret',
      subjectId: clientId,
      notice: 'The secret of a production OAuth client was rotated',
    },
    () => rotateClientSecret(asPartner(visit), clientId),
  );
  if (isRefused(rotated)) return refusalPage(visit, rotated, listPath(visit));
  return showClient(visit, clientId, rotated.secret);
}

async function remove(visit: Visit, sent: URLSearchParams): Promise<Response> {
  const clientId = clientIdOf(visit);
  const path = listPath(visit);
  const client = await getClient(asPartner(visit), clientId);
  if (isFailure(client)) return refusalPage(visit, client, path);
  const refusal = refuseTyped(sent, client.name);
  if (refusal) return refusalPage(visit, refusal, `${path}/${clientId}/delete`);
  const removed = await perform<true>(
    visit,
    {
      action: 'client.delete',
      subjectId: clientId,
      notice: 'A production OAuth client was deleted',
    },
    async (): Promise<true | Failure> => (await deleteClient(asPartner(visit), clientId)) ?? true,
  );
  if (isRefused(removed)) return refusalPage(visit, removed, path);
  return seeOther(visit.c, `${path}?done=deleted`);
}

function showClient(visit: Visit, clientId: string, secret: string | null): Promise<Response> {
  return respondWithSecret(
    visit.c,
    <MemberPage visit={visit} title="Your OAuth client">
      <p>
        <code>{clientId}</code>
      </p>
      {secret === null ? (
        <p>This client is public. It has no secret and authenticates with PKCE.</p>
      ) : (
        <>
          <p class="lead">Copy its secret into your secret store now. We can’t show it again.</p>
          <Secret text={secret} label="Client secret" />
        </>
      )}
      <p>
        <a href={listPath(visit)}>All clients</a>
      </p>
    </MemberPage>,
  );
}
