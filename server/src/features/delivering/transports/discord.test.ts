import { expect, test } from 'vitest';
import { allNaughty } from '../../../../testing/http/naughty-strings.ts';
import {
  buildChannelNews,
  buildFlood,
  buildLongNews,
  buildPublicAnswer,
  publicUrl,
} from '../../../../testing/channel-news.ts';
import { discord } from './discord.ts';

const contentIn = (body: string): string => JSON.parse(body).content;

test('Discord is told the level by sign and word, the product, from and to, and a link', () => {
  expect(contentIn(discord.alert([buildChannelNews()], publicUrl))).toBe(
    [
      '**! Alert: Main image missing**',
      '[Kettle](<https://watch.example/home#pdet-7>), US, B0C7XK4M2P, Analytical Engines',
      'Main image → No main image',
      'The main image is gone from the product page',
    ].join('\n'),
  );
});

test('a flood stays below what Discord takes, and says how many more there are', () => {
  const content = contentIn(discord.alert(buildFlood('*'.repeat(200)), publicUrl));

  expect(content.length).toBeLessThanOrEqual(2000);
  expect(content).toMatch(/^\*\*100 alerts\*\*\n/);
  expect(content).toMatch(/and \d+ more: <https:\/\/watch\.example\/home>$/);
});

test('a message stays within the limit whatever its texts are', () => {
  for (const text of [...allNaughty, '*']) {
    expect(contentIn(discord.alert([buildLongNews(text)], publicUrl)).length).toBeLessThanOrEqual(2000);
  }
});

test('texts of others mention nobody and are no markup', () => {
  const news = buildChannelNews({ productName: '@everyone **x** [y](https://evil.example) <@1>' });
  const body = discord.alert([news], publicUrl);

  expect(contentIn(body)).toContain(String.raw`\@everyone \*\*x\*\* \[y\]\(https\://evil.example\) \<\@1\>`);
  expect(JSON.parse(body).allowed_mentions).toEqual({ parse: [] });
});

test('only the plain words that Discord gives as its reason are shown', () => {
  const forum = 'Webhooks posted to forum channels must have a thread_name or thread_id';

  expect(discord.explain(buildPublicAnswer(404, '{"message": "Unknown Webhook", "code": 10015}'))).toBe(
    ' (Unknown Webhook)',
  );
  expect(discord.explain(buildPublicAnswer(400, JSON.stringify({ message: forum, code: 220001 })))).toBe(` (${forum})`);
  expect(discord.explain(buildPublicAnswer(502, '<html>'))).toBe('');
});
