import { LANGUAGES, textsOf } from '@musette/languages/languages';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { TOOLS } from '#delivery/agents/tools.ts';
import { connectAssistant, message, post } from '../support/assistant.ts';
import { use } from '../support/assistant-calls.ts';
import { Browser, codeFor, fieldOf } from '../support/browser.ts';
import { attachProducts, makeAthlete, makeCalculatedActivity } from '../support/builders.ts';
import { loadTestCatalogue, productNamed } from '../support/catalogue.ts';
import { call, type Reply } from '../support/client.ts';
import { makeClient, newFlow } from '../support/oauth.ts';
import { makePartner } from '../support/partners.ts';

beforeAll(() => loadTestCatalogue());

/** Hot and long, so that there are warnings; the explanation always has notes. */
const ACTIVITY = {
  type: 'run',
  duration_min: 300,
  intensity_level: 6,
  thermal_stress_level: 8,
  is_race_event: true,
};
const PROFILE = { sex: 'female', birth_year: 1990, body_mass_kg: 62 };
const FEEDBACK = {
  gi_comfort: 'poor',
  energy_level: 'low',
  hydration_feel: 'dehydrated',
  actual_intake: { carbs_grams: 300, fluid_ml: 2000, sodium_mg: 1500 },
};
const SWEAT_TEST = {
  type: 'run',
  duration_min: 60,
  body_mass_before_kg: 62,
  body_mass_after_kg: 61.2,
  fluid_ml: 300,
};

async function setUp(fields: object = {}) {
  const { testKey: key } = await makePartner();
  const athlete = await makeAthlete(key, { ...PROFILE, external_id: 'runner', ...fields });
  const { path } = await makeCalculatedActivity(key, athlete.id, ACTIVITY);
  await attachProducts(key, path, { [productNamed('Maurten', 'Gel 100').id]: 40 });
  const list = `${athlete.path}/activities`;
  return { key, athlete, list, path };
}

type World = Awaited<ReturnType<typeof setUp>>;
type Asked = readonly [name: string, ask: (world: World, headers: Record<string, string>) => Promise<Reply>];

/** Every answer that has texts for athletes. */
const ANSWERS: readonly Asked[] = [
  [
    'the envelope',
    (w, headers) => call('GET', `${w.path}/prescription?include=explanation`, { ...w, headers }),
  ],
  [
    'a calculation with its safety',
    (w, headers) => call('POST', `${w.path}/prescription?include=safety`, { ...w, headers }),
  ],
  ['an activity', (w, headers) => call('GET', w.path, { ...w, headers })],
  ['a list of activities', (w, headers) => call('GET', w.list, { ...w, headers })],
  [
    'a new activity',
    (w, headers) => call('POST', `${w.list}?calculate=true`, { ...w, headers, body: ACTIVITY }),
  ],
  [
    'a changed activity',
    (w, headers) => call('PATCH', `${w.path}?calculate=true`, { ...w, headers, body: { name: 'Long one' } }),
  ],
  [
    'a batch of activities',
    (w, headers) =>
      call('POST', '/v1/activities/batch', {
        ...w,
        headers,
        body: {
          activities: [{ ...ACTIVITY, external_id: 'one', athlete_external_id: 'runner' }],
          calculate: true,
        },
      }),
  ],
  [
    'a calculation for a stored athlete',
    (w, headers) =>
      call('POST', '/v1/nutrition/calculate?include=explanation', {
        ...w,
        headers,
        body: { athlete_id: w.athlete.id, activity: ACTIVITY },
      }),
  ],
  [
    'a batch of calculations',
    (w, headers) =>
      call('POST', '/v1/nutrition/calculate/batch', {
        ...w,
        headers,
        body: { scenarios: [{ athlete_id: w.athlete.id, activity: ACTIVITY }] },
      }),
  ],
  ['the fuel plan', (w, headers) => call('GET', `${w.path}/fuel-plan`, { ...w, headers })],
  [
    'the drawing',
    (w, headers) =>
      call('GET', `${w.path}/fuel-plan`, { ...w, headers: { ...headers, accept: 'image/svg+xml' } }),
  ],
  [
    'the plan of the rest',
    (w, headers) =>
      call('POST', `${w.path}/fuel-plan/replan`, {
        ...w,
        headers,
        body: { at_min: 60, taken: { carb_g: 60, fluid_ml: 400, sodium_mg: 200 } },
      }),
  ],
  ['feedback', (w, headers) => call('POST', `${w.path}/feedback`, { ...w, headers, body: FEEDBACK })],
  [
    'a sweat test',
    (w, headers) =>
      call('POST', `/v1/athletes/${w.athlete.id}/sweat-tests`, { ...w, headers, body: SWEAT_TEST }),
  ],
  ['the export', (w, headers) => call('POST', `/v1/athletes/${w.athlete.id}/export`, { ...w, headers })],
];

