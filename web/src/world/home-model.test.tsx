import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { marketKey } from '@app/shared/world/market-freshness.ts';
import { buildProduct, buildWorld } from '../../testing/world-build.ts';
import { useHomeModel, type HomeModel } from './home-model.ts';
import type { HomeSearch } from './home-search.ts';
import type { Staleness } from './staleness.ts';
import type { DayFreshness } from './use-fresh.ts';

const products = ['US', 'UK'].map((marketplace) => buildProduct({ productId: marketplace, marketplace }));
const world = buildWorld({ products });

interface Look {
  readonly search?: HomeSearch;
  /** The staleness of the US marketplace; absent if it is not stale. */
  readonly inUs?: Staleness;
  readonly starting?: ReadonlySet<string>;
}

interface ModelProps extends Look {
  readonly onModel: (model: HomeModel) => void;
}

function Model({ search = {}, inUs, starting = new Set(), onModel }: ModelProps) {
  const [first] = products;
  const staleMarkets = new Map(first && inUs !== undefined ? [[marketKey(first), inUs]] : []);
  onModel(useHomeModel(world, search, { staleMarkets, starting } as unknown as DayFreshness));
  return null;
}

function modelOf(look: Look): HomeModel | undefined {
  const models: HomeModel[] = [];
  renderToStaticMarkup(<Model {...look} onModel={(model) => void models.push(model)} />);
  return models.at(-1);
}

test('the shown products may be outdated while the marketplace of one of them is stale', () => {
  const inUs = 'since 2026-03-02T08:00:00.000Z';

  expect(modelOf({ inUs })?.hasStale).toBe(true);
  expect(modelOf({ inUs, search: { markets: ['US'] } })?.hasStale).toBe(true);
  expect(modelOf({ inUs, search: { markets: ['UK'] } })?.hasStale).toBe(false);
  expect(modelOf({ inUs: 'neverComplete' })?.hasStale).toBe(true);
  expect(modelOf({})?.hasStale).toBe(false);
});

test('a product of a stale marketplace is not still being checked for the first time, also if something was never checked', () => {
  const starting = new Set(['US', 'UK']);
  const stalenessIn = (look: Look) => products.map((product) => modelOf({ starting, ...look })?.stalenessOf(product));
  const inUs = 'since 2026-03-02T08:00:00.000Z';

  expect(stalenessIn({})).toEqual(['starting', 'starting']);
  expect(stalenessIn({ inUs })).toEqual([inUs, 'starting']);
  expect(stalenessIn({ inUs: 'neverComplete' })).toEqual(['neverComplete', 'starting']);
  expect(stalenessIn({ inUs: 'neverComplete', starting: new Set() })).toEqual(['neverComplete', 'fresh']);
});
