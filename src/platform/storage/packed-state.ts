import type { LearnedSweat, SweatBelief } from '#core/engine/learned-state.ts';
import type { LearnedState } from '#core/engine/learning.ts';
import type { Packing } from './packed.ts';

type Triangle = readonly [number, number, number, number, number, number, number, number, number, number];

/** A belief with one half of its covariance, which is symmetric. */
interface PackedBelief extends Pick<SweatBelief, 'mean'> {
  readonly covariance: Triangle;
}

/** A learned state as JSON, by member name. */
export interface PackedState extends Omit<LearnedState, 'sweat'> {
  readonly sweat: Omit<LearnedSweat, 'all' | 'weighed'> & {
    readonly all: PackedBelief;
    /** Left out if it equals `all`, as before the first weighing. */
    readonly weighed?: PackedBelief;
  };
}

/** Packs a learned state. */
export function packState({ sweat, ...state }: LearnedState): PackedState {
  const { all, weighed, ...evidence } = sweat;
  const isSame = JSON.stringify(all) === JSON.stringify(weighed);
  return {
    sweat: { all: packBelief(all), ...(!isSame && { weighed: packBelief(weighed) }), ...evidence },
    ...state,
  };
}

/** Restores a packed state, with its members in the order that fingerprints hash. */
export function unpackState({ sweat, ...state }: PackedState): LearnedState {
  const { all: packed, weighed, ...evidence } = sweat;
  const all = unpackBelief(packed);
  return { sweat: { all, weighed: weighed ? unpackBelief(weighed) : all, ...evidence }, ...state };
}

/**
 * Packs a learned state for a column. Reads as null if another engine stored it in another form, because its history is
 * refolded anyway.
 */
export const storedState: Packing<LearnedState | null> = {
  pack: (state) => state && packState(state),
  unpack: (packed) => (isPackedState(packed) ? unpackState(packed) : null),
};

function isPackedState(packed: unknown): packed is PackedState {
  return Array.isArray(Object(packed).sweat?.all?.covariance);
}

function packBelief({ mean, covariance: [a, b, c, d] }: SweatBelief): PackedBelief {
  return { mean, covariance: [a[0], a[1], a[2], a[3], b[1], b[2], b[3], c[2], c[3], d[3]] };
}

function unpackBelief({
  mean,
  covariance: [aa, ab, ac, ad, bb, bc, bd, cc, cd, dd],
}: PackedBelief): SweatBelief {
  return {
    mean,
    covariance: [
      [aa, ab, ac, ad],
      [ab, bb, bc, bd],
      [ac, bc, cc, cd],
      [ad, bd, cd, dd],
    ],
  };
}