/** Words that only a text in this language has. */
const SPOKEN: Readonly<Record<(typeof LANGUAGES)[number], RegExp>> = {
  en: /\b(the|your|you|as|session)\b/,
  de: /\b(der|die|das|dein|deine|du|nicht|eine)\b/,
  fr: /\b(les|ton|tes|tu|une|du|après)\b/,
  es: /\b(los|las|tus|una|del|por|te|tras)\b/,
  it: /\b(il|gli|tuo|una|della|per|hai|ti|dopo)\b/,
  ja: /[぀-ヿ]/,
};

describe.each(ANSWERS)('%s', (_name, ask) => {
  test('is in the language of Accept-Language, with its headers', async () => {
    const world = await setUp({ locale: 'it', tier: 'full' });
    const spoken = new Set<string>();
    for (const language of LANGUAGES) {
      const { status, headers, text } = await ask(world, { 'accept-language': `pt, ${language}-XX;q=0.9` });
      expect(status).toBeLessThan(300);
      expect(headers.get('Content-Language')).toBe(language);
      expect(headers.get('Vary')).toContain('Accept-Language');
      expect(text).toMatch(SPOKEN[language]);
      spoken.add(text);
    }
    expect(spoken.size).toBe(LANGUAGES.length);
  });

  test("is in the athlete's language without an Accept-Language that we have", async () => {
    const world = await setUp({ locale: 'ja-JP', tier: 'full' });
    for (const asked of [undefined, '*', 'pt']) {
      const { headers, text } = await ask(world, asked === undefined ? {} : { 'accept-language': asked });
      expect(headers.get('Content-Language'), asked).toBe('ja');
      expect(text, asked).toMatch(SPOKEN.ja);
    }
  });
});

test('a calculation without a key is in the language of Accept-Language, else in English', async () => {
  const body = { profile: PROFILE, activity: ACTIVITY };
  const german = await call('POST', '/try/calculate', { body, headers: { 'accept-language': 'de' } });
  expect(german.headers.get('Content-Language')).toBe('de');
  expect(german.json.safety.warnings[0].message).toMatch(SPOKEN.de);
  const plain = await call('POST', '/try/calculate', { body });
  expect(plain.headers.get('Content-Language')).toBe('en');
  expect(german.json.safety.warnings.map(({ code }: { code: string }) => code)).toEqual(
    plain.json.safety.warnings.map(({ code }: { code: string }) => code),
  );
});

/** A word that only the pages of this language have. */
const ON_PAGES: Readonly<Record<(typeof LANGUAGES)[number], RegExp>> = {
  en: /password/,
  de: /Passwort/,
  fr: /mot de passe/,
  es: /contraseña/,
  it: /una password/,
  ja: /パスワード/,
};

describe.each(LANGUAGES)('the pages for athletes in %s', (language) => {
  const headers = { 'accept-language': `pt, ${language}-XX;q=0.5` };

  test('sign-in, its email, consent and connections, with names set apart', async () => {
    const { testKey } = await makePartner();
    const flow = await newFlow(await makeClient(testKey), 'profile:read activities:read');
    const email = `${language}@athletes.example`;
    const browser = new Browser();
    const page = async (path: string) => {
      const { html, headers: answered } = await browser.get(path, headers);
      expect(answered.get('Content-Language')).toBe(language);
      expect(answered.get('Vary')).toBe('Accept-Language');
      expect(html).toContain(`<html lang="${language}">`);
      return html;
    };
    expect(await page('/account/connections')).toMatch(ON_PAGES[language]);
    const authorization = `/oauth/authorize?${flow.query}`;
    const signIn = await page(authorization);
    expect(signIn).toContain('<bdi>Sample Platform &amp; &quot;friends&quot;');
    const fields = [
      ['authorization_query', fieldOf(signIn, 'authorization_query')],
      ['email', email],
    ] as const;
    await browser.post('/oauth/login/start', fields, headers);
    const { disclaimer, consent, codeEmail } = (await textsOf(language)).pages;
    const code = await codeFor(email);
    expect((await browser.get('/dev/outbox')).html).toContain(codeEmail.subject({ code }));
    await browser.post('/oauth/login/verify', [['code', code]], headers);
    const asked = await page(authorization);
    for (const text of [consent.allows, consent.allow]) expect(asked).toContain(text);
    expect(asked).not.toMatch(/[\uE000-\uE003]/);
    expect(await page('/account/connections')).toContain(disclaimer);
  });

  test('an unknown application and the page to subscribe', async () => {
    const { messages, subscribe } = (await textsOf(language)).pages;
    const { html } = await new Browser().get('/oauth/authorize?client_id=unknown', headers);
    expect(html).toContain(messages.untrustedLink.title);
    const offer = await new Browser().get('/subscribe', headers);
    expect(offer.headers.get('Content-Language')).toBe(language);
    expect(offer.html).toContain(subscribe.heading);
  });
});

