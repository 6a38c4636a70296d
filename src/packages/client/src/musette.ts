import type { components } from './api-types.ts';
import type {
  CallOptions,
  FileContent,
  FuelPlanForm,
  Input,
  OperationId,
  Operations,
  WithRequestId,
} from './calls.ts';
import { MusetteError } from './errors.ts';
import { OPERATIONS } from './operations.ts';
import { EventFeed, type Item, isPage, itemsOf, type ListOperationId, type PageOf } from './pages.ts';
import { wait } from './retries.ts';
import { type Synced, syncInBatches } from './sync.ts';
import { type ReceivedResponse, type Request, type SentRequest, Transport } from './transport.ts';

/** The client's name and version. A test compares it with package.json. */
const USER_AGENT = 'musette-client/1.0.0';

type Schemas = components['schemas'];
type Results<Name extends 'AthleteResults' | 'ActivityResults'> = Schemas[Name]['results'][number];

const MAX_RETRIES = 5;
/** Longer than an empty budget takes to refill, so a rate-limited caller still succeeds. */
const DEADLINE_MS = 90_000;
const TIMEOUT_MS = 30_000;
const CACHE_CHARACTERS = 4_000_000;

/** Options of a client. */
export interface MusetteOptions {
  /** API key. Defaults to the environment variable `MUSETTE_API_KEY`. */
  readonly apiKey?: string;
  /** The https address of the service, without a path. Defaults to `MUSETTE_BASE_URL`. */
  readonly baseUrl?: string;
  /** Language of texts for athletes, for example `de`. Defaults to each athlete's own. */
  readonly language?: string;
  /** Additional headers for every request, for example for a gateway. The client's own take precedence. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Called before each attempt. An error that it throws ends the call. */
  readonly onRequest?: (sent: SentRequest) => void | Promise<void>;
  /** Called after each attempt, even without a response. An error that it throws ends the call. */
  readonly onResponse?: (received: ReceivedResponse) => void | Promise<void>;
  readonly fetch?: typeof fetch;
  /** Maximum number of retries per request, not counting those after a 429. Defaults to 5. */
  readonly maxRetries?: number;
  /** Timeout of one attempt in milliseconds. Defaults to 30,000. */
  readonly timeout?: number;
  /** Time limit for a call, including retries. Defaults to 90 seconds. */
  readonly deadlineMs?: number;
  /** Maximum characters of earlier responses to cache for `If-None-Match`. 0 disables the cache. */
  readonly cacheCharacters?: number;
  /** Waits between attempts. For tests. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Returns a number from 0 to 1 for jitter. For tests. */
  readonly random?: () => number;
  /** Returns the time in ms since 1970, for the deadline and dates in `Retry-After`. For tests. */
  readonly now?: () => number;
}

/**
 * The client, with a method for each operation of the API and helpers for lists, events and nightly syncs.
 *
 * ```ts
 * const client = new Musette({ baseUrl: 'https://musette.example', language: 'de' });
 * const athlete = await client.createAthlete({ body: { external_id: 'rider-1042' } }, { maxRetries: 2 });
 * console.log(athlete.id, athlete.requestId);
 * ```
 */
export interface Musette extends Operations {}

// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the constructor defines a method for every entry of the table
export class Musette {
  readonly #transport: Transport;
  readonly #baseUrl: string;

