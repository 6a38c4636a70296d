// A training platform: a calendar that shows each rider's fuel plan inside its own page, and takes their feedback.
// It needs Node 20 and nothing else: MUSETTE_API_KEY=sk_test_… node training-platform.mjs
import { createServer } from 'node:http';

const musette = process.env.MUSETTE_URL ?? 'http://127.0.0.1:8787';
const port = Number(process.env.PORT ?? 3000);
const origin = `http://localhost:${port}`;
if (!process.env.MUSETTE_API_KEY) {
  console.error('Set MUSETTE_API_KEY to the key that `npm start` printed.');
  process.exit(1);
}

async function send(method, path, body) {
  const answer = await fetch(musette + path, {
    method,
    headers: {
      authorization: `Bearer ${process.env.MUSETTE_API_KEY}`,
      'content-type': 'application/json',
      'user-agent': 'Sample-Platform/1.0',
    },
    body: JSON.stringify(body),
  });
  const json = await answer.json();
  if (!answer.ok) throw new Error(`${json.error.code}: ${json.error.message}`);
  return json;
}

// What a platform already has.
const riders = [
  { external_id: 'rider-ada', name: 'Ada', body_mass_kg: 58, sex: 'female', birth_year: 1991 },
  { external_id: 'rider-ben', name: 'Ben', body_mass_kg: 76, sex: 'male', birth_year: 1984 },
];
const ride = { type: 'bike', duration_min: 180, intensity_level: 6, name: 'Long ride' };

// Once: the origin of the pages that show the element. Every night: riders and their sessions.
const { allowed_origins } = await send('GET', '/v1/partner');
await send('PATCH', '/v1/partner', { allowed_origins: [...new Set([...allowed_origins, origin])] });
const { results } = await send('POST', '/v1/athletes/batch', { athletes: riders });
const activities = riders.map(({ external_id }) => ({
  ...{ ...ride, athlete_external_id: external_id, external_id: `${external_id}-today` },
  scheduled_at: new Date().toISOString(),
}));
await send('POST', '/v1/activities/batch', { activities, calculate: true });

// The calendar: one call, one element.
async function calendar(rider) {
  const { athlete } = results[rider] ?? results[0];
  const sessions = `/v1/athletes/${athlete.id}/sessions`;
  const { token, url } = await send('POST', sessions, { pages: ['plan', 'feedback'] });
  return `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">
    <title>Calendar</title><h1>${riders[rider].name}’s calendar</h1>
    <p>${riders.map(({ name }, other) => `<a href="/?rider=${other}">${name}</a>`).join(' · ')}</p>
    <script src="${musette}/elements/v1.js" defer></script>
    <musette-plan token="${token}"><a href="${url}">Open your plan</a></musette-plan></html>`;
}

createServer(async (request, response) => {
  const rider = new URL(request.url, origin).searchParams.get('rider') === '1' ? 1 : 0;
  response.setHeader('content-type', 'text/html; charset=utf-8').end(await calendar(rider));
}).listen(port, () => console.log(`The calendar is at ${origin}`));
