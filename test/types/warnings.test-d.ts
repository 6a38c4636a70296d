import type { WarningParameters } from '@musette/engine/warnings';
import { rule } from '@musette/engine/warnings';
import type { WarningTexts } from '@musette/languages/texts';

/**
 * Compiled, never run: `npm run types` fails if the compiler accepts a warning that does not fit its rule, because an expected
 * error that is missing is an error itself.
 */

const danger = { severities: ['danger'] } as const;

// @ts-expect-error a severity that the rule does not have
rule({ ...danger, parameters: {}, raise: () => ({ severity: 'caution', parameters: {} }) });
// @ts-expect-error a missing parameter
rule({ ...danger, parameters: { years: 'number' }, raise: () => ({ severity: 'danger', parameters: {} }) });
// @ts-expect-error a parameter that the rule does not have
rule({ ...danger, parameters: {}, raise: () => ({ severity: 'danger', parameters: { ageYears: 1 } }) });
// @ts-expect-error an unknown kind of parameter
rule({ ...danger, parameters: { ageYears: 'text' }, raise: () => false });
// @ts-expect-error an unknown code among those it contradicts
rule({ ...danger, parameters: {}, contradicts: () => ['HEAT'], raise: () => false });

// @ts-expect-error null where the rule has a number
export const youth: WarningParameters['YOUTH'] = { ageYears: null, tooLong: true };
// @ts-expect-error a word that is not one of the rule's
export const needed: WarningParameters['INPUT_NEEDED'] = { field: 'weight', hidesMass: true };
// @ts-expect-error a parameter of a code without any
export const extreme: WarningParameters['HEAT_EXTREME'] = { ageYears: 1 };
// @ts-expect-error a text for only one of the codes
export const texts: WarningTexts = { HEAT_EXTREME: () => 'Extreme heat.' };
