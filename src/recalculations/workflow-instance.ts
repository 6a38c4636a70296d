import type { Env } from '../env.ts';

/** What an instance of the workflow is given: identifiers only, because the platform keeps them. */
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
    // An instance that exists is what was asked for; `get` throws if there is none.
    await env.recalculations.get(id).catch(() => {
      throw fault;
    });
  }
}
