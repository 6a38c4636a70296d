/**
 * Reads the JSON object of a response from the authorization server; null for an empty body. Throws if it is
 * other JSON.
 */
export async function readJsonObject(response: Response): Promise<object | null> {
  const text = await response.text();
  if (text === '') return null;
  const body: unknown = JSON.parse(text);
  if (typeof body !== 'object' || body === null) {
    throw new Error('the authorization server answered JSON other than an object');
  }
  return body;
}
