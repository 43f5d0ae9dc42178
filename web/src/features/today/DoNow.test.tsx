import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { doNow } from '@app/shared/world/issues/do-now.ts';
import { openIssuesByProduct } from '@app/shared/world/issues/open-issues.ts';
import { weigh } from '@app/shared/world/issues/weighing.ts';
import { buildGroup, buildItem, buildProduct, buildWorld } from '../../../testing/world-build.ts';
import type { HomeModel } from '../../world/home-model.ts';
import { DoNow } from './DoNow.tsx';

/** The buttons of an issue ask the router for the page on which they are. */
const router = createRouter({
  routeTree: createRootRoute(),
  history: createMemoryHistory({ initialEntries: ['/home'] }),
});

test('what to do about a keyword names its phrase, because a product has several keywords', () => {
  const settings = { keyword: 'cast iron pan', absoluteThreshold: 10 };
  const issues = openIssuesByProduct({
    keyword: buildGroup([buildItem({ watchDogId: 'keyword-1-7', productId: '1', settings })]),
  });
  const byId = new Map([['1', buildProduct({ productId: '1' })]]);
  const toDo = doNow(weigh({ issues, byId, now: Date.parse('2026-03-02T09:00:00Z') }));

  const markup = renderToStaticMarkup(
    <RouterContextProvider router={router}>
      <QueryClientProvider client={new QueryClient()}>
        <DoNow
          toDo={toDo}
          model={{ issues, world: buildWorld() } as unknown as HomeModel}
          onOpen={() => undefined}
          onAllIssues={() => undefined}
        />
      </QueryClientProvider>
    </RouterContextProvider>,
  );

  expect(markup).toContain('“cast iron pan”');
});
