import type { LandingTexts } from '../landing-texts.ts';

/** English words of the home page. */
export const LANDING: LandingTexts = {
  title: 'Musette: fuel and fluids for every session, by API',
  description:
    'An API for training platforms: carbohydrate, sodium and fluid for each athlete and session, always with a personal safety limit.',
  headline: 'Fuel and fluids for every session, with a safe upper limit.',
  lead: 'An API for training platforms. Send an athlete and a session. Get carbohydrate, sodium and fluid per hour, and the most that this athlete can safely drink.',
  getKey: 'Get a sandbox key',
  quickStart: 'Read the quick start',
  units: 'Units',
  languages: 'Language',
  exchange: 'One request, one answer',
  request: 'Request',
  answer: 'Answer',
  excerpt: 'Excerpt. Move a slider and both follow.',
  code: 'Send it from your code',
  codeLead: 'Runs as is. No key needed. With a key, send the same body to /v1/nutrition/calculate.',
  copy: 'Copy',
  copied: 'Copied',
  onwards: 'Get started',
  steps: {
    access: {
      title: 'Get a sandbox key',
      text: 'Tell us about your platform and what you want to build. If we approve your request, we’ll email your key link.',
      link: 'Request access',
    },
    guides: {
      title: 'Follow a guide',
      text: 'From the first request to the nightly sync of a whole platform, in curl, TypeScript and Python, or with our client.',
      link: 'Read the guides',
    },
    reference: {
      title: 'Look up the details',
      text: 'Every operation, field, warning and error, with calculated examples.',
      link: 'Open the reference',
    },
  },
  promises: 'What you can rely on',
  promiseList: [
    {
      title: 'The limit is never missing',
      text: 'Drinking too much has killed runners. Every answer states the most that this athlete should plan to drink, based on their sweat rate and how certain it is. It is never generic and never behind a paywall.',
    },
    {
      title: 'Numbers that show their work',
      text: 'Every answer can list each step with its value, unit and source, and the limit that applied. Confidence is a probability, not a reward for a complete profile.',
    },
    {
      title: 'You control your athletes’ data',
      text: 'Export an athlete with one call and erase them with another. Sandbox and production are separate databases.',
    },
  ],
};
