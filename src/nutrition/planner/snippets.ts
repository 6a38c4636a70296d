import { type Choice, scenarioOf } from './choice.ts';

/** Writes the request of a choice as code that runs unchanged. */
export function snippetsOf(
  choice: Choice,
  baseUrl: string,
  year: number,
): Readonly<Record<CodeLanguage, string>> {
  const scenario = scenarioOf(choice, year);
  const json = JSON.stringify(scenario, null, 2);
  const url = `${baseUrl}/try/calculate`;
  return {
    sh: `curl -s ${url} \\\n  -H 'Content-Type: application/json' \\\n  -d '${json}'`,
    ts: `const answer = await fetch('${url}', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(${indented(json)}),
});
const { prescription, safety } = await answer.json();
console.log(prescription, safety);`,
    python: `import json, urllib.request

body = ${json.replaceAll(': true', ': True').replaceAll(': false', ': False')}
request = urllib.request.Request(
    '${url}',
    data=json.dumps(body).encode(),
    headers={'Content-Type': 'application/json'},
)
answer = json.load(urllib.request.urlopen(request))
print(answer['prescription'], answer['safety'])`,
  };
}

/** Code languages, as guides tag their blocks, and their names. */
export const CODE_LANGUAGES = { sh: 'curl', ts: 'TypeScript', python: 'Python' } as const;
export type CodeLanguage = keyof typeof CODE_LANGUAGES;

function indented(text: string): string {
  return text.replaceAll('\n', '\n  ');
}
