/** The table of warnings, and the bounds of their conditions, which the documentation states. */

export { isOfKind, type ParameterKind, rule, type WarningSeverity } from '../src/warning-rules.ts';
export {
  audienceOf,
  forAthlete,
  isWarningCode,
  isWarningSeverity,
  ownNumberOf,
  WARNINGS,
  type Warning,
  type WarningParameters,
} from '../src/warnings.ts';
export {
  AGE,
  COLD,
  HEAT,
  MEDICAL_CAUTION_UP_TO_HOURS,
  NSAID_FROM_HOURS,
  PREGNANCY,
  SGLT2_REVIEW_FROM_HOURS,
} from '../src/warnings-health.ts';
export {
  AGE_MATTERS_FROM_HOURS,
  ALTITUDE_ABOVE_M,
  CONFLICT,
  FINISH_WATER_LOSS_SHARE,
  STUDIED,
  VERY_LONG_HOURS,
  WEIGHT_RULE_FROM_HOURS,
} from '../src/warnings-inputs.ts';
export {
  EAH_RISK,
  LOSS,
  MOUTH_RINSE,
  OUTSIDE,
  THIRST_UP_TO_HOURS,
  UNMEASURED_SODIUM,
} from '../src/warnings-intake.ts';
