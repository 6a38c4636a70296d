/** Maps platforms' own names of sports to activity types, in any case and with any separators. */
import type { ActivityType } from '#core/engine/types.ts';

/** A row of the activity types that partners read. */
interface TypeNames {
  readonly type: ActivityType;
  readonly strava: readonly string[];
  readonly garminFit: readonly string[];
  readonly trainingPeaks: readonly string[];
  readonly polar: readonly string[];
}

/** Names that platforms use for any sport. */
const VAGUE_NAMES: ReadonlySet<string> = new Set([
  'workout',
  'other',
  'otheroutdoor',
  'otherindoor',
  'generic',
  'custom',
  'training',
  'race',
]);

type TypesByName = ReadonlyMap<string, ActivityType>;

/** Indexes the platforms' names of activity types. */
export function namesOfTypes(rows: readonly TypeNames[]): TypesByName {
  return new Map(
    rows.flatMap(({ type, strava, garminFit, trainingPeaks, polar }) =>
      [...strava, ...garminFit, ...trainingPeaks, ...polar].map((name) => [plainName(name), type] as const),
    ),
  );
}

/** Returns the type of a platform's sport. Null for a name that no platform uses. */
export function platformSport(name: string, types: TypesByName): ActivityType | null {
  return types.get(plainName(name)) ?? null;
}

/** Returns whether platforms use a name for any sport. */
export function isVagueSport(name: string): boolean {
  return VAGUE_NAMES.has(plainName(name));
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
