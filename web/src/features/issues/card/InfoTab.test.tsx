import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Product, WorldItem } from '@app/shared/contract/world.ts';
import { itemStatus } from '@app/shared/domain/issue-status.ts';
import { countWorld } from '@app/shared/world/counts.ts';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import { buildGroup, buildItem, buildProduct } from '../../../../testing/world-build.ts';
import type { Staleness } from '../../../world/staleness.ts';
import { InfoTab } from './InfoTab.tsx';

const products = ['1', '2', '3'].map((productId) => buildProduct({ productId }));
const shown = new Map(products.map((product) => [product.productId, product]));

/** The numbers of the tab by their words, for three products with these items. */
const numbersOf = (...items: readonly Partial<WorldItem>[]) => numbersWhile(() => 'fresh', items);

function numbersWhile(
  stalenessOf: (product: Product) => Staleness,
  items: readonly Partial<WorldItem>[],
): Readonly<Record<string, number>> {
  const watchdog = watchdogOf('lostBuybox');
  const group = buildGroup(items.map(buildItem));
  const counts = countWorld({ products, watchDogs: { lostBuybox: group } }).byType['lostBuybox'];
  if (!watchdog || !counts) throw new Error('The kind exists');
  const markup = renderToStaticMarkup(
    <InfoTab watchdog={watchdog} group={group} counts={counts} shown={shown} stalenessOf={stalenessOf} />,
  );
  const lines = markup.matchAll(/(\w[\w ]*)<\/span> <span class="figures">(\d+)</g);
  return Object.fromEntries(Array.from(lines, ([, word, count]) => [word, Number(count)]));
}

const starting = { productId: '1', status: itemStatus.initializing };

test('each product is counted once, also one that is muted before its first check', () => {
  const alert = { productId: '2', status: itemStatus.alert };

  expect(numbersOf(starting, alert)).toEqual({ Alert: 1, Warning: 0, OK: 1, Muted: 0, Starting: 1, Done: 0 });
  expect(numbersOf({ ...starting, muted: true }, alert)).toEqual({
    Alert: 1,
    Warning: 0,
    OK: 1,
    Muted: 1,
    Starting: 0,
    Done: 0,
  });
});

/** The first two products are in a stale marketplace. */
const stalenessOfFirst = ({ productId }: Product): Staleness =>
  productId === '3' ? 'fresh' : 'since 2026-03-02T08:00:00.000Z';

test('a product is not counted as OK while its marketplace is stale', () => {
  const alert = { productId: '2', status: itemStatus.alert };

  expect(numbersWhile(stalenessOfFirst, [alert])).toMatchObject({ Alert: 1, OK: 1, Stale: 1, Starting: 0 });
  expect(numbersWhile(stalenessOfFirst, [alert, starting])).toMatchObject({ Alert: 1, OK: 1, Starting: 1 });
  expect(numbersWhile(stalenessOfFirst, [alert, starting])).not.toHaveProperty('Stale');
  expect(numbersWhile(() => 'neverComplete', [alert])).toMatchObject({ Alert: 1, OK: 0, Stale: 2 });
  expect(numbersWhile(() => 'starting', [alert])).toMatchObject({ Alert: 1, OK: 2 });
});
