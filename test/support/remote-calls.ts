/**
 * Counts the sequential remote rounds of a request: what a caller far from the stores waits for. Pure, so that a test
 * inside workerd and a benchmark outside it share one way of counting.
 */

/** A store's role: callers wait for a role, whichever database or object answers. */
export type StoreRole = 'kv' | 'registry' | 'shard' | 'guard' | 'limiter' | 'directory';

export interface RemoteCall {
  readonly role: StoreRole;
  /** The binding's name. */
  readonly binding: string;
  readonly method: string;
  /** One more than the latest round that had ended when this call began. */
  readonly round: number;
  /** Zero unless the call is a batch of a database. */
  readonly rowsRead: number;
  readonly rowsWritten: number;
  /** False while the call was not answered, or was answered after the request was. */
  readonly isWaitedFor: boolean;
}

export interface Recording<Answer> {
  readonly answer: Answer;
  readonly calls: readonly RemoteCall[];
}

/** Every call is answered this long after it began at the earliest, so that calls made side by side count as one round. */
const HOLD_MS = 20;

type Call = { -readonly [Name in keyof RemoteCall]: RemoteCall[Name] };

/** Records the remote calls of one request at a time. */
export class RemoteCallRecorder<Bindings extends object> {
  /** The bindings to serve the request with. The same object every time, so that an isolate's memory stays warm. */
  readonly bindings: Bindings;
  readonly #original: Bindings;
  #calls: Call[] = [];
  #endedRound = 0;

  constructor(bindings: Bindings) {
    this.#original = bindings;
    const wrapped = Object.entries(bindings).map(([name, binding]) => [name, this.#wrap(name, binding)]);
    this.bindings = Object.assign({}, bindings, Object.fromEntries(wrapped));
  }

  /** Returns the same bindings for a request that finds no lease: an isolate keeps its leases by the guards' binding. */
  withoutLease(): Bindings {
    const { KEY_GUARD: guards } = Object.fromEntries(Object.entries(this.#original));
    return Object.assign({}, this.bindings, { KEY_GUARD: this.#wrap('KEY_GUARD', guards) });
  }

  /**
   * Records the calls of `request` until it calls `onAnswer`. A call begun after another ended counts as a later round,
   * also if only a slow machine kept them apart: the count is never too low, and `recordFewest` repeats it.
   */
  async record<Answer>(request: (onAnswer: () => void) => Promise<Answer>): Promise<Recording<Answer>> {
    this.#calls = [];
    this.#endedRound = 0;
    let atAnswer: readonly RemoteCall[] | null = null;
    const answer = await request(() => {
      atAnswer = this.#calls.map((call) => ({ ...call }));
    });
    return { answer, calls: atAnswer ?? this.#calls };
  }

  #wrap(name: string, binding: unknown): unknown {
    if (typeof binding !== 'object' || binding === null) return binding;
    if (name === 'REGISTRY') return this.#wrapMethods('registry', name, binding, ['batch']);
    if (name.startsWith('ATHLETES_')) return this.#wrapMethods('shard', name, binding, ['batch']);
    if (name === 'API_KEYS') return this.#wrapMethods('kv', name, binding, null);
    const role = OBJECT_ROLES.get(name);
    return role === undefined ? binding : this.#wrapObjects(role, name, binding);
  }

  /** Wraps a namespace, so that messages to its objects are calls. */
  #wrapObjects(role: StoreRole, name: string, namespace: object): object {
    return new Proxy(namespace, {
      get: (target, member) => {
        const method = boundMember(target, member);
        if (typeof method !== 'function') return method;
        if (member === 'jurisdiction') {
          return (...given: unknown[]) => this.#wrapObjects(role, name, method(...given));
        }
        if (member !== 'get' && member !== 'getByName') return method;
        return (...given: unknown[]) => this.#wrapMethods(role, name, method(...given), null);
      },
    });
  }

  /** Wraps these methods of a binding, or all. */
  #wrapMethods(role: StoreRole, binding: string, target: object, methods: readonly string[] | null): object {
    return new Proxy(target, {
      get: (_target, member) => {
        const method = boundMember(target, member);
        if (typeof method !== 'function' || typeof member !== 'string') return method;
        if (methods !== null && !methods.includes(member)) return method;
        return (...given: unknown[]) => this.#call(role, binding, member, () => method(...given));
      },
    });
  }

  async #call(role: StoreRole, binding: string, method: string, send: () => unknown): Promise<unknown> {
    const call: Call = {
      role,
      binding,
      method,
      round: this.#endedRound + 1,
      rowsRead: 0,
      rowsWritten: 0,
      isWaitedFor: false,
    };
    this.#calls.push(call);
    const held = new Promise((resolve) => setTimeout(resolve, HOLD_MS));
    try {
      const answer = await send();
      for (const result of Array.isArray(answer) ? answer : []) {
        call.rowsRead += result.meta?.rows_read ?? 0;
        call.rowsWritten += result.meta?.rows_written ?? 0;
      }
      return answer;
    } finally {
      await held;
      call.isWaitedFor = true;
      this.#endedRound = Math.max(this.#endedRound, call.round);
    }
  }
}

const OBJECT_ROLES: ReadonlyMap<string, StoreRole> = new Map([
  ['KEY_GUARD', 'guard'],
  ['PRODUCT_LIMITER', 'limiter'],
  ['DIRECTORY', 'directory'],
]);

function boundMember(target: object, name: string | symbol): unknown {
  const member: unknown = Reflect.get(target, name, target);
  // Not `bind`: an object's stub takes every member for a message.
  return typeof member === 'function'
    ? (...given: unknown[]) => Reflect.apply(member, target, given)
    : member;
}

/** Returns the roles that a request waits for, round by round: `['guard + shard', 'shard']`. */
export function roundsOf(calls: readonly RemoteCall[]): string[] {
  const rounds = Map.groupBy(
    calls.filter(({ isWaitedFor }) => isWaitedFor),
    ({ round }) => round,
  );
  return [...rounds.keys()]
    .sort((a, b) => a - b)
    .map((round) => [...new Set(rounds.get(round)?.map(({ role }) => role))].sort().join(' + '));
}

/** Returns the rounds of a request whose first asks the key's guard for admission, if the isolate holds a lease of it. */
export function roundsWithLease([first = '', ...others]: readonly string[]): string[] {
  const besideGuard = first.split(' + ').filter((role) => role !== '' && role !== 'guard');
  return besideGuard.length === 0 ? others : [besideGuard.join(' + '), ...others];
}
