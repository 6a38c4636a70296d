import { type CallToolResult, Client } from '@modelcontextprotocol/client';
import * as z from 'zod/mini';

/** The revisions of the protocol that assistants speak. */
export const REVISIONS = ['2026-07-28', '2025-11-25'] as const;
export type Revision = (typeof REVISIONS)[number];

/** The official client, not yet connected. */
export function newAssistant(revision: Revision): Client {
  return new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: revision === '2026-07-28' ? { pin: revision } : 'legacy' } },
  );
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
