import { randomUUID } from 'node:crypto';
import type { RandomSource } from '@musette/basics/random-source';
import { drawOne, expectStatus, type Problem, type Send, type Step, type Writer } from './writer.ts';

const PATH = '/v1/partner/api-keys';
/** Below the 25 that a partner may have, rotated ones included. */
const USABLE_MAX = 15;

interface KnownKey {
  readonly id: string;
  /** Null where the answer that showed it never arrived. */
  readonly secret: string | null;
  status: 'active' | 'rotated' | 'revoked';
}

/** Makes, rotates and revokes keys, with a key that stays. */
export class KeyWriter implements Writer {
  readonly #key: string;
  readonly #regions: readonly string[];
  readonly #keys: KnownKey[] = [];

  constructor(key: string, regions: readonly string[]) {
    this.#key = key;
    this.#regions = regions;
  }

  nextStep(random: RandomSource): Step {
    const usable = this.#keys.filter(({ status }) => status !== 'revoked');
    const active = usable.filter(({ status }) => status === 'active');
    const wish = usable.length >= USABLE_MAX ? 1 : random.uniform();
    const chosen = usable[Math.floor(random.uniform() * usable.length)];
    const toRotate = active[Math.floor(random.uniform() * active.length)];
    if (chosen && wish > 0.5) return this.#revoke(chosen);
    return toRotate && wish > 0.25 ? this.#rotate(toRotate) : this.#create(random);
  }

  /** All of them each time: a dead key must be dead at any time. */
  async verify(send: Send): Promise<readonly Problem[]> {
    const problems: Problem[] = [];
    for (const key of this.#keys) problems.push(...(await this.#verifyKey(send, key)));
    return problems;
  }

  async #verifyKey(send: Send, { id, secret, status }: KnownKey): Promise<readonly Problem[]> {
    const problems: Problem[] = [];
    const record = await send({ method: 'GET', path: `${PATH}/${id}`, key: this.#key });
    if (record?.json.status !== status) {
      const kind = status === 'revoked' ? 'revived' : 'lost';
      problems.push({ kind, what: `key ${id} is ${record?.json.status}, not ${status}` });
    }
    const isLetIn = secret === null ? status !== 'revoked' : await isUsable(send, secret);
    if (isLetIn === (status === 'revoked')) {
      problems.push({
        kind: isLetIn ? 'revived' : 'lost',
        what: `key ${id}, ${status}, is let in: ${isLetIn}`,
      });
    }
    return problems;
  }

  #create(random: RandomSource): Step {
    const request = {
      method: 'POST',
      path: PATH,
      key: this.#key,
      body: { name: 'chaos', region: drawOne(random, this.#regions) },
      idempotencyKey: randomUUID(),
    } as const;
    return {
      request,
      accept: (reply, isRepeated) => {
        expectStatus(reply, request, isRepeated ? [201, 409] : [201]);
        if (reply.status === 409) this.#remember(reply.json.error.resource_id, null);
        else this.#remember(reply.json.id, reply.json.secret);
      },
      inspect: async () => [],
    };
  }

  #rotate(key: KnownKey): Step {
    const request = { method: 'POST', path: `${PATH}/${key.id}/rotate`, key: this.#key } as const;
    return {
      request,
      accept: (reply, isRepeated) => {
        expectStatus(reply, request, isRepeated ? [201, 409] : [201]);
        key.status = 'rotated';
        if (reply.status === 409) this.#remember(reply.json.error.resource_id, null);
        else this.#remember(reply.json.id, reply.json.secret);
      },
      // Rotated or not, the old key works.
      inspect: async (send) => {
        if (key.secret === null || (await isUsable(send, key.secret))) return [];
        return [{ kind: 'lost', what: `key ${key.id} of a rotation without an answer does not work` }];
      },
    };
  }

  #revoke(key: KnownKey): Step {
    const request = { method: 'DELETE', path: `${PATH}/${key.id}`, key: this.#key } as const;
    return {
      request,
      accept: (reply) => {
        expectStatus(reply, request, [204]);
        key.status = 'revoked';
      },
      // Dead or alive, but once seen dead never alive again.
      inspect: async (send) => {
        if (key.secret === null || (await isUsable(send, key.secret))) return [];
        if (!(await isUsable(send, key.secret))) return [];
        return [{ kind: 'revived', what: `key ${key.id} was dead for a moment` }];
      },
    };
  }

  #remember(id: unknown, secret: string | null): void {
    this.#keys.push({ id: String(id), secret, status: 'active' });
  }
}

/** Throws where the answer is neither "come in" nor "no such key". */
async function isUsable(send: Send, key: string): Promise<boolean> {
  const request = { method: 'GET', path: '/v1/athletes?limit=1', key } as const;
  const reply = await send(request);
  if (reply === null) throw new Error('no answer to a key');
  expectStatus(reply, request, [200, 401]);
  return reply.status === 200;
}
