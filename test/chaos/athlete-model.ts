import type { Problem, Reply, Send } from './writer.ts';

/** An activity as its writer knows it. All of it was acknowledged. */
export interface KnownActivity {
  readonly id: string;
  durationMin: number;
  /** The bare prescription, as returned. */
  prescription: Readonly<Record<string, unknown>> | null;
  /** The notes of the feedback: each names its own writing. */
  notes: string | null;
}

export interface KnownAthlete {
  readonly id: string;
  readonly externalId: string;
  readonly region: string;
  bodyMassKg: number;
  readonly activities: Map<string, KnownActivity>;
  readonly deletedActivityIds: Set<string>;
  readonly sweatTestIds: Set<string>;
  isErased: boolean;
}

/** The part of an athlete about which one write is in doubt. */
export type Doubt = { readonly about: string; readonly fits: (found: Reply | null) => boolean } | null;

/**
 * Compares an athlete with what is known of it. Everything must be as acknowledged; what `doubt` is about may
 * also be as the write without an answer would have it.
 */
export async function verifyAthlete(
  send: Send,
  key: string,
  athlete: KnownAthlete,
  doubt: Doubt,
): Promise<readonly Problem[]> {
  const path = `/v1/athletes/${athlete.id}`;
  const read = (at: string) => send({ method: 'GET', path: at, key });
  const found = await read(path);
  const inDoubt = (at: string, reply: Reply | null) => doubt?.about === at && doubt.fits(reply);
  if (athlete.isErased) return verifyErased(read, athlete, found);
  if (found?.status !== 200)
    return inDoubt(path, found) ? [] : [lost(`athlete ${athlete.id}: ${found?.status}`)];
  const problems: Problem[] = [];
  if (found.json.external_id !== athlete.externalId)
    problems.push(torn(`${athlete.id} lacks its external_id`));
  if (found.json.region !== athlete.region)
    problems.push(torn(`${athlete.id} is in ${found.json.region}, not in ${athlete.region}`));
  if (found.json.body_mass_kg !== athlete.bodyMassKg && !inDoubt(path, found)) {
    problems.push(lost(`${athlete.id} has ${found.json.body_mass_kg} kg, not ${athlete.bodyMassKg}`));
  }
  for (const activity of athlete.activities.values()) {
    const at = `${path}/activities/${activity.id}`;
    const reply = await read(at);
    problems.push(...problemsOfActivity(at, activity, reply).filter(() => !inDoubt(at, reply)));
  }
  for (const id of athlete.deletedActivityIds) {
    const reply = await read(`${path}/activities/${id}`);
    if (reply?.status !== 404) problems.push(revived(`deleted activity ${id}: ${reply?.status}`));
  }
  for (const id of athlete.sweatTestIds) {
    const reply = await read(`${path}/sweat-tests/${id}`);
    if (reply?.status !== 200) problems.push(lost(`sweat test ${id}: ${reply?.status}`));
  }
  if (doubt === null) problems.push(...(await verifyCounts(read, path, athlete)));
  return problems;
}

/** Reports duplicates and rows that no writer knows. */
async function verifyCounts(
  read: (path: string) => Promise<Reply | null>,
  path: string,
  athlete: KnownAthlete,
): Promise<readonly Problem[]> {
  const same = await read(`/v1/athletes?external_id=${athlete.externalId}`);
  const list = await read(`${path}/activities?limit=100`);
  const tests = await read(`${path}/sweat-tests?limit=100`);
  const counted = [
    ['athletes of one external_id', same?.json.data.length, 1],
    ['activities', list?.json.data.length, athlete.activities.size],
    ['sweat tests', tests?.json.data.length, athlete.sweatTestIds.size],
  ] as const;
  return counted
    .filter(([, count, expected]) => count !== expected)
    .map(([what, count, expected]) => torn(`${athlete.id}: ${count} ${what}, not ${expected}`));
}

async function verifyErased(
  read: (path: string) => Promise<Reply | null>,
  athlete: KnownAthlete,
  found: Reply | null,
): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  if (found?.status !== 404) problems.push(revived(`erased athlete ${athlete.id}: ${found?.status}`));
  const same = await read(`/v1/athletes?external_id=${athlete.externalId}`);
  if (same?.json.data.length !== 0)
    problems.push(revived(`${athlete.externalId} of an erased athlete is taken`));
  return problems;
}

function problemsOfActivity(path: string, activity: KnownActivity, reply: Reply | null): readonly Problem[] {
  if (reply?.status !== 200) return [lost(`${path}: ${reply?.status}`)];
  const { duration_min, prescription, safety, feedback } = reply.json;
  const problems: Problem[] = [];
  if (duration_min !== activity.durationMin) problems.push(lost(`${path} lasts ${duration_min}`));
  if ((prescription === null) !== (safety === null)) problems.push(torn(`${path} has half an envelope`));
  for (const [name, value] of Object.entries(activity.prescription ?? {})) {
    if (prescription?.[name] !== value)
      problems.push(lost(`${path} ${name}: ${prescription?.[name]}, not ${value}`));
  }
  if (activity.prescription === null && prescription !== null)
    problems.push(torn(`${path} has a prescription`));
  if ((feedback?.notes ?? null) !== activity.notes) {
    problems.push(lost(`${path} has feedback ${feedback?.notes}, not ${activity.notes}`));
  }
  return problems;
}

function lost(what: string): Problem {
  return { kind: 'lost', what };
}

function torn(what: string): Problem {
  return { kind: 'torn', what };
}

function revived(what: string): Problem {
  return { kind: 'revived', what };
}
