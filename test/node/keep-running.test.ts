import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { keepRunning } from '#tools/cli/keep-running.ts';

/** Makes a service whose starts run these scripts in order, then the last one repeatedly. It prints when it is ready. */
function serviceOf(...scripts: readonly string[]) {
  return serviceWithin(20_000, scripts);
}

function serviceWithin(
  readyWithinMs: number,
  scripts: readonly string[],
  watch: Parameters<typeof keepRunning>[0]['watch'] = {},
) {
  const lines: string[] = [];
  let starts = 0;
  let isReady = false;
  let isDead = false;
  const kept = keepRunning({
    start: () => {
      isReady = false;
      isDead = false;
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
    isReady: async () => isReady && !isDead,
    readyWithinMs,
    watch,
    report: (line) => lines.push(line),
  });
  const die = () => {
    isDead = true;
  };
  return { kept, lines, starts: () => starts, die };
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
  expect(lines[0]).toBe('The Worker exited unexpectedly (exit code 7). Restarting it with its state.');
});

test('a service that fails after three restarts in ten minutes is given up, with the reason and an exit code', async () => {
  const { kept, lines, starts } = serviceOf(ENDS_SOON, FAILS);
  expect(await kept.ended).toBe(3);
  expect(starts()).toBe(4);
  expect(lines.at(-2)).toContain('the port is in use');
  expect(lines.at(-1)).toBe(
    'The Worker failed to start after 3 restarts in ten minutes (exit code 3). Giving up. Its state is kept.',
  );
});

test('restarts that get ready count too: a fourth in ten minutes does not happen, and a later one does', async () => {
  const { kept, lines, starts } = serviceOf(ENDS_SOON);
  expect(await kept.ended).toBe(7);
  expect(starts()).toBe(4);
  expect(lines.at(-1)).toBe(
    'The Worker stopped after 3 restarts in ten minutes (exit code 7). Giving up. Its state is kept.',
  );
  const later = serviceWithin(20_000, [ENDS_SOON], { perMs: 1 });
  await expect.poll(later.starts, { timeout: 30_000 }).toBe(6);
  later.kept.stop(0);
  expect(await later.kept.ended).toBe(0);
});

test('a service that runs and does not answer three questions in a row is restarted', async () => {
  const { kept, lines, starts, die } = serviceWithin(20_000, [STAYS], { everyMs: 100 });
  await kept.ready;
  die();
  await expect.poll(starts, { timeout: 20_000 }).toBe(2);
  await expect.poll(() => lines.length, { timeout: 20_000 }).toBe(2);
  expect(lines[0]).toBe('The Worker no longer answers. Restarting it with its state.');
  expect(lines[1]).toMatch(/^The Worker answers again after \d+ s\.$/);
  kept.stop(0);
  expect(await kept.ended).toBe(0);
});

test('a service that does not answer again in time is given up', async () => {
  const hangs = 'setInterval(() => {}, 1000)';
  const { kept, lines, die } = serviceWithin(20_000, [STAYS, hangs], {
    everyMs: 100,
    answersWithinMs: 1_000,
  });
  await kept.ready;
  die();
  expect(await kept.ended).toBe(1);
  expect(lines.at(-1)).toMatch(/^The Worker failed to start after 1 restart \(not within \d.*\)\. Giving up/);
});

test('a silence while its own timers are late is no miss: this process was held up, not the service', async () => {
  const { kept, starts } = serviceWithin(20_000, [STAYS], { everyMs: 100, missesMax: 1 });
  await kept.ready;
  const until = performance.now() + 2_500;
  while (performance.now() < until);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(starts()).toBe(1);
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
