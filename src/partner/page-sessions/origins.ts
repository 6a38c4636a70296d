/** An allowed origin that stands for a developer's own machine, at any port. Browsers read it so in a policy. */
export const ANY_LOCAL_PORT = 'http://localhost:*';

const LOCAL = /^http:\/\/localhost(:\d+)?$/;

/** Returns whether an origin is one of those that a partner allows. Also runs in the script of a framed page. */
export function isAllowedOrigin(origin: string, allowed: readonly string[]): boolean {
  return allowed.includes(origin) || (LOCAL.test(origin) && allowed.includes(ANY_LOCAL_PORT));
}

/** Characters that a URL parser removes or encodes, and that are not seen. */
export const UNSEEN = /[\s\p{Cc}\p{Cf}]/u;

/** An address that names a user, even an empty one, which a URL parser drops. */
const NAMES_USER = /^[^/?#\\]*[/\\]*[^/?#\\]*@/;
/** The longest address in its normal form. */
const RETURN_URL_MAX = 4000;

/**
 * Returns an address to which athletes may return, as browsers write it, or null if it is on none of these origins. It has
 * no user, and no character that is not seen, so that only a partner's own page can follow ours.
 */
export function normalReturnUrl(value: string, origins: readonly string[]): string | null {
  if (UNSEEN.test(value) || NAMES_USER.test(value) || !URL.canParse(value)) return null;
  const { href, origin } = new URL(value);
  return isAllowedOrigin(origin, origins) && href.length <= RETURN_URL_MAX ? href : null;
}
