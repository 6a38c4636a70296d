import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { keepRunning } from '#tools/cli/keep-running.ts';

/** Makes a service whose starts run these scripts in order, then the last one repeatedly. It prints when it is ready. */
function serviceOf(...scripts: readonly string[]) {
  return serviceWithin(20_000, scripts);
}

function serviceWithin(readyWithinMs: number, scripts: readonly string[]) {
  const lines: string[] = [];
  let starts = 0;
  let isReady = false;
  const kept = keepRunning({
    start: () => {
      isReady = false;
      const script = scripts[Math.min(starts, scripts.length - 1)] ?? '';
      starts += 1;
      const child = spawn(process.execPath, ['-e', script], {
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child.stdout.on('data', (chunk) => {
        isReady ||= String(chunk).includes('ready');
      });
      return child;
    },
    isReady: async () => isReady,
    readyWithinMs,
    report: (line) => lines.push(line),
  });
  return { kept, lines, starts: () => starts };
}

const STAYS = `console.log('ready'); setInterval(() => {}, 1000)`;
const ENDS_SOON = `console.log('ready'); setTimeout(() => process.exit(7), 500)`;
const FAILS = `console.error('the port is in use'); process.exit(3)`;

test('a restart follows an end unasked, with one line that says so', async () => {
  const { kept, lines, starts } = serviceOf(ENDS_SOON, STAYS);
  await kept.ready;
  await expect.poll(starts, { timeout: 20_000 }).toBe(2);
  kept.stop(0);
  expect(await kept.ended).toBe(0);
  expect(lines).toEqual(['The Worker exited unexpectedly (exit code 7). Restarting it with its state.']);
});

test('three restarts in a row that do not get ready are given up, with the reason and an exit code', async () => {
  const { kept, lines, starts } = serviceOf(ENDS_SOON, FAILS);
  expect(await kept.ended).toBe(3);
  expect(starts()).toBe(4);
  expect(lines.at(-2)).toContain('the port is in use');
  expect(lines.at(-1)).toBe(
    'The Worker failed to start, 3 times in a row (exit code 3). Giving up. Its state is kept.',
  );
});

test('a restart that gets ready begins the count of failed restarts anew', async () => {
  const { kept, starts } = serviceOf(ENDS_SOON, FAILS, FAILS, ENDS_SOON, FAILS, FAILS, STAYS);
  await expect.poll(starts, { timeout: 30_000 }).toBe(7);
  kept.stop(0);
  expect(await kept.ended).toBe(0);
});

test('a first start that fails is not retried: its configuration is wrong', async () => {
  const { kept, lines, starts } = serviceOf(FAILS);
  expect(await kept.ended).toBe(3);
  expect(starts()).toBe(1);
  expect(lines[0]).toContain('the port is in use');
  expect(lines[1]).toBe('The Worker failed to start (exit code 3). Giving up. Its state is kept.');
});

test('a start that takes too long is given up and killed', async () => {
  const { kept, lines } = serviceWithin(300, ['setInterval(() => {}, 1000)']);
  expect(await kept.ended).toBe(1);
  expect(lines.at(-1)).toBe('The Worker failed to start (not within 0.3 s). Giving up. Its state is kept.');
});

test('a requested stop causes no restart, also between two starts', async () => {
  const { kept, lines, starts } = serviceOf(ENDS_SOON, FAILS);
  await expect.poll(() => lines.length, { timeout: 20_000 }).toBe(2);
  kept.stop(0);
  expect(await kept.ended).toBe(0);
  const before = starts();
  expect(before).toBeLessThan(4);
});
