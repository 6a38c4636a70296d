import { type Measures, massText, milligramsText } from '@musette/languages/amounts';
import type { Texts } from '@musette/languages/texts';
import type { Assumption, Binding, Note, NoteParameters, Plan, Request } from './plan/model.ts';
import { amountText } from './portion-words.ts';

/** Renders the notes of a plan, each a sentence on the missed target, its reason, and one thing to do. */
export function noteTexts(plan: Plan, texts: Texts): readonly string[] {
  return plan.notes.map((note) => noteText(note, plan.request, texts));
}

/** Renders one line on something that a plan takes for granted. */
export function assumptionText({ code, parameters, fluidMlWithout }: Assumption, texts: Texts): string {
  const { measures } = texts;
  const { assumptions } = texts.plan;
  const without = measures.total(fluidMlWithout);
  switch (code) {
    case 'refills':
      return assumptions.refills({
        at: parameters.at === 'boat' || parameters.at === 'race' ? parameters.at : 'tap',
        without,
      });
    case 'cups':
      return assumptions.cups({ without });
    case 'vessels': {
      const volume = measures.volume(Number(parameters.volumeMl));
      return assumptions.vessels({ bottles: `${parameters.count} × ${volume}`, without });
    }
    case 'stations_incomplete': {
      const places = String(parameters.places ?? '');
      return assumptions.stations_incomplete({ places: places === '' ? null : places, without });
    }
    case 'laps':
      return assumptions.laps();
    case 'bottles_left':
      return assumptions.bottles_left({
        amounts: Object.values(parameters)
          .map((ml) => measures.volume(Number(ml)))
          .join(' + '),
      });
  }
}

/** Renders one note. */
export function noteText(note: Note, request: Request, texts: Texts): string {
  const { measures } = texts;
  const { notes, hours, paper } = texts.plan;
  const { quantity, percentOff, binding, parameters } = note;
  const { takenMl, leftMl, mg, atMin } = parameters;
  if (binding === 'stomach') {
    const held = parameters.missingMl === undefined ? null : measures.volume(parameters.missingMl);
    return texts.plan.reasons.stomach({ isLong: parameters.isLong === 1, held });
  }
  if (takenMl !== undefined && leftMl !== undefined) {
    return notes.littleFluidLeft({
      taken: measures.total(takenMl),
      left: leftMl <= 0 ? null : measures.limit(leftMl),
    });
  }
  if (quantity === 'caffeine' && mg !== undefined && atMin !== undefined) {
    const isBeforeStart = atMin < 0;
    const time = isBeforeStart
      ? paper.beforeStart({ duration: hours.duration({ min: -atMin }) })
      : hours.moment({ min: atMin });
    return notes.caffeineFromElsewhere({ amount: milligramsText(mg), time, isBeforeStart });
  }
  const figures = { amount: missingText(parameters, measures), max: maximumText(binding, request, measures) };
  const why = whyText(note, figures, texts);
  if (quantity === null) return why;
  const missed =
    quantity === 'product'
      ? notes.unused({ amount: unusedText(parameters, request, texts) })
      : notes.off({ quantity, percent: percentOff ?? 0 });
  const sentence = [missed, why].join(texts.planner.why.fluid.gap);
  return parameters.isWithoutAssumed === 1 ? texts.plan.reasons.withoutAssumed({ note: sentence }) : sentence;
}

/** Says which change would help and how much it brings; else which limit or constraint is reached. */
function whyText(
  { quantity, binding, parameters, help }: Note,
  figures: { readonly amount: string | null; readonly max: string },
  { plan, measures }: Texts,
): string {
  const { reasons, notes } = plan;
  const isCeiling = binding === 'hourly_carb' || binding === 'hourly_sodium' || binding === 'hourly_fluid';
  if (help == null) {
    if (isCeiling && quantity !== 'product') return reasons.limit({ max: figures.max });
    return notes.why[binding === 'stomach' ? 'spacing' : binding]({
      quantity: quantity ?? 'product',
      ...figures,
    });
  }
  const amountOf = (amount: number) =>
    missingText(
      quantity === 'carb'
        ? { missingG: amount }
        : quantity === 'sodium'
          ? { missingMg: amount }
          : { missingMl: amount },
      measures,
    ) ?? '';
  return reasons.helps({
    change: help.change,
    volume: measures.volume(parameters.volumeMl ?? 0),
    amount: amountOf(help.amount),
    missing: help.percent >= CLOSED_PERCENT ? null : (figures.amount ?? ''),
  });
}

/** From this share of what is missing on, a change closes the gap. */
const CLOSED_PERCENT = 95;

function missingText({ missingG, missingMg, missingMl }: NoteParameters, measures: Measures): string | null {
  if (missingG !== undefined) return massText(missingG);
  if (missingMg !== undefined) return milligramsText(missingMg);
  return missingMl === undefined ? null : measures.volume(missingMl);
}

function maximumText(binding: Binding, { ceilings }: Request, measures: Measures): string {
  if (binding === 'hourly_carb') return massText(ceilings.carbG);
  return binding === 'hourly_sodium' ? milligramsText(ceilings.sodiumMg) : measures.limit(ceilings.fluidMl);
}

function unusedText({ productId, servings = 1 }: NoteParameters, { home }: Request, texts: Texts): string {
  const product = home.find(({ id }) => id === productId);
  return product === undefined ? '' : amountText({ product, servings }, texts);
}
