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
/** Slack for the decimals of a sum, g. */
const ROUNDING_G = 0.05;

const FIGURES = ['servingG', 'servingMl', 'carbG', 'sodiumMg', 'caffeineMg', 'fluidMl'] as const;

/** Members that follow from a recipe. */
const SET_BY_RECIPE = [...FIGURES, 'glucoseFructoseRatio'] as const;

/**
 * Rejects a product with neither figures nor a recipe or with both, and figures that no food has. High sodium is
 * rejected unless it was confirmed, because a misplaced decimal point is dangerous.
 *
 * @param before the product before a change. High sodium that a change leaves as it was needs no new confirmation.
 */
export function refuseDefinition(
  definition: OwnProductDefinition,
  { before, isConfirmed }: { readonly before: OwnProductDefinition | null; readonly isConfirmed: boolean },
): Failure | null {
  const contradictions = [...formProblems(definition)];
  if (contradictions.length > 0) return invalid(...contradictions);
  const figures = figuresOf(definition);
  const at = (figure: keyof OwnFigures) => (definition.recipe === null ? `/${snakeName(figure)}` : '/recipe');
  const problems = implausible(figures).map(({ figure, message }) => ({
    pointer: at(figure),
    code: 'too_big',
    message,
  }));
  if (problems.length > 0) return invalid(...problems);
  const isUnchanged = before !== null && isSameSodium(before, definition);
  if (isConfirmed || isUnchanged || !mustConfirm(definition, figures)) return null;
  return invalid({
    pointer: at('sodiumMg'),
    code: 'confirm_sodium',
    message: `has ${figures.sodiumMg} mg of sodium in a serving. Check the unit, then send it with \`confirmed: true\``,
  });
}

function formProblems(definition: OwnProductDefinition): readonly Problem[] {
  const { recipe, servingG, servingMl, carbG, sodiumMg, caffeineMg, glucoseFructoseRatio } = definition;
  if (recipe !== null) {
    const components = recipe.parts.map(({ component }) => component);
    return [
      ...SET_BY_RECIPE.filter((name) => definition[name] !== null).map((name) => ({
        pointer: `/${snakeName(name)}`,
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
            message: 'or sodium_mg, caffeine_mg or a recipe is required',
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

function mustConfirm({ format }: OwnProductDefinition, figures: Figures): boolean {
  const sodiumMg = figures.sodiumMg ?? 0;
  if (sodiumMg > CONFIRMED_ABOVE_MG) return true;
  const massG = massOf(figures);
  return format !== 'capsule' && massG !== null && sodiumMg > CONFIRMED_ABOVE_MG_PER_G * massG;
}

/** Returns whether a change leaves the sodium of a serving and its strength as they were. */
function isSameSodium(before: OwnProductDefinition, after: OwnProductDefinition): boolean {
  const [old, changed] = [figuresOf(before), figuresOf(after)];
  return (
    old.sodiumMg === changed.sodiumMg && massOf(old) === massOf(changed) && before.format === after.format
  );
}
