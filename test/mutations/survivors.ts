/**
 * Conditions without which every answer stays the same, each with the reason: its file, the function that it is in, and
 * its text as `npm run mutate` prints it. A condition that a test notices, or that is no longer there, may not be here.
 */
export const SURVIVORS: Readonly<Record<string, string>> = {
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: these are texts of sources.
  'src/nutrition/activities/named-activities.ts namedQueries: eq(athletes.partnerId, partnerId)':
    "identifiers are resolved among the partner's own athletes; the query names the partner once more",
  'src/nutrition/learning/write-history.ts writeInSteps: athlete_id = ${athlete.id}':
    'the revision is a new UUID, which no other athlete has; the athlete lets the key find it',
  "src/partner/events/announce-engine.ts announceEngine: partners.id > ''":
    'every identifier is greater; the bound lets SQLite search instead of scan',
  'src/partner/events/announce-engine.ts announceEngine: id = 1':
    'the table has one row, by its CHECK; the identifier lets SQLite search instead of scan',
  'src/partner/events/repository.ts selectReach: ${eventStore.id} = 1':
    'the table has one row, by its CHECK; the identifier lets SQLite search instead of scan',
  "src/partner/events/repository.ts selectReach: name = 'events'":
    'no other table of a store is counted in sqlite_sequence',
  'src/partner/keys/announce-rotations.ts recordReached: recorded.partner_id = api_keys.partner_id':
    'the identifier of the key is unique; its partner only lets the index find its events',
  'src/partner/keys/announce-rotations.ts recordReached: recorded.environment = api_keys.environment':
    'the identifier of the key is unique; its environment only lets the index find its events',
  'src/partner/keys/announce-rotations.ts recordReached: recorded.sequence > ${positionBefore(nowMs - LATE_MAX_MS)}':
    'every event since that time comes later; the bound only keeps earlier ones from being read',
  "src/partner/keys/announce-rotations.ts recordReached: recorded.type = 'key.rotation_due'":
    'an active key of this age has no other event within the week',
  'src/partner/oauth/repository.ts deleteGrantRecords: r.athlete_id = ${athleteId}':
    'each arm names the athlete in the key; the column only lets the index find the records',
  "src/partner/oauth/shared-repository.ts deleteConsents: ${consents.connectionId} IN (SELECT value ->> 'id' FROM json_each(${input}))":
    'nothing is at most the last activation of a connection that is not in the input, which is null; lets SQLite search',
  "src/partner/oauth/shared-repository.ts selectUnreconciled: id > ''":
    'every identifier is greater; the bound lets SQLite search the index instead of scanning it',
  "src/partner/partners/repository.ts selectSuspensionsToFanOut: id > ''":
    'every identifier is greater; the bound lets SQLite search the index instead of scanning it',
  'src/partner/partners/repository.ts recordAccessEndedIn: gt(partners.purgeAfter, 0)':
    'every terminated partner has a date; the bound lets SQLite search the index instead of scanning it',
  'src/partner/webhooks/subscriber-repository.ts selectEpoch: eq(eventStore.id, 1)':
    'the table has one row, by its CHECK; the identifier lets SQLite search instead of scan',
  "src/partner/privacy/repository.ts selectErasing: gt(athletes.id, '')":
    'every identifier is greater; the bound only lets the index find the rows',
  'src/partner/privacy/export-queries.ts readActivities: ${activityProducts.activityId} = ${activities.id}':
    'only estimates the size of a row: a page that is cut earlier is followed by more pages',
  'src/partner/privacy/export-queries.ts readActivities: ${prescriptions.activityId} = ${activities.id}':
    'only estimates the size of a row: a page that is cut earlier is followed by more pages',
  'src/partner/privacy/export-queries.ts readActivities: ${feedback.activityId} = ${activities.id}':
    'only estimates the size of a row: a page that is cut earlier is followed by more pages',
  'src/partner/privacy/export-queries.ts readActivities: inArray(activityProducts.activityId, page)':
    'products are grouped by their activity, and those of others left out; the bound keeps the page small',
  'src/partner/privacy/export-queries.ts readStoredAnswers: ${partnerId} = ${owner.partnerId}':
    'an athlete has one partner and environment; both halves name them, so that each is searched',
  'src/partner/privacy/export-queries.ts readStoredAnswers: ${environment} = ${owner.environment}':
    'an athlete has one partner and environment; both halves name them, so that each is searched',
  'src/partner/privacy/export-queries.ts readStoredAnswers: eq(partnerId, owner.partnerId)':
    'an athlete has one partner and environment; both halves name them, so that each is searched',
  'src/partner/privacy/export-queries.ts readStoredAnswers: eq(environment, owner.environment)':
    'an athlete has one partner and environment; both halves name them, so that each is searched',
  'src/partner/privacy/export-queries.ts readStoredAnswers: eq(athleteId, owner.athleteId)':
    'an athlete has one partner and environment; both halves name them, so that each is searched',
  "src/partner/retention/maintain-shards.ts beginComparingDirectories: gt(partners.id, '')":
    'every identifier is greater; the bound lets SQLite search the index instead of scanning it',
  "src/partner/retention/restores-repository.ts selectUncopied: ${ends.id} > ''":
    'every identifier is greater; the bound lets SQLite search the index instead of scanning it',
  "src/partner/retention/restores-repository.ts copyAllAnew: gt(ends.id, '')":
    'every identifier is greater; the bound lets SQLite search the index instead of scanning it',
  'src/partner/retention/restores-repository.ts setReconciling: eq(countedRuns.id, 1)':
    'the table has one row, by its CHECK; the identifier lets SQLite search instead of scan',
  'src/partner/retention/restores-repository.ts suspendAgain: isOneOf( partners.id, rows.map(({ partnerId }) => partnerId), )':
    'the version of a partner that is not among these is null, which is never greater; the list lets the index find the rows',
  'src/partner/retention/restores-repository.ts renewEpoch: eq(eventStore.id, 1)':
    'the table has one row, by its CHECK; the identifier lets SQLite search instead of scan',
  'src/partner/retention/repository.ts deleteOldAccesses: ${productAccessLog.partnerId} IN (${partners})':
    'the list names every partner in the log; it only lets the index find the rows',
  'src/platform/storage/partner.ts ofPartner: inArray(apiKeys.environment, ENVIRONMENTS)':
    'names both environments, so that the index is searched',
  'src/platform/storage/record-events.ts deleteOldEvents: gt(events.sequence, 0)':
    'every sequence is greater; the bound lets SQLite search the index instead of scanning it',
  "src/platform/storage/subscribers.ts HEAD: name = 'events'":
    'no other table of a store is counted in sqlite_sequence',
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: these are texts of sources.
};
