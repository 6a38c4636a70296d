import { prescribe } from '@musette/engine/prescribe';
import { ENGLISH } from '@musette/languages/english';
import { expect, test } from 'vitest';
import { activityExample } from '#nutrition/activities/activity-shape.ts';
import { athleteExample, athleteToWire } from '#nutrition/athletes/athlete-shape.ts';
import { newAthlete } from '#nutrition/athletes/create-athlete.ts';
import { caffeineToWire } from '#nutrition/prescriptions/caffeine-shape.ts';
import { derivationOf } from '#nutrition/prescriptions/derivation.ts';
import { envelopeExample } from '#nutrition/prescriptions/envelope-shape.ts';
import { legsToWire, outlookToWire } from '#nutrition/prescriptions/outlook-shape.ts';
import {
  numbersOf,
  prescriptionExample,
  prescriptionToWire,
} from '#nutrition/prescriptions/prescription-shape.ts';
import { safetyExample, safetyToWire } from '#nutrition/prescriptions/safety-shape.ts';
import { trajectoryToWire } from '#nutrition/prescriptions/show-trajectory.ts';
import { trajectoryExample } from '#nutrition/prescriptions/trajectory-shape.ts';
import { ActivityInput, activityFields, newSession } from '#nutrition/records/activity-fields.ts';
import { wireFieldName } from '#nutrition/records/athlete-fields.ts';
import { engineInput } from '#nutrition/records/engine-input.ts';
import { STANDARD_ATHLETES } from '#partner/sandbox/standard-athletes.ts';
import { fromWire } from '#platform/http/wire-case.ts';

function runnerOfSandbox(createdAtMs: number) {
  const runner = STANDARD_ATHLETES.find(({ fields }) => fields.externalId === 'sandbox-marathon');
  if (!runner) throw new Error('no marathon runner');
  const owner = { environment: 'test', partnerId: 'prt_x', defaultTier: 'full', shard: 'c000' } as const;
  return newAthlete(owner, runner.fields, createdAtMs);
}

test("the example of an athlete is what the service shows of the sandbox's marathon runner", () => {
  const shown = athleteToWire(runnerOfSandbox(Date.parse(athleteExample.created_at)), null);
  expect(athleteExample).toEqual({ ...shown, id: athleteExample.id });
});

/** The examples of the reference are written down, so that a Worker calculates none of them while it starts. */
test("the examples of prescriptions are what the engine says of the sandbox's marathon runner", () => {
  const calculatedAt = Date.parse(prescriptionExample.calculated_at);
  const athlete = runnerOfSandbox(calculatedAt);
  const names = Object.keys(activityFields);
  const sent = Object.entries(activityExample).filter(([name]) => names.includes(name));
  const race = ActivityInput.parse(Object.fromEntries(sent.filter(([, value]) => value !== null)));
  const session = newSession(fromWire(race), null, calculatedAt);
  const input = engineInput(athlete, session, null);
  const result = prescribe(input);
  const numbers = numbersOf(result, calculatedAt);
  expect(prescriptionExample).toEqual(prescriptionToWire(numbers, 'full'));
  expect(safetyExample).toEqual(safetyToWire(numbers, ENGLISH));
  const envelope = {
    prescription: prescriptionExample,
    safety: safetyExample,
    tier: 'full',
    engine_version: numbers.engineVersion,
    stale: false,
    missing_fields: numbers.missingFields.map(wireFieldName),
    ...outlookToWire(numbers, derivationOf(input, result, null)),
    legs: legsToWire(numbers.legs),
    caffeine: caffeineToWire(numbers.caffeine, ENGLISH),
  };
  // As it is sent: JSON does not know -0.
  expect(envelopeExample).toEqual(JSON.parse(JSON.stringify(envelope)));
  const ends = <Point>(points: Point[]) => [points.at(0), points.at(-1)];
  const trajectory = trajectoryToWire(input, numbers);
  const scenarios = trajectory.scenarios.map(({ points, low, high, low_sweat, ...rest }) => ({
    ...rest,
    points: ends(points),
    ...(low && high && { low: ends(low), high: ends(high) }),
    ...(low_sweat && { low_sweat: ends(low_sweat) }),
  }));
  expect(trajectoryExample).toEqual(JSON.parse(JSON.stringify({ ...trajectory, scenarios })));
  expect(Object.keys(activityExample)).toEqual(expect.arrayContaining(names));
});
