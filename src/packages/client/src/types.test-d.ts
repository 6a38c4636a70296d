import type { Event, EventType, Musette, WebhookEvent } from './index.ts';

/** Asserts that types narrow. The compiler checks this file; it never runs and is not in the package. */

type Equal<Left, Right> =
  (<T>() => T extends Left ? 1 : 2) extends <T>() => T extends Right ? 1 : 2 ? true : false;

function holds<_Claim extends true>(): void {}

export async function narrows(musette: Musette): Promise<void> {
  const envelope = await musette.getPrescription({ athlete_id: 'ath_1', activity_id: 'act_1' });
  if (envelope.tier === 'full') {
    holds<Equal<typeof envelope.prescription.carb_g_per_hr, number>>();
    // @ts-expect-error only the teaser tier has ranges in place of numbers
    envelope.prescription.carb_g_per_hr_range;
  } else {
    holds<Equal<typeof envelope.tier, 'teaser'>>();
    holds<Equal<typeof envelope.ranges, null>>();
    holds<Equal<typeof envelope.subscribe_url, string>>();
    // @ts-expect-error the numbers are not shown
    envelope.prescription.carb_g_per_hr;
  }
  holds<Equal<typeof envelope.requestId, string | null>>();
  const [warning] = envelope.safety.warnings;
  if (warning?.code === 'EAH_RISK_LONG_SLOW')
    holds<Equal<typeof warning.severity, 'info' | 'caution' | 'danger'>>();
  // @ts-expect-error not a code of a warning
  if (warning?.code === 'EAH_RISK') return;

  const activity = await musette.createActivity({
    athlete_id: 'ath_1',
    body: { type: 'run', duration_min: 60 },
  });
  holds<Equal<typeof activity.duration_min, number>>();
  if (activity.tier === 'full' && activity.prescription) activity.prescription.total_carb_g.toFixed();
  // @ts-expect-error not a sport
  await musette.createActivity({ athlete_id: 'ath_1', body: { type: 'chess', duration_min: 60 } });
  // @ts-expect-error the athlete is missing
  await musette.getAthlete({});

  const plan = await musette.getFuelPlan({ athlete_id: 'ath_1', activity_id: 'act_1', suggest: true });
  if (plan.tier === 'full') plan.timeline.at(0)?.at_min.toFixed();
  // @ts-expect-error the teaser tier has no timeline
  else plan.timeline;

  const { results } = await musette.upsertAthletes({ body: { athletes: [{ external_id: 'rider-1' }] } });
  for (const result of results) {
    if ('error' in result) holds<Equal<typeof result.error.message, string>>();
    else holds<Equal<typeof result.status, 'created' | 'updated' | 'unchanged'>>();
  }
  // @ts-expect-error an item of the batch is an athlete with its external_id
  await musette.upsertAthletes({ body: { athletes: [{ name: 'Sample Rider' }] } });

  for await (const athlete of musette.each('listAthletes', { limit: 100 }))
    holds<Equal<typeof athlete.id, string>>();
  for await (const athlete of musette.each('listAthletes')) holds<Equal<typeof athlete.id, string>>();
  // @ts-expect-error the athlete of the list is missing
  musette.each('listActivities');
  // @ts-expect-error not a list
  musette.each('getAthlete', { athlete_id: 'ath_1' });
  for await (const event of musette.events()) {
    if (event.type === 'athlete.erased') holds<Equal<typeof event.data.athlete_id, string>>();
    if (event.type === 'activity.updated') holds<Equal<typeof event.data.changed, string[]>>();
    // @ts-expect-error a key's event has no athlete
    if (event.type === 'key.revoked') event.data.athlete_id;
    // @ts-expect-error not a type of an event
    if (event.type === 'athlete.eaten') return;
  }
  holds<Equal<EventType, Event['type']>>();
  holds<Equal<WebhookEvent, Event>>();
  holds<Equal<WebhookEvent<'webhook.disabled'>['data'], { webhook_id: string; reason: string }>>();
  await musette.testWebhook({ webhook_id: 'whk_1', body: { type: 'athlete.learned' } });
  await musette.testWebhook({ webhook_id: 'whk_1' });
  // @ts-expect-error not a type of an event
  await musette.testWebhook({ webhook_id: 'whk_1', body: { type: 'athlete.eaten' } });
  // @ts-expect-error a read has no body
  await musette.getWebhook({ webhook_id: 'whk_1', body: {} });
  // @ts-expect-error nor a file
  await musette.getWebhook({ webhook_id: 'whk_1', file: { mediaType: 'text/plain', content: '' } });
  for await (const { item, result } of musette.syncAthletes([{ external_id: 'rider-1' }])) {
    holds<Equal<typeof item.external_id, string>>();
    if ('athlete' in result) result.athlete.missing_fields.includes('body_mass_kg');
  }
  holds<Equal<Awaited<ReturnType<typeof musette.deleteActivity>>, undefined>>();
}
