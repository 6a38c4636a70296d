import type { PartnerContext } from '../http/context.ts';
import { fromBase64Url } from '../storage/base64url.ts';
import { sign } from '../storage/digest.ts';
import { athleteIdOf, newAthleteId, parseAthleteId } from '../storage/ids.ts';

/** A shard, an identifier's time, and random letters that differ from the identifier's. */
const RESERVATION = /^([a-g][0-9a-z]{3})([0-9a-z]{10})[0-9a-z]{16}$/;
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Makes a reservation of an identifier in the shard of a draft's identifier. */
export function newReservation(draftId: string, nowMs: number): string {
  const address = parseAthleteId(draftId);
  if (!address) throw new Error('a new athlete must have an identifier');
  return newAthleteId(address.environment, address.shard, nowMs).slice('ath_t'.length);
}

/**
 * Returns the identifier that a reservation fixes. Its random letters are a keyed hash of the reservation's, so that
 * the stored reservation names no athlete. Throws if the text is not a reservation: that is a bug.
 */
export async function reservedAthleteId(
  { env, principal }: PartnerContext,
  reservation: string,
): Promise<string> {
  const [, shard, time] = RESERVATION.exec(reservation) ?? [];
  if (shard === undefined || time === undefined)
    throw new Error('the reservation of an athlete identifier is malformed');
  const { partnerId, environment } = principal;
  const hash = await sign(
    env.signingSecret,
    'reserved-athlete',
    `${partnerId}\n${environment}\n${reservation}`,
  );
  const letters = Array.from(fromBase64Url(hash) ?? [], (byte) => ALPHABET[byte % ALPHABET.length]);
  return athleteIdOf({ environment, shard }, time + letters.join(''));
}
