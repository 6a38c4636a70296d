import { type PageContext, PUBLIC_CACHE } from './site-page.tsx';

/** Serves a file from `src/delivery/site/assets`. `prefix` is removed from the request's path. */
export async function serveAsset(c: PageContext, prefix = ''): Promise<Response> {
  const url = new URL(c.req.url);
  url.pathname = url.pathname.slice(prefix.length);
  url.search = '';
  const found = await c.env.env.assets.fetch(new Request(url, { headers: c.req.raw.headers }));
  if (found.status === 404) return c.notFound();
  const answer = new Response(found.body, found);
  if (!answer.headers.has('Cache-Control')) answer.headers.set('Cache-Control', PUBLIC_CACHE);
  return answer;
}
