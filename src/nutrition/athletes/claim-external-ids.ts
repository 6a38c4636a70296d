import { regionOfAthlete } from '#platform/guards/call-object.ts';
import type { PartnerContext } from '#platform/http/context.ts';
import { type Failure, isFailure } from '#platform/http/errors.ts';
import { askInGroups } from '#platform/storage/athlete-databases.ts';
import type { AthleteRow } from '#platform/storage/athlete-schema.ts';
import { hashExternalId } from './directory.ts';
import { askDirectory, claimExternalId, type Reservation, searchShards } from './external-ids.ts';

/** A new athlete with an `external_id`. */
export type NamedAthlete = AthleteRow & { readonly externalId: string };

/**
 * Reserves the `external_id`s of new athletes with one message to the partner's directory. Those that already
 * have an entry are claimed one by one, because an interrupted request may have left it.
 */
export async function claimExternalIds(
  ctx: PartnerContext,
  drafts: readonly NamedAthlete[],
): Promise<(Reservation | Failure)[]> {
  if (drafts.length === 0) return [];
  const wanted = await Promise.all(drafts.map((draft) => wantedFor(ctx, draft)));
  const { isBuilt, found } = await askDirectory(ctx, wanted);
  const claimed = drafts.map((draft, index) => {
    const one = found[index];
    if (!one) throw new Error('the directory must answer each claim');
    return { ...draft, ...one };
  });
  const free = claimed.filter(({ reservedForMs }) => reservedForMs === null);
  const searched = isBuilt ? new Map<string, Failure>() : await searchShards(ctx, free);
  return askInGroups(claimed, async ({ id: athleteId, externalId, entry, reservedForMs }) =>
    reservedForMs === null
      ? (searched.get(externalId) ?? entry)
      : claimExternalId(ctx, externalId, { athleteId, isNew: true }),
  );
}

/** Places athletes under their reserved identifiers. A refused reservation remains a failure. */
export function placeReserved(
  drafts: readonly NamedAthlete[],
  reserved: readonly (Reservation | Failure)[],
): (NamedAthlete | Failure)[] {
  return drafts.map((draft, index) => {
    const claimed = reserved[index];
    if (claimed === undefined) throw new Error('each athlete must have a reservation');
    return isFailure(claimed) ? claimed : { ...draft, id: claimed.athleteId };
  });
}

async function wantedFor({ env, principal }: PartnerContext, { id: athleteId, externalId }: NamedAthlete) {
  return {
    externalHash: await hashExternalId(env, principal.partnerId, externalId),
    athleteId,
    region: regionOfAthlete(athleteId),
    isNew: true,
    mayShare: true,
    keyHash: null,
    staleVersion: null,
  };
}
