import { setTerminationRequest } from '#partner/console/account.ts';
import { isRefused, refuse } from '#partner/console/audit.ts';
import { CONSOLE } from '#partner/console/console-rules.ts';
import { removeMember } from '#partner/console/members.ts';
import { ENVIRONMENTS } from '#platform/env.ts';
import { principalOfPartner } from '#platform/http/context.ts';
import { dropCookie, seeOther } from '../oauth/browser.tsx';
import { ConfirmFirst, StopLink, stopPages } from './confirm.tsx';
import { Act, Day, MemberPage, refusalPage, respond, Table } from './console-page.tsx';
import { CONSOLE_COOKIE } from './sign-in-pages.tsx';
import { ACCOUNT, type ConsolePage, perform, regionName, type Visit } from './visit.ts';

const PATH = '/console/account';
const form = { environments: ACCOUNT, needsCode: 'always' } as const;

export const accountPages: readonly ConsolePage[] = [
  {
    method: 'GET',
    path: PATH,
    environments: ACCOUNT,
    role: 'viewer',
    afterTermination: true,
    handler: showAccount,
  },
  ...stopPages({ ...form, path: `${PATH}/leave`, role: 'viewer', afterTermination: true }, askToLeave, leave),
  ...stopPages({ ...form, path: `${PATH}/termination`, role: 'admin' }, askToTerminate, requestTermination),
  {
    ...form,
    method: 'POST',
    path: `${PATH}/termination/withdraw`,
    role: 'admin',
    handler: withdrawTermination,
  },
];

function showAccount(visit: Visit): Promise<Response> {
  const { session, isConfirmed, isAdmin } = visit;
  const { partner, member } = session;
  const requestedAt = partner.terminationRequestedAt;
  return respond(
    visit.c,
    <MemberPage visit={visit} title="Account" done={DONE}>
      <dl class="facts">
        <dt>Account</dt>
        <dd>
          <bdi>{partner.name}</bdi>, <code>{partner.id}</code>
        </dd>
        <dt>Regions</dt>
        <dd>{partner.regions.map(regionName).join(', ')}</dd>
        <dt>Tier of new athletes in production</dt>
        <dd>{partner.defaultTier}</dd>
        <dt>You</dt>
        <dd>
          <bdi>{member.email}</bdi>, {member.role}
        </dd>
      </dl>
      <p>
        <Act visit={visit} action="/console/choose" label="Switch account" />
      </p>
      <Limits visit={visit} />
      <h2>Leave</h2>
      <p>{LEAVING}</p>
      <p>
        <StopLink href={`${PATH}/leave`} label="Leave this account" />
      </p>
      {isAdmin && partner.status === 'active' ? (
        <>
          <h2>Termination</h2>
          <p>{TERMINATING}</p>
          {requestedAt === null ? null : (
            <p>
              Requested on <Day atMs={requestedAt} />.
            </p>
          )}
          {requestedAt === null ? (
            <p>
              <StopLink href={`${PATH}/termination`} label="Request termination" />
            </p>
          ) : null}
          {requestedAt !== null && isConfirmed ? (
            <Act visit={visit} action={`${PATH}/termination/withdraw`} label="Withdraw the request" />
          ) : null}
          {requestedAt !== null && !isConfirmed ? (
            <ConfirmFirst visit={visit} to="withdraw the request" />
          ) : null}
        </>
      ) : null}
    </MemberPage>,
  );
}

const LIMITS = [
  ['standardPerMin', 'Requests per minute, each key'],
  ['productPerMin', 'Product requests per minute, each athlete'],
  ['productRecordsPerDay', 'Products per day, each athlete'],
  ['exportsPerDay', 'Exports per day, each athlete'],
] as const;

/** Shows the account's limits in both environments, and the fixed ones of its webhooks and members. */
function Limits({ visit: { c, session } }: { readonly visit: Visit }) {
  const { env } = c.env;
  const [test, live] = ENVIRONMENTS.map(
    (environment) => principalOfPartner(env, session.partner, environment, session.member.id).limits,
  );
  return (
    <>
      <h2>Limits</h2>
      <Table caption="Your limits" columns={['Limit', 'Sandbox', 'Production']}>
        {LIMITS.map(([name, label]) => (
          <tr>
            <th scope="row">{label}</th>
            <td data-label="Sandbox" class="number">
              {test?.[name].toLocaleString('en-GB')}
            </td>
            <td data-label="Production" class="number">
              {live?.[name].toLocaleString('en-GB')}
            </td>
          </tr>
        ))}
        <tr>
          <th scope="row">Members and open invitations</th>
          <td data-label="Both" class="number" colspan={2}>
            {CONSOLE.membersMax}
          </td>
        </tr>
      </Table>
      <p class="hint">
        A larger request takes several units of the first. <a href="/docs">What each operation takes</a>
      </p>
    </>
  );
}

const LEAVING =
  'Ends your membership, your sessions and the invitations you sent, immediately. The last admin cannot leave.';
const TERMINATING =
  'Asks us to close the account. We confirm with your admins first. From then on, keys can only list, export and erase athletes. After 30 days everything is deleted.';

async function askToLeave({ session }: Visit) {
  const { name } = session.partner;
  const children = <p class="lead">{LEAVING}</p>;
  return { title: 'Leave this account', button: `Leave ${name}`, children, back: PATH };
}

async function askToTerminate({ session }: Visit) {
  const { name } = session.partner;
  const children = <p class="lead">{TERMINATING}</p>;
  return { title: 'Request termination', button: `Request termination of ${name}`, children, back: PATH };
}

const DONE = {
  requested: 'Termination was requested. We’ll contact your admins.',
  withdrawn: 'The request was withdrawn.',
};

const LAST_ADMIN = refuse(409, 'You are the last admin. Make someone else an admin first.');

async function leave(visit: Visit): Promise<Response> {
  const { c, session } = visit;
  const act = {
    action: 'member.leave',
    role: 'viewer',
    afterTermination: true,
    notice: 'A member left',
  } as const;
  const left = await perform<true>(
    visit,
    { ...act, subjectId: session.member.id },
    async () => (await removeMember(c.env, session.member, session.member.id)) || LAST_ADMIN,
  );
  if (isRefused(left)) return refusalPage(visit, left, PATH);
  dropCookie(c, CONSOLE_COOKIE);
  return seeOther(c, '/console');
}

async function requestTermination(visit: Visit): Promise<Response> {
  const notice = 'Termination of the account was requested';
  return changeTermination(visit, { action: 'termination.request', notice }, visit.c.env.nowMs, 'requested');
}

async function withdrawTermination(visit: Visit): Promise<Response> {
  const notice = 'The request for termination was withdrawn';
  return changeTermination(visit, { action: 'termination.withdraw', notice }, null, 'withdrawn');
}

async function changeTermination(
  visit: Visit,
  act: { readonly action: 'termination.request' | 'termination.withdraw'; readonly notice: string },
  requestedAt: number | null,
  done: string,
): Promise<Response> {
  const { c, session } = visit;
  const changed = await perform<true>(visit, act, async () => {
    const isSet = await setTerminationRequest(c.env, session, requestedAt);
    return isSet || refuse(409, 'Nothing was changed. Someone else was faster.');
  });
  if (isRefused(changed)) return refusalPage(visit, changed, PATH);
  return seeOther(c, `${PATH}?done=${done}`);
}
