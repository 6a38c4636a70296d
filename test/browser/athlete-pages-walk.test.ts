import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LANGUAGES } from '@musette/languages/languages';
import type { BrowserContext, BrowserContextOptions, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort, listen } from '../support/processes.ts';
import { ARTIFACTS, arePicturesKept, inspect, isInstalled, PHONE, startWalk } from './chromium.ts';
import { loadsUntil, measure, slowDown } from './slow-phone.ts';

/** The pages that a partner shows to its athletes, on a page of another origin and behind a link. */

const SOON_MS = 800;
const UNITS = ['metric', 'us'] as const;
/** What the guide promises, and its file. */
const ELEMENT_MAX_BYTES = 8 * 1024;
/** The bytes of version 1, which stay as they are: partners' pages load it with this integrity. A change needs a version of its own. */
const ELEMENT_V1 = 'sha384-rlZnbr3x/w9ITvpVp0vPvmPd9y/xrun70aMPZwUvLCnChluqKIjcCgzVAPTPR672';

interface Session {
  readonly id: string;
  readonly token: string;
  readonly url: string;
}

describe.skipIf(!isInstalled)('an athlete in Chromium', () => {
  const walk = startWalk();
  let platform: Server;
  let origin: string;
  /** What the platform's server answers, by path. */
  const pages = new Map<string, { readonly html: string; readonly policy?: string }>();

  beforeAll(async () => {
    platform = createServer((request, response) => {
      const { html = '', policy } = pages.get(request.url ?? '') ?? {};
      response.setHeader('content-type', 'text/html; charset=utf-8');
      if (policy !== undefined) response.setHeader('content-security-policy', policy);
      response.end(
        `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Platform</title>${html}</html>`,
      );
    });
    // Another site than 127.0.0.1, where the service answers.
    origin = `http://localhost:${await listen(platform)}`;
    await walk.sandbox.send('PATCH', '/v1/partner', { allowed_origins: [origin] });
  });

  afterAll(async () => {
    platform?.close();
  });

  const RACE = {
    type: 'bike',
    duration_min: 270,
    intensity_level: 6,
    is_race_event: true,
    name: 'Gran fondo of the three lakes',
    weather: { temperature_c: 29, humidity_percent: 55 },
  };

  async function openSession(profile: object = {}, activity: object = {}): Promise<Session> {
    const { send } = walk.sandbox;
    const athlete = await send('POST', '/v1/athletes', { body_mass_kg: 64, sex: 'female', ...profile });
    const path = `/v1/athletes/${athlete.id}`;
    const { id } = await send('POST', `${path}/activities?calculate=true`, { ...RACE, ...activity });
    return send('POST', `${path}/sessions`, {
      pages: ['plan', 'feedback'],
      activity_id: id,
      return_url: `${origin}/calendar`,
    });
  }

  const elementOf = ({ token, url }: Session, attributes = '') =>
    `<script src="${walk.sandbox.baseUrl}/elements/v1.js" integrity="${ELEMENT_V1}" crossorigin="anonymous" defer></script>
     <musette-plan token="${token}" ${attributes}><a href="${url}">Open your plan</a></musette-plan>`;

  /** Opens a page of the platform and waits for what the element says of its frame. */
  async function openPlatform(
    html: string,
    options: BrowserContextOptions & {
      readonly policy?: string;
      readonly path?: string;
      readonly isSlow?: boolean;
    } = {},
  ): Promise<{ context: BrowserContext; page: Page; states: string[] }> {
    const { policy, path = `/${pages.size}`, isSlow = false, ...more } = options;
    pages.set(path, policy === undefined ? { html } : { html, policy });
    const context = await walk.browser.newContext({ ...PHONE, ...more });
    const page = await context.newPage();
    const states: string[] = [];
    await page.exposeFunction('tellState', (state: string) => states.push(state));
    await page.addInitScript(`for (const name of ['musette-state', 'musette-feedback'])
      addEventListener(name, ({ detail }) => void tellState(detail ?? name))`);
    if (isSlow) await slowDown(page);
    await page.goto(origin + path);
    return { context, page, states };
  }

  const frameOf = async (page: Page): Promise<Frame> => {
    const frame = await (await page.waitForSelector('musette-plan iframe')).contentFrame();
    if (frame === null) throw new Error('an iframe must have a frame');
    return frame;
  };

  test('sees the plan inside the platform’s page, of another site, and gives feedback there, without any cookie', async () => {
    const session = await openSession();
    const { context, page, states } = await openPlatform(
      `<h1>My calendar</h1>${elementOf(session, 'style="--musette-accent:#0a7f4f"')}<p>Below</p>`,
    );
    await expect.poll(() => states).toEqual(['ready']);
    const frame = await frameOf(page);
    expect(await frame.textContent('h1')).toBe(RACE.name);
    expect(await frame.textContent('main')).toMatch(/MAX \d+\sml/);
    expect(await page.isVisible('musette-plan > a')).toBe(false);
    const height = async () => (await (await page.waitForSelector('iframe')).boundingBox())?.height ?? 0;
    await expect.poll(height).toBeGreaterThan(1000);
    const scrolls = 'document.documentElement.scrollHeight > document.documentElement.clientHeight + 1';
    await expect.poll(() => frame.evaluate<boolean>(scrolls)).toBe(false);
    expect(
      await frame.evaluate<string>("getComputedStyle(document.querySelector('main')).borderTopColor"),
    ).toBe('rgb(10, 127, 79)');
    expect(await frame.evaluate<string>('location.href')).toBe(`${walk.sandbox.baseUrl}/a/plan`);
    if (arePicturesKept) await page.screenshot({ path: join(ARTIFACTS, 'element.png'), fullPage: true });

    await frame.click('header button');
    await frame.waitForSelector('fieldset');
    for (const value of ['good', 'adequate', 'well_hydrated'])
      await frame.click(`label:has(input[value=${value}])`);
    await frame.click('button.send');
    await expect.poll(() => states).toEqual(['ready', 'ready', 'ready', 'musette-feedback']);
    expect(await frame.textContent('h1')).toBe('Thank you');
    expect(await context.cookies()).toEqual([]);
    // Chromium keeps frames of other sites from storage altogether, and nothing asks for it.
    const stored = `(() => { try { return localStorage.length + sessionStorage.length } catch { return 0 } })()`;
    expect(await frame.evaluate<number>(stored)).toBe(0);
    await context.close();
  });

  test('needs of the platform’s policy only what the guide lists', async () => {
    const guide = await readFile('src/delivery/site/guides/one-element.md', 'utf8');
    const listed = /```txt\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';
    const policy = `default-src 'none'; ${listed.replaceAll('https://musette.example', walk.sandbox.baseUrl).replaceAll('\n', ' ')}`;
    const { context, states } = await openPlatform(elementOf(await openSession()), { policy });
    await expect.poll(() => states).toEqual(['ready']);
    await context.close();
  });

  test('sees the link where the origin is not allowed, and nobody frames the platform’s frame', async () => {
    const session = await openSession();
    const inside = await openPlatform(elementOf(session), { path: '/inside' });
    await expect.poll(() => inside.states).toEqual(['ready']);
    await inside.context.close();
    // The same page in a frame of a foreign one: every ancestor must be allowed.
    const foreign = createServer((_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<iframe src="${origin}/inside" width="400" height="600"></iframe>`);
    });
    const foreignPort = await listen(foreign);
    const context = await walk.browser.newContext(PHONE);
    const page = await context.newPage();
    await page.clock.install();
    await page.goto(`http://127.0.0.1:${foreignPort}/`);
    const middle = page.frames()[1];
    await middle?.waitForSelector('iframe');
    await expect.poll(() => page.frames().length).toBe(3);
    const innermost = page.frames()[2];
    await expect.poll(() => innermost?.url()).toMatch(/^chrome-error:/);
    await page.clock.fastForward(20_000);
    await expect.poll(() => middle?.isVisible('musette-plan > a')).toBe(true);
    expect(await middle?.$('iframe')).toBeNull();
    foreign.close();
    await context.close();
  });

  test('is told by the element that a session has ended, and a new token opens another', async () => {
    const session = await openSession();
    const path = new URL(session.url).pathname;
    expect(path).toMatch(/^\/a\/s\//);
    const other = await openSession({}, { name: 'Another ride' });
    await walk.sandbox.send(
      'DELETE',
      `/v1/athletes/${session.token.split('.')[0]?.replace('pst_test_', '')}/sessions/${session.id}`,
    );
    const { context, page, states } = await openPlatform(elementOf(session));
    await expect.poll(() => states.at(-1)).toBe('ended');
    await page.evaluate(`document.querySelector('musette-plan').setAttribute('token', '${other.token}')`);
    await expect.poll(() => states.at(-1)).toBe('ready');
    expect(await (await frameOf(page)).textContent('h1')).toBe('Another ride');
    await context.close();
  });

  test.each(['light', 'dark'] as const)('sees a frame as %s as the page around it', async (scheme) => {
    const { context, page, states } = await openPlatform(
      `<style>:root { color-scheme: ${scheme} }</style>${elementOf(await openSession())}`,
      { colorScheme: scheme === 'light' ? 'dark' : 'light' },
    );
    await expect.poll(() => states).toEqual(['ready']);
    const isDark = async () => {
      const paper = await (await frameOf(page)).evaluate<string>(
        'getComputedStyle(document.documentElement).backgroundColor',
      );
      return Number(/\d+/.exec(paper)?.[0]) < 128;
    };
    expect(await isDark()).toBe(scheme === 'dark');
    await (await frameOf(page)).click('header button');
    await expect.poll(() => states).toEqual(['ready', 'ready']);
    expect(await isDark()).toBe(scheme === 'dark');
    await context.close();
  });

  test('goes back from the feedback to the plan, though browsers do not go back to a posted page', async () => {
    const { context, page, states } = await openPlatform(elementOf(await openSession()));
    await expect.poll(() => states).toEqual(['ready']);
    await (await frameOf(page)).click('header button');
    await expect.poll(() => states).toEqual(['ready', 'ready']);
    expect(await (await frameOf(page)).$('fieldset')).not.toBeNull();
    await page.evaluate('history.back()');
    await expect.poll(() => states, { timeout: 5000 }).toEqual(['ready', 'ready', 'ready']);
    expect(await (await frameOf(page)).textContent('h1')).toBe(RACE.name);
    await context.close();
  });

  test('hears nothing from a page that is not its parent or not allowed: the frame answers the first message of its parent', async () => {
    const session = await openSession();
    const { context, page, states } = await openPlatform(elementOf(session));
    await expect.poll(() => states).toEqual(['ready']);
    const frame = await frameOf(page);
    // From itself, and once more from the parent: neither gets an answer.
    const asked = await frame.evaluate<number>(`new Promise((resolve) => {
      let heard = 0; const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => { heard += 1 }; postMessage({ accent: '#ff0000' }, location.origin, [port2]);
      setTimeout(() => resolve(heard), 300) })`);
    const again = await page.evaluate<number>(`new Promise((resolve) => {
      let heard = 0; const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => { heard += 1 };
      document.querySelector('iframe').contentWindow.postMessage({ accent: '#ff0000' }, '${walk.sandbox.baseUrl}', [port2]);
      setTimeout(() => resolve(heard), 300) })`);
    expect([asked, again]).toEqual([0, 0]);
    await context.close();
  });

  test('opens the link in a tab, reads the plan, gives feedback and returns to the platform', async () => {
    const session = await openSession();
    const context = await walk.browser.newContext({ ...PHONE, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(session.url);
    expect(page.url()).toBe(`${walk.sandbox.baseUrl}/a/plan`);
    expect((await context.cookies()).map(({ name }) => name)).toEqual(['__Host-athlete']);
    await page.click('header .go');
    await page.click('label:has(input[value=poor])');
    await page.fill('textarea', 'Too many gels.');
    await page.click('button.send');
    expect(page.url()).toBe(`${walk.sandbox.baseUrl}/a/feedback?sent`);
    await page.click(`header a[href="${origin}/calendar"]`);
    expect(page.url()).toBe(`${origin}/calendar`);
    await context.close();
  });

  test('reads pages without findings of axe, on a phone and a desktop, by day and by night', async () => {
    const kinds = { full: {}, teaser: { tier: 'teaser' }, review: { health: { kidney_disease: true } } };
    for (const [kind, profile] of Object.entries(kinds)) {
      const session = await openSession(profile);
      const context = await walk.browser.newContext({ viewport: { width: 1280, height: 900 } });
      const page = await context.newPage();
      await page.goto(session.url);
      await inspect(page, `athlete plan ${kind}`);
      if (kind === 'full') {
        await page.goto(`${walk.sandbox.baseUrl}/a/feedback`);
        await inspect(page, 'athlete feedback');
        const framed = await openPlatform(`<main><h1>My calendar</h1>${elementOf(session)}</main>`);
        await expect.poll(() => framed.states).toEqual(['ready']);
        await inspect(framed.page, 'athlete element');
        await framed.context.close();
      }
      await context.close();
    }
    const ended = await walk.browser.newPage();
    await ended.goto(`${walk.sandbox.baseUrl}/a/plan`);
    await inspect(ended, 'athlete ended');
    await ended.close();
  });

  test.each(LANGUAGES)('reads both pages in %s on a phone', async (language) => {
    for (const units of UNITS) {
      const session = await openSession({ units });
      // Words and widths are the same by night; only pictures for people to look at differ.
      for (const colorScheme of arePicturesKept ? (['light', 'dark'] as const) : (['light'] as const)) {
        const context = await walk.browser.newContext({ ...PHONE, locale: language, colorScheme });
        const page = await context.newPage();
        await page.goto(session.url);
        expect(await page.getAttribute('html', 'lang')).toBe(language);
        const words = await page.textContent('main');
        expect(words).not.toMatch(/undefined|NaN|\bnull\b/);
        expect(words).toMatch(units === 'us' ? /fl\soz/ : /\d\sml/);
        const isTooWide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
        expect(await page.evaluate<boolean>(isTooWide)).toBe(false);
        const picture = (name: string) =>
          join(ARTIFACTS, `athlete-${name}-${language}-${units}-${colorScheme}.png`);
        if (arePicturesKept) await page.screenshot({ path: picture('plan'), fullPage: true });
        await page.goto(`${walk.sandbox.baseUrl}/a/feedback`);
        expect(await page.evaluate<boolean>(isTooWide)).toBe(false);
        if (arePicturesKept) await page.screenshot({ path: picture('feedback'), fullPage: true });
        await context.close();
      }
    }
  });

  test('moves nothing while it loads on a slow phone', async () => {
    const session = await openSession();
    const loads = await loadsUntil(SOON_MS, async () => {
      const context = await walk.browser.newContext(PHONE);
      const page = await context.newPage();
      // Keeps the session; the style is not in the cache of a new context.
      await page.request.get(session.url, { maxRedirects: 0 });
      await slowDown(page);
      await page.goto(`${walk.sandbox.baseUrl}/a/plan`);
      const measured = await measure(page);
      await context.close();
      return measured;
    });
    console.info(`plan behind a link: ${JSON.stringify(loads)}`);
    expect(loads.map(({ shift }) => shift)).toEqual(loads.map(() => 0));
  });

  test('moves nothing in a frame or around it while it loads on a slow phone', async () => {
    const session = await openSession();
    const around: number[] = [];
    const loads = await loadsUntil(SOON_MS, async () => {
      // With the style that the guide names.
      const style = '<style>musette-plan { display: block; min-height: 100vh }</style>';
      const html = `${style}<h1>My calendar</h1>${elementOf(session)}<p>Below</p>`;
      const { context, page, states } = await openPlatform(html, { isSlow: true });
      // Asking for what is visible any sooner would lay out a page without its style.
      await expect.poll(() => states).toEqual(['ready']);
      const measured = await measure(await frameOf(page));
      around.push((await measure(page)).shift);
      await context.close();
      return measured;
    });
    console.info(`plan in a frame: ${JSON.stringify({ loads, around })}`);
    expect(loads.map(({ shift }) => shift)).toEqual(loads.map(() => 0));
    expect(around).toEqual(around.map(() => 0));
  });

  test('loads an element of at most 8 KiB that never changes, with the integrity that the guide names', async () => {
    const reply = await fetch(`${walk.sandbox.baseUrl}/elements/v1.js`);
    const bytes = new Uint8Array(await reply.arrayBuffer());
    expect(bytes.length).toBeLessThanOrEqual(ELEMENT_MAX_BYTES);
    const integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
    expect(integrity).toBe(ELEMENT_V1);
    expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(reply.headers.get('access-control-allow-origin')).toBe('*');
    expect(await (await fetch(`${walk.sandbox.baseUrl}/docs/guides/one-element.md`)).text()).toContain(
      integrity,
    );
    expect((await fetch(`${walk.sandbox.baseUrl}/elements/v2.js`)).status).toBe(404);
  });

  test('meets the plan on a platform of 60 lines, started from the file that the guide names', async () => {
    const source = await (await fetch(`${walk.sandbox.baseUrl}/assets/training-platform.mjs`)).text();
    expect(source.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
    const folder = await mkdtemp(join(tmpdir(), 'musette-platform-'));
    const file = join(folder, 'training-platform.mjs');
    await writeFile(file, source);
    const port = await freePort();
    const { MUSETTE_API_KEY: _, ...withoutKey } = process.env;
    const keyless = spawnSync(process.execPath, [file], { env: withoutKey, encoding: 'utf8' });
    expect(keyless.stderr).toBe('Set MUSETTE_API_KEY to the key that `npm start` printed.\n');
    const child = spawn(process.execPath, [file], {
      env: {
        ...process.env,
        MUSETTE_API_KEY: walk.sandbox.key,
        MUSETTE_URL: walk.sandbox.baseUrl,
        PORT: String(port),
      },
    });
    try {
      await once(child.stdout, 'data');
      const page = await walk.browser.newPage(PHONE);
      await page.goto(`http://localhost:${port}/?rider=1`);
      const frame = await frameOf(page);
      await frame.waitForSelector('.numbers');
      expect(await frame.textContent('h1')).toBe('Long ride');
      await page.close();
    } finally {
      child.kill();
      await rm(folder, { recursive: true });
    }
  });
});
