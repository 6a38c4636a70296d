import type { Env } from '../env.ts';
import type { AthleteDatabase } from './athlete-databases.ts';
import { type CallBudget, MeasuredSteps } from './call-budget.ts';
import type { Database, StorageMeter } from './database.ts';

export type Counts = Readonly<Record<string, number>>;

/** One bounded, resumable, idempotent step of a job: what it did, by kind. `isDone` is false while more work remains. */
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

/** The jobs of one database that an invocation runs: the message of the queue. Losing one costs a period of their cron. */
export interface JobMessage {
  /** `registry`, or environment and shard of an athlete database: `live.c000`. */
  readonly database: string;
  readonly jobs: readonly string[];
}

/** A job for one database. Two runs may overlap, and either may be interrupted at any point. */
export interface Job<At extends Place> {
  readonly name: string;
  /** Tells the operator what it removes or finishes. */
  readonly does: string;
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
  readonly #budget: CallBudget;
  readonly #steps: MeasuredSteps;
  #step: (() => Promise<JobStep>) | null = null;

  constructor(job: Job<At>, place: At, budget: CallBudget) {
    this.job = job;
    this.#place = place;
    this.#budget = budget;
    this.#steps = new MeasuredSteps(budget);
  }

  /** Whether it did something and has more to do, so that another message should follow at once. */
  get isToContinue(): boolean {
    return this.outcome === 'more' && Object.values(this.counts).some((count) => count > 0);
  }

  /**
   * Takes one step if work remains and the budget probably covers it. Returns whether it did. A step that the
   * budget interrupts is repeated by the next run. Never throws, because an error must end only this job.
   */
  async takeStep(): Promise<boolean> {
    if (this.outcome !== 'more' || !this.#steps.fit()) return false;
    try {
      this.#step ??= this.job.begin(this.#place);
      const { counts, isDone } = await this.#steps.take(this.#step);
      for (const [name, count] of Object.entries(counts)) {
        this.counts[name] = (this.counts[name] ?? 0) + count;
      }
      if (isDone) this.outcome = 'done';
    } catch (fault) {
      if (this.#budget.isSpent) return false;
      this.outcome = 'failed';
      this.fault = fault;
    }
    return true;
  }
}
