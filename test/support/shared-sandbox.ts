import { createServer } from 'node:http';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { newPartner } from './connect-over-http.ts';
import { newestCode } from './page-fields.ts';
import { listen } from './processes.ts';
import { startSandbox } from './sandbox.ts';

/**
 * One local installation and one browser for all files of a run that need no start of their own. The first file that
 * asks starts them, so a run without such a file starts nothing, and the end of the run ends them.
 */

declare module 'vitest' {
  interface ProvidedContext {
    /** The address that starts what is shared. */
    readonly starter: string;
  }
}

/** Debian's own browser; nothing is downloaded. */
export const CHROMIUM = '/usr/bin/chromium';
const OPERATOR_TOKEN = 'operator-token-that-only-tests-know';
/** An operator whose documents the pages name. */
const VARS = {
  OPERATOR_NAME: 'Sample Operator Ltd',
  TERMS_URL: 'https://musette.example/terms-1',
  DPA_URL: 'https://musette.example/dpa-1',
  PRIVACY_URL: 'https://musette.example/privacy',
  CONTACT_EMAIL: 'hello@musette.example',
};

interface Started {
  readonly description: unknown;
  readonly stop: () => Promise<void>;
}

const STARTS: Readonly<Record<string, () => Promise<Started>>> = {
  '/sandbox': async () => {
    const { baseUrl, key, stop } = await startSandbox({ OPERATOR_TOKEN }, VARS);
    return { description: { baseUrl, key }, stop };
  },
  '/browser': async () => {
    const { chromium } = await import('playwright-core');
    // As root, Chromium's own sandbox cannot start; the only pages it sees here are ours.
    const args = ['--no-sandbox'];
    const server = await chromium.launchServer({ executablePath: CHROMIUM, host: '127.0.0.1', args });
    return { description: server.wsEndpoint(), stop: () => server.close() };
  },
};

/** Starts each of them once in a run, when its first request comes. Vitest calls it in its own process. */
export default async function shareStarts({ provide }: TestProject): Promise<() => Promise<void>> {
  const started = new Map<string, Promise<Started>>();
  const server = createServer(async ({ url = '' }, res) => {
    const start = started.get(url) ?? STARTS[url]?.();
    if (start === undefined) return res.writeHead(404).end();
    started.set(url, start);
    await start.then(
      ({ description }) => res.end(JSON.stringify(description)),
      (cause) => res.writeHead(500).end(String(cause)),
    );
  });
  provide('starter', `http://127.0.0.1:${await listen(server)}`);
  return async () => {
    server.close();
    await Promise.allSettled(Array.from(started.values(), async (start) => (await start).stop()));
  };
}

/** Returns what the run shares under a path, and starts it if no file did. */
async function shared(path: string) {
  const answer = await fetch(inject('starter') + path);
  if (!answer.ok) throw new Error(await answer.text());
  return JSON.parse(await answer.text());
}

/** Returns the endpoint to which a file connects to get the browser. */
export const sharedBrowser = (): Promise<string> => shared('/browser');

/** The shared sandbox as one of its partners uses it. */
export type PartnerSandbox = Awaited<ReturnType<typeof sharedSandbox>>;

/** Returns the shared sandbox with a new partner, whose athletes begin in this tier: other files use the same stores. */
export async function sharedSandbox(defaultTier: 'teaser' | 'full' = 'full') {
  const { baseUrl, key: demoKey } = await shared('/sandbox');
  /** Returns the JSON of a success. */
  async function request(bearer: string, method: string, path: string, body?: object) {
    const answer = await fetch(baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === '' ? null : JSON.parse(text);
  }
  const operate = (method: string, path: string, body?: object) =>
    request(OPERATOR_TOKEN, method, `/operator/v1${path}`, body);
  // Athletes' pages name it, and their stored pictures the one that `npm start` creates.
  const { key } = await newPartner((path, body) => request(OPERATOR_TOKEN, 'POST', path, body), {
    name: 'Demo partner',
    contact_email: 'api@newcomer.example',
    default_tier: defaultTier,
  });
  return {
    baseUrl,
    key,
    /** The key that `npm start` printed. Its partner belongs to the walk through the console. */
    demoKey,
    send: (method: string, path: string, body?: object, bearer = key) => request(bearer, method, path, body),
    operate,
    /** Returns the newest code that was sent to an address. */
    codeFor: async (email: string) => newestCode(await (await fetch(`${baseUrl}/dev/outbox`)).text(), email),
  };
}
