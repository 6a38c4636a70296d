import type { Env } from '#platform/env.ts';
import { type RequestContext, registryOf } from '#platform/http/context.ts';
import { isoInstant, isoInstantOrNull } from '#platform/http/wire-fields.ts';
import { healthOf } from '../webhooks/health.ts';
import { healthToWire } from '../webhooks/webhook-shape.ts';
import { type Alert, type FailingWebhook, UNCHECKED_MS } from './alert-shape.ts';
import { type Remedy, remedyOf } from './remedies.ts';
import { type AlertRow, selectAlerts, selectFailingWebhooks } from './repository.ts';

/** Lists all conditions that were checked. Throws StorageUnavailable. */
export async function listAlerts(ctx: RequestContext): Promise<Alert[]> {
  const registry = registryOf(ctx);
  const [rows] = await registry.batch([selectAlerts(registry)]);
  return rows.map((row) => alertToWire(row, ctx.env));
}

function alertToWire(row: AlertRow, env: Env): Alert {
  const remedy = remedyOfAlert(row, env);
  return {
    name: row.name,
    environment: row.environment,
    standing: row.isActive,
    since: isoInstantOrNull(row.beganAt),
    checked_at: isoInstant(row.checkedAt),
    findings: [...row.findings],
    affected: remedy.affected,
    next: [...remedy.next],
    never: remedy.never,
    noticed_at: isoInstantOrNull(row.noticedAt),
    unsent: [...(row.emailOwed ? ['email' as const] : []), ...(row.postOwed ? ['post' as const] : [])],
  };
}

/** Returns what to do about an alert. */
export function remedyOfAlert(
  { name, findings }: Pick<AlertRow, 'name' | 'findings'>,
  { baseUrl, emailFrom }: Pick<Env, 'baseUrl' | 'emailFrom'>,
): Remedy {
  const mailDomain = emailFrom.split('@').at(-1) ?? '';
  return remedyOf(name, { url: baseUrl, mailDomain, about: findings.join(' ') });
}

/**
 * Returns the names of the conditions that are active in production, plus `alerting` if no cron has checked any for half an
 * hour: a service whose crons have stopped alerts nobody. Throws StorageUnavailable.
 */
export async function activeAlerts(ctx: RequestContext): Promise<readonly string[]> {
  const registry = registryOf(ctx);
  const [rows] = await registry.batch([selectAlerts(registry)]);
  const checkedAt = Math.max(0, ...rows.map((row) => row.checkedAt));
  const active = rows
    .filter(({ isActive, environment }) => isActive && environment === 'live')
    .map(({ name }) => name);
  return ctx.nowMs - checkedAt > UNCHECKED_MS ? [...active, 'alerting'] : active;
}

/** Lists webhooks whose receivers refuse events or do not answer, those that failed first above. Throws StorageUnavailable. */
export async function listFailingWebhooks(ctx: RequestContext): Promise<FailingWebhook[]> {
  const registry = registryOf(ctx);
  const [rows] = await registry.batch([selectFailingWebhooks(registry)]);
  return rows
    .map(({ webhook: { id, partnerId, environment, health, events }, partnerName }) => ({
      id,
      environment,
      partner_id: partnerId,
      partner_name: partnerName,
      health: healthToWire(healthOf({ health, events })),
    }))
    .toSorted((one, other) => (one.health.since ?? '').localeCompare(other.health.since ?? ''));
}
