/**
 * Reads the parameters of an OAuth request, from a query or a form. One without a value counts as omitted (RFC 6749 §3.1,
 * §3.2).
 */
export function readParameters(text: string): URLSearchParams {
  const parameters = new URLSearchParams(text);
  for (const name of new Set(parameters.keys())) {
    if (parameters.getAll(name).every((value) => value === '')) parameters.delete(name);
  }
  return parameters;
}
