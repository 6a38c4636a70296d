import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { callDirectory } from '#platform/guards/call-guard.ts';
import type { Claimed, ComparisonPart, Wanted } from '#platform/guards/directory.ts';
import type { Region } from '#platform/regions.ts';
import { sha256Hex } from '#platform/storage/cryptography.ts';
import { directoryOf } from '../support/guards.ts';
import { NOON_MS } from '../support/stopped-clock.ts';

const HOUR_MS = 3_600_000;

let made = 0;
const freshPartner = () => `prt_directory${++made}`;
const freshDirectory = () => directoryOf(freshPartner());
type TestedDirectory = ReturnType<typeof freshDirectory>;

function creation(externalHash: string, athleteId: string, region: Region, staleVersion?: number): Wanted {
  return {
    externalHash,
    athleteId,
    region,
    isNew: true,
    mayShare: true,
    keyHash: null,
    staleVersion: staleVersion ?? null,
  };
}

function change(externalHash: string, athleteId: string): Wanted {
  return {
    externalHash,
    athleteId,
    region: 'weur',
    isNew: false,
    mayShare: false,
    keyHash: null,
    staleVersion: null,
  };
}

async function claim(directory: TestedDirectory, wanted: Wanted): Promise<Claimed> {
  const [claimed] = (await directory.claim([wanted])).claimed;
  if (!claimed) throw new Error('no answer to a claim');
  return claimed;
}

/** Applies a part that found these athletes and nothing stale, as the last one. */
function lastPart({ epoch, position }: ComparisonPart, found: { externalHash: string; athleteId: string }[]) {
  return { epoch, from: position, staleVersions: [], found, to: null };
}

// The clock stands still, so that reservations end exactly when a test says so.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(NOON_MS);
});
afterEach(() => {
  vi.useRealTimers();
});

