import {
  type FeedbackEvent,
  initialState,
  inOrder,
  type LearnedState,
  type LearningEvent,
  learn,
  learnedValues,
  learnFrom,
  type SweatTestEvent,
  supersededWeighings,
} from '@musette/engine/learn';
import {
  type EngineActivity,
  type EngineAthlete,
  UNKNOWN_ATHLETE,
  UNKNOWN_SESSION,
} from '@musette/engine/types';
import { expect } from 'vitest';
import { EVENTS_PER_STATE } from '#nutrition/learning/write-history.ts';
import { packState, storedState } from '#platform/storage/packed.ts';
import { packedChanges, packedRemarks } from '#platform/storage/taught-columns.ts';
import { type CallOptions, call } from '../support/client.ts';
import { dayOf2026, type Learner, PROFILE } from '../support/learners.ts';
import { fc } from '../support/random-seed.ts';
import { TEST_HOME } from '../support/shards.ts';

export const DAYS = 12;
const anyDay = fc.integer({ min: 0, max: DAYS });
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 3 });
export const anyIndex = fc.nat(50);
const anySource = fc.constantFrom('scale', 'wearable');

/** What may be said about urine without a contradiction. */
const URINE_ANSWERS = [
  { urine_ml: null, urinated: null },
  { urine_ml: 0, urinated: null },
  { urine_ml: 0, urinated: 'no' },
  { urine_ml: 350, urinated: null },
  { urine_ml: 350, urinated: 'once' },
  { urine_ml: null, urinated: 'no' },
  { urine_ml: null, urinated: 'once' },
  { urine_ml: null, urinated: 'more' },
] as const;

export const anyAnswers = fc.record({
  gi_comfort: maybe(fc.constantFrom('excellent', 'good', 'fair', 'poor')),
  energy_level: maybe(fc.constantFrom('surplus', 'adequate', 'low', 'bonked')),
  hydration_feel: maybe(
    fc.constantFrom('over_hydrated', 'well_hydrated', 'slightly_dehydrated', 'dehydrated'),
  ),
  carbs_grams: maybe(fc.integer({ min: 0, max: 400 })),
  fluid_ml: maybe(fc.integer({ min: 0, max: 5000 })),
  masses: maybe(fc.tuple(fc.integer({ min: 66, max: 72 }), fc.integer({ min: 66, max: 72 }))),
  urine: fc.constantFrom(...URINE_ANSWERS),
  clothing_after: maybe(fc.constantFrom('dry', 'wet')),
  source: anySource,
});

const anySession = fc.record({
  type: fc.constantFrom('run', 'bike', 'swim'),
  duration_min: fc.integer({ min: 30, max: 240 }),
  thermal_stress_level: fc.integer({ min: 2, max: 8 }),
});

export const anyOperation = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('report'),
      day: anyDay,
      session: anySession,
      answers: anyAnswers,
      calculate: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('replace'), index: anyIndex, answers: anyAnswers }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('withdraw'), index: anyIndex }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('deleteActivity'), index: anyIndex }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('reschedule'), index: anyIndex, day: anyDay }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('reshape'), index: anyIndex, session: anySession }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('rename'), index: anyIndex }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('recalculate'), index: anyIndex }) },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('weigh'),
      day: anyDay,
      lossG: fc.integer({ min: -500, max: 4000 }),
      sodium: maybe(fc.integer({ min: 300, max: 2000 })),
      source: anySource,
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('unweigh'), index: anyIndex }) },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant('profile'),
      massKg: fc.integer({ min: 50, max: 95 }),
      sweatLevel: maybe(fc.integer({ min: 1, max: 9 })),
    }),
  },
);

type ValueOf<Values> = Values extends fc.Arbitrary<infer Value> ? Value : never;
type Answers = ValueOf<typeof anyAnswers>;
export type Session = ValueOf<typeof anySession>;
type Operation = ValueOf<typeof anyOperation>;

const ATHLETE: EngineAthlete = {
  ...UNKNOWN_ATHLETE,
  sex: 'male',
  ageYears: 2026 - PROFILE.birth_year,
  bodyMassKg: PROFILE.body_mass_kg,
  heightCm: PROFILE.height_cm,
  fitnessLevel: PROFILE.fitness_level,
};

/** Feedback as recorded by the test: the event, and its activity. */
interface Remembered {
  readonly activityPath: string;
  event: FeedbackEvent | null;
  session: Session;
  day: number;
}

/**
 * An athlete of the service, with the expected fold from scratch. It records its own events from requests and answers and
 * folds them with the engine's `learn`, without any of the service's storage code.
 */
export class LearningModel {
  readonly reports: Remembered[] = [];
  readonly tests: { readonly path: string; readonly event: SweatTestEvent }[] = [];
  athlete = ATHLETE;
  readonly learner: Learner;
  /** Operations run one after the other, so that a read shows the previous write. */
  private readonly isAlone: boolean;

  constructor(learner: Learner, isAlone = true) {
    this.learner = learner;
    this.isAlone = isAlone;
  }

