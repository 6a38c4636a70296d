import type { Env } from '../env.ts';
import type { PartnerContext } from '../http/context.ts';
import { type Failure, fail, isFailure } from '../http/errors.ts';
import { contextOfOtherEnvironment } from '../http/own-environment.ts';
import type { PageRequest } from '../http/pagination.ts';
import { homeDatabaseOfPartner } from '../http/partner-shards.ts';
import { askInGroups } from '../storage/athlete-databases.ts';
import type { DeliveryRow } from '../storage/athlete-schema.ts';
import { openDatabase } from '../storage/database.ts';
import { STEP_ROWS } from '../storage/delete-some.ts';
import { sha256Hex } from '../storage/digest.ts';
import { parseAthleteId } from '../storage/ids.ts';
import { homeShard } from '../storage/placement.ts';
import type { WebhookRow } from '../storage/registry-schema.ts';
import {
  deleteOfAthletes,
  restartDelivery,
  selectDeliveries,
  selectDelivery,
} from './deliveries-repository.ts';
import { sendMessages } from './queue-messages.ts';
import { getWebhook } from './webhooks.ts';

/** Lists a webhook's deliveries, newest first, with the webhook. */
export async function listDeliveries(
  ctx: PartnerContext,
  webhookId: string,
  page: PageRequest,
  status: DeliveryRow['status'] | undefined,
): Promise<{ readonly webhook: WebhookRow; readonly rows: readonly DeliveryRow[] } | Failure> {
  const home = homeDatabaseOfPartner(ctx);
  const [webhook, [rows]] = await Promise.all([
    getWebhook(ctx, webhookId),
    home.batch([selectDeliveries(home, ctx.principal.partnerId, webhookId, { status, ...page })]),
  ]);
  return isFailure(webhook) ? webhook : { webhook, rows };
}

/** Makes a delivery due again, with the same `webhook-id` and all its attempts before it. */
export async function redeliver(
  ctx: PartnerContext,
  webhookId: string,
  deliveryId: string,
): Promise<DeliveryRow | Failure> {
  const webhook = await getWebhook(ctx, webhookId);
  if (isFailure(webhook)) return webhook;
  if (webhook.status === 'disabled') return fail('webhook_disabled');
  const { partnerId, environment, shards } = ctx.principal;
  const home = homeDatabaseOfPartner(ctx);
  const [[delivery]] = await home.batch([
    restartDelivery(home, { partnerId, deliveryId }, webhookId, ctx.nowMs),
  ]);
  if (!delivery)
    return fail((await isElsewhere(ctx, deliveryId)) ? 'environment_mismatch' : 'delivery_not_found');
  const message = {
    kind: 'attempt',
    partnerId,
    environment,
    shard: homeShard(shards),
    webhookId,
    deliveryId,
  } as const;
  ctx.waitUntil(sendMessages(ctx.env, [message]).catch(() => undefined));
  return delivery;
}

/** Returns whether a delivery belongs to the partner's other environment. */
async function isElsewhere(ctx: PartnerContext, deliveryId: string): Promise<boolean> {
  const other = await contextOfOtherEnvironment(ctx);
  const home = homeDatabaseOfPartner(other);
  const [[delivery]] = await home.batch([
    selectDelivery(home, { partnerId: ctx.principal.partnerId, deliveryId }),
  ]);
  return delivery !== undefined;
}

/**
 * Deletes the deliveries of these athletes' events, at most 1,000 of each database of their environment: they are in the
 * home shards of the partners. One that a sweep makes at the same time ends with its first attempt, which finds no event.
 */
export async function deleteDeliveriesOf(
  env: Pick<Env, 'athleteDatabases'>,
  athleteIds: readonly string[],
): Promise<{ readonly rows: number; readonly isDone: boolean }> {
  const environment = parseAthleteId(athleteIds[0] ?? '')?.environment;
  if (environment === undefined) return { rows: 0, isDone: true };
  const hashes = await Promise.all(athleteIds.map(sha256Hex));
  const meter = { d1Batches: 0, d1RowsRead: 0, d1RowsWritten: 0 };
  const changes = await askInGroups([...env.athleteDatabases[environment].values()], async (binding) => {
    const db = openDatabase(binding, meter);
    const [{ meta }] = await db.batch([deleteOfAthletes(db, hashes)]);
    return meta.changes;
  });
  const rows = changes.reduce((sum, one) => sum + one, 0);
  return { rows, isDone: changes.every((one) => one < STEP_ROWS) };
}
