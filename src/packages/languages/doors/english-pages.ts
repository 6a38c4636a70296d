/** The English pages, for what is never translated. */

export { FRAME } from '../src/en/frame.ts';
export { PAGES } from '../src/en/pages.ts';
