import { type ActivityFilter, listActivities } from '#nutrition/activities/list-activities.ts';
import { listByExternalIds } from '#nutrition/athletes/list-athletes.ts';
import type { PlanForm } from '#nutrition/fuel-plans/fuel-plan-shape.ts';
import { getFuelPlan } from '#nutrition/fuel-plans/get-fuel-plan.ts';
import { momentOf } from '#nutrition/records/schedule.ts';
import { isRefused } from '#partner/console/audit.ts';
import { STANDARD_ATHLETES } from '#partner/sandbox/standard-athletes.ts';
import { yesterdayMs } from '#platform/clock.ts';
import { fail, isFailure } from '#platform/http/errors.ts';
import type { AthleteRow } from '#platform/storage/athlete-schema.ts';
import { seeOther } from '../oauth/browser.tsx';
import { refuseTyped, StopLink, stopPages } from './confirm.tsx';
import { MemberPage, Moment, refusalPage, respond, Table } from './console-page.tsx';
import { asPartner, type ConsolePage, pathIn, pathParam, perform, SANDBOX, type Visit } from './visit.ts';

const page = { method: 'GET', environments: SANDBOX, role: 'viewer' } as const;

export const samplePages: readonly ConsolePage[] = [
  { ...page, path: '/athletes', handler: showSamples },
  ...stopPages({ path: '/athletes/reset', environments: SANDBOX, role: 'admin' }, askToReset, reset),
  { ...page, path: '/athletes/:athlete_id', handler: showSample },
  { ...page, path: '/athletes/:athlete_id/plan/:activity_id', isImage: true, handler: drawPlan },
];

const SAMPLES = STANDARD_ATHLETES.map(({ fields }) => fields.externalId);
const LIST = pathIn('test', '/athletes');

async function showSamples(visit: Visit): Promise<Response> {
  const athletes = await listByExternalIds(asPartner(visit), SAMPLES);
  return respond(
    visit.c,
    <MemberPage visit={visit} title="Sample athletes" done={{ reset: 'The sandbox was reset.' }}>
      <p class="lead">
        Fictional athletes in every new sandbox. Look them up by <code>external_id</code>.
      </p>
      {visit.isAdmin ? (
        <p>
          <StopLink href={RESET} label="Reset the sandbox" />
        </p>
      ) : null}
      {athletes.length === 0 ? (
        <p>Your sandbox no longer has any of them.</p>
      ) : (
        <Table caption="Sample athletes" columns={['Name', 'external_id', 'Tier', 'Identifier']}>
          {athletes.map(({ id, name, externalId, tier }) => (
            <tr>
              <th scope="row">
                <a href={`${LIST}/${id}`}>
                  <bdi>{name ?? 'No name'}</bdi>
                </a>
              </th>
              <td data-label="external_id">
                <code>{externalId}</code>
              </td>
              <td data-label="Tier">{tier}</td>
              <td data-label="Identifier">
                <code>{id}</code>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </MemberPage>,
  );
}

const RESET = `${LIST}/reset`;
async function askToReset({ session }: Visit) {
  const { name } = session.partner;
  const children = (
    <p class="lead">
      Erases every athlete in your sandbox, including those you created, and restores the sample athletes with
      new identifiers. Keys, webhooks and OAuth clients stay. You cannot undo this.
    </p>
  );
  return {
    title: 'Reset the sandbox',
    button: `Reset the sandbox of ${name}`,
    children,
    typed: name,
    back: LIST,
  };
}

async function reset(visit: Visit, sent: URLSearchParams): Promise<Response> {
  const refusal = refuseTyped(sent, visit.session.partner.name);
  if (refusal) return refusalPage(visit, refusal, RESET);
  const done = await perform(visit, { action: 'sandbox.reset' }, async () => {
    const { resetSandbox } = await import('#partner/sandbox/reset-sandbox.ts');
    return resetSandbox(asPartner(visit));
  });
  if (isRefused(done)) return refusalPage(visit, done, RESET);
  return seeOther(visit.c, `${LIST}?done=reset`);
}

const UPCOMING: Omit<ActivityFilter, 'fromMs'> = {
  beforeMs: null,
  type: undefined,
  externalId: undefined,
  updatedSinceMs: null,
  after: null,
  limit: 20,
};

async function showSample(visit: Visit): Promise<Response> {
  const { c } = visit;
  const athleteId = pathParam(visit, 'athlete_id');
  const ctx = asPartner(visit);
  const details = await listActivities(ctx, athleteId, { ...UPCOMING, fromMs: yesterdayMs(ctx.nowMs) });
  if (isFailure(details)) return refusalPage(visit, details, LIST);
  const [first] = details;
  if (first === undefined || !isSample(first.athlete))
    return refusalPage(visit, fail('athlete_not_found'), LIST);
  const { athlete } = first;
  const race = details.find(({ activity }) => activity.isRaceEvent === true) ?? first;
  const moment = momentOf(race.activity);
  return respond(
    c,
    <MemberPage visit={visit} title={athlete.name ?? 'A sample athlete'}>
      <p class="lead">
        <code>{athlete.externalId}</code>, {athlete.tier} tier
      </p>
      <p>
        The plan of <bdi>{race.activity.name ?? 'the next session'}</bdi>
        {moment === null ? null : (
          <>
            {' '}
            on <Moment moment={moment} />
          </>
        )}
        , as <code>GET …/fuel-plan</code> renders it:
      </p>
      <p>
        <img
          class="plan"
          src={`${LIST}/${athlete.id}/plan/${race.activity.id}`}
          alt="The fuel plan: what to take and when, with the personal limits for fluid and sodium"
        />
      </p>
      <p>
        <a href={`${LIST}/${athlete.id}/plan/${race.activity.id}?form=text`}>Plan as text</a>
      </p>
      <p>
        <a href={`${LIST}/${athlete.id}/plan/${race.activity.id}?form=page`}>
          Printable plan, with the session over time
        </a>
      </p>
      <p>
        <a href={LIST}>All sample athletes</a>
      </p>
    </MemberPage>,
  );
}

function isSample({ externalId }: Pick<AthleteRow, 'externalId'>): boolean {
  return externalId !== null && SAMPLES.includes(externalId);
}

/** Plan formats by their name in the link. */
const FORMS: ReadonlyMap<string, PlanForm> = new Map([
  ['text', 'text/plain'],
  ['page', 'text/html'],
]);

/** Renders a plan as the API does. It counts as a product access. */
async function drawPlan(visit: Visit): Promise<Response> {
  const { c } = visit;
  const [athleteId, activityId] = [pathParam(visit, 'athlete_id'), pathParam(visit, 'activity_id')];
  const form = FORMS.get(c.req.query('form') ?? '') ?? 'image/svg+xml';
  const ctx = asPartner(visit);
  const plan = await getFuelPlan(ctx, athleteId, activityId, {
    suggest: false,
    caffeine: 'none',
    units: null,
    form,
    headers: new Headers({ Accept: form }),
    query: '/console/sandbox/athletes',
  });
  if (isFailure(plan)) return refusalPage(visit, plan, LIST);
  const { content } = plan;
  if (content === undefined) throw new Error('a plan in this form must have content');
  c.header('Cache-Control', 'no-store');
  c.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
  c.header('Content-Type', content.type);
  return c.body(content.body);
}
