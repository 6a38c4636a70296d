import { ACCESS_FIELDS } from './access-page.tsx';
import { ACCESS_TEXTS } from './access-texts.ts';
import { BRAND_FILES, BRAND_FORMATS, BRAND_GROUNDS, BRAND_TEXTS } from './brand-page.tsx';

/** Writes the access page as Markdown, with the fields of its form. */
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
    `The form is at ${baseUrl}/access. It posts these fields to the same address (\`application/x-www-form-urlencoded\`):`,
    ['| field | label | max. characters | hint |', '| --- | --- | --- | --- |', ...rows].join('\n'),
    ACCESS_TEXTS.kept,
    `## ${ACCESS_TEXTS.next}`,
    ACCESS_TEXTS.steps.map((step) => `1. ${step}`).join('\n'),
    `${ACCESS_TEXTS.meanwhile} [${ACCESS_TEXTS.planner}](${baseUrl}/index.md).`,
  ]);
}

/** Writes the brand page as Markdown: the address of each file and the rules for using it. */
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
    `Wherever you show data of teaser-tier athletes, place the words **Powered by Musette** visibly near the nutrition data and link them to ${baseUrl} or to the response’s \`subscribe_url\`. For full-tier athletes, attribution is optional. The \`X-Service-Data-Attribution\` header on every response says which rule applies.`,
    `## ${BRAND_TEXTS.using}`,
    BRAND_TEXTS.rules.map((rule) => `- ${rule}`).join('\n'),
    `## ${BRAND_TEXTS.safety}`,
    BRAND_TEXTS.disclaimer,
  ]);
}

/** Joins the non-empty parts of a document. */
export function sections(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}
