import { Hono } from 'hono';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { RequestRefused } from '#platform/http/errors.ts';
import { type BodyOwner, HeldBytes, heldBytes, limitBody } from '#platform/http/upload.ts';

const KIB = 1024;
const MIB = 1024 * KIB;
const LIMIT_BYTES = 64 * KIB;

const app = new Hono();
app.onError((fault, c) =>
  fault instanceof RequestRefused ? c.json(fault.failure, 503) : c.text('a fault', 500),
);
app.post(
  '/',
  limitBody(LIMIT_BYTES, (c) => c.text('too large', 413)),
  async (c) => c.text(String((await c.req.text()).length)),
);

afterEach(() => {
  vi.useRealTimers();
});

/** A body that counts its bytes as they are read, and that may break off or stall. */
function countedBody(totalBytes: number, end: 'closes' | 'breaks off' | 'stalls' = 'closes') {
  let takenBytes = 0;
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (takenBytes < totalBytes) {
          takenBytes += 16 * KIB;
          controller.enqueue(new Uint8Array(16 * KIB));
        } else if (end === 'closes') controller.close();
        else if (end === 'breaks off') controller.error(new Error('the caller went away'));
        else return new Promise(() => undefined);
        return undefined;
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, takenBytes: () => takenBytes };
}

function post(body: ReadableStream | Uint8Array<ArrayBuffer>, announcedBytes?: number) {
  const headers = announcedBytes === undefined ? {} : { 'content-length': String(announcedBytes) };
  const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit;
  return Promise.resolve(app.request('/', init));
}

describe.each([
  ['of announced length', (bytes: number) => bytes],
  ['in chunks', () => undefined],
])('a body limit, with a body %s', (_kind, announced) => {
  test('lets a body of exactly the limit through, whole', async () => {
    const answer = await post(countedBody(LIMIT_BYTES).stream, announced(LIMIT_BYTES));
    expect([answer.status, await answer.text()]).toEqual([200, String(LIMIT_BYTES)]);
  });

  test('takes in the rest of a larger body before 413 is answered', async () => {
    const { stream, takenBytes } = countedBody(3 * MIB);
    expect((await post(stream, announced(3 * MIB))).status).toBe(413);
    expect(takenBytes()).toBe(3 * MIB);
  });

  test('drains no more than 32 MiB beyond the limit', async () => {
    const { stream, takenBytes } = countedBody(100 * MIB);
    expect((await post(stream, announced(100 * MIB))).status).toBe(413);
    expect(takenBytes()).toBeGreaterThanOrEqual(32 * MIB);
    expect(takenBytes()).toBeLessThan(32 * MIB + 2 * LIMIT_BYTES);
  });

  test('drains no longer than 5 seconds: a stalled body is answered 413', async () => {
    vi.useFakeTimers();
    const { stream } = countedBody(MIB, 'stalls');
    const answer = post(stream, announced(2 * MIB));
    let isAnswered = false;
    void answer.then(() => {
      isAnswered = true;
    });
    await vi.advanceTimersByTimeAsync(4_999);
    expect(isAnswered).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect((await answer).status).toBe(413);
  });

  test('answers 413 also to a caller that breaks off while it is drained', async () => {
    const { stream } = countedBody(MIB, 'breaks off');
    expect((await post(stream, announced(2 * MIB))).status).toBe(413);
  });
});

test('a request without a body passes the body limit', async () => {
  const answer = await app.request('/', { method: 'POST' });
  expect([answer.status, await answer.text()]).toEqual([200, '0']);
});