describe('claims of an external_id, unique across shards', () => {
  test('of 50 simultaneous claims from two regions one identifier wins, and the other region hears how long to wait', async () => {
    const directory = freshDirectory();
    const claims = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        claim(directory, creation('rider', `ath_${index}`, index % 2 === 0 ? 'weur' : 'enam')),
      ),
    );
    expect(new Set(claims.map(({ athleteId }) => athleteId)).size).toBe(1);
    const [winner] = claims;
    const region = Number(winner?.athleteId.slice(4)) % 2;
    for (const [index, each] of claims.entries()) {
      const reservation = { outcome: 'reserved', athleteId: winner?.athleteId, version: 1 };
      const refusal = { ...reservation, outcome: 'held', reservedForMs: 30_000 };
      expect(each).toEqual(index % 2 === region ? reservation : refusal);
    }
  });

  test('after a kill between claim and insert the next try in that region gets the reserved identifier', async () => {
    const directory = freshDirectory();
    await claim(directory, creation('rider', 'ath_first', 'weur'));
    vi.setSystemTime(NOON_MS + 29_999);
    expect(await claim(directory, creation('rider', 'ath_second', 'weur'))).toMatchObject({
      outcome: 'reserved',
      athleteId: 'ath_first',
    });
  });

  test('a reservation expires after 30 seconds: the holder is then named to be checked, and its version replaced once', async () => {
    const directory = freshDirectory();
    await claim(directory, creation('rider', 'ath_first', 'weur'));
    vi.setSystemTime(NOON_MS + 29_999);
    const early = await claim(directory, creation('rider', 'ath_other', 'enam'));
    expect(early).toEqual({ outcome: 'held', athleteId: 'ath_first', version: 1, reservedForMs: 1 });
    vi.setSystemTime(NOON_MS + 30_000);
    const late = await claim(directory, creation('rider', 'ath_other', 'enam'));
    expect(late).toEqual({ outcome: 'held', athleteId: 'ath_first', version: 1, reservedForMs: 0 });

    const swap = (athleteId: string) => claim(directory, creation('rider', athleteId, 'enam', 1));
    expect(await swap('ath_other')).toMatchObject({ outcome: 'reserved', athleteId: 'ath_other' });
    // The version that it found stale has gone, so a second swap shares the first one's reservation.
    expect(await swap('ath_third')).toMatchObject({ outcome: 'reserved', athleteId: 'ath_other' });
    expect(await claim(directory, creation('rider', 'ath_first', 'weur'))).toMatchObject({
      outcome: 'held',
      athleteId: 'ath_other',
    });
  });

  test('a clock that goes back ends a reservation instead of prolonging it', async () => {
    const directory = freshDirectory();
    await claim(directory, creation('rider', 'ath_first', 'weur'));
    vi.setSystemTime(NOON_MS - HOUR_MS);
    expect(await claim(directory, creation('rider', 'ath_other', 'enam'))).toMatchObject({
      outcome: 'held',
      reservedForMs: 0,
    });
  });

  test('a retry with the same Idempotency-Key need not wait for what the first try reserved, another key has to', async () => {
    const directory = freshDirectory();
    const keyed = (athleteId: string, keyHash: string) => ({
      ...creation('rider', athleteId, 'weur'),
      mayShare: false,
      keyHash,
    });
    await claim(directory, keyed('ath_first', 'k'));
    const held = { outcome: 'held', athleteId: 'ath_first', version: 1 };
    expect(await claim(directory, keyed('ath_retry', 'k'))).toEqual({ ...held, reservedForMs: 0 });
    expect(await claim(directory, keyed('ath_other', 'l'))).toEqual({ ...held, reservedForMs: 30_000 });
  });

  test('reservations survive the eviction of the directory', async () => {
    const directory = freshDirectory();
    await claim(directory, creation('rider', 'ath_first', 'weur'));
    await evictDurableObject(directory);
    expect(await claim(directory, creation('rider', 'ath_other', 'enam'))).toMatchObject({
      outcome: 'held',
      athleteId: 'ath_first',
      reservedForMs: 30_000,
    });
  });

  test('a new athlete never shares the reservation of an existing one that changes its external_id', async () => {
    const directory = freshDirectory();
    await claim(directory, change('rider', 'ath_existing'));
    expect(await claim(directory, creation('rider', 'ath_new', 'weur'))).toMatchObject({
      outcome: 'held',
      athleteId: 'ath_existing',
      reservedForMs: 30_000,
    });
    expect(await claim(directory, change('rider', 'ath_second'))).toMatchObject({ outcome: 'held' });
  });

  test('an athlete that claims its external_id again gets a new version, so a check made before cannot replace it', async () => {
    const directory = freshDirectory();
    await claim(directory, change('rider', 'ath_existing'));
    vi.setSystemTime(NOON_MS + 30_000);
    const checked = await claim(directory, creation('rider', 'ath_new', 'weur'));
    await claim(directory, change('rider', 'ath_existing'));
    expect(await claim(directory, creation('rider', 'ath_new', 'weur', checked.version))).toMatchObject({
      outcome: 'held',
      athleteId: 'ath_existing',
      reservedForMs: 30_000,
    });
  });

  test('one message claims many, each on its own', async () => {
    const directory = freshDirectory();
    await claim(directory, creation('b', 'ath_b', 'enam'));
    const wanted = ['a', 'b', 'c'].map((hash) => creation(hash, `ath_new_${hash}`, 'weur'));
    const { claimed } = await directory.claim(wanted);
    expect(claimed.map(({ outcome, athleteId }) => [outcome, athleteId])).toEqual([
      ['reserved', 'ath_new_a'],
      ['held', 'ath_b'],
      ['reserved', 'ath_new_c'],
    ]);
  });

  test('partners and environments have directories of their own', async () => {
    const owners = [
      { partnerId: freshPartner(), environment: 'test', homeRegion: 'weur' },
      { partnerId: freshPartner(), environment: 'test', homeRegion: 'enam' },
    ] as const;
    const [first] = owners;
    for (const owner of [...owners, { ...first, environment: 'live' } as const]) {
      const { claimed } = await callDirectory(
        { directories: env.DIRECTORY, isLocal: true },
        owner,
        (directory) => directory.claim([creation('rider', owner.partnerId + owner.environment, 'weur')]),
      );
      expect(claimed).toMatchObject([
        { outcome: 'reserved', athleteId: owner.partnerId + owner.environment },
      ]);
    }
  });
});

