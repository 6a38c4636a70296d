import { handleRequest } from './app.ts';
import type { Bindings, WebBindings } from './env.ts';
import type { WebWorker } from './http/web-worker.ts';
import api from './index.ts';
import { handleWebRequest, proofOfInstallation, verifyForApi } from './web-app.ts';

export { KeyGuard, ProductLimiter } from './index.ts';

type Execution = Pick<ExecutionContext, 'waitUntil'>;

/** Both Workers as one, over the same bindings: what `npm start` runs, and most tests. */
export default {
  fetch: (request, bindings, execution) =>
    handleRequest(request, { ...bindings, WEB: webBeside(bindings, execution) }, execution),
  scheduled: api.scheduled,
} satisfies ExportedHandler<Bindings & WebBindings>;

function webBeside(bindings: WebBindings, execution: Execution): WebWorker {
  return {
    fetch: (request) => handleWebRequest(request, bindings, execution),
    verifyAccessToken: (token) => verifyForApi(token, bindings),
    proofOfInstallation: () => proofOfInstallation(bindings),
  };
}
