import type { ChildProcess } from 'node:child_process';
import { MINUTE_MS, SECOND_MS } from '#platform/clock.ts';

/** A service in one child process that leads a process group. */
interface Service {
  readonly start: () => ChildProcess;
  /** Returns whether it responds. */
  readonly isReady: () => Promise<boolean>;
  readonly readyWithinMs: number;
  readonly watch?: Partial<Watch>;
  /** Reports why the service stopped, including its output if that explains it. */
  readonly report: (line: string) => void;
}

interface SupervisedService {
  /** Resolves when it is ready for the first time. */
  readonly ready: Promise<void>;
  /** Resolves with an exit code once it has stopped permanently or is no longer restarted. */
  readonly ended: Promise<number>;
  /** Stops it, with time to end its own children. */
  stop(exitCode: number): void;
  /** Kills it and all of its children immediately. */
  kill(): void;
  /** Prints the service's output from now on. Earlier output is retained to explain a failed start. */
  passOutputOn(): void;
}

/** How a service that was ready once is watched, and for how long it is helped. */
interface Watch {
  /** The pause between two questions, and the time for an answer. */
  readonly everyMs: number;
  /** Questions in a row without an answer, after which it is restarted. */
  readonly missesMax: number;
  /** Time for it to answer again, from when its end is noticed. */
  readonly answersWithinMs: number;
  /** The most restarts in `perMs`. A service that needs more has a fault that restarts do not cure. */
  readonly restartsMax: number;
  readonly perMs: number;
}

/** Noticing takes at most 30 seconds, so a service whose runtime is killed answers within 120, or has ended with the reason. */
const WATCH: Watch = {
  everyMs: 5 * SECOND_MS,
  missesMax: 3,
  answersWithinMs: 80 * SECOND_MS,
  restartsMax: 3,
  perMs: 10 * MINUTE_MS,
};

const RESTART_PAUSE_MS = 500;
const POLL_MS = 200;
const STOP_WITHIN_MS = 8 * SECOND_MS;
/** A timer that is later says that this machine has slept or is busy, so that a missing answer says nothing. */
const LATE_MS = SECOND_MS;

/**
 * Starts a service, and restarts it with its state whenever it exits unexpectedly or no longer answers. The first start must
 * succeed. Gives up if it does not answer again in time, or needs more than three restarts in ten minutes.
 */
export function keepRunning(service: Service): SupervisedService {
  const ready = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<number>();
  let child: ChildProcess | null = null;
  let stopsWith: number | null = null;
  let passesOn = false;

  const watch = { ...WATCH, ...service.watch };
  const run = async (): Promise<number> => {
    const restartedAtMs: number[] = [];
    // Since when it does not answer, by a clock that never jumps. Null while it answers.
    let goneAtMs: number | null = null;
    for (let isFirst = true; ; isFirst = false) {
      child = service.start();
      const output = keepOutput(child, () => passesOn);
      const end = endOf(child);
      const withinMs =
        goneAtMs === null ? service.readyWithinMs : goneAtMs + watch.answersWithinMs - performance.now();
      const isReady = await untilReady(service, end, withinMs);
      const isLate = !isReady && child.exitCode === null && child.signalCode === null;
      let isSilent = false;
      if (isReady) {
        output.drop();
        ready.resolve();
        if (goneAtMs !== null) service.report(`The Worker answers again after ${secondsSince(goneAtMs)} s.`);
        goneAtMs = null;
        isSilent = await untilSilent(service, end, watch);
      }
      if (isSilent || !isReady) killGroup(child);
      const { code, how } = await end;
      // Killing this process alone would leave children that hold the port and the databases.
      killGroup(child);
      child = null;
      if (stopsWith !== null) return stopsWith;
      goneAtMs ??= performance.now();
      const recent = restartedAtMs.filter((atMs) => atMs > performance.now() - watch.perMs);
      const isOver = isFirst ? !isReady : isLate || recent.length >= watch.restartsMax;
      if (isOver) {
        service.report(await output.text());
        service.report(
          farewell({
            isFirst,
            isReady,
            isSilent,
            how: isLate ? `not within ${Math.round(withinMs / 100) / 10} s` : how,
            restarts: recent.length,
          }),
        );
        return code || 1;
      }
      service.report(
        isSilent
          ? 'The Worker no longer answers. Restarting it with its state.'
          : `The Worker exited unexpectedly (${how}). Restarting it with its state.`,
      );
      const isAgain = restartedAtMs.length > 0 && !isReady;
      restartedAtMs.push(performance.now());
      await pause(isAgain ? RESTART_PAUSE_MS * recent.length : 0);
      if (stopsWith !== null) return stopsWith;
    }
  };
  run().then(ended.resolve, ended.reject);

  return {
    ready: ready.promise,
    ended: ended.promise,
    stop(exitCode) {
      if (stopsWith !== null) return;
      stopsWith = exitCode;
      if (child === null) return ended.resolve(exitCode);
      const stopped = child;
      stopped.kill('SIGTERM');
      setTimeout(() => killGroup(stopped), STOP_WITHIN_MS).unref();
    },
    kill() {
      if (child !== null) killGroup(child);
    },
    passOutputOn() {
      passesOn = true;
    },
  };
}

