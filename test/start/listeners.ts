import { spawnSync } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { descendantsOf } from '../support/processes.ts';

/** The listeners of a local installation, and what they answer to others on its machine. Reads /proc of Linux. */

const LISTENING = '0A';
/** Paths of the inspector (Chrome DevTools Protocol), of the local explorer, and of the data that the explorer reads. */
const PATHS = [
  '/json',
  '/json/list',
  '/json/version',
  '/cdn-cgi/local/explorer',
  '/cdn-cgi/local/explorer/',
  '/cdn-cgi/local/explorer/api/d1/database',
  '/cdn-cgi/explorer',
];
/** Another local program sends no origin, a page of another site its own. */
const ORIGINS = [null, 'https://attacker.example'];
const NOBODY = 65_534;
/** The statuses of a refusal: curl says 000 if the listener speaks no HTTP. */
const REFUSALS = ['000', '403', '404'];

interface Listener {
  readonly pid: number;
  readonly port: number;
}

/**
 * Returns what the processes of an installation offer to other users and origins: one line for each listener and path that
 * is not refused, and for each process with a debug port or an inspector.
 */
export async function openDoors(pid: number): Promise<readonly string[]> {
  const pids = [pid, ...(await descendantsOf(pid))];
  const listeners = (await Promise.all(pids.map(listenersOf))).flat();
  if (listeners.length === 0) throw new Error('no listener was found');
  const commands = await Promise.all(pids.map((one) => readFile(`/proc/${one}/cmdline`, 'utf8')));
  return [
    ...commands.flatMap((command) => command.match(/--(debug-port|inspector-addr|inspect)\b[^\0]*/g) ?? []),
    ...listeners.flatMap(({ port }) =>
      PATHS.flatMap((path) =>
        ORIGINS.flatMap((origin) => {
          const status = statusFor(`http://127.0.0.1:${port}${path}`, origin);
          return REFUSALS.includes(status) ? [] : [`${port}${path} for ${origin}: ${status}`];
        }),
      ),
    ),
  ];
}

/** Returns the status that another user of the machine gets, where the tests may become one. */
function statusFor(url: string, origin: string | null): string {
  const args = ['-s', '-m', '10', '-o', '/dev/null', '-w', '%{http_code}', url];
  const headers = origin === null ? [] : ['-H', `Origin: ${origin}`];
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY, cwd: '/' } : {};
  const { stdout, error } = spawnSync('curl', [...args, ...headers], { encoding: 'utf8', ...user });
  if (error) throw error;
  return stdout;
}

async function listenersOf(pid: number): Promise<readonly Listener[]> {
  const folder = `/proc/${pid}/fd`;
  const links = await Promise.all(
    (await readdir(folder)).map((fd) => readlink(`${folder}/${fd}`).catch(() => '')),
  );
  const inodes = new Set(links.map((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1]));
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/${pid}/net/${name}`, 'utf8').catch(() => '')),
  );
  return tables
    .flatMap((table) => table.split('\n'))
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[3] === LISTENING && inodes.has(fields[9]))
    .map((fields) => ({ pid, port: Number.parseInt(fields[1]?.split(':')[1] ?? '', 16) }));
}