  get events(): LearningEvent[] {
    return [...this.reports.flatMap(({ event }) => event ?? []), ...this.tests.map(({ event }) => event)];
  }

  async apply(operation: Operation): Promise<void> {
    if (operation.act === 'report') return this.report(operation);
    if (operation.act === 'weigh') return this.weigh(operation);
    if (operation.act === 'profile') return this.changeProfile(operation.massKg, operation.sweatLevel);
    if (operation.act === 'unweigh') return this.unweigh(operation.index);
    const remembered = this.reports[operation.index % this.reports.length];
    if (!remembered) return;
    const { activityPath } = remembered;
    switch (operation.act) {
      case 'replace':
        return this.give(remembered, operation.answers, null);
      case 'withdraw': {
        const { status } = await this.call('DELETE', `${activityPath}/feedback`);
        expect(status).toBe(remembered.event === null ? 404 : 204);
        remembered.event = null;
        return;
      }
      case 'deleteActivity':
        expect((await this.call('DELETE', activityPath)).status).toBe(204);
        this.reports.splice(this.reports.indexOf(remembered), 1);
        return;
      case 'reschedule':
        remembered.day = operation.day;
        return this.patch(remembered, { scheduled_at: dayOf2026(operation.day) });
      case 'reshape':
        remembered.session = operation.session;
        return this.patch(remembered, operation.session);
      case 'rename':
        return this.patch(remembered, { name: 'renamed' });
      case 'recalculate':
        expect((await this.call('POST', `${activityPath}/prescription`)).status).toBe(200);
    }
  }

  private call(method: string, path: string, options: CallOptions = {}) {
    return call(method, path, { key: this.learner.key, ...options });
  }

  private async report(operation: Extract<Operation, { act: 'report' }>): Promise<void> {
    const { day, session, answers } = operation;
    const body = { ...session, scheduled_at: dayOf2026(day), intensity_level: 5 };
    const activityPath = await this.learner.session(body);
    const prescribed = operation.calculate
      ? (await this.call('POST', `${activityPath}/prescription`)).json
      : null;
    const remembered: Remembered = { activityPath, event: null, session, day };
    this.reports.push(remembered);
    const rates = prescribed && {
      carbGPerHr: prescribed.carb_g_per_hr,
      sodiumMgPerHr: prescribed.sodium_mg_per_hr,
      fluidMlPerHr: prescribed.fluid_ml_per_hr,
    };
    await this.give(remembered, answers, rates);
  }

  private async give(
    remembered: Remembered,
    answers: Answers,
    rates: FeedbackEvent['prescribed'],
  ): Promise<void> {
    const { masses, carbs_grams, fluid_ml, urine, ...rest } = answers;
    // The prescription counts as it was when feedback on the activity was first given.
    let prescribed = remembered.event ? remembered.event.prescribed : rates;
    if (remembered.event === null && rates === null) {
      const { status, json } = await this.call('GET', `${remembered.activityPath}/prescription`);
      prescribed =
        status === 404
          ? null
          : {
              carbGPerHr: json.prescription.carb_g_per_hr,
              sodiumMgPerHr: json.prescription.sodium_mg_per_hr,
              fluidMlPerHr: json.prescription.fluid_ml_per_hr,
            };
    }
    const intake = carbs_grams === null && fluid_ml === null ? null : { carbs_grams, fluid_ml };
    const reply = await this.learner.give(remembered.activityPath, {
      ...rest,
      ...urine,
      notes: 'kept, never counted',
      actual_intake: intake,
      body_mass_before_kg: masses?.[0] ?? null,
      body_mass_after_kg: masses?.[1] ?? null,
    });
    expect(reply.status).toBe(remembered.event === null ? 201 : 200);
    if (remembered.event) expect(reply.json.id).toBe(remembered.event.id);
    remembered.event = {
      kind: 'feedback',
      id: reply.json.id,
      atMs: Date.parse(dayOf2026(remembered.day)),
      activity: engineActivity(remembered.session),
      prescribed,
      giComfort: answers.gi_comfort,
      energyLevel: answers.energy_level,
      hydrationFeel: answers.hydration_feel,
      carbsGrams: carbs_grams,
      fluidMl: fluid_ml,
      bodyMassBeforeKg: masses?.[0] ?? null,
      bodyMassAfterKg: masses?.[1] ?? null,
      urineMl: answers.urine.urine_ml,
      urinated: answers.urine.urinated,
      clothingAfter: answers.clothing_after,
      isDayOnly: false,
      source: answers.source,
    };
  }

  private async patch(remembered: Remembered, body: object): Promise<void> {
    const { status, json, headers } = await this.call('PATCH', remembered.activityPath, { body });
    expect(status).toBe(200);
    const { event, session, day } = remembered;
    if (event) {
      remembered.event = { ...event, atMs: Date.parse(dayOf2026(day)), activity: engineActivity(session) };
    }
    if (!this.isAlone) return;
    const read = await this.call('GET', remembered.activityPath);
    expect(read.json).toEqual(json);
    expect(read.headers.get('ETag')).toBe(headers.get('ETag'));
  }

