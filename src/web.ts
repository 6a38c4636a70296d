import { WorkerEntrypoint } from 'cloudflare:workers';
import type { WebBindings } from './env.ts';
import type { Verification, WebWorker } from './http/web-worker.ts';
import { handleWebRequest, proofOfInstallation, verifyForApi } from './web-app.ts';

/** The web Worker: pages, documents and the authorization server. It has no address; the API Worker hands it requests. */
export default class Web extends WorkerEntrypoint<WebBindings> implements WebWorker {
  override fetch(request: Request): Promise<Response> {
    return handleWebRequest(request, this.env, this.ctx);
  }

  verifyAccessToken(token: string): Promise<Verification> {
    return verifyForApi(token, this.env);
  }

  proofOfInstallation(): Promise<string> {
    return proofOfInstallation(this.env);
  }
}
