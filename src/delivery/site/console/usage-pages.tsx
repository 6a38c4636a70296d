import { readUsage, type UsageOfPeriod } from '#partner/partners/usage.ts';
import { DAY_MS, startOf } from '#platform/clock.ts';
import { isFailure } from '#platform/http/errors.ts';
import type { StatusClass } from '#platform/storage/registry-schema.ts';
import { Day, MemberPage, refusalPage, respond, Table } from './console-page.tsx';
import { asPartner, BOTH, type ConsolePage, type Visit } from './visit.ts';

export const usagePages: readonly ConsolePage[] = [
  { method: 'GET', path: '/usage', environments: BOTH, role: 'viewer', handler: showUsage },
];

/** Days that the console shows. */
export const DAYS = 30;

/** Returns the start of each shown day, the last one today. */
export function shownDays(nowMs: number): readonly number[] {
  const today = startOf(DAY_MS, nowMs);
  return Array.from({ length: DAYS }, (_, index) => today - (DAYS - 1 - index) * DAY_MS);
}

export interface Counts {
  ok: number;
  refused: number;
  failed: number;
}

async function showUsage(visit: Visit): Promise<Response> {
  const ctx = asPartner(visit);
  const days = shownDays(ctx.nowMs);
  const usage = await readUsage(ctx, { from: new Date(days[0] ?? ctx.nowMs).toISOString().slice(0, 10) });
  if (isFailure(usage)) return refusalPage(visit, usage, '/console');
  const byDay = sumBy(usage, ({ at }) => at);
  const byOperation = [...sumBy(usage, ({ operationId }) => operationId)].sort(
    ([, a], [, b]) => totalOf(b) - totalOf(a),
  );
  const total = sumOf(usage);
  return respond(
    visit.c,
    <MemberPage visit={visit} title="Usage">
      <p class="lead">
        {grouped(totalOf(total))} requests in {DAYS} days, {grouped(total.failed)} failed on our side.
      </p>
      {byOperation.length === 0 ? (
        <p>No requests counted yet.</p>
      ) : (
        <>
          <Chart days={days} byDay={byDay} />
          <Legend />
          <Table caption="By operation" columns={['Operation', ...COUNT_COLUMNS]}>
            {byOperation.map(([name, counts]) => (
              <tr>
                <th scope="row">
                  <code>{name}</code>
                </th>
                <CountCells counts={counts} />
              </tr>
            ))}
          </Table>
          <details>
            <summary>By day</summary>
            <Table caption="By day" columns={['Day', ...COUNT_COLUMNS]}>
              {days.toReversed().map((day) => (
                <tr>
                  <th scope="row">
                    <Day atMs={day} />
                  </th>
                  <CountCells counts={byDay.get(day) ?? NONE} />
                </tr>
              ))}
            </Table>
          </details>
        </>
      )}
      <p class="hint">{ABOUT_COUNTS}</p>
    </MemberPage>,
  );
}

/** Says how exact and how old the counts are: a server reports its latest with a later request. */
export const ABOUT_COUNTS =
  'Counts are approximate and at least two minutes old. Your latest requests appear once you send more. Days are in UTC.';

/** Classes of statuses. Each has a sign as well as a colour, for readers who see no difference between two colours. */
const CLASSES = [
  { name: 'ok', label: '✓ 2xx and 3xx' },
  { name: 'refused', label: '– 4xx' },
  { name: 'failed', label: '✕ 5xx' },
] as const satisfies readonly { name: keyof Counts; label: string }[];

/** Headings of the columns that `CountCells` fills. */
export const COUNT_COLUMNS = CLASSES.map(({ label }) => label);

export function Legend() {
  return (
    <ul class="legend">
      {CLASSES.map(({ name, label }) => (
        <li class={name}>{label}</li>
      ))}
    </ul>
  );
}

export const NONE: Counts = { ok: 0, refused: 0, failed: 0 };

export function CountCells({ counts }: { readonly counts: Counts }) {
  return (
    <>
      {CLASSES.map(({ name, label }) => (
        <td class="number" data-label={label}>
          {grouped(counts[name])}
        </td>
      ))}
    </>
  );
}

export const MEMBER_OF: Readonly<Record<StatusClass, keyof Counts>> = {
  '2xx': 'ok',
  '3xx': 'ok',
  '4xx': 'refused',
  '5xx': 'failed',
};

function sumBy<Key>(
  usage: readonly UsageOfPeriod[],
  keyOf: (one: UsageOfPeriod) => Key,
): ReadonlyMap<Key, Counts> {
  const groups = Map.groupBy(usage, keyOf);
  return new Map([...groups].map(([key, rows]) => [key, sumOf(rows)]));
}

function sumOf(usage: readonly UsageOfPeriod[]): Counts {
  const sum = { ...NONE };
  for (const { statusClass, requests } of usage) sum[MEMBER_OF[statusClass]] += requests;
  return sum;
}

function totalOf({ ok, refused, failed }: Counts): number {
  return ok + refused + failed;
}

function grouped(count: number): string {
  return count.toLocaleString('en-GB');
}

const WIDTH = 720;
const HEIGHT = 180;
const GAP = 4;

/** Draws a bar for each day, with successes at the bottom and a sign over failures. The table by day has the same numbers. */
export function Chart({
  days,
  byDay,
}: {
  readonly days: readonly number[];
  readonly byDay: ReadonlyMap<number, Counts>;
}) {
  const most = Math.max(1, ...[...byDay.values()].map(totalOf));
  const step = WIDTH / days.length;
  const heightOf = (count: number) => Math.round((count / most) * (HEIGHT - 20) * 10) / 10;
  return (
    <svg
      class="usage"
      viewBox={`0 0 ${WIDTH} ${HEIGHT + 24}`}
      role="img"
      aria-label={`Requests by day, ${grouped(most)} on the busiest`}
    >
      <line class="axis" x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
      <text x="0" y="12">
        {grouped(most)}
      </text>
      {days.map((day, index) => {
        const { ok, refused, failed } = byDay.get(day) ?? NONE;
        const x = Math.round((index * step + GAP / 2) * 10) / 10;
        const tops = [heightOf(ok), heightOf(refused), heightOf(failed)] as const;
        const bar = (name: keyof Counts, height: number, below: number) =>
          height === 0 ? null : (
            <rect class={name} x={x} y={HEIGHT - below - height} width={step - GAP} height={height} />
          );
        return (
          <>
            {bar('ok', tops[0], 0)}
            {bar('refused', tops[1], tops[0])}
            {bar('failed', tops[2], tops[0] + tops[1])}
            {failed === 0 ? null : (
              <text
                class="sign"
                x={Math.round((index + 0.5) * step * 10) / 10}
                y={Math.max(12, HEIGHT - tops[0] - tops[1] - tops[2] - 4)}
                text-anchor="middle"
              >
                ✕
              </text>
            )}
          </>
        );
      })}
      {days.map((day, index) =>
        (days.length - 1 - index) % 7 === 0 ? (
          // Ends at its bar, so that today's label is not cut off.
          <text class="day" x={(index + 1) * step} y={HEIGHT + 6} text-anchor={index === 0 ? 'start' : 'end'}>
            {new Date(day).toISOString().slice(5, 10)}
          </text>
        ) : null,
      )}
    </svg>
  );
}
