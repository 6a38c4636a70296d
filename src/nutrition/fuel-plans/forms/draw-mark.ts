import type { Form } from '../portions.ts';
import { type Point, roundToHundredth } from './svg-text.ts';

/** Outlines of the forms around their centre. Shapes differ, so nothing depends on colour. */
export const MARKS: Readonly<Record<Form, string>> = {
  drink: 'M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z',
  gel: 'M0-4.5l4.5 8h-9z',
  chew: 'M-4.5-2.5h9v5h-9z',
  solid: 'M-3.5-3.5h7v7h-7z',
  capsule: 'M0-4.5l4.5 4.5-4.5 4.5-4.5-4.5z',
};

/** Draws an intake. */
export function drawMark(form: Form, { x, y }: Point, size: number): string {
  return `<path class="mark" transform="translate(${x} ${y}) scale(${roundToHundredth(size)})" d="${MARKS[form]}"/>`;
}
