/**
 * Joins JSON texts, in order, into JSON arrays of at most about `charactersMax`, each one parameter for `json_each`. A
 * longer text gets its own array.
 */
export function chunksOf(items: readonly string[], charactersMax: number): string[] {
  const chunks: string[] = [];
  let open: string[] = [];
  let length = 0;
  for (const item of items) {
    if (length + item.length > charactersMax && open.length > 0) {
      chunks.push(`[${open.join(',')}]`);
      open = [];
      length = 0;
    }
    open.push(item);
    length += item.length;
  }
  if (open.length > 0) chunks.push(`[${open.join(',')}]`);
  return chunks;
}
