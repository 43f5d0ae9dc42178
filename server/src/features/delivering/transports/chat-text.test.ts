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

test.each([
  ['Teams', teams, /\[([^[\]]+)\]\(https:\/\/watch\.example\/home#pdet-7\)/],
  ['Discord', discord, /\[([^[\]]+)\]\(<https:\/\/watch\.example\/home#pdet-7>\)/],
  ['Slack', slack, /<https:\/\/watch\.example\/home#pdet-7\|([^<>|]+)>/],
  ['Telegram', telegram, /<a href=\\"https:\/\/watch\.example\/home#pdet-7\\">([^<>]+)<\/a>/],
])('a product whose title has single brackets or bars is the text of its link in %s', (_, transport, link) => {
  for (const productName of ['Kettle ] red', 'Kettle [ red', '] [ red', '[2 Pack] Kettle', 'Kettle | red', 'A > [b']) {
    const [, text] = link.exec(transport.alert([buildChannelNews({ productName })], publicUrl)) ?? [];
    expect(text && asShown(text)).toBe(productName);
  }
});

const shown: Readonly<Record<string, string>> = { '\uff3b': '[', '\uff3d': ']', '¦': '|', '&gt;': '>', '\u200b': '' };

/** Returns the text that a reader sees, with plain signs in place of those that look alike. */
const asShown = (text: string): string =>
  text.replaceAll(/\\\\/g, '').replaceAll(/[\uff3b\uff3d¦\u200b]|&gt;/g, (sign) => shown[sign] ?? sign);
