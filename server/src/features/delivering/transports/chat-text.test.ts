import { expect, test } from 'vitest';
import { buildChannelNews, publicUrl } from '../../../../testing/channel-news.ts';
import { discord } from './channels/discord.ts';
import { slack } from './channels/slack.ts';
import { teams } from './channels/teams.ts';
import { telegram } from './channels/telegram.ts';

test.each([
  ['Slack', slack],
  ['Teams', teams],
  ['Discord', discord],
  ['Telegram', telegram],
])('a list of alerts in %s tells the keywords of a product apart by their phrases', (_, transport) => {
  const [one, other] = ['steel pan', 'pan > pot'].map((keyword) => buildChannelNews({ type: 'keyword', keyword }));
  if (!one || !other) throw new Error('There are two alerts');

  const body = transport.alert([one, other], publicUrl);
  expect(body).toContain('! Alert: Search rank fell “steel pan”: ');
  expect(body).toMatch(/! Alert: Search rank fell “pan (>|&gt;|\\\\>) pot”: /);
});

test('a list of other alerts has no phrase', () => {
  const body = discord.alert([buildChannelNews(), buildChannelNews()], publicUrl);
  expect(body).toContain('! Alert: Main image missing: [Kettle]');
});
