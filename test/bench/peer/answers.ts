import { createHmac, hash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { type PrescribeInput, prescribe } from '@musette/engine/prescribe';
import type { Texts } from '@musette/languages/texts';
import { activityFieldsToWire, activityTagParts } from '#nutrition/activities/activity-shape.ts';
import { positionOfActivity } from '#nutrition/activities/page-repository.ts';
import type { Catalogue } from '#nutrition/catalogue/catalogue-copy.ts';
import { coverageOfActivity, joinCatalogue } from '#nutrition/fuel-plans/activity-products.ts';
import { attachedToWire, coverageToWire } from '#nutrition/fuel-plans/coverage-shape.ts';
import { feedbackToWire } from '#nutrition/learning/feedback-shape.ts';
import type { CalculatedPrescription } from '#nutrition/prescriptions/prescription-row.ts';
import { numbersOf, prescriptionToWire } from '#nutrition/prescriptions/prescription-shape.ts';
import { safetyToWire } from '#nutrition/prescriptions/safety-shape.ts';
import { type Showing, teaserExtras } from '#nutrition/prescriptions/tier-shape.ts';
import { engineInput, fingerprintText } from '#nutrition/records/engine-input.ts';
import { INPUTS_DICTIONARY } from '#nutrition/records/inputs-compression.ts';
import { type ActivityDetails, isStale } from '#nutrition/records/read-activity.ts';
import { learnedStateOf } from '#nutrition/records/read-athlete.ts';
import { statedInputs } from '#nutrition/records/stored-inputs.ts';
import { isoInstant } from '#platform/http/wire-fields.ts';
import type { StoredActivity } from './store.ts';

/** The service's answers, made of its pure parts. Hashes and compression are Node's own, which are faster than the web's. */

export function withFingerprint(stored: StoredActivity): ActivityDetails {
  const { athlete, activity, learned } = stored;
  const input = engineInput(athlete, activity, learnedStateOf(learned));
  return { ...stored, lacksProduct: false, fingerprint: shortHash(fingerprintText(input)) };
}

/** Returns the entity tag of an activity as its partner sees it. */
export function tagOf(details: ActivityDetails, catalogue: () => Catalogue): string {
  const version = details.products.length === 0 ? null : catalogue().version;
  return `"${shortHash(JSON.stringify(activityTagParts(details, version, null)))}"`;
}

/** Hashes a text with SHA-256, shortened to 128 bits in base64url. */
function shortHash(text: string): string {
  return hash('sha256', text, 'buffer').toString('base64url', 0, 16);
}

/** Maps an activity to the wire as a key sees it: a key has every scope. */
export async function showActivity(
  showing: Showing,
  details: ActivityDetails,
  texts: Texts,
  catalogue: () => Catalogue,
): Promise<unknown> {
  const { athlete, activity, prescription, feedback } = details;
  const { tier } = athlete;
  const portions = details.products.length === 0 ? [] : joinCatalogue(catalogue(), details.products);
  return {
    ...activityFieldsToWire(activity),
    prescription: prescription && prescriptionToWire(prescription, tier),
    safety: prescription && safetyToWire(prescription, texts),
    prescription_stale: isStale(details),
    tier,
    ...(await teaserExtras(showing, tier, athlete.id)),
    products: portions.map(attachedToWire),
    coverage: tier === 'full' ? coverageToWire(coverageOfActivity(details, portions), texts) : null,
    feedback: feedback && feedbackToWire(feedback, tier, texts),
    created_at: isoInstant(activity.createdAt),
    updated_at: isoInstant(activity.updatedAt),
  };
}

/** Calculates the prescription of an activity, with everything that is stored of it. */
export function prescribed(details: ActivityDetails, nowMs: number): CalculatedPrescription {
  const { athlete, activity, learned, fingerprint } = details;
  const input = engineInput(athlete, activity, learnedStateOf(learned));
  const owner = { activityId: activity.id, athleteId: athlete.id, fingerprint };
  return { ...numbersOf(prescribe(input), nowMs), ...owner, inputs: compressed(input) };
}

/** The number of the dictionary is the first byte of stored inputs. */
const DICTIONARY_NUMBER = Buffer.of(1);

function compressed(input: PrescribeInput): Uint8Array {
  const options = { dictionary: INPUTS_DICTIONARY, level: 6 };
  return Buffer.concat([DICTIONARY_NUMBER, deflateRawSync(JSON.stringify(statedInputs(input)), options)]);
}

/** A place in a list of activities, signed for its partner and athlete. */
export interface CursorScope {
  readonly secret: string;
  readonly partnerId: string;
  readonly athleteId: string;
}

export function cursorAt(scope: CursorScope, { activity }: ActivityDetails): string {
  const position = JSON.stringify(positionOfActivity({ updatedSinceMs: null }, activity));
  return Buffer.from(`${signature(scope, position)}.${position}`).toString('base64url');
}

/** Returns the place that a cursor names; null if it was not made for this list. */
export function placeOf(scope: CursorScope, cursor: string): { atMs: number; id: string } | null {
  const [signed, position] = Buffer.from(cursor, 'base64url')
    .toString()
    .split(/\.(.*)/, 2);
  if (position === undefined || signed !== signature(scope, position)) return null;
  const [atMs, id]: unknown[] = JSON.parse(position);
  return typeof atMs === 'number' && typeof id === 'string' ? { atMs, id } : null;
}

function signature({ secret, partnerId, athleteId }: CursorScope, position: string): string {
  const text = `cursor\n${partnerId}\n${athleteId}\n${position}`;
  return createHmac('sha256', secret).update(text).digest().toString('base64url', 0, 16);
}
