import { expect, test } from 'vitest';
import { buildChannelNews, publicUrl } from '../../../../../testing/channel-news.ts';
import { discord } from './discord.ts';

test('Discord is told without previews and with mentions switched off', () => {
  expect(JSON.parse(discord.alert([buildChannelNews()], publicUrl))).toEqual({
    content: [
      '**! Alert: Main image missing**',
      '[Kettle](<https://watch.example/home#pdet-7>), US, B0C7XK4M2P, Analytical Engines',
      'Main image → No main image',
      'The main image is gone from the product page',
    ].join('\n'),
    flags: 4,
    allowed_mentions: { parse: [] },
  });
});
