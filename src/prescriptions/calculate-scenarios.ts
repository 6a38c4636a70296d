import type * as z from 'zod/mini';
import { explain, prescribe } from '../engine/prescribe.ts';
import type { Explanation } from '../engine/types.ts';
import { databaseOfAthlete, type PartnerContext, type Tier } from '../http/context.ts';
import { type Failure, fail, invalid, isFailure } from '../http/errors.ts';
import { problemsOf } from '../http/validation.ts';
import { type Camelized, fromWire } from '../http/wire-case.ts';
import { type EngineProfile, engineInput, UNKNOWN_PROFILE } from '../records/engine-input.ts';
import { learnedStateOf, selectLearnedOf, withoutOverridden } from '../records/learned-state.ts';
import { type AthleteFields, refuseBirthYear, toAthleteColumns } from '../records/profile.ts';
import type { KnownAthlete } from '../records/read-athlete.ts';
import { newSession, refuseSession } from '../records/session.ts';
import type { AthleteRow } from '../storage/athlete-schema.ts';
import { parseAthleteId } from '../storage/ids.ts';
import { selectLiveAthletes } from '../storage/live-athlete.ts';
import { Scenario } from './requests.ts';
import { numbersOf, type PrescriptionNumbers } from './wire.ts';

type ScenarioFields = Camelized<z.output<typeof Scenario>>;

export interface Calculation {
  readonly numbers: PrescriptionNumbers;
  readonly tier: Tier;
  readonly athleteId: string | null;
  readonly explanation: Explanation | null;
}

/** Parses one scenario of a batch. Pointers of a failure are relative to the scenario itself. */
export function parseScenario(ctx: PartnerContext, scenario: unknown): ScenarioFields | Failure {
  if (namesForeignAthlete(ctx, scenario)) return fail('environment_mismatch');
  const parsed = Scenario.safeParse(scenario);
  return parsed.success ? fromWire(parsed.data) : invalid(...problemsOf(parsed.error, 'body'));
}

/**
 * Calculates scenarios in order, without storing anything. A failure does not affect the others. All stored athletes
 * that they name are read in one batch per shard.
 */
export async function calculateScenarios(
  ctx: PartnerContext,
  scenarios: readonly (ScenarioFields | Failure)[],
  withExplanation: boolean,
): Promise<(Calculation | Failure)[]> {
  const athletes = await readAthletes(ctx, scenarios);
  return scenarios.map((scenario) =>
    isFailure(scenario) ? scenario : calculate(ctx, scenario, athletes, withExplanation),
  );
}

function calculate(
  ctx: PartnerContext,
  scenario: ScenarioFields,
  athletes: ReadonlyMap<string, KnownAthlete>,
  withExplanation: boolean,
): Calculation | Failure {
  const session = newSession(scenario.activity, ctx.nowMs);
  const refusal =
    refuseBirthYear(scenario.profile?.birthYear, ctx.nowMs, '/profile/birth_year') ??
    refuseSession(session, '/activity');
  if (refusal) return refusal;
  const athleteId = scenario.athleteId ?? null;
  const known = athleteId === null ? null : athletes.get(athleteId);
  if (known === undefined) return fail('athlete_not_found');
  const athlete = known?.athlete ?? null;
  const profile = overridden(athlete, scenario.profile ?? {});
  const learned = athlete && withoutOverridden(learnedStateOf(known?.learned), athlete, profile);
  const input = engineInput(profile, session, learned);
  return {
    numbers: numbersOf(prescribe(input), ctx.nowMs),
    tier: athlete?.tier ?? ctx.principal.defaultTier,
    athleteId,
    explanation: withExplanation ? explain(input) : null,
  };
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
  const found = await Promise.all(
    [...idsByShard.values()].map(async (ids) => {
      const db = ids[0] === undefined ? null : databaseOfAthlete(ctx, ids[0]);
      if (!db) return [];
      const [athletes, learned] = await db.batch([
        selectLiveAthletes(db, ctx.principal.partnerId, ids),
        selectLearnedOf(db, ids),
      ]);
      const learnedBy = new Map(learned.map((row) => [row.athleteId, row]));
      return athletes.map((athlete) => ({ athlete, learned: learnedBy.get(athlete.id) ?? null }));
    }),
  );
  return new Map(found.flat().map((known) => [known.athlete.id, known]));
}

function namesForeignAthlete(ctx: PartnerContext, scenario: unknown): boolean {
  if (typeof scenario !== 'object' || scenario === null || !('athlete_id' in scenario)) return false;
  const address = typeof scenario.athlete_id === 'string' ? parseAthleteId(scenario.athlete_id) : null;
  return address !== null && address.environment !== ctx.principal.environment;
}
