import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { countWorld } from '@app/shared/world/counts.ts';
import { summarise } from '@app/shared/world/market-freshness.ts';
import { buildProduct, buildWorld } from '../../testing/world-build.ts';
import type { HomeModel } from './home-model.ts';
import { useDay } from './use-day.ts';
import type { DayFreshness } from './use-fresh.ts';

const product = buildProduct({ productId: '1' });
const world = buildWorld({ products: [product] });
const model = { world, counts: countWorld(world), issues: new Map(), byId: new Map([['1', product]]) };

interface DayProps {
  readonly isAnswered: boolean;
  readonly markets: DayFreshness['markets'];
}

function Headline({ isAnswered, markets }: DayProps) {
  const fresh = { markets, staleMarkets: new Map(), starting: new Set(), summary: summarise(markets ?? []) };
  return useDay(model as unknown as HomeModel, fresh as unknown as DayFreshness, isAnswered).verdict.headline;
}

const headlineOf = (given: DayProps): string => renderToStaticMarkup(<Headline {...given} />);

test('nothing is said to need the user before the server has answered, with the issues and with the age of the data', () => {
  const { sellerId, marketplace } = product;
  const markets = [{ sellerId, marketplace, state: 'fresh', at: '2026-03-02T08:00:00.000Z' }] as const;

  expect(headlineOf({ isAnswered: false, markets })).toBe('Looking for what is new.');
  expect(headlineOf({ isAnswered: true, markets: null })).toBe('Looking for what is new.');
  expect(headlineOf({ isAnswered: true, markets })).toBe('Nothing needs you.');
});
