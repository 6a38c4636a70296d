import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundleWorker } from '#tools/cli/bundle.ts';
import { newPartner, poster, sendTo } from '../support/connect-over-http.ts';
import { type InstalledService, installService, OPERATOR_TOKEN } from '../support/deployment.ts';

/**
 * The official MCP clients of both generations against the deployed bundle: each knows the schema of a tool's successes,
 * and the first one compares errors with it too.
 */

let outDir: string;
let service: InstalledService;
let key: string;

beforeAll(async () => {
  outDir = await mkdtemp(join(tmpdir(), 'musette-assistants-'));
  await bundleWorker(outDir);
  service = await installService(outDir);
  ({ key } = await newPartner(poster(sendTo(service.baseUrl), OPERATOR_TOKEN)));
}, 120_000);

afterAll(async () => {
  await service?.miniflare.dispose();
  await rm(outDir, { recursive: true, force: true });
});

const INFO = { name: 'test', version: '1' };
const sending = () => ({ requestInit: { headers: { authorization: `Bearer ${key}` } } });
const address = () => new URL(`${service.baseUrl}/mcp`);

const CLIENTS = {
  '@modelcontextprotocol/sdk 1.x': async () => {
    const client = new FirstClient(INFO);
    const transport = new FirstTransport(address(), sending());
    // Its declared type lacks `undefined` where this project's compiler options ask for it.
    await client.connect(transport as Parameters<typeof client.connect>[0]);
    return client;
  },
  '@modelcontextprotocol/client 2.x': async () => {
    const client = new Client(INFO);
    await client.connect(new StreamableHTTPClientTransport(address(), sending()));
    return client;
  },
};

describe.each(Object.keys(CLIENTS) as (keyof typeof CLIENTS)[])('an assistant with %s', (name) => {
  test("reads a tool's error as text and a tool's success as structured content", async () => {
    const client = await CLIENTS[name]();
    // Reads the schemas of the tools' successes.
    expect((await client.listTools()).tools.length).toBeGreaterThan(5);
    const failed = await client.callTool({
      name: 'create_activity',
      arguments: { athlete_id: 'ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz', type: 'run', duration_min: -1 },
    });
    expect(failed).toMatchObject({
      isError: true,
      content: [
        { type: 'text', text: expect.stringMatching(/^validation_failed: .* \/duration_min must be /) },
      ],
    });
    expect(failed).not.toHaveProperty('structuredContent');
    const read = await client.callTool({ name: 'infer_activity_type', arguments: { title: 'Marathon' } });
    expect(read).toMatchObject({ structuredContent: { inferred_type: 'run' } });
    expect(read.isError ?? false).toBe(false);
    await client.close();
  });
});
