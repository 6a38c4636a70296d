import type { Env } from '#platform/env.ts';
import type { AthleteDatabase } from '#platform/storage/athlete-databases.ts';
import { type CallBudget, type Calls, isWithin, mapCalls } from '#platform/storage/call-budget.ts';
import type { Database, StorageMeter } from '#platform/storage/database.ts';

export type Counts = Readonly<Record<string, number>>;

/** One bounded, resumable, idempotent step of a job. `isDone` is false while more work remains. */
export interface JobStep {
  readonly counts: Counts;
  readonly isDone: boolean;
}

/** The stores and the clock of a job. */
export interface Place {
  readonly env: Env;
  readonly registry: Database;
  readonly meter: StorageMeter;
  readonly nowMs: number;
}

/** The same, with the athlete database that the job works on. */
export interface HomePlace extends Place {
  readonly home: AthleteDatabase;
}

/** A job for one database. Two runs may overlap, and either may be interrupted at any point. */
export interface Job<At extends Place> {
  readonly name: string;
  /** The most calls that one step makes. */
  readonly stepCalls: (env: Pick<Env, 'athleteDatabases'>) => Calls;
  /** Begins one run of the job and returns a function that takes its next step. */
  readonly begin: (place: At) => () => Promise<JobStep>;
}

/** Makes a run that repeats one step. */
export function repeat<At extends Place>(step: (place: At) => Promise<JobStep>): Job<At>['begin'] {
  return (place) => () => step(place);
}

/**
 * Makes steps that each work on one part, in rotation until all are done. If a part fails, the others
 * continue and the last step throws, so that the next run retries. Each run starts with a different part,
 * chosen by the millisecond, so that no part is always last.
 */
export function inTurn<Part>(
  parts: readonly Part[],
  nowMs: number,
  step: (part: Part) => Promise<JobStep>,
): () => Promise<JobStep> {
  const first = parts.length === 0 ? 0 : nowMs % parts.length;
  const waiting = [...parts.slice(first), ...parts.slice(0, first)];
  const faults: unknown[] = [];
  return async () => {
    const part = waiting.shift();
    let counts: Counts = {};
    if (part !== undefined) {
      try {
        const taken = await step(part);
        counts = taken.counts;
        if (!taken.isDone) waiting.push(part);
      } catch (fault) {
        faults.push(fault);
      }
    }
    if (waiting.length === 0 && faults.length > 0) throw faults[0];
    return { counts, isDone: waiting.length === 0 };
  };
}

/** A run of a job: its counts so far and its outcome. */
export class JobRun<At extends Place> {
  readonly job: Job<At>;
  readonly counts: Record<string, number> = {};
  outcome: 'more' | 'done' | 'failed' = 'more';
  fault: unknown = null;
  readonly #place: At;
  #step: (() => Promise<JobStep>) | null = null;

  constructor(job: Job<At>, place: At) {
    this.job = job;
    this.#place = place;
  }

  /**
   * Takes one step if work remains and the remaining calls cover it. Returns whether it did. Never throws,
   * because an error must end only this job.
   */
  async takeStep(budget: CallBudget): Promise<boolean> {
    const stepCalls = this.job.stepCalls(this.#place.env);
    if (this.outcome !== 'more' || !budget.covers(stepCalls)) return false;
    const usedBefore = budget.used;
    try {
      this.#step ??= this.job.begin(this.#place);
      const { counts, isDone } = await this.#step();
      for (const [name, count] of Object.entries(counts)) {
        this.counts[name] = (this.counts[name] ?? 0) + count;
      }
      if (isDone) this.outcome = 'done';
      const used = budget.used;
      if (
        !isWithin(
          mapCalls((name) => used[name] - usedBefore[name]),
          stepCalls,
        )
      ) {
        throw new Error('a step made more calls than its job declares');
      }
    } catch (fault) {
      this.outcome = 'failed';
      this.fault = fault;
    }
    return true;
  }
}
