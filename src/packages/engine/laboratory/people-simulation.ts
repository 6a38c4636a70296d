/**
 * Simulates how weighings of people make ranges honest, class by class. Each world draws the model's own error of every
 * class. The ends of a range then move as `quantilesOf` moves them, and the share of people inside is calculated exactly.
 */

import { RandomSource } from '@musette/basics/random-source';
import type { ClassFile } from '../src/calibrated-classes.ts';
import { positionsOf, quantilesOfClass } from '../src/classes.ts';
import { normalCdf } from '../src/numbers.ts';

/** All classes. Engineering choices, like both spreads. */
const CLASSES = 27;
/** The model's error of a class, and how people of one class differ from each other and from day to day, ln sd. */
const BIAS_SD = 0.2;
const OWN_SD = 0.36;
/** The spread that a range shows: what both leave together. */
const SHOWN_SD = Math.hypot(BIAS_SD, OWN_SD);

/** Shares of people inside their range, over worlds. */
export interface PeopleCoverage {
  readonly weighings: number;
  /** The mean over classes and worlds. */
  readonly mean: number;
  /** The worst class of a world: its median over worlds. */
  readonly worst: number;
  /** Share of worlds in which no class is below 65 %. */
  readonly kept: number;
}

const KEPT_FROM = 0.65;

/** Simulates worlds with this many weighings in each class. */
export function simulatePeople(weighings: number, worlds: number, seed: number): PeopleCoverage {
  const random = new RandomSource(seed);
  let sum = 0;
  const worst: number[] = [];
  for (let world = 0; world < worlds; world++) {
    const shares = Array.from({ length: CLASSES }, () => shareInside(random, weighings));
    sum += shares.reduce((total, share) => total + share, 0) / CLASSES;
    worst.push(Math.min(...shares));
  }
  const sorted = worst.toSorted((one, other) => one - other);
  return {
    weighings,
    mean: sum / worlds,
    worst: sorted[Math.floor(worlds / 2)] ?? 0,
    kept: worst.filter((share) => share >= KEPT_FROM).length / worlds,
  };
}

/** Draws a class and its weighings, and returns the share of its people inside their range. */
function shareInside(random: RandomSource, weighings: number): number {
  const bias = random.normal(0, BIAS_SD);
  const positions = Array.from({ length: weighings }, () => random.normal(bias, OWN_SD) / SHOWN_SD);
  const classes: ClassFile['classes'] =
    weighings === 0 ? [] : [{ key: '', n: weighings, athletes: weighings, ...positionsOf(positions) }];
  const { low, high } = quantilesOfClass('', classes);
  const below = (end: number) => normalCdf((end * SHOWN_SD - bias) / OWN_SD);
  return below(high) - below(low);
}
