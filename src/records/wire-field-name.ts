import { snakeName } from '../http/wire-case.ts';

/** Maps an engine input's name to the wire's field. The engine takes an age, the wire a year of birth. */
export function wireFieldName(engineName: string): string {
  return engineName === 'ageYears' ? 'birth_year' : snakeName(engineName);
}
