import { finish, type Work } from '@musette/basics/work';
import type { PrescribeInput } from '@musette/engine/prescribe';
import { type Reader, unitsFor } from '@musette/languages/languages';
import type * as z from 'zod/mini';
import { parseItem } from '#platform/http/batch.ts';
import {
  databaseOfAthlete,
  type PartnerContext,
  type RequestContext,
  type Tier,
} from '#platform/http/context.ts';
import { type Failure, fail, isFailure } from '#platform/http/errors.ts';
import { inTurn, LIGHT_US } from '#platform/http/heavy-work.ts';
import { type Camelized, fromWire } from '#platform/http/wire-case.ts';
import { askInGroups } from '#platform/storage/athlete-databases.ts';
import type { AthleteRow } from '#platform/storage/athlete-schema.ts';
import { parseAthleteId } from '#platform/storage/ids.ts';
import { selectLiveAthletes } from '#platform/storage/live-athlete.ts';
import { newSession, refuseSession, type Session } from '../records/activity-fields.ts';
import { type AthleteFields, refuseBirthYear, toAthleteColumns } from '../records/athlete-fields.ts';
import { heldToStored } from '../records/caffeine.ts';
import { presentFields } from '../records/columns-of-fields.ts';
import { type EngineProfile, engineInput, UNKNOWN_PROFILE } from '../records/engine-input.ts';
import {
  type KnownAthlete,
  learnedStateOf,
  selectLearnedOf,
  withoutOverridden,
} from '../records/read-athlete.ts';
import { type Derivation, derivationOf, type Prescriber, prescriberFor } from './derivation.ts';
import { calculationUs } from './prescription-row.ts';
import { numbersOf, type PrescriptionNumbers } from './prescription-shape.ts';
import { BatchedScenario, type Scenario } from './requests.ts';

type ScenarioFields = Camelized<z.output<typeof Scenario>>;

export interface Calculation {
  readonly numbers: PrescriptionNumbers;
  readonly tier: Tier;
  readonly athleteId: string | null;
  /** The reader of the texts: the athlete, in the units of the request if it has any. */
  readonly reader: Reader;
  readonly derived: Derivation;
  readonly input: PrescribeInput;
}

/** Parses one scenario of a batch. Pointers in a failure are relative to the scenario. */
export function parseScenario(
  ctx: Parameters<typeof parseItem>[0],
  scenario: unknown,
): ScenarioFields | Failure {
  const parsed = parseItem(ctx, BatchedScenario, scenario);
  return isFailure(parsed) ? parsed : fromWire(parsed.item);
}

/**
 * Calculates scenarios in order without storing anything. One failure does not affect the rest. All stored
 * athletes they name are read in one batch per shard.
 */
export async function calculateScenarios(
  ctx: PartnerContext,
  scenarios: readonly (ScenarioFields | Failure)[],
  withExplanation: boolean,
): Promise<(Calculation | Failure)[]> {
  const athletes = await readAthletes(ctx, scenarios);
  const { nowMs, principal } = ctx;
  const prescribe = await prescriberFor(withExplanation);
  const circumstances = { nowMs, defaultTier: principal.defaultTier, prescribe, withExplanation };
  const work = calculateEach(scenarios, athletes, circumstances);
  const isLight = sumOfUs(scenarios, withExplanation) <= LIGHT_US;
  return isLight ? finish(work) : inTurn(principal, (pace) => pace.run(work));
}

/** Calculates scenarios in order, given the athletes they name. One failure does not affect the rest. */
export function* calculateEach(
  scenarios: readonly (ScenarioFields | Failure)[],
  athletes: ReadonlyMap<string, KnownAthlete>,
  circumstances: Circumstances & { readonly withExplanation: boolean },
): Work<(Calculation | Failure)[]> {
  const results: (Calculation | Failure)[] = [];
  for (const scenario of scenarios) {
    results.push(isFailure(scenario) ? scenario : calculateOne(scenario, athletes, circumstances));
    yield usOf(scenario, circumstances.withExplanation);
  }
  return results;
}

function usOf(scenario: ScenarioFields | Failure, withExplanation: boolean): number {
  return isFailure(scenario) ? 0 : calculationUs(scenario.activity, withExplanation);
}

function sumOfUs(scenarios: readonly (ScenarioFields | Failure)[], withExplanation: boolean): number {
  return scenarios.reduce((sum, scenario) => sum + usOf(scenario, withExplanation), 0);
}

