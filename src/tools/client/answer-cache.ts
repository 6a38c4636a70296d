interface Kept {
  readonly entityTag: string;
  readonly text: string;
}

/** Keeps the last answers with their entity tags, so that an unchanged one is not sent again. Bounded by characters. */
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
    // A map keeps the order of insertion, so an answer that was just used moves to the end.
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
