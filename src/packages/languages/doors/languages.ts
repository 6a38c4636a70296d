/** The languages and units, the choice of them for a response, and their texts, loaded on first use. */
export {
  chooseLanguage,
  type Reader,
  textsFor,
  textsForAll,
  textsOf,
  unitsFor,
  unitsOfTag,
} from '../src/languages.ts';
export { LANGUAGES, type Language, UNITS, type Units } from '../src/tags.ts';
