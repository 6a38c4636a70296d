import { CAFFEINE_REASONS, type CaffeinePlan } from '@musette/engine/caffeine';
import type { Texts } from '@musette/languages/texts';
import * as z from 'zod/mini';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { toWire } from '#platform/http/wire-case.ts';
import { warningFields } from './safety-shape.ts';

const caffeineWarning = documented(
  z.object({
    code: documented(z.enum(['CAFFEINE_OPTIONAL', 'CAFFEINE_NOT_PLANNED']), {
      id: 'CaffeineWarningCode',
      description: 'Stable. Either doses are optional, or the reason why none are planned.',
    }),
    ...warningFields,
  }),
  { id: 'CaffeineWarning' },
);

const limitFields = {
  max_safe_mg: described(
    z.number(),
    'Maximum for this session, on top of what was already taken today. Caps products and plans even if caffeine is not wanted.',
  ),
  reason: described(
    z.nullable(z.enum(CAFFEINE_REASONS)),
    'Why no caffeine is planned. Null if doses are planned.',
  ),
  warnings: z.array(caffeineWarning),
};

const Caffeine = documented(
  z.object({
    total_mg: z.number(),
    doses: z.array(
      z.object({
        at_min: described(z.number(), 'Minutes from the start; from -45, negative before it.'),
        mg: z.number(),
      }),
    ),
    ...limitFields,
  }),
  {
    id: 'Caffeine',
    description: 'A caffeine plan for an athlete who wants one. Caffeine is never required.',
  },
);

type Caffeine = z.output<typeof Caffeine>;

const TeaserCaffeine = documented(z.object({ total_mg: z.null(), doses: z.null(), ...limitFields }), {
  id: 'TeaserCaffeine',
  description: 'Caffeine without its doses.',
});

type TeaserCaffeine = z.output<typeof TeaserCaffeine>;

const WANTED_ONLY = 'Null if caffeine is not wanted.';

/** The `caffeine` member of an answer: in full tier, in teaser tier, and before any member is withheld. */
export const caffeineMember = {
  full: described(z.nullable(Caffeine), WANTED_ONLY),
  teaser: described(z.nullable(TeaserCaffeine), WANTED_ONLY),
  either: described(z.nullable(z.union([Caffeine, TeaserCaffeine])), WANTED_ONLY),
};

/** Maps a caffeine plan to the wire. Null if caffeine was not wanted. */
export function caffeineToWire(plan: CaffeinePlan | null, texts: Texts): Caffeine | null {
  return plan && { total_mg: plan.totalMg, doses: toWire(plan.doses), ...limitOf(plan, texts) };
}

/** Maps the caffeine limit to the wire, without total and doses. Null if caffeine was not wanted. */
export function teaserCaffeine(plan: CaffeinePlan | null, texts: Texts): TeaserCaffeine | null {
  return plan && { total_mg: null, doses: null, ...limitOf(plan, texts) };
}

function limitOf({ maxSafeMg, reason }: CaffeinePlan, { caffeine }: Texts) {
  const code = reason === null ? ('CAFFEINE_OPTIONAL' as const) : ('CAFFEINE_NOT_PLANNED' as const);
  const message = caffeine[reason ?? 'optional']();
  return { max_safe_mg: maxSafeMg, reason, warnings: [{ code, severity: 'info' as const, message }] };
}
