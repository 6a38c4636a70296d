import type { Holder } from '#partner/page-sessions/open-link.ts';
import type { AthletePage } from '#platform/storage/athlete-schema.ts';
import { type AthleteVisit, Credential, respond, whose } from './athlete-page.tsx';

/**
 * Asks before a link replaces another athlete's pages in a browser. Names both athletes and both partners. The form carries
 * the token of the session that the browser has, so that no page of another site can answer for the athlete.
 */
export function askToReplace(
  visit: AthleteVisit,
  linked: Holder,
  present: { readonly holder: Holder; readonly page: AthletePage },
): Response | Promise<Response> {
  const { c, texts } = visit;
  const { replace: words } = texts.pages.athlete;
  const children = (
    <>
      <h1>{words.title}</h1>
      <p>{words.text}</p>
      <dl class="whose">
        <dt>{words.now}</dt>
        <dd>{whose(texts, present.holder)}</dd>
        <dt>{words.link}</dt>
        <dd>{whose(texts, linked)}</dd>
      </dl>
      <div class="choices">
        <form method="post" action={c.req.path}>
          <Credential visit={visit} />
          <button type="submit">{words.open}</button>
        </form>
        <a class="go" href={`/a/${present.page}`}>
          {words.stay}
        </a>
      </div>
    </>
  );
  return respond(visit, { title: words.title, signal: { state: 'ready' }, children });
}
