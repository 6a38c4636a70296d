import type { Texts } from '@musette/languages/texts';
import { type Choice, keysOf } from '#nutrition/planner/choice.ts';
import { litres, rangeText } from '#nutrition/planner/draw-figures.ts';
import { reasonsOf } from '#nutrition/planner/draw-reasons.ts';
import { foodText } from '#nutrition/planner/draw-timeline.ts';
import { planGenericFoods } from '#nutrition/planner/generic-plan.ts';
import { CODE_LANGUAGES, snippetsOf } from '#nutrition/planner/snippets.ts';
import type { TriedEnvelope } from '#nutrition/planner/tried-envelope.ts';
import { wordsOf } from '#nutrition/planner/words.ts';
import { sections } from './site-page.tsx';

/** The calculation that the page shows. */
interface Asked {
  readonly choice: Choice;
  readonly texts: Texts;
  readonly year: number;
}

/** Markdown of the pages that the steps link to. The interactive reference has a separate text version. */
const STEPS = {
  access: '/access.md',
  guides: '/docs/guides/index.md',
  reference: '/docs/reference.md',
} as const;

/** Writes the home page as Markdown: one calculation with its ceilings, its request and the next steps. */
export function homeMarkdown(baseUrl: string, asked: Asked, envelope: TriedEnvelope): string {
  const { choice, texts, year } = asked;
  const { landing } = texts;
  const snippets = snippetsOf(choice, baseUrl, year);
  const code = keysOf(CODE_LANGUAGES).map(
    (language) => `### ${CODE_LANGUAGES[language]}\n\n\`\`\`${language}\n${snippets[language]}\n\`\`\``,
  );
  const steps = keysOf(STEPS).map((step) => {
    const { title, text, link } = landing.steps[step];
    return `1. **${title}.** ${text} [${link}](${baseUrl}${STEPS[step]})`;
  });
  const promises = landing.promiseList.map(({ title, text }) => `- **${title}.** ${text}`);
  return sections([
    `# ${landing.headline}`,
    landing.lead,
    ...answerOf(asked, envelope),
    `## ${landing.code}`,
    landing.codeLead,
    ...code,
    `## ${landing.onwards}`,
    steps.join('\n'),
    `## ${landing.promises}`,
    promises.join('\n'),
  ]);
}

function answerOf({ choice, texts }: Asked, envelope: TriedEnvelope): readonly string[] {
  const { prescription, ranges, safety } = envelope;
  const words = wordsOf(texts);
  const { planner } = words;
  const { quantities, lanes } = planner;
  const limit = (amount: string) => `**${planner.limit({ amount })}.**`;
  const carb = { quantity: 'carb_g_per_hr', range: ranges.carb_g_per_hr, unit: 'g', ceiling: null } as const;
  const fluid = {
    quantity: 'fluid_ml_per_hr',
    range: ranges.fluid_ml_per_hr,
    unit: 'ml',
    ceiling: safety.max_safe_fluid_ml_per_hr,
  } as const;
  const { drinkMl, waterMl, packed } = planGenericFoods(choice, envelope);
  const reasons = reasonsOf(choice, envelope, planner);
  return [
    `## ${planner.everyHour}`,
    describeChoice(choice, texts),
    [
      `- **${quantities.carbohydrate}:** ${prescription.carb_g_per_hr} g ${planner.perHour}. ${rangeText(carb, envelope, planner)}`,
      `- **${quantities.fluid}:** ${prescription.fluid_ml_per_hr} ml ${planner.perHour}. ${limit(`${safety.max_safe_fluid_ml_per_hr} ml`)} ${rangeText(fluid, envelope, planner)}`,
      `- **${quantities.sodium}:** ${prescription.sodium_mg_per_hr} mg ${planner.perHour}. ${limit(`${safety.max_safe_sodium_mg_per_hr} mg`)}`,
    ].join('\n'),
    ...safety.warnings.filter(({ audience }) => audience === 'everyone').map(({ message }) => `> ${message}`),
    ...(safety.assumed === null ? [] : [`> ${safety.assumed}`]),
    `## ${planner.during}`,
    [
      ...(drinkMl > 0 ? [`- ${lanes.drink}: ${litres(drinkMl, planner)}`] : []),
      ...(waterMl > 0 ? [`- ${lanes.water}: ${litres(waterMl, planner)}`] : []),
      ...packed.map((portion) => `- ${foodText(portion, words)}`),
    ].join('\n'),
    planner.thirst,
    `## ${planner.why.heading}`,
    keysOf(planner.why.titles)
      .map((name, index) => `- **${planner.why.titles[name]}:** ${reasons[index]}`)
      .join('\n'),
  ];
}

function describeChoice({ type, sex, dials }: Choice, { planner }: Texts): string {
  const { controls } = planner;
  const dial = (name: 'intensity_level' | 'temperature_c' | 'humidity_percent' | 'body_mass_kg') => {
    const { label, unit } = controls.dials[name];
    return `${label}: ${dials[name]} ${unit}`;
  };
  const session = [
    controls.sports[type],
    planner.duration({ min: dials.duration_min }),
    dial('intensity_level'),
  ];
  const { dials: labels } = controls;
  const person = [
    controls.sexes[sex],
    `${dials.age_years} ${labels.age_years.unit}`,
    `${dials.height_cm} ${labels.height_cm.unit}`,
    dial('body_mass_kg'),
    `${labels.fitness_level.label}: ${dials.fitness_level} ${labels.fitness_level.unit}`,
  ];
  return `${[...session, dial('temperature_c'), dial('humidity_percent')].join(', ')}. ${person.join(', ')}.`;
}
