/**
 * Six OAuth libraries, each from discovery to revocation, as its own README uses it. Runs in a folder where they are installed.
 * The browser's part is done by the runner, which is asked at CONSENT_URL.
 */

const { BASE_URL, CLIENT_ID, CLIENT_SECRET, REDIRECT_URI, CONSENT_URL } = process.env;
const SCOPE = 'profile:read activities:read';

/** Sends the athlete's browser to an address and returns the address it comes back to. */
async function consentTo(url) {
  const answer = await fetch(CONSENT_URL, { method: 'POST', body: String(url) });
  if (!answer.ok) throw new Error(await answer.text());
  return new URL(await answer.text());
}

const statusWith = async (token) =>
  (await fetch(`${BASE_URL}/v1/me`, { headers: { authorization: `Bearer ${token}` } })).status;

/** Runs the steps of a library in order. A step that throws is noted, and ends it. */
async function walk(peer, steps) {
  const result = { peer };
  const state = {};
  for (const [name, step] of steps) {
    try {
      const said = await step(state);
      result[name] = typeof said === 'string' ? said : 'ok';
    } catch (err) {
      result[name] = `throws: ${String(err?.cause?.message ?? err?.message ?? err).slice(0, 90)}`;
      if (name !== 'plain discovery') break;
    }
  }
  if (state.access) result['after revocation'] = String(await statusWith(state.access));
  console.log(JSON.stringify(result));
}

const noState = (callback) => `state ${callback.searchParams.has('state') ? 'returned' : 'absent'}`;

{
  const oauth = await import('oauth4webapi');
  const issuer = new URL(BASE_URL);
  const insecure = { [oauth.allowInsecureRequests]: true };
  const client = { client_id: CLIENT_ID };
  const auth = oauth.ClientSecretBasic(CLIENT_SECRET);
  await walk('oauth4webapi', [
    [
      'plain discovery',
      async () => {
        const answer = await oauth.discoveryRequest(issuer, insecure);
        await oauth.processDiscoveryResponse(issuer, answer);
      },
    ],
    [
      'discovery',
      async (s) => {
        const answer = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
        s.as = await oauth.processDiscoveryResponse(issuer, answer);
        return "with algorithm: 'oauth2'";
      },
    ],
    [
      'consent',
      async (s) => {
        s.verifier = oauth.generateRandomCodeVerifier();
        const url = new URL(s.as.authorization_endpoint);
        url.search = new URLSearchParams({
          response_type: 'code',
          client_id: CLIENT_ID,
          redirect_uri: REDIRECT_URI,
          scope: SCOPE,
          code_challenge: await oauth.calculatePKCECodeChallenge(s.verifier),
          code_challenge_method: 'S256',
        });
        const callback = await consentTo(url);
        s.parameters = oauth.validateAuthResponse(s.as, client, callback, oauth.expectNoState);
        return noState(callback);
      },
    ],
    [
      'exchange',
      async (s) => {
        const answer = await oauth.authorizationCodeGrantRequest(
          s.as,
          client,
          auth,
          s.parameters,
          REDIRECT_URI,
          s.verifier,
          insecure,
        );
        s.tokens = await oauth.processAuthorizationCodeResponse(s.as, client, answer);
        s.access = s.tokens.access_token;
      },
    ],
    [
      'refresh',
      async (s) => {
        const answer = await oauth.refreshTokenGrantRequest(
          s.as,
          client,
          auth,
          s.tokens.refresh_token,
          insecure,
        );
        s.tokens = await oauth.processRefreshTokenResponse(s.as, client, answer);
        s.access = s.tokens.access_token;
      },
    ],
    [
      'revocation',
      async (s) =>
        oauth.processRevocationResponse(
          await oauth.revocationRequest(s.as, client, auth, s.tokens.refresh_token, insecure),
        ),
    ],
  ]);
}

{
  const client = await import('openid-client');
  const options = { execute: [client.allowInsecureRequests] };
  const discover = (more) =>
    client.discovery(new URL(BASE_URL), CLIENT_ID, CLIENT_SECRET, undefined, { ...options, ...more });
  await walk('openid-client', [
    ['plain discovery', async () => void (await discover({}))],
    [
      'discovery',
      async (s) => {
        s.config = await discover({ algorithm: 'oauth2' });
        return "with algorithm: 'oauth2'";
      },
    ],
    [
      'consent',
      async (s) => {
        s.verifier = client.randomPKCECodeVerifier();
        const url = client.buildAuthorizationUrl(s.config, {
          redirect_uri: REDIRECT_URI,
          scope: SCOPE,
          code_challenge: await client.calculatePKCECodeChallenge(s.verifier),
          code_challenge_method: 'S256',
        });
        s.callback = await consentTo(url);
        return noState(s.callback);
      },
    ],
    [
      'exchange',
      async (s) => {
        s.tokens = await client.authorizationCodeGrant(s.config, s.callback, {
          pkceCodeVerifier: s.verifier,
        });
        s.access = s.tokens.access_token;
      },
    ],
    [
      'refresh',
      async (s) => {
        s.tokens = await client.refreshTokenGrant(s.config, s.tokens.refresh_token);
        s.access = s.tokens.access_token;
      },
    ],
    ['revocation', async (s) => client.tokenRevocation(s.config, s.tokens.refresh_token)],
  ]);
}

