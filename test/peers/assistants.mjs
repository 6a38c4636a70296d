/** Two clients of the Model Context Protocol, in both revisions, with the sign-in that each does by itself. */

const { BASE_URL, PUBLIC_CLIENT_ID, REDIRECT_URI, CONSENT_URL } = process.env;
const MCP = new URL(`${BASE_URL}/mcp`);

/** What an assistant stores between its steps. It names no `state`, as in the examples of the libraries. */
function newProvider() {
  const stored = {};
  return {
    stored,
    redirectUrl: REDIRECT_URI,
    clientMetadata: { redirect_uris: [REDIRECT_URI], client_name: 'Assistant' },
    clientInformation: () => ({ client_id: PUBLIC_CLIENT_ID }),
    tokens: () => stored.tokens,
    saveTokens: (tokens) => Object.assign(stored, { tokens }),
    redirectToAuthorization: (url) => Object.assign(stored, { url }),
    saveCodeVerifier: (verifier) => Object.assign(stored, { verifier }),
    codeVerifier: () => stored.verifier,
  };
}

const infer = (client) =>
  client.callTool({ name: 'infer_activity_type', arguments: { title: 'Long run, 2 h' } });

async function walk(peer, { newClient, newTransport }) {
  const result = { peer };
  const step = async (name, run) => {
    if (Object.values(result).some((value) => value.startsWith('throws'))) return;
    try {
      result[name] = (await run()) ?? 'ok';
    } catch (err) {
      result[name] = `throws: ${String(err?.message ?? err).slice(0, 140)}`;
    }
  };
  const provider = newProvider();
  let client = newClient();
  await step('discovery', async () => {
    const transport = newTransport(provider);
    const refused = await client.connect(transport).then(
      () => null,
      (err) => err,
    );
    if (provider.stored.url === undefined) throw refused ?? new Error('connected without a sign-in');
    result.state = provider.stored.url.searchParams.has('state') ? 'sent' : 'not sent';
    const answer = await fetch(CONSENT_URL, { method: 'POST', body: String(provider.stored.url) });
    if (!answer.ok) throw new Error(await answer.text());
    const callback = new URL(await answer.text());
    // The newer client checks the issuer of the answer itself, and takes all of its parameters.
    await transport.finishAuth(
      transport.finishAuth.length > 1 ? callback.searchParams : callback.searchParams.get('code'),
      callback.searchParams.get('iss') ?? undefined,
    );
  });
  await step('connect', async () => {
    client = newClient();
    await client.connect(newTransport(provider));
  });
  await step('tools', async () => `${(await client.listTools()).tools.length} tools`);
  await step('call', async () => {
    const { isError, content } = await infer(client);
    return isError ? `error: ${content[0].text.slice(0, 80)}` : 'ok';
  });
  // Not the list of tools: the clients compile its schemas anew each time.
  await step('refusal', async () => {
    for (let sent = 0; sent < 200; sent++) {
      const refused = await infer(client).then(
        () => null,
        (err) => err,
      );
      if (refused === null) continue;
      const says = /Try again after \d+ seconds?/.exec(String(refused.message ?? refused))?.[0];
      return says ?? `no wait in its message: ${String(refused.message).slice(0, 80)}`;
    }
    return 'not reached';
  });
  console.log(JSON.stringify(result));
}

const current = await import('@modelcontextprotocol/client');
for (const revision of ['2026-07-28', '2025-11-25']) {
  await walk(`@modelcontextprotocol/client, ${revision}`, {
    newClient: () =>
      new current.Client(
        { name: 'peer', version: '1' },
        { versionNegotiation: { mode: revision === '2026-07-28' ? { pin: revision } : 'legacy' } },
      ),
    newTransport: (authProvider) => new current.StreamableHTTPClientTransport(MCP, { authProvider }),
  });
}

const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
await walk('@modelcontextprotocol/sdk, 2025-11-25', {
  newClient: () => new Client({ name: 'peer', version: '1' }),
  newTransport: (authProvider) => new StreamableHTTPClientTransport(MCP, { authProvider }),
});
