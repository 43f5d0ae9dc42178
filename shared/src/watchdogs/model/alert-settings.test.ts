import { expect, test } from 'vitest';
import { isMailed } from './alert-settings.ts';
import { watchdogsByType } from '../registry.ts';

const { lostBuybox, price } = watchdogsByType;

test('a kind without a setting is mailed in the colours of its default', () => {
  expect(isMailed(lostBuybox, 'GREEN', {})).toBe(true);
  expect(isMailed(price, 'RED', {})).toBe(false);
});

test('a setting wins over the default', () => {
  expect(isMailed(lostBuybox, 'RED', { LOST_BUYBOX: ['GREEN'] })).toBe(false);
  expect(isMailed(price, 'RED', { PRICE: ['RED'] })).toBe(true);
});

test('a colour that the kind does not have is never mailed', () => {
  expect(isMailed(lostBuybox, 'AMBER', { LOST_BUYBOX: ['RED', 'AMBER'] })).toBe(false);
});
