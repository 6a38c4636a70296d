import type { Hono } from 'hono';
import { type Failure, isFailure } from '../http/errors.ts';
import type { ServiceEnv } from '../http/service.ts';
import { ENGLISH } from '../languages/en/index.ts';
import { type Choice, readChoice, scenarioOf } from '../planner/choice.ts';
import { isTriedEnvelope, type TriedEnvelope } from '../planner/tried-envelope.ts';
import { spendTry, tryCalculation } from '../planner/try-calculation.ts';
import { LandingPage } from './landing-page.tsx';
import { homeMarkdown } from './page-markdown.ts';
import { MARKDOWN, PAGE_POLICY, type PageContext, siteFailurePage, sitePage } from './site-page.tsx';

/** The planner's script is a file of this service and calls only this service. */
const PLANNER_POLICY = `${PAGE_POLICY}; script-src 'self'; connect-src 'self'`;

/**
 * Mounts the home page. Its query is the planner's form, so that a plan can be shared and works without script. A
 * query costs a calculation of this address's budget; without one the page is the same for everybody.
 */
export function mountPlanner(app: Hono<ServiceEnv>): void {
  app.get('/', async (c) => {
    const { searchParams } = new URL(c.req.url);
    const refusal = searchParams.size > 0 ? await spendTry(c.env, c.req.header('cf-connecting-ip')) : null;
    if (refusal) return siteFailurePage(c, refusal);
    const choice = readChoice(searchParams);
    const envelope = await calculate(c, choice);
    if (isFailure(envelope)) return siteFailurePage(c, envelope);
    const { baseUrl } = c.env.env;
    return sitePage(c, <LandingPage baseUrl={baseUrl} choice={choice} envelope={envelope} />, PLANNER_POLICY);
  });
  app.get('/index.md', async (c) => {
    const choice = readChoice(new URLSearchParams());
    const envelope = await calculate(c, choice);
    if (isFailure(envelope)) return siteFailurePage(c, envelope);
    return c.body(homeMarkdown(c.env.env.baseUrl, choice, envelope), 200, MARKDOWN);
  });
}

async function calculate(c: PageContext, choice: Choice): Promise<TriedEnvelope | Failure> {
  const envelope = await tryCalculation(c.env, scenarioOf(choice), ENGLISH);
  if (isFailure(envelope) || isTriedEnvelope(envelope)) return envelope;
  throw new Error('a calculation without a key must have the full numbers');
}
