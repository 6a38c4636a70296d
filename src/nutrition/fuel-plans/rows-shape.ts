import * as z from 'zod/mini';
import { SINGLE_SPORT_TYPES } from '#core/engine/types.ts';
import type { Texts } from '#core/languages/texts.ts';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { roundTo } from '#platform/http/wire-fields.ts';
import type { FuelPlan } from './fuel-plan.ts';
import { nameOf, shortNameOf } from './names.ts';
import type { Intake, Portion } from './plan/model.ts';
import { type Row, rowsOf } from './plan/views.ts';
import { SERVINGS_DECIMALS } from './portions.ts';
import { foodFields, foodToWire } from './supplies-shape.ts';

/** Members of a plan item that identify and count it. */
export const itemFields = {
  ...foodFields,
  name: described(z.string(), 'For an unbranded food, in the language of the answer.'),
  short_name: described(z.string(), 'At most 18 columns, in which a wide character takes two.'),
  servings: described(
    z.number(),
    'Servings of the product or food. A cup at a station is a whole or half serving.',
  ),
};

const rowItem = documented(
  z.object({
    ...itemFields,
    fluid_ml: described(z.number(), 'Its contribution to fluid; 0 for food.'),
  }),
  { id: 'PlanRowItem' },
);

const row = documented(
  z.object({
    kind: described(
      z.enum(['eat', 'finish_bottle', 'station', 'refill']),
      '`eat`: something to eat. `finish_bottle`: a bottle is empty. `station`: a stop to take or fill something. `refill`: a refill at a tap, fountain or shop that nobody listed.',
    ),
    at_min: described(z.int(), 'Minutes from the start. Negative before it, for caffeine.'),
    km: described(z.nullable(z.number()), 'Distance along the course; null without a course.'),
    leg: described(z.int(), 'Index of the leg in `legs`.'),
    items: described(
      z.array(rowItem),
      'Food to eat and, at a station, drinks in cups of 150 ml, halves included. Empty for a bottle.',
    ),
    water_ml: described(z.number(), 'Plain water to drink with it, from the bottles; 0 if none is at hand.'),
    bottles: described(z.array(z.int()), 'Numbers of the bottles that are now empty, or are filled here.'),
    station: described(z.nullable(z.int()), 'Index of the stop in `stations`.'),
    caffeine_mg: described(z.number(), 'Caffeine of the row.'),
  }),
  {
    id: 'PlanRow',
    description: 'An action of the athlete. Drinks are sipped continuously, so they appear only as bottles.',
  },
);

const leg = documented(
  z.object({
    type: described(z.enum(SINGLE_SPORT_TYPES), 'The sport.'),
    start_min: described(z.int(), 'Minutes from the start.'),
    end_min: described(z.int(), 'Minutes from the start.'),
  }),
  { id: 'PlanLeg', description: 'A part of the session in one sport. Each bottle belongs to one leg.' },
);

/** Members of a plan that list the athlete's actions, leg by leg. */
export const rowsFields = {
  legs: described(z.array(leg), 'One leg for a single sport.'),
  rows: described(z.array(row), 'The athlete’s actions in order: the plan to show to people.'),
};

type Rows = { [Name in keyof typeof rowsFields]: z.output<(typeof rowsFields)[Name]> };

/** Maps legs and rows of a plan to the wire. */
export function rowsToWire({ plan }: Pick<FuelPlan, 'plan'>, texts: Texts): Rows {
  return {
    legs: plan.request.legs.map(({ type, startMin, endMin }) => ({
      type,
      start_min: Math.round(startMin),
      end_min: Math.round(endMin),
    })),
    rows: rowsOf(plan).map((each) => rowToWire(each, texts)),
  };
}

function rowToWire(shown: Row, texts: Texts): z.output<typeof row> {
  const { kind, atMin, km, leg: legIndex, intakes, waterMl, filled, finished, stop, caffeineMg } = shown;
  const isAtStop = kind === 'station' || kind === 'refill';
  return {
    kind,
    at_min: Math.round(atMin),
    km,
    leg: legIndex,
    items: intakes.map((intake) => rowItemToWire(intake, texts)),
    water_ml: roundTo(waterMl, 0),
    bottles: (isAtStop ? filled : finished).map((index) => index + 1),
    station: stop,
    caffeine_mg: roundTo(caffeineMg, 0),
  };
}

function rowItemToWire(intake: Intake, texts: Texts): z.output<typeof rowItem> {
  return { ...itemToWire(intake, texts), fluid_ml: roundTo(intake.fluidMl, 0) };
}

/** Maps a product with its servings and names to the wire. */
export function itemToWire({ product, servings }: Portion, texts: Texts) {
  return {
    ...foodToWire(product),
    name: nameOf(product, texts),
    short_name: shortNameOf(product, texts),
    servings: roundTo(servings, SERVINGS_DECIMALS),
  };
}
