/**
 * Reads the parameters of an OAuth request from a query or a form. A parameter without a value counts as
 * omitted (RFC 6749 §3.1, §3.2).
 */
export function readParameters(text: string): URLSearchParams {
  const parameters = new URLSearchParams(text);
  for (const name of new Set(parameters.keys())) {
    if (parameters.getAll(name).every((value) => value === '')) parameters.delete(name);
  }
  return parameters;
}

/**
 * Reads the JSON object of a response from the authorization server, or null for an empty body. Throws on any
 * other JSON.
 */
export async function readJsonObject(response: Response): Promise<object | null> {
  const text = await response.text();
  if (text === '') return null;
  const body: unknown = JSON.parse(text);
  if (typeof body !== 'object' || body === null) {
    throw new Error('the authorization server answered JSON that is not an object');
  }
  return body;
}
