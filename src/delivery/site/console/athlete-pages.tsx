import { isRefused } from '#partner/console/audit.ts';
import { setAllowedOrigins } from '#partner/partners/allowed-origins.ts';
import { allowedOrigins } from '#partner/partners/requests.ts';
import { refuseInvalid } from '#platform/http/validation.ts';
import { originsIn } from '#platform/storage/partner.ts';
import { seeOther } from '../oauth/browser.tsx';
import { ConfirmFirst } from './confirm.tsx';
import { MemberForm, MemberPage, refusalPage, respond } from './console-page.tsx';
import { asPartner, BOTH, type ConsolePage, isReady, pathIn, perform, type Visit } from './visit.ts';

const path = '/athlete-pages';

export const athletePagesPages: readonly ConsolePage[] = [
  { method: 'GET', path, environments: BOTH, role: 'viewer', handler: showOrigins },
  { method: 'POST', path, environments: BOTH, role: 'admin', needsCode: 'live', handler: takeOrigins },
];

/** Shows the origins whose pages may show the element, with the form that replaces them. */
function showOrigins(visit: Visit): Promise<Response> {
  const { c, session, environment } = visit;
  const origins = originsIn(environment ?? 'test', session.partner);
  return respond(
    c,
    <MemberPage visit={visit} title="Athlete pages" done={{ set: 'The allowed origins were replaced.' }}>
      <p class="lead">
        The origins whose pages may show your athletes’ plans.{' '}
        <a href="/docs/guides/one-element">One call, one element</a>
      </p>
      {origins.length === 0 ? <p>None: no page can show them in a frame.</p> : null}
      <ul>
        {origins.map((origin) => (
          <li>
            <code>{origin}</code>
          </li>
        ))}
      </ul>
      {visit.isAdmin && isReady(visit) ? <OriginsForm visit={visit} origins={origins} /> : null}
      {visit.isAdmin && !isReady(visit) ? (
        <ConfirmFirst visit={visit} to="change the allowed origins" />
      ) : null}
    </MemberPage>,
  );
}

function OriginsForm({ visit, origins }: { readonly visit: Visit; readonly origins: readonly string[] }) {
  return (
    <MemberForm visit={visit} action={pathIn(visit.environment, path)} button="Replace the origins">
      <div class="entry">
        <label for="origins">Allowed origins</label>
        <p class="hint" id="origins-hint">
          One per line, such as https://app.platform.example. Sessions that exist keep theirs.
        </p>
        <textarea id="origins" name="origins" rows={6} aria-describedby="origins-hint" spellcheck={false}>
          {origins.join('\n')}
        </textarea>
      </div>
    </MemberForm>
  );
}

async function takeOrigins(visit: Visit, form: URLSearchParams): Promise<Response> {
  const here = pathIn(visit.environment, path);
  const typed = (form.get('origins') ?? '').split(/\s+/).filter((line) => line !== '');
  const parsed = allowedOrigins.safeParse(typed);
  if (!parsed.success) return refusalPage(visit, refuseInvalid(parsed.error, 'body'), here);
  const act = { action: 'origins.set', notice: 'The allowed origins of production were changed' } as const;
  const set = await perform<true>(
    visit,
    act,
    async () => (await setAllowedOrigins(asPartner(visit), parsed.data)) ?? true,
  );
  return isRefused(set) ? refusalPage(visit, set, here) : seeOther(visit.c, `${here}?done=set`);
}
