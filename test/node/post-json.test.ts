import { afterEach, expect, test, vi } from 'vitest';
import { postJson } from '#platform/http/outgoing.ts';

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