describe('hostile external ids', () => {
  test.each([
    ['of 255 characters beyond the Basic Multilingual Plane', '𝔯'.repeat(255)],
    ['with NUL', 'rider\u0000'],
    ['with quotes, braces and a comment', `'"}{;-- ${'\\'.repeat(9)}`],
    ['in another normal form', 'e\u0301'],
    ['of white space', ' \u2028\t'],
  ])('an external_id %s is its own and names nobody else', async (_what, externalId) => {
    const directory = freshDirectory();
    const near = [externalId, 'rider', '\u00e9', '', externalId.toUpperCase(), `${externalId} `];
    const distinct = [...new Set(near)];
    for (const [index, text] of distinct.entries()) {
      const taken = await claim(directory, creation(await sha256Hex(text), `ath_${index}`, 'weur'));
      expect(taken).toMatchObject({ outcome: 'reserved', athleteId: `ath_${index}` });
    }
    const again = await claim(directory, creation(await sha256Hex(externalId), 'ath_x', 'enam'));
    expect(again).toMatchObject({ outcome: 'held', athleteId: 'ath_0' });
  });
});

describe('release of an external_id', () => {
  test('the release of an erased athlete frees every external_id of it and no other', async () => {
    const directory = freshDirectory();
    await directory.claim([
      creation('a', 'ath_erased', 'weur'),
      change('b', 'ath_erased'),
      creation('c', 'ath_kept', 'weur'),
    ]);
    await directory.release(['ath_erased', 'ath_unknown']);
    for (const [hash, outcome] of [
      ['a', 'reserved'],
      ['b', 'reserved'],
      ['c', 'held'],
    ] as const) {
      expect(await claim(directory, creation(hash, 'ath_new', 'enam'))).toMatchObject({ outcome });
    }
  });

  test('an entry is dropped by its version: one that was claimed again meanwhile stays', async () => {
    const directory = freshDirectory();
    await claim(directory, change('rider', 'ath_moving'));
    const entry = { externalHash: 'rider', athleteId: 'ath_moving' };
    const version = await directory.versionOf(entry);
    await claim(directory, change('rider', 'ath_moving'));
    await directory.drop([version ?? 0]);
    const current = await directory.versionOf(entry);
    expect(current).not.toBeNull();
    await directory.drop([current ?? 0]);
    expect(await directory.versionOf(entry)).toBeNull();
  });

  test('a confirmed holder replaces the entry it was checked against, and no later one', async () => {
    const directory = freshDirectory();
    const { version } = await claim(directory, creation('rider', 'ath_guess', 'weur'));
    const holder = { externalHash: 'rider', athleteId: 'ath_holder' };
    await directory.confirm({ ...holder, version });
    expect(await claim(directory, creation('rider', 'ath_new', 'weur'))).toMatchObject({
      outcome: 'held',
      athleteId: 'ath_holder',
      reservedForMs: 0,
    });
    await directory.confirm({ externalHash: 'rider', athleteId: 'ath_late', version });
    expect(await directory.versionOf(holder)).not.toBeNull();
  });

  test('a purge leaves nothing stored, and neither does a directory that was only asked to release', async () => {
    const [purged, asked] = [freshDirectory(), freshDirectory()];
    await claim(purged, creation('rider', 'ath_first', 'weur'));
    await purged.forget();
    await asked.release(['ath_first']);
    await asked.drop([1]);
    for (const directory of [purged, asked]) {
      const left = await runInDurableObject(directory, async (_object, state) => [
        ...(await state.storage.list()).keys(),
        ...state.storage.sql.exec("SELECT name FROM sqlite_master WHERE name LIKE 'entries%'"),
      ]);
      expect(left).toEqual([]);
      expect(await claim(directory, creation('rider', 'ath_new', 'enam'))).toMatchObject({
        athleteId: 'ath_new',
      });
    }
  });
});

