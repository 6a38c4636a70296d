import { LANGUAGES, type Language, textsFor, textsOf } from '@musette/languages/languages';
import type { Texts } from '@musette/languages/texts';
import type { Context, Hono } from 'hono';
import { type Choice, readChoice, scenarioOf } from '#nutrition/planner/choice.ts';
import { isTriedEnvelope, type TriedEnvelope } from '#nutrition/planner/tried-envelope.ts';
import { spendTry, tryCalculation } from '#nutrition/planner/try-calculation.ts';
import { type Failure, isFailure } from '#platform/http/errors.ts';
import type { ServiceEnv } from '#platform/http/service.ts';
import { MARKDOWN, PAGE_POLICY, type PageContext, siteFailurePage, sitePage } from './site-page.tsx';

/** Allows the planner's script, which calls only this service. */
const PLANNER_POLICY = `${PAGE_POLICY}; script-src 'self'; connect-src 'self'`;

/** The inputs of the home page, read from its request. */
interface Asked {
  readonly query: URLSearchParams;
  readonly choice: Choice;
  /** The language in the address, if any. */
  readonly named: Language | null;
  readonly texts: Texts;
  /** The current year (UTC). */
  readonly year: number;
}

/**
 * Mounts the home page. Its query is the planner's form, so plans can be shared and work without script. A query uses
 * the network address's calculation budget. Without one, or with only a language, everyone gets the same page in that
 * language.
 */
export function mountPlanner(app: Hono<ServiceEnv>): void {
  app.get('/', async (c) => {
    const asked = await readAsked(c);
    const { query, choice, texts, named, year } = asked;
    const isOwn = query.size > (query.has('lang') ? 1 : 0);
    const refusal = isOwn ? await spendTry(c.env, c.req.header('cf-connecting-ip')) : null;
    if (refusal) return siteFailurePage(c, refusal);
    const envelope = await calculate(c, asked);
    if (isFailure(envelope)) return siteFailurePage(c, envelope);
    const { baseUrl } = c.env.env;
    const { LandingPage } = await import('./landing-page.tsx');
    c.header('Vary', 'Accept-Language');
    c.header('Content-Language', texts.language);
    const content = <LandingPage {...{ baseUrl, choice, envelope, texts, asked: query, named, year }} />;
    return sitePage(c, content, PLANNER_POLICY);
  });
  app.get('/index.md', async (c) => {
    const texts = await textsOf('en');
    const asked = { ...(await readAsked(c)), choice: readChoice(new URLSearchParams()), texts };
    const envelope = await calculate(c, asked);
    if (isFailure(envelope)) return siteFailurePage(c, envelope);
    const { homeMarkdown } = await import('./home-markdown.ts');
    return c.body(homeMarkdown(c.env.env.baseUrl, asked, envelope), 200, MARKDOWN);
  });
}

async function readAsked(c: Context<ServiceEnv>): Promise<Asked> {
  const query = new URL(c.req.url).searchParams;
  const named = LANGUAGES.find((language) => language === query.get('lang')) ?? null;
  const choice = readChoice(query);
  const texts =
    named === null
      ? await textsFor(c.req.raw.headers, null, choice.units)
      : await textsOf(named, choice.units);
  return { query, named, texts, choice, year: new Date(c.env.nowMs).getUTCFullYear() };
}

async function calculate(
  c: PageContext,
  { choice, texts, year }: Pick<Asked, 'choice' | 'texts' | 'year'>,
): Promise<TriedEnvelope | Failure> {
  const envelope = await tryCalculation(c.env, scenarioOf(choice, year), texts);
  if (isFailure(envelope) || isTriedEnvelope(envelope)) return envelope;
  throw new Error('a calculation without a key must have the full numbers');
}
