import { logLine } from '../log-line.ts';
import { StorageUnavailable } from '../storage/database.ts';
import type { RequestContext } from './context.ts';

/** Writes a request's log line. Logs path patterns, because actual paths contain identifiers. */
export function writeRequestLog(
  ctx: RequestContext,
  method: string,
  status: number,
  durationMs: number,
): void {
  const { log } = ctx;
  logLine('request', {
    request_id: ctx.requestId,
    at: new Date(ctx.nowMs).toISOString(),
    method,
    route: log.route,
    status,
    error_code: log.errorCode,
    partner_id: log.partnerId,
    key_id: log.keyId,
    environment: log.environment,
    colo: log.colo,
    version: ctx.env.version,
    duration_ms: Math.round(durationMs),
    kv_ms: rounded(log.kvMs),
    guard_ms: rounded(log.guardMs),
    d1_ms: rounded(log.d1Ms ?? null),
    d1_region: log.d1Region ?? null,
    lease: log.lease,
    d1_batches: log.d1Batches,
    d1_rows_read: log.d1RowsRead,
    d1_rows_written: log.d1RowsWritten,
    ...(log.fault === null ? {} : { fault: log.fault }),
  });
}

function rounded(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms);
}

/** Matches a missing table or column, which means that a migration was not applied. */
const MISSING_IN_SCHEMA = /no such (?:table|column): [\w.]+|table \w+ has no column named \w+/;

/**
 * Describes a fault for the log by its kind and stack frames. Omits error messages from libraries, because a database or
 * parser error may quote an athlete's text. Keeps only a database's message about a missing table or column.
 */
export function describeFault(fault: unknown): string {
  if (!(fault instanceof Error)) return 'a value that is not an Error was thrown';
  const frames = (fault.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '));
  return [`${fault.name}${tellable(fault)}`, ...frames.slice(0, 6).map((frame) => frame.trim())].join(' | ');
}

/** Returns the part of a fault's message that is safe to log, after a colon. */
function tellable(fault: Error): string {
  if (fault instanceof StorageUnavailable) return `: ${fault.message}`;
  const missing = missingInSchema(fault);
  return missing === null ? '' : `: ${missing}`;
}

/** Returns the database's message about a missing table or column, or null for any other fault. */
export function missingInSchema(fault: unknown): string | null {
  if (!(fault instanceof Error) || !fault.message.startsWith('D1_ERROR')) return null;
  return MISSING_IN_SCHEMA.exec(fault.message)?.[0] ?? null;
}
