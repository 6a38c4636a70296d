/** Worked events from the design: inputs in shorthand, and every number as printed, to its last digit. */

import {
  type EngineActivity,
  type EngineAthlete,
  type SingleSportType,
  UNKNOWN_ATHLETE,
} from '../src/types.ts';
import { activity, HEALTHY } from './fixtures.ts';

type Level = number | null;

/** Returns a 178 cm man with body mass, age and fitness level. Nothing else is stated. */
export function man(bodyMassKg: number | null, ageYears: number, fitnessLevel: Level): EngineAthlete {
  return { ...UNKNOWN_ATHLETE, sex: 'male', heightCm: 178, bodyMassKg, ageYears, fitnessLevel };
}

/** Returns a 165 cm woman in the same way. */
export function woman(bodyMassKg: number | null, ageYears: number, fitnessLevel: Level): EngineAthlete {
  return { ...UNKNOWN_ATHLETE, sex: 'female', heightCm: 165, bodyMassKg, ageYears, fitnessLevel };
}

/** Weather in the sun, °C and % humidity. */
export const WARM = [24, 60] as const;

/** Returns weather at night or in full shade, °C and % humidity. */
function inShade(temperatureC: number, humidityPercent: number): EngineActivity['weather'] {
  return { temperatureC, humidityPercent, shade: true };
}

interface Stated extends Partial<EngineActivity> {
  readonly level?: Level;
  /** A level, or weather in the sun. */
  readonly heat?: Level | readonly [number, number];
  readonly race?: boolean;
}

/** Returns an event with intensity level and heat. What is not given is not stated. */
export function event(
  type: EngineActivity['type'],
  durationMin: number,
  { level = null, heat = null, race: isRace = false, ...others }: Stated = {},
): EngineActivity {
  const isLevel = typeof heat === 'number';
  return activity({
    type,
    durationMin,
    intensityLevel: level,
    thermalStressLevel: isLevel ? heat : null,
    weather:
      isLevel || heat === null ? null : { temperatureC: heat[0], humidityPercent: heat[1], shade: false },
    isRaceEvent: isRace,
    ...others,
  });
}

/** Returns a race in the same way. */
export function race(type: EngineActivity['type'], durationMin: number, stated: Stated = {}): EngineActivity {
  return event(type, durationMin, { ...stated, race: true });
}

/** Returns legs of a type, minutes and km. */
export function legs(
  ...list: readonly (readonly [type: SingleSportType, durationMin: number, distanceKm: number | null])[]
): EngineActivity['segments'] {
  return list.map(([type, durationMin, distanceKm]) => ({
    type,
    durationMin,
    intensityLevel: null,
    distanceKm,
  }));
}

/** Returns health flags, false but for the changes. */
export const flags = (changes: Partial<typeof HEALTHY>) => ({ health: { ...HEALTHY, ...changes } });

/** One event with its printed figures and codes. */
export interface GoldenEvent {
  readonly name: string;
  readonly activity: EngineActivity;
  readonly athlete: EngineAthlete;
  /**
   * gapField, σ, M, S, carb, fluid, sodium, max, Δm %, steady %, end, end if followed, mass and end by thirst;
   * shown ranges of fluid, carb, sodium (would need up to); score, bound.
   */
  readonly printed: string;
  /** Warnings without those of heat level 7 and infos, severities, and whether a person must review. */
  readonly codes: string;
  /** The infos, where the row states them. */
  readonly infos?: string;
}

function row(
  name: string,
  session: EngineActivity,
  athlete: EngineAthlete,
  printed: string,
  codes: string,
  infos?: string,
): GoldenEvent {
  return { name, activity: session, athlete, printed, codes, ...(infos !== undefined && { infos }) };
}

