import { listAccessLog } from '#nutrition/catalogue/access-log.ts';
import { readAudit } from '#partner/console/audit.ts';
import { ACTS, type ConsoleAct } from '#partner/console/console-rules.ts';
import { isFailure } from '#platform/http/errors.ts';
import type { ProductAccessRow } from '#platform/storage/athlete-schema.ts';
import type { ConsoleAuditRow } from '#platform/storage/console-schema.ts';
import { Instant, MemberPage, NextPage, refusalPage, respond, Table } from './console-page.tsx';
import {
  ACCOUNT,
  asPartner,
  BOTH,
  type ConsolePage,
  ENVIRONMENT_PATHS,
  pathIn,
  readPageOf,
  type Visit,
} from './visit.ts';

const PATH = '/console/audit';

export const auditPages: readonly ConsolePage[] = [
  {
    method: 'GET',
    path: PATH,
    environments: ACCOUNT,
    role: 'viewer',
    afterTermination: true,
    handler: showAudit,
  },
];

const PAGE_ROWS = 50;

async function showAudit(visit: Visit): Promise<Response> {
  const { c, session } = visit;
  const page = await readPageOf(visit, PATH, {
    defaultLimit: PAGE_ROWS,
    read: (wanted) => readAudit(c.env, session.partner.id, wanted),
    positionOf: ({ id }: ConsoleAuditRow) => [id],
  });
  if (isFailure(page)) return refusalPage(visit, page, PATH);
  const whoOf = (row: ConsoleAuditRow) => who(visit, row, page.found.addressOf);
  return respond(
    c,
    <MemberPage visit={visit} title="Audit">
      <p class="lead">Who did what here. Kept for 400 days. For API key activity, see usage and events.</p>
      <Table caption="Audit" columns={['When', 'Who', 'What', 'Environment', 'Subject', 'Outcome']}>
        {page.rows.map((row) => (
          <tr>
            <td data-label="When">
              <Instant atMs={row.at} />
            </td>
            <td data-label="Who">
              <bdi>{whoOf(row)}</bdi>
            </td>
            <td data-label="What">{isAct(row.action) ? ACTS[row.action] : row.action}</td>
            <td data-label="Environment">
              {row.environment === null ? '' : ENVIRONMENT_PATHS[row.environment]}
            </td>
            <td data-label="Subject">{row.subjectId === null ? '' : <code>{row.subjectId}</code>}</td>
            <td data-label="Outcome">{OUTCOMES[row.outcome]}</td>
          </tr>
        ))}
      </Table>
      <NextPage visit={visit} cursor={page.next_cursor} />
    </MemberPage>,
  );
}

const OUTCOMES = { done: 'done', refused: 'refused', begun: 'interrupted, may have taken effect' } as const;

/** Names who acted. Only admins see others' addresses. Those of removed members are deleted after 30 days. */
function who(
  { session, isAdmin }: Visit,
  { memberId }: ConsoleAuditRow,
  addressOf: (memberId: string) => string | null,
): string {
  if (memberId === null) return 'Operator';
  if (memberId === session.member.id) return 'You';
  return (isAdmin ? addressOf(memberId) : null) ?? memberId;
}

function isAct(action: string): action is ConsoleAct {
  return Object.hasOwn(ACTS, action);
}

export const accessLogPages: readonly ConsolePage[] = [
  { method: 'GET', path: '/product-access', environments: BOTH, role: 'viewer', handler: showAccessLog },
];

const ALL = { fromMs: null, beforeMs: null, athleteId: undefined };

async function showAccessLog(visit: Visit): Promise<Response> {
  const ctx = asPartner(visit);
  const { c, environment } = visit;
  const path = pathIn(environment, '/product-access');
  const page = await readPageOf(visit, path, {
    defaultLimit: PAGE_ROWS,
    read: (wanted) => listAccessLog(ctx, { ...ALL, ...wanted }),
    positionOf: ({ id }: ProductAccessRow) => [id],
  });
  if (isFailure(page)) return refusalPage(visit, page, path);
  // A real athlete's lookups are personal data.
  const isShown = environment === 'test';
  return respond(
    c,
    <MemberPage visit={visit} title="Product access">
      <p class="lead">
        Products looked up for athletes or newly attached to their sessions. Kept for 400 days.
        {isShown ? '' : ' Athletes and searches are not shown here. GET /v1/partner/access-log returns them.'}
      </p>
      {page.rows.length === 0 ? (
        <p>No products looked up yet.</p>
      ) : (
        <Table
          caption="Product access"
          columns={isShown ? ['When', 'Request', 'Athlete', 'Products'] : ['When', 'Products']}
        >
          {page.rows.map((row) => (
            <tr>
              <td data-label="When">
                <Instant atMs={row.at} />
              </td>
              {isShown ? (
                <>
                  <td data-label="Request">
                    <code>{row.query}</code>
                  </td>
                  <td data-label="Athlete">
                    <code>{row.athleteId}</code>
                  </td>
                </>
              ) : null}
              <td data-label="Products" class="number">
                {row.resultCount}
              </td>
            </tr>
          ))}
        </Table>
      )}
      <NextPage visit={visit} cursor={page.next_cursor} />
    </MemberPage>,
  );
}
