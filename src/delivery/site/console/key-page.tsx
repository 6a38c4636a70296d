import { findKey, readActivity } from '#partner/keys/keys.ts';
import type { DayCount, FailedRequest } from '#platform/guards/key-activity.ts';
import { isFailure } from '#platform/http/errors.ts';
import { Day, Instant, MemberPage, refusalPage, respond, Table } from './console-page.tsx';
import {
  ABOUT_COUNTS,
  Chart,
  COUNT_COLUMNS,
  CountCells,
  type Counts,
  DAYS,
  Legend,
  MEMBER_OF,
  NONE,
  shownDays,
} from './usage-pages.tsx';
import { asPartner, pathIn, pathParam, regionName, type Visit } from './visit.ts';

/** Shows a key with its requests by day and its last failed requests. */
export async function showKey(visit: Visit): Promise<Response> {
  const ctx = asPartner(visit);
  const list = pathIn(visit.environment, '/keys');
  const found = await findKey(ctx, pathParam(visit, 'key_id'));
  if (isFailure(found)) return refusalPage(visit, found, list);
  const { key } = found;
  const { failures, days } = await readActivity(ctx, key);
  return respond(
    visit.c,
    <MemberPage visit={visit} title="API key">
      <dl class="facts">
        <dt>Key</dt>
        <dd>
          <bdi>{key.name}</bdi>, <code>{`${key.prefix}…${key.last4}`}</code>
        </dd>
        <dt>Identifier</dt>
        <dd>
          <code>{key.id}</code>
        </dd>
        <dt>Region</dt>
        <dd>{regionName(key.region)}</dd>
      </dl>
      <h2>Requests</h2>
      <Days counts={days} nowMs={ctx.nowMs} />
      <h2>Failed requests</h2>
      <Failures failures={failures} />
      <p>
        <a href={list}>All keys</a>
      </p>
    </MemberPage>,
  );
}

function Days({ counts, nowMs }: { readonly counts: readonly DayCount[]; readonly nowMs: number }) {
  const byDay = new Map<number, Counts>();
  for (const { dayMs, statusClass, requests } of counts) {
    const sum = byDay.get(dayMs) ?? { ...NONE };
    sum[MEMBER_OF[statusClass]] += requests;
    byDay.set(dayMs, sum);
  }
  const days = shownDays(nowMs);
  if (byDay.size === 0)
    return (
      <>
        <p>No requests counted in {DAYS} days.</p>
        <p class="hint">{ABOUT_COUNTS}</p>
      </>
    );
  return (
    <>
      <Chart days={days} byDay={byDay} />
      <Legend />
      <Table caption="By day" columns={['Day', ...COUNT_COLUMNS]}>
        {[...byDay]
          .toSorted(([one], [other]) => other - one)
          .map(([day, sum]) => (
            <tr>
              <th scope="row">
                <Day atMs={day} />
              </th>
              <CountCells counts={sum} />
            </tr>
          ))}
      </Table>
      <p class="hint">{ABOUT_COUNTS}</p>
    </>
  );
}

function Failures({ failures }: { readonly failures: readonly FailedRequest[] }) {
  if (failures.length === 0) return <p>No request failed in the last seven days.</p>;
  return (
    <>
      <Table
        caption="The last 200 of seven days, newest first"
        columns={['Time', 'Route', 'Status', 'Code', 'Field', 'Request']}
      >
        {failures.map(({ atMs, route, status, code, pointer, requestId }) => (
          <tr>
            <th scope="row">
              <Instant atMs={atMs} />
            </th>
            <td data-label="Route">
              <code>{route ?? 'unknown path'}</code>
            </td>
            <td data-label="Status" class="number">
              {status}
            </td>
            <td data-label="Code">{code === null ? '' : <a href={`/docs/errors#${code}`}>{code}</a>}</td>
            <td data-label="Field">
              <bdi>{pointer ?? ''}</bdi>
            </td>
            <td data-label="Request">
              <code>{requestId}</code>
            </td>
          </tr>
        ))}
      </Table>
      <p class="hint">
        We never keep bodies. In a burst of failures, an isolate may lose the oldest. Quote the request when
        you write to us.
      </p>
    </>
  );
}
