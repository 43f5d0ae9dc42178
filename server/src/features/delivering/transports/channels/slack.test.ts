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
