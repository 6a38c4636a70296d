import * as z from 'zod/mini';
import type { Texts } from '#core/languages/texts.ts';
import { Safety } from '#nutrition/prescriptions/safety-shape.ts';
import { type Read, type Sentences, saySafety, textOf } from './answer-text.ts';
import { amountsOf, categoryOf, figure, takenText } from './words.ts';

const fullPlan = z.object({
  safety: Safety,
  prescription_stale: z.boolean(),
  timeline: z.array(
    z.object({
      at_min: z.number(),
      items: z.array(z.object({ name: z.string(), servings: z.number(), fluid_ml: z.number() })),
    }),
  ),
  totals: z.object({ carb_g: z.number(), sodium_mg: z.number(), fluid_ml: z.number() }),
  coverage: z.object({ warnings: z.array(z.object({ message: z.string() })) }),
  notes: z.array(z.object({ code: z.string(), message: z.string() })),
  suggestion: z.nullable(z.object({ within_target: z.boolean() })),
});

const teaserPlan = z.object({ safety: Safety, categories: z.array(z.string()) });

export const textOfFuelPlan = textOf(z.union([fullPlan, teaserPlan]), (plan, texts) => {
  if (!('timeline' in plan)) return sayTeaserPlan(plan, texts);
  const isEnough = plan.suggestion?.withinTarget === true;
  return sayPlan(plan, isEnough ? texts.assistant.nothingToTake() : texts.assistant.emptyPlan(), texts);
});

/** Never asks for more in an empty plan: it may be empty because the athlete has already taken too much. */
export const textOfReplan = textOf(fullPlan, (plan, texts) =>
  sayPlan(plan, texts.assistant.nothingToTake(), texts),
);

function sayTeaserPlan({ categories, safety }: Read<typeof teaserPlan>, texts: Texts): Sentences {
  const { drawing } = texts.plan;
  const list = categories.map((category) => categoryOf(texts, category)).join(', ');
  return [
    texts.assistant.teaser(),
    list === '' ? drawing.noProducts() : drawing.categories({ list }),
    ...saySafety(safety, texts),
  ];
}

/** @param empty the text for a plan with nothing to take */
function sayPlan(
  { safety, prescriptionStale, timeline, totals, coverage, notes }: Read<typeof fullPlan>,
  empty: string,
  texts: Texts,
): Sentences {
  const { plan, assistant } = texts;
  const write = (amount: number) => figure(texts, amount);
  const intakes = timeline.map(({ atMin, items }) => {
    const taken = items.map((item) => takenText(texts, item));
    return plan.drawing.intake({ time: `${atMin} min`, items: taken.join(', ') });
  });
  const isOfAthlete = ({ code }: { readonly code: string }) => code === 'little_fluid_left';
  const ofProducts = [...coverage.warnings, ...notes.filter((note) => !isOfAthlete(note))];
  const list = ofProducts.map(({ message }) => message).join(' ');
  return [
    prescriptionStale && assistant.stale(),
    ...(intakes.length === 0 ? [empty] : [...intakes, assistant.inAll(amountsOf(totals, write))]),
    ...notes.filter(isOfAthlete).map(({ message }) => message),
    list !== '' && assistant.onProducts({ list }),
    ...saySafety(safety, texts),
  ];
}
