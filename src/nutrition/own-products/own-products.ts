import type * as z from 'zod/mini';
import { type Answer, created, entityTag, exactly, namesTag } from '#platform/http/answer.ts';
import { databaseOfAthlete, type PartnerContext } from '#platform/http/context.ts';
import { type Failure, fail, isFailure } from '#platform/http/errors.ts';
import {
  type Claim,
  createOnce,
  type Replayed,
  replayedAnswer,
  selectFirstAnswer,
} from '#platform/http/idempotency.ts';
import type { PageRequest } from '#platform/http/pagination.ts';
import { maySee, withEveryScope, withhold } from '#platform/http/scopes.ts';
import { type Camelized, toWire } from '#platform/http/wire-case.ts';
import { isoInstant, roundTo } from '#platform/http/wire-fields.ts';
import type { AthleteRow, OwnProductDefinition, OwnProductRow } from '#platform/storage/athlete-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { newId } from '#platform/storage/ids.ts';
import { selectLiveAthlete } from '#platform/storage/live-athlete.ts';
import { retryOnConflict } from '#platform/storage/optimistic-write.ts';
import { recordEvents } from '#platform/storage/record-events.ts';
import { forgetProduct } from '../athletes/shared-repository.ts';
import { shortProductName } from '../catalogue/product-names.ts';
import { maskAnswer } from '../prescriptions/tier-shape.ts';
import { refuseTakenId } from '../records/external-id.ts';
import { refuseDefinition } from './check-definition.ts';
import { figuresOf, toProduct } from './figures.ts';
import {
  ALWAYS_SHOWN,
  type OwnProduct,
  type OwnProductInput,
  type OwnProductPatch,
  SODIUM_MG_PER_G_OF_SALT,
  type WrittenOwnProduct,
} from './own-product-shape.ts';
import {
  countOwnProducts,
  deleteOwnProduct,
  insertOwnProduct,
  isAsRead,
  mayTakeProduct,
  type ProductFilters,
  recordDetached,
  selectHolder,
  selectOwnProduct,
  selectPageOfOwnProducts,
  updateOwnProduct,
} from './repository.ts';

/** Most products of an athlete; more is a mistake. */
const PRODUCTS_MAX = 100;

export type OwnProductFields = Camelized<z.output<typeof OwnProductInput>>;
type Changes = Camelized<z.output<typeof OwnProductPatch>>;
type NewOwnProduct = Answer<OwnProduct | WrittenOwnProduct, 201>;

interface Known {
  readonly athlete: AthleteRow;
  readonly product: OwnProductRow;
}

/** Creates a product of an athlete's own. Rejects more than 100, and an `external_id` that another product has. */
export async function createOwnProduct(
  ctx: PartnerContext,
  athleteId: string,
  fields: OwnProductFields,
  claim: Claim | null,
): Promise<NewOwnProduct | Replayed | Failure> {
  const definition = newDefinition(fields);
  const refusal = refuseDefinition(definition, { before: null, sent: fields });
  if (refusal) return refusal;
  const db = databaseOfAthlete(ctx, athleteId);
  if (!db) return fail('athlete_not_found');
  const { partnerId } = ctx.principal;
  const [[athlete], [stored], [counted]] = await db.batch([
    selectLiveAthlete(db, partnerId, athleteId),
    selectFirstAnswer(db, claim),
    countOwnProducts(db, athleteId),
  ]);
  if (!athlete) return fail('athlete_not_found');
  const show = (first: Replayed) => maskAnswer(ctx, athlete, first, scopesOfOwnProduct);
  const repeated = replayedAnswer(claim, stored);
  if (repeated) return isFailure(repeated) ? repeated : show(repeated);
  if ((counted?.count ?? 0) >= PRODUCTS_MAX) return fail('product_limit_reached');
  const product: OwnProductRow = {
    id: newId('cpr', ctx.nowMs),
    athleteId,
    revision: 1,
    externalId: fields.externalId ?? null,
    definition,
    createdAt: ctx.nowMs,
    updatedAt: ctx.nowMs,
  };
  const location = `${ctx.env.baseUrl}/v1/athletes/${athleteId}/products/${product.id}`;
  const answerTo = (caller: PartnerContext): NewOwnProduct =>
    created(location, ownProductForCaller(caller, product), {
      tiers: [athlete.tier],
      locale: athlete.locale,
    });
  const onlyWhere = mayTakeProduct(partnerId, athleteId, PRODUCTS_MAX);
  const creation = {
    answer: answerTo(ctx),
    // Stored with every scope, because the scopes of a connection can change before a replay.
    storedAnswer: answerTo(withEveryScope(ctx)),
    show,
    resourceId: product.id,
    athleteId,
    showsSecret: false,
    onlyWhere,
  };
  const made = await refuseTaken(db, product, () =>
    createOnce(db, claim, creation, [
      insertOwnProduct(db, product, onlyWhere),
      recordEvents(db, ctx, reportOf(athleteId, ['products'])),
    ]),
  );
  if (made !== null) return made;
  const [[stillLive]] = await db.batch([selectLiveAthlete(db, partnerId, athleteId)]);
  return fail(stillLive ? 'product_limit_reached' : 'athlete_not_found');
}

