import type { PrescribeInput } from '@musette/engine/prescribe';
import {
  type EngineActivity,
  type EngineAthlete,
  type HealthFlags,
  UNKNOWN_ATHLETE,
  UNKNOWN_SESSION,
} from '@musette/engine/types';
import { type PackedState, packState, unpackState } from '#platform/storage/packed.ts';
import { caffeineInput, caffeineRequest } from './caffeine.ts';

/** The number of the dictionary: the first byte of stored inputs. */
const DICTIONARY = 1;

type CaffeineRequest = NonNullable<PrescribeInput['caffeine']>['request'];

/** The input of a calculation as JSON, by member name. A member that has its unknown value is left out. */
interface StatedInputs {
  readonly activity: Partial<EngineActivity> & Pick<EngineActivity, 'type' | 'durationMin'>;
  readonly athlete: Partial<Omit<EngineAthlete, 'health'>> & { readonly health?: Partial<HealthFlags> };
  readonly learned?: PackedState;
  readonly caffeine?: Partial<CaffeineRequest>;
}

const UNKNOWN_REQUEST = caffeineRequest({ caffeine: null, diet: null }, null);

/**
 * Compresses the input of a calculation for storage: JSON, deflated (RFC 1951) with a preset dictionary. It is stored with
 * the engine's version, and no other version reads it.
 */
export async function storeInputs(input: PrescribeInput): Promise<Uint8Array> {
  const { deflateSync, strToU8, INPUTS_DICTIONARY } = await import('./inputs-compression.ts');
  const text = strToU8(JSON.stringify(statedInputs(input)));
  const deflated = deflateSync(text, { dictionary: INPUTS_DICTIONARY, level: 6 });
  const stored = new Uint8Array(deflated.length + 1);
  stored[0] = DICTIONARY;
  stored.set(deflated, 1);
  return stored;
}

/** Restores inputs stored by `storeInputs`. Throws if they are damaged or use another dictionary. */
export async function restoreInputs(stored: Uint8Array): Promise<PrescribeInput> {
  const { inflateSync, strFromU8, INPUTS_DICTIONARY } = await import('./inputs-compression.ts');
  if (stored[0] !== DICTIONARY) throw new Error(`stored inputs need the unknown dictionary ${stored[0]}`);
  const text = strFromU8(inflateSync(stored.subarray(1), { dictionary: INPUTS_DICTIONARY }));
  return completeInputs(JSON.parse(text));
}

/** Returns what an input states. */
export function statedInputs({ activity, athlete, learned, caffeine }: PrescribeInput): StatedInputs {
  const { type, durationMin, ...session } = activity;
  const { health, ...profile } = athlete;
  const conditions = stated(health, UNKNOWN_ATHLETE.health);
  return {
    activity: { type, durationMin, ...stated(session, UNKNOWN_SESSION) },
    athlete: {
      ...stated(profile, UNKNOWN_ATHLETE),
      ...(Object.keys(conditions).length > 0 && { health: conditions }),
    },
    ...(learned && { learned: packState(learned) }),
    // Caffeine settings change nothing unless caffeine is wanted.
    ...(caffeine?.request.wanted && { caffeine: stated(caffeine.request, UNKNOWN_REQUEST) }),
  };
}

function completeInputs({
  activity: session,
  athlete: profile,
  learned,
  caffeine,
}: StatedInputs): PrescribeInput {
  const activity = { ...UNKNOWN_SESSION, ...session };
  const athlete = {
    ...UNKNOWN_ATHLETE,
    ...profile,
    health: { ...UNKNOWN_ATHLETE.health, ...profile.health },
  };
  return {
    activity,
    athlete,
    learned: learned === undefined ? null : unpackState(learned),
    ...(caffeine && { caffeine: caffeineInput({ ...UNKNOWN_REQUEST, ...caffeine }, activity, athlete) }),
  };
}

/** Returns the members that differ from their unknown value. */
function stated<Members extends object>(members: Members, unknown: Members): Partial<Members> {
  const known = Object.entries(members).filter(([name, value]) => value !== Reflect.get(unknown, name));
  return Object.fromEntries(known) as Partial<Members>;
}
