import type { Env } from '../env.ts';
import type { AthleteDatabase } from '../storage/athlete-databases.ts';
import { type CallBudget, type Calls, isWithin, mapCalls } from '../storage/call-budget.ts';
import type { Database, StorageMeter } from '../storage/database.ts';
import { selectLastOutcome } from './repository.ts';

export type Counts = Readonly<Record<string, number>>;

/** One bounded, resumable, idempotent step of a job. `isDone` is false while there is more to do. */
export interface JobStep {
  readonly counts: Counts;
  readonly isDone: boolean;
}

/** Stores and time that a job works with. */
export interface Place {
  readonly env: Env;
  readonly registry: Database;
  readonly homes: readonly AthleteDatabase[];
  readonly meter: StorageMeter;
  readonly nowMs: number;
}

export interface Job {
  readonly name: string;
  /** The most calls that one step makes. */
  readonly stepCalls: (env: Pick<Env, 'athleteDatabases'>) => Calls;
  /** Returns whether to run at all; a run that cannot tell begins. Without it every run does. Makes one D1 query. */
  readonly isWanted?: (place: Place) => Promise<boolean>;
  /** Begins one run of the job, and returns a function that takes its next step. */
  readonly begin: (place: Place) => () => Promise<JobStep>;
}

/** Makes a run that repeats one step. */
export function repeat(step: (place: Place) => Promise<JobStep>): Job['begin'] {
  return (place) => () => step(place);
}

/**
 * Makes a run that works through parts, one part per step, in turn until all are done. If a part fails, the
 * others continue, the run fails at its end, and the next run retries. Runs begin with different parts,
 * chosen by the millisecond, so that no part is always last.
 */
export function inTurn<Part>(
  partsOf: (place: Place) => readonly Part[],
  step: (part: Part, place: Place) => Promise<JobStep>,
): Job['begin'] {
  return (place) => {
    const parts = partsOf(place);
    const first = parts.length === 0 ? 0 : place.nowMs % parts.length;
    const waiting = [...parts.slice(first), ...parts.slice(0, first)];
    const faults: unknown[] = [];
    return async () => {
      const part = waiting.shift();
      let counts: Counts = {};
      if (part !== undefined) {
        try {
          const taken = await step(part, place);
          counts = taken.counts;
          if (!taken.isDone) waiting.push(part);
        } catch (fault) {
          faults.push(fault);
        }
      }
      if (waiting.length === 0 && faults.length > 0) throw faults[0];
      return { counts, isDone: waiting.length === 0 };
    };
  };
}

/** A run of a job: its counts so far and its outcome. */
export class JobRun {
  readonly job: Job;
  readonly counts: Record<string, number> = {};
  outcome: 'more' | 'done' | 'failed' = 'more';
  fault: unknown = null;
  steps = 0;
  readonly #place: Place;
  #step: (() => Promise<JobStep>) | null = null;

  constructor(job: Job, place: Place) {
    this.job = job;
    this.#place = place;
  }

  /** Takes steps while the job's share of the remaining calls covers one. Never throws: a fault ends only this job. */
  async takeTurn(budget: CallBudget, sharers: number): Promise<void> {
    const stepCalls = this.job.stepCalls(this.#place.env);
    const leftBefore = budget.left;
    const reserved = mapCalls((name) => leftBefore[name] - Math.floor(leftBefore[name] / sharers));
    const affords = () =>
      isWithin(
        mapCalls((name) => reserved[name] + stepCalls[name]),
        budget.left,
      );
    try {
      this.#step ??= this.job.begin(this.#place);
      while (this.outcome === 'more' && affords()) {
        const usedBefore = budget.used;
        const { counts, isDone } = await this.#step();
        this.steps += 1;
        for (const [name, count] of Object.entries(counts)) {
          this.counts[name] = (this.counts[name] ?? 0) + count;
        }
        if (isDone) this.outcome = 'done';
        const used = budget.used;
        const made = mapCalls((name) => used[name] - usedBefore[name]);
        if (!isWithin(made, stepCalls)) {
          throw new Error('a step made more calls than its job declares');
        }
      }
    } catch (fault) {
      this.outcome = 'failed';
      this.fault = fault;
    }
  }
}

/**
 * Makes a job for another cron that does the same work, but only where the last run left some or failed: one run a night
 * may remove less than a day adds. Where it did not, nothing is run or recorded.
 */
export function continueJob(job: Job): Job {
  return { ...job, isWanted: (place) => isUnfinished(job, place) };
}

async function isUnfinished({ name }: Job, { registry }: Place): Promise<boolean> {
  const [[last]] = await registry.batch([selectLastOutcome(registry, name)]);
  return last !== undefined && last.outcome !== 'done';
}
