import type { SingleSportType } from '@musette/engine/types';

/** A person who moves at this speed on the flat. */
export interface Mover {
  readonly type: SingleSportType;
  readonly massKg: number;
  readonly flatMPerS: number;
}

/** Steepest gradient of the measurements, either way (Minetti 2002, recalled). */
const STEEPEST = 0.45;
/** Least time downhill on foot, as a share of the time on the flat. Engineering choice. */
const LEAST_FOOT_TIME = 0.8;

/** Mass of a bicycle with what is on it, kg. Engineering choice. */
const BICYCLE_KG = 9;
/** Rolling resistance, drag area in m² and density of air in kg/m³ on a road bicycle (Martin 1998, recalled). */
const ROLLING = 0.005;
const DRAG_AREA_M2 = 0.32;
const AIR_KG_PER_M3 = 1.2;
const GRAVITY_M_PER_S2 = 9.81;
/** Mean speed above which riders brake, with the bends of a descent, m/s: 50 km/h. Engineering choice. */
const FASTEST_RIDE_M_PER_S = 50 / 3.6;
/** Halvings that find a speed to 1 mm/s. */
const HALVINGS = 24;

/** Returns the time that a metre takes at this gradient, relative to the flat, at an even effort. */
export function gradientCost(mover: Mover, gradient: number): number {
  switch (mover.type) {
    case 'run':
    case 'trail_run':
    case 'hike':
    case 'walk':
      return Math.max(LEAST_FOOT_TIME, footCost(gradient) / footCost(0));
    case 'bike':
      return mover.flatMPerS / rideSpeedMPerS(mover, gradient);
    default:
      return 1;
  }
}

/** Cost of running by gradient, J/kg/m, −45 to +45 % (Minetti 2002, recalled); walking has the same shape. */
function footCost(gradient: number): number {
  const i = Math.min(STEEPEST, Math.max(-STEEPEST, gradient));
  return 155.4 * i ** 5 - 30.4 * i ** 4 - 43.3 * i ** 3 + 46.3 * i ** 2 + 19.5 * i + 3.6;
}

/** Returns the speed at this gradient with the power of the flat: weight, rolling and air (Martin 1998, recalled). */
function rideSpeedMPerS({ massKg, flatMPerS }: Mover, gradient: number): number {
  const flatW = ridePowerW(massKg, 0, flatMPerS);
  let low = 0;
  let high = Math.max(FASTEST_RIDE_M_PER_S, flatMPerS);
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const speed = (low + high) / 2;
    if (ridePowerW(massKg, gradient, speed) > flatW) high = speed;
    else low = speed;
  }
  return high;
}

function ridePowerW(massKg: number, gradient: number, speedMPerS: number): number {
  const weightN = (massKg + BICYCLE_KG) * GRAVITY_M_PER_S2;
  const dragN = 0.5 * AIR_KG_PER_M3 * DRAG_AREA_M2 * speedMPerS ** 2;
  return speedMPerS * (weightN * (gradient + ROLLING) + dragN);
}
