import { listAccessLog } from '#nutrition/catalogue/list-access-log.ts';
import { isFailure } from '#platform/http/errors.ts';
import { readPage } from '#platform/http/pagination.ts';
import type { ProductAccessRow } from '#platform/storage/athlete-schema.ts';
import { Instant, MemberPage, NextPage, refusalPage, respond, Table } from './console-page.tsx';
import { asPartner, BOTH, type ConsolePage, pathIn, type Visit } from './visit.ts';

export const accessLogPages: readonly ConsolePage[] = [
  { method: 'GET', path: '/product-access', environments: BOTH, role: 'viewer', handler: showAccessLog },
];

const PAGE_ROWS = 50;
const ALL = { fromMs: null, beforeMs: null, athleteId: undefined };

async function showAccessLog(visit: Visit): Promise<Response> {
  const ctx = asPartner(visit);
  const { c, environment } = visit;
  const path = pathIn(environment, '/product-access');
  const cursor = c.req.query('cursor');
  const page = await readPage(
    ctx,
    { path, query: cursor === undefined ? {} : { cursor } },
    {
      defaultLimit: PAGE_ROWS,
      read: (wanted) => listAccessLog(ctx, { ...ALL, ...wanted }),
      positionOf: ({ id }: ProductAccessRow) => [id],
    },
  );
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
              <td>
                <Instant atMs={row.at} />
              </td>
              {isShown ? (
                <>
                  <td>
                    <code>{row.query}</code>
                  </td>
                  <td>
                    <code>{row.athleteId}</code>
                  </td>
                </>
              ) : null}
              <td class="number">{row.resultCount}</td>
            </tr>
          ))}
        </Table>
      )}
      <NextPage visit={visit} cursor={page.next_cursor} />
    </MemberPage>,
  );
}
