import { WorkerEntrypoint } from 'cloudflare:workers';
import type { WebBindings } from './env.ts';
import type { Verification, WebWorker } from './http/web-worker.ts';
import { handleWebRequest, proofOfSecret, verifyForApi } from './web-app.ts';

/** The web Worker: pages, documents and the authorization server. Only the API Worker can reach it. */
export default class Web extends WorkerEntrypoint<WebBindings> implements WebWorker {
  override fetch(request: Request): Promise<Response> {
    return handleWebRequest(request, this.env, this.ctx);
  }

  verifyAccessToken(token: string): Promise<Verification> {
    return verifyForApi(token, this.env);
  }

  proofOfSecret(): Promise<string> {
    return proofOfSecret(this.env);
  }
}
