/**
 * Delays before each request of one movement, ms. The first is immediate, so a single change gets an instant answer. A
 * long drag sends requests less and less often.
 */
const WAITS_MS = [0, 150, 250, 400, 700, 1200, 2500] as const;
/** Pause after which changes by keyboard trigger another request, ms. */
const AT_REST_MS = 400;

/** Throttles the requests of one movement. A drag sends at most seven, plus one when it ends. */
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

  /** Records a change within a movement. */
  move(): void {
    const waitMs = WAITS_MS[this.#asked];
    if (waitMs === undefined) {
      if (!this.#isDrag) this.#wait(AT_REST_MS);
    } else if (this.#timer === 0) this.#wait(waitMs);
  }

  /**
   * Records the end of a change. A drag then sends immediately. Repeating keys end after each step and stay
   * throttled.
   */
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
