import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { marketKey } from '@app/shared/world/market-freshness.ts';
import { buildProduct, buildWorld } from '../../testing/world-build.ts';
import { useHomeModel, type HomeModel } from './home-model.ts';
import type { HomeSearch } from './home-search.ts';
import type { DayFreshness } from './use-fresh.ts';

const products = ['US', 'UK'].map((marketplace) => buildProduct({ productId: marketplace, marketplace }));
const world = buildWorld({ products });

interface Look {
  readonly search?: HomeSearch;
  /** The last check of what is late in the US marketplace, `null` if there was none; absent if it is not stale. */
  readonly usStaleSince?: string | null;
  readonly starting?: ReadonlySet<string>;
}

interface ModelProps extends Look {
  readonly onModel: (model: HomeModel) => void;
}

function Model({ search = {}, usStaleSince, starting = new Set(), onModel }: ModelProps) {
  const [inUs] = products;
  const staleSince = new Map(inUs && usStaleSince !== undefined ? [[marketKey(inUs), usStaleSince]] : []);
  onModel(useHomeModel(world, search, { staleSince, starting } as unknown as DayFreshness));
  return null;
}

function modelOf(look: Look): HomeModel | undefined {
  const models: HomeModel[] = [];
  renderToStaticMarkup(<Model {...look} onModel={(model) => void models.push(model)} />);
  return models.at(-1);
}

test('the shown products may be outdated while the marketplace of one of them is stale', () => {
  const usStaleSince = '2026-03-02T08:00:00.000Z';

  expect(modelOf({ usStaleSince })?.hasStale).toBe(true);
  expect(modelOf({ usStaleSince, search: { markets: ['US'] } })?.hasStale).toBe(true);
  expect(modelOf({ usStaleSince, search: { markets: ['UK'] } })?.hasStale).toBe(false);
  expect(modelOf({ usStaleSince: null })?.hasStale).toBe(true);
  expect(modelOf({})?.hasStale).toBe(false);
});

test('a product of a stale marketplace is not still being checked for the first time, also if something was never checked', () => {
  const starting = new Set(['US', 'UK']);
  const staleAtOf = (look: Look) => products.map((product) => modelOf({ starting, ...look })?.staleAt(product));

  expect(staleAtOf({})).toEqual(['', '']);
  expect(staleAtOf({ usStaleSince: '2026-03-02T08:00:00.000Z' })).toEqual(['2026-03-02T08:00:00.000Z', '']);
  expect(staleAtOf({ usStaleSince: null })).toEqual([null, '']);
  expect(staleAtOf({ usStaleSince: null, starting: new Set() })).toEqual([null, undefined]);
});