const { createHash, randomBytes } = await import('node:crypto');
const newVerifier = () => randomBytes(32).toString('base64url');
const challengeOf = (verifier) => createHash('sha256').update(verifier).digest('base64url');

{
  const { AuthorizationCode } = await import('simple-oauth2');
  const client = new AuthorizationCode({
    client: { id: CLIENT_ID, secret: CLIENT_SECRET },
    auth: {
      tokenHost: BASE_URL,
      authorizePath: '/oauth/authorize',
      tokenPath: '/oauth/token',
      revokePath: '/oauth/revoke',
    },
  });
  await walk('simple-oauth2', [
    ['discovery', async () => 'has none'],
    [
      'consent',
      async (s) => {
        s.verifier = newVerifier();
        const more = { code_challenge: challengeOf(s.verifier), code_challenge_method: 'S256' };
        const url = client.authorizeURL({ redirect_uri: REDIRECT_URI, scope: SCOPE, ...more });
        s.callback = await consentTo(url);
        return noState(s.callback);
      },
    ],
    [
      'exchange',
      async (s) => {
        const code = s.callback.searchParams.get('code');
        s.token = await client.getToken({ code, redirect_uri: REDIRECT_URI, code_verifier: s.verifier });
        s.access = s.token.token.access_token;
      },
    ],
    [
      'refresh',
      async (s) => {
        s.token = await s.token.refresh();
        s.access = s.token.token.access_token;
      },
    ],
    ['revocation', async (s) => s.token.revokeAll().then(() => 'ok: revokeAll()')],
  ]);
}

{
  const { OAuth2Client, generateCodeVerifier } = await import('@badgateway/oauth2-client');
  const client = new OAuth2Client({
    server: `${BASE_URL}/`,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    discoveryEndpoint: '/.well-known/oauth-authorization-server',
  });
  await walk('@badgateway/oauth2-client', [
    ['discovery', async () => client.getEndpoint('tokenEndpoint').then(() => 'ok')],
    [
      'consent',
      async (s) => {
        s.verifier = await generateCodeVerifier();
        const asked = { redirectUri: REDIRECT_URI, codeVerifier: s.verifier, scope: SCOPE.split(' ') };
        s.callback = await consentTo(await client.authorizationCode.getAuthorizeUri(asked));
        return noState(s.callback);
      },
    ],
    [
      'exchange',
      async (s) => {
        const told = { redirectUri: REDIRECT_URI, codeVerifier: s.verifier };
        s.token = await client.authorizationCode.getTokenFromCodeRedirect(String(s.callback), told);
        s.access = s.token.accessToken;
      },
    ],
    [
      'refresh',
      async (s) => {
        s.token = await client.refreshToken(s.token);
        s.access = s.token.accessToken;
      },
    ],
    ['revocation', async (s) => client.revoke(s.token, 'refresh_token')],
  ]);
}

{
  const { default: Strategy } = await import('passport-oauth2');
  const settings = {
    authorizationURL: `${BASE_URL}/oauth/authorize`,
    tokenURL: `${BASE_URL}/oauth/token`,
    clientID: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    callbackURL: REDIRECT_URI,
    scope: SCOPE.split(' '),
    state: true,
    pkce: true,
  };
  const session = {};
  /** Runs the strategy on one request, as passport does. */
  const run = (query) =>
    new Promise((resolve, reject) => {
      const strategy = new Strategy(settings, (access, refresh, _params, _profile, done) =>
        done(null, { access, refresh }),
      );
      Object.assign(strategy, { redirect: resolve, success: resolve, error: reject });
      strategy.fail = (info) => reject(new Error(`fails: ${info?.message}`));
      strategy.authenticate({ query, session, headers: {}, connection: {} }, {});
    });
  await walk('passport-oauth2', [
    ['discovery', async () => 'has none'],
    [
      'consent',
      async (s) => {
        s.callback = await consentTo(await run({}));
        return noState(s.callback);
      },
    ],
    [
      'exchange',
      async (s) => {
        const user = await run(Object.fromEntries(s.callback.searchParams));
        s.access = user.access;
      },
    ],
    ['refresh', async () => 'has none'],
    ['revocation', async () => 'has none'],
  ]);
}

{
  const { default: ClientOAuth2 } = await import('client-oauth2');
  const client = new ClientOAuth2({
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    accessTokenUri: `${BASE_URL}/oauth/token`,
    authorizationUri: `${BASE_URL}/oauth/authorize`,
    redirectUri: REDIRECT_URI,
    scopes: SCOPE.split(' '),
  });
  await walk('client-oauth2', [
    ['discovery', async () => 'has none'],
    [
      'consent',
      async (s) => {
        s.verifier = newVerifier();
        const query = { code_challenge: challengeOf(s.verifier), code_challenge_method: 'S256' };
        s.callback = await consentTo(client.code.getUri({ query }));
        return noState(s.callback);
      },
    ],
    [
      'exchange',
      async (s) => {
        s.token = await client.code.getToken(String(s.callback), { body: { code_verifier: s.verifier } });
        s.access = s.token.accessToken;
      },
    ],
    [
      'refresh',
      async (s) => {
        s.token = await s.token.refresh();
        s.access = s.token.accessToken;
      },
    ],
    ['revocation', async () => 'has none'],
  ]);
}
