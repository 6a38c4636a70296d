import { ENGINE_VERSION } from '@musette/engine/prescribe';
import { expect, test } from 'vitest';
import { hashResults, writtenHash } from './hash-results.ts';

test('results change only with the version: `npm run engine:hash` writes their hash', () => {
  expect(writtenHash()).toEqual({ version: ENGINE_VERSION, hash: hashResults() });
});
