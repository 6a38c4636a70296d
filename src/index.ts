import { handleRequest } from './delivery/app/handle-request.ts';
import type { Bindings } from './platform/env.ts';

export { Dispatcher } from './partner/webhooks/dispatcher.ts';
export { Directory } from './platform/guards/directory.ts';
export { KeyGuard } from './platform/guards/key-guard.ts';
export { ProductLimiter } from './platform/guards/product-limiter.ts';

/** The Worker: requests, and crons and messages, whose code only their isolates load. */
export default {
  fetch: (request, bindings, execution) => handleRequest(request, bindings, execution),
  async queue(batch, bindings) {
    const { consumeJobs } = await import('./partner/retention/run-jobs.ts');
    return consumeJobs(batch, bindings);
  },
  async scheduled(controller, bindings) {
    const { runCron } = await import('./partner/retention/run-jobs.ts');
    return runCron(controller.cron, bindings);
  },
} satisfies ExportedHandler<Bindings>;
