import type { PartnerContext } from '../http/context.ts';
import { type Failure, isFailure } from '../http/errors.ts';
import type { PageRequest } from '../http/pagination.ts';
import { homeDatabaseOfPartner } from '../http/partner-shards.ts';
import type { DeliveryRow } from '../storage/athlete-schema.ts';
import type { WebhookRow } from '../storage/registry-schema.ts';
import { selectDeliveries } from './deliveries-repository.ts';
import { getWebhook } from './get-webhook.ts';

/** Lists a webhook's deliveries, newest first, with the webhook. */
export async function readDeliveries(
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
