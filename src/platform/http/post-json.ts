/** The end of a POST. The status of a server that could not be reached is the one Cloudflare answers for it. */
export type Posted =
  | { readonly outcome: 'answered'; readonly statusCode: number }
  | { readonly outcome: 'unreachable'; readonly statusCode: number | null }
  | { readonly outcome: 'too_slow'; readonly statusCode: null };

/** Statuses that Cloudflare answers for a server with no address, no connection or bad TLS. */
const UNREACHABLE: readonly number[] = [521, 522, 523, 524, 525, 526, 530];

/** Posts JSON and returns how it ended. Does not follow redirects or read the response body. */
export async function postJson(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  withinMs: number,
): Promise<Posted> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), withinMs);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
      body,
      redirect: 'manual',
      signal: abort.signal,
    });
    await response.body?.cancel();
    const { status: statusCode, headers: answered } = response;
    const isOfCloudflare = answered.get('server')?.toLowerCase() === 'cloudflare';
    const isUnreachable = isOfCloudflare && UNREACHABLE.includes(statusCode);
    return { outcome: isUnreachable ? 'unreachable' : 'answered', statusCode };
  } catch {
    return { outcome: abort.signal.aborted ? 'too_slow' : 'unreachable', statusCode: null };
  } finally {
    clearTimeout(timer);
  }
}
