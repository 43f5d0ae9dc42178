import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { buildProduct } from '../../../../testing/world-build.ts';
import type { StaleAt } from '../../../world/use-fresh.ts';
import { SalesBars } from './SalesBars.tsx';

const drawnAt = (staleAt: StaleAt): string =>
  renderToStaticMarkup(<SalesBars product={buildProduct({ ageHours: 1, sales: [] })} staleAt={staleAt} />);

test('a card says what was sold yesterday, unless its marketplace was last checked before', () => {
  expect(drawnAt(undefined)).toContain('0 sold yesterday');
  expect(drawnAt('2020-03-02T08:00:00.000Z')).not.toContain('sold yesterday');
});
