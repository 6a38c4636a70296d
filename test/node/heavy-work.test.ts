import type { Work } from '@musette/basics/work';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RequestRefused } from '#platform/http/errors.ts';
import {
  FairQueue,
  inTurn,
  LIGHT_US,
  newPace,
  type Pace,
  recordRequest,
  type WorkOwner,
} from '#platform/http/heavy-work.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const live = (keyId: string): WorkOwner => ({ keyId, environment: 'live' });
const sandbox = (keyId: string): WorkOwner => ({ keyId, environment: 'test' });

/** Enters these owners behind one that is inside, and returns the order in which they were let in. */
async function orderOf(owners: readonly WorkOwner[]): Promise<string[]> {
  const queue = new FairQueue(1, false);
  const first = await queue.enter(live('first'));
  const order: string[] = [];
  const all = owners.map(async (owner) => {
    const end = await queue.enter(owner);
    order.push(owner.keyId);
    end?.();
  });
  first?.();
  await Promise.all(all);
  return order;
}

describe('the queue of heavy work', () => {
  test('lets in as many as it has room for, and the next one when one ends', async () => {
    const queue = new FairQueue(2, false);
    const ends = [await queue.enter(live('a')), await queue.enter(live('a'))];
    let isIn = false;
    const third = queue.enter(live('a'))?.then(() => {
      isIn = true;
    });
    await Promise.resolve();
    expect(isIn).toBe(false);
    // Ended twice, it frees one place only.
    ends[0]?.();
    ends[0]?.();
    await third;
    expect(isIn).toBe(true);
    let isFourthIn = false;
    void queue.enter(live('b'))?.then(() => {
      isFourthIn = true;
    });
    await Promise.resolve();
    expect(isFourthIn).toBe(false);
  });

  test('keys take turns, so that a greedy one delays itself', async () => {
    const greedy = Array.from({ length: 4 }, () => live('greedy'));
    expect(await orderOf([...greedy, live('other'), live('third')])).toEqual([
      ...['greedy', 'other', 'third', 'greedy', 'greedy', 'greedy'],
    ]);
  });

  test('the tokens of an OAuth client share its turns, however many athletes they are of', async () => {
    const ofClient = (keyId: string) => ({ ...live(keyId), clientId: 'cli_1' });
    expect(await orderOf([ofClient('con_1'), ofClient('con_2'), ofClient('con_3'), live('key')])).toEqual([
      ...['con_1', 'key', 'con_2', 'con_3'],
    ]);
  });

  test('production comes before the sandbox, which has every fourth turn', async () => {
    const both = [
      ...Array.from({ length: 3 }, () => sandbox('test')),
      ...Array.from({ length: 6 }, () => live('live')),
    ];
    // The one that was inside had the first turn.
    expect((await orderOf(both)).join(' ')).toBe('live live test live live live test live test');
  });

  test('is bounded: 100 of a key and 150 of an environment wait, and the other environment has its own', async () => {
    const queue = new FairQueue(1, true);
    await queue.enter(live('inside'));
    const waiting = (owner: WorkOwner, count: number) =>
      Array.from({ length: count }, () => queue.enter(owner)).filter((turn) => turn !== null).length;
    expect(waiting(sandbox('greedy'), 200)).toBe(100);
    expect(waiting(sandbox('other'), 200)).toBe(50);
    expect(waiting(live('live'), 10)).toBe(10);
  });
});

test('one that the platform ended inside the queue lets the next one in after 20 seconds', async () => {
  vi.useFakeTimers();
  const queue = new FairQueue(1, false);
  await queue.enter(live('ended'));
  let isIn = false;
  void queue.enter(live('next'))?.then(() => {
    isIn = true;
  });
  await vi.advanceTimersByTimeAsync(19_000);
  expect(isIn).toBe(false);
  await vi.advanceTimersByTimeAsync(2_001);
  expect(isIn).toBe(true);
});

describe('a turn', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('scheduler', { wait: async () => undefined });
  });

  /** Holds the isolate's only turn until it is released. */
  async function holdTurn() {
    const { promise, resolve } = Promise.withResolvers<void>();
    const held = inTurn(live('holder'), () => promise);
    await Promise.resolve();
    return async () => {
      resolve();
      await held;
    };
  }

  test('that does not come within ten seconds is 503 with Retry-After: 1, and leaves the queue', async () => {
    const release = await holdTurn();
    let outcome: unknown = null;
    const work = vi.fn();
    const waiting = inTurn(live('late'), work).catch((cause: unknown) => {
      outcome = cause;
    });
    await vi.advanceTimersByTimeAsync(9_999);
    expect(outcome).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    await waiting;
    expect(outcome).toBeInstanceOf(RequestRefused);
    expect(outcome).toMatchObject({
      failure: { failure: 'temporarily_unavailable', retryAfterSeconds: 1 },
    });
    await release();
    expect(await inTurn(live('next'), () => 'done')).toBe('done');
    expect(work).not.toHaveBeenCalled();
  });

  test('is waited for as long as it takes by a request that has already had an effect', async () => {
    const release = await holdTurn();
    const waiting = inTurn(live('late'), () => 'done', 'as long as it takes');
    await vi.advanceTimersByTimeAsync(15_000);
    await release();
    expect(await waiting).toBe('done');
  });
});

describe('the pace of heavy work', () => {
  /** Counts work until the isolate rests. */
  async function workUntilRest({ spend }: Pace) {
    let resting = spend(150);
    while (!resting) resting = spend(150);
    await resting;
  }

  let nowMs = Date.now();

  beforeEach(async () => {
    // No request of the test before is in progress any more.
    nowMs += 1000;
    vi.useFakeTimers({ now: nowMs });
    vi.stubGlobal('scheduler', { wait: vi.fn(async () => undefined) });
    await workUntilRest(newPace());
    rests().mockClear();
  });

  const rests = () => vi.mocked(scheduler.wait);

  test('rests every eight milliseconds of counted work, and returns its result', async () => {
    function* work(): Work<string> {
      for (let step = 0; step < 1000; step++) yield 150;
      return 'done';
    }
    expect(await newPace(live('a')).run(work())).toBe('done');
    expect(rests()).toHaveBeenCalledTimes(Math.floor(1000 / Math.ceil(8000 / 150)));
  });

  test('counts the turns of an isolate together, so that many short ones rest as one long turn does', async () => {
    await Promise.all(Array.from({ length: 120 }, () => inTurn(live('alone'), () => undefined)));
    expect(rests()).toHaveBeenCalledTimes(120 / Math.ceil(8000 / LIGHT_US));
  });

  test('rests before each turn while others have requests in progress', async () => {
    recordRequest(live('other'));
    await Promise.all(['a', 'b', 'c'].map((keyId) => inTurn(live(keyId), () => undefined)));
    expect(rests().mock.calls).toEqual([[1], [1], [1]]);
  });

  test('rests for a millisecond while others have requests in progress, and else until what is ready has run', async () => {
    const restOf = async (owner: WorkOwner) => {
      await workUntilRest(newPace(owner));
      return rests().mock.lastCall;
    };
    recordRequest(live('greedy'));
    expect(await restOf(live('greedy'))).toEqual([0]);
    recordRequest(live('other'));
    recordRequest(live('greedy'));
    expect(await restOf(live('greedy'))).toEqual([1]);
    vi.advanceTimersByTime(201);
    expect(await restOf(live('greedy'))).toEqual([0]);
  });
});
