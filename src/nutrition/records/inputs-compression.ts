/**
 * Loads the compression of stored inputs on first use. Imports by name, so that the rest of the library stays
 * out of the bundle.
 */
export { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';
export { INPUTS_DICTIONARY } from './inputs-dictionary.ts';
