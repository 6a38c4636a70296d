import { Musette, type MusetteOptions } from '../src/index.ts';

/** A failure that a request may meet in transit. */
export type Mishap = 'none' | 'limited' | 'unavailable' | 'lost before' | 'lost after';

interface Athlete {
  readonly id: string;
  readonly external_id: string | null;
}

/**
 * Stands in for the service: it stores athletes, honours `Idempotency-Key` and `external_id`, and meets every request with
 * the mishap that `next` returns. `fetch` is what a client calls.
 */
export function unreliableService(next: () => Mishap) {
  const athletes: Athlete[] = [];
  const answers = new Map<string, Athlete>();
  const seen: { readonly method: string; readonly path: string; readonly headers: Headers }[] = [];

  function create(key: string | null, fields: { readonly external_id?: string }): Athlete {
    const earlier = key === null ? undefined : answers.get(key);
    if (earlier) return earlier;
    const athlete = { id: `ath_${athletes.length + 1}`, external_id: fields.external_id ?? null };
    athletes.push(athlete);
    if (key !== null) answers.set(key, athlete);
    return athlete;
  }

  function upsert(fields: { readonly external_id: string }) {
    const stored = athletes.find(({ external_id }) => external_id === fields.external_id);
    return stored
      ? { status: 'unchanged', athlete: stored }
      : { status: 'created', athlete: create(null, fields) };
  }

  function act(method: string, path: string, headers: Headers, body: string): Response {
    if (method === 'POST' && path === '/v1/athletes') {
      return Response.json(create(headers.get('idempotency-key'), JSON.parse(body)), { status: 201 });
    }
    if (method === 'POST' && path === '/v1/athletes/batch') {
      const items: { external_id: string }[] = JSON.parse(body).athletes;
      return Response.json({ results: items.map(upsert) });
    }
    const at = athletes.findIndex(({ id }) => path.endsWith(`/${id}`));
    if (at < 0) return refusal(404, 'athlete_not_found');
    if (method !== 'DELETE') return Response.json(athletes[at]);
    athletes.splice(at, 1);
    return new Response(null, { status: 204 });
  }

  const fetchOf: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const path = new URL(request.url).pathname;
    seen.push({ method: request.method, path, headers: request.headers });
    const mishap = next();
    if (mishap === 'limited') return refusal(429, 'rate_limited', { 'Retry-After': '2' });
    if (mishap === 'unavailable') return refusal(503, 'temporarily_unavailable', { 'Retry-After': '1' });
    if (mishap === 'lost before') throw new TypeError('connection reset');
    const answer = act(request.method, path, request.headers, await request.text());
    if (mishap === 'lost after') throw new TypeError('connection reset');
    return answer;
  };
  return { athletes, seen, fetch: fetchOf };
}

/** Makes a refusal in the form of the service. */
export function refusal(status: number, code: string, headers: Record<string, string> = {}): Response {
  const error = {
    type: 'api_error',
    code,
    message: 'As the test wants it.',
    documentation_url: `https://musette.test/docs/errors#${code}`,
    request_id: 'req_01kajz8w3t5v9c2b7n4m6q8r0s',
  };
  return Response.json({ error }, { status, headers });
}

/** Makes a client of the package that sends by this function, and never waits. */
export function clientOf(fetchOf: typeof fetch, options: MusetteOptions = {}): Musette {
  return new Musette({
    apiKey: 'sk_test_x',
    baseUrl: 'https://musette.test',
    fetch: fetchOf,
    wait: async () => {},
    ...options,
  });
}

/** Returns a fetch that gives one response after another and then repeats the last. */
export function answering(...answers: readonly (() => Response)[]): typeof fetch {
  let at = 0;
  return async () => {
    const answer = answers[Math.min(at, answers.length - 1)];
    at += 1;
    if (answer === undefined) throw new Error('no answer was given');
    return answer();
  };
}
