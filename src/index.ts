import { handleRequest } from './app/handle-request.ts';
import type { Bindings } from './env.ts';

export { Directory } from './guards/directory.ts';
export { KeyGuard } from './guards/key-guard.ts';
export { ProductLimiter } from './guards/product-limiter.ts';
export { Recalculate } from './recalculations/recalculate.ts';
export { Dispatcher } from './webhooks/dispatcher.ts';

/** The Worker: requests, and crons and messages, whose code only their isolates load. */
export default {
  fetch: (request, bindings, execution) => handleRequest(request, bindings, execution),
  async queue(batch, bindings) {
    const { consumeJobs } = await import('./retention/job-messages.ts');
    return consumeJobs(batch, bindings);
  },
  async scheduled(controller, bindings) {
    const { runCron } = await import('./retention/job-messages.ts');
    return runCron(controller.cron, bindings);
  },
} satisfies ExportedHandler<Bindings>;
