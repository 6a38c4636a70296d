import type { Condition } from './condition.ts';
import { findDispatcherLag } from './dispatcher-lag.ts';
import { findErrorsAboveBudget } from './error-budget.ts';
import { findOverdueJobs } from './overdue-jobs.ts';
import { findMailFlood, findRefusedEmails } from './refused-emails.ts';
import { findSchemasBehind } from './schema-behind.ts';
import { findFullShards } from './shard-full.ts';

/** The conditions, by the name of their alert. OPERATIONS.md, "Runbook", says what to do about each. */
export const CONDITIONS = {
  shard_full: { find: findFullShards },
  schema_behind: { find: findSchemasBehind },
  job_overdue: { find: findOverdueJobs },
  dispatcher_lag: { find: findDispatcherLag },
  mail_refused: { find: findRefusedEmails },
  mail_flood: { find: findMailFlood },
  error_budget: { find: findErrorsAboveBudget },
} as const satisfies Readonly<Record<string, Condition>>;

export type AlertName = keyof typeof CONDITIONS;
