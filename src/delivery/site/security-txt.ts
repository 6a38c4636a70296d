import { DAY_MS } from '#platform/clock.ts';
import type { Operator } from '#platform/env.ts';

const YEAR_MS = 365 * DAY_MS;

/**
 * Returns the security.txt file (RFC 9116), with the operator and its documents as comments. The expiry moves forward
 * every day, so the file never expires.
 */
export function securityTxt(baseUrl: string, operator: Operator, nowMs: number): string {
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const { hostname } = new URL(baseUrl);
  const named: readonly (readonly [string, string | null])[] = [
    ['Operator', operator.name],
    ['Terms', operator.termsUrl],
    ['Data processing', operator.dpaUrl],
    ['Privacy', operator.privacyUrl],
    ['Status', operator.statusUrl],
  ];
  return [
    ...named.flatMap(([name, value]) => (value === null ? [] : [`# ${name}: ${inOneLine(value)}`])),
    `Contact: mailto:${operator.contactEmail ?? `security@${hostname}`}`,
    `Expires: ${new Date(today + YEAR_MS - DAY_MS).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${baseUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
}

/** Prevents a line break from starting a new field. */
function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
