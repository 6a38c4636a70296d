import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import * as z from 'zod/mini';
import { plainFetch } from './browser.ts';
import { BASE } from './client.ts';

export const MCP = `${BASE}/mcp`;

/** The revisions of the protocol that assistants speak. */
export const REVISIONS = ['2026-07-28', '2025-11-25'] as const;
export type Revision = (typeof REVISIONS)[number];

/** The official client, connected to the Worker under test with a key or a token. */
export async function connectAssistant(
  bearer: string,
  revision: Revision = '2026-07-28',
  bindings: Partial<Cloudflare.Env> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: revision === '2026-07-28' ? { pin: revision } : 'legacy' } },
  );
  const transport = new StreamableHTTPClientTransport(new URL(MCP), {
    requestInit: { headers: { authorization: `Bearer ${bearer}`, ...headers } },
    fetch: (url, init) => plainFetch(String(url), init, bindings),
  });
  await client.connect(transport);
  return client;
}

const Texts = z.array(z.object({ type: z.literal('text'), text: z.string() })).check(z.length(1));
const Failed = z.object({ error: z.looseObject({ code: z.string(), errors: z.optional(z.unknown()) }) });

/** The one text of a tool's answer. */
export function textOf(result: CallToolResult): string {
  const [only] = z.parse(Texts, result.content);
  return only?.text ?? '';
}

/** Calls a tool that must succeed, and returns its structured content and its text. */
export async function use(client: Client, name: string, args: Record<string, unknown> = {}) {
  const result = await client.callTool({ name, arguments: args });
  if (result.isError) throw new Error(`${name}: ${textOf(result)}`);
  return { text: textOf(result), data: z.parse(z.looseObject({}), result.structuredContent) };
}

/** Calls a tool that must fail, and returns its error. */
export async function failureOf(client: Client, name: string, args: Record<string, unknown> = {}) {
  const result = await client.callTool({ name, arguments: args });
  if (!result.isError) throw new Error(`${name} did not fail`);
  return { text: textOf(result), ...z.parse(Failed, result.structuredContent).error };
}

let messages = 0;

/** Sends one message without a client, as a stranger might. */
export async function post(
  bearer: string | null,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; headers: Headers; text: string }> {
  messages += 1;
  const response = await plainFetch(MCP, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
      ...headers,
    },
    body,
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** A request of the 2025 revisions, which need no handshake here. */
export function message(method: string, params: unknown = {}): string {
  return JSON.stringify({ jsonrpc: '2.0', id: messages, method, params });
}