describe('the comparison that rebuilds a directory', () => {
  test('a directory says that it is not built until a comparison has ended, and again after it was deleted by hand', async () => {
    const directory = freshDirectory();
    const isBuilt = async () => (await directory.claim([])).isBuilt;
    expect(await isBuilt()).toBe(false);
    const found = [{ externalHash: 'rider', athleteId: 'ath_found' }];
    const result = lastPart(await directory.nextPart('job', 10), found);
    expect(await directory.finishPart(result)).toEqual({ added: 1, dropped: 0, conflicts: 0 });
    expect(await isBuilt()).toBe(true);
    expect(await claim(directory, creation('rider', 'ath_new', 'weur'))).toMatchObject({
      outcome: 'held',
      athleteId: 'ath_found',
      reservedForMs: 0,
    });
    await runInDurableObject(directory, (_object, state) => state.storage.deleteAll());
    expect(await isBuilt()).toBe(false);
  });

  test('entries are paged by version, and only those whose reservation ended an hour ago', async () => {
    const directory = freshDirectory();
    await directory.claim(['a', 'b', 'c'].map((hash) => creation(hash, `ath_${hash}`, 'weur')));
    vi.setSystemTime(NOON_MS + 30_000 + HOUR_MS);
    await claim(directory, creation('d', 'ath_d', 'weur'));
    vi.setSystemTime(NOON_MS + 30_001 + HOUR_MS);
    const seen: string[] = [];
    for (let part = await directory.nextPart('job', 2); part.entries.length > 0; ) {
      seen.push(...part.entries.map(({ athleteId }) => athleteId));
      const { epoch, position: from, entries } = part;
      const to = { startedBy: 'job', stage: 'entries', afterVersion: entries.at(-1)?.version ?? 0 } as const;
      const staleVersions = entries.filter(({ externalHash }) => externalHash === 'b').map((e) => e.version);
      await directory.finishPart({ epoch, from, staleVersions, found: [], to });
      part = await directory.nextPart('job', 2);
    }
    expect(seen).toEqual(['ath_a', 'ath_b', 'ath_c']);
    expect(await claim(directory, creation('b', 'ath_new', 'enam'))).toMatchObject({ outcome: 'reserved' });
  });

  test('a comparison is resumed where it stopped, after an eviction too; the operator begins one anew', async () => {
    const directory = freshDirectory();
    const { epoch, position: from } = await directory.nextPart('job', 10);
    const to = { startedBy: 'job', stage: 'athletes', shard: 'c000', afterId: 'ath_m' } as const;
    expect(await directory.finishPart({ epoch, from, staleVersions: [], found: [], to })).not.toBeNull();
    await evictDurableObject(directory);
    expect((await directory.nextPart('job', 10)).position).toEqual(to);
    const anew = { startedBy: 'operator', stage: 'entries', afterVersion: 0 } as const;
    expect((await directory.nextPart('operator', 10)).position).toEqual(anew);
    expect((await directory.nextPart('job', 10)).position).toEqual(anew);
  });

  test('a part that was read before an athlete was released is refused, so an erased athlete is not added again', async () => {
    const directory = freshDirectory();
    const found = [{ externalHash: 'rider', athleteId: 'ath_erased' }];
    const before = await directory.nextPart('job', 10);
    await directory.release(['ath_erased']);
    expect(await directory.finishPart(lastPart(before, found))).toBeNull();
    expect(await directory.versionOf({ externalHash: 'rider', athleteId: 'ath_erased' })).toBeNull();
    const after = await directory.nextPart('job', 10);
    await evictDurableObject(directory);
    expect(await directory.finishPart(lastPart(after, found))).toBeNull();
  });

  test('of two comparisons at once one applies each part, and an entry of another athlete is counted as a conflict', async () => {
    const directory = freshDirectory();
    await claim(directory, creation('rider', 'ath_entry', 'weur'));
    const [first, second] = [await directory.nextPart('job', 10), await directory.nextPart('job', 10)];
    const found = [{ externalHash: 'rider', athleteId: 'ath_twin' }];
    const counts = { added: 0, dropped: 0, conflicts: 1 };
    expect(await directory.finishPart(lastPart(first, found))).toEqual(counts);
    expect(await directory.finishPart(lastPart(second, found))).toBeNull();
  });
});

test('a directory that does not answer within 2 seconds counts as unavailable', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const owner = { partnerId: freshPartner(), environment: 'test', homeRegion: 'weur' } as const;
  const never = new Promise<never>(() => undefined);
  let outcome = 'waiting';
  const asked = callDirectory({ directories: env.DIRECTORY, isLocal: true }, owner, () => never).catch(
    (fault: Error) => {
      outcome = fault.name;
    },
  );
  await vi.advanceTimersByTimeAsync(1999);
  expect(outcome).toBe('waiting');
  await vi.advanceTimersByTimeAsync(1);
  await asked;
  expect(outcome).toBe('StorageUnavailable');
});
