import type { ChildProcess } from 'node:child_process';
import { SECOND_MS } from '#platform/clock.ts';

/** A service in one child process that leads a process group. */
interface Service {
  readonly start: () => ChildProcess;
  /** Returns whether it responds. */
  readonly isReady: () => Promise<boolean>;
  readonly readyWithinMs: number;
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

const FAILED_RESTARTS_MAX = 3;
const RESTART_PAUSE_MS = 500;
const POLL_MS = 200;
const STOP_WITHIN_MS = 8 * SECOND_MS;

/**
 * Starts a service and restarts it whenever it exits unexpectedly. The first start must succeed. Gives up after three
 * failed restarts in a row.
 */
export function keepRunning(service: Service): SupervisedService {
  const ready = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<number>();
  let child: ChildProcess | null = null;
  let stopsWith: number | null = null;
  let passesOn = false;

  const run = async (): Promise<number> => {
    let failedRestarts = 0;
    for (let isFirst = true; ; isFirst = false) {
      child = service.start();
      const output = keepOutput(child, () => passesOn);
      const end = endOf(child);
      const isReady = await untilReady(service, end);
      const isLate = !isReady && child.exitCode === null && child.signalCode === null;
      if (isReady) {
        output.drop();
        ready.resolve();
      } else {
        killGroup(child);
      }
      failedRestarts = isReady ? 0 : failedRestarts + 1;
      const { code, how } = await end;
      // Killing this process alone would leave children that hold the port and the databases.
      killGroup(child);
      child = null;
      if (stopsWith !== null) return stopsWith;
      if (!isReady && (isFirst || failedRestarts >= FAILED_RESTARTS_MAX)) {
        service.report(await output.text());
        const times = isFirst ? '' : `, ${failedRestarts} times in a row`;
        const why = isLate ? `not within ${service.readyWithinMs / SECOND_MS} s` : how;
        service.report(`The Worker failed to start${times} (${why}). Giving up. Its state is kept.`);
        return code || 1;
      }
      service.report(`The Worker exited unexpectedly (${how}). Restarting it with its state.`);
      await new Promise((resolve) => setTimeout(resolve, RESTART_PAUSE_MS * failedRestarts));
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

/** Waits until the service is ready. False if it exits first or takes too long. */
async function untilReady(service: Service, end: Promise<End>): Promise<boolean> {
  let hasEnded = false;
  void end.then(() => {
    hasEnded = true;
  });
  const deadline = Date.now() + service.readyWithinMs;
  while (!hasEnded && Date.now() < deadline) {
    if ((await service.isReady()) && !hasEnded) return true;
    await Promise.race([end, new Promise((resolve) => setTimeout(resolve, POLL_MS))]);
  }
  return false;
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
