import * as z from 'zod/mini';
import { CAFFEINE_REASONS, type CaffeinePlan } from '#core/engine/caffeine.ts';
import type { Texts } from '#core/languages/texts.ts';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { toWire } from '#platform/http/wire-case.ts';
import { warningFields } from './safety-shape.ts';

const caffeineWarning = documented(
  z.object({
    code: documented(z.enum(['CAFFEINE_OPTIONAL', 'CAFFEINE_NOT_PLANNED']), {
      id: 'CaffeineWarningCode',
      description: 'Stable. Doses are optional, or the reason says why there are none.',
    }),
    ...warningFields,
  }),
  { id: 'CaffeineWarning' },
);

const limitFields = {
  max_safe_mg: described(
    z.number(),
    'The most in this session, on top of what was taken today. It caps products and plans, whether caffeine is wanted or not.',
  ),
  reason: described(z.nullable(z.enum(CAFFEINE_REASONS)), 'Why none is planned; null if doses are.'),
  warnings: z.array(caffeineWarning),
};

const Caffeine = documented(
  z.object({
    total_mg: z.number(),
    doses: z.array(z.object({ at_min: described(z.number(), 'Minutes from the start.'), mg: z.number() })),
    ...limitFields,
  }),
  { id: 'Caffeine', description: 'A plan of caffeine for an athlete who wants it. It is never needed.' },
);

type Caffeine = z.output<typeof Caffeine>;

const TeaserCaffeine = documented(z.object({ total_mg: z.null(), doses: z.null(), ...limitFields }), {
  id: 'TeaserCaffeine',
  description: 'Caffeine without its doses.',
});

type TeaserCaffeine = z.output<typeof TeaserCaffeine>;

const WANTED_ONLY = 'Null if caffeine is not wanted.';

/** The member `caffeine` of an answer in full tier, in teaser tier, and before any member is withheld. */
export const caffeineMember = {
  full: described(z.nullable(Caffeine), WANTED_ONLY),
  teaser: described(z.nullable(TeaserCaffeine), WANTED_ONLY),
  either: described(z.nullable(z.union([Caffeine, TeaserCaffeine])), WANTED_ONLY),
};

/** Maps a plan of caffeine to the wire; null where it was not wanted. */
export function caffeineToWire(plan: CaffeinePlan | null, texts: Texts): Caffeine | null {
  return plan && { total_mg: plan.totalMg, doses: toWire(plan.doses), ...limitOf(plan, texts) };
}

/** Maps the limit of caffeine to the wire, without total and doses; null where it was not wanted. */
export function teaserCaffeine(plan: CaffeinePlan | null, texts: Texts): TeaserCaffeine | null {
  return plan && { total_mg: null, doses: null, ...limitOf(plan, texts) };
}

function limitOf({ maxSafeMg, reason }: CaffeinePlan, { caffeine }: Texts) {
  const code = reason === null ? ('CAFFEINE_OPTIONAL' as const) : ('CAFFEINE_NOT_PLANNED' as const);
  const message = caffeine[reason ?? 'optional']();
  return { max_safe_mg: maxSafeMg, reason, warnings: [{ code, severity: 'info' as const, message }] };
}
