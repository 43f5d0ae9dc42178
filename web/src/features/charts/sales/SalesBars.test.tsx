import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { buildProduct } from '../../../../testing/world-build.ts';
import type { Staleness } from '../../../world/staleness.ts';
import { SalesBars } from './SalesBars.tsx';

const drawnAt = (staleness: Staleness): string =>
  renderToStaticMarkup(<SalesBars product={buildProduct({ ageHours: 1, sales: [] })} staleness={staleness} />);

test('a card says what was sold yesterday, unless its marketplace was last checked before', () => {
  expect(drawnAt('fresh')).toContain('0 sold yesterday');
  expect(drawnAt('since 2020-03-02T08:00:00.000Z')).not.toContain('sold yesterday');
});

test('the days since the last check of a stale marketplace are hatched, as in the charts', () => {
  expect(drawnAt('fresh')).not.toContain('card__unknown');
  expect(drawnAt('since 2020-03-02T08:00:00.000Z')).toContain('card__unknown');
});
