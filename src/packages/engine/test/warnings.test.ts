import { RandomSource } from '@musette/basics/random-source';
import { ENGLISH } from '@musette/languages/english';
import { warningText } from '@musette/languages/texts';
import { describe, expect, test } from 'vitest';
import { activity, athlete, HEALTHY } from '../laboratory/fixtures.ts';
import { contradictions } from '../laboratory/population-figures.ts';
import { InputSource } from '../laboratory/random-inputs.ts';
import type { WarningCode } from '../src/names.ts';
import { prescribe } from '../src/prescribe.ts';
import type { EngineActivity, EngineAthlete } from '../src/types.ts';
import type { WarningSeverity } from '../src/warning-rules.ts';
import { WARNINGS, type Warning, type WarningParameters } from '../src/warnings.ts';

interface Trigger {
  readonly code: WarningCode;
  readonly severity: 'info' | 'caution' | 'danger';
  readonly what: Partial<EngineActivity>;
  readonly who?: Partial<EngineAthlete>;
  /** Changes just short of the threshold: the same case with them does not raise it. */
  readonly shortOf?: Partial<EngineActivity>;
}

const SLOW_MARATHON = { durationMin: 360, intensityLevel: 2, isRaceEvent: true } as const;

const TRIGGERS: readonly Trigger[] = [
  {
    code: 'EAH_RISK_LONG_SLOW',
    severity: 'danger',
    what: { type: 'walk', durationMin: 300, intensityLevel: 1, thermalStressLevel: 3 },
    who: { sex: 'female', bodyMassKg: 50, health: { ...HEALTHY, nsaidOnRaceDay: true } },
    shortOf: { durationMin: 239 },
  },
  {
    code: 'NSAID_RISK',
    severity: 'caution',
    what: SLOW_MARATHON,
    who: { health: { ...HEALTHY, nsaidOnRaceDay: true } },
    shortOf: { durationMin: 180 },
  },
  {
    code: 'HEAT_CAUTION',
    severity: 'caution',
    what: { thermalStressLevel: 7 },
    shortOf: { thermalStressLevel: 6 },
  },
  {
    code: 'HEAT_BLACK_FLAG',
    severity: 'caution',
    what: { thermalStressLevel: 8 },
    shortOf: { thermalStressLevel: 7 },
  },
  {
    code: 'HEAT_EXTREME',
    severity: 'danger',
    what: { thermalStressLevel: 9 },
    shortOf: { thermalStressLevel: 8 },
  },
  {
    code: 'HEAT_UNACCLIMATISED',
    severity: 'caution',
    what: { thermalStressLevel: 7 },
    shortOf: { thermalStressLevel: 6 },
  },
  {
    code: 'HEAT_HARD_EFFORT',
    severity: 'danger',
    what: { thermalStressLevel: 8, intensityLevel: 7 },
    shortOf: { intensityLevel: 6 },
  },
  {
    code: 'COLD_LOW_FLUID',
    severity: 'info',
    what: { thermalStressLevel: 2 },
    shortOf: { thermalStressLevel: 3 },
  },
  {
    code: 'COLD_IMMERSION',
    severity: 'caution',
    what: { type: 'open_water_swim', thermalStressLevel: 1 },
    shortOf: { thermalStressLevel: 2 },
  },
  {
    code: 'DEHYDRATION_LARGE',
    severity: 'danger',
    what: { durationMin: 200, intensityLevel: 9, thermalStressLevel: 8 },
    who: { sweatLevel: 9, fitnessLevel: 8 },
  },
  {
    code: 'DEHYDRATION_LARGE',
    severity: 'caution',
    what: { durationMin: 210, intensityLevel: 7, thermalStressLevel: 6, isRaceEvent: true },
    who: {
      ageYears: 40,
      bodyMassKg: 105,
      heightCm: 178,
      fitnessLevel: 5,
      sweatLevel: null,
      saltinessLevel: null,
    },
    shortOf: { durationMin: 90 },
  },
  {
    code: 'INPUT_NEEDED',
    severity: 'danger',
    what: {
      type: 'trail_run',
      durationMin: 900,
      intensityLevel: 5,
      thermalStressLevel: 6,
      isRaceEvent: true,
    },
    who: { bodyMassKg: null, sex: 'female', heightCm: 160 },
    shortOf: { durationMin: 240 },
  },
  {
    code: 'HEAT_CAUTION',
    severity: 'info',
    what: { thermalStressLevel: 7, intensityLevel: 4, durationMin: 60 },
    shortOf: { thermalStressLevel: 6 },
  },
  {
    code: 'HEAT_CAUTION',
    severity: 'caution',
    what: { thermalStressLevel: 6, intensityLevel: 4 },
    who: { health: { ...HEALTHY, heatIllnessHistory: true } },
    shortOf: { thermalStressLevel: 5 },
  },
  {
    code: 'EAH_RISK_LONG_SLOW',
    severity: 'caution',
    what: { type: 'bike', durationMin: 240, intensityLevel: 6 },
    who: { health: { ...HEALTHY, waterRetainingDrug: true } },
    shortOf: { durationMin: 239 },
  },
  {
    code: 'SWEAT_EXCEEDS_GUT',
    severity: 'info',
    what: { durationMin: 120, intensityLevel: 7, thermalStressLevel: 8 },
    who: { sweatLevel: 6 },
    shortOf: { durationMin: 89 },
  },
  {
    code: 'HEAT_FLUID_LOSS',
    severity: 'info',
    what: { durationMin: 150, intensityLevel: 7, thermalStressLevel: 9 },
  },
  { code: 'DRINK_TO_THIRST', severity: 'info', what: { durationMin: 90 }, shortOf: { durationMin: 91 } },
  {
    code: 'SODIUM_UNMEASURED',
    severity: 'info',
    what: { durationMin: 200, intensityLevel: 7, thermalStressLevel: 8 },
    who: { saltinessLevel: 8 },
    shortOf: { durationMin: 179 },
  },
  {
    code: 'CARB_ABOVE_TOLERANCE',
    severity: 'info',
    what: { type: 'bike', durationMin: 240, intensityLevel: 8, isRaceEvent: true },
    who: { carbToleranceGPerHr: 40 },
    shortOf: { durationMin: 119 },
  },
  {
    code: 'CARB_HIGH_UNTRAINED',
    severity: 'caution',
    what: { durationMin: 180 },
    who: { usualCarbGPerHr: 100 },
  },
  {
    code: 'CARB_CONCENTRATED',
    severity: 'info',
    what: { type: 'bike', durationMin: 150, intensityLevel: 5, thermalStressLevel: 2, isRaceEvent: true },
  },
  {
    code: 'GI_HISTORY',
    severity: 'caution',
    what: { type: 'bike', durationMin: 200, intensityLevel: 7, isRaceEvent: true },
    who: { giHistory: true },
  },
  {
    code: 'INTAKE_NOT_NEEDED',
    severity: 'info',
    what: { durationMin: 40, intensityLevel: 3 },
    shortOf: { durationMin: 80 },
  },
  {
    code: 'MOUTH_RINSE_OPTION',
    severity: 'info',
    what: { durationMin: 45, intensityLevel: 8, isRaceEvent: true },
    shortOf: { durationMin: 76 },
  },
  { code: 'YOUTH', severity: 'info', what: {}, who: { ageYears: 15 } },
  { code: 'YOUTH', severity: 'caution', what: { durationMin: 91 }, who: { ageYears: 15 } },
  { code: 'YOUTH', severity: 'danger', what: { durationMin: 181 }, who: { ageYears: 15 } },
  { code: 'OLDER_ADULT', severity: 'info', what: {}, who: { ageYears: 65 } },
  { code: 'PREGNANCY', severity: 'caution', what: {}, who: { health: { ...HEALTHY, pregnant: true } } },
  {
    code: 'MEDICAL_SODIUM',
    severity: 'info',
    what: {},
    who: { health: { ...HEALTHY, hypertension: true } },
  },
  {
    code: 'MEDICAL_SODIUM',
    severity: 'caution',
    what: {},
    who: { health: { ...HEALTHY, hypertension: true, nsaidOnRaceDay: true } },
  },
  {
    code: 'MEDICAL_FLUID',
    severity: 'danger',
    what: { durationMin: 61 },
    who: { health: { ...HEALTHY, heartFailure: true } },
  },
  {
    code: 'MEDICAL_FLUID',
    severity: 'caution',
    what: { durationMin: 60 },
    who: { health: { ...HEALTHY, kidneyDisease: true } },
  },
  {
    code: 'DIABETES',
    severity: 'danger',
    what: { durationMin: 61 },
    who: { health: { ...HEALTHY, diabetesTreated: true } },
  },
  { code: 'DIABETES', severity: 'caution', what: {}, who: { health: { ...HEALTHY, diabetesTreated: true } } },
  {
    code: 'EATING_DISORDER_REDS',
    severity: 'caution',
    what: {},
    who: { health: { ...HEALTHY, redsOrEatingDisorder: true } },
  },
  { code: 'VERY_LONG_EVENT', severity: 'info', what: { durationMin: 400 }, shortOf: { durationMin: 360 } },
  { code: 'EAH_SYMPTOMS', severity: 'info', what: { durationMin: 480 }, shortOf: { durationMin: 479 } },
  { code: 'GLP1', severity: 'info', what: {}, who: { health: { ...HEALTHY, glp1Drug: true } } },
  { code: 'SGLT2', severity: 'caution', what: {}, who: { health: { ...HEALTHY, sglt2Drug: true } } },
  { code: 'MASS_UNLIKELY', severity: 'caution', what: {}, who: { bodyMassKg: 130, heightCm: 177 } },
  { code: 'MASS_UNLIKELY', severity: 'caution', what: {}, who: { bodyMassKg: 70, formerMassKg: 160 } },
  { code: 'ALTITUDE', severity: 'info', what: { altitudeM: 2500 }, shortOf: { altitudeM: 2000 } },
  { code: 'MASS_MISSING', severity: 'info', what: {}, who: { bodyMassKg: null } },
  { code: 'MASS_UNLIKELY', severity: 'caution', what: {}, who: { bodyMassKg: 110, heightCm: null } },
  {
    code: 'DATA_OUT_OF_RANGE',
    severity: 'info',
    what: { durationMin: 1441 },
    shortOf: { durationMin: 1440 },
  },
  { code: 'ASSUMED', severity: 'info', what: { intensityLevel: null }, shortOf: { intensityLevel: 5 } },
  {
    code: 'ASSUMED',
    severity: 'info',
    what: { durationMin: 180 },
    who: { ageYears: null },
    shortOf: { durationMin: 179 },
  },
  { code: 'CARB_TOLERANCE_UNLIKELY', severity: 'caution', what: {}, who: { carbToleranceGPerHr: 11 } },
  {
    code: 'INTAKE_NOT_NEEDED',
    severity: 'info',
    what: { type: 'lift', durationMin: 242, intensityLevel: 2, thermalStressLevel: 4 },
    who: { ageYears: 30, bodyMassKg: 46, heightCm: 178 },
  },
  {
    code: 'CONFLICTING_INPUT',
    severity: 'caution',
    what: { durationMin: 240, intensityLevel: 8 },
    shortOf: { durationMin: 180 },
  },
];

