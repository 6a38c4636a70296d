/** A part of a source that stands for a condition, and what it becomes when the condition is dropped. */
export interface Dropped {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The text of an `sql` template in a source, with the places of its values. */
export interface Placed extends Span {
  readonly values: readonly Span[];
}

/** A word, sign, text or value of SQL, or a group in parentheses. */
interface Token extends Span {
  readonly word: string;
  readonly inside: readonly Token[] | null;
}

/** Words after which a condition begins. */
const BEGINS = new Set(['WHERE', 'ON', 'HAVING', 'WHEN']);
/** Words at which a condition ends. */
const ENDS = new Set([
  ...['GROUP', 'ORDER', 'LIMIT', 'THEN', 'ELSE', 'END', 'UNION', 'RETURNING', 'JOIN', 'LEFT', 'INNER'],
  ...['FROM', 'SELECT', 'VALUES', 'SET', 'AS', 'DO', 'CASE', ','],
]);
/** Words and signs by which a text without a WHERE is known to be a condition. */
const COMPARES = new Set([
  ...['=', '<', '>', '<=', '>=', '<>', '!=', 'IN', 'IS', 'LIKE', 'EXISTS', 'BETWEEN', 'AND', 'OR'],
]);

/** Matches one token; a quoted text is one, so that its words are no keywords. */
const TOKEN = /'(?:[^']|'')*'|[A-Za-z_][\w.]*|<=|>=|<>|!=|->>?|\|\||[^\s\w]|\d+/y;

/**
 * Returns the terms of the conditions of an `sql` text, each with the constant that drops it: a term of an AND becomes 1,
 * an arm of an OR 0. Conditions are what follows WHERE, ON, HAVING and WHEN, what is in parentheses and compares, and the
 * whole text if it compares and is no statement.
 */
export function droppedInSql(source: string, placed: Placed): readonly Dropped[] {
  return termsOfGroup(tokensOf(source, placed), false);
}

function termsOfGroup(tokens: readonly Token[], isOfCall: boolean): readonly Dropped[] {
  const found: Dropped[] = [];
  let condition: Token[] | null = null;
  const isStatement = tokens.some(({ word }) => BEGINS.has(word) || word === 'SELECT' || word === 'CASE');
  if (!isStatement && !isOfCall && tokens.some(({ word }) => COMPARES.has(word))) condition = [];
  for (const token of tokens) {
    if (BEGINS.has(token.word)) {
      found.push(...termsOfCondition(condition ?? []));
      condition = [];
    } else if (condition !== null && ENDS.has(token.word)) {
      found.push(...termsOfCondition(condition));
      condition = null;
    } else condition?.push(token);
  }
  found.push(...termsOfCondition(condition ?? []));
  tokens.forEach(({ inside }, at) => {
    const before = tokens[at - 1];
    // A name before parentheses calls a function, whose arguments are no condition of their own.
    const calls = before !== undefined && /^[A-Z_]\w*$/.test(before.word) && !OPERATORS.has(before.word);
    if (inside) found.push(...termsOfGroup(inside, calls));
  });
  return found;
}

/** Words that parentheses may follow without being a call. */
const OPERATORS = new Set([...BEGINS, ...ENDS, ...COMPARES, 'NOT']);

/** Splits a condition into the arms of its ORs and the terms of their ANDs. */
function termsOfCondition(tokens: readonly Token[]): readonly Dropped[] {
  const arms = split(tokens, 'OR').filter((arm) => arm.length > 0);
  return arms.flatMap((arm) => {
    const terms = split(arm, 'AND').filter((term) => term.length > 0);
    const dropped = terms.length > 1 || arms.length === 1 ? terms.map((term) => replaced(term, '1')) : [];
    // A term that is only a group is dropped part by part.
    const whole = dropped.filter((_, at) => !isGroupOfTerms(terms[at] ?? []));
    return arms.length > 1 ? [replaced(arm, '0'), ...whole] : whole;
  });
}

function isGroupOfTerms([only, second]: readonly Token[]): boolean {
  return second === undefined && (only?.inside?.some(({ word }) => word === 'AND' || word === 'OR') ?? false);
}

/** Splits at a word, but not at the AND of a BETWEEN. */
function split(tokens: readonly Token[], at: 'AND' | 'OR'): readonly (readonly Token[])[] {
  const parts: Token[][] = [[]];
  let isBetween = false;
  for (const token of tokens) {
    if (token.word === 'BETWEEN') isBetween = true;
    if (token.word === at && !(at === 'AND' && isBetween)) parts.push([]);
    else parts.at(-1)?.push(token);
    if (token.word === 'AND') isBetween = false;
  }
  return parts;
}

function replaced(tokens: readonly Token[], replacement: string): Dropped {
  const [first, last] = [tokens[0], tokens.at(-1)];
  if (!first || !last) throw new Error('a term has at least one token');
  return { start: first.start, end: last.end, replacement };
}

function tokensOf(source: string, { start, end, values }: Placed): readonly Token[] {
  const open: { readonly start: number; readonly tokens: Token[] }[] = [{ start, tokens: [] }];
  let at = start;
  while (at < end) {
    const value = values.find((each) => each.start === at);
    TOKEN.lastIndex = at;
    const text = value ? source.slice(value.start, value.end) : (TOKEN.exec(source)?.[0] ?? '');
    const span = { start: at, end: at + Math.max(1, text.length) };
    at = span.end;
    if (text === '(') open.push({ start: span.start, tokens: [] });
    else if (text === ')' && open.length > 1) {
      const group = open.pop();
      if (group)
        open.at(-1)?.tokens.push({ start: group.start, end: span.end, word: '()', inside: group.tokens });
    } else if (text !== '')
      open.at(-1)?.tokens.push({ ...span, word: value ? '?' : text.toUpperCase(), inside: null });
  }
  return open.flatMap(({ tokens }) => tokens);
}
