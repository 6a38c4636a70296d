import {
  formTokenOf,
  type Presented,
  readCode,
  readCookieText,
  readToken,
} from '#partner/page-sessions/credentials.ts';
import { openLink } from '#partner/page-sessions/open-link.ts';
import { openPage, originsWithoutSession } from '#partner/page-sessions/open-page.ts';
import { credentialsOf } from '#platform/access/authenticate.ts';
import { refuseAddress } from '#platform/access/failed-attempts.ts';
import { type Failure, fail, isFailure, RequestRefused } from '#platform/http/errors.ts';
import { newService } from '#platform/http/service.ts';
import { ATHLETE_PAGES, type AthletePage } from '#platform/storage/athlete-schema.ts';
import { equalInConstantTime } from '#platform/storage/cryptography.ts';
import { failurePage } from '../mount.ts';
import { isForScript, keepCookie, limitForm, readCookie, readFormText, seeOther } from '../oauth/browser.tsx';
import type { PageContext } from '../site-page.tsx';
import { askToReplace } from './ask-to-replace.tsx';
import {
  type AthleteVisit,
  COLOR_SCHEMES,
  failureMessage,
  message,
  textsOfVisit,
  type Way,
} from './athlete-page.tsx';
import { showFeedback, takeFeedback } from './feedback-page.tsx';
import { showPlan } from './plan-pages.tsx';

/** Cookie of a browser that has opened a link. It has one session, the last one. */
const ATHLETE_COOKIE = '__Host-athlete';
const NO_SESSION: Way = { kind: 'link', formToken: '' };
const ENDED = fail('session_not_found');

/** Answers athletes who open pages through a partner. Loaded lazily with the first such request. */
export const athletePages = newService(failurePage);

mountAthlete(athletePages);

function mountAthlete(app: typeof athletePages): void {
  app.use('*', async (c, next) => {
    // Named before the router, so that no address is logged, not even one that does not exist.
    c.env.log.route = `${c.req.method} /a/*`;
    c.header('Cache-Control', 'no-store');
    c.header('Referrer-Policy', 'no-referrer');
    c.header('X-Robots-Tag', 'noindex');
    await next();
    // The budgets are the partner's, not the athlete's.
    c.env.rateLimits.clear();
  });
  const limit = limitForm((c) => refuse(c, 400, 'formTooLarge'));
  app.get('/a/s/:code', (c) => takeLink(c, null));
  app.post('/a/s/:code', limit, async (c) => {
    c.env.log.route = 'POST /a/s/*';
    return isForm(c) ? takeLink(c, new URLSearchParams(await readFormText(c))) : refuse(c, 415, 'notForm');
  });
  for (const page of ATHLETE_PAGES) {
    const path = `/a/${page}`;
    app.get(path, (c) => {
      c.env.log.route = `GET ${path}`;
      return isForScript(c) ? refuseForeign(c) : visitByLink(c, page, null);
    });
    app.post(path, limit, async (c) => {
      c.env.log.route = `POST ${path}`;
      if (!isForm(c)) return refuse(c, 415, 'notForm');
      const form = new URLSearchParams(await readFormText(c));
      const token = form.get('token');
      if (token === null) return isForeign(c) ? refuseForeign(c) : visitByLink(c, page, form);
      return isForScript(c, 'iframe') ? refuseForeign(c) : visitInFrame(c, page, token, form);
    });
  }
}

function isForm(c: PageContext): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(c.req.header('content-type') ?? '');
}

function refuseForeign(c: PageContext): Promise<Response> {
  c.env.log.errorCode = 'foreign_form';
  return refuse(c, 403, 'foreignForm');
}

async function refuse(
  c: PageContext,
  status: 400 | 403 | 415,
  name: 'formTooLarge' | 'foreignForm' | 'notForm',
): Promise<Response> {
  const visit = await unopened(c, NO_SESSION);
  return message(visit, visit.texts.pages.messages[name], { state: 'unavailable' }, status);
}

/**
 * Returns whether a form comes from another site. Our pages send no referrer, so browsers send the origin `null` with
 * their forms.
 */
function isForeign(c: PageContext): boolean {
  const { env } = c.env;
  const own = new URL(env.isLocal ? c.req.url : env.baseUrl).origin;
  const origin = c.req.header('origin');
  const site = c.req.header('sec-fetch-site');
  return (
    isForScript(c) ||
    (origin !== undefined && origin !== own && origin !== 'null') ||
    site === 'cross-site' ||
    site === 'same-site'
  );
}

/**
 * Answers the address of a link: keeps the session in a cookie and leads to the page. Neither a HEAD nor a browser's
 * preparation for a visit that may never come starts a session. A browser with a live session of another athlete is asked
 * first, and only a form of the page that asks confirms.
 */
