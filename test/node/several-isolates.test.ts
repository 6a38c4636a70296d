import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleWorker } from '#tools/cli/bundle.ts';
import { type NewPartner, newPartner, poster, sendTo } from '../support/connect-over-http.ts';
import { type InstalledService, installService, OPERATOR_TOKEN } from '../support/deployment.ts';

/**
 * The deployed bundle in four isolates of one workerd, each with memory and leases of its own, which share KV, databases
 * and the keys' guards. What the tests of the guards play with bindings is real here: isolates and the calls between them.
 */

const ISOLATES = 4;
const KEYS = 6;
const CLIENTS = 8;

let outDir: string;
let service: InstalledService;

beforeAll(async () => {
  outDir = await mkdtemp(join(tmpdir(), 'musette-isolates-'));
  await bundleWorker(outDir);
  service = await installService(outDir, { moreIsolates: ISOLATES - 1 });
}, 120_000);

afterAll(async () => {
  await service?.miniflare.dispose();
  await rm(outDir, { recursive: true, force: true });
});

function send(isolate: number, method: string, path: string, key: string): Promise<Response> {
  const base = service.isolateUrls[isolate % ISOLATES];
  return fetch(base + path, { method, headers: { authorization: `Bearer ${key}` } });
}

const makePartner = () => newPartner(poster(sendTo(service.baseUrl), OPERATOR_TOKEN));

interface Target {
  readonly secret: string;
  readonly end: (isolate: number) => Promise<Response>;
  hasEnded: boolean;
}

async function keyToRevoke({ key }: NewPartner): Promise<Target> {
  const post = poster(sendTo(service.baseUrl), key);
  const { id, secret } = await post('/v1/partner/api-keys', { name: 'leaked' });
  const end = (isolate: number) => send(isolate, 'DELETE', `/v1/partner/api-keys/${id}`, key);
  return { secret, end, hasEnded: false };
}

async function partnerToTerminate(): Promise<Target> {
  const { id, key: secret } = await makePartner();
  const path = `/operator/v1/partners/${id}/terminate`;
  return { secret, end: (isolate) => send(isolate, 'POST', path, OPERATOR_TOKEN), hasEnded: false };
}

test('of revoked keys and a terminated partner no isolate admits a request that begins after the answer', async () => {
  const partner = await makePartner();
  const targets = await Promise.all([
    ...Array.from({ length: KEYS }, () => keyToRevoke(partner)),
    partnerToTerminate(),
  ]);
  let isOver = false;
  const waiting = new Set<() => void>();
  const until = (isMet: () => boolean) =>
    new Promise<void>((resolve) => {
      waiting.add(() => isMet() && resolve());
    });
  const admitted = { after: 0, refusedAfter: 0 };
  const byLease = new Set<number>();
  const client = async (_: unknown, index: number) => {
    for (let time = index; !isOver; time++) {
      const target = targets[time % targets.length];
      if (!target) continue;
      const { hasEnded } = target;
      const reply = await send(time + index, 'GET', '/v1/activity-types', target.secret);
      await reply.body?.cancel();
      // A request that asked no guard was admitted by a lease.
      const asksGuard = reply.headers.get('server-timing')?.includes('guard') ?? false;
      if (reply.status === 200 && !asksGuard) byLease.add((time + index) % ISOLATES);
      if (hasEnded && reply.status === 200) admitted.after += 1;
      if (hasEnded && reply.status !== 200) admitted.refusedAfter += 1;
      for (const look of waiting) look();
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  await until(() => byLease.size === ISOLATES);
  const startedAt = performance.now();
  await Promise.all(
    targets.map(async (target, index) => {
      expect((await target.end(index)).status).toBeLessThan(300);
      target.hasEnded = true;
    }),
  );
  const lastedMs = performance.now() - startedAt;
  await until(() => admitted.after + admitted.refusedAfter >= 20 * targets.length);
  isOver = true;
  await Promise.all(clients);
  expect(admitted.after).toBe(0);
  // Leases were out in every isolate, and the answers waited for them.
  expect(lastedMs).toBeGreaterThan(2000);
}, 120_000);
