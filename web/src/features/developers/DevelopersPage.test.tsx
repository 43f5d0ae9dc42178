import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DevelopersPage } from './DevelopersPage.tsx';

beforeEach(() => vi.stubGlobal('location', { pathname: '/developers', hash: '', origin: 'http://watchpost.test' }));
beforeEach(() => vi.stubGlobal('window', globalThis));
afterEach(() => vi.unstubAllGlobals());

const router = createRouter({
  routeTree: createRootRoute(),
  history: createMemoryHistory({ initialEntries: ['/developers'] }),
});

test('the page for developers says which calls are counted together, and how each list is sorted', () => {
  const markup = renderToStaticMarkup(
    <RouterContextProvider router={router}>
      <DevelopersPage />
    </RouterContextProvider>,
  );

  expect(markup).toContain(
    '300 calls a minute for each personal token, and for all tokens of an authorization together',
  );
  expect(markup).toContain('Lists come in pages, newest first, and the sources of data by seller account');
});
