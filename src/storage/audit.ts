import { newId } from './ids.ts';
import type { auditLog } from './registry-schema.ts';

export type OperatorAct =
  | 'partner.create'
  | 'partner.grant_live_access'
  | 'partner.terminate'
  | 'athlete.set_tier';

/** The audit row of an operator's act. `detail` holds identifiers and settings only, never a secret or a name. */
export function auditRow(
  action: OperatorAct,
  subjectId: string,
  detail: Readonly<Record<string, string>>,
  atMs: number,
): typeof auditLog.$inferInsert {
  return {
    id: newId('aud', atMs),
    at: atMs,
    actor: 'operator',
    action,
    subjectId,
    detail: JSON.stringify(detail),
  };
}
