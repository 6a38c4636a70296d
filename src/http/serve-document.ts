import { DOCUMENT_ORIGIN } from './openapi-metadata.ts';

/** Inserts the address of this installation into the text of an OpenAPI document. */
export function withOwnAddress(document: string, baseUrl: string): string {
  return document.replaceAll(DOCUMENT_ORIGIN, baseUrl);
}
