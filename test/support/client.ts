import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import worker from '../../src/index.ts';
import { answerProblems } from './answer-problems.ts';
import { asTyped } from './page-fields.ts';

export const BASE = 'https://musette.test';

export interface CallOptions {
  readonly key?: string | null;
  readonly body?: unknown;
  readonly rawBody?: BodyInit;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bindings that replace those of the test environment, to count or break them. */
  readonly bindings?: Partial<Cloudflare.Env>;
  /** The caller's address; by default each call has its own, so that failures of one test do not limit another. */
  readonly address?: string;
  /** Runs once the answer is complete, before the work that goes on after it. */
  readonly onAnswer?: () => void;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** The body; a form of a plan has plain spaces in its amounts, as one types them. */
  readonly text: string;
  readonly bytes: Uint8Array;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape; checkResponse has held them to their schemas
  readonly json: any;
}

let calls = 0;

/** Sends one request through the whole Worker, and checks its answer against the OpenAPI document. */
export async function call(method: string, path: string, options: CallOptions = {}): Promise<Reply> {
  calls += 1;
  const headers = new Headers(options.headers);
  if (!headers.has('cf-connecting-ip')) {
    headers.set(
      'cf-connecting-ip',
      options.address ?? `10.0.${Math.floor(calls / 250) % 250}.${calls % 250}`,
    );
  }
  if (options.key) headers.set('authorization', `Bearer ${options.key}`);
  let body = options.rawBody;
  if (options.body !== undefined) {
    body = JSON.stringify(options.body);
    if (!headers.has('content-type')) headers.set('content-type', 'application/json');
  }
  // As a server sees it; a request that was made here has none.
  const length = lengthOf(body);
  if (length !== null && !headers.has('transfer-encoding')) headers.set('content-length', String(length));
  const url = path.startsWith('http') ? path : BASE + path;
  const request = new Request<unknown, IncomingRequestCfProperties>(url, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  const execution = createExecutionContext();
  const response = await worker.fetch(request, { ...env, ...options.bindings }, execution);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  options.onAnswer?.();
  await waitOnExecutionContext(execution);
  checkResponse(request, response, text);
  const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== '';
  const json = isJson ? JSON.parse(text) : null;
  return {
    status: response.status,
    headers: response.headers,
    text: isJson ? text : asTyped(text),
    bytes,
    json,
  };
}

/** Sends one request with the operator's token. */
export function operator(method: string, path: string, options: CallOptions = {}): Promise<Reply> {
  return call(method, path, { key: env.OPERATOR_TOKEN, ...options });
}

/** Returns the bytes of a body whose length is known when it is sent. */
function lengthOf(body: BodyInit | null | undefined): number | null {
  if (typeof body === 'string') return new TextEncoder().encode(body).length;
  return body instanceof Uint8Array || body instanceof ArrayBuffer ? body.byteLength : null;
}

/** Returns the status, error code and pointers of a refused request, to compare in one line. */
export function refusal(reply: Reply): { status: number; code: string; pointers: string[] } {
  const error = reply.json?.error;
  return {
    status: reply.status,
    code: error?.code,
    pointers: (error?.errors ?? []).map((problem: { pointer: string }) => problem.pointer),
  };
}

/** Checks an answer of the suite against the promises of all answers (see `answerProblems`). */
export function checkResponse(request: Request, response: Response, body: string): void {
  const { status, headers } = response;
  const path = new URL(request.url).pathname;
  const problems = answerProblems({ method: request.method, path, status, headers, body });
  expect(problems, `${request.method} ${path} → ${status}`).toEqual([]);
}
