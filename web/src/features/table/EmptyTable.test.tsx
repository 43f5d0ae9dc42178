import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { EmptyTable } from './EmptyTable.tsx';
import type { TableSearch } from './table-search.ts';

const shown = (search: TableSearch, isTurning = false) =>
  renderToStaticMarkup(<EmptyTable search={search} isTurning={isTurning} onClear={() => undefined} />);

test('an account without products is not told to clear a filter', () => {
  expect(shown({})).toContain('No items to show');
  expect(shown({})).not.toContain('filter');
  expect(shown({ q: 'kettle' })).toContain('No items match your filter, try a different one.');
});

test('while the products are fetched without the filter that matched none, nobody reads that there are no products', () => {
  expect(shown({}, true)).toContain('No items match your filter, try a different one.');
});
