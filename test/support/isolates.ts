import { env } from 'cloudflare:workers';
import type { Bindings } from '#platform/env.ts';

/** The stores that what an isolate remembers belongs to; the rest of its memory is by caller's address, or of readiness. */
const REMEMBERED_BY = ['API_KEYS', 'KEY_GUARD', 'REGISTRY'] as const;
const own = Object.fromEntries(REMEMBERED_BY.map((name) => [name, env[name]]));

/** From now on the Worker remembers nothing of earlier requests, as in an isolate that has just started. */
export function beginIsolate(): void {
  for (const [name, store] of Object.entries(own)) Object.assign(env, { [name]: anotherOf(store) });
}

/** Returns a store that is the same and yet another object. */
function anotherOf<Store extends object>(store: Store): Store {
  return new Proxy(store, { get: (target, name) => bound(target, name) });
}

/**
 * Returns the bindings of one isolate: its own memory and leases, and a KV that always repeats its first answer. Memory
 * belongs to a set of stores, so each set of bindings stands for an isolate.
 */
export function newIsolate(): Partial<Bindings> {
  const seen = new Map<string, Promise<unknown>>();
  const API_KEYS = new Proxy(env.API_KEYS, {
    get(target, name) {
      if (name !== 'get') return bound(target, name);
      return (key: string) => {
        const answer = seen.get(key) ?? target.get(key, 'json');
        seen.set(key, answer);
        return answer;
      };
    },
  });
  return { API_KEYS, KEY_GUARD: anotherOf(env.KEY_GUARD) };
}

/** Returns a member of a binding, to be called apart from it; its constructor's name tells the test runtime what it is. */
export function bound(target: object, name: string | symbol): unknown {
  const member: unknown = Reflect.get(target, name, target);
  return typeof member === 'function' && name !== 'constructor' ? member.bind(target) : member;
}
