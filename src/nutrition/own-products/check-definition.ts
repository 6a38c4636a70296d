import { type Failure, invalid, type Problem } from '#platform/http/errors.ts';
import { snakeName } from '#platform/http/wire-case.ts';
import type { OwnFigures, OwnProductDefinition } from '#platform/storage/athlete-schema.ts';
import { type Figures, figuresOf, massOf } from './figures.ts';
import { CAFFEINE_MAX_MG, CARB_MAX_G, SODIUM_MAX_MG } from './own-product-shape.ts';

/** Table salt has 393 mg of sodium a gram; nothing that people eat has more. */
const SODIUM_MAX_MG_PER_G = 400;
/** More sodium than this must be confirmed: mg a serving, and mg a gram (3 g per 100 g), apart from capsules. */
const CONFIRMED_ABOVE_MG = 1500;
const CONFIRMED_ABOVE_MG_PER_G = 30;
/** Food of at most this weight with this much sodium or more may state salt: pretzels have 500 mg in 40 g. Engineering choices. */
const SNACK_MAX_G = 60;
const SALTY_SNACK_FROM_MG = 600;
/** Nothing is labelled with less than this of caffeine or sodium, mg: it is grams. Engineering choice. */
const UNIT_DOUBTED_BELOW_MG = 1;
/** Slack for the decimals of a sum, g. */
const ROUNDING_G = 0.05;

const FIGURES = ['servingG', 'servingMl', 'carbG', 'sodiumMg', 'caffeineMg', 'fluidMl'] as const;

/** Members that follow from a recipe. */
const SET_BY_RECIPE = [...FIGURES, 'glucoseFructoseRatio'] as const;

/** What a caller says of figures that look wrong. */
export interface Confirmations {
  readonly confirm?: readonly ('units' | 'sodium')[] | undefined;
  readonly confirmed?: boolean | undefined;
}

/**
 * Rejects a product with neither figures nor a recipe or with both, and figures that no food has. Figures that may be in
 * the wrong unit, and high sodium, are rejected unless they were confirmed, because a misplaced decimal point is dangerous.
 *
 * @param before the product before a change. Figures that a change leaves as they were need no new confirmation.
 */
export function refuseDefinition(
  definition: OwnProductDefinition,
  { before, sent }: { readonly before: OwnProductDefinition | null; readonly sent: SentFigures },
): Failure | null {
  const contradictions = [...saltBesideSodium(sent), ...formProblems(definition, sent)];
  if (contradictions.length > 0) return invalid(...contradictions);
  const figures = figuresOf(definition);
  const at = (figure: keyof OwnFigures) => (definition.recipe === null ? pointerTo(figure, sent) : '/recipe');
  const problems = implausible(figures).map(({ figure, message }) => ({
    pointer: at(figure),
    code: 'too_big',
    message,
  }));
  if (problems.length > 0) return invalid(...problems);
  const isConfirmed = { units: false, sodium: sent.confirmed === true };
  for (const each of sent.confirm ?? []) isConfirmed[each] = true;
  const doubts = [
    ...(isConfirmed.units || isSame(before, definition, ['sodiumMg', 'caffeineMg'])
      ? []
      : unitDoubts(definition, sent)),
    ...(isConfirmed.sodium ||
    (before?.format === definition.format && isSame(before, definition, ['sodiumMg']))
      ? []
      : sodiumDoubts(definition, figures)),
  ];
  if (doubts.length === 0) return null;
  return invalid(...doubts.map(({ figure, ...problem }) => ({ pointer: at(figure), ...problem })));
}

/** The members of a request that decide what a refusal points to. */
type SentFigures = Confirmations & {
  readonly saltG?: number | null | undefined;
  readonly sodiumMg?: number | null | undefined;
};

/** Returns the pointer to the member that was sent: salt may stand for sodium. */
function pointerTo(figure: keyof OwnFigures, { saltG }: SentFigures): string {
  return figure === 'sodiumMg' && saltG != null ? '/salt_g' : `/${snakeName(figure)}`;
}

function saltBesideSodium({ saltG, sodiumMg }: SentFigures): readonly Problem[] {
  if (saltG == null || sodiumMg == null) return [];
  return [
    { pointer: '/salt_g', code: 'not_allowed', message: 'states the sodium again. Send salt_g or sodium_mg' },
  ];
}

function formProblems(definition: OwnProductDefinition, sent: SentFigures): readonly Problem[] {
  const { recipe, servingG, servingMl, carbG, sodiumMg, caffeineMg, glucoseFructoseRatio } = definition;
  if (recipe !== null) {
    const components = recipe.parts.map(({ component }) => component);
    return [
      ...SET_BY_RECIPE.filter((name) => definition[name] !== null).map((name) => ({
        pointer: name === 'glucoseFructoseRatio' ? `/${snakeName(name)}` : pointerTo(name, sent),
        code: 'not_allowed',
        message: 'follows from the recipe. Send figures or a recipe',
      })),
      ...components.flatMap((component, index) =>
        components.indexOf(component) < index
          ? [
              {
                pointer: `/recipe/parts/${index}/component`,
                code: 'duplicate_item',
                message: 'is listed twice',
              },
            ]
          : [],
      ),
    ];
  }
  return [
    ...(servingG === null && servingMl === null
      ? [{ pointer: '/serving_g', code: 'required', message: 'or serving_ml or a recipe is required' }]
      : []),
    ...(carbG === null && sodiumMg === null && caffeineMg === null
      ? [
          {
            pointer: '/carb_g',
            code: 'required',
            message: 'or sodium_mg, salt_g, caffeine_mg or a recipe is required',
          },
        ]
      : []),
    ...(glucoseFructoseRatio !== null && !/[1-9]/.test(glucoseFructoseRatio)
      ? [
          {
            pointer: '/glucose_fructose_ratio',
            code: 'invalid_format',
            message: 'has neither glucose nor fructose',
          },
        ]
      : []),
  ];
}

