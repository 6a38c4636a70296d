import { expect, test } from 'vitest';
import { measure } from '../bench/size.ts';

const SOURCE = `import { a } from './a.ts';
export { b } from './b.ts';

/** A docstring. */
export const TABLE = {
  one: 1,
  // A comment.
  two: (x: number) => {
    return x + 1;
  },
} as const;

export function double(x: number): string {
  return \`
    \${x * 2}
  \`;
}
`;

test('lines of code are counted without imports, comments, blanks and tables, except for the functions in them', () => {
  expect(measure('a.ts', SOURCE)).toEqual({ imports: 2, blank: 2, comments: 2, data: 3, code: 8 });
});