interface End {
  readonly code: number | null;
  readonly how: string;
}

function endOf(child: ChildProcess): Promise<End> {
  return new Promise((resolve) => {
    child.once('error', (cause) => resolve({ code: null, how: cause.message }));
    child.once('exit', (code, signal) => resolve({ code, how: signal ?? `exit code ${code}` }));
  });
}

interface Outcome {
  readonly isFirst: boolean;
  readonly isReady: boolean;
  readonly isSilent: boolean;
  readonly how: string;
  readonly restarts: number;
}

/** Returns the last line: why the service is not started again. */
function farewell({ isFirst, isReady, isSilent, how, restarts }: Outcome): string {
  const why = isSilent ? 'no answer' : how;
  const what = isReady ? 'The Worker stopped' : 'The Worker failed to start';
  const after =
    isFirst || restarts === 0
      ? ''
      : ` after ${restarts} ${restarts === 1 ? 'restart' : 'restarts in ten minutes'}`;
  return `${what}${after} (${why}). Giving up. Its state is kept.`;
}

/** Waits until the service is ready. False if it exits first or takes too long. */
async function untilReady(service: Service, end: Promise<End>, withinMs: number): Promise<boolean> {
  const ending = flagOf(end);
  const deadline = performance.now() + withinMs;
  while (!ending.isSet && performance.now() < deadline) {
    const isReady = await Promise.race([
      service.isReady(),
      pause(deadline - performance.now()).then(() => false),
    ]);
    if (isReady && !ending.isSet) return true;
    await Promise.race([end, pause(POLL_MS)]);
  }
  return false;
}

/** Asks a service that was ready until it no longer answers, which is true, or exits, which is false. */
async function untilSilent(service: Service, end: Promise<End>, watch: Watch): Promise<boolean> {
  const ending = flagOf(end);
  for (let misses = 0; misses < watch.missesMax; ) {
    const askedAtMs = performance.now();
    await Promise.race([end, pause(watch.everyMs)]);
    if (ending.isSet) return false;
    if (performance.now() - askedAtMs > watch.everyMs + LATE_MS) continue;
    const outcome = await answerOf(service, watch.everyMs);
    if (ending.isSet) return false;
    if (outcome === 'none') misses += 1;
    if (outcome === 'answered') misses = 0;
  }
  return true;
}

/** Asks a service once. A silence while this process itself was held up is no miss. */
async function answerOf(service: Service, withinMs: number): Promise<'answered' | 'none' | 'unknown'> {
  const askedAtMs = performance.now();
  const isAnswered = await Promise.race([service.isReady(), pause(withinMs).then(() => false)]);
  if (isAnswered) return 'answered';
  return performance.now() - askedAtMs > withinMs + LATE_MS ? 'unknown' : 'none';
}

/** Returns a flag that is set once a promise is fulfilled. */
function flagOf(promise: Promise<unknown>): { isSet: boolean } {
  const flag = { isSet: false };
  void promise.then(() => {
    flag.isSet = true;
  });
  return flag;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}

function secondsSince(atMs: number): number {
  return Math.round((performance.now() - atMs) / SECOND_MS);
}

/** Keeps the service's output until it is ready, to print it if the start fails. */
function keepOutput(child: ChildProcess, passesOn: () => boolean) {
  let early: string[] | null = [];
  const take = (chunk: Buffer) => {
    if (early) early.push(String(chunk));
    else if (passesOn()) process.stdout.write(chunk);
  };
  child.stdout?.on('data', take);
  child.stderr?.on('data', take);
  const whole = new Promise((resolve) => child.once('close', resolve).once('error', resolve));
  return {
    drop: () => {
      early = null;
    },
    /** Returns the output until the service ended. */
    text: async () => {
      await whole;
      return early?.join('') ?? '';
    },
  };
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group has ended, or the system has no process groups.
    child.kill('SIGKILL');
  }
}