function implausible(
  figures: Figures,
): readonly { readonly figure: keyof OwnFigures; readonly message: string }[] {
  const { carbG, sodiumMg, caffeineMg } = figures;
  const massG = massOf(figures) ?? Number.POSITIVE_INFINITY;
  const [carb, sodium] = [carbG ?? 0, sodiumMg ?? 0];
  const found = [
    [carb > massG + ROUNDING_G, 'carbG', `must be at most the weight of a serving, ${shown(massG)} g`],
    [carb > CARB_MAX_G, 'carbG', `must be at most ${CARB_MAX_G} g`],
    [
      sodium > SODIUM_MAX_MG_PER_G * massG,
      'sodiumMg',
      `must be at most 40% of the weight of a serving, ${shown(SODIUM_MAX_MG_PER_G * massG)} mg`,
    ],
    [sodium > SODIUM_MAX_MG, 'sodiumMg', `must be at most ${SODIUM_MAX_MG} mg`],
    [(caffeineMg ?? 0) > CAFFEINE_MAX_MG, 'caffeineMg', `must be at most ${CAFFEINE_MAX_MG} mg`],
  ] as const;
  return found.filter(([isWrong]) => isWrong).map(([, figure, message]) => ({ figure, message }));
}

function shown(amount: number): string {
  return String(Math.round(amount * 10) / 10);
}

type Doubt = Omit<Problem, 'pointer'> & { readonly figure: keyof OwnFigures };

/** Returns the amounts below a milligram that are probably grams of the label. */
function unitDoubts(
  { caffeineMg, sodiumMg }: OwnProductDefinition,
  { saltG }: SentFigures,
): readonly Doubt[] {
  const amounts = [
    ['caffeineMg', 'caffeine', caffeineMg],
    ['sodiumMg', 'sodium', saltG == null ? sodiumMg : null],
  ] as const;
  return amounts.flatMap(([figure, name, mg]) =>
    mg !== null && mg > 0 && mg < UNIT_DOUBTED_BELOW_MG
      ? [
          {
            figure,
            code: 'confirm_units',
            message: `is ${mg} mg of ${name} in a serving. Is it grams? Send milligrams (${shown(mg * 1000)}), or confirm it with \`confirm: ["units"]\``,
          },
        ]
      : [],
  );
}

function sodiumDoubts(definition: OwnProductDefinition, figures: Figures): readonly Doubt[] {
  const sodiumMg = figures.sodiumMg ?? 0;
  const has = `has ${shown(sodiumMg)} mg of sodium in a serving`;
  const confirm = 'send it with `confirm: ["sodium"]`';
  if (isMuchSodium(definition, figures))
    return [
      { figure: 'sodiumMg', code: 'confirm_sodium', message: `${has}. Check the unit, then ${confirm}` },
    ];
  if (!isSaltySnack(definition, figures)) return [];
  const asked = `${has}. Is it salt or sodium? Send salt as \`salt_g\`. If it is sodium, ${confirm}`;
  return [{ figure: 'sodiumMg', code: 'confirm_sodium', message: asked }];
}

function isMuchSodium({ format }: OwnProductDefinition, figures: Figures): boolean {
  const sodiumMg = figures.sodiumMg ?? 0;
  if (sodiumMg > CONFIRMED_ABOVE_MG) return true;
  const massG = massOf(figures);
  return format !== 'capsule' && massG !== null && sodiumMg > CONFIRMED_ABOVE_MG_PER_G * massG;
}

/** Returns whether food states so much sodium that the label may mean salt. Drinks and salts bring that much. */
function isSaltySnack({ format, recipe }: OwnProductDefinition, figures: Figures): boolean {
  const isFood = format === 'gel' || format === 'chew' || format === 'bar' || format === 'real_food';
  const massG = massOf(figures);
  const isSmall = massG !== null && massG <= SNACK_MAX_G;
  return recipe === null && isFood && isSmall && (figures.sodiumMg ?? 0) >= SALTY_SNACK_FROM_MG;
}

/** Returns whether a change leaves these figures and the weight of a serving as they were. */
function isSame(
  before: OwnProductDefinition | null,
  after: OwnProductDefinition,
  names: readonly (keyof OwnFigures)[],
): boolean {
  if (before === null) return false;
  const [old, changed] = [figuresOf(before), figuresOf(after)];
  return massOf(old) === massOf(changed) && names.every((name) => old[name] === changed[name]);
}
