/** What feedback and sweat tests teach: a fold over one history. */

export type { LearnedSweat, SweatBelief } from '../src/learned-state.ts';
export {
  type ClothingAfter,
  type EnergyLevel,
  type FeedbackEvent,
  type GiComfort,
  type HydrationFeel,
  initialState,
  inOrder,
  type LearnedChange,
  type LearnedParameter,
  type LearnedState,
  type LearningEvent,
  type LearningStep,
  learn,
  learnedValues,
  learnFrom,
  type MassSource,
  reachesBack,
  type SweatTestEvent,
  supersededWeighings,
  sweatTestResult,
  type Urinated,
} from '../src/learning.ts';
