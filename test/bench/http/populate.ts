import { newPartner } from '../../support/connect-over-http.ts';
import { OPERATOR_TOKEN } from '../../support/deployment.ts';
import { type Operation, operationsFor, RUN } from './operations.ts';

/** Makes a partner with an athlete and thirty activities, over the service's own API. */
export async function populate(baseUrl: string) {
  const send = async (path: string, token: string, body: unknown) => {
    const operation: Operation = { name: path, method: 'POST', path, body };
    return JSON.parse((await request(baseUrl, token, operation)).text);
  };
  const { key, keyId } = await newPartner((path, body) => send(path, OPERATOR_TOKEN, body));
  const athlete = await send('/v1/athletes', key, { body_mass_kg: 70, sex: 'male', birth_year: 1990 });
  const list = `/v1/athletes/${athlete.id}/activities`;
  let activityId = '';
  for (let index = 0; index < 30; index++) {
    activityId = (await send(list, key, RUN)).id;
    await send(`${list}/${activityId}/prescription`, key, undefined);
  }
  return {
    key,
    keyId,
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
