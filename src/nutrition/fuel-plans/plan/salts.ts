import type { Product } from '../../catalogue/catalogue-copy.ts';
import { genericFood } from '../../catalogue/generic-foods.ts';
import { fluidMlOf, SERVINGS_MAX } from '../portions.ts';
import type { PlanTargets } from '../targets.ts';
import { COST, ON_TARGET, TABLE_SALT_FROM_MG_PER_HR } from './cost-table.ts';
import type { Pool, Salt } from './pool.ts';
import type { Stop } from './stops.ts';

/** Salt: broth at stations, steps of tablets in bottles, capsules, pinches of table salt. */
export interface Salts {
  /** Stations at which a cup of broth is drunk. */
  readonly broths: readonly Stop[];
  readonly tablet: { readonly salt: Salt; readonly steps: number } | null;
  readonly capsule: { readonly salt: Salt; readonly steps: number } | null;
  readonly pinches: number;
  /** Sodium still missing, mg; negative if there is too much. */
  readonly missingMg: number;
  readonly cost: number;
}

/** Less sodium than this is worth no product, mg: a fifth of a salt capsule. */
const WORTH_A_PRODUCT_MG = 50;
/** Most pieces of salt per hour. Engineering choice. */
const PIECES_PER_HR_MAX = 3;
/** Least fluid per pinch of table salt, ml, so that it does not taste salty. Engineering choice. */
const PINCH_PER_ML = 250;
/** Numbers of capsules that are tried with tablets, which fill the rest. */
const CAPSULES_TRIED = 12;

/** Room for salt. */
export interface SaltRoom {
  /** The number of products that may still be added. */
  readonly products: number;
  /** Returns the number of measures of this volume that dissolve in the bottles. */
  readonly roomFor: (stepMl: number) => number;
  /** Stations that hand out broth, far enough apart. */
  readonly broths: readonly Stop[];
  /** Whether table salt is at hand: not in the middle of a session. */
  readonly hasTableSalt: boolean;
}

/** A cup of broth, mg of sodium. */
export const BROTH_MG = genericFood('broth').sodiumMg ?? 0;

/** Chooses stations for broth, evenly spread: as many cups as fit this much sodium. */
function brothsFor(broths: readonly Stop[], missingMg: number): readonly Stop[] {
  const count = Math.min(broths.length, Math.max(0, Math.floor(missingMg / BROTH_MG)));
  return broths.filter(
    (_, index) =>
      Math.floor(((index + 1) * count) / broths.length) > Math.floor((index * count) / broths.length),
  );
}

/**
 * Chooses salt for this much missing sodium: broth where stations have it, then tablets before capsules, few of both.
 * Table salt is the last resort.
 *
 * @param lackingMg sodium that food and drinks do not provide
 */
export function chooseSalts(
  pool: Pick<Pool, 'tablets' | 'capsules'>,
  targets: PlanTargets,
  lackingMg: number,
  { products, roomFor, broths, hasTableSalt }: SaltRoom,
): Salts {
  const taken = brothsFor(broths, lackingMg + ON_TARGET * targets.sodiumMg);
  const missingMg = lackingMg - taken.length * BROTH_MG;
  const none = saltsOf(
    targets,
    { broths: taken, tablet: null, capsule: null, pinches: 0 },
    missingMg,
    broths.length,
  );
  if (products < 1 || targets.sodiumMg === 0 || missingMg <= ON_TARGET * targets.sodiumMg) return none;
  const most = Math.min(SERVINGS_MAX, Math.max(1, Math.floor(PIECES_PER_HR_MAX * targets.hours)));
  let best = none;
  const consider = (tablet: Salts['tablet'], capsule: Salts['capsule']) => {
    const salts = saltsOf(targets, { broths: taken, tablet, capsule, pinches: 0 }, missingMg, broths.length);
    if (salts.cost < best.cost) best = salts;
  };
  for (const salt of pool.tablets) {
    const room = roomFor((fluidMlOf(salt.product) ?? 1) * salt.step);
    const fitting = Math.min(room, 2 * most, salt.most, Math.round(missingMg / salt.stepMg));
    if (fitting > 0) consider({ salt, steps: fitting }, null);
    for (const other of products > 1 ? pool.capsules : []) {
      for (let capsules = 1; capsules <= Math.min(most, other.most, CAPSULES_TRIED); capsules += 1) {
        const left = missingMg - capsules * other.stepMg;
        const steps = Math.min(room, 2 * most, salt.most, Math.round(left / salt.stepMg));
        if (left < 0 || steps <= 0) break;
        consider({ salt, steps }, { salt: other, steps: capsules });
      }
    }
  }
  for (const salt of pool.capsules) {
    const steps = Math.min(most, salt.most, Math.round(missingMg / salt.stepMg));
    if (steps > 0) consider(null, { salt, steps });
  }
  if (!hasTableSalt || pool.tablets.length + pool.capsules.length > 0) return best;
  return withTableSalt(targets, missingMg, { taken, roomFor, broths });
}

