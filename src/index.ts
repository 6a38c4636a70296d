import { handleRequest } from './app/handle-request.ts';
import type { Bindings } from './env.ts';
import { runSchedule } from './retention/schedule.ts';
import { consumeMessages } from './webhooks/consume-messages.ts';

export { Directory } from './guards/directory.ts';
export { KeyGuard } from './guards/key-guard.ts';
export { ProductLimiter } from './guards/product-limiter.ts';
export { Recalculate } from './recalculations/recalculate.ts';

/** The Worker: requests, crons and messages about webhooks. */
export default {
  fetch: (request, bindings, execution) => handleRequest(request, bindings, execution),
  queue: (batch, bindings, execution) => consumeMessages(batch, bindings, execution),
  scheduled: (controller, bindings) => runSchedule(controller.cron, bindings),
} satisfies ExportedHandler<Bindings>;
