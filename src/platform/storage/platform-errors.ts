/**
 * The meaning of an error of Cloudflare's D1, Durable Objects, KV, Queues or Email Service.
 *
 * - `full`: no more fits. Repeating does not help before the operator has made space.
 * - `overloaded`: repeating at once makes it worse.
 * - `spent`: this invocation has made as many calls as the platform allows. Another one can go on.
 * - `bug`: the call itself is wrong, or the service is not set up for it.
 * - `recipient`: a mailbox did not take an email. The service itself is fine.
 * - `retry`: anything else. The call may be repeated if that is safe.
 */
export type Verdict = 'full' | 'overloaded' | 'spent' | 'bug' | 'recipient' | 'retry';

/**
 * Parts of the messages on Cloudflare's pages "Debug D1", "Durable Objects: Troubleshooting", "Workers: Limits",
 * "Queues: Error codes" and "Email Service: Workers API", and SQLite's own. `test/platform/errors.test.ts` has each message in
 * full.
 */
const MESSAGES: readonly (readonly [Verdict, RegExp])[] = [
  [
    'full',
    /maximum (DB size|account storage)|disk is full|SQLITE_FULL|storage limit exceeded|E_DAILY_LIMIT_EXCEEDED/i,
  ],
  ['spent', /by single Worker invocation/i],
  [
    'overloaded',
    /overloaded|too much load|concurrent storage operations|exceeded (its|timeout)|Too Many Requests|E_RATE_LIMIT_EXCEEDED/i,
  ],
  ['recipient', /E_RECIPIENT_SUPPRESSED|E_DELIVERY_FAILED/],
  ['retry', /E_INTERNAL_SERVER_ERROR/],
  [
    'bug',
    /syntax error|no such (table|column)|SQLITE_ERROR|too many SQL variables|No SQL statements|D1_(TYPE_ERROR|COLUMN_NOTFOUND|EXEC_ERROR)|out of bounds|invalid (batch delay|message metadata)|Queue (does not exist|disabled)|free tier|^E_/i,
  ],
];

/** Returns what an error of the platform means. Email errors name their kind in `code`, those of objects in flags. */
export function verdictOn(fault: unknown): Verdict {
  if (!(fault instanceof Error)) return 'retry';
  const { code, overloaded } = propertiesOf(fault);
  if (overloaded === true) return 'overloaded';
  const text = typeof code === 'string' && code.startsWith('E_') ? code : fault.message;
  return MESSAGES.find(([, message]) => message.test(text))?.[0] ?? 'retry';
}

/** Returns whether the platform says that a call of an object may be repeated. */
export function isRetryable(fault: unknown): boolean {
  if (!(fault instanceof Error)) return false;
  const { retryable, overloaded } = propertiesOf(fault);
  return retryable === true && overloaded !== true;
}

function propertiesOf(fault: Error): Readonly<Record<'code' | 'overloaded' | 'retryable', unknown>> {
  return {
    code: Reflect.get(fault, 'code'),
    overloaded: Reflect.get(fault, 'overloaded'),
    retryable: Reflect.get(fault, 'retryable'),
  };
}
