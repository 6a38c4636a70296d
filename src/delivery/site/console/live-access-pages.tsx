import * as z from 'zod/mini';
import {
  CHECKLIST,
  CHECKLIST_ITEMS,
  type ChecklistItem,
  type LiveAccessInput,
  readChecklist,
  readLiveAccess,
  requestLiveAccess,
} from '#partner/console/account.ts';
import { isRefused, refuse } from '#partner/console/audit.ts';
import { normalizeEmail } from '#partner/oauth/sign-in-rules.ts';
import type { Operator } from '#platform/env.ts';
import { EMAIL_CHARACTERS_MAX, emailAddress } from '#platform/http/wire-fields.ts';
import type { LiveAccessRow } from '#platform/storage/console-schema.ts';
import { seeOther } from '../oauth/browser.tsx';
import {
  Day,
  Instant,
  MemberForm,
  MemberPage,
  Problem,
  pageStatus,
  type Rejected,
  refusalPage,
  respond,
} from './console-page.tsx';
import { ACCOUNT, type ConsolePage, perform, type Visit } from './visit.ts';

export const startPages: readonly ConsolePage[] = [
  {
    method: 'GET',
    path: '/console',
    environments: ACCOUNT,
    role: 'viewer',
    afterTermination: true,
    handler: showStart,
  },
];

async function showStart(visit: Visit): Promise<Response> {
  const { partner } = visit.session;
  const [done, request] = await Promise.all([
    readChecklist(visit.c.env, partner),
    readLiveAccess(visit.c.env, partner.id),
  ]);
  return respond(
    visit.c,
    <MemberPage visit={visit} title="Going live">
      <p class="lead">
        Steps to finish before your first athlete sees a number. Items are ticked automatically.
      </p>
      <Checklist done={done} />
      <LiveStep visit={visit} request={request} />
      <p class="hint">
        Updated every few minutes. <a href="/docs/guides/going-live">What else to check</a>
      </p>
    </MemberPage>,
  );
}

function Checklist({ done }: { readonly done: ReadonlySet<ChecklistItem> }) {
  return (
    <ol class="checklist">
      {CHECKLIST_ITEMS.map((item) => (
        <Item isDone={done.has(item)} text={CHECKLIST[item]} />
      ))}
    </ol>
  );
}

function Item({ isDone, text }: { readonly isDone: boolean; readonly text: string }) {
  return (
    <li class={isDone ? 'done' : 'open'}>
      {text} <span class="state">{isDone ? 'done' : 'not yet'}</span>
    </li>
  );
}

function LiveStep({ visit, request }: { readonly visit: Visit; readonly request: LiveAccessRow | null }) {
  const { liveAccessAt } = visit.session.partner;
  if (liveAccessAt !== null) {
    return (
      <p>
        Production has been open since <Day atMs={liveAccessAt} />.{' '}
        <a href="/console/production/keys">Production keys</a>
      </p>
    );
  }
  if (request?.status === 'pending') {
    return (
      <p>
        Live access was requested on <Day atMs={request.createdAt} />. We’ll email your admins our decision.
      </p>
    );
  }
  return (
    <p>
      <a class="button" href="/console/live-access">
        Request live access
      </a>
    </p>
  );
}

/** Explains production to a partner whose production is not open yet, in place of each of its pages. */
export async function showClosedProduction(visit: Visit): Promise<Response> {
  const { c, session, isAdmin } = visit;
  c.env.log.errorCode = 'console_refused';
  const request = await readLiveAccess(c.env, session.partner.id);
  return respond(
    c,
    <MemberPage visit={visit} title="Production is not open yet">
      <p class="lead">
        Production is for your real athletes. It has its own keys, webhooks, OAuth clients and limits. Nothing
        moves there from your sandbox, which stays as it is.
      </p>
      <h2>How to open it</h2>
      <ol>
        <li>
          An admin of your account requests live access. You state your athletes’ tier, how many you expect
          and a data protection contact, and accept our terms.
        </li>
        <li>A person reads the request, together with your checklist. We email your admins the decision.</li>
        <li>Then an admin creates your first production key on this page.</li>
      </ol>
      {isAdmin || request !== null ? <LiveStep visit={visit} request={request} /> : null}
      {isAdmin ? null : <p>Ask an admin of your account to send the request.</p>}
      <p>
        <a href="/docs/guides/going-live">What to check before you go live</a>
      </p>
    </MemberPage>,
    403,
  );
}

