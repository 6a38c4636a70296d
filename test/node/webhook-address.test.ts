import { afterEach, expect, test, vi } from 'vitest';
import { addressProblem } from '#partner/webhooks/send-event.ts';
import { postJson } from '#platform/http/outgoing.ts';

const PRODUCTION = { isLocal: false, baseUrl: 'https://musette.example' };
const LOCAL = { isLocal: true, baseUrl: 'http://127.0.0.1:8787' };

const ALLOWED = [
  'https://platform.example',
  'https://platform.example/hooks?tenant=1',
  'https://platform.example:443/hooks',
  'https://platform.example:8443/hooks',
  'https://a-b.c-d.platform.example/',
  'https://bücher.example/',
  'https://platform.xn--p1ai/',
  'https://notmusette.example/',
  'https://musette.example.org/',
];

test.each(ALLOWED)('SSRF: %s is a public address', (address) => {
  expect(addressProblem(PRODUCTION, address)).toBeNull();
  expect(addressProblem(LOCAL, address)).toBeNull();
});

/** Refused in production and by a local installation. */
const REFUSED = [
  'not an address',
  '/hooks',
  'platform.example',
  'ftp://platform.example/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/plain,x',
  'http://platform.example/',
  'HTTP://platform.example/',
  'https://',
  // Ports.
  'https://platform.example:80/',
  'https://platform.example:22/',
  'https://platform.example:6379/',
  'https://platform.example:8444/',
  // User info.
  'https://user@platform.example/',
  'https://user:password@platform.example/',
  'https://@platform.example/',
  'https://:@platform.example/',
  'https://platform.example@127.0.0.1/',
  // IPv4 in each of its notations.
  'https://127.0.0.1/',
  'https://127.0.0.1./',
  'https://127.1/',
  'https://0x7f.1/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://2130706433/',
  'https://0/',
  'https://10.0.0.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://192.168.1.1:8443/',
  'https://8.8.8.8/',
  'https://%31%32%37.0.0.1/',
  // IPv6.
  'https://[::1]/',
  'https://[::]/',
  'https://[::ffff:7f00:1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[fd00::1]/',
  'https://[2001:db8::1]/',
  // Names that are not public.
  'https://localhost/',
  'https://LOCALHOST/',
  'https://localhost./',
  'https://service.localhost/',
  'https://printer.local/',
  'https://printer.local./',
  'https://metadata.google.internal/',
  'https://intranet/',
  'https://platform.example./',
  'https://1.0.0.127.in-addr.arpa/',
  'https://platform.123/',
  // Letters that a parser turns into others.
  'https://１２７.0.0.1/',
  'https://127。0。0。1/',
  'https://①②⑦.0.0.1/',
  'https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/',
  'https://printer.ｌｏｃａｌ/',
  'https://printer。local/',
  'https://loc\u00adalhost/',
  'https://local\u200bhost/',
  // Characters on which parsers disagree.
  'https://platform.example\\@127.0.0.1/',
  'https://127.0.0.1\\.platform.example/',
  'https:\\\\platform.example/',
  ' https://platform.example/',
  'https://platform.example/\n',
  'https://plat\tform.example/',
  'https://platform.example/\u0000',
  'https://platform..example/',
  'https://-platform.example/',
];

test.each(REFUSED)('SSRF: %s is refused', (address) => {
  expect(addressProblem(PRODUCTION, address)).toEqual(expect.any(String));
  expect(addressProblem(LOCAL, address)).toEqual(expect.any(String));
});

test.each([
  'https://musette.example/v1/athletes',
  'https://MUSETTE.example/',
  'https://musette.example:8443/',
  'https://api.musette.example/',
  'https://ｍusette.example/',
])("SSRF: %s is the service's own and refused", (address) => {
  expect(addressProblem(PRODUCTION, address)).toBe('must not be an address of this service');
});

test('a local installation also sends to plain http on its own machine, but not to itself', () => {
  for (const address of ['http://127.0.0.1:9000/hooks', 'http://localhost:9000/']) {
    expect(addressProblem(LOCAL, address)).toBeNull();
    expect(addressProblem(PRODUCTION, address)).toEqual(expect.any(String));
  }
  for (const address of ['http://127.0.0.1:8787/v1', 'http://10.0.0.1/', 'http://[::1]:9000/']) {
    expect(addressProblem(LOCAL, address), address).toEqual(expect.any(String));
  }
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a POST that gets no answer times out, and its request is aborted', async () => {
  vi.useFakeTimers();
  let signal: AbortSignal | undefined;
  vi.stubGlobal('fetch', (_url: string, init: { signal: AbortSignal }) => {
    signal = init.signal;
    return new Promise((_resolve, reject) =>
      init.signal.addEventListener('abort', () => reject(new Error('aborted'))),
    );
  });
  const posted = postJson('https://receiver.example/', '{}', {}, 10_000);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(signal?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await posted).toEqual({ outcome: 'too_slow', statusCode: null });
  expect(signal?.aborted).toBe(true);
});

test.each([
  ['answered', 520, 'cloudflare'],
  ['unreachable', 521, 'cloudflare'],
  ['unreachable', 526, 'cloudflare'],
  ['answered', 527, 'cloudflare'],
  ['unreachable', 530, 'Cloudflare'],
  ['answered', 530, 'nginx'],
  ['answered', 522, null],
  ['answered', 204, 'cloudflare'],
] as const)('a POST is %s with status %i from server %s', async (outcome, status, server) => {
  const headers = server === null ? {} : { server };
  vi.stubGlobal('fetch', async () => new Response(null, { status, headers }));
  expect(await postJson('https://receiver.example/', '{}', {}, 10_000)).toEqual({
    outcome,
    statusCode: status,
  });
});
