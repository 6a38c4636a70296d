import type { Scope } from '../../../http/route.ts';
import type { PageTexts, TitledText } from '../../../languages/page-texts.ts';

/** Returns the words of a stored scope; null for a scope that no longer exists, which is not shown. */
export function scopeWords({ scopes }: PageTexts, scope: string): TitledText | null {
  // The compiler compares: a scope without words fails here.
  const words: Readonly<Record<Scope, TitledText>> = scopes;
  return Object.entries(words).find(([name]) => name === scope)?.[1] ?? null;
}
