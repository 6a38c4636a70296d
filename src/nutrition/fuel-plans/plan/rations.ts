import type { Aim } from './aim.ts';
import { COST, ON_TARGET, SAME_IN_A_ROW_MAX } from './cost-table.ts';
import { type FedLeg, isFreeOf, type Kinds, type LegMix, legMix } from './leg-mix.ts';

/** The most servings of the same gel before it puts people off. */
export const APPETITE_MAX = 12;

/** Which foods of a mix its legs use. */
export interface Uses {
  readonly isDrunk: boolean;
  readonly isEaten: boolean;
  readonly isChewed: boolean;
}

/** Returns which foods these legs use. */
export function usesOf(legs: readonly LegMix[]): Uses {
  return {
    isDrunk: legs.some(({ mixMl }) => mixMl > 0),
    isEaten: legs.some(({ pieces, solids }) => pieces > solids),
    isChewed: legs.some(({ solids }) => solids > 0),
  };
}

/** Amounts of food and drink by leg, whatever the products. */
export interface Ration extends Uses {
  readonly legs: readonly LegMix[];
  /** Cost of the legs, and of the carbohydrate they miss in total. */
  readonly cost: number;
  /** Pieces that are not solid. */
  readonly eaten: number;
  /** Whether the same food would come too often in a row, in a leg or over all of them. */
  readonly isDull: boolean;
  /** Whether a second food alternates with the main one. */
  readonly isSecondWanted: boolean;
}

/** The solid of a ration, as far as its carbohydrate goes. */
type Solid = Pick<Kinds, 'solidG' | 'isSolidHalved'>;

function rationOf(kinds: Kinds, aim: Aim): Ration {
  const legs = aim.legs.map((leg) => legMix(leg, kinds));
  const eaten = legs.reduce((sum, { pieces, solids }) => sum + pieces - solids, 0);
  const missingG = legs.reduce((sum, leg) => sum + leg.missingG, 0);
  const missed = Math.abs(missingG) / Math.max(1, aim.targets.carbG);
  const isDull =
    legs.some((leg, index) => runOf(leg, aim.legs[index]) > SAME_IN_A_ROW_MAX) ||
    (legs.length > 1 && eaten > SAME_IN_A_ROW_MAX);
  return {
    legs,
    cost:
      legs.reduce((sum, leg) => sum + leg.cost, 0) +
      (missed > ON_TARGET && !isFreeOf(aim.legs, missingG) ? (COST.carbMissed * missed) / ON_TARGET : missed),
    eaten,
    isDull,
    isSecondWanted: aim.isLeft || isDull || aim.isRealFood || eaten > APPETITE_MAX,
    ...usesOf(legs),
  };
}

/** Returns how often the main food comes in a row in a leg: solids break it up. */
function runOf(leg: LegMix, fed: FedLeg | undefined): number {
  const gels = leg.pieces - leg.solids;
  const mixed = fed === undefined ? 1 : fed.carrier.solidUntil;
  return leg.solids === 0 || mixed < 1 ? gels : Math.ceil(gels / (leg.solids + 1));
}

/** Caches rations: many products have the same carbohydrate, and many drinks the same strengths. */
export function rememberedRations(aim: Aim) {
  const ofStrength = new Map<string, (pieceG: number) => (solid: Solid) => Ration>();
  return (drink: Kinds['drink']) =>
    entryOf(ofStrength, `${drink?.leastGPerL}-${drink?.mostGPerL}`, () => {
      const ofPiece = new Map<number, (solid: Solid) => Ration>();
      return (pieceG) =>
        entryOf(ofPiece, pieceG, () => {
          const ofSolid = new Map<number, Ration>();
          return (solid) =>
            // Half bars are a different ration, even with the same carbohydrate: they come in pairs.
            entryOf(ofSolid, solid.isSolidHalved ? -solid.solidG : solid.solidG, () =>
              rationOf({ pieceG, ...solid, drink }, aim),
            );
        });
    });
}

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
