import { expect, test } from 'vitest';
import type { WorldAnswer } from '@app/shared/contract/world.ts';
import { group, item, product, world } from '@app/shared/testing/world-builders.ts';
import { before, clock, email, links, now, publicUrl } from '../../../../../testing/mails/sample-words.ts';
import { briefOf } from './digest-brief.ts';
import type { Improvement } from './digest-flip-queries.ts';
import { digestMail } from './digest-mail.ts';

const firstIssue: WorldAnswer['watchDogs'] = {
  imageMissing: group([item('imageMissing-1', { productId: '1', date: before(2).toISOString() })]),
};

/** Returns the digest of products, the first of which has an issue. */
function digestOf(products: number, improvements: readonly Improvement[] = [], watchDogs = firstIssue) {
  const ids = Array.from({ length: products }, (_, index) => String(index + 1));
  const brief = briefOf({
    world: world({
      products: ids.map((id) => product(id, { productName: `Kettle ${id}` })),
      watchDogs,
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

const keywordIssue = (number: number, phrase: string, issueStatus: number) =>
  item(`keyword-1-${number}`, {
    productId: '1',
    date: before(2).toISOString(),
    issueStatus,
    settings: { keyword: phrase, absoluteThreshold: 10 },
    statusDetails: { message: `"${phrase}" fell`, from: 'Position 8', to: 'Position 30', evidence: [] },
  });

test('a digest tells the keywords of a product apart by their phrases', () => {
  const { text, html } = digestOf(1, [], {
    keyword: group([
      keywordIssue(1, 'cast iron pan', 0),
      keywordIssue(2, 'steel pan', 1),
      keywordIssue(3, 'frying pan', 1),
    ]),
  });

  for (const body of [text, html]) {
    expect(body).toContain('Kettle 1, US, “cast iron pan”');
    expect(body).toContain('Kettle 1, US, “steel pan”: search rank fell');
    expect(body).toContain('Kettle 1, US, “frying pan”: search rank fell');
  }
});

test('the counts beside the lists of a digest have separators of thousands', () => {
  const issues = Array.from({ length: 2400 }, (_, index) =>
    item(`imageMissing-${index + 1}`, { productId: String(index + 1), issueStatus: index < 1100 ? 2 : 1 }),
  );

  expect(digestOf(2400, [], { imageMissing: group(issues) }).html).toContain('1,100 in progress, 1,300 seen');
});
