import type { Env } from '../env.ts';

/** The input of a workflow instance: identifiers only, because the platform stores it. */
export interface InstanceTask {
  readonly recalculationId: string;
  readonly instance: number;
}

/** Begins an instance of the workflow. Does nothing if it has begun before. */
export async function beginInstance(env: Pick<Env, 'recalculations'>, task: InstanceTask): Promise<void> {
  const id = `${task.recalculationId}-${task.instance}`;
  try {
    await env.recalculations.create({ id, params: task });
  } catch (fault) {
    // If the instance exists, nothing is left to do; `get` throws if it does not.
    await env.recalculations.get(id).catch(() => {
      throw fault;
    });
  }
}
