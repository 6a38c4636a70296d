import { handleRequest } from './app/handle-request.ts';
import type { Bindings } from './env.ts';

export { Directory } from './guards/directory.ts';
export { KeyGuard } from './guards/key-guard.ts';
export { ProductLimiter } from './guards/product-limiter.ts';
export { Recalculate } from './recalculations/recalculate.ts';

/** The Worker: requests, and crons and messages, whose code only their isolates load. */
export default {
  fetch: (request, bindings, execution) => handleRequest(request, bindings, execution),
  async queue(batch, bindings, execution) {
    const { areJobs, consumeJobs } = await import('./retention/job-messages.ts');
    if (areJobs(batch)) return consumeJobs(batch, bindings);
    const { consumeMessages } = await import('./webhooks/consume-messages.ts');
    return consumeMessages(batch, bindings, execution);
  },
  async scheduled(controller, bindings) {
    const { sendJobs } = await import('./retention/job-messages.ts');
    return sendJobs(controller.cron, bindings);
  },
} satisfies ExportedHandler<Bindings>;
