import type { Case } from './cases.ts';
import { bytesInOf, type Measured, Meter } from './measure.ts';
import { Mutations } from './mutations.ts';
import { type Bench, sendCase } from './service.ts';

/** The factor by which a found body has to exceed the known ones, because times are noisy. */
const BEATEN_BY = 1.3;
/** Below this nobody gains from a request. */
const WORTH_CALCULATIONS = 5;
const WORTH_BYTES_RATIO = 20;
const PARENTS = 4;
const SHARE_BYTES = 64 * 1024;

/** A body that was sent, and what it seems to cost. */
interface Trial {
  readonly request: Case;
  /** Time per started 64 KiB: roughly per unit, which is counted only in the end. */
  readonly msPerShare: number;
  readonly bytesRatio: number;
}

/**
 * Climbs from the known cases of one operation: a body that takes longer, or is answered with more, is changed further. Returns
 * those that beat all known ones, measured as they are.
 */
export async function searchBeyond(
  bench: Bench,
  known: readonly Measured[],
  { seed, ms }: { readonly seed: number; readonly ms: number },
): Promise<{ readonly found: readonly Measured[]; readonly tried: number }> {
  const mutations = new Mutations(seed);
  const starts = known.filter(({ request }) => request.body !== null).map(({ request }) => request);
  if (starts.length === 0) return { found: [], tried: 0 };
  let parents: readonly Trial[] = [];
  for (const request of starts) parents = fittest([...parents, ...(await tryOne(bench, request))]);
  const endsAt = performance.now() + ms;
  let tried = 0;
  for (; performance.now() < endsAt; tried++) {
    // Mostly the best so far, sometimes any known one.
    const parent = mutations.choose([...parents, mutations.choose(starts)].map(asRequest));
    const trials = await tryOne(bench, mutations.change(parent));
    if (trials.length === 0) break;
    parents = fittest([...parents, ...trials]);
  }
  const meter = new Meter(bench);
  const found: Measured[] = [];
  for (const { request } of parents) {
    if (starts.includes(request)) continue;
    const own = await meter.measure(request);
    if (isWorse(own, known)) found.push(own);
  }
  return { found, tried };
}

function asRequest(one: Trial | Case): Case {
  return 'request' in one ? one.request : one;
}

/** Sends a body twice, because other work delays one of them. Empty if the connection was lost. */
async function tryOne({ service }: Bench, request: Case): Promise<readonly Trial[]> {
  const [first, second] = [await sendCase(service, request), await sendCase(service, request)];
  if (first.status === 0 || second.status === 0) return [];
  const shares = Math.ceil((request.body?.length ?? 1) / SHARE_BYTES);
  const ms = Math.min(first.ms, second.ms);
  return [{ request, msPerShare: ms / shares, bytesRatio: first.bytes / bytesInOf(request) }];
}

/** Returns the slowest and the most verbose. */
function fittest(trials: readonly Trial[]): readonly Trial[] {
  const slowest = trials.toSorted((one, other) => other.msPerShare - one.msPerShare).slice(0, PARENTS);
  const longest = trials.toSorted((one, other) => other.bytesRatio - one.bytesRatio).slice(0, PARENTS);
  // Shrinking ends at the same body again and again.
  return [
    ...new Map(
      [...slowest, ...longest].map((one) => [`${one.request.path} ${one.request.body}`, one]),
    ).values(),
  ];
}

function isWorse(found: Measured, known: readonly Measured[]): boolean {
  const most = (of: (one: Measured) => number) => Math.max(...known.map(of));
  const cpu = Math.max(WORTH_CALCULATIONS, BEATEN_BY * most((one) => one.calculationsPerUnit));
  const bytes = Math.max(WORTH_BYTES_RATIO, BEATEN_BY * most((one) => one.bytesRatio));
  return found.calculationsPerUnit > cpu || (found.bytesRatio > bytes && found.bytesOut > SHARE_BYTES);
}
