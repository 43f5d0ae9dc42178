import { expect, test } from 'vitest';
import type { ChannelNews } from '../channels/channel-news.ts';
import { discord } from './discord.ts';

const publicUrl = 'https://watch.example';
const newsOf = (changes: Partial<ChannelNews> = {}): ChannelNews => ({
  at: new Date('2026-06-15T12:00:00Z'),
  type: 'imageMissing',
  colour: 'RED',
  message: 'The main image is gone from the product page',
  from: 'Main image',
  to: 'No main image',
  evidence: [],
  productId: '7',
  productName: 'Kettle',
  asin: 'B0C7XK4M2P',
  marketplace: 'US',
  sellerAccountId: '1',
  sellerAccountName: 'Analytical Engines',
  ...changes,
});
const contentOf = (...[first, ...others]: readonly ChannelNews[]): string =>
  JSON.parse(discord.alert([first ?? newsOf(), ...others], publicUrl)).content;

const answer = (body: string) => ({ status: 404, headers: {}, body: Buffer.from(body), isCut: false });

test('Discord is told the level by sign and word, the product, from and to, and a link', () => {
  expect(contentOf(newsOf())).toBe(
    [
      '**! Alert: Main image missing**',
      '[Kettle](<https://watch.example/home#pdet-7>), US, B0C7XK4M2P, Analytical Engines',
      'Main image → No main image',
      'The main image is gone from the product page',
    ].join('\n'),
  );
});

test('a flood stays below what Discord takes, and says how many more there are', () => {
  const content = contentOf(...Array.from({ length: 100 }, () => newsOf({ productName: '*'.repeat(200) })));

  expect(content.length).toBeLessThanOrEqual(2000);
  expect(content).toMatch(/^\*\*100 alerts\*\*\n/);
  expect(content).toMatch(/and \d+ more: <https:\/\/watch\.example\/home>$/);
});

test('texts of others mention nobody and are no markup', () => {
  const content = contentOf(newsOf({ productName: '@everyone **x** [y](https://evil.example) <@1>' }));

  expect(content).toContain(String.raw`\@everyone \*\*x\*\* \[y\]\(https\://evil.example\) \<\@1\>`);
  expect(JSON.parse(discord.alert([newsOf()], publicUrl)).allowed_mentions).toEqual({ parse: [] });
});

test('only the word that Discord gives as its reason is shown', () => {
  expect(discord.explain(answer('{"message": "Unknown Webhook", "code": 10015}'))).toBe(' (Unknown Webhook)');
  expect(discord.explain(answer('<html>'))).toBe('');
});
