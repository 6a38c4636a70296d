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
}

function row(
  name: string,
  session: EngineActivity,
  athlete: EngineAthlete,
  printed: string,
  codes: string,
): GoldenEvent {
  return { name, activity: session, athlete, printed, codes };
}

// biome-ignore-start format: one line for each event, so that they can be compared
export const GOLDEN_EVENTS: readonly GoldenEvent[] = [
  row(
    'H1 tri 15 h race I– 24/60 M75/38/3',
    race('triathlon', 900, { heat: WARM }),
    man(75, 38, 3),
    '– | 0.3618 | 621.0 | 0.5541 | 38.86 | 482.7 | 316.9 | 591.9 symptoms | −3.28 | −1.14 | 141.04 | 135.6…150.2 | −6.16…0.20 | 136.2…144.8 | 310–590 (720) | 30–50 | 190–530 | 0.631 | none',
    '',
  ),
  row(
    'H2 same, L6',
    race('triathlon', 900, { heat: WARM }),
    man(75, 38, 6),
    '– | 0.3618 | 616.7 | 0.5509 | 40.20 | 479.2 | 314.6 | 589.0 symptoms | −3.26 | −1.12 | 141.05 | 135.6…150.2 | −6.16…0.20 | 136.2…144.8 | 310–580 (710) | 31–51 | 190–530 | 0.631 | none',
    '',
  ),
  row(
    'H3 same, no fitness',
    race('triathlon', 900, { heat: WARM }),
    man(75, 38, null),
    'fitness | 0.3618 | 621.0 | 0.5577 | 38.86 | 485.9 | 319.0 | 590.1 symptoms | −3.29 | −1.14 | 141.04 | 135.6…150.3 | −6.16…0.20 | 136.2…144.8 | 310–590 (720) | 30–53 | 180–530 | 0.631 | none',
    '',
  ),
  row(
    'H4 tri 12 h race I– 24/60 M75/38/6',
    race('triathlon', 720, { heat: WARM }),
    man(75, 38, 6),
    '– | 0.3618 | 839.4 | 0.7814 | 52.44 | 679.6 | 446.2 | 727.3 symptoms | −3.35 | −1.21 | 140.73 | 135.1…150.8 | −6.09…0.20 | 137.1…145.1 | 450–720 (920) | 41–67 | 270–730 | 0.631 | none',
    '',
  ),
  row(
    'H5 tri 10 h 40 race I– 24/60 M75/38/6',
    race('triathlon', 640, { heat: WARM }),
    man(75, 38, 6),
    '– | 0.3618 | 967.9 | 0.9078 | 53.81 | 788.0 | 517.3 | 834.6 symptoms | −3.42 | −1.27 | 140.56 | 134.9…150.9 | −6.03…0.20 | 137.5…145.3 | 520–830 (920) | 42–69 | 320–830 | 0.631 | none',
    '',
  ),
  row(
    'H6 tri 9 h 18 race I– 24/60 M75/38/8',
    race('triathlon', 558, { heat: WARM }),
    man(75, 38, 8),
    '– | 0.3618 | 1128.1 | 1.0684 | 62.46 | 914.5 | 600.4 | 962.6 plasma_sodium | −3.55 | −1.29 | 140.57 | 134.4…152.6 | −6.87…0.34 | 137.3…146.2 | 610–920 (920) | 49–79 | 380–940 | 0.631 | safety_ceiling',
    '',
  ),
  row(
    'H7 tri 12.5 h race I– 24/60 F62/38/5',
    race('triathlon', 750, { heat: WARM }),
    woman(62, 38, 5),
    '– | 0.3618 | 685.1 | 0.6246 | 42.25 | 535.4 | 330.2 | 563.6 symptoms | −3.58 | −1.24 | 141.38 | 135.0…153.9 | −6.17…0.14 | 136.9…145.1 | 360–560 (810) | 33–54 | 190–550 | 0.631 | safety_ceiling',
    '',
  ),
  row(
    'H8 tri 8 h 20 race I– 24/60 M75/38/5 (two courses likely)',
    race('triathlon', 500, { heat: WARM }),
    man(75, 38, 5),
    '– | 0.5771 | 875.5 | 0.8089 | 52.35 | 627.5 | 412.0 | 660.5 mass_gain | −3.33 | −0.99 | 141.69 | 135.1…155.0 | −8.48…0.52 | 137.0…148.0 | 340–660 (920) | 32–86 | 240–710 | 0.412 | safety_ceiling',
    '',
  ),
  row(
    'H9 same, no fitness',
    race('triathlon', 500, { heat: WARM }),
    man(75, 38, null),
    'fitness | 0.5771 | 940.6 | 0.8795 | 50.79 | 391.0 | 256.7 | 411.6 mass_gain | −6.83 | −1.06 | 146.41 | 138.8…155.0 | −12.35…−2.95 | 138.0…148.0 | 240–410 (920) | 28–98 | 140–880 | 0.412 | safety_ceiling',
    'INPUT_NEEDED danger, review',
  ),
  row(
    'H10 tri 5 h 42 race I– 24/60 M75/38/6',
    race('triathlon', 342, { heat: WARM }),
    man(75, 38, 6),
    '– | 0.3622 | 888.5 | 0.8352 | 58.42 | 632.4 | 395.9 | 739.6 mass_gain | −2.53 | −0.78 | 141.71 | 136.7…150.8 | −6.64…0.19 | 137.0…149.3 | 390–730 (910) | 46–74 | 230–660 | 0.631 | none',
    '',
  ),
  row(
    'H11 tri 150 race I8 TH6 M70/35/4',
    race('triathlon', 150, { level: 8, heat: 6 }),
    man(70, 35, 4),
    '– | 0.3707 | 956.4 | 1.0061 | 49.65 | 542.7 | 279.4 | 883.3 gut | −2.26 | −0.51 | 142.69 | 139.3…148.3 | −4.73…−0.77 | 139.3…148.3 | 390–730 (730) | 39–63 | 170–450 | 0.626 | none',
    '',
  ),
  row(
    'H12 tri 720 race I6 TH6 M75/40/6 course ironman',
    race('triathlon', 720, { level: 6, heat: 6, raceFormat: 'ironman' }),
    man(75, 40, 6),
    '– | 0.3611 | 839.4 | 0.8176 | 52.44 | 713.7 | 460.2 | 751.3 symptoms | −3.49 | −1.21 | 140.76 | 135.0…151.3 | −6.09…0.20 | 137.1…145.1 | 470–750 (880) | 41–66 | 280–740 | 0.639 | safety_ceiling',
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
    '– | 0.3616 | 781.9 | 0.6656 | 55.04 | 430.9 | 256.4 | 619.0 mass_gain | −2.89 | −0.68 | 142.84 | 138.4…150.6 | −6.34…−0.32 | 138.1…148.8 | 340–610 (710) | 43–69 | 150–420 | 0.638 | none',
    '',
  ),
  row(
    'H14 tri 600 race I5 TH5 M75/40/2 course ironman',
    race('triathlon', 600, { level: 5, heat: 5, raceFormat: 'ironman' }),
    man(75, 40, 2),
    '– | 0.3611 | 1054.0 | 0.9242 | 45.05 | 781.2 | 484.4 | 867.2 gut | −3.90 | −1.38 | 140.89 | 135.3…150.8 | −5.98…0.20 | 137.7…145.3 | 510–790 (790) | 35–57 | 310–760 | 0.639 | none',
    'CONFLICTING_INPUT caution',
  ),
  row(
    'H15 trail 1620 race I– 25/40 161 km 5500 m M73/40/5',
    race('trail_run', 1620, { heat: [25, 40], distanceKm: 161, elevationGainM: 5500 }),
    man(73, 40, 5),
    '– | 0.3439 | 523.5 | 0.5424 | 37.33 | 519.7 | 327.3 | 570.4 plasma_sodium | −3.75 | −1.51 | 140.39 | 133.0…155.0 | −6.20…0.20 | 132.6…143.6 | 360–570 (730) | 30–47 | 200–530 | 0.658 | none',
    '',
  ),
  row(
    'H16 run 1980 race I– 22/55 246 km 2500 m M70/43/7',
    race('run', 1980, { heat: [22, 55], distanceKm: 246, elevationGainM: 2500 }),
    man(70, 43, 7),
    '– | 0.3439 | 613.2 | 0.5877 | 36.81 | 560.7 | 357.3 | 590.2 plasma_sodium | −5.16 | −2.22 | 140.36 | 131.2…155.0 | −6.98…−0.57 | 131.7…143.3 | 400–590 (760) | 29–46 | 220–580 | 0.658 | safety_ceiling',
    '',
  ),
  row(
    'H17 run 1440 race I– 15/60 200 km M66/46/7',
    race('run', 1440, { heat: [15, 60], distanceKm: 200 }),
    man(66, 46, 7),
    '– | 0.3439 | 666.1 | 0.5383 | 35.95 | 498.4 | 309.0 | 567.7 plasma_sodium | −4.91 | −1.99 | 141.11 | 133.7…155.0 | −6.20…0.20 | 133.5…143.9 | 340–560 (710) | 29–45 | 180–510 | 0.658 | none',
    '',
  ),
  row(
    'H18 run 300 race I5 16/60 42.2 km F62/40/4',
    race('run', 300, { level: 5, heat: [16, 60], distanceKm: 42.2 }),
    woman(62, 40, 4),
    '– | 0.3439 | 661.2 | 0.5609 | 57.21 | 379.5 | 207.7 | 499.2 mass_gain | −2.24 | −0.53 | 143.02 | 138.5…150.8 | −5.27…−0.26 | 138.3…149.9 | 290–490 (520) | 46–71 | 130–330 | 0.658 | none',
    '',
  ),
  row(
    'H19 run 660 race I– 18/55 100 km M70/42/6',
    race('run', 660, { heat: [18, 55], distanceKm: 100 }),
    man(70, 42, 6),
    '– | 0.3439 | 794.3 | 0.7206 | 44.03 | 591.5 | 366.8 | 726.8 symptoms | −3.84 | −1.19 | 141.34 | 136.0…150.2 | −6.05…0.20 | 137.4…145.2 | 380–720 (720) | 35–55 | 220–590 | 0.658 | none',
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
    'mass | 0.4385 | 550.9 | 0.4437 | 37.59 | 302.9 | 187.8 | 318.8 symptoms | −5.27 | −1.13 | 143.67 | 137.3…155.0 | −8.08…−1.71 | 136.2…144.8 | 180–310 (830) | 26–54 | 100–620 | 0.550 | safety_ceiling',
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
    '– | 0.2895 | 944.4 | 1.0560 | 75.00 | 815.1 | 971.7 | 858.0 plasma_sodium | −3.71 | −0.90 | 139.27 | 135.0…145.7 | −7.51…−0.09 | 136.8…145.5 | 610–850 (1040) | 53–106 | 670–1400 | 0.700 | safety_ceiling',
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
    '– | 0.3603 | 834.6 | 0.7022 | 70.00 | 458.3 | 242.9 | 773.5 mass_gain | −1.45 | −0.33 | 141.65 | 138.9…146.0 | −3.36…−0.27 | 138.9…146.0 | 360–560 (560) | 49–99 | 150–380 | 0.635 | none',
    'SGLT2 caution, review',
  ),
  row(
    'H30 walk 246 I– 24/40 16.4 km pack 20 kg M74/27/6',
    event('walk', 246, { heat: [24, 40], distanceKm: 16.4, packKg: 20 }),
    man(74, 27, 6),
    '– | 0.3439 | 370.3 | 0.3408 | 21.76 | 180.1 | 106.0 | 446.0 mass_gain | −1.29 | −0.18 | 142.01 | 139.8…145.2 | −2.61…−0.40 | 139.7…145.2 | 140–290 (290) | 17–27 | 60–180 | 0.658 | none',
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
    '– | 0.3603 | 834.6 | 0.7282 | 50.59 | 322.8 | 148.5 | 936.2 mass_gain | −1.45 | −0.27 | 142.05 | 139.8…145.2 | −2.74…−0.63 | 139.8…145.2 | 260–540 (540) | 40–64 | 90–250 | 0.635 | none',
    '',
  ),
  row(
    'H36 bike 120, nothing else',
    event('bike', 120),
    UNKNOWN_ATHLETE,
    'mass | 0.4749 | 657.0 | 0.5495 | 47.77 | 210.6 | 96.9 | 435.7 mass_gain | −1.36 | −0.23 | 142.45 | 139.9…146.8 | −2.97…−0.48 | 139.9…146.8 | 150–430 (620) | 29–69 | 40–310 | 0.494 | none',
    '',
  ),
];
// biome-ignore-end format: see above
