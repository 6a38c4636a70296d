export interface Profile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: { readonly functionName: string } }[];
  readonly samples?: readonly number[];
  readonly timeDeltas?: readonly number[];
}

const WAITING = ['(idle)', '(program)', '(root)'];

/** The time that a profile spent in code, without the profiler's own waiting; null for an empty profile, which saw no code. */
export function busyMs({ nodes, samples = [], timeDeltas = [] }: Profile): number | null {
  const waiting = new Set(
    nodes.filter(({ callFrame }) => WAITING.includes(callFrame.functionName)).map(({ id }) => id),
  );
  const busyUs = samples.reduce(
    (sum, id, index) => (waiting.has(id) ? sum : sum + Math.max(0, timeDeltas[index] ?? 0)),
    0,
  );
  return busyUs > 0 ? busyUs / 1000 : null;
}

/** The median of the profiles that were not empty. Throws where all were: nothing was measured then. */
export function medianOfUsable(timesMs: readonly (number | null)[]): number {
  const usable = timesMs.filter((timeMs) => timeMs !== null).sort((a, b) => a - b);
  const median = usable[Math.floor(usable.length / 2)];
  if (median === undefined)
    throw new Error(`all ${timesMs.length} start-up profiles are empty: measure again`);
  return median;
}
