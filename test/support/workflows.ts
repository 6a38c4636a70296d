import { env } from 'cloudflare:workers';

/**
 * The binding of recalculations that begins no instance: work in the background would change what a test compares. Every
 * call has it unless its test brings another one.
 */
export const IDLE_WORKFLOW = {
  RECALCULATIONS: new Proxy(env.RECALCULATIONS, {
    get(target, name) {
      if (name === 'create') return async () => ({});
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  }),
} satisfies Partial<Cloudflare.Env>;

/** The binding of recalculations that begins their instances. */
export const REAL_WORKFLOW = { RECALCULATIONS: env.RECALCULATIONS } satisfies Partial<Cloudflare.Env>;

/** The binding of recalculations while the platform begins no instance. */
export const WORKFLOW_AWAY = {
  RECALCULATIONS: new Proxy(env.RECALCULATIONS, {
    get: () => () => Promise.reject(new Error('no instance can be begun')),
  }),
} satisfies Partial<Cloudflare.Env>;
