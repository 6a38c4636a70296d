/**
 * Keeps one balance of mass, water and sodium per event: losses, intake, and the resulting plasma sodium
 * (SCIENCE §4).
 */

import type { Effort } from './effort.ts';
import { clamp, interpolate, type Points } from './numbers.ts';
import { type Environment, vapourPressureKpa } from './sweat.ts';
import { CARBOHYDRATE_SHARE_BY_EFFORT, type Sport, URINE_SODIUM_MMOL_PER_L } from './tables.ts';

/** Energy density, kJ/g: carbohydrate and fat. Recalled. */
export const CARBOHYDRATE_KJ_PER_G = 16.2;
const FAT_KJ_PER_G = 39;
/** Metabolic water, g per g oxidised. Stoichiometry. */
const OXIDATION_WATER = { carbohydrate: 0.57, fat: 1.09 } as const;
/** Mass lost as gas (carbon dioxide out minus oxygen in), g per g. Stoichiometry. */
const GAS_LOSS = { carbohydrate: 0.444, fat: -0.094 } as const;
/** Endogenous carbohydrate stores, g/kg, and the share of intake that is oxidised. Recalled. */
const CARBOHYDRATE_STORE_G_PER_KG = 6;
const EATEN_SHARE_BURNED = 0.9;

/** Molar mass of sodium, mg/mmol. */
const MG_PER_MMOL_SODIUM = 22.99;
/** Potassium concentration of sweat, mmol/L. Recalled. */
const SWEAT_POTASSIUM_MMOL_PER_L = 4.5;
/** Nguyen & Kurtz: plasma sodium = 1.03·(sodium + potassium)/water − 23.8 mmol/L (recalled). */
const PLASMA_SLOPE = 1.03;
const PLASMA_OFFSET_MMOL_PER_L = 23.8;
/** Plasma sodium at the start, mmol/L. */
export const PLASMA_START_MMOL_PER_L = 140;

/**
 * Returns respiratory water loss, L/h, negative in hot humid air (Mitchell 1972, recalled: .019 g/min per
 * ml/min·mmHg). Half in water, more from 1500 m.
 */
export function breathLPerHr(
  effort: Pick<Effort, 'metabolicRateW'>,
  environment: Pick<Environment, 'airTemperatureC' | 'breathHumidityPercent'>,
  location: { readonly inWater: boolean; readonly altitudeM: number },
): number {
  const inhaledMmHg =
    ((7.5 * environment.breathHumidityPercent) / 100) * vapourPressureKpa(environment.airTemperatureC);
  const litres = (60 * 0.019 * (effort.metabolicRateW / 343) * (44 - inhaledMmHg)) / 1000;
  const altitude = 1 + 0.3 * clamp((location.altitudeM - 1500) / 1000, 0, 3);
  return litres * (location.inWater ? 0.5 : 1) * altitude;
}

/** Returns urine output, L/h, higher in water because of immersion. Recalled; its size is a choice. */
export function urineLPerHr(sport: Sport, massKg: number): number {
  return (sport === 'swim' ? 0.0015 : 0.0005) * massKg;
}

/** Fuel oxidised over an event and its by-products. */
export interface Fuel {
  readonly carbohydrateShare: number;
  readonly carbohydrateG: number;
  readonly fatG: number;
  /** Metabolic water from both, L. */
  readonly metabolicWaterL: number;
  /** Mass lost as gas, kg. */
  readonly gasLossKg: number;
}

/** Inputs of an event's fuel: kg, W, share 0–1, h, g/h eaten. */
interface FuelInput {
  readonly massKg: number;
  readonly metabolicRateW: number;
  readonly fractionOfVo2max: number;
  readonly hours: number;
  readonly intakeGPerHr: number;
}

/** Returns the share of energy from carbohydrate, .4–1, by fraction of VO2max (shape recalled). */
export function carbohydrateShare(fractionOfVo2max: number): number {
  return interpolate(fractionOfVo2max, CARBOHYDRATE_SHARE_BY_EFFORT);
}

/**
 * Returns the fuel oxidised over an event, g, with the resulting water and gas (stoichiometry; fuel shares:
 * recalled).
 */
