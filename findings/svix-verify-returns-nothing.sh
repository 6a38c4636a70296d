#!/usr/bin/env bash
# svix's verify() throws for a forged webhook, and returns undefined for a genuine one.
#
# The format is Standard Webhooks, whose reference library returns the parsed event from a method of the same name in a class of
# the same name. Code written for it runs with svix too: const event = webhook.verify(body, headers) is undefined for every genuine
# event, and a handler that skips what it does not know skips all of them. Whoever receives webhooks verifies first, and then parses
# the same body.
#
# Packages: svix 2.5.0, compared with standardwebhooks 1.1.1. Seen on 2026-11-28.
set -euo pipefail
cd "$(mktemp -d)"
npm i --silent --no-audit --no-fund svix@2.5.0 standardwebhooks@1.1.1
cat > try.cjs <<'JS'
const { createHmac } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { Webhook: Svix } = require('svix');
const { Webhook: Standard } = require('standardwebhooks');

const secret = Buffer.from('a secret of twenty-four.').toString('base64');
const body = '{"type":"athlete.created"}';
const [id, timestamp] = ['msg_1', String(Math.floor(Date.now() / 1000))];
const signature = createHmac('sha256', Buffer.from(secret, 'base64')).update(`${id}.${timestamp}.${body}`).digest('base64');
const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };

const of = (Webhook) => new Webhook(`whsec_${secret}`).verify(body, headers);
const isForgedRefused = (() => {
  try {
    new Svix(`whsec_${secret}`).verify(`${body} `, headers);
    return false;
  } catch {
    return true;
  }
})();
const seen = of(Svix);
const { version } = JSON.parse(readFileSync('node_modules/svix/package.json', 'utf8'));
console.log(`svix ${version}`);
console.log(`expected: the event, as standardwebhooks returns it: ${JSON.stringify(of(Standard))}`);
console.log(`seen: ${seen} (a forged one throws: ${isForgedRefused})`);
process.exit(seen === undefined && isForgedRefused && of(Standard)?.type === 'athlete.created' ? 0 : 1);
JS
node try.cjs
