/** Two libraries of Standard Webhooks on a delivery of ours: what `verify` takes and returns. */

const { DELIVERY_HEADERS, DELIVERY_BODY, WEBHOOK_SECRET } = process.env;
const headers = JSON.parse(DELIVERY_HEADERS);

const shortly = (value) =>
  value === undefined ? 'undefined' : `the ${typeof value === 'object' ? 'event' : typeof value}`;

function outcomeOf(act) {
  try {
    return shortly(act());
  } catch (err) {
    return `throws: ${String(err?.message ?? err).slice(0, 60)}`;
  }
}

for (const name of ['standardwebhooks', 'svix']) {
  const { Webhook } = await import(name);
  const webhook = new Webhook(WEBHOOK_SECRET);
  const result = {
    peer: name,
    'plain headers': outcomeOf(() => webhook.verify(DELIVERY_BODY, headers)),
    'Headers object': outcomeOf(() => webhook.verify(DELIVERY_BODY, new Headers(headers))),
    'forged body': outcomeOf(() => webhook.verify(`${DELIVERY_BODY} `, headers)),
  };
  console.log(JSON.stringify(result));
}