test('a batch names the language of each athlete', async () => {
  const { testKey: key } = await makePartner();
  const ids: string[] = [];
  for (const locale of ['de', 'fr', 'de']) ids.push((await makeAthlete(key, { ...PROFILE, locale })).id);
  const scenarios = ids.map((athlete_id) => ({ athlete_id, activity: ACTIVITY }));
  const answer = await call('POST', '/v1/nutrition/calculate/batch', {
    key,
    body: { scenarios: [...scenarios, {}] },
  });
  expect(answer.headers.get('Content-Language')).toBe('de, fr');
  const [first, second, third] = answer.json.results;
  expect(first.safety.warnings).toEqual(third.safety.warnings);
  expect(first.safety.warnings).not.toEqual(second.safety.warnings);
});

describe('entity tags', () => {
  test('differ by language, and each is unchanged for the language that it was read in', async () => {
    const { key, path } = await setUp();
    for (const url of [path, `${path}/prescription`]) {
      const tags = new Map<string, string>();
      for (const language of LANGUAGES) {
        const { headers } = await call('GET', url, { key, headers: { 'accept-language': language } });
        tags.set(language, headers.get('ETag') ?? '');
      }
      expect(new Set(tags.values()).size).toBe(LANGUAGES.length);
      const german = { 'if-none-match': tags.get('de') ?? '' };
      const same = await call('GET', url, { key, headers: { ...german, 'accept-language': 'de' } });
      expect(same.status).toBe(304);
      expect(same.headers.get('Vary')).toContain('Accept-Language');
      const other = await call('GET', url, { key, headers: { ...german, 'accept-language': 'fr' } });
      expect(other.status).toBe(200);
    }
  });

  test('of one language are good for a change in another, until the state changes', async () => {
    const { key, path } = await setUp();
    const read = await call('GET', path, { key, headers: { 'accept-language': 'de' } });
    const condition = { 'if-match': `W/${read.headers.get('ETag')}`, 'accept-language': 'fr' };
    const change = (name: string) => call('PATCH', path, { key, headers: condition, body: { name } });
    const changed = await change('First');
    expect(changed.status).toBe(200);
    expect(changed.headers.get('ETag')).toMatch(/\.fr"$/);
    expect((await change('Second')).status).toBe(412);
    const stale = { 'if-match': read.headers.get('ETag') ?? '' };
    expect((await call('DELETE', path, { key, headers: stale })).status).toBe(412);
    const fresh = { 'if-match': changed.headers.get('ETag') ?? '' };
    expect((await call('DELETE', path, { key, headers: fresh })).status).toBe(204);
  });
});

test.each([
  ['activities?calculate=true', ACTIVITY],
  ['sweat-tests', SWEAT_TEST],
])('a replay of %s keeps its first language', async (resource, body) => {
  const { key, athlete } = await setUp({ tier: 'full' });
  const send = (language: string) =>
    call('POST', `/v1/athletes/${athlete.id}/${resource}`, {
      key,
      body,
      headers: { 'idempotency-key': 'once', 'accept-language': language },
    });
  const first = await send('de');
  const again = await send('fr');
  expect(again.headers.get('Idempotent-Replayed')).toBe('true');
  expect(again.headers.get('Content-Language')).toBe('de');
  expect(again.headers.get('Vary')).toContain('Accept-Language');
  expect(again.text).toBe(first.text);
});

describe("the paragraph of an assistant's answer", () => {
  type Call = readonly [tool: string, argumentsOf: (world: World) => Record<string, unknown>];
  const of = ({ athlete, path }: World) => ({ athlete_id: athlete.id, activity_id: path.split('/').at(-1) });

  const CALLS: readonly Call[] = [
    ['calculate_nutrition', ({ athlete }) => ({ athlete_id: athlete.id, activity: ACTIVITY })],
    ['list_activities', ({ athlete }) => ({ athlete_id: athlete.id })],
    ['create_activity', ({ athlete }) => ({ athlete_id: athlete.id, ...ACTIVITY, calculate: true })],
    ['calculate_prescription', of],
    ['get_prescription', of],
    ['explain_prescription', of],
    ['get_fuel_plan', of],
    [
      'replan',
      (world) => ({ ...of(world), at_min: 60, taken: { carb_g: 60, fluid_ml: 400, sodium_mg: 200 } }),
    ],
    ['infer_activity_type', () => ({ title: 'Tempo', locale: 'ja' })],
    ['search_products', ({ athlete }) => ({ athlete_id: athlete.id, q: 'gel', limit: 1 })],
    ['list_own_products', ({ athlete }) => ({ athlete_id: athlete.id })],
    ['give_feedback', (world) => ({ ...of(world), ...FEEDBACK })],
    ['get_learned', ({ athlete }) => ({ athlete_id: athlete.id })],
  ];

  /** Sentences of the other languages have none of these. */
  const ONLY: Readonly<Record<(typeof LANGUAGES)[number], RegExp>> = {
    en: /\b(the|not|these|most|is|of)\b/i,
    de: /\b(der|die|das|sind|ist|keine|nicht)\b/i,
    fr: /\b(les|pas|est|sont|une|aucune)\b/i,
    es: /\b(los|las|una|del|por|hay|lo)\b/i,
    it: /\b(il|gli|una|della|sono|più|nessuna)\b/i,
    ja: /[぀-ヿ]/,
  };

  test('is said for every tool', () => {
    expect(CALLS.map(([tool]) => tool)).toEqual(TOOLS.map(({ name }) => name));
  });

  test.each(CALLS)('%s is in the language of Accept-Language', async (tool, argumentsOf) => {
    const world = await setUp({ locale: 'it', tier: 'full' });
    const said = new Set<string>();
    for (const language of LANGUAGES) {
      const client = await connectAssistant(
        world.key,
        '2026-07-28',
        {},
        { 'accept-language': `pt, ${language}-XX` },
      );
      const { text, data } = await use(client, tool, argumentsOf(world));
      expect(text).toMatch(ONLY[language]);
      for (const { message } of warningsIn(data)) expect(text).toContain(message);
      said.add(text);
    }
    expect(said.size).toBe(LANGUAGES.length);
  });

  test.each(CALLS)("%s is in the athlete's language without a header", async (tool, argumentsOf) => {
    const world = await setUp({ locale: 'ja-JP', tier: 'full' });
    const client = await connectAssistant(world.key, '2025-11-25');
    expect((await use(client, tool, argumentsOf(world))).text).toMatch(ONLY.ja);
  });

  const Bottles = z.object({
    bottles: z.array(z.object({ fill_ml: z.number(), recipe: z.nullable(z.number()) })),
    rows: z.array(
      z.object({ bottles: z.array(z.number()), items: z.array(z.object({ short_name: z.string() })) }),
    ),
  });

  test('speaks the sentences of a plan: bottles with their water, and what is eaten, in whole servings', async () => {
    const { key, athlete } = await setUp({ tier: 'full' });
    const activity = await makeCalculatedActivity(key, athlete.id, ACTIVITY);
    const plan = { athlete_id: athlete.id, activity_id: activity.id, suggest: true };
    for (const language of LANGUAGES) {
      const client = await connectAssistant(key, '2026-07-28', {}, { 'accept-language': language });
      const { text, data } = await use(client, 'get_fuel_plan', plan);
      const { forms } = (await textsOf(language)).plan;
      const { bottles, rows } = z.parse(Bottles, data);
      const later = new Set(rows.flatMap((row) => row.bottles));
      const atStart = bottles.filter((_, index) => !later.has(index + 1));
      expect(atStart).not.toEqual([]);
      for (const { fill_ml } of atStart) expect(text).toContain(forms.water({ amount: `${fill_ml} ml` }));
      for (const { short_name } of rows.flatMap(({ items }) => items)) expect(text).toContain(short_name);
      expect(text).not.toMatch(/\d[.,]\d+ ×/);
      expect(text).not.toContain('Water');
    }
  });

  test('is named in Content-Language, and a failure of a tool stays in English', async () => {
    const { key, athlete } = await setUp({ locale: 'de', tier: 'full' });
    const send = (name: string, args: object) =>
      post(key, message('tools/call', { name, arguments: args }), { 'accept-language': 'fr' });
    const answered = await send('get_learned', { athlete_id: athlete.id });
    expect(answered.headers.get('Content-Language')).toBe('fr');
    expect(answered.headers.get('Vary')).toContain('Accept-Language');
    const failed = await send('get_learned', {});
    expect(failed.headers.get('Content-Language')).toBeNull();
    expect(failed.text).toContain('Correct these arguments');
  });
});

function warningsIn(data: unknown): readonly { readonly message: string }[] {
  if (typeof data !== 'object' || data === null || !('safety' in data)) return [];
  return z.parse(z.object({ warnings: z.array(z.object({ message: z.string() })) }), data.safety).warnings;
}
