import type { Bindings } from '#platform/env.ts';
import service, { Dispatcher as ServiceDispatcher } from '../../src/index.ts';
import { full, slow } from '../support/faulty-databases.ts';
import { FULL_BINDING, isFullAt, isSlowAt, SLOW_BINDING, SLOW_BY_MS } from './bad-times.ts';

export { Directory, KeyGuard, ProductLimiter } from '../../src/index.ts';

/** Wrapped once an isolate: what an isolate remembers belongs to its stores. */
const known = new WeakMap<object, Bindings>();

/** Returns the bindings with the databases that have bad times. */
function withBadTimes(bindings: Bindings): Bindings {
  const wrapped = known.get(bindings) ?? {
    ...bindings,
    [SLOW_BINDING]: slow(bindings[SLOW_BINDING], SLOW_BY_MS, () => isSlowAt(Date.now())),
    [FULL_BINDING]: full(bindings[FULL_BINDING], () => isFullAt(Date.now())),
  };
  known.set(bindings, wrapped);
  return wrapped;
}

/** The service's dispatcher, which reads events from such databases too. */
export class Dispatcher extends ServiceDispatcher {
  constructor(ctx: DurableObjectState, bindings: Bindings) {
    super(ctx, withBadTimes(bindings));
  }
}

/** The service with databases that have bad times (bad-times.ts). */
export default {
  fetch: (request, bindings, execution) => service.fetch(request, withBadTimes(bindings), execution),
  queue: (batch, bindings) => service.queue(batch, withBadTimes(bindings)),
  scheduled: (controller, bindings) => service.scheduled(controller, withBadTimes(bindings)),
} satisfies ExportedHandler<Bindings>;
