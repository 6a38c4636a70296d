import { getCookie, setCookie } from 'hono/cookie';
import { toSeconds } from '#platform/clock.ts';
import type { PageContext } from '../site-page.tsx';

// The prefix `__Host-` binds a cookie to this host and to TLS.

/** Cookie of a browser whose sign-in awaits its code. */
export const SIGN_IN_COOKIE = '__Host-musette-sign-in';
/** Cookie of a browser that is signed in. */
export const SESSION_COOKIE = '__Host-musette-session';
/** Cookie that remembers the addresses this browser has verified, so that strangers cannot block its codes. */
export const KNOWN_BROWSER_COOKIE = '__Host-musette-known';

export function readCookie(c: PageContext, name: string): string | undefined {
  return getCookie(c, name);
}

/** Sets a cookie for `livesMs`. Zero deletes it. */
export function keepCookie(
  c: PageContext,
  { name, value, livesMs }: { readonly name: string; readonly value: string; readonly livesMs: number },
): void {
  setCookie(c, name, value, {
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: toSeconds(livesMs),
  });
}

/** Deletes a cookie. */
export function dropCookie(c: PageContext, name: string): void {
  keepCookie(c, { name, value: '', livesMs: 0 });
}

/** Copies every cookie from another response's headers to this one. */
export function copyCookies(c: PageContext, headers: Headers): void {
  for (const cookie of headers.getSetCookie()) c.header('Set-Cookie', cookie, { append: true });
}
