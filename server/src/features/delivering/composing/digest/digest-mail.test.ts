import { expect, test } from 'vitest';
import { group, item, product, world } from '@app/shared/testing/world-builders.ts';
import { before, clock, email, links, now, publicUrl } from '../../../../../testing/mails/sample-words.ts';
import { briefOf } from './digest-brief.ts';
import type { Improvement } from './digest-flip-queries.ts';
import { digestMail } from './digest-mail.ts';

/** Returns the digest of products, the first of which has an issue. */
function digestOf(products: number, improvements: readonly Improvement[] = []) {
  const ids = Array.from({ length: products }, (_, index) => String(index + 1));
  const brief = briefOf({
    world: world({
      products: ids.map((id) => product(id, { productName: `Kettle ${id}` })),
      watchDogs: { imageMissing: group([item('imageMissing-1', { productId: '1', date: before(2).toISOString() })]) },
    }),
    sources: [],
    now,
  });
  return digestMail({
    brief,
    improvements,
    comebacks: new Set(),
    solved: 0,
    since: before(24),
    now,
    localDay: '2026-11-20',
    reader: { email, clock, hour: 7 },
    links,
    publicUrl,
    pictures: new Map(),
  });
}

const improvement = (productId: string, hoursAgo: number): Improvement => ({
  itemId: `lostBuybox-${productId}`,
  type: 'lostBuybox',
  productId,
  message: 'You have the buy box again',
  at: before(hoursAgo),
});

test.each([
  [1, 'of 1 product with issues'],
  [2, 'of 2 products with issues'],
])('a digest about %i product counts it in words that fit the number', (count, words) => {
  const { text, html } = digestOf(count);

  for (const body of [text, html]) expect(body).toContain(words);
});

test('an item that got better twice is listed once, with the latest time', () => {
  const { text, html } = digestOf(3, [improvement('2', 1), improvement('3', 2), improvement('2', 5)]);

  expect(text.split('Got better\n')[1]?.split('\n\n')[0]?.split('\n')).toEqual([
    'Kettle 2, US: You have the buy box again (06:00)',
    'Kettle 3, US: You have the buy box again (05:00)',
  ]);
  expect(html.match(/Kettle 2, US/g)).toHaveLength(1);
});

test('a digest says how many improvements it does not list', () => {
  const { text, html } = digestOf(
    8,
    Array.from({ length: 7 }, (_, index) => improvement(String(index + 2), index + 1)),
  );

  for (const body of [text, html]) {
    expect(body).toContain('Kettle 6, US: You have the buy box again');
    expect(body).not.toContain('Kettle 7, US');
    expect(body).toContain('and 2 more');
  }
});
