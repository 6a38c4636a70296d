import { PAGES } from '@musette/languages/english/pages';
import type { Hono } from 'hono';
import * as z from 'zod/mini';
import { openAccessLink, requestAccess, useAccessLink } from '#partner/partners/access-requests.ts';
import { HOUR_MS, toSeconds } from '#platform/clock.ts';
import type { ServiceEnv } from '#platform/http/service.ts';
import { emailAddress, isPublicName, text } from '#platform/http/wire-fields.ts';
import {
  ACCESS_FIELDS,
  type AccessField,
  AccessKeyPage,
  AccessLinkPage,
  AccessMessagePage,
  AccessPage,
  accessMarkdown,
  ACCESS_TEXTS as TEXTS,
} from './access-page.tsx';
import { limitForm, readForm } from './oauth/browser.tsx';
import { MARKDOWN, type PageContext, sitePage } from './site-page.tsx';

const UNTYPED = { platform: '', use_case: '', email: '' } as const;

const Application = z.object({
  platform: z.string().check(z.trim(), z.refine(isPublicName)),
  use_case: z.pipe(z.string().check(z.trim()), text(ACCESS_FIELDS.use_case, 1)),
  email: emailAddress,
});

/** Mounts the access request form, and the page that an approved request's link opens. */
export function mountAccess(app: Hono<ServiceEnv>): void {
  const limit = limitForm((c) => showMessage(c, 400, TEXTS.tooLarge));
  app.get('/access', (c) => show(c, <AccessPage typed={UNTYPED} wrong={new Set()} />));
  app.get('/access.md', (c) => c.body(accessMarkdown(c.env.env.baseUrl), 200, MARKDOWN));
  app.post('/access', limit, takeRequest);
  app.get('/access/key', showLink);
  app.post('/access/key', limit, takeLink);
}

async function takeRequest(c: PageContext): Promise<Response> {
  const form = await readForm(c, showRefusal);
  if (form instanceof Response) return form;
  const typed = typedIn(form);
  const application = await Application.safeParseAsync({ ...typed, email: typed.email.trim() });
  if (!application.success) {
    const wrong = new Set(application.error.issues.map(({ path }) => fieldOf(path[0])));
    return show(c, <AccessPage typed={typed} wrong={wrong} />, 422);
  }
  const { platform, use_case: useCase, email: contactEmail } = application.data;
  const isTaken = await requestAccess(
    c.env,
    { platform, useCase, contactEmail },
    c.req.header('cf-connecting-ip'),
  );
  if (isTaken) return showMessage(c, 200, TEXTS.sent);
  c.header('Retry-After', String(toSeconds(HOUR_MS)));
  return showMessage(c, 429, TEXTS.tooMany);
}

function typedIn(form: URLSearchParams): Record<AccessField, string> {
  const typed = (name: AccessField) => (form.get(name) ?? '').replaceAll('\r\n', '\n');
  return { platform: typed('platform'), use_case: typed('use_case'), email: typed('email') };
}

function fieldOf(member: PropertyKey | undefined): AccessField {
  return member === 'platform' || member === 'use_case' ? member : 'email';
}

async function showLink(c: PageContext): Promise<Response> {
  const secret = c.req.query('link') ?? '';
  const link = await openAccessLink(c.env, secret);
  if (link.state !== 'ready') return showMessage(c, LINK_STATUS[link.state], TEXTS[link.state]);
  return show(c, <AccessLinkPage link={secret} platform={link.platform} />);
}

async function takeLink(c: PageContext): Promise<Response> {
  const form = await readForm(c, showRefusal);
  if (form instanceof Response) return form;
  const used = await useAccessLink(c.env, form.get('link') ?? '');
  if ('secret' in used) return show(c, <AccessKeyPage secret={used.secret} baseUrl={c.env.env.baseUrl} />);
  const state = used.state === 'ready' ? 'unknown' : used.state;
  return showMessage(c, LINK_STATUS[state], TEXTS[state]);
}

/** Always in English, whatever language the browser prefers. */
function showRefusal(c: PageContext, status: Status, name: 'foreignForm' | 'notForm'): Promise<Response> {
  const { title, text: message } = PAGES.messages[name];
  return showMessage(c, status, { title, message });
}

const LINK_STATUS = { unknown: 404, expired: 410, used: 409 } as const;

type Status = 200 | 400 | 403 | 404 | 409 | 410 | 415 | 422 | 429;

function showMessage(
  c: PageContext,
  status: Status,
  { title, message }: { readonly title: string; readonly message: string },
): Promise<Response> {
  return show(c, <AccessMessagePage title={title} message={message} />, status);
}

/** Answers with an uncached page, because it may contain form input, a link or a key. */
async function show(
  c: PageContext,
  content: Parameters<typeof sitePage>[1],
  status: Status = 200,
): Promise<Response> {
  c.env.log.route = `${c.req.method} ${c.req.path}`;
  c.status(status);
  const answer = await sitePage(c, content);
  answer.headers.set('Cache-Control', 'no-store');
  return answer;
}
