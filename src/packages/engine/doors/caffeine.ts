/** Caffeine on request: its doses, its limit and the reasons without any. */
export {
  ADULT_YEARS,
  CAFFEINE_REASONS,
  type CaffeineDose,
  type CaffeineInput,
  type CaffeinePlan,
  type CaffeineReason,
  type CaffeineRequest,
  lastCaffeineMin,
  maxSafeCaffeineMg,
  planCaffeine,
  UNKNOWN_CAFFEINE,
} from '../src/caffeine.ts';
