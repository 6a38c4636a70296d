import type { LinkParts } from '../subscriptions/verify-link.ts';
import { Layout } from './layout.tsx';

/** State of a subscribe link, as its page shows it. */
export type SubscribeView =
  | { readonly kind: 'about' }
  | { readonly kind: 'offer'; readonly link: LinkParts }
  | { readonly kind: 'production' }
  | {
      readonly kind: 'switched' | 'already_full' | 'already_used' | 'invalid' | 'expired' | 'athlete_gone';
    };

/** Shows how a teaser-tier athlete gets the full plan. Its form works without script. */
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
      return <About />;
    case 'offer':
      return <Offer link={view.link} />;
    case 'production':
      return <HowToSubscribe />;
    default:
      return <Message {...MESSAGES[view.kind]} />;
  }
}

type MessageKind = Exclude<SubscribeView['kind'], 'about' | 'offer' | 'production'>;

interface MessageWords {
  readonly title: string;
  readonly text: string;
}

const MESSAGES: Readonly<Record<MessageKind, MessageWords>> = {
  switched: {
    title: 'Done.',
    text: 'Your full plan is active. Go back to your training platform and reload the page.',
  },
  already_full: {
    title: 'Already active.',
    text: 'You have the full plan, so there is nothing left to do.',
  },
  already_used: {
    title: 'This link has been used.',
    text: 'Each link works once. Your training platform shows a new one tomorrow.',
  },
  expired: {
    title: 'This link has expired.',
    text: 'Links work for about a week. Open a new one in your training platform.',
  },
  invalid: {
    title: 'This link does not work.',
    text: 'Part of it is missing or was changed. Open it from your training platform instead.',
  },
  athlete_gone: {
    title: 'This athlete does not exist.',
    text: 'The athlete that this link was made for has been deleted.',
  },
};

function About() {
  return (
    <>
      <h1>The whole plan, not a range.</h1>
      <Benefits />
      <p>
        Your training platform has a personal link to this page: look for “Powered by Musette” near your
        nutrition numbers.
      </p>
    </>
  );
}

function Offer({ link }: { readonly link: LinkParts }) {
  return (
    <>
      <h1>The whole plan, not a range.</h1>
      <Benefits />
      <form method="post" action="/subscribe">
        <input type="hidden" name="athlete" value={link.athlete} />
        <input type="hidden" name="expires" value={link.expires} />
        <input type="hidden" name="signature" value={link.signature} />
        <p class="actions">
          <button class="button" type="submit">
            Switch this sandbox athlete to full
          </button>
        </p>
      </form>
      <p>This is the sandbox: nothing is charged, and the link works once.</p>
    </>
  );
}

function HowToSubscribe() {
  return (
    <>
      <h1>How to subscribe</h1>
      <Benefits />
      <p>
        You subscribe in your training platform. Open its settings, look for Musette or nutrition, and choose
        the full plan. Your numbers are ready: they appear in full as soon as the plan is active. Opening this
        page has not changed or charged anything.
      </p>
    </>
  );
}

function Message({ title, text }: MessageWords) {
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
        Exact amounts of carbohydrate, sodium and fluid, per hour and in total, with the reasons for each
        number
      </li>
      <li>A plan with real products: what to take, when, and how close it gets to the target</li>
      <li>Numbers that learn from your sessions</li>
    </ul>
  );
}
