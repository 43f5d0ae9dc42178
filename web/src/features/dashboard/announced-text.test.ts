import { expect, test } from 'vitest';
import type { WorldItem } from '@app/shared/contract/world.ts';
import { itemStatus } from '@app/shared/domain/issue-status.ts';
import { buildItem, buildProduct } from '../../../testing/world-build.ts';
import { announcedText, newAlertsText } from './announced-text.ts';

test('news in the same words as the news before are announced again', () => {
  const words = '2 new alerts';
  const first = announcedText('', words);
  const second = announcedText(first, words);
  const third = announcedText(second, words);

  expect(first).toBe(words);
  expect(second).not.toBe(first);
  expect(third).not.toBe(second);
  expect([second, third].map((text) => text.trim())).toEqual([words, words]);
});

const alert = (settings: Partial<WorldItem['settings']> = {}): WorldItem =>
  buildItem({
    productId: '1',
    marketplace: 'DE',
    status: itemStatus.alert,
    settings: { ...buildItem().settings, ...settings },
  });

test('a new alert is announced with its product, and that of a keyword with the phrase; several are counted', () => {
  const product = buildProduct({ productId: '1', shortName: 'Skillet' });
  const products = new Map([['1', product]]);
  const price = { type: 'price', item: alert() };
  const keyword = { type: 'keyword', item: alert({ keyword: 'iron pan' }) };

  expect(newAlertsText([price], products)).toBe('New alert: Price changed, Skillet, DE');
  expect(newAlertsText([keyword], products)).toBe('New alert: Search rank fell, “iron pan”, Skillet, DE');
  expect(newAlertsText([price, keyword], products)).toBe('2 new alerts');
});
