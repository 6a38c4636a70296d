import { describe, expect, test } from 'vitest';
import { engineProfileFields, identityFields } from '#nutrition/records/athlete-fields.ts';
import { nearestName } from '#platform/http/validation.ts';

const KNOWN = Object.keys({ ...identityFields, ...engineProfileFields });

describe('the field that was meant by an unknown one', () => {
  test.each([
    ['body_mass', 'body_mass_kg'],
    ['bodyMassKg', 'body_mass_kg'],
    ['BODY-MASS-KG', 'body_mass_kg'],
    ['body_mas_kg', 'body_mass_kg'],
    ['body_mass_gk', 'body_mass_kg'],
    ['weight', 'body_mass_kg'],
    ['weight_kg', 'body_mass_kg'],
    ['height', 'height_cm'],
    ['ftp', 'ftp_w'],
    ['nmae', 'name'],
    ['sweatLevel', 'sweat_level'],
    ['birthyear', 'birth_year'],
    ['heat_acclimatised', 'heat_acclimatized'],
    ['gender', 'sex'],
  ])('%s is near %s', (typed, meant) => {
    expect(nearestName(typed, KNOWN)).toBe(meant);
  });

  test.each(['favourite_colour', 'x', '', '__proto__', 'constructor', '训练', 'a'.repeat(100_000)])(
    '%.20s is near none',
    (typed) => {
      expect(nearestName(typed, KNOWN)).toBeNull();
    },
  );
});
