/**
 * The compression of stored inputs, loaded at its first use. It names what it takes of the library, so that the rest of it
 * stays out of the bundle.
 */
export { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';
export { INPUTS_DICTIONARY } from './inputs-dictionary.ts';
