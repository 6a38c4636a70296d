import { type Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { newAssistant, type Revision } from './assistant-calls.ts';
import { plainFetch } from './browser.ts';
import { BASE } from './client.ts';

export const MCP = `${BASE}/mcp`;

/** The official client, connected to the Worker under test with a key or a token. */
export async function connectAssistant(
  bearer: string,
  revision: Revision = '2026-07-28',
  bindings: Partial<Cloudflare.Env> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Client> {
  const client = newAssistant(revision);
  const transport = new StreamableHTTPClientTransport(new URL(MCP), {
    requestInit: { headers: { authorization: `Bearer ${bearer}`, ...headers } },
    fetch: (url, init) => plainFetch(String(url), init, bindings),
  });
  await client.connect(transport);
  return client;
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
