import { describe, expect, test } from 'vitest';
import { countingLimiter } from '../support/bindings.ts';
import { call } from '../support/client.ts';

describe('failed authentications', () => {
  test.each([
    [
      'an IPv6 network',
      ['2001:db8:5:5::1', '2001:DB8:5:5:8000::2', '2001:0db8:5:5:0:0:0:3'],
      '2001:db8:5:6::1',
    ],
    [
      'an IPv4 address that is sometimes written as IPv6',
      ['198.51.100.1', '::ffff:198.51.100.1', '::ffff:c633:6401'],
      '198.51.100.2',
    ],
  ])('of %s share one limit, for keys and at the operator’s door', async (_whose, addresses, other) => {
    for (const path of ['/v1/athletes', '/operator/v1/partners']) {
      const bindings = { FAILED_AUTHENTICATIONS: countingLimiter(2).limiter };
      const attempt = async (address: string) =>
        (await call('GET', path, { key: 'sk_test_nonsense', address, bindings })).status;
      const statuses = [];
      for (const address of addresses) statuses.push(await attempt(address));
      expect(statuses).toEqual([401, 401, 429]);
      expect(await attempt(other)).toBe(401);
    }
  });
});
