interface Kept {
  readonly entityTag: string;
  readonly text: string;
}

/** Caches recent responses with their entity tags, so unchanged ones are not sent again. Limited by characters. */
export class AnswerCache {
  readonly #kept = new Map<string, Kept>();
  readonly #maxCharacters: number;
  #characters = 0;

  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters;
  }

  find(url: string): Kept | undefined {
    const kept = this.#kept.get(url);
    if (kept === undefined) return undefined;
    // A map keeps insertion order, so a response that was just used moves to the end.
    this.#kept.delete(url);
    this.#kept.set(url, kept);
    return kept;
  }

  keep(url: string, kept: Kept): void {
    this.forget(url);
    if (kept.text.length > this.#maxCharacters) return;
    this.#kept.set(url, kept);
    this.#characters += kept.text.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#characters <= this.#maxCharacters) break;
      this.forget(oldest);
    }
  }

  forget(url: string): void {
    this.#characters -= this.#kept.get(url)?.text.length ?? 0;
    this.#kept.delete(url);
  }
}