// biome-ignore-start format: one line for each event, so that they can be compared
export const GOLDEN_EVENTS: readonly GoldenEvent[] = [
  row(
    'H1 tri 15 h race I– 24/60 M75/38/3',
    race('triathlon', 900, { heat: WARM }),
    man(75, 38, 3),
    '– | 0.3618 | 621.0 | 0.5979 | 38.86 | 526.5 | 345.7 | 608.1 symptoms | −3.28 | −1.14 | 140.93 | 135.3…150.8 | −6.16…0.20 | 136.2…144.8 | 350–600 (780) | 30–50 | 200–580 | 0.631 | none',
    '',
  ),
  row(
    'H2 same, L6',
    race('triathlon', 900, { heat: WARM }),
    man(75, 38, 6),
    '– | 0.3618 | 616.7 | 0.5955 | 40.20 | 523.8 | 343.9 | 605.8 symptoms | −3.26 | −1.12 | 140.94 | 135.3…150.8 | −6.16…0.20 | 136.2…144.8 | 340–600 (780) | 31–51 | 200–570 | 0.631 | none',
    '',
  ),
  row(
    'H3 same, no fitness',
    race('triathlon', 900, { heat: WARM }),
    man(75, 38, null),
    'fitness | 0.3618 | 621.0 | 0.6015 | 38.86 | 529.7 | 347.8 | 606.4 symptoms | −3.29 | −1.14 | 140.93 | 135.3…150.8 | −6.16…0.20 | 136.2…144.8 | 340–600 (780) | 30–53 | 200–580 | 0.631 | none',
    '',
  ),
  row(
    'H4 tri 12 h race I– 24/60 M75/38/6',
    race('triathlon', 720, { heat: WARM }),
    man(75, 38, 6),
    '– | 0.3618 | 839.4 | 0.8123 | 52.44 | 705.8 | 463.4 | 743.0 symptoms | −3.43 | −1.21 | 140.73 | 135.0…151.2 | −6.09…0.20 | 137.1…145.1 | 470–740 (920) | 41–67 | 280–750 | 0.631 | safety_ceiling',
    '',
  ),
  row(
    'H5 tri 10 h 40 race I– 24/60 M75/38/6',
    race('triathlon', 640, { heat: WARM }),
    man(75, 38, 6),
    '– | 0.3618 | 967.9 | 0.9316 | 53.81 | 804.3 | 528.1 | 846.7 symptoms | −3.52 | −1.27 | 140.60 | 134.8…151.2 | −6.04…0.19 | 137.5…145.3 | 530–840 (920) | 42–69 | 330–840 | 0.631 | safety_ceiling',
    '',
  ),
  row(
    'H6 tri 9 h 18 race I– 24/60 M75/38/8',
    race('triathlon', 558, { heat: WARM }),
    man(75, 38, 8),
    '– | 0.3618 | 1128.1 | 1.0866 | 62.46 | 917.5 | 602.4 | 974.8 plasma_sodium | −3.74 | −1.29 | 140.73 | 134.5…153.0 | −6.97…0.26 | 137.3…146.2 | 620–920 (920) | 49–79 | 380–940 | 0.631 | gastric_ceiling',
    '',
  ),
  row(
    'H7 tri 12.5 h race I– 24/60 F62/38/5',
    race('triathlon', 750, { heat: WARM }),
    woman(62, 38, 5),
    '– | 0.3618 | 685.1 | 0.6544 | 42.25 | 548.7 | 338.4 | 577.5 symptoms | −3.91 | −1.24 | 141.67 | 135.1…155.0 | −6.49…−0.18 | 136.9…145.1 | 380–570 (850) | 33–54 | 200–560 | 0.631 | safety_ceiling',
    '',
  ),
  row(
    'H8 tri 8 h 20 race I– 24/60 M75/38/5 (two courses likely)',
    race('triathlon', 500, { heat: WARM }),
    man(75, 38, 5),
    '– | 0.5771 | 875.5 | 0.8339 | 52.35 | 644.3 | 423.0 | 678.2 mass_gain | −3.43 | −0.99 | 141.75 | 135.1…155.0 | −8.66…0.48 | 136.9…148.0 | 350–670 (920) | 32–86 | 240–730 | 0.412 | safety_ceiling',
    '',
  ),
  row(
    'H9 same, no fitness',
    race('triathlon', 500, { heat: WARM }),
    man(75, 38, null),
    'fitness | 0.5771 | 940.6 | 0.9083 | 50.79 | 421.0 | 276.4 | 443.2 mass_gain | −6.81 | −1.06 | 146.31 | 138.5…155.0 | −12.44…−2.88 | 137.9…148.0 | 250–440 (920) | 28–98 | 150–880 | 0.412 | safety_ceiling',
    'INPUT_NEEDED danger, review',
  ),
  row(
    'H10 tri 5 h 42 race I– 24/60 M75/38/6',
    race('triathlon', 342, { heat: WARM }),
    man(75, 38, 6),
    '– | 0.3622 | 888.5 | 0.8607 | 58.42 | 657.8 | 411.8 | 757.0 mass_gain | −2.53 | −0.78 | 141.65 | 136.5…151.0 | −6.74…0.25 | 136.9…149.4 | 400–750 (910) | 46–74 | 240–690 | 0.631 | none',
    '',
  ),
  row(
    'H11 tri 150 race I8 TH6 M70/35/4',
    race('triathlon', 150, { level: 8, heat: 6 }),
    man(70, 35, 4),
    '– | 0.3707 | 956.4 | 1.0038 | 49.65 | 540.3 | 278.2 | 883.3 gut | −2.26 | −0.51 | 142.70 | 139.3…148.3 | −4.73…−0.77 | 139.3…148.3 | 390–730 (730) | 39–63 | 170–450 | 0.626 | none',
    '',
  ),
  row(
    'H12 tri 720 race I6 TH6 M75/40/6 course ironman',
    race('triathlon', 720, { level: 6, heat: 6, raceFormat: 'ironman' }),
    man(75, 40, 6),
    '– | 0.3611 | 839.4 | 0.8152 | 52.44 | 712.6 | 459.5 | 750.1 symptoms | −3.47 | −1.21 | 140.74 | 135.0…151.3 | −6.09…0.20 | 137.1…145.1 | 470–750 (880) | 41–66 | 280–740 | 0.639 | safety_ceiling',
    '',
  ),
  row(
    'H13 tri 360 I5 TH5 M75/40/5, legs 40 min 1.9 km, 200 min 90 km, 120 min 18 km',
    event('triathlon', 360, {
      level: 5,
      heat: 5,
      segments: legs(['open_water_swim', 40, 1.9], ['bike', 200, 90], ['run', 120, 18]),
    }),
    man(75, 40, 5),
    '– | 0.3616 | 781.9 | 0.6555 | 55.04 | 420.8 | 250.4 | 612.0 mass_gain | −2.89 | −0.68 | 142.87 | 138.5…150.5 | −6.30…−0.34 | 138.2…148.8 | 340–610 (700) | 43–69 | 150–410 | 0.638 | none',
    '',
  ),
  row(
    'H14 tri 600 race I5 TH5 M75/40/2 course ironman',
    race('triathlon', 600, { level: 5, heat: 5, raceFormat: 'ironman' }),
    man(75, 40, 2),
    '– | 0.3611 | 1054.0 | 0.9146 | 45.05 | 771.6 | 478.4 | 867.2 gut | −3.90 | −1.38 | 140.91 | 135.3…150.7 | −5.98…0.20 | 137.7…145.3 | 500–790 (790) | 35–57 | 300–750 | 0.639 | none',
    'CONFLICTING_INPUT caution',
  ),
  row(
    'H15 trail 1620 race I– 25/40 161 km 5500 m M73/40/5',
    race('trail_run', 1620, { heat: [25, 40], distanceKm: 161, elevationGainM: 5500 }),
    man(73, 40, 5),
    '– | 0.3439 | 523.5 | 0.6091 | 37.33 | 543.0 | 350.9 | 571.6 plasma_sodium | −5.36 | −1.51 | 141.72 | 133.5…155.0 | −7.50…−1.10 | 132.6…143.6 | 410–570 (730) | 30–47 | 220–560 | 0.658 | safety_ceiling',
    '',
  ),
  row(
    'H16 run 1980 race I– 22/55 246 km 2500 m M70/43/7',
    race('run', 1980, { heat: [22, 55], distanceKm: 246, elevationGainM: 2500 }),
    man(70, 43, 7),
    '– | 0.3439 | 613.2 | 0.6395 | 36.81 | 547.3 | 348.8 | 576.1 plasma_sodium | −8.24 | −2.22 | 143.10 | 132.6…155.0 | −10.08…−3.67 | 131.7…143.3 | 400–570 (740) | 29–46 | 210–560 | 0.658 | safety_ceiling',
    'DEHYDRATION_LARGE caution',
  ),
  row(
    'H17 run 1440 race I– 15/60 200 km M66/46/7',
    race('run', 1440, { heat: [15, 60], distanceKm: 200 }),
    man(66, 46, 7),
    '– | 0.3439 | 666.1 | 0.5296 | 35.95 | 487.1 | 302.0 | 512.7 plasma_sodium | −5.01 | −1.99 | 141.24 | 133.9…155.0 | −7.28…−0.88 | 133.5…143.9 | 340–510 (650) | 29–45 | 180–490 | 0.658 | safety_ceiling',
    '',
  ),
  row(
    'H18 run 300 race I5 16/60 42.2 km F62/40/4',
    race('run', 300, { level: 5, heat: [16, 60], distanceKm: 42.2 }),
    woman(62, 40, 4),
    '– | 0.3439 | 661.2 | 0.5485 | 57.21 | 379.5 | 207.7 | 500.0 mass_gain | −2.14 | −0.53 | 142.80 | 138.3…150.4 | −5.13…−0.20 | 138.2…149.6 | 290–500 (510) | 46–71 | 130–330 | 0.658 | none',
    '',
  ),
  row(
    'H19 run 660 race I– 18/55 100 km M70/42/6',
    race('run', 660, { heat: [18, 55], distanceKm: 100 }),
    man(70, 42, 6),
    '– | 0.3439 | 794.3 | 0.7025 | 44.03 | 573.4 | 355.5 | 717.2 symptoms | −3.84 | −1.19 | 141.39 | 136.1…150.1 | −6.05…0.20 | 137.4…145.2 | 370–710 (720) | 35–55 | 220–580 | 0.658 | none',
    '',
  ),
  row(
    'H20 run 300 race I5 TH6 M70/40/5',
    race('run', 300, { level: 5, heat: 6 }),
    man(70, 40, 5),
    '– | 0.3603 | 820.0 | 0.9410 | 58.97 | 707.8 | 428.8 | 806.9 mass_gain | −2.52 | −0.66 | 141.96 | 136.6…151.9 | −6.91…0.28 | 136.8…150.8 | 430–800 (800) | 41–83 | 260–690 | 0.635 | none',
    '',
  ),
  row(
    'H21 same, no heat',
    race('run', 300, { level: 5 }),
    man(70, 40, 5),
    'heat | 0.3719 | 820.0 | 0.8299 | 58.97 | 567.4 | 330.5 | 654.9 mass_gain | −2.77 | −0.66 | 142.76 | 137.7…152.0 | −6.78…−0.16 | 137.7…150.9 | 370–650 (900) | 41–83 | 150–880 | 0.583 | none',
    '',
  ),
  row(
    'H22 same, no mass',
    race('run', 300, { level: 5, heat: 6 }),
    { ...man(null, 40, 5), heightCm: null },
    'mass | 0.4121 | 761.4 | 0.8662 | 57.89 | 479.8 | 290.7 | 505.0 mass_gain | −3.81 | −0.63 | 144.93 | 138.9…155.0 | −8.80…−0.79 | 138.7…153.4 | 370–500 (800) | 42–85 | 200–750 | 0.597 | safety_ceiling',
    '',
  ),
  row(
    'H23 run 300 race, nothing else',
    race('run', 300),
    UNKNOWN_ATHLETE,
    'mass | 0.4698 | 691.6 | 0.6862 | 57.89 | 339.1 | 197.5 | 357.0 mass_gain | −3.45 | −0.53 | 145.62 | 139.5…155.0 | −8.14…−0.78 | 139.2…153.4 | 220–350 (900) | 37–85 | 110–770 | 0.494 | safety_ceiling',
    '',
  ),
  row(
    'H24 tri 900 race, nothing else',
    race('triathlon', 900),
    UNKNOWN_ATHLETE,
    'mass | 0.4457 | 550.9 | 0.4354 | 37.59 | 297.6 | 184.5 | 313.3 symptoms | −5.19 | −1.13 | 143.61 | 137.3…155.0 | −8.02…−1.65 | 136.2…144.8 | 180–310 (840) | 26–54 | 100–630 | 0.550 | safety_ceiling',
    '',
  ),
  row(
    'H25 run 210 race I7 TH6 M105/40/5',
    race('run', 210, { level: 7, heat: 6 }),
    man(105, 40, 5),
    '– | 0.3603 | 1407.8 | 1.7693 | 60.00 | 756.6 | 432.8 | 880.0 gut | −4.20 | −0.70 | 145.76 | 140.7…154.9 | −8.19…−1.81 | 140.7…154.9 | 750–760 (760) | 42–85 | 280–660 | 0.635 | gastric_ceiling',
    'DEHYDRATION_LARGE caution',
  ),
  row(
    'H26 bike 480 race I6 TH6 M78/38/6 sweat rate 1400, sweat Na 1900',
    race('bike', 480, { level: 6, heat: 6 }),
    { ...man(78, 38, 6), sweatRateMlPerHr: 1400, sweatSodiumMgPerL: 1900 },
    '– | 0.2895 | 944.4 | 1.0542 | 75.00 | 814.0 | 969.5 | 856.9 plasma_sodium | −3.70 | −0.90 | 139.27 | 135.0…145.7 | −7.50…−0.08 | 136.8…145.4 | 610–850 (1040) | 53–106 | 670–1390 | 0.700 | safety_ceiling',
    '',
  ),
  row(
    'H27 hike 480 I3 TH5 F66/31/5 pregnant',
    event('hike', 480, { level: 3, heat: 5 }),
    { ...woman(66, 31, 5), ...flags({ pregnant: true }) },
    '– | 0.3603 | 530.3 | 0.4983 | 37.48 | 325.6 | 189.7 | 383.5 mass_gain | −3.14 | −0.64 | – | – | −6.37…−0.04 | – | 230–380 (540) | 29–48 | 110–320 | 0.635 | none',
    'PREGNANCY caution, review',
  ),
  row(
    'H28 run 240 race I6 TH6 M75/40/5 glp1',
    race('run', 240, { level: 6, heat: 6 }),
    { ...man(75, 40, 5), ...flags({ glp1Drug: true }) },
    '– | 0.3603 | 960.9 | 1.1385 | 60.00 | 640.0 | 379.4 | 704.0 gut | −3.47 | −0.67 | 144.45 | 139.1…154.2 | −7.64…−0.97 | 139.1…154.2 | 510–640 (640) | 42–85 | 240–580 | 0.635 | gastric_ceiling',
    '',
  ),
  row(
    'H29 bike 180 I5 TH5 M75/40/5 sglt2',
    event('bike', 180, { level: 5, heat: 5 }),
    { ...man(75, 40, 5), ...flags({ sglt2Drug: true }) },
    '– | 0.3603 | 834.6 | 0.6831 | 70.00 | 458.3 | 242.9 | 761.8 mass_gain | −1.38 | −0.33 | 141.50 | 138.8…145.8 | −3.23…−0.23 | 138.8…145.8 | 350–550 (550) | 49–99 | 150–380 | 0.635 | none',
    'SGLT2 caution, review',
  ),
  row(
    'H30 walk 246 I– 24/40 16.4 km pack 20 kg M74/27/6',
    event('walk', 246, { heat: [24, 40], distanceKm: 16.4, packKg: 20 }),
    man(74, 27, 6),
    '– | 0.3439 | 370.3 | 0.3826 | 21.76 | 202.1 | 119.0 | 472.1 mass_gain | −1.40 | −0.18 | 142.23 | 139.8…145.7 | −2.86…−0.44 | 139.8…145.7 | 160–330 (330) | 17–27 | 70–200 | 0.658 | none',
    '',
  ),
  row(
    'H31 run 720 race I5 TH5 M70/65/5',
    race('run', 720, { level: 5, heat: 5 }),
    man(70, 65, 5),
    '– | 0.3603 | 543.0 | 0.5012 | 38.33 | 390.7 | 242.2 | 533.2 mass_gain | −3.42 | −0.91 | 141.64 | 136.7…149.0 | −6.09…0.20 | 137.1…145.1 | 260–530 (600) | 30–49 | 140–410 | 0.635 | none',
    '',
  ),
  row(
    'H32 run 130 race I9 TH5 42.2 km M75/28/9 VO2max 75',
    race('run', 130, { level: 9, heat: 5, distanceKm: 42.2 }),
    { ...man(75, 28, 9), vo2maxMlPerKgMin: 75 },
    '– | 0.3496 | 1620.6 | 1.9553 | 68.06 | 552.8 | 260.8 | 792.0 gut | −4.85 | −0.70 | 147.38 | 142.6…155.0 | −8.39…−2.65 | 142.6…155.0 | 550–560 (560) | 54–85 | 170–400 | 0.654 | gastric_ceiling',
    'DEHYDRATION_LARGE caution',
  ),
  row(
    'H33 trail 600 race I5 TH8 M70/40/6',
    race('trail_run', 600, { level: 5, heat: 8 }),
    man(70, 40, 6),
    '– | 0.3603 | 835.6 | 1.2249 | 47.18 | 920.0 | 638.8 | 1005.6 symptoms | −5.75 | −1.15 | 142.32 | 135.4…155.0 | −7.62…−1.44 | 137.7…145.3 | 740–920 (920) | 37–60 | 410–980 | 0.635 | gastric_ceiling',
    'HEAT_BLACK_FLAG caution',
  ),
  row(
    'H34 duathlon 210 I6 TH5 M70/40/5, legs run 105, run 105',
    event('duathlon', 210, { level: 6, heat: 5, segments: legs(['run', 105, null], ['run', 105, null]) }),
    man(70, 40, 5),
    '– | 0.3603 | 896.8 | 0.9511 | 58.97 | 582.6 | 320.4 | 792.0 gut | −2.57 | −0.57 | 143.01 | 138.8…150.4 | −5.80…−0.61 | 138.8…150.4 | 380–720 (720) | 41–83 | 190–520 | 0.635 | none',
    '',
  ),
  row(
    'H35 bike 120 I5 TH5 M75/40/5',
    event('bike', 120, { level: 5, heat: 5 }),
    man(75, 40, 5),
    '– | 0.3603 | 834.6 | 0.7083 | 50.59 | 314.0 | 144.4 | 924.1 mass_gain | −1.42 | −0.27 | 142.00 | 139.8…145.1 | −2.68…−0.62 | 139.8…145.1 | 250–520 (520) | 40–64 | 80–240 | 0.635 | none',
    '',
  ),
  row(
    'H36 bike 120, nothing else',
    event('bike', 120),
    UNKNOWN_ATHLETE,
    'mass | 0.4839 | 657.0 | 0.5316 | 47.77 | 210.6 | 96.9 | 425.5 mass_gain | −1.31 | −0.23 | 142.32 | 139.8…146.6 | −2.91…−0.44 | 139.8…146.6 | 140–420 (630) | 29–69 | 40–320 | 0.494 | none',
    '',
  ),
  row(
    'J1 bike 180 I5 33/82 M72/46/9',
    event('bike', 180, { level: 5, heat: [33, 82] }),
    man(72, 46, 9),
    '– | 0.3548 | 968.9 | 1.3760 | 59.31 | 959.9 | 587.8 | 1131.8 mass_gain | −2.08 | −0.50 | 141.41 | 136.8…149.6 | −5.83…0.22 | 136.8…149.6 | 630–1130 (1240) | 47–75 | 360–950 | 0.638 | none',
    'HEAT_EXTREME danger',
    'SODIUM_UNMEASURED',
  ),
  row(
    'J2 bike 180 I5 36/82 M72/46/9',
    event('bike', 180, { level: 5, heat: [36, 82] }),
    man(72, 46, 9),
    '– | 0.3548 | 968.9 | 1.5248 | 58.92 | 1090.7 | 670.6 | 1205.0 mass_gain | −2.08 | −0.50 | 141.05 | 136.0…150.1 | −6.24…0.46 | 136.0…150.1 | 700–1200 (1240) | 46–75 | 420–1070 | 0.638 | none',
    'HEAT_EXTREME danger',
    'SODIUM_UNMEASURED',
  ),
  row(
    'J3 run 110 race 21.1 km 33/50 M70/35/5',
    race('run', 110, { distanceKm: 21.1, heat: [33, 50] }),
    man(70, 35, 5),
    '– | 0.3439 | 1001.5 | 1.5592 | 48.67 | 843.9 | 415.6 | 1011.1 gut | −2.26 | −0.40 | 142.52 | 139.1…148.0 | −4.77…−0.69 | 139.1…148.0 | 610–850 (850) | 39–61 | 260–640 | 0.658 | gastric_ceiling',
    'HEAT_HARD_EFFORT danger, HEAT_BLACK_FLAG caution',
    'SWEAT_EXCEEDS_GUT',
  ),
  row(
    'J4 run 110 race 21.1 km 33/75 M70/35/5',
    race('run', 110, { distanceKm: 21.1, heat: [33, 75] }),
    man(70, 35, 5),
    '– | 0.3439 | 1001.5 | 1.8611 | 46.72 | 844.6 | 426.7 | 1012.0 gut | −2.97 | −0.40 | 143.75 | 139.8…150.3 | −5.96…−1.10 | 139.8…150.3 | 750–850 (850) | 37–58 | 280–650 | 0.658 | gastric_ceiling',
    'HEAT_EXTREME danger, HEAT_HARD_EFFORT danger',
    'SWEAT_EXCEEDS_GUT, HEAT_FLUID_LOSS',
  ),
  row(
    'J5 run 110 race 21.1 km 20/50 M70/35/5',
    race('run', 110, { distanceKm: 21.1, heat: [20, 50] }),
    man(70, 35, 5),
    '– | 0.3439 | 1001.5 | 1.0167 | 54.01 | 428.4 | 188.5 | 785.8 gut | −2.00 | −0.38 | 142.75 | 140.2…146.6 | −3.66…−0.95 | 140.2…146.6 | 350–660 (660) | 43–67 | 110–310 | 0.658 | none',
    '',
    '',
  ),
  row(
    'J6 run 110 race 21.1 km 20/50 shade M70/35/5',
    race('run', 110, { distanceKm: 21.1, weather: inShade(20, 50) }),
    man(70, 35, 5),
    '– | 0.3439 | 1001.5 | 0.9397 | 54.01 | 377.6 | 166.2 | 701.2 gut | −1.93 | −0.38 | 142.69 | 140.2…146.3 | −3.47…−0.95 | 140.2…146.3 | 300–590 (590) | 43–67 | 100–270 | 0.658 | none',
    '',
    '',
  ),
  row(
    'J7 indoor_bike 60 200 W 30.2/24 M73/25/6',
    event('indoor_bike', 60, { averagePowerW: 200, heat: [30.2, 24] }),
    man(73, 25, 6),
    '– | 0.3404 | 952.4 | 1.3043 | 0.00 | 408.0 | 0.0 | 1300.0 gut | −1.52 | −0.24 | 142.06 | 140.0…144.8 | −2.62…−0.81 | 140.0…144.8 | 330–650 (650) | 0–0 | 0–0 | 0.933 | none',
    '',
    'DRINK_TO_THIRST, INTAKE_NOT_NEEDED',
  ),
  row(
    'J8 indoor_bike 60 200 W 30.2/80 M73/25/6',
    event('indoor_bike', 60, { averagePowerW: 200, heat: [30.2, 80] }),
    man(73, 25, 6),
    '– | 0.3404 | 952.4 | 1.6488 | 0.00 | 571.3 | 0.0 | 1300.0 gut | −1.69 | −0.24 | 142.07 | 139.8…145.2 | −3.07…−0.82 | 139.8…145.2 | 460–960 (960) | 0–0 | 0–0 | 0.933 | none',
    'HEAT_EXTREME danger',
    'DRINK_TO_THIRST, INTAKE_NOT_NEEDED',
  ),
  row(
    'J9 bike 120 200 W 18/95 M73/25/6',
    event('bike', 120, { averagePowerW: 200, heat: [18, 95] }),
    man(73, 25, 6),
    '– | 0.3404 | 952.4 | 0.8215 | 50.43 | 382.8 | 180.3 | 999.7 mass_gain | −1.59 | −0.34 | 142.06 | 139.7…145.4 | −2.98…−0.69 | 139.7…145.4 | 310–610 (610) | 40–63 | 110–300 | 0.664 | none',
    '',
    '',
  ),
  row(
    'J10 bike 120 200 W 36/33 M73/25/6',
    event('bike', 120, { averagePowerW: 200, heat: [36, 33] }),
    man(73, 25, 6),
    '– | 0.3404 | 952.4 | 1.3420 | 45.41 | 748.4 | 385.4 | 1300.0 gut | −2.03 | −0.36 | 142.36 | 139.2…147.3 | −4.26…−0.61 | 139.2…147.3 | 560–1240 (1240) | 36–56 | 230–640 | 0.664 | none',
    'HEAT_BLACK_FLAG caution',
    '',
  ),
  row(
    'J11 bike 180 I6 TH3 M75/40/5',
    event('bike', 180, { level: 6, heat: 3 }),
    man(75, 40, 5),
    '– | 0.3603 | 912.8 | 0.6460 | 70.00 | 458.3 | 242.9 | 769.3 mass_gain | −1.35 | −0.42 | 141.30 | 138.7…145.3 | −3.11…−0.25 | 138.7…145.3 | 350–480 (480) | 49–99 | 150–380 | 0.635 | none',
    '',
    '',
  ),
  row(
    'J12 hike 300 I4 30/50 F60/35/4',
    event('hike', 300, { level: 4, heat: [30, 50] }),
    woman(60, 35, 4),
    '– | 0.3548 | 484.5 | 0.7021 | 44.58 | 511.5 | 306.3 | 600.3 mass_gain | −2.09 | −0.34 | 142.76 | 137.1…153.1 | −5.99…0.34 | 137.2…151.8 | 320–600 (800) | 35–57 | 180–520 | 0.638 | none',
    '',
    '',
  ),
  row(
    'J13 hike 300 I4 30/50 shade F60/35/4',
    event('hike', 300, { level: 4, weather: inShade(30, 50) }),
    woman(60, 35, 4),
    '– | 0.3548 | 484.5 | 0.6275 | 44.58 | 431.5 | 253.3 | 551.1 mass_gain | −2.13 | −0.34 | 143.05 | 137.9…152.4 | −5.67…0.10 | 137.8…151.2 | 280–550 (690) | 35–57 | 150–430 | 0.638 | none',
    '',
    '',
  ),
  row(
    'J14 other 90 I6 26.5/55 M80/25/7',
    event('other', 90, { level: 6, heat: [26.5, 55] }),
    man(80, 25, 7),
    '– | 0.4073 | 1141.0 | 1.7490 | 31.68 | 863.6 | 370.9 | 1073.3 gut | −2.04 | −0.35 | 142.34 | 139.2…147.7 | −4.54…−0.61 | 139.2…147.7 | 530–980 (980) | 25–40 | 230–600 | 0.609 | none',
    '',
    'DRINK_TO_THIRST',
  ),
  row(
    'J16 hike 360 I4 TH6 M72/-/4 (no age)',
    event('hike', 360, { level: 4, heat: 6 }),
    { ...man(72, 40, 4), ageYears: null },
    'age | 0.3615 | 668.3 | 0.7439 | 50.09 | 394.5 | 244.1 | 415.2 mass_gain | −3.74 | −0.57 | 144.61 | 139.5…153.8 | −7.64…−0.98 | 138.9…151.0 | 230–410 (900) | 33–64 | 100–600 | 0.635 | safety_ceiling',
    '',
    'ASSUMED',
  ),
  row(
    'J17 run 240 I5 TH6 M72/-/4 (no age)',
    event('run', 240, { level: 5, heat: 6 }),
    { ...man(72, 40, 4), ageYears: null },
    'age | 0.3615 | 819.4 | 0.9538 | 59.39 | 589.9 | 349.7 | 620.9 mass_gain | −2.69 | −0.51 | 143.34 | 138.6…151.8 | −6.35…−0.49 | 138.6…151.8 | 300–620 (800) | 42–84 | 130–670 | 0.635 | safety_ceiling',
    '',
    'ASSUMED',
  ),
  row(
    'J18 bike 300 race I7 TH5 M70/35/5 tolerance 6',
    race('bike', 300, { level: 7, heat: 5 }),
    { ...man(70, 35, 5), carbToleranceGPerHr: 6 },
    '– | 0.3603 | 860.2 | 0.6804 | 24.57 | 419.2 | 244.2 | 644.1 mass_gain | −2.97 | −0.84 | 143.20 | 138.9…150.6 | −6.20…−0.72 | 138.7…149.8 | 290–640 (710) | 19–31 | 140–420 | 0.673 | none',
    'CARB_TOLERANCE_UNLIKELY caution, review',
    '',
  ),
  row(
    'J20 lift 242 I2 TH4 M46/30/4',
    event('lift', 242, { level: 2, heat: 4 }),
    man(46, 30, 4),
    '– | 0.4121 | 191.7 | 0.1622 | 0.00 | 73.2 | 41.8 | 237.0 mass_gain | −1.27 | −0.27 | 141.83 | 139.7…144.9 | −2.64…−0.31 | 139.7…144.9 | 60–140 (140) | 0–0 | 20–70 | 0.607 | none',
    'EAH_RISK_LONG_SLOW danger',
    'INTAKE_NOT_NEEDED',
  ),
  row(
    'J21 run 300 race I6 TH8 M125/40/4, 175 cm',
    race('run', 300, { level: 6, heat: 8 }),
    { ...man(125, 40, 4), heightCm: 175 },
    '– | 0.3603 | 1386.3 | 2.0711 | 60.00 | 920.0 | 600.2 | 1012.0 gut | −5.47 | −0.76 | 146.91 | 140.3…155.0 | −10.71…−2.11 | 139.9…153.4 | 920–920 (920) | 42–85 | 390–920 | 0.635 | gastric_ceiling',
    'DEHYDRATION_LARGE caution, HEAT_BLACK_FLAG caution, MASS_UNLIKELY caution, review',
    'SODIUM_UNMEASURED, CARB_ABOVE_TOLERANCE',
  ),
  row(
    'J22 run 180 I6 TH5 M154/40/5, no height',
    event('run', 180, { level: 6, heat: 5 }),
    { ...man(154, 40, 5), heightCm: null },
    '– | 0.3603 | 1973.0 | 2.3754 | 60.00 | 720.0 | 381.6 | 792.0 gut | −3.99 | −0.62 | 145.67 | 141.7…152.5 | −7.06…−2.13 | 141.7…152.5 | 720–720 (720) | 42–85 | 250–580 | 0.635 | gastric_ceiling',
    'MASS_UNLIKELY caution, review',
    'SWEAT_EXCEEDS_GUT, SODIUM_UNMEASURED, CARB_ABOVE_TOLERANCE, DATA_OUT_OF_RANGE',
  ),
  row(
    'J23 run 240 I- TH- M70/-/5 (assumed)',
    event('run', 240),
    { ...man(70, 40, 5), ageYears: null },
    'age | 0.4107 | 855.6 | 0.8839 | 58.97 | 537.0 | 306.1 | 565.3 mass_gain | −2.74 | −0.56 | 143.42 | 138.5…152.9 | −6.80…−0.45 | 138.5…152.9 | 280–560 (900) | 41–83 | 120–880 | 0.531 | safety_ceiling',
    '',
    'ASSUMED',
  ),
  row(
    'J24 hike 840 I4 28/80 M75/40/5',
    event('hike', 840, { level: 4, heat: [28, 80] }),
    man(75, 40, 5),
    '– | 0.3548 | 620.5 | 0.9532 | 26.27 | 759.6 | 521.4 | 799.5 symptoms | −5.05 | −1.20 | 141.77 | 134.8…155.0 | −7.48…−1.13 | 136.5…144.9 | 580–790 (1030) | 20–34 | 320–830 | 0.638 | safety_ceiling',
    'HEAT_BLACK_FLAG caution',
    'VERY_LONG_EVENT, EAH_SYMPTOMS',
  ),
  row(
    'J25 hike 750 I4 28/80 M75/40/5',
    event('hike', 750, { level: 4, heat: [28, 80] }),
    man(75, 40, 5),
    '– | 0.3548 | 656.2 | 1.0142 | 28.49 | 794.4 | 545.3 | 836.2 symptoms | −4.99 | −1.15 | 141.80 | 135.1…155.0 | −7.45…−1.14 | 136.9…145.1 | 610–830 (1030) | 22–36 | 340–860 | 0.638 | safety_ceiling',
    'HEAT_BLACK_FLAG caution',
    'VERY_LONG_EVENT, EAH_SYMPTOMS',
  ),
  row(
    'J26 trail 1080 race I4 30/85 M70/40/5',
    race('trail_run', 1080, { level: 4, heat: [30, 85] }),
    man(70, 40, 5),
    '– | 0.3548 | 561.4 | 0.9679 | 32.64 | 723.1 | 506.9 | 761.2 symptoms | −7.70 | −1.30 | 143.65 | 134.4…155.0 | −9.92…−3.53 | 135.3…144.5 | 600–760 (920) | 25–42 | 320–790 | 0.638 | safety_ceiling',
    'DEHYDRATION_LARGE danger, HEAT_BLACK_FLAG caution, review',
    'VERY_LONG_EVENT, EAH_SYMPTOMS',
  ),
  row(
    'J27 bike 960 I3 TH8 M75/40/5',
    event('bike', 960, { level: 3, heat: 8 }),
    man(75, 40, 5),
    '– | 0.3603 | 610.6 | 0.7107 | 40.22 | 639.5 | 444.1 | 673.2 symptoms | −3.20 | −1.16 | 140.62 | 134.4…152.9 | −6.17…0.20 | 135.9…144.7 | 430–670 (930) | 31–51 | 270–730 | 0.635 | safety_ceiling',
    'HEAT_BLACK_FLAG caution',
    'VERY_LONG_EVENT, EAH_SYMPTOMS',
  ),
  row(
    'J28 hike 960 I5 33/82 M80/40/6',
    event('hike', 960, { level: 5, heat: [33, 82] }),
    man(80, 40, 6),
    '– | 0.3548 | 729.6 | 1.4925 | 26.33 | 993.6 | 711.9 | 1045.9 symptoms | −11.28 | −1.46 | 146.06 | 135.0…155.0 | −13.42…−7.05 | 135.9…144.7 | 890–1040 (1040) | 20–34 | 460–1090 | 0.638 | safety_ceiling',
    'DEHYDRATION_LARGE danger, HEAT_EXTREME danger, review',
    'SODIUM_UNMEASURED, VERY_LONG_EVENT, EAH_SYMPTOMS',
  ),
  row(
    'K3 row 120 I6 TH5 M80/40/5 (unchanged)',
    event('row', 120, { level: 6, heat: 5 }),
    man(80, 40, 5),
    '– | 0.4121 | 1024.9 | 0.9151 | 47.70 | 379.5 | 174.6 | 792.0 gut | −1.81 | −0.37 | 142.47 | 139.9…146.6 | −3.59…−0.77 | 139.9…146.6 | 310–710 (710) | 37–61 | 100–290 | 0.607 | none',
    '',
    '',
  ),
];
// biome-ignore-end format: see above
