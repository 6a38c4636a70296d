import type { EngineAthlete, SingleSportType } from '../../src/engine/types.ts';

/** One golden row of the design. */
export interface GoldenRow {
  type: SingleSportType;
  min: number;
  intensity: number;
  thermal: number;
  race: boolean;
  who: Partial<EngineAthlete>;
  /** f, M, S, carb, fluid, Na, max fluid, max Na, body-mass change, as the design prints them. */
  expected: readonly [number, number, number, number, number, number, number, number, number];
}

const small = { bodyMassKg: 50, sex: 'female', heightCm: 165 } as const;
const woman58 = { bodyMassKg: 58, sex: 'female', heightCm: 165 } as const;
const trained120 = { fitnessLevel: 7, carbToleranceGPerHr: 120 } as const;

export const GOLDEN_ROWS: readonly GoldenRow[] = [
  row('run', 40, 3, 5, false, {}, [0.52, 604, 0.59, 0, 137, 0, 434, 608, -0.4]),
  row('run', 60, 5, 5, false, {}, [0.64, 743, 0.81, 17, 242, 0, 598, 908, -0.8]),
  row('run', 90, 5, 5, false, {}, [0.64, 743, 0.81, 33, 323, 202, 598, 908, -1.0]),
  row('run', 100, 8, 4, true, {}, [0.77, 899, 0.92, 50, 378, 262, 678, 1063, -1.3]),
  row('run', 210, 7, 4, true, {}, [0.71, 826, 0.72, 60, 344, 318, 530, 781, -1.9]),
  row('run', 285, 6, 6, true, woman58, [0.68, 567, 0.58, 60, 312, 272, 394, 551, -2.2]),
  row('run', 720, 4, 5, true, {}, [0.58, 674, 0.59, 48, 383, 327, 403, 616, -3.6]),
  row('bike', 60, 7, 6, false, {}, [0.76, 839, 0.81, 22, 276, 0, 601, 914, -0.8]),
  row('bike', 120, 3, 5, false, {}, [0.52, 574, 0.37, 38, 184, 102, 273, 343, -0.5]),
  row('bike', 180, 7, 8, false, { bodyMassKg: 68 }, [0.72, 776, 0.94, 75, 586, 483, 700, 1105, -1.6]),
  row('bike', 300, 8, 7, true, {}, [0.68, 751, 0.75, 75, 437, 438, 513, 833, -2.3]),
  row('bike', 300, 7, 6, true, trained120, [0.74, 988, 0.92, 118, 573, 540, 628, 1073, -2.5]),
  row('swim', 60, 6, 5, false, {}, [0.7, 691, 0.42, 13, 126, 0, 311, 401, -0.4]),
  row('swim', 180, 6, 5, true, {}, [0.7, 691, 0.38, 40, 191, 132, 283, 357, -0.8]),
  row('row', 90, 6, 5, false, {}, [0.7, 813, 0.71, 34, 284, 172, 526, 772, -0.9]),
  row('ski', 120, 7, 1, true, {}, [0.76, 881, 0.75, 59, 316, 246, 539, 832, -1.2]),
  row('hike', 360, 3, 5, false, {}, [0.52, 544, 0.47, 43, 236, 241, 321, 464, -2.0]),
  row('lift', 60, 5, 5, false, {}, [0.64, 372, 0.36, 0, 107, 0, 264, 333, -0.4]),
  row('run', 120, 6, 8, false, { bodyMassKg: 90 }, [0.7, 1046, 1.73, 52, 920, 856, 1012, 1800, -1.8]),
  row('run', 180, 4, 2, false, small, [0.58, 414, 0.21, 38, 91, 66, 153, 300, -0.7]),
];

function row(
  type: SingleSportType,
  min: number,
  intensity: number,
  thermal: number,
  race: boolean,
  who: Partial<EngineAthlete>,
  expected: GoldenRow['expected'],
): GoldenRow {
  return { type, min, intensity, thermal, race, who, expected };
}