export function fuelOf({ massKg, metabolicRateW, fractionOfVo2max, hours, intakeGPerHr }: FuelInput): Fuel {
  const share = carbohydrateShare(fractionOfVo2max);
  const energyKj = 3.6 * metabolicRateW * hours;
  const carbohydrateG = Math.min(
    (share * energyKj) / CARBOHYDRATE_KJ_PER_G,
    CARBOHYDRATE_STORE_G_PER_KG * massKg + EATEN_SHARE_BURNED * intakeGPerHr * hours,
  );
  const fatG = (energyKj - CARBOHYDRATE_KJ_PER_G * carbohydrateG) / FAT_KJ_PER_G;
  return {
    carbohydrateShare: share,
    carbohydrateG,
    fatG,
    metabolicWaterL: (OXIDATION_WATER.carbohydrate * carbohydrateG + OXIDATION_WATER.fat * fatG) / 1000,
    gasLossKg: (GAS_LOSS.carbohydrate * carbohydrateG + GAS_LOSS.fat * fatG) / 1000,
  };
}

/** The water and sodium balance of one event. Rates are averages over its hours. */
export interface Balance {
  readonly hours: number;
  readonly bodyWaterL: number;
  readonly sweatLPerHr: number;
  readonly breathLPerHr: number;
  readonly urineLPerHr: number;
  readonly metabolicWaterL: number;
  /** Sweat sodium concentration, mg/L. */
  readonly sweatSodiumMgPerL: number;
}

/** Returns total water loss: sweat, breath and urine, L/h. */
export function lossesLPerHr(balance: Pick<Balance, 'sweatLPerHr' | 'breathLPerHr' | 'urineLPerHr'>): number {
  return balance.sweatLPerHr + balance.breathLPerHr + balance.urineLPerHr;
}

/**
 * Returns the change in body mass over an event, kg, negative for a loss. Rates in L/h and g/h, gas in kg.
 */
export function massChangeKg(
  balance: Balance,
  intake: { readonly fluidLPerHr: number; readonly carbGPerHr: number },
  gasLossKg: number,
): number {
  return (intake.fluidLPerHr + intake.carbGPerHr / 1000 - lossesLPerHr(balance)) * balance.hours - gasLossKg;
}

/**
 * Returns the change in body mass, %, at unchanged body water: food eaten, less the fuel burned. Who has lost
 * less has gained water.
 */
export function steadyWaterMassPercent(
  carbG: number,
  fuel: Pick<Fuel, 'gasLossKg' | 'metabolicWaterL'>,
  massKg: number,
): number {
  return (100 * (carbG / 1000 - fuel.gasLossKg - fuel.metabolicWaterL)) / massKg;
}

/** Change in body water without drinking, L. */
function dryWaterChangeL(balance: Balance): number {
  return balance.metabolicWaterL - lossesLPerHr(balance) * balance.hours;
}

/** Returns exchangeable sodium and potassium at the end without sodium intake, mmol. */
function electrolytesWithoutIntakeMmol(balance: Balance): number {
  const { hours, sweatLPerHr, urineLPerHr: urine } = balance;
  return (
    startElectrolytesMmol(balance.bodyWaterL) -
    sweatLPerHr * hours * sweatElectrolytesMmolPerL(balance.sweatSodiumMgPerL) -
    urine * hours * interpolate(hours, URINE_SODIUM_MMOL_PER_L)
  );
}

function startElectrolytesMmol(bodyWaterL: number): number {
  return ((PLASMA_START_MMOL_PER_L + PLASMA_OFFSET_MMOL_PER_L) / PLASMA_SLOPE) * bodyWaterL;
}

function sweatElectrolytesMmolPerL(sweatSodiumMgPerL: number): number {
  return sweatSodiumMgPerL / MG_PER_MMOL_SODIUM + SWEAT_POTASSIUM_MMOL_PER_L;
}

/** Exchangeable electrolytes per litre of body water at a given plasma sodium, mmol/L. */
function electrolytesPerLitre(plasmaMmolPerL: number): number {
  return (plasmaMmolPerL + PLASMA_OFFSET_MMOL_PER_L) / PLASMA_SLOPE;
}

/**
 * Returns plasma sodium at the end, mmol/L, not clamped (Nguyen & Kurtz 2004, recalled; used as in Montain
 * 2006 and Baker 2008, cited).
 */
