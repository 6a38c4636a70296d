import { handleRequest } from './app/handle-request.ts';
import type { Bindings } from './env.ts';
import { runSchedule } from './retention/schedule.ts';

export { KeyGuard } from './guards/key-guard.ts';
export { ProductLimiter } from './guards/product-limiter.ts';

/** The Worker: requests and crons. */
export default {
  fetch: (request, bindings, execution) => handleRequest(request, bindings, execution),
  scheduled: (controller, bindings) => runSchedule(controller.cron, bindings),
} satisfies ExportedHandler<Bindings>;
