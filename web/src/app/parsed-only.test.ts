import { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { interruptedPage } from '../features/login/page-after-log-in.ts';
import { createAppRouter } from './routes.tsx';

/** The parameters that the page at this address gets. */
function searchAt(address: string): object | undefined {
  const router = createAppRouter(new QueryClient());
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [address] }) });
  return router.matchRoutes(router.latestLocation).at(-1)?.search;
}

test.each([
  ['/table?sort=gone&q=kettle', { q: 'kettle' }],
  ['/table?page=0', {}],
  ['/table?page=x', {}],
  ['/table?accounts=999', {}],
  ['/home?view=gone&markets=US&problems=false', { problems: false }],
  ['/settings?connected=2', {}],
  ['/twofactor?client_id=', {}],
])('a page at %s gets no parameter that it does not know how to read', (address, read) => {
  expect(searchAt(address)).toEqual(read);
});

test('a page gets the parameters that it reads', () => {
  expect(searchAt('/table?sort=-stock&page=3&markets=%5B%22US%22%5D')).toEqual({
    sort: '-stock',
    page: 3,
    markets: ['US'],
  });
});

test('every page that reads parameters gets no others', () => {
  const pages = Object.values(createAppRouter(new QueryClient()).routesById);
  const read = pages.flatMap(({ options: { validateSearch } }) =>
    typeof validateSearch === 'function' ? [validateSearch({ other: 'of another page' })] : [],
  );

  expect(read.length).toBeGreaterThan(5);
  for (const search of read) expect(Object.entries(search)).toContainEqual(['other', undefined]);
});

test.each([
  ['/login?amazon_callback_uri=https%3A%2F%2Fsellercentral.example&amazon_state=s', '/signup'],
  ['/login?client_id=sheets&state=s', '/oauth/authorize'],
  ['/login?client_id=&state=s', undefined],
  ['/login?amazon_callback_uri=', undefined],
])('a log-in at %s goes on with what it has interrupted', (address, page) => {
  expect(interruptedPage(searchAt(address) ?? {})?.to).toBe(page);
});
