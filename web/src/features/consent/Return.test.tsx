import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Return } from './Return.tsx';

const router = createRouter({
  routeTree: createRootRoute(),
  history: createMemoryHistory({ initialEntries: ['/oauth/authorize'] }),
});

test('after a decision the page leads to an app of the device, which leaves the page open', () => {
  const markup = renderToStaticMarkup(
    <RouterContextProvider router={router}>
      <Return address="com.example.desk:/callback?code=1" />
    </RouterContextProvider>,
  );

  expect(markup).toContain('href="com.example.desk:/callback?code=1"');
  expect(markup).not.toContain('aria-busy');
});
