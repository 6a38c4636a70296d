import type { Choice } from '../planner/choice.ts';
import { litres } from '../planner/draw-figures.ts';
import { foodInWords } from '../planner/draw-timeline.ts';
import { planGenericFoods } from '../planner/generic-plan.ts';
import { LANGUAGES, snippetsOf } from '../planner/snippets.ts';
import { SPORT_TEXTS, TEXTS } from '../planner/texts.ts';
import type { TriedEnvelope } from '../planner/tried-envelope.ts';
import { ACCESS_FIELDS } from './access-page.tsx';
import { ACCESS_TEXTS } from './access-texts.ts';
import { BRAND_FILES, BRAND_FORMATS, BRAND_GROUNDS, BRAND_TEXTS } from './brand-page.tsx';

/** Names of code blocks, as the guides have them. */
const FENCES = { curl: 'sh', typescript: 'ts', python: 'python' } as const;

const LEAD =
  'Carbohydrate, sodium and fluid for one session and one person, with a ceiling that is theirs. Change the request below, and the numbers follow.';

/** Writes the home page as Markdown: one calculation with its ceilings, the request that gives it, and the way on. */
export function homeMarkdown(baseUrl: string, choice: Choice, envelope: TriedEnvelope): string {
  const snippets = snippetsOf(choice, baseUrl);
  const code = Object.entries(LANGUAGES).map(
    ([language, title]) =>
      `### ${title}\n\n\`\`\`${Reflect.get(FENCES, language)}\n${Reflect.get(snippets, language)}\n\`\`\``,
  );
  const steps = TEXTS.steps.map(
    ({ title, text, href, link }) => `1. **${title}.** ${text} [${link}](${baseUrl}${twinOf(href)})`,
  );
  const promises = TEXTS.promiseList.map(({ title, text }) => `- **${title}.** ${text}`);
  return sections([
    `# ${TEXTS.headline}`,
    LEAD,
    ...answerOf(choice, envelope),
    `## ${TEXTS.code}`,
    TEXTS.codeLead,
    ...code,
    `## ${TEXTS.onwards}`,
    steps.join('\n'),
    `## ${TEXTS.promises}`,
    promises.join('\n'),
  ]);
}

function answerOf(choice: Choice, envelope: TriedEnvelope): readonly string[] {
  const { prescription, ranges, safety } = envelope;
  const { max_safe_fluid_ml_per_hr: fluidMl, max_safe_sodium_mg_per_hr: sodiumMg } = safety;
  const { drinkMl, waterMl, packed } = planGenericFoods(choice, envelope);
  const { carb_g_per_hr: carb } = ranges;
  return [
    `## ${TEXTS.everyHour}`,
    inWords(choice),
    [
      `- **${TEXTS.carbohydrate}:** ${prescription.carb_g_per_hr} g ${TEXTS.perHour}. ${TEXTS.range(carb.min, carb.max, 'g')}`,
      `- **${TEXTS.fluid}:** ${prescription.fluid_ml_per_hr} ml ${TEXTS.perHour}. **${TEXTS.stayUnder(`${fluidMl} ml`)}.**`,
      `- **${TEXTS.sodium}:** ${prescription.sodium_mg_per_hr} mg ${TEXTS.perHour}. **${TEXTS.stayUnder(`${sodiumMg} mg`)}.**`,
    ].join('\n'),
    ...safety.warnings.map(({ message }) => `> ${message}`),
    `## ${TEXTS.onTheWay}`,
    [
      ...(drinkMl > 0 ? [`- ${TEXTS.drinkLane}: ${litres(drinkMl)}`] : []),
      ...(waterMl > 0 ? [`- ${TEXTS.waterLane}: ${litres(waterMl)}`] : []),
      ...packed.map((portion) => `- ${foodInWords(portion)}`),
    ].join('\n'),
    TEXTS.thirst,
  ];
}

function inWords({ type, dials }: Choice): string {
  const session = `${SPORT_TEXTS[type]}, ${dials.duration_min} min, intensity ${dials.intensity_level} of 9`;
  return `${session}; ${dials.temperature_c} °C, ${dials.humidity_percent} %; ${dials.body_mass_kg} kg.`;
}

/** Returns the Markdown of a page of the site; the interactive reference has its words elsewhere. */
function twinOf(path: string): string {
  if (path === '/docs') return '/docs/reference.md';
  return path.endsWith('/') ? `${path}index.md` : `${path}.md`;
}

/** Writes the page that asks for access as Markdown, with the form's fields for whoever fills it in. */
export function accessMarkdown(baseUrl: string): string {
  const fields = [
    { name: 'platform', label: ACCESS_TEXTS.platform, hint: ACCESS_TEXTS.platformHint },
    { name: 'use_case', label: ACCESS_TEXTS.useCase, hint: ACCESS_TEXTS.useCaseHint },
    { name: 'email', label: ACCESS_TEXTS.email, hint: ACCESS_TEXTS.emailHint },
  ] as const;
  const rows = fields.map(
    ({ name, label, hint }) => `| \`${name}\` | ${label} | ${ACCESS_FIELDS[name]} | ${hint} |`,
  );
  return sections([
    `# ${ACCESS_TEXTS.heading}`,
    ACCESS_TEXTS.lead,
    `The form is at ${baseUrl}/access, and posts these fields there (\`application/x-www-form-urlencoded\`):`,
    ['| field | label | characters | |', '| --- | --- | --- | --- |', ...rows].join('\n'),
    ACCESS_TEXTS.kept,
    `## ${ACCESS_TEXTS.next}`,
    ACCESS_TEXTS.steps.map((step) => `1. ${step}`).join('\n'),
    `${ACCESS_TEXTS.meanwhile} [${ACCESS_TEXTS.planner}](${baseUrl}/index.md).`,
  ]);
}

/** Writes the page of the logos as Markdown: the address of each file, and the rules for using them. */
export function brandMarkdown(baseUrl: string): string {
  const files = BRAND_FILES.flatMap(({ name, title, alt }) =>
    BRAND_GROUNDS.map((ground) => {
      const links = BRAND_FORMATS.map(
        (format) => `[${format.title}](${baseUrl}/brand/${name}-${ground}${format.ending})`,
      );
      return `- ${title} for ${ground} backgrounds, alternative text \`${alt}\`: ${links.join(', ')}`;
    }),
  );
  return sections([
    `# ${BRAND_TEXTS.heading}`,
    BRAND_TEXTS.lead,
    files.join('\n'),
    `## ${BRAND_TEXTS.naming}`,
    `Wherever you show data of teaser-tier athletes, place the words **Powered by Musette** visibly near the nutrition data and link them to ${baseUrl} or to the \`subscribe_url\` of the response. For full-tier athletes, naming us is optional. The header \`X-Service-Data-Attribution\` on every response says which rule applies.`,
    `## ${BRAND_TEXTS.using}`,
    BRAND_TEXTS.rules.map((rule) => `- ${rule}`).join('\n'),
    `## ${BRAND_TEXTS.safety}`,
    BRAND_TEXTS.disclaimer,
  ]);
}

function sections(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}
