/**
 * Defines a published intake, loss or limit for comparison with the engine. Ranges are the guideline's, the
 * mean ± SD, or a single observed value ±35 % (fluid, sweat), ±20 % (carbohydrate), ±50 % (sodium).
 * Everything not listed is that of an ordinary 70 kg man, with nothing measured.
 */

import type { EngineAthlete, SingleSportType } from '../src/types.ts';

/** Quantities measured in the cases. */
export type CaseQuantity =
  | 'carbGPerHr'
  | 'fluidMlPerHr'
  | 'sodiumMgPerHr'
  | 'sweatRateLPerHr'
  | 'bodyMassChangePercent'
  | 'requiredDrinkMlPerHr'
  | 'maxSafeFluidMlPerHr'
  | 'sodiumLossMgPerHr'
  | 'sodiumNeedMgPerHr';

/** One published case: session, athlete, measured ranges and source. */
export interface PublishedCase {
  readonly id: string;
  readonly kind:
    | 'guideline'
    | 'field'
    | 'laboratory'
    | 'normative'
    | 'prediction table'
    | 'planner or athlete'
    | 'safety'
    | 'model';
  /** Whether this row was considered when constants were chosen. */
  readonly use: 'constants chosen in view of it' | 'held out';
  readonly title: string;
  /** True if body mass, pace, temperature, fitness or tolerance are not in the abstract and were assumed. */
  readonly inputsAssumed: boolean;
  readonly session: {
    readonly type: SingleSportType;
    readonly durationMin: number;
    readonly intensityLevel: number;
    readonly thermalStressLevel: number;
    readonly isRaceEvent?: true;
  };
  readonly who?: Partial<EngineAthlete>;
  /**
   * Measurements that replace the level: W, share of VO2max, °C, % relative humidity, hours of the whole
   * event. Humidity is reported for V44 (61 %) and V46 (20–30 %); it is assumed 75 % for the tropical field
   * studies and 50 % for the prediction table, whose abstracts do not say.
   */
  readonly measured?: {
    readonly metabolicRateW?: number;
    readonly fractionOfVo2max?: number;
    readonly airTemperatureC?: number;
    readonly humidityPercent?: number;
    readonly eventHours?: number;
  };
  readonly expected: readonly {
    readonly quantity: CaseQuantity;
    readonly low: number;
    readonly high: number;
  }[];
  readonly source: string;
}
