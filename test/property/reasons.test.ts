import { LANGUAGES, textsOf } from '@musette/languages/languages';
import { describe, expect, test } from 'vitest';
import { liftsOf } from '#nutrition/fuel-plans/plan/counterfactual.ts';
import type { Note, Plan } from '#nutrition/fuel-plans/plan/model.ts';
import { planFuel } from '#nutrition/fuel-plans/plan/plan.ts';
import { totalsOf } from '#nutrition/fuel-plans/plan/views.ts';
import { noteText } from '#nutrition/fuel-plans/plan-notes.ts';
import { seededEvents, WRITTEN_EVENTS, writtenEvent } from '../support/fuel-events.ts';
import { checkedPlan } from '../support/plan-checks.ts';

const FIGURES = { carb: 'carbG', sodium: 'sodiumMg', fluid: 'fluidMl' } as const;

/** Carries out what a note names, and returns what it then brings; null if it names nothing. */
function broughtBy(plan: Plan, { quantity, help, parameters }: Note): number | null {
  if (help == null || quantity === null || quantity === 'product' || quantity === 'caffeine') return null;
  const figure = FIGURES[quantity];
  const missing = parameters.missingG ?? parameters.missingMg ?? parameters.missingMl ?? 0;
  const lift = liftsOf(plan.request, { isMixed: false, quantity: figure, missing }).find(
    ({ change }) => change === help.change,
  );
  if (lift === undefined) throw new Error(`${help.change} cannot be carried out`);
  return totalsOf(planFuel(lift.request))[figure] - totalsOf(plan)[figure];
}

describe('a reason is what would have helped', () => {
  test('what a note of a written event names brings at least half of what it says, but for one', () => {
    const named = WRITTEN_EVENTS.flatMap((event) => {
      const { plan } = checkedPlan(event);
      return plan.notes.flatMap((note) => {
        const brought = broughtBy(plan, note);
        return brought === null ? [] : [{ name: event.name, brought, amount: note.help?.amount ?? 0 }];
      });
    });
    expect(named.length).toBeGreaterThan(2);
    const kept = named.filter(({ brought, amount }) => brought >= amount / 2);
    expect(kept.length, JSON.stringify(named)).toBeGreaterThanOrEqual(named.length - 1);
  });

  test('of drawn events, nine in ten', () => {
    let [named, kept] = [0, 0];
    for (const event of seededEvents(38, 250)) {
      const { plan } = checkedPlan(event);
      for (const note of plan.notes) {
        const brought = broughtBy(plan, note);
        if (brought === null) continue;
        named += 1;
        if (brought >= (note.help?.amount ?? 0) / 2) kept += 1;
      }
    }
    expect(named).toBeGreaterThan(20);
    expect(kept / named).toBeGreaterThanOrEqual(0.9);
  });

  test('an amount is at most what is missing, and a change brings at least a quarter of it', () => {
    for (const event of seededEvents(7, 150)) {
      for (const { help, parameters } of checkedPlan(event).plan.notes) {
        if (help == null) continue;
        const missing = parameters.missingG ?? parameters.missingMg ?? parameters.missingMl ?? 0;
        expect(help.amount).toBeLessThanOrEqual(missing + 0.5);
        expect(help.percent).toBeGreaterThanOrEqual(15);
      }
    }
  });

  test.each(LANGUAGES)(
    'the sentence names the change and its amount in %s, and a ceiling invites nobody',
    async (language) => {
      const texts = await textsOf(language);
      const { plan } = checkedPlan(writtenEvent('13'));
      const note = plan.notes.find(({ quantity }) => quantity === 'fluid');
      if (note?.help == null) throw new Error('the event lacks fluid');
      expect(note.help.change).toBe('flask_on_run');
      const sentence = noteText(note, plan.request, texts);
      expect(sentence).toContain(texts.measures.volume(note.help.amount));
      expect(sentence).toContain(texts.measures.volume(500));
      const ceiling = noteText(
        { quantity: 'carb', percentOff: -20, binding: 'hourly_carb', parameters: {} },
        plan.request,
        texts,
      );
      expect(ceiling).not.toMatch(/[Pp]racti[sc]e|Übe|Entraîne|Entrena|Allena|練習/);
    },
  );
});
