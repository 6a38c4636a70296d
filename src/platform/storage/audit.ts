import type { SQL } from 'drizzle-orm';
import type { Database } from './database.ts';
import { newId } from './ids.ts';
import { auditLog } from './registry-schema.ts';
import { insertWhere } from './statements.ts';

type OperatorAct =
  | 'partner.create'
  | 'partner.grant_live_access'
  | 'partner.terminate'
  | 'partner.suspend'
  | 'partner.resume'
  | 'key.revoke'
  | 'partner.rebuild_directory'
  | 'partner.set_regions'
  | 'partner.set_budgets'
  | 'partner.approve_live'
  | 'partner.set_contact'
  | 'access_request.approve'
  | 'access_request.decline'
  | 'athlete.set_tier';

type AuditRow = typeof auditLog.$inferInsert;

/** Builds the audit row of an operator's action. `detail` contains only identifiers and settings, never secrets or names. */
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

/** Records an action. */
export function insertAudit(registry: Database, row: AuditRow) {
  return registry.insert(auditLog).values(row);
}

/**
 * Records an action if `condition` holds. The action has the same condition in the same batch, so both happen or
 * neither does.
 */
export function insertAuditWhere(registry: Database, row: AuditRow, condition: SQL) {
  return insertWhere(registry, auditLog, row, condition);
}