/** Reads a page of an athlete's products, newest first. */
export async function listOwnProducts(
  ctx: PartnerContext,
  athleteId: string,
  { afterId, limit }: PageRequest,
  filters: ProductFilters,
): Promise<{ readonly athlete: AthleteRow; readonly rows: readonly OwnProductRow[] } | Failure> {
  const db = databaseOfAthlete(ctx, athleteId);
  if (!db) return fail('athlete_not_found');
  const [[athlete], rows] = await db.batch([
    selectLiveAthlete(db, ctx.principal.partnerId, athleteId),
    selectPageOfOwnProducts(db, athleteId, { afterId, limit, ...filters }),
  ]);
  return athlete ? { athlete, rows } : fail('athlete_not_found');
}

/** Reads one product of an athlete. */
export async function getOwnProduct(
  ctx: PartnerContext,
  athleteId: string,
  id: string,
): Promise<(Known & { readonly db: Database }) | Failure> {
  const db = databaseOfAthlete(ctx, athleteId);
  if (!db) return fail('athlete_not_found');
  const [[athlete], [product]] = await db.batch([
    selectLiveAthlete(db, ctx.principal.partnerId, athleteId),
    selectOwnProduct(db, athleteId, id),
  ]);
  if (!athlete) return fail('athlete_not_found');
  return product ? { athlete, product, db } : fail('product_not_found');
}

/**
 * Changes the given members. Plans and activities refer to the product, so the next plan and the activities' entity
 * tags change; prescriptions do not depend on products.
 */
export async function changeOwnProduct(
  ctx: PartnerContext,
  athleteId: string,
  id: string,
  { changes, ifMatch }: { readonly changes: Changes; readonly ifMatch: string | null },
): Promise<Known | Failure> {
  const after = await retryOnConflict(async () => {
    const known = await getOwnProduct(ctx, athleteId, id);
    if (isFailure(known)) return known;
    const { athlete, product, db } = known;
    if (ifMatch !== null && !namesTag(ifMatch, await ownProductTag(product)))
      return fail('precondition_failed');
    const before = product.definition;
    const definition = definitionFrom(before, changes);
    const refusal = refuseDefinition(definition, { before, sent: changes });
    if (refusal) return refusal;
    const externalId = changes.externalId === undefined ? product.externalId : changes.externalId;
    const changed = { externalId, definition, updatedAt: ctx.nowMs };
    const written = await refuseTaken(db, { ...product, externalId }, async () => {
      const [[row]] = await db.batch([
        updateOwnProduct(db, ctx.principal.partnerId, product, changed),
        recordEvents(db, ctx, reportOf(athleteId, ['products'])),
      ]);
      return row ?? null;
    });
    if (written === null || isFailure(written)) return written;
    return { athlete, product: written };
  }, id);
  return after ?? fail('temporarily_unavailable');
}

/**
 * Deletes a product and detaches it everywhere: from the athlete's preferences, and from the activities, whose plans
 * say so until their products change.
 */
export async function removeOwnProduct(
  ctx: PartnerContext,
  athleteId: string,
  id: string,
  ifMatch: string | null,
): Promise<'deleted' | Failure> {
  const outcome = await retryOnConflict(async () => {
    const known = await getOwnProduct(ctx, athleteId, id);
    if (isFailure(known)) return known;
    const { athlete, product, db } = known;
    if (ifMatch !== null && !namesTag(ifMatch, await ownProductTag(product)))
      return fail('precondition_failed');
    const condition = isAsRead(ctx.principal.partnerId, product);
    const preferences = athlete.fuelPreferences;
    const isPreferred = [...(preferences?.avoids ?? []), ...(preferences?.owns ?? [])].includes(id);
    const changed = isPreferred ? ['fuel_preferences', 'products'] : ['products'];
    const results = await db.batch([
      forgetProduct(db, { athleteId, productId: id, nowMs: ctx.nowMs }, condition),
      recordDetached(db, ctx, product, condition),
      deleteOwnProduct(db, product, condition),
      recordEvents(db, ctx, reportOf(athleteId, changed)),
    ]);
    return results[2].meta.changes === 0 ? null : ('deleted' as const);
  }, id);
  return outcome ?? fail('temporarily_unavailable');
}

