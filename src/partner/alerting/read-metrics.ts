import { HOUR_MS } from '#platform/clock.ts';
import { type RequestContext, registryOf } from '#platform/http/context.ts';
import { selectShardStates } from '#platform/storage/shard-states.ts';
import type { ExpectedJob } from './condition.ts';
import { METRIC_WINDOWS, metricsText } from './metrics.ts';
import {
  measureRegistry,
  selectAlerts,
  selectAnsweredIn,
  selectEmailCountsSince,
  selectLateDispatchers,
  selectRuns,
} from './repository.ts';

/** Reads the metrics of the service as OpenMetrics text. Throws StorageUnavailable. */
export async function readMetrics(ctx: RequestContext, expected: readonly ExpectedJob[]): Promise<string> {
  const { env, nowMs } = ctx;
  const registry = registryOf(ctx);
  const hour = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  const registryBytes = await measureRegistry(registry);
  const [states, jobs, late, [emails], alerts, answered] = await registry.batch([
    selectShardStates(registry),
    selectRuns(registry),
    selectLateDispatchers(registry),
    selectEmailCountsSince(registry, hour - HOUR_MS),
    selectAlerts(registry),
    selectAnsweredIn(
      registry,
      METRIC_WINDOWS.map(({ ms }) => nowMs - ms),
    ),
  ]);
  return metricsText({
    registryBytes,
    databasesMaxBytes: env.databasesMaxBytes,
    shards: states.filter(({ environment, shard }) => env.athleteDatabases[environment].has(shard)),
    expected,
    jobs,
    lateDispatchers: late.reduce((sum, row) => sum + row.late, 0),
    answered: answered.map(({ place, answers, faults }) => ({
      window: METRIC_WINDOWS[place]?.window ?? '',
      answers,
      faults,
    })),
    emails: emails ?? { sent: 0, refused: 0 },
    alerts,
  });
}