const PATH = '/console/live-access';
const common = { path: PATH, environments: ACCOUNT } as const;

export const liveAccessPages: readonly ConsolePage[] = [
  { ...common, method: 'GET', role: 'viewer', handler: (visit) => showLiveAccess(visit) },
  { ...common, method: 'POST', role: 'admin', handler: request },
];

/** Returns the documents to accept, or null until the operator has set both. */
function documentsOf({ termsUrl, dpaUrl }: Operator) {
  return termsUrl === null || dpaUrl === null ? null : { termsUrl, dpaUrl };
}

async function showLiveAccess(visit: Visit, rejected?: Rejected): Promise<Response> {
  const { c, session, isAdmin } = visit;
  const { partner } = session;
  const [done, latest] = await Promise.all([
    readChecklist(c.env, partner),
    readLiveAccess(c.env, partner.id),
  ]);
  const documents = documentsOf(c.env.env.operator);
  const isOpen = partner.liveAccessAt !== null;
  const isPending = latest?.status === 'pending';
  const isChanging = rejected !== undefined || c.req.query('change') === 'yes';
  return respond(
    c,
    <MemberPage visit={visit} title="Live access" done={{ requested: 'Your request was sent.' }}>
      {isOpen ? (
        <p class="lead">
          Production has been open since <Instant atMs={partner.liveAccessAt} />. New athletes get the{' '}
          {partner.defaultTier} tier. <a href="/console/production/keys">Create a production key</a>
        </p>
      ) : (
        <p class="lead">A person reads your request. We’ll email your admins when production is open.</p>
      )}
      {latest === null ? null : <Request request={latest} />}
      {!isOpen && isPending && !isChanging && isAdmin ? (
        <p>
          <a href={`${PATH}?change=yes`}>Replace this request</a>
        </p>
      ) : null}
      {isOpen || (isPending && !isChanging) ? null : (
        <>
          <h2>Checklist</h2>
          <p>Its current state is sent with your request.</p>
          <Checklist done={done} />
          {isAdmin ? (
            <RequestForm visit={visit} documents={documents} rejected={rejected} />
          ) : (
            <p>Only an admin can send the request.</p>
          )}
        </>
      )}
    </MemberPage>,
    pageStatus(visit, rejected),
  );
}

function Request({ request: row }: { readonly request: LiveAccessRow }) {
  return (
    <dl class="facts">
      <dt>Requested</dt>
      <dd>
        <Instant atMs={row.createdAt} />, {row.status}
      </dd>
      <dt>Tier</dt>
      <dd>{row.tier}</dd>
      <dt>Expected athletes</dt>
      <dd>{row.expectedAthletes.toLocaleString('en-GB')}</dd>
      <dt>Accepted</dt>
      <dd>
        <a href={row.termsUrl}>Terms</a> and <a href={row.dpaUrl}>data processing agreement</a>
      </dd>
    </dl>
  );
}

interface RequestFormProps {
  readonly visit: Visit;
  readonly documents: ReturnType<typeof documentsOf>;
  readonly rejected: Rejected | undefined;
}

