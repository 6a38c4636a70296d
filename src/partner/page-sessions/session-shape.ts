import * as z from 'zod/mini';
import { exactly } from '#platform/http/answer.ts';
import { documented, EXAMPLE_ACTIVITY_ID, EXAMPLE_ATHLETE_ID } from '#platform/http/openapi-metadata.ts';
import { instant, isoInstant } from '#platform/http/wire-fields.ts';
import { ATHLETE_PAGES, type PageSessionRow } from '#platform/storage/athlete-schema.ts';
import { exampleIdOf } from '#platform/storage/ids.ts';

export const PageSession = documented(
  z.object({
    id: z.string(),
    athlete_id: z.string(),
    pages: z.array(z.enum(ATHLETE_PAGES)),
    activity_id: z.nullable(z.string()),
    allowed_origins: z.array(z.string()),
    return_url: z.nullable(z.string()),
    created_at: instant,
    expires_at: instant,
  }),
  { id: 'PageSession' },
);

export type PageSession = z.output<typeof PageSession>;

/** A new session with its credentials, which are shown only once. */
export const NewPageSession = documented(z.extend(PageSession, { token: z.string(), url: z.url() }), {
  id: 'NewPageSession',
});

export type NewPageSession = z.output<typeof NewPageSession>;

export const pageSessionExample: PageSession = {
  id: exampleIdOf('ses'),
  athlete_id: EXAMPLE_ATHLETE_ID,
  pages: ['plan', 'feedback'],
  activity_id: EXAMPLE_ACTIVITY_ID,
  allowed_origins: ['https://app.platform.example'],
  return_url: 'https://app.platform.example/calendar',
  created_at: '2026-11-21T09:30:00.000Z',
  expires_at: '2026-11-21T10:30:00.000Z',
};

export const newPageSessionExample: NewPageSession = {
  ...pageSessionExample,
  token: 'pst_test_(shown once)',
  url: 'https://musette.example/a/s/(shown-once)',
};

export function pageSessionToWire(row: PageSessionRow): PageSession {
  return {
    id: row.id,
    athlete_id: row.athleteId,
    pages: row.pages,
    activity_id: row.activityId,
    allowed_origins: row.origins,
    return_url: row.returnUrl,
    created_at: isoInstant(row.createdAt),
    expires_at: isoInstant(row.expiresAt),
  };
}

/** Returns a session with its credentials, once. */
export function newPageSessionToWire(
  row: PageSessionRow,
  secrets: { readonly token: string; readonly url: string },
): NewPageSession {
  return exactly({ ...pageSessionToWire(row), ...secrets });
}
