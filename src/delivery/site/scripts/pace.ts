/**
 * Waits before each question of one movement, ms. The first is asked at once, so that a single change is answered at once;
 * a long drag asks ever less often.
 */
const WAITS_MS = [0, 150, 250, 400, 700, 1200, 2500] as const;
/** Rest after which a field that is still being changed by keys is asked about again, ms. */
const AT_REST_MS = 400;

/** Spaces the questions of one movement of the hand: a drag asks seven times at most, and once when it ends. */
export class Pace {
  readonly #ask: () => void;
  #asked = 0;
  #isDrag = false;
  #timer = 0;

  constructor(ask: () => void) {
    this.#ask = ask;
  }

  /** Begins a movement. */
  begin(isDrag: boolean): void {
    this.#asked = 0;
    this.#isDrag = isDrag;
  }

  /** Notes that something has changed and is still changing. */
  move(): void {
    const waitMs = WAITS_MS[this.#asked];
    if (waitMs === undefined) {
      if (!this.#isDrag) this.#wait(AT_REST_MS);
    } else if (this.#timer === 0) this.#wait(waitMs);
  }

  /** Notes the end of a change. A drag asks at once; keys that repeat end after each step, and keep their pace. */
  end(): void {
    if (this.#isDrag || this.#asked < WAITS_MS.length) this.#now();
  }

  #wait(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#now(), ms);
  }

  #now(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#asked += 1;
    this.#ask();
  }
}
