import { type Answer, created } from '#platform/http/answer.ts';
import type { PartnerContext, Tier } from '#platform/http/context.ts';
import type { AthleteRow } from '#platform/storage/athlete-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { type AthleteAddress, newAthleteId } from '#platform/storage/ids.ts';
import { type Reporter, recordEvents } from '#platform/storage/record-events.ts';
import { type AthleteFields, athleteFields, toAthleteColumns } from '../records/athlete-fields.ts';
import { unknownColumns } from '../records/columns-of-fields.ts';
import { type Athlete, athleteToWire } from './athlete-shape.ts';

interface Owner extends AthleteAddress {
  readonly partnerId: string;
  readonly defaultTier: Tier;
}

/** Builds the row of a new athlete with every column set, so that its answer is known before the write. */
export function newAthlete(owner: Owner, fields: AthleteFields, nowMs: number): AthleteRow {
  return {
    tier: owner.defaultTier,
    ...unknownColumns(athleteFields),
    formerMassKg: null,
    ...toAthleteColumns(fields, null),
    id: newAthleteId(owner.environment, owner.shard, nowMs),
    partnerId: owner.partnerId,
    status: 'live',
    revision: 1,
    createdAt: nowMs,
    updatedAt: nowMs,
  };
}

/** Records the creation of an athlete, directly after its row is inserted. */
export function reportCreation(reporter: Reporter, db: Database, { id }: AthleteRow) {
  return recordEvents(db, reporter, [{ type: 'athlete.created', data: { athleteId: id } }]);
}

export type NewAthlete = Answer<Athlete, 201>;

/** Builds the answer to the creation of an athlete, complete before anything is written. */
export function creationAnswer(ctx: PartnerContext, athlete: AthleteRow): NewAthlete {
  const location = `${ctx.env.baseUrl}/v1/athletes/${athlete.id}`;
  return created(location, athleteToWire(athlete, null), { tiers: [athlete.tier] });
}