export function endSodiumMmolPerL(balance: Balance, fluidLPerHr: number, sodiumMgPerHr: number): number {
  const waterL = Math.max(
    0.5 * balance.bodyWaterL,
    balance.bodyWaterL + dryWaterChangeL(balance) + fluidLPerHr * balance.hours,
  );
  const electrolytes =
    electrolytesWithoutIntakeMmol(balance) + (sodiumMgPerHr * balance.hours) / MG_PER_MMOL_SODIUM;
  return (PLASMA_SLOPE * electrolytes) / waterL - PLASMA_OFFSET_MMOL_PER_L;
}

/**
 * Returns the fluid rate, L/h, at which a drink of `sodiumMgPerL` leads to `plasmaMmolPerL`. Below 0 if no
 * drinking rate does.
 */
export function fluidForPlasma(balance: Balance, plasmaMmolPerL: number, sodiumMgPerL: number): number {
  const perLitre = electrolytesPerLitre(plasmaMmolPerL);
  return (
    (electrolytesWithoutIntakeMmol(balance) / perLitre - balance.bodyWaterL - dryWaterChangeL(balance)) /
    (balance.hours * (1 - sodiumMgPerL / (MG_PER_MMOL_SODIUM * perLitre)))
  );
}

/** Returns how much more may be drunk, L/h, with a sodium rate, mg/h, to end at the same plasma sodium. */
export function fluidForSodium(plasmaMmolPerL: number, sodiumMgPerHr: number): number {
  return sodiumMgPerHr / (MG_PER_MMOL_SODIUM * electrolytesPerLitre(plasmaMmolPerL));
}

/**
 * Share of a change in plasma sodium that the body leaves, by hours passed: cohorts of long events change less
 * than the bare balance (Ironman South Africa, Western States: calibration).
 */
const SODIUM_RESPONSE: Points = [
  [4, 1],
  [10, 0.4],
];

function sodiumResponse(hours: number): number {
  return interpolate(hours, SODIUM_RESPONSE);
}

/** Returns the plasma sodium to expect after some hours if the bare balance gives another, mmol/L. */
export function expectedSodium(bareMmolPerL: number, hours: number): number {
  return PLASMA_START_MMOL_PER_L + sodiumResponse(hours) * (bareMmolPerL - PLASMA_START_MMOL_PER_L);
}

/** Returns the plasma sodium of the bare balance at which another is to be expected, mmol/L. */
export function bareSodium(expectedMmolPerL: number, hours: number): number {
  return PLASMA_START_MMOL_PER_L + (expectedMmolPerL - PLASMA_START_MMOL_PER_L) / sodiumResponse(hours);
}

/** Returns the sodium rate, mg/h, at which a fluid rate leads to `plasmaMmolPerL`. */
export function sodiumForPlasma(balance: Balance, plasmaMmolPerL: number, fluidLPerHr: number): number {
  const waterL = balance.bodyWaterL + dryWaterChangeL(balance) + fluidLPerHr * balance.hours;
  return (
    ((waterL * electrolytesPerLitre(plasmaMmolPerL) - electrolytesWithoutIntakeMmol(balance)) *
      MG_PER_MMOL_SODIUM) /
    balance.hours
  );
}

/**
 * Returns the sweat rate, L/h, at which a fluid rate of `sodiumMgPerL` leads to `plasmaMmolPerL`. Less sweat
 * ends lower.
 */
export function sweatForPlasma(
  balance: Balance,
  plasmaMmolPerL: number,
  drink: { readonly fluidLPerHr: number; readonly sodiumMgPerL: number },
): number {
  const perLitre = electrolytesPerLitre(plasmaMmolPerL);
  const { hours } = balance;
  const drunk = drink.fluidLPerHr * hours * (1 - drink.sodiumMgPerL / (MG_PER_MMOL_SODIUM * perLitre));
  const withoutSweat = { ...balance, sweatLPerHr: 0 };
  const retained =
    electrolytesWithoutIntakeMmol(withoutSweat) / perLitre -
    balance.bodyWaterL -
    dryWaterChangeL(withoutSweat);
  const perSweatLitre = 1 - sweatElectrolytesMmolPerL(balance.sweatSodiumMgPerL) / perLitre;
  return (drunk - retained) / (hours * perSweatLitre);
}
