import { describe, expect, test } from 'vitest';
import { countedAddress, countedNetwork } from '#platform/guards/address-limit.ts';
import { fc } from '../support/random-seed.ts';

describe('the address that a limit counts', () => {
  test.each([
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:0002:0:0:0:9', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::192.0.2.1', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['2001:db8::1:0:0:1', '2001:db8::/64'],
    ['::1', '::/64'],
    [' 2001:db8:1:2::1 ', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:c000:0201', '192.0.2.1'],
    ['0000:0000:0000:0000:0000:ffff:192.0.2.1', '192.0.2.1'],
  ])('of %s is %s', (address, counted) => {
    expect(countedAddress(address)).toBe(counted);
  });

  test.each([
    undefined,
    '',
    'unknown',
    '2001:db8::1::2',
    '2001:db8:1:2:3:4:5',
    '2001:db8:1:2:3:4:5:6:7',
    '::g',
    '::00001',
    ':::',
    '[::1]',
    '::ffff:192.0.2.256',
    '2001:db8::1%',
    '2001:db8::1%a',
    '192.0.2.1, 192.0.2.2',
    '192.0.2',
    '192.0.2.01',
    '0xc0.0.2.1',
    '3221225985',
  ])('of %j is that of every caller without one: an odd spelling opens no budget of its own', (address) => {
    expect(countedAddress(address)).toBe('unknown');
  });

  test('of any host in an IPv6 /64 is one, in any spelling, and of any other /64 another', () => {
    const group = fc.integer({ min: 0, max: 0xffff });
    const groups = (length: number) => fc.array(group, { minLength: length, maxLength: length });
    const written = (value: number, isPadded: boolean, isUpper: boolean) => {
      const text = value.toString(16).padStart(isPadded ? 4 : 1, '0');
      return isUpper ? text.toUpperCase() : text;
    };
    fc.assert(
      fc.property(
        groups(4).filter(([first]) => first !== 0),
        groups(4),
        groups(4),
        fc.boolean(),
        fc.boolean(),
        (network, host, otherHost, isPadded, isUpper) => {
          const spell = (of: number[], padded: boolean, upper: boolean) =>
            of.map((value) => written(value, padded, upper)).join(':');
          const counted = countedAddress(spell([...network, ...host], isPadded, isUpper));
          expect(countedAddress(spell([...network, ...otherHost], false, false))).toBe(counted);
          expect(countedAddress(`${spell(network, isPadded, isUpper)}::`)).toBe(counted);
          const neighbour = network.with(3, (network[3] ?? 0) ^ 1);
          expect(countedAddress(spell([...neighbour, ...host], isPadded, isUpper))).not.toBe(counted);
        },
      ),
    );
  });
});

test.each([
  ['2001:db8:1:2::7', '2001:db8:1::/48'],
  ['2001:0DB8:0001:ffff:1:2:3:4', '2001:db8:1::/48'],
  ['2001:db8:2::1', '2001:db8:2::/48'],
  ['198.51.100.7', null],
  ['::ffff:198.51.100.7', null],
  ['nonsense', null],
  [undefined, null],
])('the network of %s is %s: its IPv6 /48', (address, network) => {
  expect(countedNetwork(address)).toBe(network);
});
