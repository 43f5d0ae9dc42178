import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { EmptyTable } from './EmptyTable.tsx';
import type { TableSearch } from './table-search.ts';

const shown = (search: TableSearch) => renderToStaticMarkup(<EmptyTable search={search} onClear={() => undefined} />);

test('an account without products is not told to clear a filter', () => {
  expect(shown({})).toContain('No items to show');
  expect(shown({})).not.toContain('filter');
  expect(shown({ q: 'kettle' })).toContain('No items match your filter, try a different one.');
});