/** Raised by reports, not by one session. `src/packages/engine/test/learning.test.ts` raises them. */
const OF_REPORTS: readonly string[] = ['EAH_OVERDRINK_REPORTED', 'EAH_PLAN_EXCEEDS_SAFE'];

const THIRST = { code: 'DRINK_TO_THIRST', severity: 'info', parameters: {} } as const;
const INPUT_NEEDED = {
  code: 'INPUT_NEEDED',
  severity: 'danger',
  parameters: { field: 'mass', hidesMass: false },
} as const;

function loss(severity: WarningSeverity): Warning<'DEHYDRATION_LARGE'> {
  const isDanger = severity === 'danger';
  return { code: 'DEHYDRATION_LARGE', severity, parameters: { isDanger, hidesMass: false } };
}

function eahRisk(
  severity: WarningSeverity,
  condition: WarningParameters['EAH_RISK_LONG_SLOW']['condition'],
): Warning<'EAH_RISK_LONG_SLOW'> {
  const parameters = { maxMlPerHr: 600, inWater: false, hidesMass: false, condition };
  return { code: 'EAH_RISK_LONG_SLOW', severity, parameters };
}

describe('warnings', () => {
  test('of every code are raised by a row in this file', () => {
    const raised = new Set<string>(TRIGGERS.map(({ code }) => code));
    const missing = Object.keys(ENGLISH.warnings).filter((code) => !raised.has(code));
    expect(missing.sort(), 'add these to TRIGGERS').toEqual(OF_REPORTS);
  });

  test.each(TRIGGERS)('$code is raised as $severity', ({ code, severity, what, who }) => {
    const { warnings } = prescribe({
      activity: activity(what),
      athlete: athlete(who),
      learned: null,
    }).safety;
    const raised = warnings.find((warning) => warning.code === code);
    expect(raised?.severity, warnings.map((warning) => warning.code).join(' ')).toBe(severity);
    expect(raised === undefined ? '' : warningText(ENGLISH, raised)).toMatch(/^[A-Z].*\.$/);
  });

  test.each(TRIGGERS.filter(({ shortOf }) => shortOf !== undefined))(
    '$code is not raised just short of its gate: $shortOf',
    ({ code, what, who, shortOf }) => {
      const { warnings } = prescribe({
        activity: activity({ ...what, ...shortOf }),
        athlete: athlete(who),
        learned: null,
      }).safety;
      expect(warnings.map((warning) => warning.code)).not.toContain(code);
    },
  );

  test.each([
    [8, false],
    [1, false],
    [0, true],
    [-6, true],
  ])('the warning of cold names frozen bottles only where water freezes: %i °C', (temperatureC, isFrozen) => {
    const weather = { temperatureC, humidityPercent: 60, shade: false };
    const { safety } = prescribe({
      athlete: athlete(),
      activity: activity({ weather, thermalStressLevel: null, intensityLevel: 4 }),
      learned: null,
    });
    const cold = safety.warnings.find(({ code }) => code === 'COLD_LOW_FLUID');
    expect(cold && /freezing/.test(warningText(ENGLISH, cold))).toBe(isFrozen);
  });

  test.each([
    ['mild advice to drink less next to a missing field', [eahRisk('caution', null), INPUT_NEEDED], 1],
    ['the same of a condition', [eahRisk('caution', 'water_retaining_drug'), INPUT_NEEDED], 0],
    ['a danger of drinking next to a missing field', [eahRisk('danger', null), INPUT_NEEDED], 0],
    ['a danger of drinking next to a loss', [eahRisk('danger', null), loss('caution')], 0],
    ['two dangers, of drinking and of a loss', [eahRisk('danger', null), loss('danger')], 0],
    ['mild advice to drink less next to a loss', [eahRisk('caution', null), loss('danger')], 1],
    ['thirst as a guide next to two that deny it', [THIRST, loss('caution'), INPUT_NEEDED], 2],
  ] as const)('contradictions are counted: %s', (_what, warnings, count) => {
    expect(contradictions(warnings)).toBe(count);
    expect(contradictions(warnings.toReversed())).toBe(count);
  });

  test('no contradictory pair can be built, over 30,000 inputs of the full wire range and any learned state', () => {
    const source = new InputSource(new RandomSource(99));
    for (let index = 0; index < 30_000; index++) {
      const { warnings } = prescribe(source.anything(0.3)).safety;
      const codes = warnings.map(({ code, severity }) => `${code} ${severity}`);
      expect(contradictions(warnings), codes.join(', ')).toBe(0);
    }
  });

  test('every severity of a code is raised, and no other: /docs/warnings shows them', () => {
    const source = new InputSource(new RandomSource(96));
    const raised: Record<string, Set<string>> = {};
    for (let index = 0; index < 30_000; index++) {
      const { learned, ...input } = source.anything(0.3);
      const alarm = learned?.lastAlarm ?? null;
      const lastAlarm = alarm && {
        ...alarm,
        severity: index % 2 ? ('danger' as const) : ('caution' as const),
      };
      const { warnings } = prescribe({ ...input, learned: learned && { ...learned, lastAlarm } }).safety;
      for (const { code, severity } of warnings) {
        raised[code] = (raised[code] ?? new Set()).add(severity);
      }
    }
    const asSets = Object.entries(WARNINGS).map(([code, { severities }]) => [code, new Set(severities)]);
    expect(raised).toEqual(Object.fromEntries(asSets));
  });

  test('most severe come first, preceded only by the one that says who must set fluid and sodium', () => {
    const source = new InputSource(new RandomSource(98));
    const order = { danger: 0, caution: 1, info: 2 };
    for (let index = 0; index < 500; index++) {
      const ranks = prescribe(source.anything(0.3)).safety.warnings.map(({ code, severity }) =>
        code === 'MEDICAL_FLUID' ? -1 : order[severity],
      );
      expect(ranks).toEqual(ranks.toSorted((left, right) => left - right));
    }
  });

  test('an athlete with low energy availability sees no mention or figure of weight', () => {
    const source = new InputSource(new RandomSource(97));
    for (let index = 0; index < 3000; index++) {
      const input = source.anything(0.2);
      const who = {
        ...input.athlete,
        health: { ...input.athlete.health, redsOrEatingDisorder: true },
      };
      const result = prescribe({ ...input, athlete: who });
      expect(result.projection.bodyMassChangePercent).toBeNull();
      expect(result.drivers.map(({ field }) => field)).not.toContain('bodyMassKg');
      for (const warning of result.safety.warnings) {
        expect(warningText(ENGLISH, warning)).not.toMatch(/weight|body mass|\bkg\b/i);
      }
    }
  });
});