function withTableSalt(
  targets: PlanTargets,
  missingMg: number,
  { taken, roomFor, broths }: Pick<SaltRoom, 'broths' | 'roomFor'> & { readonly taken: readonly Stop[] },
): Salts {
  const pinch = genericFood('salt');
  const room = roomFor(PINCH_PER_ML);
  const wanted =
    missingMg / targets.hours > TABLE_SALT_FROM_MG_PER_HR ? missingMg / (pinch.sodiumMg ?? 1) : 0;
  const pinches = Math.min(room, Math.floor(wanted), SERVINGS_MAX);
  return saltsOf(targets, { broths: taken, tablet: null, capsule: null, pinches }, missingMg, broths.length);
}

function saltsOf(
  targets: PlanTargets,
  chosen: Pick<Salts, 'broths' | 'tablet' | 'capsule' | 'pinches'>,
  wantedMg: number,
  brothsOffered: number,
): Salts {
  const { broths, tablet, capsule, pinches } = chosen;
  const mgOf = (one: Salts['tablet']) => (one === null ? 0 : one.steps * one.salt.stepMg);
  const missingMg = wantedMg - mgOf(tablet) - mgOf(capsule) - pinches * (genericFood('salt').sodiumMg ?? 0);
  const products = [tablet, capsule].filter((one) => one !== null);
  const tablets = tablet === null ? 0 : tablet.steps * tablet.salt.step;
  // A few milligrams more than next to none are nothing.
  const wholeMg = Math.max(WORTH_A_PRODUCT_MG, targets.sodiumMg);
  const missed = Math.abs(missingMg) / wholeMg;
  const cost =
    (missed > ON_TARGET ? COST.sodiumMissed * missed : 0) +
    (missed > ON_TARGET && Math.abs(missingMg) > WORTH_A_PRODUCT_MG ? COST.sodiumMissedAtAll : 0) +
    (missingMg < 0 ? (COST.sodiumAbove * -missingMg) / wholeMg : 0) +
    (COST.tabletCarb * tablets * (tablet?.salt.product.carbG ?? 0)) / Math.max(1, targets.carbG) +
    COST.product * products.length +
    COST.brothLeft * (brothsOffered - broths.length) +
    (COST.tabletPerHr * tablets + COST.capsulePerHr * (capsule?.steps ?? 0)) / targets.hours;
  return { ...chosen, missingMg, cost };
}

/** A mix without salt. */
export const NO_SALTS: Salts = { broths: [], tablet: null, capsule: null, pinches: 0, missingMg: 0, cost: 0 };

/** Lists the products that bring this salt. */
export function saltProducts({ tablet, capsule, pinches }: Salts): readonly Product[] {
  return [
    ...(tablet === null ? [] : [tablet.salt.product]),
    ...(capsule === null ? [] : [capsule.salt.product]),
    ...(pinches > 0 ? [genericFood('salt')] : []),
  ];
}
