import type { EngineActivity, EngineAthlete, Sex } from '@musette/engine/types';
import type * as z from 'zod/mini';
import type { ActivityInput } from '#nutrition/records/activity-fields.ts';
import type { AthleteInput } from '#nutrition/records/athlete-fields.ts';
import type { ActivityRow, AthleteRow } from '#platform/storage/athlete-schema.ts';

/** Compiled, never run: what derives from declared fields has exactly these types. */

type IsExactly<Given, Wanted> =
  (<T>() => T extends Given ? 1 : 2) extends <T>() => T extends Wanted ? 1 : 2 ? true : false;
type Sent<Name extends keyof z.output<typeof AthleteInput>> = z.output<typeof AthleteInput>[Name];
type SentOfSession<Name extends keyof z.output<typeof ActivityInput>> = z.output<typeof ActivityInput>[Name];

export const onTheWire: [
  IsExactly<Sent<'sex'>, Sex | 'unspecified' | null | undefined>,
  IsExactly<Sent<'vo2max_ml_per_kg_min'>, number | null | undefined>,
  IsExactly<Sent<'gi_history'>, boolean | null | undefined>,
  IsExactly<NonNullable<Sent<'health'>>['kidney_disease'], boolean | null | undefined>,
  IsExactly<SentOfSession<'is_race_event'>, boolean | null | undefined>,
  IsExactly<SentOfSession<'altitude_m'>, number | null | undefined>,
] = [true, true, true, true, true, true];

export const inColumns: [
  IsExactly<AthleteRow['sex'], Sex | 'unspecified' | null>,
  IsExactly<AthleteRow['fitnessLevel'], number | null>,
  IsExactly<AthleteRow['giHistory'], boolean | null>,
  IsExactly<NonNullable<AthleteRow['health']>['kidneyDisease'], boolean | null>,
  IsExactly<ActivityRow['isRaceEvent'], boolean | null>,
  IsExactly<ActivityRow['altitudeM'], number | null>,
] = [true, true, true, true, true, true];

export const inTheEngine: [
  IsExactly<EngineAthlete['sex'], Sex | null>,
  IsExactly<EngineAthlete['fitnessLevel'], number | null>,
  IsExactly<EngineAthlete['giHistory'], boolean | null>,
  IsExactly<EngineAthlete['health']['kidneyDisease'], boolean>,
  IsExactly<EngineActivity['isRaceEvent'], boolean>,
  IsExactly<EngineActivity['altitudeM'], number | null>,
] = [true, true, true, true, true, true];

// @ts-expect-error -- no field of this name is declared
export type Undeclared = Sent<'bodymass'>;
