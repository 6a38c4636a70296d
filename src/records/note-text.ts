import type { Note } from '../engine/types.ts';
import { noteText, type Texts } from '../languages/texts.ts';

/** Renders a stored note. The first engine stored the phrase itself. */
export function noteToWire(note: Note | string, texts: Texts): string {
  return typeof note === 'string' ? note : noteText(texts, note);
}
