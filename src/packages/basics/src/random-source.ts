/**
 * Generates random numbers from a seed (mulberry32, public domain). The same seed gives the same sequence.
 */
export class RandomSource {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** Returns a number in [0, 1). */
  uniform(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  normal(mean = 0, standardDeviation = 1): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.uniform()));
    return mean + standardDeviation * radius * Math.cos(2 * Math.PI * this.uniform());
  }

  within(mean: number, standardDeviation: number, low: number, high: number): number {
    return Math.max(low, Math.min(high, this.normal(mean, standardDeviation)));
  }

  integer(mean: number, standardDeviation: number, low: number, high: number): number {
    return Math.round(this.within(mean, standardDeviation, low, high));
  }

  pick<Item>(weighted: readonly (readonly [item: Item, weight: number])[], fallback: Item): Item {
    let left = this.uniform() * weighted.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [item, weight] of weighted) {
      left -= weight;
      if (left < 0) return item;
    }
    return fallback;
  }
}
