import type { LinkParts } from '../subscriptions/verify-link.ts';
import { Layout } from './layout.tsx';

export type SubscribeView =
  | { readonly kind: 'about' }
  | { readonly kind: 'offer'; readonly link: LinkParts }
  | { readonly kind: 'production' }
  | {
      readonly kind: 'switched' | 'already_full' | 'already_used' | 'not_ours' | 'expired' | 'athlete_gone';
    };

/** Where an athlete of a teaser-tier partner can have the whole. A plain form: it works without script. */
export function SubscribePage({ view }: { readonly view: SubscribeView }) {
  return (
    <Layout title="Subscribe · Musette">
      <Content view={view} />
    </Layout>
  );
}

function Content({ view }: { readonly view: SubscribeView }) {
  switch (view.kind) {
    case 'about':
      return (
        <>
          <h1>The whole plan, not a range.</h1>
          <Benefits />
          <p>
            Your training platform has a link of your own that opens this page: look for “Powered by Musette”
            near your nutrition numbers.
          </p>
        </>
      );
    case 'offer':
      return (
        <>
          <h1>The whole plan, not a range.</h1>
          <Benefits />
          <form method="post" action="/subscribe">
            <input type="hidden" name="athlete" value={view.link.athlete} />
            <input type="hidden" name="expires" value={view.link.expires} />
            <input type="hidden" name="signature" value={view.link.signature} />
            <p class="actions">
              <button class="button" type="submit">
                Switch this sandbox athlete to full
              </button>
            </p>
          </form>
          <p>This is the sandbox: nothing is charged, and the link works once.</p>
        </>
      );
    case 'production':
      return (
        <>
          <h1>How to subscribe</h1>
          <Benefits />
          <p>
            Subscriptions are taken out with your training platform, which tells us. Open its settings, look
            for Musette or nutrition, and choose the full plan. Your numbers are computed already: they appear
            in full as soon as it is active. Nothing was changed or charged by opening this page.
          </p>
        </>
      );
    case 'switched':
      return (
        <Message
          title="Done."
          text="The full plan is active. Go back to your training platform and reload."
        />
      );
    case 'already_full':
      return (
        <Message
          title="Already active."
          text="This athlete has the full plan. There is nothing left to do."
        />
      );
    case 'already_used':
      return (
        <Message
          title="This link was used."
          text="Each link works once. Your training platform shows a new one tomorrow."
        />
      );
    case 'expired':
      return (
        <Message
          title="This link has ended."
          text="Links are good for about a week. Open a new one in your training platform."
        />
      );
    case 'not_ours':
      return (
        <Message
          title="This is no link of ours."
          text="It was cut off or changed on the way. Open it again from your training platform."
        />
      );
    case 'athlete_gone':
      return (
        <Message title="Nobody here any more." text="The athlete that this link was for has been deleted." />
      );
  }
}

function Message({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <>
      <h1>{title}</h1>
      <p class="lead">{text}</p>
    </>
  );
}

function Benefits() {
  return (
    <ul>
      <li>
        Exact carbohydrate, sodium and fluid, per hour and in total, with the reasons behind each number
      </li>
      <li>A plan from real products: what to take, when, and how far it is from the target</li>
      <li>Numbers that learn from how your sessions went</li>
    </ul>
  );
}
