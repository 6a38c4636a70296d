import { EXAMPLE_ACTIVITY_ID, EXAMPLE_ATHLETE_ID } from '#platform/http/openapi-metadata.ts';
import { elementOf } from './element-of.ts';

/** Renders the API reference, and fills its examples from the reader's own sandbox. */

interface Reference {
  readonly updateConfiguration: (configuration: object) => void;
}

declare global {
  /** Scalar's standalone bundle defines it. */
  const Scalar: { readonly createApiReference: (selector: string, configuration: object) => Reference };
}

const LOOK = {
  theme: 'none',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
};
const SANDBOX_KEY = /^sk_test_\w+$/;

const reference = Scalar.createApiReference('#reference', { ...LOOK, url: '/openapi.json' });
const form = elementOf('own-key', HTMLFormElement);
const answer = elementOf('own-key-answer', HTMLOutputElement);

form.hidden = false;
form.addEventListener('submit', (event) => {
  event.preventDefault();
  const key = elementOf('key', HTMLInputElement).value.trim();
  fillIn(key).then(
    (text) => {
      answer.textContent = text;
    },
    () => {
      answer.textContent = 'The service did not respond. Try again.';
    },
  );
});

/** Fills the reference with the reader's key and identifiers. Returns the message to show. */
async function fillIn(key: string): Promise<string> {
  if (!SANDBOX_KEY.test(key)) return 'Use a sandbox key: it starts with sk_test_.';
  const athletes = await get('/v1/athletes?limit=1', key);
  if (!athletes.ok) return 'This key was rejected.';
  const athleteId = await firstIdOf(athletes);
  if (athleteId === null) return 'This sandbox has no athletes yet. Create one, or reset the sandbox.';
  const activityId = await firstIdOf(await get(`/v1/athletes/${athleteId}/activities?limit=1`, key));
  const document = await (await fetch('/openapi.json')).text();
  const content = document
    .replaceAll(EXAMPLE_ATHLETE_ID, athleteId)
    .replaceAll(EXAMPLE_ACTIVITY_ID, activityId ?? EXAMPLE_ACTIVITY_ID);
  const authentication = {
    preferredSecurityScheme: 'apiKey',
    securitySchemes: { apiKey: { token: key } },
  };
  // In place: a new reference would forget which operation the reader looks at.
  reference.updateConfiguration({ ...LOOK, content, authentication });
  return 'The examples now use your key and one of your athletes.';
}

function get(path: string, key: string): Promise<Response> {
  return fetch(path, { headers: { Authorization: `Bearer ${key}` } });
}

/** Returns the identifier of the first item in a list, or null if the list is empty. */
async function firstIdOf(list: Response): Promise<string | null> {
  const { data }: { data?: { id: string }[] } = await list.json();
  return data?.[0]?.id ?? null;
}
