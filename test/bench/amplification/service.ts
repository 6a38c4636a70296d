import { newPartner, poster, sendTo } from '../../support/connect-over-http.ts';
import { type InstalledService, installService, OPERATOR_TOKEN } from '../../support/deployment.ts';
import { processorTimeMs, programsBelow } from '../../support/processes.ts';
import type { Case } from './cases.ts';
import { countUnits } from './count-units.ts';
import { makeWorld, SMALL, type World, type WorldSize } from './world.ts';

/** The deployed bundle in one isolate, with two partners: one without limits, and one whose units are counted. */

/** The budget of a production key per minute. */
const COUNTED_PER_MIN = 600;
const SIZE: WorldSize = { historyActivities: 300, squadAthletes: 50 };

/** The answer to a request, without most of its text. */
export interface Answered {
  /** 0 if the connection ended without an answer. */
  readonly status: number;
  readonly bytes: number;
  readonly ms: number;
  readonly text: string;
}

export interface Bench {
  readonly service: InstalledService;
  readonly world: World;
  /** A world of another partner with a budget, to count units. */
  readonly counted: World;
  /** A small world of a third partner, who sends usual requests. */
  readonly other: World;
  /** Returns the processor time of the runtime so far, with its databases. */
  readonly cpuMs: () => Promise<number>;
  readonly dispose: () => Promise<void>;
}

/** Starts the service and makes both worlds. */
export async function startBench(outDir: string): Promise<Bench> {
  const before = await programsBelow(process.pid, 'workerd');
  const service = await installService(outDir);
  const runtimes = (await programsBelow(process.pid, 'workerd')).filter((id) => !before.includes(id));
  const [measured, counted, other] = [
    await makePartner(service),
    await makePartner(service),
    await makePartner(service),
  ];
  const bench = {
    service,
    world: await makeWorld(senderTo(service), measured.key, SIZE),
    counted: await makeWorld(senderTo(service), counted.key, SIZE),
    other: await makeWorld(senderTo(service), other.key, SMALL),
    cpuMs: () => processorTimeMs(runtimes),
    dispose: () => service.miniflare.dispose(),
  };
  // Only keys that are created from now on have this budget at once.
  await operate(service, 'PATCH', `/operator/v1/partners/${counted.id}`, {
    requests_per_min: COUNTED_PER_MIN,
  });
  return bench;
}

const makePartner = ({ baseUrl }: InstalledService) => newPartner(poster(sendTo(baseUrl), OPERATOR_TOKEN));

async function operate({ baseUrl }: InstalledService, method: string, path: string, body: unknown) {
  const headers = { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' };
  const response = await fetch(baseUrl + path, { method, headers, body: JSON.stringify(body) });
  if (!response.ok)
    throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  return JSON.parse(await response.text());
}

function senderTo({ baseUrl }: InstalledService) {
  return async (request: Pick<Case, 'method' | 'path' | 'headers' | 'body'>) => {
    const { method, path, headers, body } = request;
    const response = await fetch(baseUrl + path, { method, headers, body, redirect: 'manual' });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
}

/** Sends one request and reads its whole answer. A lost connection is an answer of status 0. */
export async function sendCase({ baseUrl }: InstalledService, request: Case): Promise<Answered> {
  const startedAt = performance.now();
  const { method, path, headers, body } = request;
  try {
    // Compressed answers would hide how much is written.
    const sent = { method, headers: { ...headers, 'accept-encoding': 'identity' }, body };
    const response = await fetch(baseUrl + path, { ...sent, redirect: 'manual' });
    const bytes = Buffer.from(await response.arrayBuffer());
    return {
      status: response.status,
      bytes: bytes.length,
      ms: performance.now() - startedAt,
      text: bytes.toString('utf8', 0, 500),
    };
  } catch {
    return { status: 0, bytes: 0, ms: performance.now() - startedAt, text: '' };
  }
}

/** Counts the units of a request in the world of the partner with a budget. 1 for a request without a key. */
export async function unitsOf({ service, world, counted }: Bench, request: Case): Promise<number> {
  if (request.isKeyless) return 1;
  const rename = renaming(world, counted);
  const renamed = {
    ...request,
    path: rename(request.path),
    body: request.body === null ? null : rename(request.body),
  };
  const send = senderTo(service);
  const { units } = await countUnits(send, renamed, {
    key: counted.key,
    perMin: COUNTED_PER_MIN,
    manage: send,
  });
  return units;
}

/** Returns what replaces the identifiers of one world by those of another. */
function renaming(from: World, to: World): (text: string) => string {
  const idsOf = ({ subjects, squad }: World) => [
    ...Object.values(subjects).flatMap(Object.values<string>),
    ...squad,
  ];
  const others = idsOf(to);
  const pairs = idsOf(from).map((id, index) => [id, others[index] ?? id] as const);
  return (text) => pairs.reduce((renamed, [id, other]) => renamed.replaceAll(id, other), text);
}
