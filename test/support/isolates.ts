import { env } from 'cloudflare:workers';
import type { Bindings } from '../../src/env.ts';

/**
 * Returns the bindings of one isolate: its own memory and leases, and a KV of which it sees the first answer for ever. Memory
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
  const KEY_GUARD = new Proxy(env.KEY_GUARD, { get: (target, name) => bound(target, name) });
  return { API_KEYS, KEY_GUARD };
}

/** Returns a member of a binding, to be called apart from it. */
export function bound(target: object, name: string | symbol): unknown {
  const member: unknown = Reflect.get(target, name, target);
  return typeof member === 'function' ? member.bind(target) : member;
}
