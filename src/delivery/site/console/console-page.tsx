import type { Child } from 'hono/jsx';
import type { Refusal } from '#partner/console/audit.ts';
import { DAY_MS, startOf } from '#platform/clock.ts';
import { ERRORS, type ErrorStatus } from '#platform/http/error-codes.ts';
import type { Failure } from '#platform/http/errors.ts';
import { isoLocal, isoMoment, type KnownMoment, utcMinute } from '#platform/local-time.ts';
import { OperatorFooter } from '../layout.tsx';
import { document, type PageContext } from '../site-page.tsx';
import { ENVIRONMENT_PATHS, isClosed, pathIn, type Visit } from './visit.ts';

export type Status = 200 | ErrorStatus;

type Content = Parameters<typeof document>[1];

const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** Answers with a console page. It cannot be cached or framed, and sends no referrer to other sites. */
export async function respond(c: PageContext, content: Content, status: Status = 200): Promise<Response> {
  return respondUnder(POLICY, c, content, status);
}

/** Answers with a page that shows a secret. Our own script gives it a copy button. */
export async function respondWithSecret(c: PageContext, content: Content): Promise<Response> {
  return respondUnder(`${POLICY}; script-src 'self'`, c, content, 200);
}

function respondUnder(policy: string, c: PageContext, content: Content, status: Status): Promise<Response> {
  c.header('Content-Security-Policy', policy);
  c.header('X-Frame-Options', 'DENY');
  c.header('Cache-Control', 'no-store');
  // `no-referrer` would remove the Origin that distinguishes our forms from other sites' forms.
  c.header('Referrer-Policy', 'same-origin');
  return Promise.resolve(c.html(document(c, content), status));
}

/** Renders the document of every console page. */
export function ConsoleDocument(props: {
  readonly title: string;
  readonly header: Child;
  readonly children: Child;
}) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>{`${props.title} · Musette console`}</title>
        <link rel="stylesheet" href="/assets/frame.css" />
        <link rel="stylesheet" href="/assets/site.css" />
        <link rel="stylesheet" href="/assets/console.css" />
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
      </head>
      <body class="console">
        <a class="skip" href="#main">
          Skip to content
        </a>
        {props.header}
        <main id="main">
          <h1>{props.title}</h1>
          {props.children}
        </main>
        <footer>
          <p class="links">
            <a href="/docs/guides/console">About the console</a> <a href="/docs">Reference</a>
          </p>
          <OperatorFooter />
        </footer>
      </body>
    </html>
  );
}

/** Renders the header before sign-in. */
export function PlainHeader() {
  return (
    <header class="top">
      <a class="brand" href="/">
        <img src="/assets/icon.svg" alt="" width="28" height="28" />
        Musette
      </a>
    </header>
  );
}

interface Link {
  readonly href: string;
  readonly label: string;
}

const PAGES: readonly (readonly [path: string, label: string])[] = [
  ['/keys', 'API keys'],
  ['/usage', 'Usage'],
  ['/webhooks', 'Webhooks'],
  ['/product-access', 'Product access'],
  ['/oauth-clients', 'OAuth clients'],
  ['/athlete-pages', 'Athlete pages'],
];

function linksOf(visit: Visit): readonly Link[] {
  const { environment } = visit;
  if (environment === null || isClosed(visit)) return [];
  const links = PAGES.map(([path, label]) => ({ href: pathIn(environment, path), label }));
  const samples = { href: pathIn('test', '/athletes'), label: 'Sample athletes' };
  return environment === 'test' ? [...links, samples] : links;
}

function accountLinks({ isAdmin }: Visit): readonly Link[] {
  return [
    { href: '/console', label: 'Start' },
    { href: pathIn('test', '/keys'), label: 'Sandbox' },
    { href: pathIn('live', '/keys'), label: 'Production' },
    { href: '/console/live-access', label: 'Live access' },
    ...(isAdmin ? [{ href: '/console/members', label: 'Members' }] : []),
    { href: '/console/audit', label: 'Audit' },
    { href: '/console/account', label: 'Account' },
  ];
}

