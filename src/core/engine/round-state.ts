/** Rounds the result of a fold, so that storing it in few digits loses nothing. */

import { matrix } from './gaussian.ts';
import type { LearnedLatent, LearnedState, SweatBelief } from './learned-state.ts';

/** Significant digits of learned values: far finer than their certainty. */
const DIGITS = 6;

/**
 * Returns a state with every estimate rounded to six significant digits and exactly symmetric covariances.
 */
export function roundState(state: LearnedState): LearnedState {
  const { sweat, practisedCarbGPerHr: practised, lastAlarm } = state;
  const [foot, bike, swim] = sweat.priorMean;
  return {
    ...state,
    sweat: {
      ...sweat,
      all: roundBelief(sweat.all),
      weighed: roundBelief(sweat.weighed),
      priorMean: [round(foot), round(bike), round(swim)],
    },
    runCarbToleranceGPerHr: roundLatent(state.runCarbToleranceGPerHr),
    bikeCarbToleranceGPerHr: roundLatent(state.bikeCarbToleranceGPerHr),
    practisedCarbGPerHr: { foot: round(practised.foot), bike: round(practised.bike) },
    carbNeedLn: roundLatent(state.carbNeedLn),
    sweatSodiumLn: roundLatent(state.sweatSodiumLn),
    lastAlarm: lastAlarm && { ...lastAlarm, rateMlPerHr: round(lastAlarm.rateMlPerHr) },
  };
}

function roundBelief({ mean, covariance }: SweatBelief): SweatBelief {
  const [foot, bike, swim, bias] = mean;
  return {
    mean: [round(foot), round(bike), round(swim), round(bias)],
    covariance: matrix((row, column) =>
      round(row < column ? covariance[row][column] : covariance[column][row]),
    ),
  };
}

function roundLatent(latent: LearnedLatent): LearnedLatent {
  return { ...latent, mean: round(latent.mean), variance: round(latent.variance) };
}

function round(value: number): number {
  return Number(value.toPrecision(DIGITS));
}
