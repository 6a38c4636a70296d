import type { Texts } from '#core/languages/texts.ts';
import { FIT_FIELD, FIT_FILE_TYPE, FIT_MESSAGE } from '#platform/files/fit-profile.ts';
import { cutText, type FitData } from '#platform/files/fit-writer.ts';
import type { FuelPlan } from '../fuel-plan.ts';
import { type DeviceRow, deviceName, deviceRows } from './device-rows.ts';
import {
  choice,
  deviceLimit,
  fileId,
  fitTitle,
  long,
  NAME_BYTES,
  short,
  sportOf,
  text,
} from './fit-fields.ts';
import { joined, limitText, medicalNotices } from './plan-words.ts';

/** Most bytes in the notes of a step. */
const NOTES_BYTES = 200;
const DURATION_TIME = 0;
const TARGET_OPEN = 2;
const INTENSITY_ACTIVE = 0;

/** Lists a step from each action to the next, after one with the limit. */
export function workoutMessages(plan: FuelPlan, texts: Texts, startS: number): readonly FitData[] {
  const { durationMin } = plan;
  const first = {
    atMin: 0,
    name: deviceLimit(plan, texts),
    notes: [
      ...[...medicalNotices(plan, texts), limitText(plan, texts)].map((notice) => `${notice}.`),
      texts.plan.drawing.disclaimer(),
    ].join(' '),
  };
  const [early, ...later] = stepsOf(plan, texts);
  // Actions at the start share the step of the limit. If its notes are cut, the limit stays.
  const steps =
    early?.atMin === 0
      ? [
          {
            ...first,
            name: early.isHeading ? first.name : early.name,
            notes: `${first.notes} ${early.notes}`,
          },
          ...later,
        ]
      : [first, ...(early === undefined ? [] : [early]), ...later];
  const { workout, workoutStep: field } = FIT_FIELD;
  return [
    fileId(FIT_FILE_TYPE.workout, startS),
    {
      number: FIT_MESSAGE.workout,
      fields: [
        text(workout.name, fitTitle(plan, texts)),
        choice(workout.sport, sportOf(plan)),
        short(workout.numValidSteps, steps.length),
      ],
    },
    ...steps.map(({ atMin, name, notes }, index) => ({
      number: FIT_MESSAGE.workoutStep,
      fields: [
        short(field.messageIndex, index),
        text(field.name, cutText(name, NAME_BYTES)),
        choice(field.durationType, DURATION_TIME),
        long(field.durationValue, ((steps[index + 1]?.atMin ?? durationMin) - atMin) * 60_000),
        choice(field.targetType, TARGET_OPEN),
        long(field.targetValue, 0),
        choice(field.intensity, INTENSITY_ACTIVE),
        text(field.notes, cutText(notes, NOTES_BYTES)),
      ],
    })),
  ];
}

/** Lists one step per minute: a leg shares its first one with the actions there. */
function stepsOf(plan: FuelPlan, texts: Texts): readonly DeviceRow[] {
  const minutes = Map.groupBy(deviceRows(plan, texts), ({ atMin }) => atMin);
  return [...minutes.values()].flatMap((shared) => {
    const [first] = shared;
    if (first === undefined) return [];
    return {
      ...first,
      name: joined(shared.map((row) => deviceName(row, NAME_BYTES))),
      notes: joined(shared.map(({ notes }) => notes)),
      isHeading: shared.every(({ isHeading }) => isHeading),
    };
  });
}
