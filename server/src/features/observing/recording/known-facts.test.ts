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

test('facts are known by product, aspect and hash', () => {
  const known = knowing();

  expect(known.has(rankOf('1'))).toBe(true);
  expect(known.has(rankOf('2'))).toBe(false);
  expect(known.has({ ...rankOf('1'), sku: 'A' })).toBe(false);
  expect(known.has({ ...rankOf('1'), facts: { firstIn: [] } } as Observation)).toBe(false);
});

test('a restarted database server may have been restored: the facts of all tenants are forgotten', () => {
  const known = knowing();

  known.follow('another tenant', followed);
  known.follow('another tenant', { ...followed, serverSince: 'Saturday' });

  expect(known.has(rankOf('1'))).toBe(false);
  expect(known.since(tenantId)).toBeNull();
});

test('facts that were compared before another process wrote are not known', () => {
  const known = new KnownFacts();
  known.follow(tenantId, followed);
  known.follow(tenantId, { ...followed, version: '8', movedProductIds: ['1'] });

  known.note(tenantId, '7', [rankOf('1')]);

  expect(known.has(rankOf('1'))).toBe(false);
});

test('an answer that comes late does not lead back to an earlier version', () => {
  const known = knowing();

  known.follow(tenantId, { ...followed, version: '6' });

  expect(known.since(tenantId)).toBe('7');
});

test('the facts of a product that was written are not known, not even those of before', () => {
  const known = knowing('1', knowing('2'));

  known.forget('1');

  expect(['1', '2'].map((productId) => known.has(rankOf(productId)))).toEqual([false, true]);
  expect(knowing('1', known).has(rankOf('1'))).toBe(true);
});

test('no more facts are remembered than the process is allowed', () => {
  const known = new KnownFacts(8);
  const productIds = Array.from({ length: 20 }, (_, n) => `${n}`);
  for (const productId of productIds) knowing(productId, known);

  expect(productIds.filter((productId) => known.has(rankOf(productId)))).toHaveLength(8);
});

/**
 * Writers of observations. They have to stamp the products (`facts_version`), or other processes miss their changes.
 */
const writers = [
  'catalog/queries.ts', // deletes facts of removed listings; `saveListings` stamps their products
  'judging/settings/own-item-queries.ts', // deletes the ranks of new keywords, which no process remembers
  'observing/push/push-queries.ts', // changes times only
  'observing/recording/record-queries.ts', // writes facts; `refreshDisplay` stamps the products
  'observing/sweeping/clock-jump-queries.ts', // changes times only
];

test('the list of the files that write observations is complete', () => {
  const features = join(import.meta.dirname, '../..');
  const found = globSync('**/*.ts', { cwd: features }).filter(
    (file) =>
      !file.endsWith('.test.ts') &&
      /(?:insert into|delete from|update) observations\b/.test(readFileSync(join(features, file), 'utf8')),
  );
  expect(found.toSorted()).toEqual(writers);
});