  private async weigh({ day, lossG, sodium, source }: Extract<Operation, { act: 'weigh' }>): Promise<void> {
    const test = {
      type: 'run',
      duration_min: 75,
      body_mass_before_kg: 70,
      body_mass_after_kg: 70 - lossG / 1000,
      fluid_ml: 300,
      intensity_level: 6,
      thermal_stress_level: 5,
      sweat_sodium_mg_per_l: sodium,
      urinated: lossG % 2 === 0 ? ('no' as const) : null,
      source,
      tested_at: dayOf2026(day),
    };
    const path = `${this.learner.path}/sweat-tests`;
    const { status, json } = await this.call('POST', path, { body: test });
    expect(status).toBe(201);
    const event: SweatTestEvent = {
      kind: 'sweat_test',
      id: json.id,
      atMs: Date.parse(test.tested_at),
      type: 'run',
      durationMin: test.duration_min,
      intensityLevel: test.intensity_level,
      thermalStressLevel: test.thermal_stress_level,
      weather: null,
      bodyMassBeforeKg: test.body_mass_before_kg,
      bodyMassAfterKg: test.body_mass_after_kg,
      fluidMl: test.fluid_ml,
      foodG: null,
      urineMl: null,
      urinated: test.urinated,
      clothingAfter: null,
      source,
      sweatSodiumMgPerL: sodium,
    };
    this.tests.push({ path: `${path}/${json.id}`, event });
  }

  private async unweigh(index: number): Promise<void> {
    const test = this.tests[index % this.tests.length];
    if (!test) return;
    expect((await this.call('DELETE', test.path)).status).toBe(204);
    this.tests.splice(this.tests.indexOf(test), 1);
  }

  private async changeProfile(massKg: number, sweatLevel: number | null): Promise<void> {
    const body = { body_mass_kg: massKg, sweat_level: sweatLevel };
    expect((await this.call('PATCH', this.learner.path, { body })).status).toBe(200);
    this.athlete = { ...this.athlete, bodyMassKg: massKg, sweatLevel };
  }

  /** Compares the stored state, and every state stored with an event, with a fold from scratch. */
  async expectStoredIsRecomputed(): Promise<void> {
    const ordered = inOrder(this.events);
    const stored = await storedStates(this.learner.athleteId);
    expect([...stored.after.keys()].sort()).toEqual(ordered.map(({ id }) => id).sort());
    const superseded = supersededWeighings(() => this.athlete, ordered);
    let state: LearnedState | null = null;
    ordered.forEach((event, index) => {
      const step = learnFrom(this.athlete, state ?? initialState(this.athlete), event, superseded.has(event));
      ({ state } = step);
      const { state_after, changes, remarks } = stored.after.get(event.id) ?? {};
      const kept = (index + 1) % EVENTS_PER_STATE === 0 ? packState(state) : null;
      expect(parsed(state_after), `state after ${event.id}`).toEqual(kept);
      expect(parsed(changes), `changes by ${event.id}`).toEqual(packedChanges.pack(step.changes));
      expect(parsed(remarks), `remarks on ${event.id}`).toEqual(packedRemarks.pack(step.remarks));
    });
    const recomputed = learn(this.athlete, ordered);
    expect(stored.current).toEqual(ordered.length === 0 ? null : recomputed);
    const shown = await this.learner.learned();
    for (const { parameter, mean, observations } of learnedValues(this.athlete, recomputed)) {
      expect(shown[parameter]?.observations).toBe(observations);
      expect(Math.abs((shown[parameter]?.mean ?? Number.NaN) - mean)).toBeLessThanOrEqual(0.5);
    }
  }
}

function engineActivity(session: Session): EngineActivity {
  return {
    ...UNKNOWN_SESSION,
    type: session.type,
    durationMin: session.duration_min,
    intensityLevel: 5,
    thermalStressLevel: session.thermal_stress_level,
  };
}

/** The changes and remarks of an event, as stored in the database. */
interface StoredTaught {
  readonly id: string;
  readonly changes: string;
  readonly remarks: string;
  readonly state_after: string | null;
}

const parsed = (text: string | null | undefined): unknown => (text ? JSON.parse(text) : null);

async function storedStates(
  athleteId: string,
): Promise<{ current: LearnedState | null; after: Map<string, StoredTaught> }> {
  const database = TEST_HOME;
  const current = await database
    .prepare('SELECT state FROM learned_states WHERE athlete_id = ?')
    .bind(athleteId)
    .first<string>('state');
  const { results } = await database
    .prepare(
      'SELECT id, changes, remarks, state_after FROM feedback WHERE athlete_id = ?1 UNION ALL SELECT id, changes, remarks, state_after FROM sweat_tests WHERE athlete_id = ?1',
    )
    .bind(athleteId)
    .all<StoredTaught>();
  return {
    current: current === null ? null : storedState.unpack(JSON.parse(current)),
    after: new Map(results.map((row) => [row.id, row])),
  };
}
