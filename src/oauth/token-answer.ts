/** Reads the JSON object that the authorization server answered with; null for an empty body. */
export async function bodyOf(response: Response): Promise<object | null> {
  const text = await response.text();
  if (text === '') return null;
  const body: unknown = JSON.parse(text);
  if (typeof body !== 'object' || body === null) throw new Error('the token endpoint answered no object');
  return body;
}
