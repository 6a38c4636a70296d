#!/usr/bin/env bash
# simple-oauth2's revokeAll() leaves the connection alive at a server that answers a revocation with an empty body.
#
# RFC 7009 says that a successful revocation is a 200, and that the client ignores its body, which is usually empty. simple-oauth2
# parses the answer as JSON. revokeAll() revokes the access token first, throws at the empty answer, and never sends the refresh
# token, with which the connection goes on. An athlete who disconnects an app stays connected.
#
# Package: simple-oauth2 5.1.0. Seen on 2026-11-28.
set -euo pipefail
cd "$(mktemp -d)"
npm i --silent --no-audit --no-fund simple-oauth2@5.1.0
cat > try.cjs <<'JS'
const { createServer } = require('node:http');
const { AuthorizationCode } = require('simple-oauth2');
const { version } = require('simple-oauth2/package.json');

const revoked = [];
const server = createServer((req, res) => {
  let form = '';
  req.on('data', (chunk) => (form += chunk));
  req.on('end', () => {
    revoked.push(new URLSearchParams(form).get('token'));
    res.writeHead(200).end();
  });
}).listen(0, '127.0.0.1', async () => {
  const tokenHost = `http://127.0.0.1:${server.address().port}`;
  const client = new AuthorizationCode({ client: { id: 'id', secret: 'secret' }, auth: { tokenHost } });
  const token = client.createToken({ access_token: 'access', refresh_token: 'refresh', expires_in: 3600 });
  const problem = await token.revokeAll().then(
    () => 'none',
    (err) => err.message,
  );
  console.log(`simple-oauth2 ${version}`);
  console.log('expected: access and refresh are revoked');
  console.log(`seen: ${revoked.join(' and ')} revoked, then: ${problem}`);
  server.close();
  process.exit(String(revoked) === 'access' && problem !== 'none' ? 0 : 1);
});
JS
node try.cjs
