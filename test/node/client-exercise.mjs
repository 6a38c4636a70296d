/**
 * Exercises the packed client against a stand-in of the service, in whatever runtime imports it: returns what the client
 * stored and what it threw. No type of the repository is known here, as in a partner's project.
 */
export async function exercise({ Musette, RateLimitError, verifyWebhook }, baseUrl) {
  const waits = [];
  const musette = new Musette({
    apiKey: 'sk_test_x',
    baseUrl,
    maxRetries: 20,
    wait: async (ms) => {
      waits.push(ms);
    },
  });
  const created = [];
  for (let index = 0; index < 12; index++) {
    created.push((await musette.createAthlete({ body: { external_id: `rider-${index}` } })).id);
  }
  const synced = [];
  const riders = Array.from({ length: 130 }, (_, index) => ({ external_id: `rider-${index}` }));
  for await (const { result } of musette.syncAthletes(riders)) synced.push(result.status);
  const refused = await new Musette({ apiKey: 'sk_test_x', baseUrl, deadlineMs: 1000 })
    .getAthlete({ athlete_id: 'limited' })
    .catch((error) => ({ isRateLimit: error instanceof RateLimitError, code: error.code }));
  const forged = await verifyWebhook('{}', {}, 'whsec_AAAA').catch((error) => error.name);
  return {
    created: new Set(created).size,
    synced: synced.filter((status) => status === 'created' || status === 'unchanged').length,
    waits: waits.length,
    refused,
    forged,
  };
}