function Navigation(props: {
  readonly label: string;
  readonly links: readonly Link[];
  readonly isCurrent: (href: string) => boolean;
}) {
  return (
    <nav aria-label={props.label}>
      {props.links.map(({ href, label }) => (
        <a href={href} {...(props.isCurrent(href) ? { 'aria-current': 'page' as const } : {})}>
          {label}
        </a>
      ))}
    </nav>
  );
}

function VisitHeader({ visit }: { readonly visit: Visit }) {
  const { c, session, environment } = visit;
  const { path } = c.req;
  const inPart = (href: string) =>
    environment === null ? path === href : href.startsWith(pathIn(environment, '/'));
  return (
    <>
      <header class="top">
        <a class="brand" href="/console">
          <img src="/assets/icon.svg" alt="" width="28" height="28" />
          <bdi>{session.partner.name}</bdi>
        </a>
        <form method="post" action="/console/sign-out" class="inline">
          <FormToken visit={visit} />
          <span class="soft">
            <bdi>{session.email}</bdi>
          </span>{' '}
          <SignOutButtons />
        </form>
      </header>
      <div class="menus">
        <Navigation label="Console" links={accountLinks(visit)} isCurrent={inPart} />
        {environment === null || isClosed(visit) ? null : (
          <Navigation
            label={ENVIRONMENT_PATHS[environment]}
            links={linksOf(visit)}
            isCurrent={(href) => path === href || path.startsWith(`${href}/`)}
          />
        )}
      </div>
    </>
  );
}

/** Renders a page for a member, with a confirmation of what the form that led to it has just done. */
export function MemberPage(props: {
  readonly visit: Visit;
  readonly title: string;
  /** The confirmations, by the `done` of the page's query. */
  readonly done?: Readonly<Record<string, string>>;
  readonly children: Child;
}) {
  const { visit } = props;
  const name = visit.c.req.query('done') ?? '';
  const done = props.done && Object.hasOwn(props.done, name) ? props.done[name] : undefined;
  const { partner } = visit.session;
  const { environment } = visit;
  const environmentPath = environment === null ? null : ENVIRONMENT_PATHS[environment];
  return (
    <ConsoleDocument title={props.title} header={<VisitHeader visit={visit} />}>
      {environmentPath === null ? null : <p class={`badge ${environmentPath}`}>{environmentPath}</p>}
      {partner.status === 'terminated' ? (
        <p class="notice">
          This account is terminated. Its data will be deleted on{' '}
          <Day atMs={partner.purgeAfter ?? visit.c.env.nowMs} />. Until then you can view the remaining data
          and revoke keys.
        </p>
      ) : null}
      {partner.status === 'suspended' ? (
        <p class="notice">
          This account is suspended. Keys, tokens and webhooks are paused, and nothing is deleted. You can
          view the audit, keys and members, and revoke keys. Contact us to resume it.
        </p>
      ) : null}
      {done ? (
        <p class="notice" role="status">
          {done}
        </p>
      ) : null}
      {props.children}
    </ConsoleDocument>
  );
}

/** Renders the buttons of a sign-out form. */
export function SignOutButtons() {
  return (
    <>
      <button class="plain" type="submit">
        Sign out
      </button>{' '}
      <button class="plain" type="submit" name="where" value="everywhere">
        Sign out everywhere
      </button>
    </>
  );
}

/** Renders the hidden field that ties a form to this session. */
export function FormToken({ visit }: { readonly visit: Visit }) {
  return <input type="hidden" name="form_token" value={visit.token} />;
}

/** Renders a form of a member, with the token of the session and one button. */
export function MemberForm(props: {
  readonly visit: Visit;
  readonly action: string;
  readonly button: string;
  readonly children: Child;
}) {
  return (
    <form method="post" action={props.action} class="form">
      <FormToken visit={props.visit} />
      {props.children}
      <p>
        <button class="button" type="submit">
          {props.button}
        </button>
      </p>
    </form>
  );
}

