import { OPERATOR_TOKEN } from '../../support/deployment.ts';
import { type Operation, operationsFor, RUN } from './operations.ts';

/** Makes a partner with an athlete and thirty activities, over the service's own API. */
export async function populate(baseUrl: string) {
  const send = async (path: string, token: string, body: unknown) => {
    const operation: Operation = { name: path, method: 'POST', path, body };
    return JSON.parse((await request(baseUrl, token, operation)).text);
  };
  const partner = await send('/operator/v1/partners', OPERATOR_TOKEN, {
    name: 'Benchmark',
    use_case: 'benchmark',
    contact_email: 'bench@example.test',
    default_tier: 'full',
  });
  const { secret: key, id: keyId } = partner.sandbox_key;
  const athlete = await send('/v1/athletes', key, { body_mass_kg: 70, sex: 'male', birth_year: 1990 });
  const list = `/v1/athletes/${athlete.id}/activities`;
  let activityId = '';
  for (let index = 0; index < 30; index++) {
    activityId = (await send(list, key, RUN)).id;
    await send(`${list}/${activityId}/prescription`, key, undefined);
  }
  return {
    key: String(key),
    keyId: String(keyId),
    athletePath: `/v1/athletes/${athlete.id}`,
    activityPath: `${list}/${activityId}`,
    operations: operationsFor(athlete.id, activityId),
  };
}

/** Sends one request of an operation. */
export async function request(baseUrl: string, token: string, operation: Operation) {
  const response = await fetch(new URL(operation.path, baseUrl), {
    method: operation.method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(operation.body === undefined ? {} : { body: JSON.stringify(operation.body) }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
