import * as z from 'zod/mini';
import { isRefused, refuse } from '#partner/console/audit.ts';
import { type ApiKey, type ApiKeyWithSecret, keyToWire, mintedKeyToWire } from '#partner/keys/key-shape.ts';
import { createKey, findKey, listKeys, revokeKey, rotateKey } from '#partner/keys/keys.ts';
import type { PartnerContext } from '#platform/http/context.ts';
import { type Failure, isFailure } from '#platform/http/errors.ts';
import { ownName } from '#platform/http/wire-fields.ts';
import { GUARD_REGIONS } from '#platform/regions.ts';
import { seeOther } from '../oauth/browser.tsx';
import { bodyOnce, ConfirmFirst, claimOnce, Once, Secret, StopLink, stopPages } from './confirm.tsx';
import {
  Day,
  Instant,
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
import { showKey } from './key-page.tsx';
import {
  ADMIN_FORM,
  asPartner,
  BOTH,
  type ConsolePage,
  ENVIRONMENT_PATHS,
  isReady,
  pathIn,
  pathParam,
  perform,
  readPageOf,
  regionName,
  type Visit,
} from './visit.ts';

export const keyPages: readonly ConsolePage[] = [
  {
    method: 'GET',
    path: '/keys',
    environments: BOTH,
    role: 'viewer',
    afterTermination: true,
    handler: (visit) => showKeys(visit),
  },
  {
    method: 'GET',
    path: '/keys/:key_id',
    environments: BOTH,
    role: 'viewer',
    afterTermination: true,
    handler: showKey,
  },
  { ...ADMIN_FORM, method: 'POST', path: '/keys', handler: makeKey },
  ...stopPages({ ...ADMIN_FORM, path: '/keys/:key_id/rotate' }, askToRotate, rotate),
  ...stopPages({ ...ADMIN_FORM, path: '/keys/:key_id/revoke', afterTermination: true }, askToRevoke, revoke),
];

function listPath({ environment }: Visit): string {
  return pathIn(environment, '/keys');
}

async function showKeys(visit: Visit, rejected?: Rejected): Promise<Response> {
  const ctx = asPartner(visit);
  const { c, environment } = visit;
  const path = listPath(visit);
  const page = await readPageOf(visit, path, {
    read: (wanted) => listKeys(ctx, wanted),
    positionOf: ({ id }) => [id],
  });
  if (isFailure(page)) return refusalPage(visit, page, path);
  const keys = page.rows.map((row) => keyToWire(row, ctx.nowMs));
  const mayCreate = visit.isAdmin && visit.session.partner.status === 'active';
  return respond(
    c,
    <MemberPage
      visit={visit}
      title="API keys"
      done={{ revoked: 'The key was revoked. Requests with it now fail.' }}
    >
      <p class="lead">
        Keys for the {environment === 'live' ? 'production' : 'sandbox'} environment. Each secret is shown
        only once, when you create the key.
      </p>
      {mayCreate && !isReady(visit) ? <ConfirmFirst visit={visit} to="create a key" /> : null}
      {keys.length === 0 ? (
        <p>No keys yet.</p>
      ) : (
        <Table
          caption="API keys"
          columns={['Name', 'Key', 'Status', 'Region', 'Last used', 'Rotate by', 'Actions']}
        >
          {keys.map((key) => (
            <KeyLine visit={visit} apiKey={key} />
          ))}
        </Table>
      )}
      <NextPage visit={visit} cursor={page.next_cursor} />
      {mayCreate && isReady(visit) ? <NewKeyForm visit={visit} ctx={ctx} rejected={rejected} /> : null}
    </MemberPage>,
    pageStatus(visit, rejected),
  );
}

function KeyLine({ visit, apiKey: key }: { readonly visit: Visit; readonly apiKey: ApiKey }) {
  const path = `${listPath(visit)}/${key.id}`;
  const isUsable = key.status === 'active' || key.status === 'rotated';
  return (
    <tr>
      <th scope="row">
        <a href={path}>
          <bdi>{key.name}</bdi>
        </a>
      </th>
      <td data-label="Key">
        <code>{`${key.prefix}…${key.last4}`}</code>
      </td>
      <td data-label="Status">
        {key.status}
        {key.status === 'rotated' && key.expires_at !== null ? (
          <>
            , works until <Instant atMs={Date.parse(key.expires_at)} />
          </>
        ) : null}
      </td>
      <td data-label="Region">{regionName(key.region)}</td>
      <td data-label="Last used">
        <Instant atMs={key.last_used_at === null ? null : Date.parse(key.last_used_at)} />
      </td>
      <td data-label="Rotate by">
        {key.status === 'active' ? <Day atMs={Date.parse(key.rotate_by)} /> : null}
      </td>
      <td data-label="Actions">
        {visit.isAdmin && key.status === 'active' && visit.session.partner.status === 'active' ? (
          <StopLink href={`${path}/rotate`} label="Rotate" of={key.name} />
        ) : null}{' '}
        {visit.isAdmin && isUsable ? <StopLink href={`${path}/revoke`} label="Revoke" of={key.name} /> : null}
      </td>
    </tr>
  );
}

interface NewKeyProps {
  readonly visit: Visit;
  readonly ctx: PartnerContext;
  readonly rejected: Rejected | undefined;
}

function NewKeyForm({ visit, ctx, rejected }: NewKeyProps) {
  const { regions } = ctx.principal;
  return (
    <MemberForm visit={visit} action={listPath(visit)} button="Create key">
      <h2>Create a key</h2>
      <Problem rejected={rejected} />
      <Once />
      <div class="entry">
        <label for="name">Name</label>
        <p class="hint" id="name-hint">
          Use one key per service and stage.
        </p>
        <input
          id="name"
          name="name"
          value={rejected?.entered.get('name') ?? ''}
          required
          maxlength={100}
          aria-describedby="name-hint"
          autocomplete="off"
        />
      </div>
      <div class="entry">
        <label for="region">Region</label>
        <p class="hint" id="region-hint">
          Choose the one closest to the servers that use the key. You cannot change it later.
        </p>
        <select id="region" name="region" aria-describedby="region-hint">
          {[...new Set([...regions, ...GUARD_REGIONS])].map((region) => (
            <option value={region} selected={region === rejected?.entered.get('region')}>
              {regionName(region)}
            </option>
          ))}
        </select>
      </div>
    </MemberForm>
  );
}

const NewKey = z.object({
  name: ownName('The name of the key.'),
  region: z.optional(z.enum(GUARD_REGIONS)),
});

async function makeKey(visit: Visit, sent: URLSearchParams): Promise<Response> {
  const ctx = asPartner(visit);
  const path = listPath(visit);
  const typed = NewKey.safeParse({
    name: (sent.get('name') ?? '').trim(),
    region: sent.get('region') ?? undefined,
  });
  if (!typed.success) return showKeys(visit, { refused: NAME_NEEDED, entered: sent });
  const { name, region } = typed.data;
  const claim = await claimOnce(ctx, path, sent);
  if (isFailure(claim)) return refusalPage(visit, claim, path);
  const made = await perform(
    visit,
    { action: 'key.create', notice: 'A production key was created' },
    async () =>
      bodyOnce(await createKey(ctx, { name, environment: ctx.principal.environment, region }, claim), SHOWN),
    ({ id }) => id,
  );
  if (isRefused(made)) return refusalPage(visit, made, path);
  return showSecret(visit, made);
}

const NAME_NEEDED = refuse(422, 'Enter a name of at most 100 visible characters and choose a region.');
const SHOWN = refuse(
  409,
  'This key was already created and shown. If you lost it, revoke it and create another.',
);

function KeyFacts({ apiKey: key }: { readonly apiKey: ApiKey }) {
  return (
    <dl class="facts">
      <dt>Key</dt>
      <dd>
        <bdi>{key.name}</bdi>, <code>{`${key.prefix}…${key.last4}`}</code>
      </dd>
      <dt>Last used</dt>
      <dd>
        <Instant atMs={key.last_used_at === null ? null : Date.parse(key.last_used_at)} />
      </dd>
    </dl>
  );
}

async function findKeyOf(visit: Visit): Promise<ApiKey | Failure> {
  const ctx = asPartner(visit);
  const found = await findKey(ctx, pathParam(visit, 'key_id'));
  return isFailure(found) ? found : keyToWire(found.key, ctx.nowMs);
}

async function askToRotate(visit: Visit) {
  const key = await findKeyOf(visit);
  if (isFailure(key)) return key;
  const children = (
    <>
      <p class="lead">
        You get a new key. The old one works for another 72 hours. After that, requests with it fail.
      </p>
      <KeyFacts apiKey={key} />
    </>
  );
  return { title: 'Rotate a key', button: `Rotate ${key.name}`, children, back: listPath(visit) };
}

async function askToRevoke(visit: Visit) {
  const key = await findKeyOf(visit);
  if (isFailure(key)) return key;
  const children = (
    <>
      <p class="lead">Requests with this key fail from the moment you revoke it. You cannot undo this.</p>
      <KeyFacts apiKey={key} />
    </>
  );
  return { title: 'Revoke a key', button: `Revoke ${key.name}`, children, back: listPath(visit) };
}

async function rotate(visit: Visit): Promise<Response> {
  const ctx = asPartner(visit);
  const keyId = pathParam(visit, 'key_id');
  const rotated = await perform<ApiKeyWithSecret>(
    visit,
    { action: 'key.rotate', subjectId: keyId, notice: 'A production key was rotated' },
    async () => {
      const minted = await rotateKey(ctx, keyId);
      return isFailure(minted) ? minted : mintedKeyToWire(minted, ctx.nowMs);
    },
  );
  if (isRefused(rotated)) {
    return refusalPage(visit, rotated, listPath(visit));
  }
  return showSecret(visit, rotated);
}

async function revoke(visit: Visit): Promise<Response> {
  const ctx = asPartner(visit);
  const keyId = pathParam(visit, 'key_id');
  const path = listPath(visit);
  const act = {
    action: 'key.revoke',
    subjectId: keyId,
    afterTermination: true,
    notice: 'A production key was revoked',
  } as const;
  const revoked = await perform<true>(visit, act, async (): Promise<true | Failure> => {
    return (await revokeKey(ctx, keyId)) ?? true;
  });
  if (isRefused(revoked)) return refusalPage(visit, revoked, path);
  return seeOther(visit.c, `${path}?done=revoked`);
}

/** Shows a new key's secret. Only this response contains it. */
function showSecret(visit: Visit, key: ApiKeyWithSecret): Promise<Response> {
  const environmentPath = ENVIRONMENT_PATHS[visit.environment ?? 'test'];
  return respondWithSecret(
    visit.c,
    <MemberPage visit={visit} title={`Your ${environmentPath} key`}>
      <p class="lead">Copy it into your secret store now. We store only a hash, so we can’t show it again.</p>
      <Secret text={key.secret} label="API key" />
      <p>
        <bdi>{key.name}</bdi>, <code>{key.id}</code>
      </p>
      <p>
        <a href={listPath(visit)}>All keys</a>
      </p>
    </MemberPage>,
  );
}