async function takeLink(c: PageContext, form: URLSearchParams | null): Promise<Response> {
  if (form === null) c.env.log.route = 'GET /a/s/*';
  if (c.req.method === 'HEAD') return c.body(null, 204);
  if (isPrefetch(c) || isForScript(c) || (form !== null && isForeign(c))) return refuseForeign(c);
  const present = await readCookieText(c.env, readCookie(c, ATHLETE_COOKIE) ?? '');
  const formToken = present === null ? '' : await formTokenOf(c.env, present);
  // Without a cookie, or with another by now, nothing was asked that this form could confirm.
  const isConfirmed =
    present !== null && (await equalInConstantTime(form?.get('form_token') ?? '', formToken));
  if (form !== null && !isConfirmed) return refuseForeign(c);
  const code = await readCode(c.env, c.req.param('code') ?? '');
  const { address } = credentialsOf(c.req);
  const opened =
    code === null
      ? await refuseAddress(c.env, address, ENDED)
      : await openLink(c.env, code, present, address);
  const visit = await unopened(c, { kind: 'link', formToken });
  if (isFailure(opened)) return failureMessage(visit, opened);
  if (opened.replaced && !isConfirmed) return askToReplace(visit, opened.holder, opened.replaced);
  keepCookie(c, { name: ATHLETE_COOKIE, value: opened.cookie, livesMs: opened.livesMs });
  return seeOther(c, `/a/${opened.page}`);
}

function isPrefetch(c: PageContext): boolean {
  return ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /prefetch|prerender|preview/i.test(c.req.header(name) ?? ''),
  );
}

/** Answers a page of the session in the browser's cookie. */
async function visitByLink(
  c: PageContext,
  page: AthletePage,
  form: URLSearchParams | null,
): Promise<Response> {
  const presented = await readCookieText(c.env, readCookie(c, ATHLETE_COOKIE) ?? '');
  if (presented === null) return failureMessage(await unopened(c, NO_SESSION), ENDED);
  const formToken = await formTokenOf(c.env, presented);
  if (form !== null && !(await equalInConstantTime(form.get('form_token') ?? '', formToken))) {
    return refuseForeign(c);
  }
  return show(c, { page, presented, way: { kind: 'link', formToken }, form });
}

/** Answers a page whose form carries the session's token. */
async function visitInFrame(
  c: PageContext,
  page: AthletePage,
  token: string,
  form: URLSearchParams,
): Promise<Response> {
  const scheme = COLOR_SCHEMES.find((each) => each === form.get('scheme')) ?? null;
  const way: Way = { kind: 'frame', token, scheme };
  const presented = await readToken(c.env, token);
  if (presented !== null) return show(c, { page, presented, way, form });
  const failure = await refuseAddress(c.env, credentialsOf(c.req).address, ENDED);
  return failureMessage(await unopened(c, way), failure);
}

async function unopened(c: PageContext, way: Way): Promise<AthleteVisit> {
  return { c, way, session: null, athlete: null, origins: [], texts: await textsOfVisit(c, null) };
}

interface Shown {
  readonly page: AthletePage;
  readonly presented: Presented;
  readonly way: Way;
  readonly form: URLSearchParams | null;
}

async function show(c: PageContext, { page, presented, way, form }: Shown): Promise<Response> {
  const activityId = form?.get('activity') ?? c.req.query('activity') ?? null;
  const { address } = credentialsOf(c.req);
  const { session, opened } = await openPage(c.env, presented, { page, activityId, address });
  const texts = await textsOfVisit(c, isFailure(opened) ? null : opened.athlete);
  // An address that has to stop costs no look-up either.
  const isUnknown = isFailure(opened) && opened.failure === 'session_not_found' && session === null;
  const origins =
    isUnknown && way.kind === 'frame'
      ? await originsWithoutSession(c.env, presented)
      : (session?.origins ?? []);
  const athlete = isFailure(opened) ? null : opened.athlete;
  const visit = { c, way, session, athlete, origins, texts };
  if (isFailure(opened)) return failureMessage(visit, opened satisfies Failure);
  if (page === 'plan') return showPlan(visit, opened);
  const unpaid = await opened.payer.payUpTo(1);
  if (unpaid) return failureMessage(visit, unpaid);
  if (!form?.has('send')) return showFeedback(visit, opened);
  try {
    return await takeFeedback(visit, opened, form);
  } catch (cause) {
    await opened.payer.giveBack();
    if (cause instanceof RequestRefused) return failureMessage(visit, cause.failure);
    throw cause;
  }
}
