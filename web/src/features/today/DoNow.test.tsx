import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { doNow } from '@app/shared/world/issues/do-now.ts';
import { openIssuesByProduct } from '@app/shared/world/issues/open-issues.ts';
import { weigh } from '@app/shared/world/issues/weighing.ts';
import type { WorldItem } from '@app/shared/contract/world.ts';
import { buildGroup, buildItem, buildProduct, buildWorld } from '../../../testing/world-build.ts';
import type { HomeModel } from '../../world/home-model.ts';
import { DoNow } from './DoNow.tsx';
import { PreviousVisit } from './Visit.tsx';

/** The buttons of an issue ask the router for the page on which they are. */
const router = createRouter({
  routeTree: createRootRoute(),
  history: createMemoryHistory({ initialEntries: ['/home'] }),
});

interface Visited {
  readonly lastVisit?: number | null;
  readonly isAwaited?: boolean;
}

function drawn(items: readonly WorldItem[], { lastVisit = null, isAwaited = false }: Visited = {}): string {
  const issues = openIssuesByProduct({ keyword: buildGroup(items) });
  const byId = new Map([['1', buildProduct({ productId: '1' })]]);
  const toDo = doNow(weigh({ issues, byId, now: Date.parse('2026-03-02T09:00:00Z') }));
  return renderToStaticMarkup(
    <RouterContextProvider router={router}>
      <QueryClientProvider client={new QueryClient()}>
        <PreviousVisit value={lastVisit}>
          <DoNow
            toDo={toDo}
            model={{ issues, world: buildWorld() } as unknown as HomeModel}
            isAwaited={isAwaited}
            onOpen={() => undefined}
            onAllIssues={() => undefined}
          />
        </PreviousVisit>
      </QueryClientProvider>
    </RouterContextProvider>,
  );
}

test('what to do about a keyword names its phrase, because a product has several keywords', () => {
  const settings = { keyword: 'cast iron pan', absoluteThreshold: 10 };
  const markup = drawn([buildItem({ watchDogId: 'keyword-1-7', productId: '1', settings })]);

  expect(markup).toContain('“cast iron pan”');
});

test('before the server has answered it is not said that nothing is new since the last visit', () => {
  const lastVisit = Date.parse('2026-03-02T08:00:00Z');
  const [old, fresh] = ['2026-03-01T08:00:00.000Z', '2026-03-02T08:30:00.000Z'].map((date) => [
    buildItem({ watchDogId: 'keyword-1-7', productId: '1', date }),
  ]);

  expect(drawn(old ?? [], { lastVisit })).toContain('Nothing new since your last visit');
  expect(drawn(old ?? [], { lastVisit, isAwaited: true })).not.toContain('since your last visit');
  expect(drawn(fresh ?? [], { lastVisit, isAwaited: true })).toContain('New since your last visit');
});
