import { expect, test } from 'vitest';
import { verdictOf } from './verdict.ts';

const calm = { uncheckedAlerts: 0, uncheckedWarnings: 0, productsWithIssues: 0, totalProducts: 182, isAllStale: false };

test.each([
  ['all is well', {}, 'Nothing needs you.', '182 products checked', 'ok'],
  [
    'everything open was seen',
    { productsWithIssues: 3 },
    'Nothing needs you.',
    '182 products checked, 3 products with issues you have already seen',
    'ok',
  ],
  [
    'one alert',
    { uncheckedAlerts: 1, productsWithIssues: 1 },
    'One thing needs you.',
    '181 products are fine.',
    'alert',
  ],
  [
    'three alerts among warnings',
    { uncheckedAlerts: 3, uncheckedWarnings: 15, productsWithIssues: 14 },
    'Three things need you.',
    'And 15 new warnings. 168 products are fine.',
    'alert',
  ],
  ['thirty alerts', { uncheckedAlerts: 30, productsWithIssues: 182 }, '30 things need you.', '', 'alert'],
  [
    'warnings only',
    { uncheckedWarnings: 2, productsWithIssues: 2 },
    'Two warnings are worth a look.',
    'No new alerts. 180 products are fine.',
    'warning',
  ],
  [
    'nobody answers',
    { isAllStale: true },
    'Nothing new is known.',
    '182 products show their last known state.',
    'stale',
  ],
  [
    'nobody answers and something was wrong',
    { isAllStale: true, uncheckedAlerts: 1, productsWithIssues: 1 },
    'One thing needs you.',
    '181 products last known as fine.',
    'alert',
  ],
] as const)('when %s', (_case, facts, headline, detail, level) => {
  expect(verdictOf({ ...calm, ...facts })).toEqual({ headline, detail, level });
});

test('stale is never called fine', () => {
  const { headline, detail } = verdictOf({ ...calm, isAllStale: true });
  expect(`${headline} ${detail}`).not.toMatch(/needs you|fine|checked/);
});
