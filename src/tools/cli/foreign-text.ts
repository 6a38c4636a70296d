/**
 * Characters that a terminal interprets or hides: controls (including the start of escape sequences), marks that change the
 * text direction, line separators, invisible characters and lone surrogates.
 */
const INJECTION_PATTERNS = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Escapes characters that a terminal would not show literally, like JSON (`\u001b`), so foreign text is harmless. */
export function escapeText(text: string): string {
  return text.replace(INJECTION_PATTERNS, escapeCharacter);
}

/** Escapes text in lines and columns, keeping line breaks and tabs. */
export function escapeLayout(text: string): string {
  return text.replace(INJECTION_PATTERNS, (character) =>
    character === '\n' || character === '\t' ? character : escapeCharacter(character),
  );
}

function escapeCharacter(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    const unit = character.charCodeAt(index).toString(16);
    return `\\u${unit.padStart(4, '0')}`;
  }).join('');
}

/** Parses a JSON text, or returns null if it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns a member of parsed JSON, or null if it has none of the name. */
export function memberOf(value: unknown, name: string): unknown {
  return Reflect.get(Object(value), name) ?? null;
}
