import { WARNING_SEVERITIES, type WarningCode } from '#core/engine/warning-codes.ts';
import { ENGLISH } from '#core/languages/en/index.ts';
import { keysOf } from '#nutrition/planner/choice.ts';
import { FLUID_WARNINGS } from './fluid-warnings.ts';
import { INTAKE_WARNINGS } from './intake-warnings.ts';
import { PERSON_WARNINGS } from './person-warnings.ts';
import type { WarningEntries, WarningEntry } from './warning-entry.ts';

/** Every warning as partners read about it; a code without an entry fails the build. */
export const WARNING_ENTRIES: WarningEntries<WarningCode> = {
  ...FLUID_WARNINGS,
  ...INTAKE_WARNINGS,
  ...PERSON_WARNINGS,
};

const SUBJECTS = [
  { title: 'Drinking, heat and cold', codes: keysOf(FLUID_WARNINGS) },
  { title: 'Carbohydrate and sodium', codes: keysOf(INTAKE_WARNINGS) },
  { title: 'The person, the event and the inputs', codes: keysOf(PERSON_WARNINGS) },
];

const LEAD = `The \`safety\` block of every answer with numbers has \`warnings\`, most severe first; \`MEDICAL_FLUID\` comes before all others. Each has a \`code\`, a \`severity\` and a \`message\`, ready to be shown to the athlete in English, German, French, Spanish, Italian or Japanese. Codes are never translated and are never given a second meaning.

## Severities

| severity | meaning | what to show |
| --- | --- | --- |
| \`danger\` | Following the numbers carelessly could do harm. | The message before the numbers. It cannot be dismissed for good. |
| \`caution\` | Something changes how the numbers should be used. | The message beside the numbers, open. |
| \`info\` | Helps to understand or improve the plan. | The message in the details of the plan. |

No warning may be removed, hidden or toned down. A code that you do not know is shown by its severity and its message: codes can be added within v1. With \`requires_human_review\` a person (a coach or doctor) must look at the plan before the athlete follows it.`;

/** Writes the page of warnings as Markdown. */
export function warningsMarkdown(): string {
  const sections = SUBJECTS.flatMap(({ title, codes }) => [`## ${title}`, ...codes.map(section)]);
  return [LEAD, ...sections].join('\n\n');
}

function section<Code extends WarningCode>(code: Code): string {
  const { meaning, trigger, show, sample }: WarningEntry<Code> = WARNING_ENTRIES[code];
  return [
    `### \`${code}\``,
    `${meaning} Severity: ${WARNING_SEVERITIES[code].map((severity) => `\`${severity}\``).join(' or ')}.`,
    `**When.** ${trigger}`,
    `**Show.** ${show}`,
    `> ${ENGLISH.warnings[code](sample)}`,
  ].join('\n\n');
}