function calculateOne(
  scenario: ScenarioFields,
  athletes: ReadonlyMap<string, KnownAthlete>,
  circumstances: Circumstances,
): Calculation | Failure {
  const known = scenario.athleteId == null ? null : athletes.get(scenario.athleteId);
  const session = sessionOf(scenario, known?.athlete.timeZone ?? null, circumstances.nowMs);
  if (isFailure(session)) return session;
  return known === undefined
    ? fail('athlete_not_found')
    : calculate({ ...scenario, session }, known, circumstances);
}

/**
 * Calculates from the profile in the request alone, with full numbers and the explanation, for callers
 * without a key.
 */
export async function calculateForAnyone(
  { nowMs }: RequestContext,
  scenario: Omit<ScenarioFields, 'athleteId'>,
): Promise<Calculation | Failure> {
  const session = sessionOf(scenario, null, nowMs);
  if (isFailure(session)) return session;
  const circumstances = { nowMs, defaultTier: 'full', prescribe: await prescriberFor(true) } as const;
  return calculate({ ...scenario, session }, null, circumstances);
}

/** Returns the session of a scenario, or a failure if its fields contradict each other. */
function sessionOf(
  { profile, activity, caffeine }: ScenarioFields,
  athleteZone: string | null,
  nowMs: number,
): Session | Failure {
  const stated = caffeine ? { ...activity.caffeine, ...presentFields(caffeine) } : activity.caffeine;
  const session = newSession({ ...activity, caffeine: stated }, athleteZone, nowMs);
  const refusal =
    refuseBirthYear(profile?.birthYear, nowMs, '/profile/birth_year') ?? refuseSession(session, '/activity');
  return refusal ?? session;
}

interface Circumstances {
  readonly nowMs: number;
  /** The tier of a profile that belongs to no stored athlete. */
  readonly defaultTier: Tier;
  readonly prescribe: Prescriber;
}

function calculate(
  {
    profile: stated,
    session,
    units = null,
  }: Pick<ScenarioFields, 'profile' | 'units'> & { readonly session: Session },
  known: KnownAthlete | null,
  { nowMs, defaultTier, prescribe }: Circumstances,
): Calculation {
  const athlete = known?.athlete ?? null;
  const profile = overridden(athlete, stated ?? {});
  const learned = athlete && withoutOverridden(learnedStateOf(known?.learned), athlete, profile);
  const asked = engineInput(profile, session, learned);
  const input = athlete === null ? asked : withStoredCaffeineLimits(asked, athlete, session);
  const { result, explanation } = prescribe(input);
  return {
    numbers: numbersOf(result, nowMs),
    tier: athlete?.tier ?? defaultTier,
    athleteId: athlete?.id ?? null,
    reader: { locale: athlete?.locale ?? null, units: unitsFor(athlete, units) },
    derived: derivationOf(input, result, explanation),
    input,
  };
}

/** Applies the stored caffeine limits: a request cannot loosen the stored age, a condition or `avoid`. */
function withStoredCaffeineLimits(
  asked: PrescribeInput,
  athlete: AthleteRow,
  session: Session,
): PrescribeInput {
  const stored = engineInput(athlete, session, null).caffeine;
  if (asked.caffeine === undefined || stored === undefined) return asked;
  return { ...asked, caffeine: heldToStored(asked.caffeine, stored) };
}

/** Merges the fields of the request into the stored profile; `null` makes a field unknown. */
function overridden(athlete: AthleteRow | null, profile: AthleteFields): EngineProfile {
  return { ...UNKNOWN_PROFILE, ...athlete, ...toAthleteColumns(profile, athlete) };
}

async function readAthletes(
  ctx: PartnerContext,
  scenarios: readonly (ScenarioFields | Failure)[],
): Promise<ReadonlyMap<string, KnownAthlete>> {
  const idsByShard = new Map<string, string[]>();
  for (const scenario of scenarios) {
    const id = isFailure(scenario) ? null : scenario.athleteId;
    const address = id ? parseAthleteId(id) : null;
    if (id && address) idsByShard.set(address.shard, [...(idsByShard.get(address.shard) ?? []), id]);
  }
  const found = await askInGroups([...idsByShard.values()], async (ids) => {
    const db = ids[0] === undefined ? null : databaseOfAthlete(ctx, ids[0]);
    if (!db) return [];
    const [athletes, learned] = await db.batch([
      selectLiveAthletes(db, ctx.principal.partnerId, ids),
      selectLearnedOf(db, ids),
    ]);
    const learnedBy = new Map(learned.map((row) => [row.athleteId, row]));
    return athletes.map((athlete) => ({ athlete, learned: learnedBy.get(athlete.id) ?? null }));
  });
  return new Map(found.flat().map((known) => [known.athlete.id, known]));
}
