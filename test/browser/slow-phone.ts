import type { Frame, Page } from 'playwright-core';

/** How soon a page is there on a phone with a slow connection, how much it weighs, and whether it moves. */

/** A slow mobile connection: 150 ms to and fro, 1.6 Mbit/s down. */
const SLOW = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
const LOADS_MAX = 5;

interface Measured {
  /** When its largest part appeared. */
  readonly paintMs: number;
  readonly shift: number;
  readonly weightBytes: number;
}

/**
 * The weight, the largest paint and the layout shifts of the document that it runs in. Chromium lays out a frame before its
 * style is there and counts the difference, though nothing is painted until then: only what moves after the first paint is
 * seen.
 */
const MEASURE = `new Promise((resolve) => {
  const paintedAt = performance.getEntriesByName('first-paint')[0]?.startTime ?? 0;
  let shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput && entry.startTime > paintedAt) shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    const paintMs = Math.round(list.getEntries().at(-1).startTime);
    setTimeout(() => {
      const loaded = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
      const weightBytes = loaded.reduce((sum, { transferSize }) => sum + transferSize, 0);
      resolve({ paintMs, shift, weightBytes });
    }, 500);
  }).observe({ type: 'largest-contentful-paint', buffered: true });
})`;

export const measure = (document: Page | Frame): Promise<Measured> => document.evaluate<Measured>(MEASURE);

export async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...SLOW });
}

/**
 * Loads a page until it is there within this time, at most five times. Other work on the machine only delays a load, so the
 * fastest of a few says how soon the page can be there. The times are printed and decide nothing: weight, shift and requests do.
 */
export async function loadsUntil(
  soonMs: number,
  load: () => Promise<Measured>,
): Promise<readonly Measured[]> {
  const loads: Measured[] = [];
  const fastestMs = () => Math.min(...loads.map(({ paintMs }) => paintMs));
  while (loads.length < LOADS_MAX && !(fastestMs() <= soonMs)) loads.push(await load());
  return loads;
}
