import { MINUTE_MS } from '#platform/clock.ts';
import { type RequestContext, registryOf } from '#platform/http/context.ts';
import { type Alert, alertToWire } from './alert-shape.ts';
import { selectAlerts } from './repository.ts';

/** Lists all conditions that were checked. Throws StorageUnavailable. */
export async function listAlerts(ctx: RequestContext): Promise<Alert[]> {
  const registry = registryOf(ctx);
  const [rows] = await registry.batch([selectAlerts(registry)]);
  return rows.map(alertToWire);
}

/** The ten-minute cron checks at least one condition. */
const UNCHECKED_MS = 30 * MINUTE_MS;

/**
 * Returns the names of the active conditions, plus `alerting` if no cron has checked any for half an
 * hour: a service whose crons have stopped alerts nobody. Throws StorageUnavailable.
 */
export async function activeAlerts(ctx: RequestContext): Promise<readonly string[]> {
  const registry = registryOf(ctx);
  const [rows] = await registry.batch([selectAlerts(registry)]);
  const checkedAt = Math.max(0, ...rows.map((row) => row.checkedAt));
  const active = rows.filter(({ stands }) => stands).map(({ name }) => name);
  return ctx.nowMs - checkedAt > UNCHECKED_MS ? [...active, 'alerting'] : active;
}
