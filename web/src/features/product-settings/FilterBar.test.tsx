import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { FilterBar } from './FilterBar.tsx';

const markupOf = (mayChangeAutomatic: boolean) =>
  renderToStaticMarkup(
    <FilterBar
      onFilter={vi.fn<() => void>()}
      shown="all"
      onShown={vi.fn<() => void>()}
      counts={{ tracked: 0, ignored: 0, ignoredUntilFirstSale: 0 }}
      automatic
      mayChangeAutomatic={mayChangeAutomatic}
      onAutomatic={vi.fn<() => void>()}
    />,
  );

test('the checkbox for new products says who may change it to a user who may not', () => {
  expect(markupOf(true)).toContain('(recommended)');
  expect(markupOf(false)).toContain('(only users who see all seller accounts may change this)');
});
