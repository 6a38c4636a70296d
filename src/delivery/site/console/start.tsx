import {
  CHECKLIST,
  CHECKLIST_ITEMS,
  type ChecklistItem,
  readChecklist,
  readLiveAccess,
} from '#partner/console/account.ts';
import type { LiveAccessRow } from '#platform/storage/console-schema.ts';
import { Day, MemberPage, respond } from './console-page.tsx';
import { ACCOUNT, type ConsolePage, type Visit } from './visit.ts';

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

/** Lists the checklist's items, done and open. */
export function Checklist({ done }: { readonly done: ReadonlySet<ChecklistItem> }) {
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
