/** An allowed origin that stands for a developer's own machine, at any port. Browsers read it so in a policy. */
export const ANY_LOCAL_PORT = 'http://localhost:*';

const LOCAL = /^http:\/\/localhost(:\d+)?$/;

/** Returns whether an origin is one of those that a partner allows. Also runs in the script of a framed page. */
export function isAllowedOrigin(origin: string, allowed: readonly string[]): boolean {
  return allowed.includes(origin) || (LOCAL.test(origin) && allowed.includes(ANY_LOCAL_PORT));
}
