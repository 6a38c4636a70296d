import type { Course } from '@musette/basics/courses';
import type { SingleSportType } from '@musette/engine/types';
import { describe, expect, test } from 'vitest';
import { minuteAt, stretchesOf } from '#nutrition/fuel-plans/course/clock.ts';
import type { PlanLeg } from '#nutrition/fuel-plans/course/legs.ts';

const MASS_KG = 74;

/** Makes legs of these minutes, one after the other. */
function legsOf(...minutes: readonly (readonly [type: SingleSportType, durationMin: number])[]): PlanLeg[] {
  let startMin = 0;
  return minutes.map(([type, durationMin]) => {
    const leg = {
      type,
      startMin,
      endMin: startMin + durationMin,
      carbG: 0,
      sodiumMg: 0,
      fluidMl: 0,
      maxFluidMlPerHr: 800,
      maxSodiumMgPerHr: 800,
      forms: new Set<never>(),
    };
    startMin = leg.endMin;
    return leg;
  });
}

function course(...heights: readonly (readonly [km: number, elevationM: number])[]): Course {
  const points = heights.map(([km, elevationM]) => ({ km, elevationM, lat: null, lon: null }));
  return { distanceKm: points.at(-1)?.km ?? 0, elevationGainM: null, aidStations: [], points };
}

describe('the time along a course', () => {
  test.each([
    [270, 'hurried'],
    [330, 'usual'],
    [420, 'slow'],
  ])('of a ride over a pass in %d minutes has speeds that people ride: %s', (durationMin) => {
    const pass = course([0, 400], [40, 400], [60, 1800], [80, 400], [120, 400]);
    const stretches = stretchesOf(pass, legsOf(['bike', durationMin]), MASS_KG);
    const kmPerHr = (fromKm: number, toKm: number) =>
      (60 * (toKm - fromKm)) / (minuteAt(stretches, toKm) - minuteAt(stretches, fromKm));
    const [flat, up, down, flatAgain] = [kmPerHr(0, 40), kmPerHr(40, 60), kmPerHr(60, 80), kmPerHr(80, 120)];
    expect(flat).toBeCloseTo(flatAgain, 0);
    expect(flat).toBeGreaterThan((60 * 120) / durationMin);
    expect(flat).toBeLessThan(40);
    expect(up).toBeGreaterThan(5);
    expect(up).toBeLessThan(flat / 2);
    expect(down).toBeLessThanOrEqual(51);
    expect(stretches.at(-1)?.toMin).toBe(durationMin);
  });

  test.each([
    [5, 50],
    [80, 400],
  ])('of %i km is divided into %i stretches, none below 100 m and never more than 400', (km, count) => {
    expect(stretchesOf(course([0, 0], [km, 100]), legsOf(['run', 12 * km]), MASS_KG)).toHaveLength(count);
  });

  test.each([
    ['long', legsOf(['open_water_swim', 70], ['bike', 345], ['run', 245]), [3.8, 183.8, 226]],
    ['Olympic', legsOf(['swim', 30], ['bike', 75], ['run', 50]), [1.5, 41.5, 51.5]],
  ])('of a triathlon changes sports where its distance does: %s', (_name, legs, endsKm) => {
    const stretches = stretchesOf(course([0, 0], [endsKm.at(-1) ?? 0, 0]), legs, MASS_KG);
    for (const [index, { endMin }] of legs.entries()) {
      expect(minuteAt(stretches, endsKm[index] ?? 0)).toBeCloseTo(endMin, 1);
    }
  });
});
