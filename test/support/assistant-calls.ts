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

/** A tool's error: its text, the code with which it begins, and the arguments that it names. */
interface Failed {
  readonly text: string;
  readonly code: string;
  readonly pointers: readonly string[];
}

/** Calls a tool that must fail, and returns its error, which has text only. */
export async function failureOf(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<Failed> {
  const result = await client.callTool({ name, arguments: args });
  if (!result.isError) throw new Error(`${name} did not fail`);
  if (result.structuredContent !== undefined) throw new Error(`the error of ${name} has structured content`);
  const text = textOf(result);
  const code = /^\w+(?=: )/.exec(text)?.[0];
  if (code === undefined) throw new Error(`the error of ${name} does not begin with its code: ${text}`);
  const pointers = [...text.matchAll(/(?<=[.] )\/[\w/]+/g)].map(([pointer]) => pointer);
  return { text, code, pointers };
}
