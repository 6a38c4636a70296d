import { RandomSource } from '@musette/basics/random-source';
import fc from 'fast-check';
import { ROUTES } from '#delivery/app/routes.ts';
import type { Route } from '#platform/http/route.ts';
import { mutated } from '../../fuzz/hostile.ts';
import { arbitraryOf } from '../../fuzz/zod-arbitrary.ts';
import type { Case } from './cases.ts';

/** Changes bodies so that they might cost more, or be answered with more: valid ones and invalid ones. */

/** Nodes of a body that a change may choose from. A body of 64 KiB has tens of thousands, most of them alike. */
const NODES_MAX = 300;
/** Of routes that state no limit of their own. */
const BODY_BYTES_MAX = 64 * 1024;
const TRIES_MAX = 10;
/** More than any route reads as JSON. */
const LARGEST_BYTES = 1024 * 1024;
const SIZES = [1024, 16 * 1024, 64 * 1024 - 400, 250 * 1024];
const FILLERS: readonly unknown[] = [{}, [], 0, '', null, { a: 0 }, { repeat: 2, steps: [{}] }, [[]]];
const NUMBERS = [0, 1, 2, 10, 48, 50, 100, 200, 2880, -1, 1e9, 0.001];
const TEXTS = ['x', '/', '~', '"', '\u0001', 'ä', '💧', "3x10' run ", '\ud800', '1h '];
const COUNTS = [2, 10, 20, 50, 60, 100, 200, 2000];

type Json = unknown;

/** One value inside a body, and what replaces it. */
interface Node {
  readonly value: Json;
  readonly replace: (next: Json) => Json;
}

/** Makes candidates from known bodies. The same seed makes the same ones. */
export class Mutations {
  readonly #random: RandomSource;

  constructor(seed: number) {
    this.#random = new RandomSource(seed);
  }

  /** Returns one of several. */
  choose<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.#random.uniform() * items.length)];
    if (item === undefined) throw new Error('nothing to choose from');
    return item;
  }

  /** Returns a request with another body, which its route reads. A body that is no JSON is changed as text. */
  change(request: Case): Case {
    const { body, operationId } = request;
    if (body === null) return request;
    const route = ROUTES.find((one) => one.operationId === operationId);
    const parsed = parse(body);
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      const next = parsed === undefined ? this.#text(body) : write(this.#value(route, parsed.value));
      const isRead = new TextEncoder().encode(next).length <= (route?.bodyLimitBytes ?? BODY_BYTES_MAX);
      if (isRead) return { ...request, name: 'found by the search', body: next };
    }
    return request;
  }

  #value(route: Route | undefined, value: Json): Json {
    const seed = Math.floor(this.#random.uniform() * 2 ** 31);
    const sample = (arbitrary: fc.Arbitrary<Json>) => fc.sample(arbitrary, { seed, numRuns: 1 })[0];
    const chance = this.#random.uniform();
    if (chance < 0.05 && route?.body) return sample(arbitraryOf(route.body));
    if (chance < 0.25) return sample(mutated(value));
    const { value: old, replace } = this.choose(nodesOf(value));
    return replace(this.#larger(old, value));
  }

  #larger(old: Json, whole: Json): Json {
    if (typeof old === 'number') return this.choose(NUMBERS);
    if (typeof old === 'string') return this.#long();
    if (Array.isArray(old)) return this.#longList(old);
    if (typeof old === 'object' && old !== null) return this.#wideObject(old, whole);
    return this.choose(FILLERS);
  }

  #long(): string {
    const text = this.choose(TEXTS);
    return text.repeat(Math.floor(this.choose([...COUNTS, ...SIZES]) / text.length));
  }

  /** Repeats what a list holds, or something else: as often as lists may be long, or until the body is full. */
  #longList(old: readonly Json[]): Json {
    const item = old.length > 0 && this.#random.uniform() < 0.6 ? this.choose(old) : this.choose(FILLERS);
    const share = write(item).length + 1;
    const count = this.#random.uniform() < 0.6 ? this.choose(COUNTS) : Math.floor(this.choose(SIZES) / share);
    return repeated(item, Math.min(count, Math.ceil(LARGEST_BYTES / share)));
  }

  #wideObject(old: object, whole: Json): Json {
    const chance = this.#random.uniform();
    if (chance < 0.4) {
      const name = this.choose(TEXTS).repeat(this.choose([1, 1, 20, 200]));
      const count = Math.floor(this.choose(SIZES) / (name.length + 8));
      const members = Array.from({ length: count }, (_, index) => [name + index.toString(36), 0]);
      return { ...old, ...Object.fromEntries(members) };
    }
    if (chance < 0.7) {
      return repeated(old, Math.min(this.choose(COUNTS), Math.ceil(LARGEST_BYTES / write(old).length)));
    }
    return { ...old, [this.choose(['steps', 'segments', 'points', 'a'])]: this.choose(nodesOf(whole)).value };
  }

  #text(body: string): string {
    const at = Math.floor(this.#random.uniform() * body.length);
    const part = body.slice(at, at + 1 + Math.floor(this.#random.uniform() * 60));
    const filler =
      this.#random.uniform() < 0.6
        ? part
        : this.choose([...TEXTS, '<a/>', '<a>', '&amp;', '{"steps":[', '[']);
    const bytes = this.choose(SIZES);
    return (body.slice(0, at) + filler.repeat(Math.floor(bytes / filler.length)) + body.slice(at)).slice(
      0,
      bytes,
    );
  }
}

function parse(body: string): { readonly value: Json } | undefined {
  try {
    return { value: JSON.parse(body) };
  } catch {
    return undefined;
  }
}

function repeated(item: Json, count: number): readonly Json[] {
  return Array.from({ length: count }, () => item);
}

/** A value of which nothing is left is sent as null. */
function write(value: Json): string {
  return JSON.stringify(value) ?? 'null';
}

/** Lists values of a body, breadth first. */
function nodesOf(root: Json): readonly Node[] {
  const nodes: Node[] = [{ value: root, replace: (next) => next }];
  // Those found are looked into in turn.
  for (const { value, replace } of nodes) {
    if (nodes.length >= NODES_MAX) break;
    if (Array.isArray(value)) {
      // The members of a long list are mostly alike.
      for (const [index, item] of value.slice(0, 5).entries()) {
        nodes.push({ value: item, replace: (next) => replace(value.with(index, next)) });
      }
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, item] of Object.entries(value).slice(0, 30)) {
        nodes.push({ value: item, replace: (next) => replace({ ...value, [name]: next }) });
      }
    }
  }
  return nodes;
}
