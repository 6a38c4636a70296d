import { afterEach, expect, test, vi } from 'vitest';
import { postJson } from '#platform/http/post-json.ts';

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
  expect(await posted).toBeNull();
  expect(signal?.aborted).toBe(true);
});
