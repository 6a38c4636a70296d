import type { FeedEvent } from './event-follower.ts';
import type { Problem, Reply, Send } from './writer.ts';

/** An activity written by a batch, with its events by type, in order. */
export interface SyncedActivity {
  readonly athlete: string;
  readonly externalId: string;
  /** Null once it is deleted. */
  durationMin: number | null;
  isPrescribed: boolean;
  readonly events: string[];
}

/** An athlete written by a batch. */
export interface SyncedAthlete {
  readonly externalId: string;
  readonly region: string;
  bodyMassKg: number;
  readonly activities: Map<string, SyncedActivity>;
  readonly events: string[];
}

/** Events that follow from each write. Others, such as a stale prescription, depend on the time of calculations. */
const COUNTED = /^(athlete|activity)\.(created|updated|deleted)$/;

/** Compares an athlete and all activities with what was acknowledged. */
export async function verifySynced(send: Send, key: string, athlete: SyncedAthlete): Promise<Problem[]> {
  const found = await readSynced(send, key, athlete.externalId);
  if (found === null) return [{ kind: 'lost', what: `athlete ${athlete.externalId} of a batch` }];
  const problems: Problem[] = [];
  if (found.athlete.body_mass_kg !== athlete.bodyMassKg)
    problems.push({
      kind: 'lost',
      what: `${athlete.externalId} has ${found.athlete.body_mass_kg} kg, not ${athlete.bodyMassKg}`,
    });
  if (found.athlete.region !== athlete.region)
    problems.push({
      kind: 'torn',
      what: `${athlete.externalId} is in ${found.athlete.region}, not in ${athlete.region}`,
    });
  const living = [...athlete.activities.values()].filter(({ durationMin }) => durationMin !== null);
  if (found.activities.length !== living.length)
    problems.push({
      kind: 'torn',
      what: `${athlete.externalId} has ${found.activities.length} activities, not ${living.length}`,
    });
  for (const { externalId, durationMin, isPrescribed } of living) {
    const activity = found.activities.find(({ external_id }: Reply['json']) => external_id === externalId);
    if (activity?.duration_min !== durationMin)
      problems.push({
        kind: 'lost',
        what: `activity ${externalId} lasts ${activity?.duration_min}, not ${durationMin}`,
      });
    else if (isPrescribed && activity.prescription === null)
      problems.push({ kind: 'lost', what: `the prescription of ${externalId}` });
  }
  return problems;
}

/** Reads an athlete by its `external_id`, with all activities; null if there is not exactly one. */
export async function readSynced(send: Send, key: string, externalId: string) {
  const list = async (path: string) => {
    const reply = await send({ method: 'GET', path, key });
    if (reply?.status !== 200) throw new Error(`${path} answered ${JSON.stringify(reply)}`);
    return reply.json;
  };
  const { data } = await list(`/v1/athletes?external_id=${externalId}`);
  if (data.length !== 1) return null;
  const page = await list(`/v1/athletes/${data[0].id}/activities?limit=100`);
  return { athlete: data[0], activities: page.data };
}

/** Compares a feed with the events that the athletes' writes are, each exactly once and in the order of the writes. */
export function compareEvents(feed: readonly FeedEvent[], athletes: readonly SyncedAthlete[]): Problem[] {
  const found = new Map<string, string[]>();
  for (const { type, data } of feed.filter((event) => COUNTED.test(event.type))) {
    const subject = String(data.activity_external_id ?? data.external_id);
    found.set(subject, [...(found.get(subject) ?? []), type]);
  }
  const subjects = athletes.flatMap((athlete) => [athlete, ...athlete.activities.values()]);
  const known = new Map(subjects.map(({ externalId, events }) => [externalId, events]));
  return [...new Set([...found.keys(), ...known.keys()])].flatMap((subject): Problem[] => {
    const [is, should] = [found.get(subject) ?? [], known.get(subject) ?? []].map((types) => types.join(' '));
    if (is === should) return [];
    const kind = (is ?? '').length > (should ?? '').length ? 'invented' : 'lost';
    return [{ kind, what: `events of ${subject}: "${is}", not "${should}"` }];
  });
}
