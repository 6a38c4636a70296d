import type { WarningCode } from '@musette/engine/types';
import { audienceOf, WARNINGS } from '@musette/engine/warnings';
import { ENGLISH } from '@musette/languages/english';
import { keysOf } from '#nutrition/planner/choice.ts';
import {
  FLUID_WARNINGS,
  INTAKE_WARNINGS,
  PERSON_WARNINGS,
  type WarningEntries,
  type WarningEntry,
} from './warning-entries.ts';

/** Documentation of every warning. A code without an entry fails the build. */
const WARNING_ENTRIES: WarningEntries = {
  ...FLUID_WARNINGS,
  ...INTAKE_WARNINGS,
  ...PERSON_WARNINGS,
};

const SUBJECTS = [
  { title: 'Drinking, heat and cold', codes: keysOf(FLUID_WARNINGS) },
  { title: 'Carbohydrate and sodium', codes: keysOf(INTAKE_WARNINGS) },
  { title: 'The person, the event and the inputs', codes: keysOf(PERSON_WARNINGS) },
];

const LEAD = `The \`safety\` block of every response with numbers has \`warnings\`, most severe first. \`MEDICAL_FLUID\` always comes before all others. Each has a \`code\`, a \`severity\` and a \`message\` that you can show to the athlete in English, German, French, Spanish, Italian or Japanese. Codes are never translated and never change their meaning.

## Severities

| severity | meaning | what to show |
| --- | --- | --- |
| \`danger\` | Following the numbers carelessly could do harm. | The message before the numbers. It must not be permanently dismissible. |
| \`caution\` | Something changes how the numbers should be used. | The message next to the numbers, expanded. |
| \`info\` | Helps the athlete understand or improve the plan. | The message in the plan details. |

Each warning has an \`audience\`. Show those for \`everyone\` to the athlete. \`partner\` is for you and for coaches: athletes read \`safety.assumed\` in its place. Only an info is ever for partners.

Do not remove, hide or tone down a warning for everyone. We may add codes within v1: show an unknown code by its severity and message. If \`requires_human_review\` is true, a coach or doctor must review the plan before the athlete follows it.`;

/** Writes the warnings page as Markdown. */
export function warningsMarkdown(): string {
  const sections = SUBJECTS.flatMap(({ title, codes }) => [`## ${title}`, ...codes.map(section)]);
  return [LEAD, ...sections].join('\n\n');
}

function section<Code extends WarningCode>(code: Code): string {
  const { meaning, trigger, show, sample }: WarningEntry<Code> = WARNING_ENTRIES[code];
  return [
    `### \`${code}\``,
    `${meaning} Severity: ${WARNINGS[code].severities.map((severity) => `\`${severity}\``).join(' or ')}.${audienceOf(code) === 'partner' ? ' Audience: `partner`.' : ''}`,
    `**When.** ${trigger}`,
    `**What to do.** ${show}`,
    `> ${ENGLISH.warnings[code](sample, ENGLISH.measures)}`,
  ].join('\n\n');
}
