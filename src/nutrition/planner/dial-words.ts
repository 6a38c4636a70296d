import type { PlannerTexts } from '#core/languages/planner-texts.ts';
import { DIALS, type DialName } from './choice.ts';

/** Returns the meaning of a dial's number as text; empty if the number says it. */
export function dialText(name: DialName, value: number, texts: PlannerTexts): string {
  const { intensities, fitness } = texts.controls;
  if (name === 'duration_min') return texts.duration({ min: value });
  if (name === 'intensity_level') return intensities[value - 1] ?? '';
  return name === 'fitness_level' ? (fitness[value - 1] ?? '') : '';
}

/** Formats the bounds of a dial. */
export function boundsText(name: DialName, texts: PlannerTexts): string {
  const { min, max } = DIALS[name];
  const { unit } = texts.controls.dials[name];
  const words = (value: number) =>
    name === 'duration_min' ? texts.duration({ min: value }) : `${value} ${unit}`;
  return texts.controls.bounds({ from: words(min), to: words(max) });
}
