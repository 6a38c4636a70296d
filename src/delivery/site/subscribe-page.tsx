import { textsFor } from '@musette/languages/languages';
import type { PageTexts, Texts, TitledText } from '@musette/languages/texts';
import type { Hono } from 'hono';
import { consumeLink, type LinkParts, openLink } from '#nutrition/athletes/subscribe-link.ts';
import type { ServiceEnv } from '#platform/http/service.ts';
import { limitBody } from '#platform/http/upload.ts';
import { parseAthleteId } from '#platform/storage/ids.ts';
import { Layout } from './layout.tsx';
import { type PageContext, sitePage } from './site-page.tsx';

const FORM_LIMIT_BYTES = 4096;

const STATUS: Readonly<Record<SubscribeView['kind'], 200 | 400 | 404 | 409 | 410>> = {
  about: 200,
  offer: 200,
  production: 200,
  switched: 200,
  already_full: 200,
  already_used: 409,
  expired: 410,
  invalid: 400,
  athlete_gone: 404,
};

/** Mounts the page behind `subscribe_url`. GET only shows it. POST uses the link, once. */
export function mountSubscribe(app: Hono<ServiceEnv>): void {
  app.get('/subscribe', async (c) => {
    const link = linkOf(c.req.query());
    return show(c, link === null ? { kind: 'about' } : await viewOf(c, link));
  });
  app.post(
    '/subscribe',
    limitBody(FORM_LIMIT_BYTES, (c: PageContext) => show(c, { kind: 'invalid' })),
    async (c) => {
      const form = await c.req.parseBody().catch(() => ({}));
      const link = linkOf(form);
      if (link === null) return show(c, { kind: 'invalid' });
      const use = await consumeLink(c.env, link);
      return show(c, { kind: use === 'in_production' ? 'production' : use });
    },
  );
}

async function viewOf(c: PageContext, link: LinkParts): Promise<SubscribeView> {
  const opened = await openLink(c.env, link);
  if (opened.outcome !== 'valid') return { kind: opened.outcome };
  if (opened.athlete.tier === 'full') return { kind: 'already_full' };
  if (parseAthleteId(link.athlete)?.environment === 'live') return { kind: 'production' };
  return opened.isUsed ? { kind: 'already_used' } : { kind: 'offer', link };
}

function linkOf(members: Readonly<Record<string, unknown>>): LinkParts | null {
  const { athlete, expires, signature } = members;
  if (athlete === undefined && expires === undefined && signature === undefined) return null;
  return { athlete: textOf(athlete), expires: textOf(expires), signature: textOf(signature) };
}

function textOf(member: unknown): string {
  return typeof member === 'string' ? member : '';
}

async function show(c: PageContext, view: SubscribeView): Promise<Response> {
  c.env.log.route = `${c.req.method} /subscribe`;
  c.status(STATUS[view.kind]);
  const texts = await textsFor(c.req.raw.headers, null);
  const answer = await sitePage(c, <SubscribePage view={view} texts={texts} />);
  answer.headers.set('Content-Language', texts.language);
  answer.headers.set('Vary', 'Accept-Language');
  // The page shows one athlete's state to anyone with the link.
  answer.headers.set('Cache-Control', 'no-store');
  return answer;
}

type SubscribeView =
  | { readonly kind: 'about' }
  | { readonly kind: 'offer'; readonly link: LinkParts }
  | { readonly kind: 'production' }
  | {
      readonly kind: 'switched' | 'already_full' | 'already_used' | 'invalid' | 'expired' | 'athlete_gone';
    };

interface Props {
  readonly view: SubscribeView;
  readonly texts: Texts;
}

/** Shows how a teaser-tier athlete gets the full plan. Its form works without script. */
function SubscribePage({ view, texts }: Props) {
  return (
    <Layout
      title={`${texts.pages.subscribe.title} · Musette`}
      language={texts.language}
      frame={texts.frame}
      isForAthletes
    >
      <Content view={view} texts={texts.pages.subscribe} />
    </Layout>
  );
}

interface Words {
  readonly texts: PageTexts['subscribe'];
}

function Content({ view, texts }: Words & { readonly view: SubscribeView }) {
  switch (view.kind) {
    case 'about':
      return <About texts={texts} />;
    case 'offer':
      return <Offer texts={texts} link={view.link} />;
    case 'production':
      return <HowToSubscribe texts={texts} />;
    default:
      return <Message {...texts[view.kind]} />;
  }
}

function About({ texts }: Words) {
  return (
    <>
      <h1>{texts.heading}</h1>
      <Benefits texts={texts} />
      <p>{texts.about}</p>
    </>
  );
}

function Offer({ texts, link }: Words & { readonly link: LinkParts }) {
  return (
    <>
      <h1>{texts.heading}</h1>
      <Benefits texts={texts} />
      <form method="post" action="/subscribe">
        <input type="hidden" name="athlete" value={link.athlete} />
        <input type="hidden" name="expires" value={link.expires} />
        <input type="hidden" name="signature" value={link.signature} />
        <p class="actions">
          <button class="button" type="submit">
            {texts.change}
          </button>
        </p>
      </form>
      <p>{texts.nothingCharged}</p>
    </>
  );
}

function HowToSubscribe({ texts }: Words) {
  return (
    <>
      <h1>{texts.production.title}</h1>
      <Benefits texts={texts} />
      <p>{texts.production.text}</p>
    </>
  );
}

function Message({ title, text }: TitledText) {
  return (
    <>
      <h1>{title}</h1>
      <p class="lead">{text}</p>
    </>
  );
}

function Benefits({ texts }: Words) {
  return (
    <ul>
      {texts.benefits.map((benefit) => (
        <li>{benefit}</li>
      ))}
    </ul>
  );
}
