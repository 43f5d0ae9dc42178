import { expect, test } from 'vitest';
import { buildChannelNews, buildFlood, publicUrl } from '../../../../../testing/channel-news.ts';
import { slack } from './slack.ts';

const blocksOf = (body: string): readonly unknown[] => JSON.parse(body).blocks;

test('texts of others mention nobody in Slack and are no links, because Slack shows every section verbatim', () => {
  const productName = 'Kettle for #general, @everyone and www.evil.example';

  for (const news of [[buildChannelNews({ productName })] as const, buildFlood(productName)]) {
    const blocks = blocksOf(slack.alert(news, publicUrl));
    expect(blocks).toEqual(
      blocks.map(() => expect.objectContaining({ text: expect.objectContaining({ verbatim: true }) })),
    );
  }
});

const told = (message: string): string => slack.alert([buildChannelNews({ message })], publicUrl);

test('texts of others are shown in Slack as they are written, without its formats', () => {
  expect(told('*NEW* _kettle_ ~old~ `x`')).toContain('∗NEW∗ ˍkettleˍ ∼old∼ ˋxˋ');
  expect(told('SKU KETTLE_10_A of 10*12 cm')).toContain('SKU KETTLE_10_A of 10*12 cm');
});
