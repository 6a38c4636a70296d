/** Numbers, units and lists as sentences state them. */
export {
  KG_PER_POUND,
  KM_PER_MILE,
  M_PER_FOOT,
  type Measures,
  ML_PER_FL_OZ,
  massText,
  metricMeasures,
  milligramsText,
  servingsText,
  shownMl,
  usMeasures,
  weighedText,
} from '../src/amounts.ts';
export { type NumberFormat, numberFormat } from '../src/number-format.ts';
export { type Hours, PLAIN_HOURS } from '../src/phrasing.ts';
