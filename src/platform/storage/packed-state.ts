import type { LearnedSweat, Matrix4, SweatBelief, Vector4 } from '#core/engine/learned-state.ts';
import type { LearnedLatent, LearnedState } from '#core/engine/learning.ts';
import { asPacked, type Packing } from './packed.ts';

type Triangle = readonly [number, number, number, number, number, number, number, number, number, number];
type PackedBelief = readonly [mean: Vector4, covariance: Triangle];
type PackedLatent = readonly [
  mean: number,
  variance: number,
  observations: number,
  updatedAtMs: number | null,
];
type PackedSweat = readonly [
  all: PackedBelief,
  /** 0 if it equals `all`, as before the first weighing. */
  weighed: PackedBelief | 0,
  observations: number,
  weighings: Counts,
  answers: Counts,
  updatedAtMs: number | null,
  priorMean: readonly [number, number, number],
  lastAnswer: string | null,
  sameAnswers: number,
];
type Counts = readonly [foot: number, bike: number, swim: number];
type PackedAlarm = readonly [severity: 'caution' | 'danger', rateMlPerHr: number];
type PackedState = readonly [
  sweat: PackedSweat,
  run: PackedLatent,
  bike: PackedLatent,
  need: PackedLatent,
  sodium: PackedLatent,
  practisedFoot: number,
  practisedBike: number,
  cautiousSessionsLeft: number,
  overdrinkAtMs: readonly number[],
  lastAlarm: PackedAlarm | null,
  giHistory: 0 | 1,
  goodGutStreak: number,
];

const STATE_VALUES = 12;

/** A stored learned state: its values in order, and one half of each covariance, which is symmetric. */
export const packedState: Packing<LearnedState> = { pack: packState, unpack: unpackState };

/**
 * Packs a learned state for a column. Reads as null if another engine stored it with other values, because its history is
 * refolded anyway.
 */
export const storedState: Packing<LearnedState | null> = {
  pack: (state) => state && packState(state),
  unpack: (packed) => (Array.isArray(packed) && packed.length === STATE_VALUES ? unpackState(packed) : null),
};

function packState(state: LearnedState): PackedState {
  const { practisedCarbGPerHr: practised, lastAlarm } = state;
  return [
    packSweat(state.sweat),
    packLatent(state.runCarbToleranceGPerHr),
    packLatent(state.bikeCarbToleranceGPerHr),
    packLatent(state.carbNeedLn),
    packLatent(state.sweatSodiumLn),
    practised.foot,
    practised.bike,
    state.cautiousSessionsLeft,
    state.overdrinkAtMs,
    lastAlarm && [lastAlarm.severity, lastAlarm.rateMlPerHr],
    state.giHistory ? 1 : 0,
    state.goodGutStreak,
  ];
}

function unpackState(packed: unknown): LearnedState {
  const [
    sweat,
    run,
    bike,
    need,
    sodium,
    foot,
    ride,
    cautiousSessionsLeft,
    overdrinkAtMs,
    alarm,
    giHistory,
    goodGutStreak,
  ] = asPacked<PackedState>(packed, STATE_VALUES);
  return {
    sweat: unpackSweat(sweat),
    runCarbToleranceGPerHr: unpackLatent(run),
    bikeCarbToleranceGPerHr: unpackLatent(bike),
    practisedCarbGPerHr: { foot, bike: ride },
    carbNeedLn: unpackLatent(need),
    sweatSodiumLn: unpackLatent(sodium),
    cautiousSessionsLeft,
    overdrinkAtMs,
    lastAlarm: alarm && { severity: alarm[0], rateMlPerHr: alarm[1] },
    giHistory: giHistory === 1,
    goodGutStreak,
  };
}

function packSweat(sweat: LearnedSweat): PackedSweat {
  const all = packBelief(sweat.all);
  const weighed = packBelief(sweat.weighed);
  return [
    all,
    JSON.stringify(all) === JSON.stringify(weighed) ? 0 : weighed,
    sweat.observations,
    packCounts(sweat.weighings),
    packCounts(sweat.answers),
    sweat.updatedAtMs,
    sweat.priorMean,
    sweat.lastAnswer,
    sweat.sameAnswers,
  ];
}

function unpackSweat(packed: PackedSweat): LearnedSweat {
  const [all, weighed, observations, weighings, answers, updatedAtMs, priorMean, lastAnswer, sameAnswers] =
    packed;
  return {
    all: unpackBelief(all),
    weighed: unpackBelief(weighed === 0 ? all : weighed),
    observations,
    weighings: unpackCounts(weighings),
    answers: unpackCounts(answers),
    updatedAtMs,
    priorMean,
    lastAnswer,
    sameAnswers,
  };
}

function packBelief({ mean, covariance: [a, b, c, d] }: SweatBelief): PackedBelief {
  return [mean, [a[0], a[1], a[2], a[3], b[1], b[2], b[3], c[2], c[3], d[3]]];
}

function unpackBelief([mean, [aa, ab, ac, ad, bb, bc, bd, cc, cd, dd]]: PackedBelief): SweatBelief {
  const covariance: Matrix4 = [
    [aa, ab, ac, ad],
    [ab, bb, bc, bd],
    [ac, bc, cc, cd],
    [ad, bd, cd, dd],
  ];
  return { mean, covariance };
}

function packCounts({ foot, bike, swim }: LearnedSweat['answers']): Counts {
  return [foot, bike, swim];
}

function unpackCounts([foot, bike, swim]: Counts): LearnedSweat['answers'] {
  return { foot, bike, swim };
}

function packLatent({ mean, variance, observations, updatedAtMs }: LearnedLatent): PackedLatent {
  return [mean, variance, observations, updatedAtMs];
}

function unpackLatent([mean, variance, observations, updatedAtMs]: PackedLatent): LearnedLatent {
  return { mean, variance, observations, updatedAtMs };
}
