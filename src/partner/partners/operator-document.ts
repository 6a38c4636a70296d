import * as z from 'zod/mini';
import type { RequestContext } from '#platform/http/context.ts';
import { described, withOwnAddress } from '#platform/http/openapi-metadata.ts';

/** An OpenAPI document, of which the type names one member. */
export const OperatorDocument = z.looseObject({
  openapi: described(z.string(), 'Version of the format.'),
});

export type OperatorDocument = z.output<typeof OperatorDocument>;

/** Reads the OpenAPI document of the operator's routes, with the URLs of this installation. */
export async function readOperatorDocument({ env }: Pick<RequestContext, 'env'>): Promise<OperatorDocument> {
  const found = await env.assets.fetch(new URL('/operator/openapi.json', env.baseUrl));
  if (!found.ok) throw new Error(`the asset of the operator's document answered ${found.status}`);
  return z.parse(OperatorDocument, JSON.parse(withOwnAddress(await found.text(), env.baseUrl)));
}
