import { buildPeer } from './server.ts';

/**
 * Runs the peer as a process of its own.
 *
 * Environment: PEER_DIRECTORY, PEER_SIGNING_SECRET. Prints `Listening at …` when it is ready.
 */

/** As in the service under the same measurement: no limit is what is measured. */
const NO_LIMIT = 1e9;

const { PEER_DIRECTORY: directory = '', PEER_SIGNING_SECRET: signingSecret = '' } = process.env;
const app = await buildPeer({
  directory,
  signingSecret,
  baseUrl: 'http://127.0.0.1:8787',
  budgetsPerMin: { test: NO_LIMIT, live: NO_LIMIT },
  isLogged: true,
});
const address = await app.listen({ host: '127.0.0.1', port: 0 });
process.stderr.write(`Listening at ${address}\n`);
process.on('SIGTERM', () => void app.close());
