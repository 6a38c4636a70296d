import { runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { sha256Hex } from '#platform/storage/cryptography.ts';
import { atEveryCall, type When } from '../support/bindings.ts';
import { makeKey } from '../support/builders.ts';
import { call, refusal } from '../support/client.ts';
import { evictGuard, guardOf, rewireGuard, skipWaitForLeases } from '../support/guards.ts';
import { makePartner } from '../support/partners.ts';

/** Tests stores that fail while a key is being revoked: a key once dead stays dead. */

const PATH = '/v1/partner/api-keys';
const HOUR_MS = 3_600_000;
const WHENS: readonly When[] = ['before', 'after'];
const probe = (key: string) => call('GET', '/v1/athletes', { key });

interface World {
  readonly testKey: string;
  readonly victim: { readonly id: string; readonly secret: string };
  /** The victim's record in KV while it lived: what a stale replica still serves. */
  readonly livingRecord: string;
}

async function makeWorld(): Promise<World> {
  const { testKey } = await makePartner();
  const { id, secret } = await makeKey(testKey);
  const victim = { id, secret: String(secret) };
  await probe(victim.secret);
  return { testKey, victim, livingRecord: (await env.API_KEYS.get(await kvName(victim.secret))) ?? '' };
}

async function kvName(secret: string): Promise<string> {
  return `key:${await sha256Hex(secret)}`;
}

async function registryRow(keyId: string): Promise<{ status: string; rotated_to: string | null } | null> {
  return env.REGISTRY.prepare('SELECT status, rotated_to FROM api_keys WHERE id = ?').bind(keyId).first();
}

afterEach(() => {
  vi.useRealTimers();
});

describe('a revocation while a store fails', () => {
  const revoke = ({ testKey, victim }: World, bindings: Partial<Cloudflare.Env> = {}) =>
    call('DELETE', `${PATH}/${victim.id}`, { key: testKey, bindings });

  // At once: each attempt waits for the leases of its own key.
  test.concurrent.each(WHENS)(
    '%s a call took effect: the key is dead or untouched, and once dead stays so whatever KV and the registry say',
    async (when) => {
      const calls = await atEveryCall(when, async (bindings, place) => {
        const world = await makeWorld();
        const { victim, testKey } = world;
        // The stores fail the guard as they fail the Worker.
        const repair = await rewireGuard(victim.id, bindings);
        const reply = await revoke(world, bindings);
        await repair();
        expect([204, 503], place).toContain(reply.status);
        const isDead = (await probe(victim.secret)).status === 401;
        if (reply.status === 204) expect(isDead, place).toBe(true);
        if (isDead) {
          await expectDeadWhateverStoresSay(world, place);
          const rotated = await call('POST', `${PATH}/${victim.id}/rotate`, { key: testKey });
          expect(refusal(rotated), place).toMatchObject({ status: 404, code: 'key_not_found' });
          expect((await registryRow(victim.id))?.rotated_to, place).toBeNull();
          await runDurableObjectAlarm(guardOf(victim.id));
        } else {
          expect((await registryRow(victim.id))?.status, place).toBe('active');
          expect((await revoke(world)).status, place).toBe(204);
        }
        expect((await registryRow(victim.id))?.status, place).toBe('revoked');
        await expectDeadWhateverStoresSay(world, place);
        // A new guard does not know what its predecessor lent; a test of its own shows that it waits.
        await skipWaitForLeases(victim.id);
        expect((await revoke(world)).status, place).toBe(204);
      });
      // Authentication, the key's row, its guard, the registry, KV.
      expect(calls).toBeGreaterThanOrEqual(6);
    },
  );

  /** Leaves the stores as they were. */
  async function expectDeadWhateverStoresSay({ victim, livingRecord }: World, place: string): Promise<void> {
    const name = await kvName(victim.secret);
    const record = (await env.API_KEYS.get(name)) ?? '';
    const { status = '' } = (await registryRow(victim.id)) ?? {};
    const set = (value: string) =>
      env.REGISTRY.prepare('UPDATE api_keys SET status = ? WHERE id = ?').bind(value, victim.id).run();
    for (const kv of [livingRecord, null]) {
      for (const registry of ['active', 'revoked']) {
        await (kv === null ? env.API_KEYS.delete(name) : env.API_KEYS.put(name, kv));
        await set(registry);
        await evictGuard(victim.id);
        const what = `${place}; KV ${kv === null ? 'knows nothing' : 'says active'}, the registry ${registry}`;
        expect(refusal(await probe(victim.secret)), what).toMatchObject({
          status: 401,
          code: 'invalid_api_key',
        });
      }
    }
    await env.API_KEYS.put(name, record);
    await set(status);
  }
});

describe('a rotation while a store fails', () => {
  const rotate = ({ testKey, victim }: World, bindings: Partial<Cloudflare.Env> = {}) =>
    call('POST', `${PATH}/${victim.id}/rotate`, { key: testKey, bindings });

  test.each(WHENS)(
    '%s a call took effect: the old key ends after its grace where there is a successor, and only there',
    async (when) => {
      const calls = await atEveryCall(when, async (bindings, place) => {
        const world = await makeWorld();
        const { victim, testKey } = world;
        const reply = await rotate(world, bindings);
        expect([201, 503], place).toContain(reply.status);
        expect((await probe(victim.secret)).status, place).toBe(200);
        await runDurableObjectAlarm(guardOf(victim.id));
        const row = await registryRow(victim.id);
        if (reply.status === 201) expect(row?.rotated_to, place).toBe(reply.json.id);

        const again = await rotate(world);
        const successor = row?.rotated_to ?? again.json.id;
        expect(again.status, place).toBe(row?.rotated_to ? 409 : 201);
        expect((await call('GET', `${PATH}/${successor}`, { key: testKey })).json.status, place).toBe(
          'active',
        );
        await runDurableObjectAlarm(guardOf(victim.id));

        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 73 * HOUR_MS });
        for (const kv of [world.livingRecord, null]) {
          const name = await kvName(victim.secret);
          await (kv === null ? env.API_KEYS.delete(name) : env.API_KEYS.put(name, kv));
          expect(refusal(await probe(victim.secret)).code, place).toBe('expired_api_key');
        }
        vi.useRealTimers();
      });
      expect(calls).toBeGreaterThanOrEqual(7);
    },
  );
});