describe('a body on a route without a key', () => {
  test('that takes longer than 15 seconds is body_timeout, and holds no memory any more', async () => {
    vi.useFakeTimers();
    const answer = post(countedBody(16 * KIB, 'stalls').stream, 2 * 16 * KIB);
    await vi.advanceTimersByTimeAsync(14_999);
    expect(heldBytes.total).toBe(32 * KIB);
    await vi.advanceTimersByTimeAsync(1);
    expect(await (await answer).json()).toMatchObject({ failure: 'body_timeout' });
    expect(heldBytes.total).toBe(0);
  });

  test('that the caller aborts is 499, not a fault', async () => {
    const { stream } = countedBody(16 * KIB, 'breaks off');
    expect((await post(stream, 2 * 16 * KIB)).status).toBe(499);
    expect(heldBytes.total).toBe(0);
  });

  test('finds 4 MiB of the isolate at most: further ones are temporarily_unavailable until one is over', async () => {
    vi.useFakeTimers();
    const stalled = Array.from({ length: (4 * MIB) / LIMIT_BYTES }, () =>
      post(countedBody(16 * KIB, 'stalls').stream, LIMIT_BYTES),
    );
    await vi.advanceTimersByTimeAsync(1);
    expect(heldBytes.total).toBe(4 * MIB);
    const refused = await post(countedBody(LIMIT_BYTES).stream, LIMIT_BYTES);
    expect(await refused.json()).toEqual({ failure: 'temporarily_unavailable', retryAfterSeconds: 1 });
    await vi.advanceTimersByTimeAsync(15_000);
    await Promise.all(stalled);
    expect((await post(countedBody(LIMIT_BYTES).stream, LIMIT_BYTES)).status).toBe(200);
    expect(heldBytes.total).toBe(0);
  });
});

const live = (keyId: string) => ({ keyId, environment: 'live' as const });
const sandbox = (keyId: string) => ({ keyId, environment: 'test' as const });

const bodyOf = (owner: BodyOwner | null, sinceMs = 0) => ({ owner, sinceMs, bytes: 0 });

/** Holds bodies of one size until one is refused, and returns how many fitted. */
function fill(held: HeldBytes, owner: BodyOwner | null, bytes: number): number {
  let count = 0;
  while (count < 10_000 && held.make(bodyOf(owner), bytes, 0)) count += 1;
  return count;
}

describe('the bodies that an isolate holds', () => {
  test('of all callers together have at most 32 MiB', () => {
    const held = new HeldBytes();
    for (let key = 0; key < 10; key++) fill(held, live(`key_${key}`), 64 * KIB);
    expect(held.total).toBe(32 * MIB);
  });

  test('on routes without a key have at most 4 MiB, whatever else is free', () => {
    const held = new HeldBytes();
    expect(fill(held, null, 64 * KIB)).toBe(64);
    expect(held.make(bodyOf(live('key')), 64 * KIB, 0)).toBe(true);
  });

  test('of sandbox keys leave room to production, and files leave room to small bodies', () => {
    const held = new HeldBytes();
    for (let key = 0; key < 10; key++) fill(held, sandbox(`key_${key}`), 8 * MIB);
    expect(held.total).toBe(16 * MIB);
    for (let key = 0; key < 10; key++) fill(held, live(`key_${key}`), 4 * MIB);
    expect(held.total).toBe(28 * MIB);
    expect(fill(held, live('small'), 64 * KIB)).toBe(64);
  });

  test('of one key have at most 16 MiB', () => {
    const held = new HeldBytes();
    expect(fill(held, live('greedy'), 8 * MIB)).toBe(2);
    expect(fill(held, live('other'), 8 * MIB)).toBe(1);
  });

  test('count until they are dropped, and a refused one counts nothing', () => {
    const held = new HeldBytes();
    expect(held.make(bodyOf(null), 5 * MIB, 0)).toBe(false);
    const first = bodyOf(null);
    expect([held.make(first, MIB, 0), held.make(first, 4 * MIB, 0), held.total]).toEqual([
      true,
      true,
      4 * MIB,
    ]);
    expect(held.make(bodyOf(null), 1, 0)).toBe(false);
    held.drop(first);
    expect([held.total, held.make(bodyOf(null), 4 * MIB, 0)]).toEqual([0, true]);
  });

  test('of a request that the platform ended are forgotten after two minutes', () => {
    const held = new HeldBytes();
    expect(fill(held, null, MIB)).toBe(4);
    expect(held.make(bodyOf(null), MIB, 120_000)).toBe(false);
    expect(held.make(bodyOf(null, 120_001), MIB, 120_001)).toBe(true);
    expect(held.total).toBe(MIB);
  });
});
