import { env } from 'cloudflare:workers';

/** Patterns of secrets and personal data that must never appear in a log line. */
const PATTERNS: readonly (readonly [string, RegExp])[] = [
  ['an API key', /\bsk_(test|live)_[0-9A-Za-z]{8,}/],
  ['a token', /\bo(at|rt|ac)_(test|live)_\w{8,}/],
  ['the token of a page session', /\bpst_(test|live)_\w{8,}/],
  ['the code of a link', /\/a\/s\/[\w-]{5}/],
  ['a client secret', /\bcs_\w{16,}/],
  ['a webhook secret', /\bwhsec_[\w+/]{8,}/],
  ['a SHA-256', /\b[0-9a-f]{64}\b/i],
  ['an Authorization header', /\bBearer\s+\S/],
  ['an email address', /[\w.+-]+@[\w-]+\.(example|test)\b/],
  ['a signature', /[?&]signature=/],
];

/** Returns what a line gives away. Empty if nothing. */
export function leaksIn(line: string): string[] {
  const found = PATTERNS.filter(([, pattern]) => pattern.test(line)).map(([what]) => what);
  for (const name of ['OPERATOR_TOKEN', 'SIGNING_SECRET', 'WEBHOOK_KEY', 'LOOKUP_KEY'] as const) {
    const secret = env[name];
    if (typeof secret === 'string' && line.includes(secret)) found.push(name);
  }
  return found;
}

const METHODS = ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const;
let isWatched = false;
let lines = 0;
const leaks: string[] = [];

/** From now on every line that anything in the tests writes to the console is looked at, once. */
export function watchConsole(): void {
  if (isWatched) return;
  isWatched = true;
  for (const method of METHODS) {
    const write = console[method].bind(console);
    console[method] = (...parts: unknown[]) => {
      const line = parts.map(textOf).join(' ');
      lines += 1;
      leaks.push(...leaksIn(line).map((what) => `${what} in: ${line}`));
      write(...parts);
    };
  }
}

function textOf(part: unknown): string {
  if (typeof part === 'string') return part;
  return part instanceof Error ? `${part.stack}` : (JSON.stringify(part) ?? String(part));
}

/** The leaks since the last call. */
export function takeLeaks(): string[] {
  return leaks.splice(0);
}

export function linesSeen(): number {
  return lines;
}
