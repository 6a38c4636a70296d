/**
 * What a plan costs its athlete: one table, for a dietitian to review. 1 is about as bad as a product more to buy eight
 * times over; anything from 20 on is a rule that gives way only where nothing keeps it. Engineering choices, all of them.
 */
export const COST = {
  /** The carbohydrate misses its target by 5 %; within that nothing is gained by being nearer. */
  carbMissed: 25,
  /** The carbohydrate of a leg misses its share by 5 %; twice that costs four times as much. */
  legMissed: 1,
  /** The sodium misses its target by more than 5 %, and on top for each whole target. */
  sodiumMissedAtAll: 1,
  sodiumMissed: 2,
  /** The sodium is above its target, for each whole target, on top: nobody can take it out again. */
  sodiumAbove: 1,
  /** The drink carries less or more than is usual, for the whole carbohydrate. */
  shareMissed: 100,
  /** The drink is stronger or weaker than 60 g/l, for each 20 g/l. */
  strength: 0.15,
  /** A gel has less than 100 ml of plain water, each in a gel an hour. */
  dryGel: 0.15,
  /** Drink and plain water for a single bottle. */
  twoDrinks: 20,
  /** Pieces to open an hour. */
  piecePerHr: 0.04,
  /** Tablets to count an hour, and capsules: salt comes from the mix first, then tablets, then capsules. */
  tabletPerHr: 0.1,
  capsulePerHr: 0.25,
  /** A station's broth that stays there in a long event. */
  brothLeft: 0.15,
  /** All carbohydrate comes from tablets: they have two to four grams each. */
  tabletCarb: 3,
  /** Minutes without food beyond 45, for each hour, while a drink carries. */
  longGap: 0.15,
  /** Minutes without food beyond 45, for each hour, while nothing carries. */
  emptyGap: 30,
  /** The same gel more than a dozen times in a long event, each: appetite for it goes. */
  dozens: 0.05,
  /** A product more to buy and carry. */
  product: 0.12,
  /** A product beyond five, or seven beyond 6 h, each. */
  tooMany: 30,
  /** A brand more: one brand's drink and gels are tested together. */
  brand: 0.18,
  /** Half of a bar that nobody eats: the pack stays open in a pocket. */
  halfLeft: 0.4,
  /** Food to prepare at home, and a salty one where sweet is usual. */
  homemade: 0.3,
  saltyEarly: 0.3,
  /** Another solid where a bar is usual. */
  notABar: 0.3,
  /** A product of which no label table was seen. */
  unsure: 0.05,
  /** More servings of a product than a plan lists. */
  tooManyServings: 30,
  /** The same food more than three times in a row, without another one. */
  sameFood: 25,
  /** The food alone brings more sodium than all hours together may hold. */
  aboveCeiling: 100,
  /** Glucose alone beyond what the gut takes up. */
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
/** The first piece comes after this time, the last no later than that before the end, min. */
export const FIRST_FOOD_MIN = 20;
export const LAST_FOOD_BEFORE_END_MIN = 15;
/** The most carbohydrate of a piece: at most 30 g of food in 15 min. */
export const PIECE_MAX_G = 30;
/** The same food comes at most so often in a row. */
export const SAME_IN_A_ROW_MAX = 3;
/** A target is met within this share of it. */
export const ON_TARGET = 0.05;
/** Sodium that may be missing before table salt is used, mg/h. */
export const TABLE_SALT_FROM_MG_PER_HR = 150;
