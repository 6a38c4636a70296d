/** Returns the element with this id. Throws if it is missing or of another type. */
export function elementOf<Kind extends Element>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new Error(`the page has no ${id}`);
}
