import { SINGLE_SPORT_TYPES } from '@musette/engine/types';
import { plainName } from '@musette/files/text-reader';
import { textsFor } from '@musette/languages/languages';
import type { PageTexts, Texts, TitledText } from '@musette/languages/texts';
import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import { linkTo } from '#nutrition/fuel-plans/forms/plan-page.ts';
import { ATTRIBUTION } from '#nutrition/fuel-plans/forms/plan-words.ts';
import { capitalized } from '#nutrition/fuel-plans/forms/row-words.ts';
import type { OpenedPage } from '#partner/page-sessions/open-page.ts';
import { ERRORS, type ErrorCode, type ErrorStatus } from '#platform/http/error-codes.ts';
import type { Failure } from '#platform/http/errors.ts';
import type { ActivityRow, AthletePage, PageSessionRow } from '#platform/storage/athlete-schema.ts';
import { parseAthleteId } from '#platform/storage/ids.ts';
import { OperatorFooter } from '../layout.tsx';
import { NAMES, withNames } from '../oauth/pages/layout.tsx';
import { document, type PageContext } from '../site-page.tsx';

/**
 * How an athlete has opened a page: in a frame on a partner's page, whose forms carry the session's token and need no
 * cookie, or from a link, in a tab of its own with a cookie and form tokens.
 */
export type Way =
  | { readonly kind: 'frame'; readonly token: string; readonly scheme: ColorScheme | null }
  | { readonly kind: 'link'; readonly formToken: string };

/** The color schemes of a page around a frame. Without one, the device decides. */
export const COLOR_SCHEMES = ['light', 'dark'] as const;
type ColorScheme = (typeof COLOR_SCHEMES)[number];

/** A request for an athlete's page. */
export interface AthleteVisit {
  readonly c: PageContext;
  readonly way: Way;
  readonly session: PageSessionRow | null;
  /** The athlete whose page it is, or null if it may not be shown. */
  readonly athlete: Pick<OpenedPage['athlete'], 'name'> | null;
  /** The origins that may frame the answer, if it is for a frame. */
  readonly origins: readonly string[];
  readonly texts: Texts;
}

/** The message from the script of a framed page to the element around it. Never data. */
interface Signal {
  readonly state: 'ready' | 'ended' | 'unavailable';
  readonly event?: 'feedback';
}

/** Sends attribution and other links to a tab of their own: our other pages refuse to be framed. */
export const NEW_TAB = ' target="_blank" rel="noopener"';

/** Returns the texts in the browser's language, else the athlete's, and in the athlete's units. */
export function textsOfVisit(
  c: PageContext,
  athlete: Pick<OpenedPage['athlete'], 'locale' | 'units'> | null,
): Promise<Texts> {
  return textsFor(c.req.raw.headers, athlete);
}

/** Answers with a page. It is never stored, and framed only from the origins of its session. */
export function respond(
  visit: AthleteVisit,
  content: { readonly title: string; readonly signal: Signal; readonly children: Child },
  status: 200 | ErrorStatus = 200,
): Response | Promise<Response> {
  const { c, way, texts } = visit;
  setHeaders(visit);
  c.header('Content-Language', texts.language);
  c.header('Vary', 'Accept-Language');
  const origins = originsOf(visit);
  const { signal } = content;
  const scheme = way.kind === 'frame' ? way.scheme : null;
  const data =
    way.kind === 'frame'
      ? { 'data-origins': origins.join(' '), 'data-state': signal.state, 'data-event': signal.event ?? '' }
      : {};
  return c.html(
    document(
      c,
      <html lang={texts.language} {...data}>
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content={scheme ?? 'light dark'} />
          <meta name="robots" content="noindex" />
          <title>{content.title}</title>
          <link rel="stylesheet" href={`/assets/athlete-page${scheme === null ? '' : `-${scheme}`}.css`} />
          {way.kind === 'frame' ? <script src="/assets/athlete-frame.js" defer /> : null}
        </head>
        <body class={way.kind}>
          <Header visit={visit} isReady={signal.state === 'ready'} />
          <main>{content.children}</main>
          <footer>
            <p>{texts.frame.disclaimer}</p>
            <p>{raw(linkTo(c.env.env.baseUrl, ATTRIBUTION, NEW_TAB))}</p>
            {way.kind === 'link' ? <OperatorFooter frame={texts.frame} isForAthletes /> : null}
          </footer>
        </body>
      </html>,
    ),
    status,
  );
}

