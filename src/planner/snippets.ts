import { type Choice, scenarioOf } from './choice.ts';

/** Writes the request of a choice as code that runs unchanged. */
export function snippetsOf(choice: Choice, baseUrl: string): Readonly<Record<Language, string>> {
  const scenario = scenarioOf(choice);
  const json = JSON.stringify(scenario, null, 2);
  const url = `${baseUrl}/try/calculate`;
  return {
    curl: `curl -s ${url} \\\n  -H 'Content-Type: application/json' \\\n  -d '${json}'`,
    typescript: `const answer = await fetch('${url}', {
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

export const LANGUAGES = { curl: 'curl', typescript: 'TypeScript', python: 'Python' } as const;
export type Language = keyof typeof LANGUAGES;

function indented(text: string): string {
  return text.replaceAll('\n', '\n  ');
}
