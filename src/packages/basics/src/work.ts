/** Work in steps. Each step yields its cost in microseconds, as measured for its kind. */
export type Work<Result> = Generator<number, Result, void>;

/** Runs all steps without pausing. Apart from the queues of heavy work, which a browser does not load. */
export function finish<Result>(work: Work<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