/** Renders an action button in its own form. */
export function Act(props: {
  readonly visit: Visit;
  readonly action: string;
  readonly label: string;
  /** The object of the action, for screen readers. */
  readonly of?: string;
  readonly fields?: Readonly<Record<string, string>>;
}) {
  const { visit, action, label, fields = {} } = props;
  return (
    <form method="post" action={action} class="inline">
      <FormToken visit={visit} />
      {Object.entries(fields).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <button type="submit" {...(props.of === undefined ? {} : { 'aria-label': `${label}: ${props.of}` })}>
        {label}
      </button>
    </form>
  );
}

/** Shows an instant to the minute, in UTC. */
export function Instant({ atMs }: { readonly atMs: number | null }) {
  if (atMs === null) return <span class="soft">never</span>;
  return <time datetime={new Date(atMs).toISOString()}>{utcMinute(atMs)}</time>;
}

/** Shows a moment of an athlete to the minute: by the local clock if it is known, else in UTC. */
export function Moment({ moment }: { readonly moment: KnownMoment }) {
  if (moment.localMs === null) return <Instant atMs={moment.atMs} />;
  const local = isoLocal(moment.localMs);
  return <time datetime={isoMoment(moment)}>{`${local.slice(0, 10)} ${local.slice(11, 16)}`}</time>;
}

/** Shows a UTC day. */
export function Day({ atMs }: { readonly atMs: number }) {
  const day = new Date(startOf(DAY_MS, atMs)).toISOString().slice(0, 10);
  return <time datetime={day}>{day}</time>;
}

/**
 * Renders a table. On narrow screens each row is a block with one line for each cell, so every cell names its column in
 * `data-label`.
 */
export function Table(props: {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly children: Child;
}) {
  return (
    <section class="table" tabindex={0} aria-label={props.caption}>
      <table>
        <caption>{props.caption}</caption>
        <thead>
          <tr>
            {props.columns.map((column) => (
              <th scope="col">{column}</th>
            ))}
          </tr>
        </thead>
        <tbody>{props.children}</tbody>
      </table>
    </section>
  );
}

/** Renders the link to the next page of a list. */
export function NextPage(props: {
  readonly visit: Visit;
  readonly cursor: string | null;
  readonly filters?: Readonly<Record<string, string>>;
}) {
  const { visit, cursor, filters = {} } = props;
  if (cursor === null) return null;
  return (
    <p>
      <a href={`${visit.c.req.path}?${new URLSearchParams({ ...filters, cursor })}`}>Older</a>
    </p>
  );
}

/** A form that was refused, to be shown again with what was entered. */
export interface Rejected {
  readonly refused: Failure | Refusal;
  readonly entered: URLSearchParams;
}

/** Returns the status of a page with a form: that of its refusal, if it was refused. */
export function pageStatus(visit: Visit, rejected: Rejected | undefined): Status {
  if (!rejected) return 200;
  visit.c.env.log.errorCode = codeOf(rejected.refused);
  return wordsOf(rejected.refused).status;
}

/** Says in a form why it was refused. */
export function Problem({ rejected }: { readonly rejected: Rejected | undefined }) {
  if (!rejected) return null;
  return (
    <div class="problem" role="alert">
      <Reason refused={rejected.refused} />
    </div>
  );
}

function Reason({ refused }: Pick<Rejected, 'refused'>) {
  const problems = 'failure' in refused ? (refused.problems ?? []) : [];
  if (problems.length === 0) return <p>{wordsOf(refused).message}</p>;
  return (
    <>
      <p>Nothing was changed. Check your input.</p>
      <ul>
        {problems.map(({ pointer, message }) => (
          <li>{`${pointer.replace(/^[/?]/, '')} ${message}`}</li>
        ))}
      </ul>
    </>
  );
}

function codeOf(refused: Failure | Refusal): string {
  return 'failure' in refused ? refused.failure : 'console_refused';
}

/** Answers with a page that explains why an action was refused. */
export function refusalPage(visit: Visit, refused: Failure | Refusal, back: string): Promise<Response> {
  visit.c.env.log.errorCode = codeOf(refused);
  return respond(
    visit.c,
    <MemberPage visit={visit} title="That did not work">
      <div class="lead">
        <Reason refused={refused} />
      </div>
      <p>
        <a href={back}>Back</a>
      </p>
    </MemberPage>,
    wordsOf(refused).status,
  );
}

function wordsOf(refused: Failure | Refusal): { readonly message: string; readonly status: Status } {
  if ('refusal' in refused) return { message: refused.refusal, status: refused.status };
  const { message, status } = ERRORS[refused.failure];
  return { message: refused.message ?? message, status };
}