  constructor(options: MusetteOptions = {}) {
    const apiKey = options.apiKey ?? environmentVariable('MUSETTE_API_KEY');
    if (!apiKey) throw new MusetteError('pass apiKey or set MUSETTE_API_KEY');
    this.#baseUrl = originOf(options.baseUrl ?? environmentVariable('MUSETTE_BASE_URL'));
    this.#transport = new Transport({
      apiKey,
      baseUrl: this.#baseUrl,
      // Called without a receiver: Workers reject a fetch with another `this`.
      fetch: options.fetch ?? ((...request) => fetch(...request)),
      maxRetries: options.maxRetries ?? MAX_RETRIES,
      deadlineMs: options.deadlineMs ?? DEADLINE_MS,
      timeout: options.timeout ?? TIMEOUT_MS,
      headers: {
        'User-Agent': USER_AGENT,
        ...options.headers,
        ...(options.language === undefined ? {} : { 'Accept-Language': options.language }),
      },
      onRequest: options.onRequest,
      onResponse: options.onResponse,
      cacheCharacters: options.cacheCharacters ?? CACHE_CHARACTERS,
      wait: options.wait ?? wait,
      random: options.random ?? Math.random,
      now: options.now ?? Date.now,
    });
    for (const id of operationIds()) {
      Object.defineProperty(this, id, {
        value: (input: Members = {}, callOptions: CallOptions = {}) => this.#call(id, input, callOptions),
      });
    }
  }

  /**
   * Yields every item of a list, page by page.
   *
   * ```ts
   * for await (const athlete of musette.each('listAthletes')) console.log(athlete.id);
   * ```
   */
  each<Id extends ListOperationId>(
    id: Id,
    ...[input, options = {}]: Parameters<Operations[Id]>
  ): AsyncGenerator<Item<Id>, void, undefined> {
    return itemsOf((cursor) => this.#list(id, { ...membersOf(input), ...cursor }, options));
  }

  /**
   * Iterates over the events since `cursor`. When it stops, save the feed's `cursor` and resume from there.
   *
   * ```ts
   * for await (const event of musette.events({ types: 'athlete.*' })) {
   *   if (event.type === 'athlete.updated') console.log(event.data.athlete_id, event.data.changed);
   * }
   * ```
   */
  events(input: Input<'listEvents'> = {}, options: CallOptions = {}): EventFeed {
    return new EventFeed((page, each) => this.listEvents(page, each), input, options);
  }

  /**
   * Creates or updates any number of athletes, a hundred at a time, and yields each with its result.
   *
   * ```ts
   * const athletes = [{ external_id: 'rider-1042', body_mass_kg: 58 }];
   * for await (const { item, result } of musette.syncAthletes(athletes)) {
   *   if ('error' in result) console.error(item.external_id, result.error.code);
   * }
   * ```
   */
  syncAthletes(
    athletes: Iterable<Schemas['AthleteItem']> | AsyncIterable<Schemas['AthleteItem']>,
    options: CallOptions = {},
  ): AsyncGenerator<Synced<Schemas['AthleteItem'], Results<'AthleteResults'>>, void, undefined> {
    return syncInBatches(athletes, (batch) => this.upsertAthletes({ body: { athletes: batch } }, options));
  }

  /** Creates or updates any number of activities, a hundred at a time, and yields each with its result. */
  syncActivities(
    activities: Iterable<Schemas['ActivityItem']> | AsyncIterable<Schemas['ActivityItem']>,
    { calculate = false, ...options }: CallOptions & { readonly calculate?: boolean } = {},
  ): AsyncGenerator<Synced<Schemas['ActivityItem'], Results<'ActivityResults'>>, void, undefined> {
    return syncInBatches(activities, (batch) =>
      this.upsertActivities({ body: { activities: batch, calculate } }, options),
    );
  }

  /** Returns the fuel plan as a file: a drawing, a printable page, text, a calendar, or a FIT course or workout. */
  async getFuelPlanAs(
    form: FuelPlanForm,
    input: Input<'getFuelPlan'>,
    options: CallOptions = {},
  ): Promise<WithRequestId<Blob>> {
    const file = await this.#call('getFuelPlan', membersOf(input), options, form);
    if (!isFile(file)) throw new MusetteError('the response of getFuelPlan is not a file');
    return file;
  }

  async #list<Id extends ListOperationId>(
    id: Id,
    input: Members,
    options: CallOptions,
  ): Promise<PageOf<Item<Id>>> {
    const page = await this.#call(id, input, options);
    if (!isPage<Item<Id>>(page)) throw new MusetteError(`the answer of ${id} is not a page`);
    return page;
  }

  #call(
    id: OperationId,
    { body, file, ...parameters }: Members,
    options: CallOptions,
    form: FuelPlanForm | null = null,
  ): Promise<unknown> {
    const operation: OperationRow = OPERATIONS[id];
    const { method, path, takesKey = false, hasEntityTag = false, hasNoBody = false } = operation;
    const headers: Record<string, string> = {};
    if (takesKey) headers['Idempotency-Key'] = options.idempotencyKey ?? crypto.randomUUID();
    if (form !== null) headers.Accept = form;
    if (options.ifMatch !== undefined) headers['If-Match'] = options.ifMatch;
    if (options.language !== undefined) headers['Accept-Language'] = options.language;
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    if (file !== undefined) headers['Content-Type'] = file.mediaType;
    const request: Request = {
      operation: id,
      method,
      url: this.#baseUrl + fillIn(path, parameters),
      headers,
      body: file?.content ?? (body === undefined ? null : JSON.stringify(body)),
      isRepeatable: operation.actsAgain !== true,
      hasEntityTag,
      hasNoBody,
      form,
    };
    return this.#transport.send(request, options);
  }
}

/** An entry in the table of operations. */
interface OperationRow {
  readonly method: string;
  readonly path: string;
  readonly takesKey?: true;
  readonly hasEntityTag?: true;
  readonly hasNoBody?: true;
  /** Whether repeating it without an `Idempotency-Key` has a second effect. */
  readonly actsAgain?: true;
}

/** The input of any operation. */
interface Members {
  readonly body?: unknown;
  readonly file?: { readonly mediaType: string; readonly content: FileContent };
  readonly [parameter: string]: unknown;
}

function isFile(answer: unknown): answer is WithRequestId<Blob> {
  return answer instanceof Blob && 'requestId' in answer;
}

/** Returns the members of an input by name. */
function membersOf(input: unknown): Members {
  return typeof input === 'object' && input !== null ? { ...input } : {};
}

function operationIds(): OperationId[] {
  return Object.keys(OPERATIONS).filter((name): name is OperationId => name in OPERATIONS);
}

/** Fills in the path parameters and puts the rest into the query. */
function fillIn(path: string, parameters: Readonly<Record<string, unknown>>): string {
  const rest = new Map(Object.entries(parameters).filter(([, value]) => value !== undefined));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name);
    if (typeof value !== 'string' || value === '') throw new MusetteError(`${name} is missing`);
    rest.delete(name);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams([...rest].map(([name, value]) => [name, String(value)])).toString();
  return query === '' ? filled : `${filled}?${query}`;
}

/** Returns the address without trailing slashes. Throws if it is missing or not an http(s) URL. */
function originOf(baseUrl: string | undefined): string {
  if (!baseUrl) throw new MusetteError('pass baseUrl or set MUSETTE_BASE_URL');
  if (!/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw new MusetteError(`baseUrl is not an http address: ${baseUrl}`);
  }
  return baseUrl.replace(/\/+$/, '');
}

function environmentVariable(name: string): string | undefined {
  // Workers may not have `process`.
  const running: object = globalThis;
  const variables = memberOf(memberOf(running, 'process'), 'env');
  const value = memberOf(variables, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function memberOf(owner: unknown, name: string): unknown {
  return typeof owner === 'object' && owner !== null ? Reflect.get(owner, name) : undefined;
}
