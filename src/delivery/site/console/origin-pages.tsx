import { refuse } from '#partner/console/audit.ts';
import { type CameFrom, type OriginOfRows, readOrigin } from '#partner/console/origin.ts';
import { OPERATOR } from '#platform/storage/registry-schema.ts';
import { StopLink } from './confirm.tsx';
import { MemberPage, refusalPage, respond, Table } from './console-page.tsx';
import { ENVIRONMENT_PATHS, pathIn, pathParam, type Visit } from './visit.ts';

/** Shows which members, keys, webhooks and clients came from a member, who may have been removed. */
export async function showOrigin(visit: Visit): Promise<Response> {
  const { c, session } = visit;
  const memberId = pathParam(visit, 'member_id');
  const origin = await readOrigin(c.env, session.partner.id, memberId);
  const address = origin.addressOf(memberId);
  if (address === null) return refusalPage(visit, NO_MEMBER, '/console/members');
  return respond(
    c,
    <MemberPage visit={visit} title="What came from a member" done={DONE}>
      <p class="lead">
        <bdi>{address}</bdi> may still know the secrets of what is listed here. End what you do not need, and
        rotate the rest.
      </p>
      <Origin visit={visit} origin={origin} />
      <p>
        <a href="/console/members">All members</a>
      </p>
    </MemberPage>,
  );
}

const NO_MEMBER = refuse(404, 'Your account has no such member.');
const DONE = { removed: 'The member was removed. Their sessions and open invitations have ended.' };

/** Names who invited or created something. */
export function originOf(by: string | null, addressOf: (memberId: string) => string | null): string {
  if (by === null) return 'before this was recorded';
  return by === OPERATOR ? 'the operator' : (addressOf(by) ?? by);
}

/** Lists what came from a member, and what may have: it is older than its record. */
export function Origin({ visit, origin }: { readonly visit: Visit; readonly origin: OriginOfRows }) {
  const { rows, addressOf } = origin;
  if (rows.length === 0) return <p>Nothing that still works came from this member.</p>;
  return (
    <Table caption="What still works" columns={['What', 'Name', 'Environment', 'Came from', 'Actions']}>
      {rows.map((row) => (
        <tr>
          <td data-label="What">{KINDS[row.kind].label}</td>
          <th scope="row">
            <bdi>{row.name}</bdi>
          </th>
          <td data-label="Environment">
            {row.environment === null ? '' : ENVIRONMENT_PATHS[row.environment]}
          </td>
          <td data-label="Came from">
            <bdi>{originOf(row.by, addressOf)}</bdi>
          </td>
          <td data-label="Actions">{isOpen(visit, row) ? <EndLink row={row} /> : null}</td>
        </tr>
      ))}
    </Table>
  );
}

const KINDS = {
  key: { label: 'API key', path: '/keys', verb: 'revoke', act: 'Revoke' },
  webhook: { label: 'Webhook', path: '/webhooks', verb: 'delete', act: 'Delete' },
  client: { label: 'OAuth client', path: '/oauth-clients', verb: 'delete', act: 'Delete' },
  member: { label: 'Member', path: '/members', verb: 'remove', act: 'Remove' },
} as const;

/** Only keys can still be revoked after termination. Everything else has ended. */
function isOpen({ session }: Visit, { kind }: CameFrom): boolean {
  return session.partner.status === 'active' || kind === 'key';
}

function EndLink({ row: { kind, id, name, environment } }: { readonly row: CameFrom }) {
  const { path, verb, act } = KINDS[kind];
  const folder = environment === null ? `/console${path}` : pathIn(environment, path);
  return <StopLink href={`${folder}/${id}/${verb}`} label={act} of={name} />;
}
