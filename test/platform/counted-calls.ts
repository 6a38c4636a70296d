import { env } from 'cloudflare:workers';
import { Invocation, platformBindings } from './simulator.ts';

export { PLATFORM_LIMITS } from './simulator.ts';

/** The objects that a removal tells to forget something or of an end. */
const TOLD = ['KEY_GUARD', 'PRODUCT_LIMITER', 'DIRECTORY'] as const;

/**
 * The test environment's bindings as those of one invocation, which the simulator ends at the platform's limits. Idle objects
 * are not there to forget anything or be told of an end.
 */
export function countedCalls(objectsAre: 'real' | 'idle' = 'real'): {
  readonly bindings: Cloudflare.Env;
  readonly made: Invocation['made'];
} {
  const invocation = new Invocation();
  // Thousands of real objects take minutes to come to be; those that only forget or are told need none.
  const idle = objectsAre === 'idle' ? TOLD.map((name) => [name, withIdleObjects(env[name])]) : [];
  const bindings = platformBindings(
    { ...env, ...Object.fromEntries(idle) },
    { onCall: (calls) => invocation.count(calls) },
  );
  return { bindings, made: invocation.made };
}

/** The namespace with objects that forget and are told of an end without coming to be. */
function withIdleObjects<Namespace extends object>(namespace: Namespace): Namespace {
  return new Proxy(namespace, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function' || name === 'constructor') return member;
      return (...given: unknown[]) => {
        const made: unknown = Reflect.apply(member, target, given);
        return name === 'get' && typeof made === 'object' && made !== null ? idle(made) : made;
      };
    },
  });
}

function idle(object: object): object {
  return new Proxy(object, {
    get: (target, name) =>
      name === 'forget' || name === 'endPartner' ? async () => undefined : Reflect.get(target, name, target),
  });
}
