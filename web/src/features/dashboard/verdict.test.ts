import { expect, test } from 'vitest';
import { verdictOf } from './verdict.ts';

const calm = {
  uncheckedAlerts: 0,
  uncheckedWarnings: 0,
  productsWithIssues: 0,
  totalProducts: 182,
  staleProducts: 0,
  staleWithoutIssues: 0,
  isAllStale: false,
};
const silent = { staleProducts: 182, staleWithoutIssues: 182, isAllStale: true };

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
    'one marketplace does not answer',
    { uncheckedAlerts: 1, productsWithIssues: 1, staleProducts: 31, staleWithoutIssues: 31 },
    { headline: 'One thing needs you.', detail: '150 products are fine.', level: 'alert' },
  ],
  [
    'one marketplace does not answer and all else is well',
    { staleProducts: 31, staleWithoutIssues: 31 },
    { headline: 'Nothing needs you.', detail: '151 products checked', level: 'ok' },
  ],
  ['nobody answers', silent, { headline: 'Nothing new is known.', detail: '', level: 'stale' }],
  [
    'nobody answers and something was wrong',
    { ...silent, staleWithoutIssues: 181, uncheckedAlerts: 1, productsWithIssues: 1 },
    { headline: 'One thing needs you.', detail: '', level: 'alert' },
  ],
] as const)('when %s', (_case, facts, verdict) => {
  expect(verdictOf({ ...calm, ...facts })).toEqual(verdict);
});

test('stale is never called fine', () => {
  const { headline, detail } = verdictOf({ ...calm, ...silent });
  expect(`${headline} ${detail}`).not.toMatch(/needs you|fine|checked/);
});