/** Returns the origins that may frame an answer: none from a link, whatever the session says. */
function originsOf({ way, origins }: AthleteVisit): readonly string[] {
  return way.kind === 'frame' ? origins : [];
}

/** Sets the headers of every answer under `/a/`. */
function setHeaders(visit: AthleteVisit): void {
  const { c, way } = visit;
  const origins = originsOf(visit);
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    ...(way.kind === 'frame' ? ["script-src 'self'"] : []),
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${origins.length === 0 ? "'none'" : origins.join(' ')}`,
  ];
  c.header('Content-Security-Policy', policy.join('; '));
  c.header('Cache-Control', 'no-store');
  c.header('Referrer-Policy', 'no-referrer');
  c.header('X-Robots-Tag', 'noindex');
  if (origins.length === 0) c.header('X-Frame-Options', 'DENY');
  // Keeps a page apart from the tab that opened it.
  if (way.kind === 'link') c.header('Cross-Origin-Opener-Policy', 'same-origin');
}

function Header({ visit, isReady }: { readonly visit: AthleteVisit; readonly isReady: boolean }) {
  const { c, session, texts } = visit;
  if (session === null) return null;
  const { athlete: words } = texts.pages;
  const others = isReady ? session.pages.filter((page) => !c.req.path.endsWith(`/${page}`)) : [];
  return (
    <header>
      {isSandbox(session) ? <p class="sandbox">Sandbox</p> : null}
      {visit.athlete === null ? null : (
        <p class="whose">{whose(texts, { person: visit.athlete.name, partner: session.partnerName })}</p>
      )}
      {session.returnUrl === null ? null : (
        <a href={session.returnUrl} target="_top" rel="noopener">
          {withNames(words.backTo({ partner: NAMES.client }), { client: session.partnerName })}
        </a>
      )}
      {others.map((page) => (
        <Go visit={visit} page={page} label={words[page]} activityId={null} />
      ))}
    </header>
  );
}

/** Names the athlete of a page and the partner that shows it. An athlete without a name is addressed. */
export function whose(
  texts: Texts,
  { person, partner }: { readonly person: string | null; readonly partner: string },
): Child[] {
  const { athlete: words } = texts.pages;
  const name = visibleName(person);
  const sentence =
    name === null
      ? words.yours({ partner: NAMES.client })
      : words.whose({ person: NAMES.person, partner: NAMES.client });
  return withNames(sentence, { client: partner, ...(name === null ? {} : { person: name }) });
}

/** Characters that are not seen, except the two that join letters and signs. */
const INVISIBLE = /[^\P{Cf}\u200c\u200d]/gu;

/** Returns a name as it is seen, or null if nothing of it is. */
function visibleName(name: string | null): string | null {
  const visible = plainName(name)?.replace(INVISIBLE, '').trim() ?? '';
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(visible) ? visible : null;
}

function isSandbox({ athleteId }: PageSessionRow): boolean {
  return parseAthleteId(athleteId)?.environment === 'test';
}

/** Renders what leads to a page of the same session: a form with the token in a frame, else a link. */
export function Go(props: {
  readonly visit: AthleteVisit;
  readonly page: AthletePage;
  readonly label: Child;
  readonly activityId: string | null;
  readonly isCurrent?: boolean;
}) {
  const { visit, page, label, activityId, isCurrent } = props;
  const current = isCurrent ? { 'aria-current': 'true' as const } : {};
  if (visit.way.kind === 'link') {
    const query = activityId === null ? '' : `?activity=${activityId}`;
    return (
      <a class="go" href={`/a/${page}${query}`} {...current}>
        {label}
      </a>
    );
  }
  return (
    <form method="post" action={`/a/${page}`}>
      <Credential visit={visit} />
      {activityId === null ? null : <input type="hidden" name="activity" value={activityId} />}
      <button class="go" type="submit" {...current}>
        {label}
      </button>
    </form>
  );
}

/** Renders the hidden fields that tie a form to its session, and in a frame to the look of the page around it. */
export function Credential({ visit: { way } }: { readonly visit: AthleteVisit }) {
  if (way.kind === 'link') return <input type="hidden" name="form_token" value={way.formToken} />;
  return (
    <>
      <input type="hidden" name="token" value={way.token} />
      {way.scheme === null ? null : <input type="hidden" name="scheme" value={way.scheme} />}
    </>
  );
}

/** Renders the buttons that switch between the sessions of a day, if there are several. */
export function OfDay(props: {
  readonly visit: AthleteVisit;
  readonly opened: OpenedPage;
  readonly page: AthletePage;
}) {
  const { visit, opened, page } = props;
  if (opened.ofDay.length < 2) return null;
  return (
    <nav class="of-day" aria-label={visit.texts.pages.athlete.ofDay}>
      {opened.ofDay.map(({ activity }) => (
        <Go
          visit={visit}
          page={page}
          label={<bdi>{nameOfActivity(activity, visit.texts)}</bdi>}
          activityId={activity.id}
          isCurrent={activity.id === opened.activity?.activity.id}
        />
      ))}
    </nav>
  );
}

/** Returns the name of an activity, else its sports. */
export function nameOfActivity(
  { name, type, segments }: Pick<ActivityRow, 'name' | 'type' | 'segments'>,
  texts: Texts,
): string {
  const legs = new Set(
    segments?.map((segment) => segment.type) ?? SINGLE_SPORT_TYPES.filter((each) => each === type),
  );
  return plainName(name) ?? capitalized([...legs].map((leg) => texts.plan.sports[leg]).join(' + '), texts);
}

type MessageName = {
  [Name in keyof PageTexts['athlete']]: PageTexts['athlete'][Name] extends TitledText ? Name : never;
}[keyof PageTexts['athlete']];

/** Answers with a short message. */
export function message(
  visit: AthleteVisit,
  { title, text }: TitledText,
  signal: Signal = { state: 'ready' },
  status: 200 | ErrorStatus = 200,
): Response | Promise<Response> {
  const children = (
    <>
      <h1>{title}</h1>
      <p>{text}</p>
    </>
  );
  return respond(visit, { title, signal, children }, status);
}

interface Explained {
  readonly name: MessageName;
  readonly state: Signal['state'];
  readonly status: 200 | ErrorStatus;
}

const ENDED: Explained = { name: 'ended', state: 'ended', status: 410 };
const BUSY: Explained = { name: 'busy', state: 'unavailable', status: 429 };

/** The messages for failures that an athlete may meet. All others are the service's. */
const FAILURES: Partial<Record<ErrorCode, Explained>> = {
  session_not_found: ENDED,
  invalid_api_key: ENDED,
  expired_api_key: ENDED,
  athlete_not_found: ENDED,
  partner_terminated: { ...ENDED, status: 403 },
  partner_suspended: { name: 'paused', state: 'unavailable', status: 403 },
  activity_not_found: { name: 'noSession', state: 'ready', status: 404 },
  prescription_not_found: { name: 'noPlan', state: 'ready', status: 200 },
  rate_limited: BUSY,
  athlete_rate_limited: BUSY,
  athlete_daily_limit_reached: BUSY,
};

/** Answers with the message for a failure. From a link without a session, it also says how cookies matter. */
export function failureMessage(visit: AthleteVisit, failure: Failure): Response | Promise<Response> {
  const { c, session, way, texts } = visit;
  const explained = FAILURES[failure.failure] ?? {
    name: 'paused',
    state: 'unavailable',
    status: ERRORS[failure.failure].status,
  };
  c.env.log.errorCode = failure.failure;
  if (failure.retryAfterSeconds !== undefined) c.header('Retry-After', String(failure.retryAfterSeconds));
  const isCookieMissing = explained === ENDED && way.kind === 'link' && session === null;
  const name = isCookieMissing ? 'noCookie' : explained.name;
  return message(visit, texts.pages.athlete[name], { state: explained.state }, explained.status);
}