function RequestForm({ visit, documents, rejected }: RequestFormProps) {
  const entered = (name: string) => rejected?.entered.get(name) ?? '';
  if (documents === null) {
    return (
      <p class="notice">The operator has not published its terms yet, so you cannot request live access.</p>
    );
  }
  return (
    <MemberForm visit={visit} action={PATH} button="Send request">
      <h2>Request live access</h2>
      <Problem rejected={rejected} />
      <div class="entry">
        <label for="tier">Tier of your athletes</label>
        <p class="hint" id="tier-hint">
          Teaser shows ranges and a link to subscribe. Full shows every number. Both show all safety data.
        </p>
        <select id="tier" name="tier" aria-describedby="tier-hint">
          <option value="teaser">teaser</option>
          <option value="full" selected={entered('tier') === 'full'}>
            full
          </option>
        </select>
      </div>
      <div class="entry">
        <label for="data_protection_contact">Data protection contact</label>
        <p class="hint" id="contact-hint">
          The email address of the person responsible for personal data.
        </p>
        <input
          id="data_protection_contact"
          name="data_protection_contact"
          value={entered('data_protection_contact')}
          type="email"
          required
          maxlength={EMAIL_CHARACTERS_MAX}
          aria-describedby="contact-hint"
        />
      </div>
      <div class="entry">
        <label for="expected_athletes">Expected athletes in the first year</label>
        <input
          id="expected_athletes"
          name="expected_athletes"
          value={entered('expected_athletes')}
          type="number"
          required
          min={1}
          max={100_000_000}
          inputmode="numeric"
        />
      </div>
      {/* The form carries the addresses, so the request accepts the documents that were shown. */}
      <input type="hidden" name="terms_url" value={documents.termsUrl} />
      <input type="hidden" name="dpa_url" value={documents.dpaUrl} />
      <p>
        <input type="checkbox" id="accept" name="accept" value="yes" required />{' '}
        <label for="accept">I accept both documents for my company</label>: the{' '}
        <a href={documents.termsUrl}>terms</a> and the{' '}
        <a href={documents.dpaUrl}>data processing agreement</a>.
      </p>
    </MemberForm>
  );
}

const Requested = z.object({
  tier: z.enum(['teaser', 'full']),
  dataProtectionContact: emailAddress,
  expectedAthletes: z.string().check(z.regex(/^[1-9]\d{0,8}$/)),
  accept: z.literal('yes'),
});

async function request(visit: Visit, sent: URLSearchParams): Promise<Response> {
  const { c, session } = visit;
  if (session.partner.liveAccessAt !== null) {
    return refusalPage(visit, refuse(409, 'Production is already open.'), PATH);
  }
  const documents = documentsOf(c.env.env.operator);
  if (documents === null) return refusalPage(visit, refuse(409, NO_DOCUMENTS), PATH);
  const { termsUrl, dpaUrl } = documents;
  if (sent.get('terms_url') !== termsUrl || sent.get('dpa_url') !== dpaUrl) {
    return refusalPage(visit, refuse(409, CHANGED), PATH);
  }
  const typed = Requested.safeParse({
    tier: sent.get('tier'),
    dataProtectionContact: normalizeEmail(sent.get('data_protection_contact') ?? ''),
    expectedAthletes: sent.get('expected_athletes') ?? '',
    accept: sent.get('accept'),
  });
  if (!typed.success) return showLiveAccess(visit, { refused: refuse(422, INCOMPLETE), entered: sent });
  const { tier, dataProtectionContact, expectedAthletes } = typed.data;
  const checklist = [...(await readChecklist(c.env, session.partner))];
  const input: LiveAccessInput = {
    ...{ tier, dataProtectionContact, checklist, ...documents },
    expectedAthletes: Number(expectedAthletes),
  };
  const made = await perform(
    visit,
    { action: 'live_access.request', notice: 'Live access was requested' },
    async () => (await requestLiveAccess(c.env, session, input)) ?? refuse(403, 'You may no longer do this.'),
    ({ id }) => id,
  );
  if (isRefused(made)) return refusalPage(visit, made, PATH);
  return seeOther(c, `${PATH}?done=requested`);
}

const NO_DOCUMENTS = 'The operator has not published its terms yet, so you cannot request live access.';
const CHANGED = 'The terms have changed since you opened this page. Reload it and read them again.';
const INCOMPLETE =
  'Choose a tier, enter a data protection contact and the expected number of athletes, and accept both documents.';
