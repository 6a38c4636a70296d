/** The address in `[dev]` of wrangler.toml. A test compares them. */
export const DEV_BASE_URL = 'http://127.0.0.1:8787';

/** The vars of wrangler.toml that differ in a local installation wherever it listens. */
export const LOCAL_VARS = {
  ENVIRONMENT: 'local',
  // Low enough that a handful of athletes fills a shard.
  ATHLETES_PER_SHARD: '4',
} as const;

/** Returns the vars that are derived from the address of a local installation. They are never stored, because it may change. */
export function addressesOf(baseUrl: string): Readonly<Record<string, string>> {
  return {
    BASE_URL: baseUrl,
    // Pages that stand in for the operator's documents, so that live access can be requested and approved.
    TERMS_URL: `${baseUrl}/docs/intended-use`,
    DPA_URL: `${baseUrl}/docs/data`,
  };
}

/** Returns all vars of wrangler.toml that differ in a local installation at this address. */
export function localVars(baseUrl: string): Readonly<Record<string, string>> {
  return { ...LOCAL_VARS, ...addressesOf(baseUrl) };
}

/** Returns the address of a port of this machine. */
export function addressOfPort(port: string | number): string {
  return `http://127.0.0.1:${port}`;
}

/** Returns a printed text without the codes of athletes' links, which anybody who reads it could open. */
export function withoutCodes(text: string): string {
  return text.replace(/(\/a\/s\/)[^\s"'?#/]+/g, '$1*');
}
