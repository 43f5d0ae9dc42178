import { expect, test } from 'vitest';
import { marketFreshness, summarise, type FreshnessAnswer } from './market-freshness.ts';

const check = (
  marketplace: string,
  lastCheckedAt: string | null,
  late = false,
): FreshnessAnswer['sources'][number] => ({
  sellerId: 'seller',
  marketplace,
  source: `source ${lastCheckedAt ?? 'never'}`,
  aspects: ['offers'],
  lastCheckedAt,
  everyMinutes: 15,
  late,
});

test('a marketplace is as fresh as its last check', () => {
  expect(marketFreshness([check('US', '2026-11-20T07:38:00Z'), check('US', '2026-11-20T07:40:00Z')])).toEqual([
    { sellerId: 'seller', marketplace: 'US', state: 'fresh', at: '2026-11-20T07:40:00Z' },
  ]);
});

test('one late source makes its marketplace stale, since the last check of that source', () => {
  expect(marketFreshness([check('UK', '2026-11-20T07:40:00Z'), check('UK', '2026-11-20T04:10:00Z', true)])).toEqual([
    { sellerId: 'seller', marketplace: 'UK', state: 'stale', at: '2026-11-20T04:10:00Z' },
  ]);
});

test('a marketplace that was never checked is starting, and not fresh', () => {
  expect(marketFreshness([check('US', null)])).toMatchObject([{ state: 'starting', at: null }]);
});

test('the marketplaces of an account whose authorisation is lost are stale at once', () => {
  const accounts = [{ sellerId: 'seller', mayNeedReauthorization: true }];

  expect(marketFreshness([check('US', '2026-11-20T07:40:00Z')], accounts)).toMatchObject([
    { marketplace: 'US', state: 'stale', at: '2026-11-20T07:40:00Z' },
  ]);
});

test('the summary names the stale marketplaces and the age of the rest', () => {
  const markets = marketFreshness([
    check('US', '2026-11-20T07:40:00Z'),
    check('UK', '2026-11-20T04:10:00Z', true),
    check('DE', '2026-11-20T05:10:00Z', true),
  ]);
  expect(summarise(markets)).toEqual({
    stale: ['UK', 'DE'],
    staleSince: '2026-11-20T04:10:00Z',
    lastCheckedAt: '2026-11-20T07:40:00Z',
    isAllStale: false,
  });
});

test('when all are stale the summary says so', () => {
  expect(summarise(marketFreshness([check('UK', '2026-11-20T04:10:00Z', true)]))).toMatchObject({
    isAllStale: true,
    lastCheckedAt: null,
  });
  expect(summarise([])).toMatchObject({ isAllStale: false, stale: [] });
});
