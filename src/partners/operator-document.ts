import type { RequestContext } from '../http/context.ts';
import { withOwnAddress } from '../http/serve-document.ts';

/** Reads the OpenAPI document of the operator's routes, with the addresses of this installation. */
export async function readOperatorDocument({ env }: Pick<RequestContext, 'env'>): Promise<unknown> {
  const found = await env.assets.fetch(new URL('/operator/openapi.json', env.baseUrl));
  if (!found.ok) throw new Error(`the asset of the operator's document answered ${found.status}`);
  return JSON.parse(withOwnAddress(await found.text(), env.baseUrl));
}
