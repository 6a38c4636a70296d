/** The steps behind each number. Loaded on first use. */
export { explain, prescribeAndExplain } from '../src/explain.ts';
