import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KnownFacts } from './known-facts.ts';
import type { Observation } from './observation.ts';

const tenantId = 'tenant';
const followed = { version: '7', serverSince: 'Friday', movedProductIds: [] };
const rankOf = (productId: string): Observation => ({
  productId,
  aspect: 'rank',
  sku: '',
  facts: { firstIn: null },
  observedAt: new Date('2026-11-20T08:00:00Z'),
});

function knowing(productId = '1', known = new KnownFacts()): KnownFacts {
  known.follow(tenantId, followed);
  known.note(tenantId, '7', [rankOf(productId)]);
  return known;
}

test('only the very facts of the very product are known', () => {
  const known = knowing();

  expect(known.has(rankOf('1'))).toBe(true);
  expect(known.has(rankOf('2'))).toBe(false);
  expect(known.has({ ...rankOf('1'), sku: 'A' })).toBe(false);
  expect(known.has({ ...rankOf('1'), facts: { firstIn: [] } } as Observation)).toBe(false);
});

test('a server that was started meanwhile may have been restored: nothing is known of any tenant', () => {
  const known = knowing();

  known.follow('another tenant', followed);
  known.follow('another tenant', { ...followed, serverSince: 'Saturday' });

  expect(known.has(rankOf('1'))).toBe(false);
  expect(known.since(tenantId)).toBeNull();
});

test('what was compared before somebody else was heard of is not known', () => {
  const known = new KnownFacts();
  known.follow(tenantId, followed);
  known.follow(tenantId, { ...followed, version: '8', movedProductIds: ['1'] });

  known.note(tenantId, '7', [rankOf('1')]);

  expect(known.has(rankOf('1'))).toBe(false);
});

test('an answer that comes late leads back to no earlier version', () => {
  const known = knowing();

  known.follow(tenantId, { ...followed, version: '6' });

  expect(known.since(tenantId)).toBe('7');
});

test('what is of no use for long is forgotten', () => {
  const known = new KnownFacts(2);
  for (const productId of ['1', '2', '3', '4', '5']) knowing(productId, known);

  expect(['1', '5'].map((productId) => known.has(rankOf(productId)))).toEqual([false, true]);
});

/** They stamp the products (`facts_version`), or what they write is not remembered. */
const writers = [
  'catalog/queries.ts', // listings that are gone: saveListings says so
  'judging/own-item-queries.ts', // keywords' ranks
  'observing/push/push-queries.ts', // times, no facts
  'observing/recording/record.ts', // shown by refreshDisplay
  'observing/sweeping/clock-jump-queries.ts', // times, no facts
];

test('who writes observations is known', () => {
  const features = join(import.meta.dirname, '../..');
  const found = globSync('**/*.ts', { cwd: features }).filter(
    (file) =>
      !file.endsWith('.test.ts') &&
      /(?:insert into|delete from|update) observations\b/.test(readFileSync(join(features, file), 'utf8')),
  );
  expect(found.toSorted()).toEqual(writers);
});
