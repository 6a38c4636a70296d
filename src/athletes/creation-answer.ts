import { type Answer, created } from '../http/answer.ts';
import type { PartnerContext } from '../http/context.ts';
import type { AthleteRow } from '../storage/athlete-schema.ts';
import type { Athlete } from './athlete-shape.ts';
import { athleteToWire } from './athlete-shape.ts';

export type NewAthlete = Answer<Athlete, 201>;

/** Builds the answer to the creation of an athlete, which is complete before anything is written. */
export function creationAnswer(ctx: PartnerContext, athlete: AthleteRow): NewAthlete {
  const location = `${ctx.env.baseUrl}/v1/athletes/${athlete.id}`;
  return created(location, athleteToWire(athlete, null), { tiers: [athlete.tier] });
}