function reportOf(athleteId: string, changed: readonly string[]) {
  return [{ type: 'athlete.updated', data: { athleteId, changed } } as const];
}

/** Runs a write that may give a product an `external_id`. Returns 409 with the holder if another product has it. */
function refuseTaken<Written>(
  db: Database,
  { athleteId, externalId }: OwnProductRow,
  write: () => Promise<Written>,
): Promise<Written | Failure> {
  const findHolder = async () => (await db.batch([selectHolder(db, athleteId, externalId ?? '')]))[0][0];
  return refuseTakenId({ table: 'own_products', noun: 'product', findHolder }, write);
}

/** Members that a recipe replaces. */
const NO_FIGURES = {
  glucoseFructoseRatio: null,
  servingG: null,
  servingMl: null,
  carbG: null,
  sodiumMg: null,
  caffeineMg: null,
  fluidMl: null,
};

const UNKNOWN: OwnProductDefinition = {
  name: '',
  format: 'drink',
  brand: null,
  gtin: null,
  vegan: null,
  glutenFree: null,
  ...NO_FIGURES,
  recipe: null,
};

/** Returns the definition of a new product. What is not stated is unknown. */
export function newDefinition(fields: OwnProductFields): OwnProductDefinition {
  return definitionFrom(UNKNOWN, fields);
}

/** Merges sent members into a definition. Absent ones stay, null clears, and a recipe replaces the figures. */
function definitionFrom(before: OwnProductDefinition, sent: Changes): OwnProductDefinition {
  const {
    confirmed: _confirmed,
    confirm: _confirm,
    externalId: _externalId,
    recipe,
    saltG,
    ...fields
  } = sent;
  const stated = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const salt = saltG === undefined ? {} : { sodiumMg: sodiumOfSalt(saltG) };
  const base = recipe ? { ...before, ...NO_FIGURES } : before;
  const next =
    recipe === undefined ? before.recipe : recipe && { waterMl: recipe.waterMl ?? null, parts: recipe.parts };
  return { ...base, ...stated, ...salt, recipe: next };
}

function sodiumOfSalt(saltG: number | null): number | null {
  return saltG === null ? null : roundTo(saltG * SODIUM_MG_PER_G_OF_SALT, 1);
}

/** Computes the entity tag of a product. */
export function ownProductTag({ id, revision }: OwnProductRow): Promise<string> {
  return entityTag([id, revision]);
}

/** Returns the scopes required to see a member of a product. */
function scopesOfOwnProduct(member: string): readonly 'profile:read'[] {
  return ALWAYS_SHOWN.some((shown) => shown === member) ? [] : ['profile:read'];
}

/** Maps a product to the wire for a caller who may write it. Its fields require `profile:read`. */
export function ownProductForCaller(
  { principal }: Pick<PartnerContext, 'principal'>,
  row: OwnProductRow,
): OwnProduct | WrittenOwnProduct {
  const whole = ownProductToWire(row);
  return maySee(principal, 'profile:read') ? whole : withhold(whole, ALWAYS_SHOWN);
}

/** Maps a product to the wire, with its figures. */
export function ownProductToWire({
  id,
  athleteId,
  externalId,
  definition,
  ...row
}: OwnProductRow): OwnProduct {
  const { name, brand, format, gtin, vegan, glutenFree, recipe } = definition;
  const product = toProduct({ id, definition });
  const figures = figuresOf(definition);
  return exactly({
    id,
    athlete_id: athleteId,
    external_id: externalId,
    name,
    brand,
    short_name: shortProductName(product),
    format,
    gtin,
    vegan,
    gluten_free: glutenFree,
    glucose_fructose_ratio: figures.glucoseFructoseRatio,
    serving_g: figures.servingG,
    serving_ml: figures.servingMl,
    carb_g: figures.carbG,
    sodium_mg: figures.sodiumMg,
    caffeine_mg: figures.caffeineMg,
    fluid_ml: figures.fluidMl,
    recipe: toWire(recipe),
    purpose: product.purpose,
    facts: { basis: 'athlete' },
    created_at: isoInstant(row.createdAt),
    updated_at: isoInstant(row.updatedAt),
  });
}
