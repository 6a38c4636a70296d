import { WorkflowEntrypoint, type WorkflowEvent, type WorkflowStep } from 'cloudflare:workers';
import { nowMs } from '#platform/clock.ts';
import { type Bindings, parseEnv } from '#platform/env.ts';
import type { InstanceTask } from './recalculations.ts';
import { continueRecalculation } from './restart-recalculations.ts';
import { takeStep } from './take-step.ts';

/**
 * Steps per instance, which together stay within an invocation's thousand queries. The next instance
 * continues, so no number of activities reaches the platform's limit of steps.
 */
export const INSTANCE_STEPS = 4;

/** A step takes seconds. If it fails five times, the cron starts another instance. */
const STEP = {
  retries: { limit: 5, delay: '5 seconds', backoff: 'exponential' },
  timeout: '5 minutes',
} as const;

/**
 * Works through a recalculation as a workflow. The platform stores only identifiers. Progress and counts are
 * in the row, so an instance may be killed anywhere, or run twice.
 */
export class Recalculate extends WorkflowEntrypoint<Bindings, InstanceTask> {
  override async run({ payload }: Readonly<WorkflowEvent<InstanceTask>>, step: WorkflowStep): Promise<void> {
    const env = parseEnv(this.env);
    const place = () => ({
      env,
      meter: { d1Batches: 0, d1RowsRead: 0, d1RowsWritten: 0 },
      nowMs: nowMs(env),
    });
    for (let number = 1; number <= INSTANCE_STEPS; number++) {
      const { isOver } = await step.do(`step ${number}`, STEP, () => takeStep(place(), payload));
      if (isOver) return;
    }
    await step.do('continue', STEP, () => continueRecalculation(place(), payload));
  }
}
