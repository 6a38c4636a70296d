import type { PageTexts, TitledText } from '#core/languages/page-texts.ts';
import type { Texts } from '#core/languages/texts.ts';
import type { LinkParts } from '#nutrition/athletes/subscribe-link.ts';
import { Layout } from './layout.tsx';

/** State of a subscribe link on its page. */
export type SubscribeView =
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
export function SubscribePage({ view, texts }: Props) {
  return (
    <Layout title={`${texts.pages.subscribe.title} · Musette`}>
      <div lang={texts.language}>
        <Content view={view} texts={texts.pages.subscribe} />
      </div>
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
