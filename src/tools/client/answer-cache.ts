interface Stored {
  readonly entityTag: string;
  readonly text: string;
}

/** Caches recent responses with their entity tags, so unchanged ones are not sent again. Limited by characters. */
export class AnswerCache {
  readonly #stored = new Map<string, Stored>();
  readonly #maxCharacters: number;
  #characters = 0;

  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters;
  }

  find(url: string): Stored | undefined {
    const stored = this.#stored.get(url);
    if (stored === undefined) return undefined;
    // A map keeps insertion order, so a response that was just used moves to the end.
    this.#stored.delete(url);
    this.#stored.set(url, stored);
    return stored;
  }

  store(url: string, stored: Stored): void {
    this.forget(url);
    if (stored.text.length > this.#maxCharacters) return;
    this.#stored.set(url, stored);
    this.#characters += stored.text.length;
    for (const oldest of this.#stored.keys()) {
      if (this.#characters <= this.#maxCharacters) break;
      this.forget(oldest);
    }
  }

  forget(url: string): void {
    this.#characters -= this.#stored.get(url)?.text.length ?? 0;
    this.#stored.delete(url);
  }
}
