import { expect, test } from 'vitest';
import { verdictOf } from './verdict.ts';

const calm = { uncheckedAlerts: 0, uncheckedWarnings: 0, productsWithIssues: 0, totalProducts: 182, isAllStale: false };

test.each([
  ['all is well', {}, { headline: 'Nothing needs you.', detail: '182 products checked', level: 'ok' }],
  [
    'everything open was seen',
    { productsWithIssues: 3 },
    {
      headline: 'Nothing needs you.',
      detail: '182 products checked, 3 products with issues you have already seen',
      level: 'ok',
    },
  ],
  [
    'there is one alert',
    { uncheckedAlerts: 1, productsWithIssues: 1 },
    { headline: 'One thing needs you.', detail: '181 products are fine.', level: 'alert' },
  ],
  [
    'there are three alerts among warnings',
    { uncheckedAlerts: 3, uncheckedWarnings: 15, productsWithIssues: 14 },
    { headline: 'Three things need you.', detail: 'And 15 new warnings. 168 products are fine.', level: 'alert' },
  ],
  [
    'there are thirty alerts',
    { uncheckedAlerts: 30, productsWithIssues: 182 },
    { headline: '30 things need you.', detail: '', level: 'alert' },
  ],
  [
    'there are warnings only',
    { uncheckedWarnings: 2, productsWithIssues: 2 },
    { headline: 'Two warnings are worth a look.', detail: 'No new alerts. 180 products are fine.', level: 'warning' },
  ],
  [
    'nobody answers',
    { isAllStale: true },
    { headline: 'Nothing new is known.', detail: '182 products show their last known state.', level: 'stale' },
  ],
  [
    'nobody answers and something was wrong',
    { isAllStale: true, uncheckedAlerts: 1, productsWithIssues: 1 },
    { headline: 'One thing needs you.', detail: '181 products last known as fine.', level: 'alert' },
  ],
] as const)('when %s', (_case, facts, verdict) => {
  expect(verdictOf({ ...calm, ...facts })).toEqual(verdict);
});

test('stale is never called fine', () => {
  const { headline, detail } = verdictOf({ ...calm, isAllStale: true });
  expect(`${headline} ${detail}`).not.toMatch(/needs you|fine|checked/);
});
