import type { SQL } from 'drizzle-orm';
import type { Database } from './database.ts';
import { insertWhere } from './guarded-insert.ts';
import { newId } from './ids.ts';
import { auditLog } from './registry-schema.ts';

export type OperatorAct =
  | 'partner.create'
  | 'partner.grant_live_access'
  | 'partner.terminate'
  | 'partner.rebuild_directory'
  | 'partner.set_regions'
  | 'partner.set_budgets'
  | 'partner.approve_live'
  | 'partner.set_contact'
  | 'access_request.approve'
  | 'access_request.decline'
  | 'athlete.set_tier'
  | 'athlete.rehome';

type AuditRow = typeof auditLog.$inferInsert;

/** Builds the audit row of an operator's act. `detail` holds identifiers and settings only, never a secret or a name. */
export function auditRow(
  action: OperatorAct,
  subjectId: string,
  detail: Readonly<Record<string, string>>,
  atMs: number,
): AuditRow {
  return {
    id: newId('aud', atMs),
    at: atMs,
    actor: 'operator',
    action,
    subjectId,
    detail: JSON.stringify(detail),
  };
}

/** Records an act. */
export function insertAudit(registry: Database, row: AuditRow) {
  return registry.insert(auditLog).values(row);
}

/**
 * Records an act if `condition` holds. The act has the same condition in the same batch, so both take place
 * or neither.
 */
export function insertAuditWhere(registry: Database, row: AuditRow, condition: SQL) {
  return insertWhere(registry, auditLog, row, condition);
}
