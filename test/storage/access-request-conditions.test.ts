import { env } from 'cloudflare:workers';
import type { SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { describe } from 'vitest';
import { promoteMember } from '#partner/console/shared-repository.ts';
import {
  decideRequest,
  endLinkOfOthers,
  insertAccessRequest,
  isUnused,
  markLinkUsed,
  replaceLink,
  requestHas,
  selectAccessRequest,
  selectAccessRequests,
  selectRequestOfLink,
} from '#partner/partners/access-request-repository.ts';
import { type AccessRequestRow, accessRequests } from '#platform/storage/registry-schema.ts';
import { rowsOf, statementsIn } from './situations.ts';
import { NOW, OTHER_PARTNER, TARGET, TRUE, target } from './stored-rows.ts';

/** The conditions of statements about requests for access. */

const registry = drizzle(env.REGISTRY);

describe('requests for access', () => {
  const REQUEST: AccessRequestRow = {
    id: 'acr_a',
    platform: '',
    useCase: '',
    contactEmail: '',
    status: 'pending',
    createdAt: NOW,
    decidedAt: null,
    purgeAfter: NOW,
    addressHash: 'a',
    partnerId: null,
    linkHash: 'link',
    linkExpiresAt: NOW,
    linkUsedAt: null,
  };
  const request = rowsOf(accessRequests, REQUEST);
  const asked = (changes: object) => [target(), request(changes)];
  const LINK = { partnerId: 'prt_a', contactEmail: 'first@platform.example' };
  const insert = () =>
    insertAccessRequest(
      registry,
      { ...REQUEST, id: 'acr_new', linkHash: null },
      { max: 1, sinceMs: NOW - 1 },
    );
  const when = (condition: SQL) => promoteMember(registry, 'prt_a', TARGET.email, condition);

  const { firstOnly, firstOf, touches, onlyIf } = statementsIn(registry);
  firstOf('insertAccessRequest', request, [{ addressHash: 'b' }, {}], insert);
  touches('insertAccessRequest later', request({ createdAt: NOW - 1 }), insert);
  firstOf('selectAccessRequest', request, [{}, { id: 'acr_b' }], () =>
    selectAccessRequest(registry, 'acr_a'),
  );
  firstOf('selectRequestOfLink', request, [{}, { linkHash: 'b' }], () =>
    selectRequestOfLink(registry, 'link'),
  );
  firstOf('selectAccessRequests', request, [{}, { id: 'acr_b' }], () =>
    selectAccessRequests(registry, { afterId: 'acr_b', limit: 9 }),
  );
  firstOf('decideRequest', request, [{}, { id: 'acr_b' }, { status: 'approved' }], () =>
    decideRequest(registry, 'acr_a', { status: 'declined', decidedAt: NOW, purgeAfter: NOW }),
  );
  firstOf('replaceLink', request, [{ status: 'approved' }, { id: 'acr_b', status: 'approved' }, {}], () =>
    replaceLink(registry, 'acr_a', { linkHash: 'new', linkExpiresAt: NOW }),
  );
  firstOf('markLinkUsed', request, [{}, { linkHash: 'b' }], () => markLinkUsed(registry, 'link', NOW, TRUE));
  firstOf('requestHas', asked, [{}, { status: 'declined' }, { linkHash: 'b' }, { id: 'acr_b' }], () =>
    when(requestHas('acr_a', 'pending', 'link')),
  );
  firstOnly(
    'endLinkOfOthers',
    () => endLinkOfOthers(registry, 'prt_a', 'new@platform.example', TRUE),
    request,
    {
      'of another address': LINK,
      'of this address': { ...LINK, contactEmail: 'New@Platform.example' },
      'without one': { ...LINK, linkHash: null },
      used: { ...LINK, linkUsedAt: 1 },
      'of another partner': { ...LINK, ...OTHER_PARTNER },
    },
  );
  firstOf('isUnused', asked, [{}, { linkUsedAt: 1 }, { linkHash: 'b' }], () => when(isUnused('link')));

  onlyIf('endLinkOfOthers', request(LINK), (condition) =>
    endLinkOfOthers(registry, 'prt_a', 'new@platform.example', condition),
  );
  onlyIf('markLinkUsed', request(), (isKeyMade) => markLinkUsed(registry, 'link', NOW, isKeyMade));
});
