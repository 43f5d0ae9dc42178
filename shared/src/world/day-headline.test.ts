import { expect, test } from 'vitest';
import type { MoneyAtRisk } from '../domain/risk/money-at-risk.ts';
import { RiskSum } from '../domain/risk/risk-sum.ts';
import { atRiskText, dayHeadlineOf, type DayHeadlineFacts } from './day-headline.ts';

const dollars = (amount: number): MoneyAtRisk => ({ currency: 'USD', low: amount * 100, high: amount * 100 });
const euros = (amount: number): MoneyAtRisk => ({ ...dollars(amount), currency: 'EUR' });

interface Facts extends Partial<DayHeadlineFacts> {
  readonly risks?: readonly (MoneyAtRisk | null)[];
}

const calm = {
  things: 0,
  uncheckedWarnings: 0,
  productsWithIssues: 0,
  totalProducts: 182,
  staleProducts: 0,
  staleWithoutIssues: 0,
  isAllStale: false,
  startingProducts: 0,
  startingWithoutIssues: 0,
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
    { things: 1, productsWithIssues: 1 },
    { headline: 'One thing needs you.', detail: '181 products are fine.', level: 'alert' },
  ],
  [
    'there are three alerts among warnings',
    { things: 3, uncheckedWarnings: 15, productsWithIssues: 14 },
    { headline: 'Three things need you.', detail: 'And 15 new warnings. 168 products are fine.', level: 'alert' },
  ],
  [
    'there are thirty alerts',
    { things: 30, productsWithIssues: 182 },
    { headline: '30 things need you.', detail: '', level: 'alert' },
  ],
  [
    'one thing puts money at risk',
    { things: 1, productsWithIssues: 1, risks: [dollars(640)] },
    { headline: 'One thing needs you. About $640 a day is at risk.', detail: '181 products are fine.', level: 'alert' },
  ],
  [
    'one thing puts less than a dollar at risk',
    { things: 1, productsWithIssues: 1, risks: [dollars(0.6)] },
    { headline: 'One thing needs you. Under $1 a day is at risk.', detail: '181 products are fine.', level: 'alert' },
  ],
  [
    'two things do, of which one has no price',
    { things: 2, productsWithIssues: 2, risks: [dollars(640), null] },
    {
      headline: 'Two things need you. About $640 a day is at risk.',
      detail: 'What one of them costs is not known. 180 products are fine.',
      level: 'alert',
    },
  ],
  [
    'three things do',
    { things: 3, productsWithIssues: 14, risks: [dollars(870), dollars(640), dollars(352)] },
    {
      headline: 'Three things need you. About $1,860 a day is at risk.',
      detail: '168 products are fine.',
      level: 'alert',
    },
  ],
  [
    'three things do in two currencies',
    { things: 3, productsWithIssues: 14, risks: [dollars(870), euros(640), dollars(30)] },
    {
      headline: 'Three things need you. About $900 a day is at risk, and more in EUR.',
      detail: '168 products are fine.',
      level: 'alert',
    },
  ],
  [
    'three things do, nobody knows exactly how much',
    {
      things: 3,
      productsWithIssues: 3,
      risks: [{ ...dollars(40), high: 5100 }, dollars(33), { ...dollars(20), high: 3600 }],
    },
    {
      headline: 'Three things need you. About $110 a day is at risk.',
      detail: '179 products are fine.',
      level: 'alert',
    },
  ],
  [
    'thirty things do',
    { things: 30, productsWithIssues: 182, risks: Array.from({ length: 30 }, () => dollars(100)) },
    { headline: '30 things need you. About $3,000 a day is at risk.', detail: '', level: 'alert' },
  ],
  [
    'a warning puts money at risk',
    { uncheckedWarnings: 1, productsWithIssues: 1, risks: [{ ...dollars(30), high: 9000 }] },
    {
      headline: 'One warning is worth a look. About $30 – $90 a day is at risk.',
      detail: 'No new alerts. 181 products are fine.',
      level: 'warning',
    },
  ],
  [
    'there are warnings only',
    { uncheckedWarnings: 2, productsWithIssues: 2 },
    { headline: 'Two warnings are worth a look.', detail: 'No new alerts. 180 products are fine.', level: 'warning' },
  ],
  [
    'one marketplace does not answer',
    { things: 1, productsWithIssues: 1, staleProducts: 31, staleWithoutIssues: 31 },
    { headline: 'One thing needs you.', detail: '150 products are fine.', level: 'alert' },
  ],
  [
    'one marketplace does not answer and all else is well',
    { staleProducts: 31, staleWithoutIssues: 31 },
    { headline: 'Nothing needs you in 151 products of 182.', detail: '', level: 'stale' },
  ],
  [
    'nothing was judged yet',
    { startingProducts: 182, startingWithoutIssues: 182 },
    { headline: 'Still being checked: 182 of 182 products.', detail: '', level: 'starting' },
  ],
  [
    'some products are new and one marketplace does not answer',
    {
      startingProducts: 12,
      startingWithoutIssues: 12,
      staleProducts: 31,
      staleWithoutIssues: 31,
      productsWithIssues: 1,
    },
    {
      headline: 'Still being checked: 12 of 182 products.',
      detail: '139 products checked so far, 1 product with issues you have already seen.',
      level: 'starting',
    },
  ],
  [
    'one thing needs somebody before all is checked',
    { things: 1, productsWithIssues: 1, startingProducts: 12, startingWithoutIssues: 11 },
    {
      headline: 'One thing needs you.',
      detail: '170 products are fine. Still being checked: 12 of 182 products.',
      level: 'alert',
    },
  ],
  [
    'the only marketplaces that answer have no products',
    { staleProducts: 182, staleWithoutIssues: 180, productsWithIssues: 2 },
    { headline: 'Nothing new is known.', detail: '', level: 'stale' },
  ],
  ['nobody answers', silent, { headline: 'Nothing new is known.', detail: '', level: 'stale' }],
  [
    'nobody answers and something was wrong',
    { ...silent, staleWithoutIssues: 181, things: 1, productsWithIssues: 1 },
    { headline: 'One thing needs you.', detail: '', level: 'alert' },
  ],
  [
    'the server has still to answer, so that only what was known at the last visit is shown',
    { isAwaited: true },
    { headline: 'Looking for what is new.', detail: '', level: 'starting' },
  ],
  [
    'the server has still to answer and there was an alert',
    { isAwaited: true, things: 1, productsWithIssues: 1 },
    { headline: 'One thing needs you.', detail: '', level: 'alert' },
  ],
  [
    'the server has still to answer and there was a warning',
    { isAwaited: true, uncheckedWarnings: 1, productsWithIssues: 1 },
    { headline: 'One warning is worth a look.', detail: '', level: 'warning' },
  ],
] as const)('when %s', (_case, facts, verdict) => {
  const { risks = [], ...others }: Facts = facts;
  const { headline, detail, level } = dayHeadlineOf({ ...calm, ...others, atRisk: RiskSum.of(risks) });
  // In this locale a range is written with thin spaces.
  expect({ headline: headline.replaceAll(/\s/g, ' '), detail, level }).toEqual(verdict);
});

test('the sum of several amounts is shown, and how many are unknown', () => {
  expect(atRiskText(RiskSum.of([dollars(600), null, dollars(40)]))).toBe(
    'About $640 a day is at risk. What one of them costs is not known.',
  );
  expect(atRiskText(RiskSum.of([null, null]))).toBe('');
});

test('stale data is never called fine', () => {
  const { headline, detail } = dayHeadlineOf({ ...calm, ...silent, atRisk: RiskSum.of([]) });
  expect(`${headline} ${detail}`).not.toMatch(/needs you|fine|checked/);
});

test('the short headline names one currency, and says that there are more', () => {
  const shortOf = (risks: readonly MoneyAtRisk[]) =>
    dayHeadlineOf({ ...calm, things: 3, productsWithIssues: 3, atRisk: RiskSum.of(risks) }).short;
  expect(shortOf([dollars(870), euros(640)])).toBe('Three things need you. About $870 and more a day is at risk.');
  expect(shortOf([dollars(870)])).toBe('Three things need you. About $870 a day is at risk.');
  expect(shortOf([])).toBe('Three things need you.');
  expect(dayHeadlineOf({ ...calm, atRisk: RiskSum.of([]) }).short).toBe('Nothing needs you.');
});
