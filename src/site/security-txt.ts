import { DAY_MS } from '../clock.ts';

const YEAR_MS = 365 * DAY_MS;

/** Returns the security contact (RFC 9116). The expiry moves forward every day, so the file never lapses. */
export function securityTxt(baseUrl: string, nowMs: number): string {
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const { hostname } = new URL(baseUrl);
  return [
    `Contact: mailto:security@${hostname}`,
    `Expires: ${new Date(today + YEAR_MS - DAY_MS).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${baseUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
}
