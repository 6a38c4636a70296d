import type { Highs } from 'highs';

/** A sum of variables with their factors. */
export type Terms = (readonly [number, string])[];

/** A mixed integer program, written in the format of CPLEX for HiGHS. */
export class Program {
  readonly #rows: string[] = [];
  readonly #bounds: string[] = [];
  readonly #whole: string[] = [];
  readonly #objective: Terms = [];
  #names = 0;

  /** Adds a variable between 0 and a most, with its price in the objective. */
  add(most: number, { isWhole = false, price = 0 } = {}): string {
    const name = `x${this.#names}`;
    this.#names += 1;
    if (Number.isFinite(most)) this.#bounds.push(`0 <= ${name} <= ${figure(most)}`);
    if (isWhole) this.#whole.push(name);
    if (price !== 0) this.#objective.push([price, name]);
    return name;
  }

  /** Holds a sum to a bound. */
  hold(terms: Terms, relation: '<=' | '>=' | '=', bound: number): void {
    if (terms.length > 0)
      this.#rows.push(`c${this.#rows.length}: ${sum(terms)} ${relation} ${figure(bound)}`);
  }

  /** Charges for each unit by which a sum misses a target. */
  aim(terms: Terms, target: number, price: number): void {
    const low = this.add(Number.POSITIVE_INFINITY, { price });
    const high = this.add(Number.POSITIVE_INFINITY, { price });
    this.hold([...terms, [1, low], [-1, high]], '=', target);
  }

  /** Solves it, for at most this many seconds; null if nothing was found. */
  solve(highs: Highs, seconds: number): ((name: string) => number) | null {
    const text = [
      'Minimize',
      `obj: ${sum(this.#objective)}`,
      'Subject To',
      ...this.#rows,
      'Bounds',
      ...this.#bounds,
      'General',
      this.#whole.join('\n'),
      'End',
    ].join('\n');
    const solution = highs.solve(text, { time_limit: seconds, mip_rel_gap: 0.01 });
    const values = new Map(
      Object.entries(solution.Columns).map(([name, column]) => [
        name,
        'Primal' in column ? column.Primal : 0,
      ]),
    );
    const isFound = [...values.values()].some((value) => value !== 0);
    return isFound ? (name) => values.get(name) ?? 0 : null;
  }
}

const figure = (value: number): string => String(Math.round(1e6 * value) / 1e6);

/** Writes a sum in short lines: the format allows 560 characters in each. */
function sum(terms: Terms): string {
  const added = new Map<string, number>();
  for (const [factor, name] of terms) added.set(name, (added.get(name) ?? 0) + factor);
  return [...added]
    .map(([name, factor]) => `${factor < 0 ? '-' : '+'} ${figure(Math.abs(factor))} ${name}`)
    .join('\n');
}
