/**
 * Characters that a terminal obeys or hides instead of showing: controls (escape sequences begin with one), marks that change
 * the direction of text, separators of lines, and what is shown as nothing. Lone surrogates too.
 */
const OBEYED = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Escapes what a terminal would not show as it is, as JSON does (`\u001b`), so that text of others is only ever read. */
export function escapeText(text: string): string {
  return text.replace(OBEYED, escapeCharacter);
}

/** Escapes text that was laid out in lines and columns: line breaks and tabs stay. */
export function escapeLayout(text: string): string {
  return text.replace(OBEYED, (character) =>
    character === '\n' || character === '\t' ? character : escapeCharacter(character),
  );
}

function escapeCharacter(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    const unit = character.charCodeAt(index).toString(16);
    return `\\u${unit.padStart(4, '0')}`;
  }).join('');
}

/** Returns the value of a JSON text; null if it is not one. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
