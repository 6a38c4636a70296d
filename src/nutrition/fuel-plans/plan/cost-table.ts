/**
 * Costs of a plan, in one table for a dietitian to review. 1 is as bad as eight more products to buy; anything
 * from 20 up is a rule that is broken only if no plan keeps it. All are engineering choices.
 */
export const COST = {
  /** Carbohydrate misses its target by 5 %; anything closer costs nothing. */
  carbMissed: 25,
  /** The carbohydrate of a leg misses its share by 5 %; twice that costs four times as much. */
  legMissed: 1,
  /** The sodium misses its target by more than 5 %, and on top for each whole target. */
  sodiumMissedAtAll: 1,
  sodiumMissed: 2,
  /** Extra for each whole target of excess sodium: it cannot be taken out again. */
  sodiumAbove: 1,
  /** The drink carries less or more than is usual, for the whole carbohydrate. */
  shareMissed: 100,
  /** Per 20 g/l that the drink deviates from 60 g/l. */
  strength: 0.15,
  /** A gel has less than 100 ml of plain water, per gel per hour. */
  dryGel: 0.15,
  /** Drink and plain water for a single bottle. */
  twoDrinks: 20,
  /** Pieces to open per hour. */
  piecePerHr: 0.04,
  /** Tablets per hour, and capsules: salt comes from the mix first, then tablets, then capsules. */
  tabletPerHr: 0.1,
  capsulePerHr: 0.25,
  /** A station's broth that is not used in a long event. */
  brothLeft: 0.15,
  /** All carbohydrate comes from tablets: they have two to four grams each. */
  tabletCarb: 3,
  /** Minutes without food beyond 45, for each hour, while a drink carries. */
  longGap: 0.15,
  /** Minutes without food beyond 45, for each hour, while nothing carries. */
  emptyGap: 30,
  /** Each time beyond a dozen that a long event has the same gel: appetite for it fades. */
  dozens: 0.05,
  /** One more product to buy and carry. */
  product: 0.12,
  /** Each product beyond five, or beyond seven after 6 h. */
  tooMany: 30,
  /** One more brand: a brand's drink and gels are tested together. */
  brand: 0.18,
  /** Half a bar left over in an open pack. */
  halfLeft: 0.4,
  /** Food to prepare at home, and a salty one where sweet is usual. */
  homemade: 0.3,
  saltyEarly: 0.3,
  /** Another solid where a bar is usual. */
  notABar: 0.3,
  /** A product whose label was not seen. */
  unsure: 0.05,
  /** More servings of a product than a plan lists. */
  tooManyServings: 30,
  /** The same food more than three times in a row, without another one. */
  sameFood: 25,
  /** The food alone has more sodium than the limit of the whole session. */
  aboveCeiling: 100,
  /** Glucose beyond what the gut absorbs. */
  singleSource: 1000,
  /** Nothing solid where the event is long enough for it. */
  nothingSolid: 20,
  /** Nothing savoury or real beyond 6 h. */
  nothingSavoury: 20,
} as const;

/** Strengths of a drink, g of carbohydrate per litre. */
export const STRENGTH = { least: 30, usual: 60, most: 80 } as const;
/** Plain water with a gel, ml: the least, and what is aimed at. */
export const WATER_PER_GEL = { least: 100, usual: 125 } as const;
/** Times between two pieces of food, min; from 80 g/h on at most the third. */
export const RHYTHM = { least: 20, most: 45, mostAtHighRates: 30, highFromGPerHr: 80 } as const;
/** Earliest time of the first piece, and least time before the end of the last one, min. */
export const FIRST_FOOD_MIN = 20;
export const LAST_FOOD_BEFORE_END_MIN = 15;
/** Most carbohydrate of a piece: 30 g of food in 15 min. */
export const PIECE_MAX_G = 30;
/** Most times in a row that the same food comes up. */
export const SAME_IN_A_ROW_MAX = 3;
/** In a short session, half a gel more or less does not matter, g. */
export const HALF_A_GEL_G = 12.5;
/** A target is met within this share of it. */
export const ON_TARGET = 0.05;
/** Sodium that may be missing before table salt is used, mg/h. */
export const TABLE_SALT_FROM_MG_PER_HR = 150;
