import * as z from 'zod/mini';
import { textsForAll } from '#core/languages/languages.ts';
import { DAY_MS } from '#platform/clock.ts';
import { eachInTurn, itemUs } from '#platform/http/batch.ts';
import type { PartnerContext } from '#platform/http/context.ts';
import type { PageRequest } from '#platform/http/pagination.ts';
import type { ActivityDetails } from '../records/read-activity.ts';
import { activityToWire } from './activity-shape.ts';
import type { ActivityFilter } from './page-repository.ts';

/** The order of a list of activities by time. */
export const listOrder = z.optional(z.enum(['asc', 'desc']));

interface ListQuery {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly type?: ActivityFilter['type'];
  readonly order?: 'asc' | 'desc' | undefined;
  readonly external_id?: string | undefined;
  readonly updated_since?: string | undefined;
}

/** Reads the filter of a list from the query. */
export function filterOf({
  from,
  to,
  type,
  order,
  external_id,
  updated_since,
}: ListQuery): Omit<ActivityFilter, 'after' | 'limit'> {
  return {
    fromMs: from === undefined ? null : Date.parse(from),
    beforeMs: to === undefined ? null : Date.parse(to) + DAY_MS,
    type,
    order: order ?? 'desc',
    externalId: external_id,
    updatedSinceMs: updated_since === undefined ? null : Date.parse(updated_since),
  };
}

/** Reads which rows of a list a page requests. */
export function spanOf({ after, limit }: PageRequest): Pick<ActivityFilter, 'after' | 'limit'> {
  return { after: after && { atMs: Number(after[0]), id: String(after[1]) }, limit };
}

/** Maps activities of one or several athletes to the wire in a turn if they are many, with the metadata of the answer. */
export async function showRows(ctx: PartnerContext, rows: readonly ActivityDetails[], headers: Headers) {
  const athletes = rows.map(({ athlete }) => athlete);
  const { languages, textsOfLocale } = await textsForAll(headers, athletes);
  const data = await eachInTurn(ctx, rows, itemUs, (details) =>
    activityToWire(ctx, details, textsOfLocale(details.athlete.locale)),
  );
  const tiers = athletes.map(({ tier }) => tier);
  return { data, more: { tiers, languages } };
}
